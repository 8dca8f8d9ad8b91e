//! First numbers of a position for proof-number search.
//!
//! Whoever has the more replies to choose from mostly has the better game, and the fewer replies the
//! opponent has, the less there is to refute. So a number grows with the replies of the side that would
//! have to be refuted, and falls with those of the side whose number it is.
//!
//! The weights were chosen by the nodes df-pn needs on positions with 15 to 19 empty squares: against 1
//! and 1 they save more than half, against the number of moves alone a third.

use super::board::Position;
use super::last::weighted;

/// What a position with no replies for either side starts with.
const BASE: i32 = 4;
/// What a reply of the other side adds …
const TO_REFUTE: i32 = 4;
/// … and one's own takes away.
const TO_CHOOSE: i32 = 2;

/// What a fresh reply starts with, on average: seven replies a side.
pub(super) const TYPICAL: u32 = 18;

/// How hard it looks for the side to move to reach its goal, and for the other to stop it.
#[inline]
pub(super) fn numbers(position: &Position, targets: u64) -> (u32, u32) {
    let own = weighted(targets, position.size()) as i32;
    let opp = weighted(position.passed().targets(), position.size()) as i32;
    let number = |theirs: i32, ours: i32| (BASE + TO_REFUTE * theirs - TO_CHOOSE * ours).max(1) as u32;
    (number(opp, own), number(own, opp))
}
