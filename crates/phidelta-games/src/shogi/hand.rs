//! The pieces in one hand, packed into 32 bits.
//!
//! Each kind has a field wide enough for all of its pieces and one spare bit above it. The spare bits
//! are always 0, so that "at least as many of every kind" is one subtraction: a field that is too small
//! borrows from its spare bit and shows there.
//!
//! Invariant: the packed form agrees with plain counts after any additions and removals.

use std::fmt;

use super::types::Kind;

/// Pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

/// Where each kind's field begins, by [`Kind::index`].
const SHIFT: [u32; 8] = [0, 6, 10, 14, 18, 21, 24, 28];
/// The width of each field without its spare bit; a king is never in hand.
const WIDTH: [u32; 8] = [5, 3, 3, 3, 2, 2, 3, 0];
/// The bits of each field without its spare one.
const FIELD: [u32; 8] = {
    let (mut fields, mut i) = ([0; 8], 0);
    while i < 8 {
        fields[i] = ((1 << WIDTH[i]) - 1) << SHIFT[i];
        i += 1;
    }
    fields
};
/// One of each kind, promoted or not; nothing for a king and for "no piece".
const ONE: [u32; 16] = {
    let (mut ones, mut i) = ([0; 16], 0);
    while i < 16 {
        ones[i] = if i & 7 == 7 { 0 } else { 1 << SHIFT[i & 7] };
        i += 1;
    }
    ones
};
/// The spare bits.
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 20 | 1 << 23 | 1 << 27;

impl Hand {
    /// Nothing.
    pub const EMPTY: Hand = Hand(0);

    /// How many of an unpromoted kind it holds.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        let i = kind.index() & 7;
        self.0 >> SHIFT[i] & ((1 << WIDTH[i]) - 1)
    }

    /// Whether it holds one of an unpromoted kind.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & FIELD[kind.index() & 7] != 0
    }

    /// The kinds it holds, cheapest first.
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::IN_HAND.into_iter().filter(move |&kind| self.has(kind))
    }

    /// Whether it holds a lance, bishop or rook.
    #[inline]
    pub(super) const fn has_slider(self) -> bool {
        const SLIDERS: u32 =
            FIELD[Kind::LANCE.index()] | FIELD[Kind::BISHOP.index()] | FIELD[Kind::ROOK.index()];
        self.0 & SLIDERS != 0
    }

    /// Whether it holds a piece that may be dropped on every square.
    #[inline]
    pub(super) const fn goes_anywhere(self) -> bool {
        const ANYWHERE: u32 = FIELD[Kind::SILVER.index()]
            | FIELD[Kind::GOLD.index()]
            | FIELD[Kind::BISHOP.index()]
            | FIELD[Kind::ROOK.index()];
        self.0 & ANYWHERE != 0
    }

    /// How many pieces it holds.
    #[inline]
    pub const fn total(self) -> u32 {
        let (mut total, mut i) = (0, 0);
        while i < 7 {
            total += self.0 >> SHIFT[i] & ((1 << WIDTH[i]) - 1);
            i += 1;
        }
        total
    }

    /// Whether it holds nothing.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One more of an unpromoted kind. The set's size is the caller's concern.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Hand {
        Hand(self.0 + (1 << SHIFT[kind.index() & 7]))
    }

    /// One less of an unpromoted kind that it holds.
    #[inline]
    #[must_use]
    pub const fn without(self, kind: Kind) -> Hand {
        Hand(self.0 - (1 << SHIFT[kind.index() & 7]))
    }

    /// One more of what a piece is in hand, and one less; either may be "no piece".
    #[inline]
    #[must_use]
    pub(super) const fn changed(self, more: Kind, less: Kind) -> Hand {
        Hand(self.0 + ONE[more.index() & 15] - ONE[less.index() & 15])
    }

    /// Whether it holds at least as many of every kind.
    #[inline]
    pub const fn covers(self, other: Hand) -> bool {
        (self.0 | SPARE).wrapping_sub(other.0) & SPARE == SPARE
    }

    /// The hand of a packed form.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Hand {
        Hand(bits)
    }

    /// The packed form.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The bits that [`Hand::dense`] takes.
    pub(super) const DENSE_BITS: u32 = 21;

    /// The packed form without spare bits: room for something else beside it.
    #[inline]
    pub(super) const fn dense(self) -> u32 {
        let (mut dense, mut at, mut i) = (0, 0, 0);
        while i < 7 {
            dense |= (self.0 >> SHIFT[i] & ((1 << WIDTH[i]) - 1)) << at;
            at += WIDTH[i];
            i += 1;
        }
        dense
    }

    /// The hand of a dense form; bits above it are ignored.
    #[inline]
    pub(super) const fn from_dense(dense: u32) -> Hand {
        let (mut bits, mut at, mut i) = (0, 0, 0);
        while i < 7 {
            bits |= (dense >> at & ((1 << WIDTH[i]) - 1)) << SHIFT[i];
            at += WIDTH[i];
            i += 1;
        }
        Hand(bits)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(Kind::IN_HAND.map(|kind| (kind, self.count(kind)))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_plain_counts() {
        let mut rng = fastrand::Rng::with_seed(3);
        let random = |rng: &mut fastrand::Rng| {
            let counts = Kind::IN_HAND.map(|kind| rng.u32(0..=kind.in_set()));
            let mut hand = Hand::EMPTY;
            for (kind, count) in Kind::IN_HAND.into_iter().zip(counts) {
                for _ in 0..count {
                    hand = hand.with(kind);
                }
            }
            assert_eq!(Kind::IN_HAND.map(|kind| hand.count(kind)), counts);
            assert!(hand.dense() < 1 << Hand::DENSE_BITS);
            assert_eq!(Hand::from_dense(hand.dense() | u32::MAX << Hand::DENSE_BITS), hand);
            (hand, counts)
        };
        for _ in 0..10_000 {
            let ((a, plain_a), (mut b, mut plain_b)) = (random(&mut rng), random(&mut rng));
            if rng.bool() {
                // Otherwise one hardly ever covers the other.
                for (i, kind) in Kind::IN_HAND.into_iter().enumerate() {
                    while plain_b[i] > plain_a[i] + u32::from(rng.u8(..) == 0) {
                        b = b.without(kind);
                        plain_b[i] -= 1;
                    }
                }
            }
            assert_eq!(a.covers(b), plain_a.iter().zip(&plain_b).all(|(x, y)| x >= y));
        }
    }
}
