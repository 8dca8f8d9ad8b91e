//! df-pn(r): old children are left out of the sum.
//!
//! Idea: adding the number of a position that may be an ancestor is what makes numbers feed back. So
//! the sum takes the *normal* children only, those farther from the root than their parent, and the
//! old ones count, as a maximum, only when no normal child is unsolved. It under-estimates.
//!
//! Source: Kishimoto and Müller 2003, 2008. The minimal distance itself is the length of the shortest
//! path on which a position was met; where all unsolved children are old, it is repaired so that the
//! farthest of them becomes normal ([`repair`]); without the repair the search still loops on some
//! graphs.
//! Invariant: on the loop of Kishimoto 2010, Figure 1, the proof is found.

use super::super::frame::{Child, Frame};

/// Whether a child is unsolved and not farther from the root than its parent.
#[inline]
pub(in super::super) fn is_old<M>(distance: u32, child: &Child<M>) -> bool {
    child.distance <= distance && !child.is_solved()
}

/// Repairs the minimal distance of a frame all of whose unsolved children are old, and says whether
/// old children are left. Where no child is as near as the frame there is nothing to be done.
#[cold]
pub(in super::super) fn repair<M>(frame: &mut Frame, children: &[Child<M>]) -> bool {
    // No distance comes near the largest number.
    let (mut nearest, mut farthest) = (u32::MAX, 0);
    for child in children.iter().filter(|child| !child.is_solved()) {
        nearest = nearest.min(child.distance);
        farthest = farthest.max(child.distance);
    }
    if nearest != u32::MAX && farthest <= frame.distance {
        frame.distance = farthest.saturating_sub(1);
    }
    nearest <= frame.distance
}
