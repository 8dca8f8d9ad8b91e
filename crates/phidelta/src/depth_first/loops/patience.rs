//! The end of every search: thresholds that grow when nothing moves.
//!
//! Idea: both loop policies rest on numbers that the table keeps. On a table far too small for its
//! graph, what one visit learns is forgotten before the next, and a search can circle although its
//! policy is right; a few aggregates circle on rare graphs even with room. A search that never leaves a
//! child before it has grown by 2ˢ needs less and less memory as s grows, and in the limit it is a
//! plain depth-first search, which ends on every finite graph. So s starts at 0, where this changes
//! nothing, and grows by one
//!
//! * when many visits have neither expanded a new position nor solved one, and
//! * when the search has visited many times more positions than the table can hold.
//!
//! From a certain level on, and when the root's numbers have grown out of all bounds, numbers of
//! unsolved positions are no longer taken from the table.
//!
//! Source: the project's own, in the spirit of the 1+ε trick (Pawlewicz and Lew 2007), which stays
//! deeper for the same reason. Searches without a loop policy do without it, as in their papers.
//! Invariant: with a loop policy, every random graph is solved even with 16 entries and half of all
//! stores lost.

use super::super::frame::Frame;
use crate::number::{Ceiling, Number};

/// Visits without anything new, in nodes, after which patience grows. Above what the walk to a new leaf
/// takes on the deepest lines of real problems, some thousands of plies.
const STALLED: u64 = 20_000;

/// Nodes per table entry after which patience grows, and then at each half as many again: a search that
/// has outgrown its table so far spends most of its time on finding things again. With doublings a graph
/// of 49 positions and a table of 64 took more than 2 million nodes.
const OUTGROWN: u64 = 256;

/// The level from which on numbers of unsolved positions start anew at each visit: room of 256.
const DISTRUST: u32 = 8;

/// The level at which thresholds are as high as they get.
const MOST: u32 = Number::BITS - 1;

/// How far a position must at least grow before it is left again.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Patience {
    level: u32,
    stalled_at: u64,
    outgrown_at: u64,
}

impl Patience {
    pub(in super::super) fn new(nodes: u64, capacity: u64) -> Patience {
        let outgrown_at = nodes.saturating_add(capacity.saturating_mul(OUTGROWN));
        Patience { level: 0, stalled_at: nodes.saturating_add(STALLED), outgrown_at }
    }

    /// All of it, as numbers.
    pub(in super::super) fn marks(&self) -> [u64; 3] {
        [self.level.into(), self.stalled_at, self.outgrown_at]
    }

    /// The reverse of [`Patience::marks`].
    pub(in super::super) fn of_marks([level, stalled_at, outgrown_at]: [u64; 3]) -> Option<Patience> {
        (level <= MOST.into()).then_some(Patience { level: level as u32, stalled_at, outgrown_at })
    }

    /// Whether the table's numbers of unsolved positions are still believed. Numbers that feed back into
    /// themselves can be arbitrarily high, and patience of this level is only reached when they do.
    #[inline]
    pub(in super::super) fn trusts_numbers(&self) -> bool {
        self.level < DISTRUST
    }

    /// The root's numbers have grown beyond all bounds. Says whether there is hope that they would not
    /// if they started anew.
    pub(in super::super) fn outlasts_saturation(&mut self) -> bool {
        let hope = self.trusts_numbers();
        self.level = self.level.max(DISTRUST);
        hope
    }

    /// Something new was found.
    #[inline]
    pub(in super::super) fn progress(&mut self, nodes: u64) {
        self.stalled_at = nodes + STALLED;
    }

    /// Raises the thresholds of a frame that is entered, if patience is called for.
    #[inline]
    pub(in super::super) fn raise(
        &mut self,
        frame: &mut Frame,
        nodes: u64,
        phi: Number,
        delta: Number,
        ceiling: Ceiling,
    ) {
        if nodes >= self.stalled_at || nodes >= self.outgrown_at {
            self.grow(nodes);
        }
        if self.level > 0 && frame.first_time {
            let room = 1 << self.level;
            frame.phi_limit = frame.phi_limit.max(phi.saturating_add(room)).min(ceiling.get());
            frame.delta_limit = frame.delta_limit.max(delta.saturating_add(room)).min(ceiling.get());
        }
    }

    #[cold]
    fn grow(&mut self, nodes: u64) {
        self.level = (self.level + 1).min(MOST);
        self.progress(nodes);
        if nodes >= self.outgrown_at {
            self.outgrown_at = self.outgrown_at.saturating_add(self.outgrown_at / 2 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::frame::test_frame;
    use super::*;

    /// The thresholds of a new frame with the numbers 3 and 4, after `nodes` nodes.
    fn raised(patience: &mut Patience, nodes: u64) -> (Number, Number) {
        let mut frame = Frame { phi_limit: 4, delta_limit: 5, ..test_frame() };
        patience.raise(&mut frame, nodes, 3, 4, Ceiling::HIGHEST);
        (frame.phi_limit, frame.delta_limit)
    }

    #[test]
    fn it_changes_nothing_while_there_is_news() {
        let mut patience = Patience::new(0, 1 << 20);
        for nodes in (0..10 * STALLED).step_by(1000) {
            patience.progress(nodes);
            assert_eq!(raised(&mut patience, nodes), (4, 5));
        }
    }

    #[test]
    fn it_doubles_the_room_each_time_nothing_moves() {
        let mut patience = Patience::new(0, 1 << 20);
        for level in 1..=MOST {
            let room = 1 << level;
            assert_eq!(patience.trusts_numbers(), level <= DISTRUST);
            assert_eq!(raised(&mut patience, u64::from(level) * STALLED), (3 + room, 4 + room));
        }
        let mut old = Frame { first_time: false, ..test_frame() };
        patience.raise(&mut old, 0, 3, 4, Ceiling::HIGHEST);
        assert_eq!(old.phi_limit, 10, "only when a frame is entered");
        let mut frame = test_frame();
        patience.raise(&mut frame, 0, 3, 4, Ceiling::below(100));
        assert_eq!(frame.phi_limit, 99, "never above the ceiling");
    }

    #[test]
    fn a_table_that_was_outgrown_calls_for_it_again_and_again() {
        let mut patience = Patience::new(0, 16);
        let mut grown = 0;
        for nodes in 0..100 * 16 * OUTGROWN {
            patience.progress(nodes);
            let before = patience.level;
            raised(&mut patience, nodes);
            grown += u32::from(patience.level > before);
        }
        // At each half as many again: 1.5¹¹ < 100 < 1.5¹².
        assert_eq!(grown, 12);
    }

    #[test]
    fn saturation_is_outlasted_once() {
        let mut patience = Patience::new(0, 16);
        assert!(patience.trusts_numbers() && patience.outlasts_saturation());
        assert!(!patience.trusts_numbers() && !patience.outlasts_saturation());
    }
}
