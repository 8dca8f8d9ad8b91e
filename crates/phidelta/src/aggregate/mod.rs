//! How the numbers of the children become the numbers of their parent.
//!
//! One of the two numbers is easy: to reach his aim the side to move needs one child, so φ is the
//! smallest φ of the children. The other one, δ, is what the opponent needs: all children. Adding
//! them up is exact on a tree, but counts a position twice when two children lead to it. The
//! policies here differ in nothing but that: each file is one way to combine the δ of the children, and
//! `cap` bounds any of them by the work that was done.
//!
//! All numbers in this module are seen by the side to move at the parent ([`crate::Numbers::seen_by`]).

mod branch;
mod cap;
mod nagai;
mod snda;
mod sum;
mod weak;
mod weak_source;

pub(crate) use cap::Cap;

use crate::number::{Ceiling, INFINITY, Number};

/// A way to combine the δ of the children.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum Aggregate {
    /// All added up (Allis; df-pn).
    #[default]
    Sum,
    /// The largest plus one for each other child (WPNS).
    Weak,
    /// That of the child to be searched next plus one for each other child (BNS).
    Branch,
    /// The largest of all at a source node, the sum elsewhere (NAGAI).
    Nagai,
    /// The largest of the marked plus the sum of the others (SNDA).
    Snda {
        /// How many moves a node can have marked.
        marks: u32,
    },
    /// Weak numbers, but SNDA at source nodes.
    WeakSource,
}

impl Aggregate {
    /// SNDA as its paper has it: ten marked moves.
    pub const SNDA: Aggregate = Aggregate::Snda { marks: 10 };
    /// SNDA with as many marks as there are moves, and with sources looked for behind all children of a new position.
    pub const SNDA_UNLIMITED: Aggregate = Aggregate::Snda { marks: u32::MAX };

    /// Whether source nodes must be looked for: it needs parent links in the table.
    #[inline]
    pub const fn marks_sources(self) -> bool {
        self.mark_limit() > 0
    }

    /// Whether sources are looked for behind all children of a new position, not only behind the one that is entered:
    /// by SNDA with more marks than the ten of the paper.
    #[inline]
    pub const fn looks_behind_children(self) -> bool {
        let Aggregate::Snda { marks: ten } = Aggregate::SNDA else { return false };
        matches!(self, Aggregate::Snda { marks } if marks > ten)
    }

    /// How many moves of a node can be marked.
    #[inline]
    pub const fn mark_limit(self) -> u32 {
        match self {
            Aggregate::Nagai | Aggregate::WeakSource => u32::MAX,
            Aggregate::Snda { marks } => marks,
            Aggregate::Sum | Aggregate::Weak | Aggregate::Branch => 0,
        }
    }

    /// δ of a node that is neither won nor lost. `unit` is the price of one more branch in weak numbers.
    #[inline]
    pub fn delta(self, tally: &Tally, unit: Number, ceiling: Ceiling) -> Number {
        if tally.live == 0 {
            // Only old children are unsolved (df-pn(r)): adding them up is what makes it loop.
            return tally.old_max;
        }
        ceiling.clamp(match self {
            Aggregate::Sum => sum::delta(tally),
            Aggregate::Weak => weak::delta(tally, unit),
            Aggregate::Branch => branch::delta(tally, unit),
            Aggregate::Nagai => nagai::delta(tally),
            Aggregate::Snda { .. } => snda::delta(tally),
            Aggregate::WeakSource => weak_source::delta(tally, unit),
        })
    }

    /// What the other children contribute: while `child`'s own δ stays below a threshold less this,
    /// the parent's δ stays below the threshold.
    #[inline(always)] // so that a tally stays in registers
    pub fn rest(self, tally: &Tally, child: Share, unit: Number) -> i64 {
        if child.old {
            // It does not count at all now. As in df-pn it may grow by as much as the parent may.
            let delta = self.delta(tally, unit, Ceiling::HIGHEST);
            return if tally.live == 0 { 0 } else { i64::from(delta) - i64::from(child.delta) };
        }
        match self {
            Aggregate::Sum => sum::rest(tally, child),
            Aggregate::Weak => weak::rest(tally, unit),
            Aggregate::Branch => branch::rest(tally, unit),
            Aggregate::Nagai => nagai::rest(tally, child),
            Aggregate::Snda { .. } => snda::rest(tally, child),
            Aggregate::WeakSource => weak_source::rest(tally, child, unit),
        }
    }

    /// Whether of two children with equal φ the one with the smaller δ is searched first; otherwise
    /// the first in move order is.
    #[inline]
    pub(crate) const fn breaks_ties_by_delta(self) -> bool {
        matches!(self, Aggregate::Branch)
    }
}

/// What one child contributes, seen by the side to move at the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Share {
    /// What the side to move needs there.
    pub phi: Number,
    /// What the opponent needs there.
    pub delta: Number,
    /// It is one of the branches that merge again further down.
    pub marked: bool,
    /// It is an unsolved child that df-pn(r) leaves out of the sum.
    pub old: bool,
}

impl Share {
    /// A child that counts, and is not marked.
    pub const fn new(phi: Number, delta: Number) -> Share {
        Share { phi, delta, marked: false, old: false }
    }
}

/// All that the policies need to know of the children, from one pass over them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tally {
    /// The smallest φ: the parent's own.
    pub phi: Number,
    /// The child that has it.
    pub best: usize,
    /// The smallest φ of the others, or infinity.
    pub second: Number,
    /// δ of the best child.
    pub best_delta: Number,
    /// Unsolved children that count.
    pub live: u32,
    /// Unsolved children that count and are not marked: their δ added up.
    pub sum: u64,
    /// … and the largest of them.
    pub max: Number,
    /// Unsolved marked children.
    pub marked: u32,
    /// The largest δ of those.
    pub marked_max: Number,
    /// The largest δ of the unsolved children that do not count because they are old.
    pub old_max: Number,
}

impl Tally {
    /// Of no children.
    pub(crate) const NONE: Tally = Tally {
        phi: INFINITY,
        best: 0,
        second: INFINITY,
        best_delta: 0,
        live: 0,
        sum: 0,
        max: 0,
        marked: 0,
        marked_max: 0,
        old_max: 0,
    };

    /// Counts the children. Ties go to the first one, or for [`Aggregate::Branch`] to the smaller δ.
    #[inline]
    pub fn of(aggregate: Aggregate, children: impl Iterator<Item = Share>) -> Tally {
        let (uses_marks, ties_by_delta) = (aggregate.marks_sources(), aggregate.breaks_ties_by_delta());
        let mut tally = Tally::NONE;
        for (i, child) in children.enumerate() {
            let tie = ties_by_delta && child.phi == tally.phi && child.phi != INFINITY;
            let better = child.phi < tally.phi || (tie && child.delta < tally.best_delta);
            tally.second = if better { tally.phi } else { tally.second.min(child.phi) };
            tally.phi = tally.phi.min(child.phi);
            tally.best = if better { i } else { tally.best };
            tally.best_delta = if better { child.delta } else { tally.best_delta };
            let unsolved = u32::from(child.delta != 0);
            if child.old {
                tally.old_max = tally.old_max.max(child.delta);
            } else if child.marked && uses_marks {
                tally.live += unsolved;
                tally.marked += unsolved;
                tally.marked_max = tally.marked_max.max(child.delta);
            } else {
                tally.live += unsolved;
                tally.sum += u64::from(child.delta);
                tally.max = tally.max.max(child.delta);
            }
        }
        tally
    }

    /// Whether the side to move has won.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.phi == 0
    }

    /// Whether it has lost: the opponent has won every child.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.live == 0 && self.old_max == 0
    }

    /// (φ, δ) of the parent.
    #[inline]
    pub fn numbers(&self, aggregate: Aggregate, unit: Number, ceiling: Ceiling) -> (Number, Number) {
        if self.is_won() {
            (0, INFINITY)
        } else if self.is_lost() {
            (INFINITY, 0)
        } else {
            let delta = aggregate.delta(self, unit, ceiling);
            debug_assert!(self.phi > 0 && delta > 0, "{aggregate:?} {self:?}");
            // Whatever happens, an unsolved node never looks solved.
            (self.phi, delta.max(1))
        }
    }
}

/// The tally of children none of which is marked, old or lost, and of which the first of equals is the best, in the making:
/// small enough for the registers, since a loop over the children runs twice a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    /// The smallest φ above the index of the child that has it, and the next one.
    best: u64,
    second: u64,
    sum: u64,
    live: u32,
    max: Number,
}

impl Count {
    /// Of no children.
    pub(crate) const NONE: Count =
        Count { best: (INFINITY as u64) << 32, second: (INFINITY as u64) << 32, sum: 0, live: 0, max: 0 };

    /// One more child. Those that are lost may be left out: they add nothing.
    #[inline(always)]
    pub(crate) fn add(&mut self, index: usize, phi: Number, delta: Number) {
        let ranked = u64::from(phi) << 32 | index as u64;
        self.second = self.second.min(self.best.max(ranked));
        self.best = self.best.min(ranked);
        self.sum += u64::from(delta);
        self.live += 1;
        self.max = self.max.max(delta);
    }

    /// The tally, without the δ of the best child: only who breaks ties by it asks for that.
    #[inline]
    pub(crate) fn tally(self) -> Tally {
        let Count { best, second, sum, live, max } = self;
        let (phi, best, second) = ((best >> 32) as Number, best as u32 as usize, (second >> 32) as Number);
        Tally { phi, best, second, live, sum, max, ..Tally::NONE }
    }
}

#[cfg(test)]
mod tests;
