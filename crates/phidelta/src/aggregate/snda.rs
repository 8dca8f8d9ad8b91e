//! SNDA: of the branches known to merge the hardest one, of the others the sum.
//!
//! Idea: at a source node only the moves that lead to the shared position are marked; they enter as
//! one. The paper keeps at most ten marks, because they had to fit 64 bits as indices; the unlimited
//! form keeps a bit for each move.
//!
//! Source: Kishimoto 2010. How sources are found: `depth_first::sources`. What differs: the child's
//! threshold is the tight one (a marked child may grow up to the largest marked one for free).
//! Invariant: exact on the paper's Figure 2; never above the sum, never below NAGAI.

use super::{Share, Tally};

pub(super) fn delta(tally: &Tally) -> u64 {
    tally.sum + u64::from(tally.marked_max)
}

pub(super) fn rest(tally: &Tally, child: Share) -> i64 {
    if child.marked { tally.sum as i64 } else { delta(tally) as i64 - i64::from(child.delta) }
}
