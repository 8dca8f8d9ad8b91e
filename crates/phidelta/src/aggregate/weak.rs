//! Weak proof numbers (WPNS, depth-first: DF-WPN): the hardest child, and one for each other.
//!
//! Idea: two children that lead to the same position have numbers that are large for the same reason,
//! so the largest stands for all; the other branches cost one each, because they must at least be
//! looked at.
//!
//! Source: Ueda, Hashimoto, Hashimoto, Iida 2008. What differs: only unsolved children are counted, as
//! the paper's text says (its printed code counts all, so that solved ones would keep a phantom cost);
//! a branch costs one `unit`, the start value of an average reply, which Kishimoto 2010 found to matter
//! with heuristic start values; the child's threshold is the tight one, below which the parent's number
//! cannot reach its own.
//! Invariant: n diamonds in a row give n + 1.

use super::Tally;
use crate::number::Number;

pub(super) fn delta(tally: &Tally, unit: Number) -> u64 {
    u64::from(tally.max.max(tally.marked_max)) + others(tally, unit)
}

pub(super) fn rest(tally: &Tally, unit: Number) -> i64 {
    others(tally, unit) as i64
}

fn others(tally: &Tally, unit: Number) -> u64 {
    u64::from(tally.live.saturating_sub(1)) * u64::from(unit)
}
