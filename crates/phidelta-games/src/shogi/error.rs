//! What can be wrong with the text of a position, and where.

use std::fmt;
use std::ops::Range;

use super::types::{Color, Kind};
use crate::text;

/// Why a text is not a position: what is wrong, and the bytes of the text where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SfenError {
    /// The place, in bytes of the text. Empty where something is missing.
    pub place: Range<usize>,
    /// What is wrong there.
    pub kind: SfenErrorKind,
}

/// What is wrong with the text of a position. Every message says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// The text ends too early.
    #[error("the text ends here, expected {0}")]
    Missing(&'static str),
    /// A letter that is no piece.
    #[error(
        "unknown piece '{0}', expected one of P L N S G B R K, lower case for White, or 1 to 9 empty squares"
    )]
    UnknownPiece(char),
    /// A `+` without a piece that promotes.
    #[error("'+' before {0}, expected one of P L N S B R after it")]
    CannotPromote(String),
    /// A rank that is not nine squares long.
    #[error("rank {rank} has {squares} squares, expected 9")]
    RankLength {
        /// 1 to 9, from the top.
        rank: usize,
        /// How many it has, as far as it was read.
        squares: u32,
    },
    /// Not nine ranks.
    #[error("the board has {0} ranks, expected 9 with '/' between them")]
    RankCount(usize),
    /// A second king.
    #[error("a second king of {0:?}, expected at most one")]
    TwoKings(Color),
    /// More pieces than a set has.
    #[error("too many pieces: this is {} number {found}, expected at most {}", .kind.name(), .kind.in_set())]
    TooMany {
        /// Unpromoted.
        kind: Kind,
        /// How many there would be.
        found: u32,
    },
    /// A piece that could never have come there.
    #[error("a {} that could never move, expected it farther from the edge, or promoted", .0.name())]
    DeadPiece(Kind),
    /// Two pawns of a side on a file.
    #[error("a second pawn of {color:?} on file {file}, expected at most one")]
    TwoPawns {
        /// Whose.
        color: Color,
        /// 1 to 9.
        file: u8,
    },
    /// Neither Black nor White.
    #[error("side to move '{0}', expected 'b' or 'w'")]
    BadSide(String),
    /// Something in the hands that does not belong there.
    #[error(
        "'{0}' in the hands, expected '-' or pieces such as 2Pb: a count of 2 to 18 and one of P L N S G B R, lower case for White"
    )]
    BadHand(String),
    /// Not a move number.
    #[error("'{0}', expected a move number, or 'moves'")]
    BadNumber(String),
    /// Text after the end.
    #[error("'{0}' after the position, expected 'moves' or nothing")]
    Trailing(String),
    /// The side to move could take the king.
    #[error("{0:?} is in check and it is not his move, expected a king that cannot be taken at once")]
    OpponentInCheck(Color),
    /// Nobody to mate.
    #[error("{0:?} has no king, expected one to mate")]
    NoKing(Color),
    /// Nothing to answer.
    #[error("{0:?} is not in check, expected a check: the side to move is to be mated")]
    NotInCheck(Color),
    /// A move that is none.
    #[error("'{0}', expected a move such as 7g7f, 8h2b+ or P*5e")]
    BadMove(String),
    /// Something in a game record that does not belong there.
    #[error("{found}, expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A move against the rules.
    #[error("{0} is not legal here, expected a legal move")]
    IllegalMove(String),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.place.start, self.kind)
    }
}

impl std::error::Error for SfenError {}

impl SfenError {
    /// An error at a place.
    pub(super) fn at(place: Range<usize>, kind: SfenErrorKind) -> SfenError {
        SfenError { place, kind }
    }

    /// Something in a game record that does not belong there.
    pub(super) fn unexpected(
        place: Range<usize>,
        found: impl Into<String>,
        expected: &'static str,
    ) -> SfenError {
        SfenError::at(place, SfenErrorKind::Unexpected { found: found.into(), expected })
    }

    /// The column of the place, counted in characters from 1.
    pub fn column(&self, text: &str) -> usize {
        text::column(text, &self.place)
    }

    /// The text, and under it a line that marks the place.
    pub fn marked(&self, text: &str) -> String {
        text::marked(text, &self.place)
    }
}
