//! The sum of all children: proof-number search proper.
//!
//! Source: Allis, van der Meulen, van den Herik 1994; in depth-first form Nagai 1999.
//! Invariant: on a tree it is the least number of leaves the opponent must win.

use super::{Share, Tally};

pub(super) fn delta(tally: &Tally) -> u64 {
    tally.sum
}

pub(super) fn rest(tally: &Tally, child: Share) -> i64 {
    tally.sum as i64 - i64::from(child.delta)
}
