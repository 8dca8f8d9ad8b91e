//! Weak numbers by default, exact ones where a source node has been found: `weak-source`.
//!
//! Idea: Kishimoto 2010 closes with a hybrid of WPNS and SNDA as future work, since WPNS visits nodes
//! faster and SNDA needs fewer of them on the hardest problems. Weak numbers protect against the
//! double counting that nobody has detected yet, but by the same token count every real branch as one.
//! At a node where merging moves *have* been found the danger is located: the marked moves enter as
//! their maximum, and the others, which have shown no sign of merging, may be added up with their true
//! weight. The node's number then says how much work really hangs on it, and the over-estimate of one
//! unit a branch, which adds up along very long lines, disappears where it hurts.
//!
//! Source: proposed in one sentence by Kishimoto 2010; this design is the project's own.
//! Invariant: equals WPNS on a node without marks and SNDA on a node with marks.

use super::{Share, Tally, snda, weak};
use crate::number::Number;

pub(super) fn delta(tally: &Tally, unit: Number) -> u64 {
    if tally.marked == 0 { weak::delta(tally, unit) } else { snda::delta(tally) }
}

pub(super) fn rest(tally: &Tally, child: Share, unit: Number) -> i64 {
    if tally.marked == 0 { weak::rest(tally, unit) } else { snda::rest(tally, child) }
}
