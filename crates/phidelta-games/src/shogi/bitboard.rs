//! Sets of squares: 81 bits of a 128-bit number, in the order of [`Square::index`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::bits::Bits;
use super::types::Square;

/// The set of each square alone: a load takes fewer instructions than a shift of 128 bits. None for "no square".
static SINGLES: [Bitboard; 128] = {
    let mut singles = [Bitboard::EMPTY; 128];
    let mut square = 0;
    while square < Square::COUNT {
        singles[square] = Bitboard::from_bits(1 << square);
        square += 1;
    }
    singles
};

/// A set of squares.
#[derive(Clone, Copy)]
pub struct Bitboard(Bits);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard::from_bits(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard::from_bits((1 << 81) - 1);

    /// The set of the squares whose bits are 1.
    #[inline]
    pub(super) const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(Bits::new(bits))
    }

    /// Its squares as bits of a number.
    #[inline]
    pub(super) const fn bits(self) -> u128 {
        self.0.number()
    }

    /// One square.
    #[inline]
    pub fn of(square: Square) -> Bitboard {
        SINGLES[square.index() % 128]
    }

    /// Whether it has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// Whether it has the square.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        let index = square.index();
        let half = if index < 64 { self.bits() as u64 } else { (self.bits() >> 64) as u64 };
        half >> (index % 64) & 1 != 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.bits() & other.bits() != 0
    }

    /// Whether it has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.bits() & self.bits().wrapping_sub(1) != 0
    }

    /// Whether it has exactly one square.
    #[inline]
    pub const fn has_one(self) -> bool {
        !self.is_empty() && !self.has_many()
    }

    /// How many squares it has.
    #[inline]
    pub const fn count(self) -> u32 {
        self.bits().count_ones()
    }

    /// Its first square. Not for the empty set.
    #[inline]
    pub(super) const fn first(self) -> Square {
        Square::from_bits(self.bits().trailing_zeros())
    }
}

impl Bitboard {
    /// The set without its first square, if it has one.
    #[inline]
    pub(super) const fn without_first(self) -> Bitboard {
        Bitboard::from_bits(self.bits() & self.bits().wrapping_sub(1))
    }

    /// Its first three squares; if there are fewer, `other` instead.
    #[inline]
    pub(super) const fn first_three_or(self, other: Square) -> [Square; 3] {
        let (second, third) = (self.without_first(), self.without_first().without_first());
        [self.first_or(other), second.first_or(other), third.first_or(other)]
    }

    #[inline]
    const fn first_or(self, other: Square) -> Square {
        if self.is_empty() { other } else { self.first() }
    }
}

impl PartialEq for Bitboard {
    #[inline]
    fn eq(&self, other: &Bitboard) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Bitboard {}

impl Default for Bitboard {
    fn default() -> Bitboard {
        Bitboard::EMPTY
    }
}

impl Hash for Bitboard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.and(other.0))
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.or(other.0))
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.xor(other.0))
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;
    /// The squares of the first that are not in the second.
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0.without(other.0))
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    /// The other squares of the board.
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard::ALL - self
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.bits())
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
