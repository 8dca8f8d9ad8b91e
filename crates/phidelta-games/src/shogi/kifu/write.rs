//! A position and a line of moves, or a tree of them, as KIF, in the form that shogi programs open.

use std::fmt::Write;

use super::super::mv::Move;
use super::super::notation::{FILES, RANKS, name};
use super::super::position::Position;
use super::super::types::{Kind, Square};

/// How a written line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KifuEnd {
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: there is no mate.
    NoMate,
    /// 中断: it is not known how it goes on.
    Open,
}

/// A move of a [`KifuTree`] and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KifuNode {
    /// The move, legal behind those above it.
    pub mv: Move,
    /// What is remarked about it.
    pub comments: Vec<String>,
    /// The moves that may follow, as indices of [`KifuTree::nodes`]: the main one first. None: the end.
    pub next: Vec<usize>,
    /// What stands behind the last move of a line.
    pub end: KifuEnd,
}

impl KifuNode {
    /// A move with nothing behind it yet; `end` is what stands there as long as nothing does.
    pub fn new(mv: Move, end: KifuEnd) -> KifuNode {
        KifuNode { mv, comments: Vec::new(), next: Vec::new(), end }
    }
}

/// Moves with variations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct KifuTree {
    /// All moves.
    pub nodes: Vec<KifuNode>,
    /// The first moves, the main one first.
    pub first: Vec<usize>,
}

impl Position {
    /// A KIF record in UTF-8: this position as a diagram, comments, and a line of legal moves from here.
    pub fn kif(&self, line: &[Move], end: KifuEnd, comments: &[String]) -> String {
        let mut out = self.kif_head(&[], comments);
        let mut last = None;
        for (number, &mv) in (1..).zip(line) {
            write_line(&mut out, number, &move_text(mv, last), "");
            last = Some(mv.to());
        }
        write_end(&mut out, line.len(), end);
        out
    }

    /// The same with variations, which programs show as branches (変化).
    ///
    /// A variation begins at a move of the line written last, so that each line is followed by the
    /// variations from its end to its beginning, and each of those by its own.
    pub fn kif_tree(&self, tree: &KifuTree, end: KifuEnd, comments: &[String]) -> String {
        self.kif_tree_with(&[], tree, end, comments)
    }

    /// The same with headers of its own: 作品名, 作者.
    pub fn kif_tree_with(
        &self,
        headers: &[(&str, &str)],
        tree: &KifuTree,
        end: KifuEnd,
        comments: &[String],
    ) -> String {
        let mut out = self.kif_head(headers, comments);
        // Lines to be written: the moves to choose from, which of them, the number of plies before it,
        // where the last move went to. Pushed from the beginning of a line to its end, taken from the end.
        let mut open: Vec<(&[usize], usize, usize, Option<Square>)> = Vec::new();
        if tree.first.is_empty() {
            write_end(&mut out, 0, end);
        } else {
            open.push((&tree.first, 0, 0, None));
        }
        while let Some((choices, chosen, before, mut last)) = open.pop() {
            if before > 0 || chosen > 0 {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "\n変化：{}手", before + 1);
            }
            let (mut choices, mut chosen, mut plies) = (choices, chosen, before);
            // Ends with a node that has no next move: a tree is finite, and an index out of it is left out.
            while let Some(node) = choices.get(chosen).and_then(|&index| tree.nodes.get(index)) {
                let more = chosen + 1 < choices.len();
                if more {
                    open.push((choices, chosen + 1, plies, last));
                }
                plies += 1;
                write_line(&mut out, plies, &move_text(node.mv, last), if more { "+" } else { "" });
                write_comments(&mut out, &node.comments);
                last = Some(node.mv.to());
                if node.next.is_empty() {
                    write_end(&mut out, plies, node.end);
                }
                (choices, chosen) = (&node.next, 0);
            }
        }
        out
    }

    fn kif_head(&self, headers: &[(&str, &str)], comments: &[String]) -> String {
        // No 手合割：その他, although some programs write it: others refuse it, and the diagram says all.
        let mut out = String::from("#KIF version=2.0 encoding=UTF-8\n");
        for (key, value) in headers {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{key}：{}", value.replace(['\r', '\n'], " "));
        }
        // Wide spaces between the pieces in hand, and 龍: some programs know no others.
        out.push_str(&self.diagram('　', ["先手", "後手"]).replace('竜', "龍"));
        out.push_str("先手：\n後手：\n手数----指手---------消費時間--\n");
        write_comments(&mut out, comments);
        out
    }
}

fn write_comments(out: &mut String, comments: &[String]) {
    for comment in comments.iter().flat_map(|comment| comment.lines()) {
        out.push('*');
        out.push_str(comment);
        out.push('\n');
    }
}

/// A move behind one that went to `last`.
fn move_text(mv: Move, last: Option<Square>) -> String {
    let to = mv.to();
    let target = if last == Some(to) {
        "同　".to_string()
    } else {
        [FILES[usize::from(to.file()) - 1], RANKS[usize::from(to.rank()) - 1]].iter().collect()
    };
    let from = match mv.from() {
        Some(from) => format!("({}{})", from.file(), from.rank()),
        None => "打".into(),
    };
    let promotion = if mv.is_promotion() { "成" } else { "" };
    let piece = if mv.kind() == Kind::DRAGON { "龍" } else { name(mv.kind()) };
    format!("{target}{piece}{promotion}{from}")
}

fn write_end(out: &mut String, plies: usize, end: KifuEnd) {
    let word = match end {
        KifuEnd::Mate => "詰み",
        KifuEnd::NoMate => "不詰",
        KifuEnd::Open => "中断",
    };
    write_line(out, plies + 1, word, "");
    if end == KifuEnd::Mate {
        let _ = writeln!(out, "まで{plies}手で詰み");
    }
}

/// A move with its number and no time taken, in columns; `mark` says that there are variations.
fn write_line(out: &mut String, number: usize, text: &str, mark: &str) {
    // Everything but digits and brackets takes two columns of the thirteen.
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let gap = " ".repeat(13_usize.saturating_sub(width).max(1));
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{number:4} {text}{gap}( 0:00/00:00:00){mark}");
}
