//! Keys of boards and hands.
//!
//! Each piece on each square has a random 128-bit number, and a board's key is the exclusive or of those
//! on it (Zobrist 1970): a move changes it by two or three numbers. Hands are kept apart, so that a
//! table can look for the same board with another hand; both together make the key of a position.
//!
//! Invariant: keys kept up move by move equal those counted afresh.

use phidelta::{Key, mix, stock_key};

use super::hand::Hand;
use super::types::{Piece, Square};

/// By piece and square. "No piece" has a row of zeros, so that a move which captures nothing needs no
/// case of its own.
static PIECES: [[Key; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        let mut s = 0;
        while s < Square::COUNT {
            if i & 15 != Piece::EMPTY.index() {
                table[i][s] = mix((i * 128 + s) as u64);
            }
            s += 1;
        }
        i += 1;
    }
    table
};

/// White to move.
pub(super) const WHITE_TO_MOVE: Key = mix(0x5ee0_0000_0000_0001);

/// The number of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()]
}

/// What the hands add to a board's key.
#[inline]
pub(super) fn hands(black: Hand, white: Hand) -> Key {
    stock_key(u64::from(black.bits()) | u64::from(white.bits()) << 32)
}
