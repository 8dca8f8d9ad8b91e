//! Discs that can never be turned again, and the bounds they put on the score.
//!
//! A disc is turned along a line only if the line has an empty square or a disc of its owner can still
//! change hands there. So along one line a disc is safe if the whole line is full, if it stands at the
//! line's end, or beside a disc of its own colour that is safe on all lines; safe on all four lines, it
//! is stable. Starting from none, the set is grown until nothing is added.
//!
//! The set may be smaller than the truth, never larger.
//! Invariant: on random late positions a stable disc keeps its colour in every continuation.

use super::board::Size;

/// Files at the edge.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Discs of `own` that keep their colour to the end.
#[inline(always)]
pub fn stable(own: u64, opp: u64, size: Size) -> u64 {
    let board = size.board();
    // Beyond the edge nothing can change: as if stable discs stood there.
    let off = !board;
    let full = full_lines(own | opp | off);
    let mut stable = own & full[0] & full[1] & full[2] & full[3];
    loop {
        let safe = stable | off;
        let across = safe << 1 | !NOT_A | safe >> 1 | !NOT_H | full[0];
        let along = safe << 8 | 0xff | safe >> 8 | 0xff << 56 | full[1];
        let rising = (safe << 9 | !NOT_A | 0xff) | (safe >> 9 | !NOT_H | 0xff << 56) | full[2];
        let falling = (safe << 7 | !NOT_H | 0xff) | (safe >> 7 | !NOT_A | 0xff << 56) | full[3];
        let next = own & across & along & rising & falling;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// For each of the four lines: the squares whose whole line is full.
#[inline(always)]
fn full_lines(filled: u64) -> [u64; 4] {
    // Ranks: fold each onto its first square, then spread the answer.
    let mut ranks = filled & filled >> 4;
    ranks &= ranks >> 2;
    ranks = (ranks & ranks >> 1 & A_FILE) * 0xff;
    let mut files = filled & filled.rotate_left(32);
    files &= files.rotate_left(16);
    files &= files.rotate_left(8);
    [
        ranks,
        files,
        diagonals::<9>(filled, &FROM_WEST, &FROM_EAST),
        diagonals::<7>(filled, &FROM_EAST, &FROM_WEST),
    ]
}

/// The squares whose diagonal is full, both ways to the edge: first the next square, then two, then four
/// more, where there are so many. `low` and `high` are the squares that have fewer behind them.
#[inline(always)]
fn diagonals<const D: u32>(filled: u64, low: &[u64; 3], high: &[u64; 3]) -> u64 {
    let (mut up, mut down) = (filled, filled);
    for step in 0..3 {
        let shift = D << step;
        up &= up << shift | low[step] | FROM_BELOW[step];
        down &= down >> shift | high[step] | FROM_ABOVE[step];
    }
    up & down
}

const A_FILE: u64 = 0x0101_0101_0101_0101;

/// The first one, two and four files or ranks from each edge.
const FROM_WEST: [u64; 3] = [A_FILE, 0x0303_0303_0303_0303, 0x0f0f_0f0f_0f0f_0f0f];
const FROM_EAST: [u64; 3] = [A_FILE << 7, 0xc0c0_c0c0_c0c0_c0c0, 0xf0f0_f0f0_f0f0_f0f0];
const FROM_BELOW: [u64; 3] = [0xff, 0xffff, 0xffff_ffff];
const FROM_ABOVE: [u64; 3] = [0xff << 56, 0xffff << 48, 0xffff_ffff << 32];
