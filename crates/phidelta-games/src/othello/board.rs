//! A position: two sets of discs, the side to move and the size of the board.

use std::fmt;

use super::bitboard::{flips, mobility, squares};

/// Who plays which discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Color {
    /// Dark, moves first: `X`.
    Black,
    /// Light: `O`.
    White,
}

impl Color {
    /// The other side.
    pub fn flip(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `X` or `O`.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Size {
    /// 6×6, the inner part of an 8×8 board.
    Six,
    /// 8×8.
    #[default]
    Eight,
}

impl Size {
    /// Squares along an edge.
    pub fn side(self) -> u8 {
        match self {
            Size::Six => 6,
            Size::Eight => 8,
        }
    }

    /// Squares in all.
    pub fn area(self) -> u32 {
        u32::from(self.side()).pow(2)
    }

    /// The squares of the board among 64.
    pub fn board(self) -> u64 {
        match self {
            Size::Six => 0x007e_7e7e_7e7e_7e00,
            Size::Eight => u64::MAX,
        }
    }

    /// Files and ranks around the board that do not belong to it.
    fn margin(self) -> u8 {
        (8 - self.side()) / 2
    }

    /// The square in this file and rank, both from 0.
    pub fn square(self, file: u8, rank: u8) -> u8 {
        (rank + self.margin()) * 8 + file + self.margin()
    }

    /// File and rank of a square, both from 0.
    pub fn file_rank(self, square: u8) -> (u8, u8) {
        (square % 8 - self.margin(), square / 8 - self.margin())
    }
}

/// A move: a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(u8);

impl Move {
    /// No square: only where the side to move has none and the other has.
    pub const PASS: Move = Move(64);

    /// A disc on this square of 64.
    pub fn on(square: u8) -> Move {
        Move(square & 63)
    }

    /// The square of 64, unless it is a pass.
    pub fn square(self) -> Option<u8> {
        (self != Move::PASS).then_some(self.0)
    }

    /// As players write it: `f5`, `ps` for a pass.
    pub fn text(self, size: Size) -> String {
        let Some(square) = self.square() else { return "ps".into() };
        let (file, rank) = size.file_rank(square);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    }
}

/// Discs on a board and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Position {
    /// Of the side to move.
    pub(super) own: u64,
    /// Of the other side.
    pub(super) opp: u64,
    pub(super) side: Color,
    pub(super) size: Size,
}

impl Position {
    /// The start of a game.
    pub fn start(size: Size) -> Position {
        let (low, high) = (size.side() / 2 - 1, size.side() / 2);
        let pair = |a: (u8, u8), b: (u8, u8)| 1 << size.square(a.0, a.1) | 1 << size.square(b.0, b.1);
        Position {
            own: pair((high, low), (low, high)),
            opp: pair((low, low), (high, high)),
            side: Color::Black,
            size,
        }
    }

    /// A position with these discs; what both have or what is off the board is left out.
    pub fn new(size: Size, black: u64, white: u64, side: Color) -> Position {
        let (black, white) = (black & size.board(), white & size.board() & !black);
        let (own, opp) = if side == Color::Black { (black, white) } else { (white, black) };
        Position { own, opp, side, size }
    }

    /// The discs of a side.
    pub fn discs(&self, color: Color) -> u64 {
        if color == self.side { self.own } else { self.opp }
    }

    /// Who is to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Squares without a disc.
    pub fn empties(&self) -> u32 {
        (self.size.board() & !(self.own | self.opp)).count_ones()
    }

    /// The squares where the side to move may play.
    #[inline]
    pub fn targets(&self) -> u64 {
        mobility(self.own, self.opp, self.size.board())
    }

    /// Whether neither side can play any more.
    pub fn is_over(&self) -> bool {
        self.targets() == 0 && self.passed().targets() == 0
    }

    /// The legal moves, by square: a pass only if there is no other and the game goes on.
    pub fn moves(&self) -> Vec<Move> {
        let moves: Vec<Move> = squares(self.targets()).map(Move::on).collect();
        if moves.is_empty() && !self.is_over() { vec![Move::PASS] } else { moves }
    }

    /// Whether the move may be played here.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv.square() {
            Some(square) => self.targets() >> square & 1 == 1,
            None => self.targets() == 0 && !self.is_over(),
        }
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let Some(square) = mv.square() else { return self.passed() };
        let turned = flips(square, self.own, self.opp);
        let own = self.opp & !turned;
        Position { own, opp: self.own | turned | 1 << square, side: self.side.flip(), ..*self }
    }

    #[inline]
    pub(super) fn passed(&self) -> Position {
        Position { own: self.opp, opp: self.own, side: self.side.flip(), ..*self }
    }

    /// The disc difference for the side to move if the game ended here: empty squares go to whoever
    /// has more discs.
    pub fn score(&self) -> i32 {
        score(self.own, self.opp, self.size.area())
    }
}

/// The final disc difference for `own`, empty squares going to the winner.
#[inline]
pub(super) fn score(own: u64, opp: u64, area: u32) -> i32 {
    let (own, opp, area) = (own.count_ones() as i32, opp.count_ones() as i32, area as i32);
    match own.cmp(&opp) {
        std::cmp::Ordering::Greater => area - 2 * opp,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => 2 * own - area,
    }
}

/// The board with coordinates, and under it the discs of both sides and whose turn it is.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.size.side();
        let letters: String = (0..side).map(|file| format!(" {}", char::from(b'a' + file))).collect();
        writeln!(f, "  {}", letters)?;
        let (black, white) = (self.discs(Color::Black), self.discs(Color::White));
        for rank in 0..side {
            write!(f, "{:>2}", rank + 1)?;
            for file in 0..side {
                let bit = 1u64 << self.size.square(file, rank);
                let disc = if black & bit != 0 {
                    'X'
                } else if white & bit != 0 {
                    'O'
                } else if self.targets() & bit != 0 {
                    '·'
                } else {
                    '-'
                };
                write!(f, " {disc}")?;
            }
            writeln!(f)?;
        }
        let turn = if self.is_over() {
            "the game is over".into()
        } else {
            format!("{} to move", self.side.letter())
        };
        let (black, white) = (black.count_ones(), white.count_ones());
        write!(f, "X {black}, O {white}, {} empty; {turn}", self.empties())
    }
}
