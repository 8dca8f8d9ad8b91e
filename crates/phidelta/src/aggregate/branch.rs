//! Branch numbers (BNS): the child that is searched next, and one for each other.
//!
//! Idea: count the branches that leave the path being searched, instead of leaves.
//!
//! Source: Okabe 2005 (route branch numbers), in the form public solvers use. What differs: a branch
//! costs one `unit` as in weak numbers. The numbers jump when another child becomes the best one, so
//! that on graphs with cycles this policy needs a loop policy most.
//! Invariant: n diamonds in a row give n + 1.

use super::Tally;
use crate::number::Number;

pub(super) fn delta(tally: &Tally, unit: Number) -> u64 {
    u64::from(tally.best_delta) + rest(tally, unit) as u64
}

pub(super) fn rest(tally: &Tally, unit: Number) -> i64 {
    i64::from(tally.live.saturating_sub(1)) * i64::from(unit)
}
