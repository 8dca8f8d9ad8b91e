//! First numbers of a position for proof-number search.

use super::board::Position;
use super::last::weighted;

/// What a fresh reply starts with, on average.
pub(super) const TYPICAL: u32 = 4;

/// How hard it looks for the side to move to reach its goal, and for the other to stop it.
#[inline]
pub(super) fn numbers(position: &Position, targets: u64) -> (u32, u32) {
    let replies = weighted(position.passed().targets(), position.size());
    let own = weighted(targets, position.size());
    (1 + replies, 1 + own)
}
