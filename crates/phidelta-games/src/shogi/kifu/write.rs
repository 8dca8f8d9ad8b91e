//! A position and a line of moves as KIF, in the form that shogi programs open.

use std::fmt::Write;

use super::super::mv::Move;
use super::super::notation::{FILES, RANKS, name};
use super::super::position::Position;

/// How a written line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KifuEnd {
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: there is no mate.
    NoMate,
    /// 中断: it is not known how it goes on.
    Open,
}

impl Position {
    /// A KIF record in UTF-8: this position as a diagram, comments, and a line of legal moves from here.
    pub fn kif(&self, line: &[Move], end: KifuEnd, comments: &[String]) -> String {
        let mut out = String::from("#KIF version=2.0 encoding=UTF-8\n手合割：その他\n");
        // Wide spaces between the pieces in hand: some programs know no others.
        out.push_str(&self.diagram('　'));
        out.push_str("先手：\n後手：\n手数----指手---------消費時間--\n");
        for comment in comments.iter().flat_map(|comment| comment.lines()) {
            out.push('*');
            out.push_str(comment);
            out.push('\n');
        }
        let mut last = None;
        for (number, &mv) in (1..).zip(line) {
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
            write_line(&mut out, number, &format!("{target}{}{promotion}{from}", name(mv.kind())));
            last = Some(to);
        }
        let word = match end {
            KifuEnd::Mate => "詰み",
            KifuEnd::NoMate => "不詰",
            KifuEnd::Open => "中断",
        };
        write_line(&mut out, line.len() + 1, word);
        if end == KifuEnd::Mate {
            let _ = writeln!(out, "まで{}手で詰み", line.len());
        }
        out
    }
}

/// A move with its number and no time taken, in columns.
fn write_line(out: &mut String, number: usize, text: &str) {
    // Everything but digits and brackets takes two columns of the thirteen.
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let gap = " ".repeat(13_usize.saturating_sub(width).max(1));
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{number:4} {text}{gap}( 0:00/00:00:00)");
}
