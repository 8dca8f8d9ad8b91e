//! A proof of a mate, or of none, as a record with branches that shogi programs open.
//!
//! Lines are laid down breadth first: the main line to its end, then each branch of it to its end, then
//! theirs, so that a bound cuts off the branches of branches. What comes up again is referred to, not
//! repeated. Every move is played on the board; where the certificate answers with a position that is
//! only no worse for the winner, replies that the board does not have are left out.

use std::collections::{HashMap, VecDeque};

use phidelta_games::shogi::{KifuEnd, KifuNode, KifuTree, Move, Position};

use super::View;
use super::graph::{Node, Part, Target};
use super::line::main_line;
use super::sizes::Sizes;
use crate::error::InputError;
use crate::outcome::VERSION;
use crate::words::Language;

/// A record and what is in it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The KIF.
    pub text: String,
    /// Moves in it.
    pub moves: u64,
    /// Lines of play, the main one included.
    pub lines: u64,
    /// Moves that are in the proof, but not in the record.
    pub left_out: u64,
}

/// Positions walked over to count what is below branches.
const COUNTED: u64 = 100_000_000;

/// Branches that begin within so many plies; of so many moves no further branch is begun.
pub(super) fn record(
    view: &View<'_>,
    plies: usize,
    most: usize,
    language: Language,
) -> Result<Record, InputError> {
    let heading = view.proof.claim();
    if heading.game != "shogi" {
        return Err(InputError::option("kif", format!("{} has no KIF, expected shogi", heading.game)));
    }
    let start =
        Position::from_sfen(&heading.position).map_err(|error| InputError::option("kif", error.kind))?;
    let mut writer = Writer {
        part: view.part,
        language,
        sizes: Sizes::within(view.part, COUNTED),
        tree: KifuTree::default(),
        parents: Vec::new(),
        main: main_line(view.part, view.part.root).iter().map(|step| (step.from, step.to)).collect(),
        seen: HashMap::new(),
        open: VecDeque::new(),
    };
    let mut left_out = 0;
    let mut lines = 0;
    writer.branches(None, view.part.root, 0);
    while let Some((parent, mv, target, ply)) = writer.open.pop_front() {
        let main = lines == 0;
        if !main && (ply > plies || writer.tree.nodes.len() >= most) {
            left_out += 1;
            continue;
        }
        lines += u64::from(writer.line(&start, parent, mv, target, ply));
    }
    let end = if view.part.proved { KifuEnd::Mate } else { KifuEnd::NoMate };
    let notes =
        [format!("phidelta {VERSION}: {}", view.part.claim), language.in_the_proof(view.part.len() as u64)];
    let moves = writer.tree.nodes.len() as u64;
    Ok(Record { text: start.kif_tree(&writer.tree, end, &notes), moves, lines, left_out })
}

struct Writer<'p> {
    part: &'p Part,
    language: Language,
    sizes: Sizes<'p>,
    tree: KifuTree,
    /// The move before each move.
    parents: Vec<Option<usize>>,
    /// The main line: what follows a position there.
    main: HashMap<Node, Target>,
    /// Where positions have been laid down: the number of the move that leads there.
    seen: HashMap<Node, usize>,
    /// Branches to come: the move before, the move, what it leads to, its number.
    open: VecDeque<(Option<usize>, &'p str, Target, usize)>,
}

impl<'p> Writer<'p> {
    /// Puts all moves of a position into the queue: the one of the main line first, then that with the
    /// longest play.
    fn branches(&mut self, parent: Option<usize>, target: Target, ply: usize) {
        let Some(node) = target.node() else { return };
        let part = self.part;
        let mut moves: Vec<(&str, Target)> = part.moves(node).collect();
        let main = self.main.get(&node).copied();
        moves.sort_by_key(|&(_, target)| (main != Some(target), std::cmp::Reverse(part.depth(target))));
        self.open.extend(moves.into_iter().map(|(mv, target)| (parent, mv, target, ply + 1)));
    }

    /// Lays a line down from a branch to its end; false if the board does not have the move.
    fn line(
        &mut self,
        start: &Position,
        parent: Option<usize>,
        mv: &'p str,
        target: Target,
        ply: usize,
    ) -> bool {
        let mut board = self.board(start, parent);
        let (mut parent, mut mv, mut target, mut ply, mut first) = (parent, mv, target, ply, true);
        loop {
            let Ok(played) = board.read_move(mv) else { return !first };
            board.play(played);
            let index = self.add(parent, played, target, ply, first);
            first = false;
            let Some(node) = target.node() else { break };
            if self.seen.contains_key(&node) {
                break;
            }
            self.seen.insert(node, ply);
            // The first of its moves goes on here, the others wait.
            let waiting = self.open.len();
            self.branches(Some(index), target, ply);
            let next = (waiting..self.open.len()).find(|&at| board.read_move(self.open[at].1).is_ok());
            let Some(next) = next.and_then(|at| self.open.remove(at)) else { break };
            (parent, mv, target, ply) = next;
        }
        true
    }

    /// The board behind a move.
    fn board(&self, start: &Position, mut at: Option<usize>) -> Position {
        let mut moves = Vec::new();
        while let Some(index) = at {
            moves.push(self.tree.nodes[index].mv);
            at = self.parents[index];
        }
        let mut board = start.clone();
        for &mv in moves.iter().rev() {
            board.play(mv);
        }
        board
    }

    fn add(&mut self, parent: Option<usize>, mv: Move, target: Target, ply: usize, first: bool) -> usize {
        let end = match (target, self.part.proved) {
            (Target::End, true) => KifuEnd::Mate,
            (Target::End, false) => KifuEnd::NoMate,
            _ => KifuEnd::Open,
        };
        let mut comments = Vec::new();
        if let Some(node) = target.node() {
            let id = self.part.id(node);
            if let Some(before) = self.seen.get(&node) {
                comments.push(self.language.as_behind(id, *before));
            } else if first && ply > 1 {
                comments.push(self.language.so_many(id, self.sizes.of(target)));
            }
        }
        let index = self.tree.nodes.len();
        let mut node = KifuNode::new(mv, end);
        node.comments = comments;
        self.tree.nodes.push(node);
        self.parents.push(parent);
        match parent {
            Some(parent) => self.tree.nodes[parent].next.push(index),
            None => self.tree.first.push(index),
        }
        index
    }
}
