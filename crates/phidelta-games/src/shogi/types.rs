//! Colours, kinds of piece, pieces and squares.
//!
//! All are small numbers chosen so that the frequent questions are one machine instruction: promotion
//! is bit 3 of a kind, colour is bit 4 of a piece, and the squares of a file are neighbours, so that a
//! pawn's step is ±1 and a lance looks along adjacent bits.

use std::fmt;

/// A side. Black (sente, ▲) moves towards rank 1, White (gote, △) towards rank 9.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// ▲, moves first in a game.
    Black = 0,
    /// △.
    White = 1,
}

impl Color {
    /// Both, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other side.
    #[inline]
    pub const fn flip(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A kind of piece, promoted kinds included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// 歩.
    pub const PAWN: Kind = Kind(0);
    /// 香.
    pub const LANCE: Kind = Kind(1);
    /// 桂.
    pub const KNIGHT: Kind = Kind(2);
    /// 銀.
    pub const SILVER: Kind = Kind(3);
    /// 角.
    pub const BISHOP: Kind = Kind(4);
    /// 飛.
    pub const ROOK: Kind = Kind(5);
    /// 金.
    pub const GOLD: Kind = Kind(6);
    /// 玉.
    pub const KING: Kind = Kind(7);
    /// と.
    pub const PRO_PAWN: Kind = Kind(8);
    /// 成香.
    pub const PRO_LANCE: Kind = Kind(9);
    /// 成桂.
    pub const PRO_KNIGHT: Kind = Kind(10);
    /// 成銀.
    pub const PRO_SILVER: Kind = Kind(11);
    /// 馬.
    pub const HORSE: Kind = Kind(12);
    /// 竜.
    pub const DRAGON: Kind = Kind(13);
    /// No piece.
    pub(super) const NONE: Kind = Kind(15);

    /// The kinds a hand can hold, cheapest first.
    pub const IN_HAND: [Kind; 7] =
        [Kind::PAWN, Kind::LANCE, Kind::KNIGHT, Kind::SILVER, Kind::GOLD, Kind::BISHOP, Kind::ROOK];

    /// Kinds of a set by their index, beginning with 0 = pawn.
    pub(super) const COUNT: usize = 14;

    /// A number below 16 (15 only for "none").
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Kind {
        Kind(bits & 15)
    }

    /// The kind it promotes to. Only for kinds that [`Kind::can_promote`].
    #[inline]
    pub const fn promoted(self) -> Kind {
        Kind(self.0 | 8)
    }

    /// What it is in hand.
    #[inline]
    pub const fn unpromoted(self) -> Kind {
        Kind(self.0 & 7)
    }

    /// Pawn to rook, unpromoted.
    #[inline]
    pub const fn can_promote(self) -> bool {
        self.0 < Kind::GOLD.0
    }

    /// Whether it is the other side of a piece.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 & 8 != 0
    }

    /// Gold and the small promoted pieces.
    #[inline]
    pub const fn moves_like_gold(self) -> bool {
        const GOLDS: u16 = 1 << 6 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11;
        GOLDS >> self.0 & 1 != 0
    }

    /// Whether it looks along lines.
    #[inline]
    pub(super) const fn slides(self) -> bool {
        const SLIDERS: u16 = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 12 | 1 << 13;
        SLIDERS >> self.0 & 1 != 0
    }

    /// How many of them a set has.
    pub const fn in_set(self) -> u32 {
        match self.unpromoted() {
            Kind::PAWN => 18,
            Kind::BISHOP | Kind::ROOK | Kind::KING => 2,
            _ => 4,
        }
    }

    /// The letter of an unpromoted kind in SFEN.
    pub const fn letter(self) -> char {
        b"PLNSBRGK"[self.0 as usize & 7] as char
    }

    /// The kind behind an upper-case SFEN letter.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'P' => Kind::PAWN,
            'L' => Kind::LANCE,
            'N' => Kind::KNIGHT,
            'S' => Kind::SILVER,
            'G' => Kind::GOLD,
            'B' => Kind::BISHOP,
            'R' => Kind::ROOK,
            'K' => Kind::KING,
            _ => return None,
        })
    }

    /// Its English name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::PAWN => "pawn",
            Kind::LANCE => "lance",
            Kind::KNIGHT => "knight",
            Kind::SILVER => "silver",
            Kind::BISHOP => "bishop",
            Kind::ROOK => "rook",
            Kind::GOLD => "gold",
            Kind::KING => "king",
            Kind::PRO_PAWN => "promoted pawn",
            Kind::PRO_LANCE => "promoted lance",
            Kind::PRO_KNIGHT => "promoted knight",
            Kind::PRO_SILVER => "promoted silver",
            Kind::HORSE => "horse",
            Kind::DRAGON => "dragon",
            _ => "nothing",
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u8);

impl Piece {
    /// What stands on an empty square.
    pub(super) const EMPTY: Piece = Piece(Kind::NONE.0);

    /// Numbers that [`Piece::index`] may give.
    pub(super) const COUNT: usize = 32;

    /// A piece of a side.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece(kind.0 | (color as u8) << 4)
    }

    /// Its kind; `Kind::NONE` on an empty square.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.0 & 15)
    }

    /// Its owner.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 16 == 0 { Color::Black } else { Color::White }
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == Piece::EMPTY.0
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("empty");
        }
        write!(f, "{:?} {:?}", self.color(), self.kind())
    }
}

impl fmt::Display for Piece {
    /// As SFEN writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind().letter();
        let letter = if self.color() == Color::Black { letter } else { letter.to_ascii_lowercase() };
        write!(f, "{}{letter}", if self.kind().is_promoted() { "+" } else { "" })
    }
}

/// A square: nine times the file plus the rank, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 81;

    /// Stands for "no square", for instance of a king that is not there.
    pub(super) const NONE: Square = Square(127);

    /// The square at a file (1 = right edge of the diagram) and rank (1 = top), if both are 1 to 9.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// 1 to 9, from the right.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1 to 9, from the top.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Square {
        Square((bits & 127) as u8)
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == Square::NONE.0
    }
}

impl fmt::Display for Square {
    /// As USI writes it: `7f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("none") } else { write!(f, "{self}") }
    }
}
