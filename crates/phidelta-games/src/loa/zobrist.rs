//! Keys of positions: the exclusive or of a random 128-bit number for each piece on its square, and one
//! for the side to move (Zobrist 1970).
//!
//! Invariant: keys kept up move by move equal those counted afresh.

use phidelta::{Key, mix};

use super::types::{Color, Square};

static PIECES: [[Key; Square::COUNT]; 2] = {
    let mut table = [[0; Square::COUNT]; 2];
    let mut i = 0;
    while i < 2 * Square::COUNT {
        // An arbitrary start that other games do not use, so that keys of different games differ.
        table[i / Square::COUNT][i % Square::COUNT] = mix(0x10a0_0000_0000_0000 + i as u64);
        i += 1;
    }
    table
};

/// White to move.
pub(super) const WHITE_TO_MOVE: Key = mix(0x10a0_0000_0000_1000);

/// The number of a piece on a square.
#[inline]
pub(super) fn piece(color: Color, square: Square) -> Key {
    PIECES[color.index()][square.index()]
}
