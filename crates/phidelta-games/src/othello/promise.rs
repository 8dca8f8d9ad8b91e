//! Which move to try first, for searches that go by move order.

use super::board::Size;
use super::last::{ODD, corners, quadrant, weighted};
use super::bitboard::squares;

/// How promising a move to `square` is, seen after it: `own` is to reply on `replies`.
pub(super) fn of(square: u8, own: u64, opp: u64, replies: u64, size: Size) -> i32 {
    let empty = size.board() & !(own | opp);
    let odd = squares(empty | 1 << square).fold(0, |odd, square| odd ^ quadrant(square));
    let parity = i32::from(ODD[odd as usize & 15] >> square & 1 == 1);
    let corner = i32::from(corners(size) >> square & 1 == 1);
    parity + 2 * corner - 4 * weighted(replies, size) as i32
}
