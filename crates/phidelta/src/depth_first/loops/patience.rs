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
