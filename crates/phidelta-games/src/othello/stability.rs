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
fn full_lines(filled: u64) -> [u64; 4] {
    // A line is full if the squares are, both ways to the edge.
    let run = |shift: u32, low_edge: u64, high_edge: u64| {
        let (mut up, mut down) = (filled, filled);
        for _ in 0..7 {
            up = filled & (up << shift | low_edge);
            down = filled & (down >> shift | high_edge);
        }
        up & down
    };
    [
        run(1, !NOT_A, !NOT_H),
        run(8, 0xff, 0xff << 56),
        run(9, !NOT_A | 0xff, !NOT_H | 0xff << 56),
        run(7, !NOT_H | 0xff, !NOT_A | 0xff << 56),
    ]
}
