//! The position a tree search stands on: it is played forward and back along the tree, never copied.
//!
//! Invariant: every advance is matched by a step back, so that the path is what it was when the search
//! returns; for the game and the line its trail answers.

use super::tree::{NodeId, Tree};
use crate::algorithm::{Algorithm, Estimates};
use crate::finding::Finding;
use crate::game::{Game, Hint, Key, Question, Shortcut, Side};
use crate::history::{Depth, INDEPENDENT, Path};
use crate::limits::{Monitor, Poll};
use crate::number::{Number, Numbers};
use crate::observer::Event;
use crate::table::{Record, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats};

/// Everything around the tree that a search works with.
pub(crate) struct TreeWalk<'r, 'm, G: Game> {
    /// The position, and the moves to it.
    pub(crate) game: Trail<'r, G>,
    /// The keys ([`TreeWalk::key`]) of the positions from the very first one to this one, both included.
    /// Unused in acyclic games.
    pub(crate) path: &'r mut Path,
    /// Limits and news.
    pub(crate) monitor: &'r mut Monitor<'m, G::Move>,
    /// Counters.
    pub(crate) stats: &'r mut Stats,
    /// Where solved results are kept that hold on every path; read only if the algorithm is `shared`.
    pub(crate) table: Option<&'r mut Table>,
    /// The policies.
    pub(crate) algorithm: &'r Algorithm,
    /// What ends are worth.
    pub(crate) question: Question,
    /// What to tell the observer when another search stands above this tree: that search's root
    /// numbers and the share of its memory in use.
    pub(crate) outer: Option<(Numbers, f64)>,
    /// Plies of the line that another search answers for in its memory.
    pub(crate) outer_plies: usize,
}

impl<G: Game> TreeWalk<'_, '_, G> {
    /// Bytes that one ply of the line takes outside the tree: the move, and in the path a key, a code
    /// and up to four places of four bytes.
    const PLY_BYTES: u64 = size_of::<G::Move>() as u64 + if G::ACYCLIC { 0 } else { 32 + 16 };

    /// Bytes of the line that count as part of the tree.
    #[inline]
    pub(crate) fn line_bytes(&self) -> u64 {
        (self.game.plies() - self.outer_plies) as u64 * Self::PLY_BYTES
    }

    /// The key of the present position and of the question, in the path as in the table.
    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.game.key() ^ self.question.salt()
    }

    /// Where the position stands on the path.
    #[inline]
    pub(crate) fn depth(&self) -> Depth {
        if G::ACYCLIC { 0 } else { self.path.len() as Depth - 1 }
    }

    /// Plays a move. With `look` it says where the new position stood on the path before.
    #[inline]
    pub(crate) fn advance(&mut self, mv: G::Move, look: bool) -> Option<Depth> {
        self.game.play(mv);
        if G::ACYCLIC {
            return None;
        }
        let key = self.key();
        let repeated = if look { self.path.find(key) } else { None };
        self.path.push_position(&*self.game, key);
        repeated
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn go_back(&mut self) {
        if self.game.undo().is_some() && !G::ACYCLIC {
            self.path.pop();
        }
    }

    /// Counts a position that is about to be tested, and does what is due then.
    #[inline]
    pub(crate) fn enter(&mut self, tree: &Tree<G::Move>) -> Result<(), Reason> {
        if self.monitor.enter() { self.poll(tree) } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self, tree: &Tree<G::Move>) -> Result<(), Reason> {
        match self.monitor.poll() {
            // It comes to a stand between two expansions of the first level.
            Poll::Continue | Poll::Pause => {}
            Poll::Stop(reason) => return Err(reason),
            Poll::Tell => {
                let (numbers, used) = match self.outer {
                    Some(outer) => outer,
                    None if tree.stored() == 0 => (Numbers::UNIT, 0.0),
                    None => (tree.numbers(Tree::<G::Move>::ROOT), tree.used()),
                };
                // While the root is being expanded, not all of its moves are there.
                let whole = self.outer.is_none() && !self.game.line().is_empty();
                let root = if whole { tree.numbers_of_moves(Tree::<G::Move>::ROOT) } else { Vec::new() };
                self.monitor.tell(numbers, used, self.game.line(), &root);
            }
        }
        Ok(())
    }

    /// What can be seen of the present position without moving, when `path` does not hold it yet: the
    /// end of the game, a repetition, or a shared result.
    #[inline]
    pub(crate) fn look(&mut self) -> Option<Finding> {
        self.outcome().or_else(|| {
            if G::ACYCLIC && !self.algorithm.shared {
                return None;
            }
            let key = self.key();
            if !G::ACYCLIC
                && let Some(depth) = self.path.find(key)
            {
                return Some(self.repetition(depth));
            }
            self.recall_key(key)
        })
    }

    /// The finding of a finished game.
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Finding> {
        self.game.outcome().map(|outcome| Finding::end(self.question.answer(outcome)))
    }

    /// An exact answer that the game sees in the present position. It is kept if it was worth keeping.
    #[inline]
    pub(crate) fn shortcut(&mut self) -> Option<Finding> {
        if !G::HINTS || !self.algorithm.shortcuts {
            return None;
        }
        let shortcut = self.game.shortcut()?;
        Some(self.answer(shortcut))
    }

    /// Whether [`TreeWalk::hint`] tells all that is asked of the game.
    #[inline]
    pub(crate) fn hints(&self) -> bool {
        G::HINTS && self.algorithm.shortcuts && self.algorithm.estimates == Estimates::Game
    }

    /// What the game sees of the position behind a move that has not ended: an answer or its estimate.
    #[inline]
    pub(crate) fn hint(&mut self, mv: G::Move) -> Finding {
        match self.game.hint_after(mv) {
            Hint::Estimate(numbers) => Finding::open(self.algorithm.ceiling.clamp_estimate(numbers)),
            Hint::Answer(shortcut) => {
                if shortcut.nodes == 0 {
                    return self.answer(shortcut);
                }
                // Kept under the key of the position.
                self.game.play(mv);
                let finding = self.answer(shortcut);
                self.game.undo();
                finding
            }
        }
    }

    /// The finding of a shortcut at the present position. It is kept if it has cost anything.
    fn answer(&mut self, shortcut: Shortcut) -> Finding {
        let Shortcut { outcome, length, nodes, .. } = shortcut;
        let finding = Finding { numbers: self.question.answer(outcome), dependency: INDEPENDENT, length };
        if nodes > 0 {
            self.monitor.add(nodes);
            self.remember(finding, nodes + 1);
        }
        finding
    }

    /// The finding of a position that stands at `depth` of the path already.
    pub(crate) fn repetition(&mut self, depth: Depth) -> Finding {
        self.stats.loops_cut += 1;
        Finding::repetition(self.question.repetition(), depth)
    }

    /// A shared result of the present position.
    #[inline]
    pub(crate) fn recall(&mut self) -> Option<Finding> {
        if self.algorithm.shared && self.table.is_some() { self.recall_key(self.key()) } else { None }
    }

    fn recall_key(&mut self, key: Key) -> Option<Finding> {
        if !self.algorithm.shared {
            return None;
        }
        let record = self.table.as_ref()?.probe(key)?;
        // Others may keep path-bound results in the same table, under other keys: be strict anyway.
        (record.numbers.is_solved() && record.dependency == INDEPENDENT).then(|| {
            self.stats.table_hits += 1;
            Finding { numbers: record.numbers, dependency: INDEPENDENT, length: record.length }
        })
    }

    /// Keeps the result of the present position for others, if it holds on every path.
    pub(crate) fn remember(&mut self, finding: Finding, work: u64) {
        if self.table.is_none() || finding.dependency != INDEPENDENT {
            return;
        }
        let (distance, key) = (self.game.plies() as u32, self.key());
        if let Some(table) = self.table.as_mut() {
            let solved = Record::solved(finding.numbers, finding.length, self.game.stock(), work);
            let record = Record { distance, ..solved };
            table.store(key, &record);
        }
    }

    /// First numbers of the present position. `scratch` is only a place to work.
    #[inline]
    pub(crate) fn estimate(&self, scratch: &mut Vec<G::Move>) -> Numbers {
        let numbers = self.algorithm.estimates.of(&*self.game, scratch);
        self.algorithm.ceiling.clamp_estimate(numbers)
    }

    /// What one more branch costs here in weak numbers.
    #[inline]
    pub(crate) fn unit(&self) -> Number {
        self.algorithm.estimates.unit(&*self.game)
    }

    /// Tells the observer what happens at the present position.
    #[inline]
    pub(crate) fn trace(&mut self, event: Event, numbers: Numbers) {
        if self.monitor.is_traced() {
            self.monitor.step(event, self.game.line(), numbers, None);
        }
    }

    /// Tells the observer that numbers were computed from those of a node's moves.
    #[cold]
    pub(crate) fn trace_back_up(&mut self, tree: &Tree<G::Move>, at: NodeId, numbers: Numbers) {
        self.monitor.backed_up(self.game.line(), numbers, None, &tree.numbers_of_moves(at));
    }

    /// The side to move.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.game.side()
    }
}
