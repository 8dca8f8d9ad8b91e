//! A move in 32 bits.
//!
//! It carries what playing and taking back need: squares, the piece that moves, what is captured. So a
//! position needs no stack of its own to go back, and the key after a move follows from the move alone.

use std::fmt;

use super::hand::Hand;
use super::types::{Color, Kind, Piece, Square};

/// A move of one position. Two positions may write the same move differently: what it captures is part
/// of it.
///
/// Bits: to 0–6, from 7–13, promotion 14, drop 15, the kind that moves (as it was before) 16–19, the
/// kind captured 20–23, colour 24.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

const PROMOTION: u32 = 1 << 14;
const DROP: u32 = 1 << 15;

impl Move {
    /// Puts a piece from the hand on the board.
    #[inline]
    pub(super) const fn drop(color: Color, kind: Kind, to: Square) -> Move {
        let none = (Kind::NONE.index() as u32) << 20;
        Move(
            to.index() as u32
                | (Square::NONE.index() as u32) << 7
                | DROP
                | (kind.index() as u32) << 16
                | none
                | (color as u32) << 24,
        )
    }

    /// Moves a piece without promoting it.
    #[inline]
    pub(super) const fn step(piece: Piece, from: Square, to: Square, captured: Kind) -> Move {
        Move(
            to.index() as u32
                | (from.index() as u32) << 7
                | (piece.kind().index() as u32) << 16
                | (captured.index() as u32) << 20
                | (piece.color() as u32) << 24,
        )
    }

    /// The same with promotion.
    #[inline]
    pub(super) const fn promoting(self) -> Move {
        Move(self.0 | PROMOTION)
    }

    /// Where the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_bits(self.0)
    }

    /// Where it comes from; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() { None } else { Some(self.origin()) }
    }

    /// Where it comes from. Not for drops.
    #[inline]
    pub(super) const fn origin(self) -> Square {
        Square::from_bits(self.0 >> 7)
    }

    /// Whether it comes from the hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 & DROP != 0
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// The kind that moves, as it was before.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::from_bits((self.0 >> 16) as u8)
    }

    /// The kind that stands on the square afterwards.
    #[inline]
    pub const fn kind_after(self) -> Kind {
        if self.is_promotion() { self.kind().promoted() } else { self.kind() }
    }

    /// The kind captured, promoted as it was.
    #[inline]
    pub const fn captured(self) -> Option<Kind> {
        let kind = self.captured_bits();
        if kind.index() == Kind::NONE.index() { None } else { Some(kind) }
    }

    #[inline]
    pub(super) const fn captured_bits(self) -> Kind {
        Kind::from_bits((self.0 >> 20) as u8)
    }

    /// What stood on the square the piece goes to.
    #[inline]
    pub(super) const fn captured_piece(self) -> Piece {
        let kind = self.captured_bits();
        if kind.index() == Kind::NONE.index() { Piece::EMPTY } else { Piece::new(self.color().flip(), kind) }
    }

    /// What the side that moves has in hand behind the move.
    #[inline]
    pub(super) const fn hand_after(self, hand: Hand) -> Hand {
        hand.changed(self.captured_bits(), self.dropped_bits())
    }

    /// What it had before.
    #[inline]
    pub(super) const fn hand_before(self, hand: Hand) -> Hand {
        hand.changed(self.dropped_bits(), self.captured_bits())
    }

    /// The kind dropped, or "no piece".
    #[inline]
    const fn dropped_bits(self) -> Kind {
        if self.is_drop() { self.kind() } else { Kind::NONE }
    }

    /// Who moves.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 >> 24 & 1 == 0 { Color::Black } else { Color::White }
    }
}

impl fmt::Display for Move {
    /// As USI writes it: `7g7f`, `8h2b+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_drop() {
            return write!(f, "{}*{}", self.kind().letter(), self.to());
        }
        let plus = if self.is_promotion() { "+" } else { "" };
        write!(f, "{}{}{plus}", self.origin(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
