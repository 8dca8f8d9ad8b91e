//! NAGAI: at a source node the hardest child stands for all.
//!
//! Idea: a *source* is a node from which two branches lead to one position. There the sum counts that
//! position twice, so take the maximum instead. Unrelated branches are then not counted at all: too
//! small where only some of the branches merge, which SNDA repairs.
//!
//! Source: Nagai 2002, as described by Kishimoto 2010. How sources are found: `depth_first::sources`.
//! Invariant: exact where all branches of a source merge; n diamonds in a row give 1 once found.

use super::{Share, Tally, sum};

pub(super) fn delta(tally: &Tally) -> u64 {
    if tally.marked == 0 { sum::delta(tally) } else { tally.max.max(tally.marked_max).into() }
}

pub(super) fn rest(tally: &Tally, child: Share) -> i64 {
    if tally.marked == 0 { sum::rest(tally, child) } else { 0 }
}
