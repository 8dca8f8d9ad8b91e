//! Source nodes: where two branches part that meet again (for NAGAI, SNDA and the hybrid).
//!
//! Idea: each table entry keeps a link to the parent it was first reached from. When a position is
//! reached from another parent, the links are followed upwards. The first one that arrives at a
//! position of the current path has found the source: both the branch on the path and the branch the
//! links came by lead here, so both moves are marked there.
//!
//! That is looked for when a position is entered; with `snda(all)` also when a new position is expanded, for all of its
//! children at once: a child that others have reached counts in the sum before anybody enters it from here. Entering
//! alone finds a tenth of the sources, and some of them too late for the longest mates; short ones are quicker so, since
//! a sum of small numbers says more than the largest of them (docs/measurements/shogi-strength.md).
//!
//! Source: Nagai 2002; Kishimoto 2010. What differs: a link is 48 bits of a position's place in the
//! table; a link to a position that is no longer there ends the walk, and the position gets a new first
//! parent. A false match costs a wrong mark, never a wrong verdict. The walk is bounded by the length of
//! the path instead of by the share a number has in the ancestor's. Marks are never removed, as in the
//! paper.
//! Invariant: the papers' Figure 2 marks C and F at A, and H and I at G.

use super::Engine;
use crate::game::Game;
use crate::table::{Link, MARKS};

/// The highest mark stands for all moves from this one on.
const LAST_MARK: usize = MARKS as usize - 1;

/// The bit of a move's index.
#[inline]
pub(super) const fn mark_of(index: usize) -> u64 {
    1 << if index < LAST_MARK { index } else { LAST_MARK }
}

impl<G: Game> Engine<'_, '_, G> {
    /// Looks for the source of a position that was reached from the top frame but has `parent` as its
    /// first parent, and marks the two branches there. The position itself is not on the path yet.
    /// Says whether the first parent is still known.
    #[cold]
    pub(super) fn mark_source(&mut self, low: u64, mut parent: Link) -> bool {
        let mut below = low;
        for _ in 0..self.path.len() {
            let Some((at, record)) = self.table.follow(parent) else { return below != low };
            if let Some(depth) = self.path.find_low(self.plan.numbers_key(at.into()) as u64) {
                self.mark_branches(depth as usize, low, below);
                break;
            }
            (below, parent) = (at, record.parent);
        }
        true
    }

    /// Looks for the sources of those children of the top frame that were just looked at and had been reached before, from
    /// elsewhere. At once: what waits until the next position is entered would be marked at the wrong move, and a
    /// search that is put down in between would not go on as if it had not been.
    #[cold]
    pub(super) fn mark_sources_of_children(&mut self) {
        let mut met = std::mem::take(&mut self.space.met);
        for (low, parent) in met.drain(..) {
            self.mark_source(low, parent);
        }
        self.space.met = met;
    }

    /// Marks two moves at the position of this depth: the one that `other` is behind, and the one on the path, which at
    /// its end leads to `own`.
    fn mark_branches(&mut self, depth: usize, own: u64, other: u64) {
        // Positions above the base belong to whoever called the engine.
        let Some(index) = depth.checked_sub(self.base) else { return };
        let is_top = index + 1 == self.space.stack.frames.len();
        let Some(frame) = self.space.stack.frames.get_mut(index) else { return };
        let first = frame.first as usize;
        let children = &self.space.stack.children[first..first + frame.count as usize];
        let find = |low: u64| {
            let low = self.plan.numbers_key(low.into()) as u64;
            children.iter().position(|child| child.key as u64 == low)
        };
        let chosen = if is_top { find(own) } else { Some(frame.chosen as usize) };
        let (Some(chosen), Some(other)) = (chosen, find(other)) else { return };
        if other == chosen {
            return;
        }
        let both = mark_of(other) | mark_of(chosen);
        if both & !frame.marks != 0 && (frame.marks | both).count_ones() <= self.plan.aggregate.mark_limit() {
            frame.marks |= both;
            self.stats.merges_found += 1;
        }
    }
}
