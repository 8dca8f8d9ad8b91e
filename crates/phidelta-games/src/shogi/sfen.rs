//! SFEN and USI text: positions and moves, in and out.
//!
//! A position is `[position] startpos` or `[position] [sfen] BOARD SIDE HANDS [NUMBER]`, each followed by
//! `[moves MOVE…]`. In HANDS an empty hand may be spelt out: `-2p`, `RG-`, `--` ([`Setup::says_empty`]).
//! Reading is strict about everything a slip of the pen would change: an error names the
//! bytes of the text at which it shows.
//!
//! Invariant: what is written is read back as the same position; no text makes the reader panic.

use std::fmt;
use std::ops::Range;

use super::attacks;
use super::error::{SfenError, SfenErrorKind as Wrong};
use super::hand::Hand;
use super::mv::Move;
use super::position::Position;
use super::types::{Color, Kind, Piece, Square};

/// The start of a game.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A position as it was read, before moves are played.
pub(super) struct Setup<'t> {
    pub(super) position: Position,
    /// Where the kings stand in the text, by colour.
    kings: [Range<usize>; 2],
    /// Where the board stands.
    board: Range<usize>,
    /// Whose hand is said to be empty, by colour.
    empty: [bool; 2],
    /// The moves to be played, with their places.
    moves: Vec<(Range<usize>, &'t str)>,
}

impl Position {
    /// The position that games start from.
    pub fn start() -> Position {
        Position::from_sfen(START).expect("a position that is written above")
    }

    /// Reads a position; see the module for the forms.
    pub fn from_sfen(text: &str) -> Result<Position, SfenError> {
        Setup::read(text)?.played()
    }

    /// Reads a move of this position, written as in USI.
    pub fn read_move(&self, text: &str) -> Result<Move, SfenError> {
        self.read_move_at(text, 0)
    }

    fn read_move_at(&self, text: &str, at: usize) -> Result<Move, SfenError> {
        let place = at..at + text.len();
        if !is_move(text.as_bytes()) {
            return Err(SfenError::at(place, Wrong::BadMove(text.to_string())));
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let found = moves.into_iter().find(|mv| mv.to_string() == text);
        found.ok_or_else(|| SfenError::at(place, Wrong::IllegalMove(text.to_string())))
    }
}

/// Whether a text has the form of a move.
fn is_move(text: &[u8]) -> bool {
    let square = |s: &[u8]| matches!(s, [b'1'..=b'9', b'a'..=b'i']);
    match text {
        [piece, b'*', to @ ..] => b"PLNSGBR".contains(piece) && square(to),
        [a, b, to @ ..] => square(&[*a, *b]) && square(to.strip_suffix(b"+").unwrap_or(to)),
        _ => false,
    }
}

impl<'t> Setup<'t> {
    /// Reads the text without playing the moves.
    pub(super) fn read(text: &'t str) -> Result<Setup<'t>, SfenError> {
        let mut words = Words { text, at: 0 };
        let mut word = words.next();
        if word.as_ref().is_some_and(|(_, word)| *word == "position") {
            word = words.next();
        }
        if word.as_ref().is_some_and(|(_, word)| *word == "startpos") {
            let mut setup = Setup::read(START)?;
            setup.board = 0..0;
            setup.moves = rest(&mut words, None)?;
            return Ok(setup);
        }
        if word.as_ref().is_some_and(|(_, word)| *word == "sfen") {
            word = words.next();
        }
        let end = text.trim_end().len();
        let missing = |what| SfenError::at(end..end, Wrong::Missing(what));
        let (board, ranks) = word.ok_or_else(|| missing("the nine ranks of a board, or 'startpos'"))?;
        let mut reader = Reader::new();
        reader.board(board.start, ranks)?;
        let (place, side) = words.next().ok_or_else(|| missing("the side to move, 'b' or 'w'"))?;
        reader.position.set_side(match side {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(SfenError::at(place, Wrong::BadSide(side.to_string()))),
        });
        let (place, hands) = words.next().ok_or_else(|| missing("pieces in hand, or '-'"))?;
        reader.hands(place.start, hands)?;
        let mut next = words.next();
        if let Some((place, number)) = next.clone().filter(|(_, word)| *word != "moves") {
            if number.parse::<u32>().is_err() {
                return Err(SfenError::at(place, Wrong::BadNumber(number.to_string())));
            }
            next = words.next();
        }
        let moves = rest(&mut words, next)?;
        let Reader { position, kings, empty, .. } = reader;
        let setup = Setup { position, kings, board, empty, moves };
        let opponent = setup.position.side().flip();
        if setup.position.in_check(opponent) {
            let place = setup.kings[opponent.index()].clone();
            return Err(SfenError::at(place, Wrong::OpponentInCheck(opponent)));
        }
        Ok(setup)
    }

    /// The position after the moves.
    pub(super) fn played(self) -> Result<Position, SfenError> {
        let mut position = self.position;
        for (place, text) in self.moves {
            let mv = position.read_move_at(text, place.start)?;
            position.play(mv);
        }
        Ok(position)
    }

    /// Who is to move behind the moves.
    pub(super) fn side_after_moves(&self) -> Color {
        let side = self.position.side();
        if self.moves.len().is_multiple_of(2) { side } else { side.flip() }
    }

    /// Whether the text spells out that a side has nothing in hand. Where it merely says nothing of it, the
    /// defender of a problem has the rest.
    pub(super) fn says_empty(&self, color: Color) -> bool {
        self.empty[color.index()]
    }

    /// Where the board stands in the text.
    pub(super) fn board(&self) -> Range<usize> {
        self.board.clone()
    }
}

/// The words after the position: none, or `moves` and moves. `next` is the first, if it has been read.
fn rest<'t>(
    words: &mut Words<'t>,
    next: Option<(Range<usize>, &'t str)>,
) -> Result<Vec<(Range<usize>, &'t str)>, SfenError> {
    match next.or_else(|| words.next()) {
        None => Ok(Vec::new()),
        Some((_, "moves")) => Ok(words.collect()),
        Some((place, _)) => {
            let end = words.text.trim_end().len();
            let word = words.text[place.start..end].to_string();
            Err(SfenError::at(place.start..end, Wrong::Trailing(word)))
        }
    }
}

/// Words of a text and where they stand.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = (Range<usize>, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let word = self.text[start..].split_whitespace().next()?;
        self.at = start + word.len();
        Some((start..self.at, word))
    }
}

/// A position being read, from this text or from a game record.
pub(super) struct Reader {
    pub(super) position: Position,
    /// Where the kings stand in the text, by colour.
    pub(super) kings: [Range<usize>; 2],
    /// How many of each unpromoted kind have been seen.
    seen: [u32; 8],
    /// Whose hand is said to be empty, by colour.
    empty: [bool; 2],
}

impl Reader {
    pub(super) fn new() -> Reader {
        Reader { position: Position::empty(), kings: [0..0, 0..0], seen: [0; 8], empty: [false; 2] }
    }

    /// Counts pieces of a kind.
    pub(super) fn count(&mut self, kind: Kind, more: u32, place: Range<usize>) -> Result<(), SfenError> {
        let kind = kind.unpromoted();
        let found = self.seen[kind.index()] + more;
        self.seen[kind.index()] = found;
        if found > kind.in_set() {
            return Err(SfenError::at(place, Wrong::TooMany { kind, found }));
        }
        Ok(())
    }

    /// Reads the ranks, which begin at byte `at` of the text.
    fn board(&mut self, at: usize, ranks: &str) -> Result<(), SfenError> {
        let end = at + ranks.len();
        let mut start = at;
        let mut number = 0;
        for rank in ranks.split('/') {
            number += 1;
            if number > 9 {
                return Err(SfenError::at(start - 1..end, Wrong::RankCount(ranks.split('/').count())));
            }
            self.rank(start, number, rank)?;
            start += rank.len() + 1;
        }
        if number < 9 {
            return Err(SfenError::at(end..end, Wrong::RankCount(number)));
        }
        Ok(())
    }

    fn rank(&mut self, at: usize, rank: usize, text: &str) -> Result<(), SfenError> {
        let mut squares: u32 = 0;
        let mut promoted: Option<usize> = None;
        for (i, c) in text.char_indices() {
            let place = promoted.unwrap_or(at + i)..at + i + c.len_utf8();
            let wrong = |kind| Err(SfenError::at(place.clone(), kind));
            if c == '+' && promoted.is_none() {
                promoted = Some(at + i);
                continue;
            }
            let kind = Kind::from_letter(c.to_ascii_uppercase());
            if promoted.is_some() && !kind.is_some_and(Kind::can_promote) {
                return wrong(Wrong::CannotPromote(format!("'{c}'")));
            }
            let length = match (kind, c) {
                (Some(_), _) => 1,
                (None, '1'..='9') => c as u32 - '0' as u32,
                _ => return wrong(Wrong::UnknownPiece(c)),
            };
            if squares + length > 9 {
                let whole = Reader::length(text);
                return wrong(Wrong::RankLength { rank, squares: whole.max(squares + length) });
            }
            if let Some(kind) = kind {
                let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
                let kind = if promoted.is_some() { kind.promoted() } else { kind };
                let square = Square::new(9 - squares as u8, rank as u8);
                // Always there: both numbers were held within 1 to 9 above.
                if let Some(square) = square {
                    self.put(square, Piece::new(color, kind), place)?;
                }
            }
            squares += length;
            promoted = None;
        }
        let end = at + text.len();
        if let Some(plus) = promoted {
            return Err(SfenError::at(plus..end, Wrong::CannotPromote("the end of the rank".into())));
        }
        if squares < 9 {
            return Err(SfenError::at(end..end, Wrong::RankLength { rank, squares }));
        }
        Ok(())
    }

    /// The squares of a rank, whatever its letters mean.
    fn length(text: &str) -> u32 {
        text.chars().map(|c| c.to_digit(10).unwrap_or(u32::from(c != '+'))).sum()
    }

    /// Puts a piece on an empty square, if the rules allow it there.
    pub(super) fn put(&mut self, square: Square, piece: Piece, place: Range<usize>) -> Result<(), SfenError> {
        let (color, kind) = (piece.color(), piece.kind());
        let wrong = |kind| Err(SfenError::at(place.clone(), kind));
        if kind == Kind::KING {
            if self.position.king(color).is_some() {
                return wrong(Wrong::TwoKings(color));
            }
            self.kings[color.index()] = place.clone();
        }
        if attacks::dead_squares(color, kind).has(square) {
            return wrong(Wrong::DeadPiece(kind));
        }
        let file = attacks::file_of(square);
        if kind == Kind::PAWN && file.meets(self.position.pieces_of(color, Kind::PAWN)) {
            return wrong(Wrong::TwoPawns { color, file: square.file() });
        }
        self.count(kind, 1, place)?;
        self.position.put(square, piece);
        Ok(())
    }

    /// Reads the hands, which begin at byte `at` of the text.
    fn hands(&mut self, at: usize, text: &str) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        // Black's hand comes first: a sign in front says that he has nothing, one behind that White has not.
        self.empty = [text.starts_with('-'), text.ends_with('-')];
        let mut number: Option<(usize, u32)> = None;
        for (i, c) in text.char_indices() {
            if c == '-' && number.is_none() && (i == 0 || i + 1 == text.len()) {
                continue;
            }
            let end = i + c.len_utf8();
            let start = number.map_or(i, |(start, _)| start);
            let place = at + start..at + end;
            let bad = || SfenError::at(place.clone(), Wrong::BadHand(text[start..end].to_string()));
            if let Some(digit) = c.to_digit(10) {
                let (_, before) = number.unwrap_or((i, 0));
                // More digits than any set needs.
                if before > 99 || (before == 0 && digit == 0) {
                    return Err(bad());
                }
                number = Some((start, before * 10 + digit));
                continue;
            }
            let kind = Kind::from_letter(c.to_ascii_uppercase()).filter(|&kind| kind != Kind::KING);
            let kind = kind.ok_or_else(bad)?;
            let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
            if self.empty[color.index()] {
                return Err(bad());
            }
            let more = number.map_or(1, |(_, n)| n);
            self.count(kind, more, place)?;
            let hand = (0..more).fold(self.position.hand(color), |hand, _| hand.with(kind));
            self.position.set_hand(color, hand);
            number = None;
        }
        if let Some((start, _)) = number {
            let place = at + start..at + text.len();
            return Err(SfenError::at(place, Wrong::BadHand(text[start..].to_string())));
        }
        Ok(())
    }
}

impl fmt::Display for Position {
    /// As SFEN, with move number 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            if rank > 1 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                let Some(piece) = self.piece(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{piece}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        f.write_str(if self.side() == Color::Black { " b " } else { " w " })?;
        for color in Color::ALL {
            // The order that the USI protocol gives: the strongest first.
            for kind in
                [Kind::ROOK, Kind::BISHOP, Kind::GOLD, Kind::SILVER, Kind::KNIGHT, Kind::LANCE, Kind::PAWN]
            {
                let piece = Piece::new(color, kind);
                match self.hand(color).count(kind) {
                    0 => {}
                    1 => write!(f, "{piece}")?,
                    n => write!(f, "{n}{piece}")?,
                }
            }
        }
        f.write_str(if Color::ALL.iter().all(|&color| self.hand(color) == Hand::EMPTY) {
            "- 1"
        } else {
            " 1"
        })
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
