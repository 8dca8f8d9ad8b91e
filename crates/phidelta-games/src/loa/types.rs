//! Colours, squares and moves, and how they are written.
//!
//! A move is `b1-b3`, a capture `b1xb3`, and a player who cannot move says `pass`.

use std::fmt;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Color {
    /// Moves first; `X`.
    Black,
    /// `O`.
    White,
}

impl Color {
    /// Both, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[inline]
    pub const fn flip(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// A square, a1 to h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 64;

    /// The square number `index` of a1, b1 … h8; only the lowest six bits count.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square of a file and a rank, both counted from 0.
    pub fn at(file: u8, rank: u8) -> Option<Square> {
        (file < 8 && rank < 8).then_some(Square(rank * 8 + file))
    }

    /// 0 for a1, 1 for b1 … 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 for 1.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The set that holds this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Reads `c7`.
    pub(super) fn read(text: &[u8]) -> Option<Square> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text else { return None };
        Square::at(file - b'a', rank - b'1')
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The squares of a set, from a1 on.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square::new(set.trailing_zeros() as u8))?;
        set &= set - 1;
        Some(square)
    })
}

/// A move: from, to, and whether something is captured there, so that it can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// The move of a player who has none.
    pub const PASS: Move = Move(1 << 13);
    const CAPTURE: u16 = 1 << 12;

    #[inline]
    pub(super) const fn new(from: Square, to: Square, captures: bool) -> Move {
        Move(from.0 as u16 | (to.0 as u16) << 6 | if captures { Move::CAPTURE } else { 0 })
    }

    /// Where it starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// Whether an opponent's piece stands there.
    #[inline]
    pub const fn captures(self) -> bool {
        self.0 & Move::CAPTURE != 0
    }

    /// Whether nothing moves.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Move::PASS.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        write!(f, "{}{}{}", self.from(), if self.captures() { 'x' } else { '-' }, self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
