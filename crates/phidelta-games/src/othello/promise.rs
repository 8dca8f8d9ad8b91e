//! Which move to try first, for searches that go by move order.

use super::bitboard::squares;
use super::board::Size;
use super::last::{ODD, corners, quadrant};
use super::stability::stable;
use super::bitboard::mobility;

static W: std::sync::LazyLock<Vec<i32>> = std::sync::LazyLock::new(|| {
    std::env::var("W").unwrap_or("4 4 0 1 2 0 0 0".into()).split_whitespace().map(|w| w.parse().unwrap()).collect()
});

fn spread(x: u64) -> u64 {
    let a = x | (x << 1 & 0xfefefefefefefefe) | (x >> 1 & 0x7f7f7f7f7f7f7f7f);
    a | a << 8 | a >> 8
}

/// How promising a move to `square` is, seen after it: `own` is to reply on `replies`.
pub(super) fn of(square: u8, own: u64, opp: u64, replies: u64, size: Size) -> i32 {
    let w = &*W;
    let empty = size.board() & !(own | opp);
    let odd = squares(empty | 1 << square).fold(0, |odd, square| odd ^ quadrant(square));
    let parity = i32::from(ODD[odd as usize & 15] >> square & 1 == 1);
    let corner = i32::from(corners(size) >> square & 1 == 1);
    let mut v = w[3] * parity + w[4] * corner - w[0] * replies.count_ones() as i32 - w[1] * (replies & corners(size)).count_ones() as i32;
    if w[2] != 0 { v -= w[2] * (spread(opp) & empty).count_ones() as i32; }
    if w[5] != 0 { v += w[5] * stable(opp, own, size).count_ones() as i32; }
    if w[6] != 0 { let m = mobility(opp, own, size.board()); v += w[6] * (m.count_ones() + (m & corners(size)).count_ones()) as i32; }
    if w[7] != 0 { v += w[7] * (spread(own) & empty).count_ones() as i32; }
    v
}
