//! Sets of squares: 81 bits of a 128-bit number, in the order of [`Square::index`].

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::types::Square;

/// The set of each square alone: a load takes fewer instructions than a shift of 128 bits.
static SINGLES: [Bitboard; 128] = {
    let mut singles = [Bitboard::EMPTY; 128];
    let mut square = 0;
    while square < 128 {
        singles[square].0 = 1 << square;
        square += 1;
    }
    singles
};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub(super) u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard((1 << 81) - 1);

    /// One square.
    #[inline]
    pub fn of(square: Square) -> Bitboard {
        SINGLES[square.index() % 128]
    }

    /// Whether it has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has the square.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        let index = square.index();
        let half = if index < 64 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        half >> (index % 64) & 1 != 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether it has exactly one square.
    #[inline]
    pub const fn has_one(self) -> bool {
        self.0 != 0 && !self.has_many()
    }

    /// How many squares it has.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Its first square. Not for the empty set.
    #[inline]
    pub(super) const fn first(self) -> Square {
        Square::from_bits(self.0.trailing_zeros())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    /// The other squares of the board.
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set, in the order of their index.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::from_bits(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
