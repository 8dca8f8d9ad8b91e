//! Source nodes: where two branches part that meet again (for NAGAI, SNDA and the hybrid).
//!
//! Idea: each table entry keeps a link to the parent it was first reached from. When a position is
//! reached from another parent, the links are followed upwards. The first one that arrives at a
//! position of the current path has found the source: both the branch on the path and the branch the
//! links came by lead here, so both moves are marked there.
//!
//! Source: Nagai 2002; Kishimoto 2010. What differs: links are table places, and whatever stands there
//! is believed; a place that was given to another position costs a wrong mark, never a wrong verdict.
//! The walk is bounded by the length of the path instead of by the share a number has in the
//! ancestor's. Marks are never removed, as in the paper.
//! Invariant: the papers' Figure 2 marks C and F at A, and H and I at G.

use super::Engine;
use crate::game::Game;
use crate::table::{NO_SLOT, Slot};

/// The highest mark stands for all moves from this one on.
const LAST_MARK: usize = 63;

/// The bit of a move's index.
#[inline]
pub(super) const fn mark_of(index: usize) -> u64 {
    1 << if index < LAST_MARK { index } else { LAST_MARK }
}

impl<G: Game> Engine<'_, '_, G> {
    /// Looks for the source of a position that was reached from the top frame but has `parent` as its
    /// first parent, and marks the two branches there. The position itself is not on the path yet.
    #[cold]
    pub(super) fn mark_source(&mut self, low: u64, mut parent: Slot) {
        let mut below = low;
        for _ in 0..self.path.len() {
            if parent == NO_SLOT {
                return;
            }
            let Some((at, record)) = self.table.at(parent) else { return };
            if let Some(depth) = self.path.find_low(at) {
                self.mark_branches(depth as usize, below);
                return;
            }
            (below, parent) = (at, record.parent);
        }
    }

    fn mark_branches(&mut self, depth: usize, other: u64) {
        // Positions above the base belong to whoever called the engine.
        let Some(index) = depth.checked_sub(self.base) else { return };
        let Some(frame) = self.space.stack.frames.get_mut(index) else { return };
        let first = frame.first as usize;
        let children = &self.space.stack.children[first..first + frame.count as usize];
        let Some(other) = children.iter().position(|child| child.key as u64 == other) else { return };
        if other == frame.chosen as usize {
            return;
        }
        let both = mark_of(other) | mark_of(frame.chosen as usize);
        if both & !frame.marks != 0 && (frame.marks | both).count_ones() <= self.plan.aggregate.mark_limit() {
            frame.marks |= both;
            self.stats.merges_found += 1;
        }
    }
}
