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

/// By piece and square. "No piece" has a row of zeros and "no square" a zero in every row, so that neither a move
/// which captures nothing nor a drop needs a case of its own.
static PIECES: [[Key; 128]; Piece::COUNT] = {
    let mut table = [[0; 128]; Piece::COUNT];
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

/// What the hands add to a board's key. The first hand stands in the bits that are never shared ([`stock_key`]).
/// The other need not: on one board, with one set of pieces, either hand tells the other. The set itself is part
/// of a problem's salt ([`super::Tsume`]).
#[inline]
pub(super) fn hands(first: Hand, other: Hand) -> Key {
    stock_key(u64::from(first.bits()) | u64::from(other.bits()) << 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::types::Kind;

    /// All hands of a set, given to the two sides in every way, and the part of the key that an entry keeps.
    #[test]
    fn hands_of_one_set_never_share_a_key() {
        // The bits that choose a slot are told apart by it, not by the entry.
        let kept = |key: Key| key as u64 & ((1 << 44) - 1);
        let set = [(Kind::PAWN, 18), (Kind::LANCE, 4), (Kind::KNIGHT, 4), (Kind::SILVER, 4), (Kind::GOLD, 4)];
        let set = [&set[..], &[(Kind::BISHOP, 2), (Kind::ROOK, 2)]].concat();
        let mut ways = vec![(Hand::EMPTY, Hand::EMPTY)];
        for (kind, count) in set {
            let add = |hand: Hand, n: u32| (0..n).fold(hand, |hand, _| hand.with(kind));
            let split = |(black, white): (Hand, Hand)| {
                (0..=count).map(move |n| (add(black, n), add(white, count - n)))
            };
            ways = ways.into_iter().flat_map(split).collect();
        }
        assert_eq!(ways.len(), 19 * 5_usize.pow(4) * 9);
        let keys: std::collections::HashSet<u64> =
            ways.iter().map(|&(black, white)| kept(hands(black, white))).collect();
        assert_eq!(keys.len(), ways.len());
    }
}
