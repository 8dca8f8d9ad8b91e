//! Which move to try first, for searches that go by move order.
//!
//! Fastest first: a move after which the opponent has few replies is often good, and always cheap to
//! search. A reply in a corner weighs as much as four others. To that come, as smaller weights, the empty
//! squares beside one's own discs (where the opponent will find replies later), parity (the last move in
//! a quadrant is worth having) and taking a corner.
//!
//! The weights were chosen by the nodes that alpha-beta needs on positions with 15 to 22 empty squares:
//! against counting replies alone they save a fifth.

use super::bitboard::squares;
use super::board::Size;
use super::last::{ODD, corners, quadrant};

/// Weights, all on one scale: what a reply costs …
const REPLY: i32 = 4;
/// … one in a corner on top of that …
const CORNER_REPLY: i32 = 16;
/// … an empty square beside a disc of the mover …
const OPEN_SQUARE: i32 = 1;
/// … and what a move in an odd quadrant …
const ODD_QUADRANT: i32 = 1;
/// … or in a corner is worth.
const CORNER: i32 = 2;

/// How promising a move to `square` is, seen after it: `own` is to reply, on `replies`.
#[inline]
pub(super) fn of(square: u8, own: u64, opp: u64, replies: u64, size: Size) -> i32 {
    let empty = size.board() & !(own | opp);
    let odd = squares(empty | 1 << square).fold(0, |odd, square| odd ^ quadrant(square));
    let has = |set: u64| i32::from(set >> square & 1 == 1);
    let count = |set: u64| set.count_ones() as i32;
    ODD_QUADRANT * has(ODD[odd as usize & 15]) + CORNER * has(corners(size))
        - REPLY * count(replies)
        - CORNER_REPLY * count(replies & corners(size))
        - OPEN_SQUARE * count(around(opp) & empty)
}

/// A set and the squares beside it.
#[inline]
fn around(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    wide | wide << 8 | wide >> 8
}
