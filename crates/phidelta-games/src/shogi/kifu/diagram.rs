//! Drawn boards: nine ranks of nine squares, with a frame or without.
//!
//! With the frame of KIF (`+---`) a rank is read strictly. Without one, as boards are pasted from pages and
//! mails, bars, blanks in front and the number behind a rank may be missing.

use std::ops::Range;

use super::super::error::SfenError;
use super::super::notation::RANKS;
use super::super::types::{Color, Piece, Square};
use super::words::{Cursor, kind_of, numeral};

/// Whether a board has the frame of KIF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// `+---` above and below, `|` at both ends of a rank.
    Drawn,
    /// Anything else.
    Missing,
}

/// What the ends of a rank may be drawn with.
const BARS: [char; 4] = ['|', '｜', '┃', '│'];

/// Whether a row is a rank of a board without a frame.
pub(super) fn is_rank(row: &str) -> bool {
    // Any rank's number may stand behind it: which one is looked at when the board is read.
    (1..=9).any(|number| rank(number, 0, row, Frame::Missing).is_ok())
}

/// Whether a row only decorates a board: the numbers of the files, or a frame of drawn lines.
pub(super) fn is_decoration(row: &str) -> bool {
    let row = row.trim();
    let drawn = !row.is_empty() && row.chars().all(|c| matches!(c, '\u{2500}'..='\u{257f}' | ' ' | '　'));
    let files = row.chars().filter(|c| !c.is_whitespace() && !BARS.contains(c));
    let files: Option<String> = files.map(numeral).collect();
    (drawn && !row.starts_with(BARS)) || files.as_deref() == Some("987654321")
}

/// The pieces of a rank: `| ・v歩 …|一`.
pub(super) fn rank(
    rank: u8,
    at: usize,
    row: &str,
    frame: Frame,
) -> Result<Vec<(Square, Piece, Range<usize>)>, SfenError> {
    let mut cursor = Cursor::new(row, at);
    let wrong = |cursor: &Cursor<'_>, expected| {
        let end = cursor.at + cursor.peek().map_or(0, char::len_utf8);
        let found = cursor.peek().map_or("the line ends here".to_string(), |c| format!("'{c}'"));
        Err(SfenError::unexpected(cursor.at..end, found, expected))
    };
    // Without a frame a bar may be there or not.
    let bar = |cursor: &mut Cursor<'_>| {
        let there = cursor.take(|c| BARS.contains(&c).then_some(())).is_some();
        there || frame == Frame::Missing
    };
    if !bar(&mut cursor) {
        return wrong(&cursor, "'|' and nine squares");
    }
    let mut pieces = Vec::new();
    for file in (1..=9).rev() {
        let start = cursor.at;
        let color = cursor.take(|c| colour(c, frame));
        if cursor.take(|c| matches!(c, '・' | '　' | '．' | '･').then_some(())).is_some() {
            continue;
        }
        let color = if frame == Frame::Missing { color.or(Some(Color::Black)) } else { color };
        let (Some(color), Some(kind)) = (color, cursor.take(kind_of)) else {
            return wrong(&cursor, "a square: ' ・', ' 歩' for Black, 'v歩' for White");
        };
        // Both numbers are within 1 to 9.
        if let Some(square) = Square::new(file, rank) {
            pieces.push((square, Piece::new(color, kind), start..cursor.at));
        }
    }
    if !bar(&mut cursor) {
        return wrong(&cursor, "'|' after nine squares");
    }
    if frame == Frame::Missing {
        cursor.spaces();
    }
    let number = RANKS[usize::from(rank) - 1];
    if cursor.rest.is_empty() || cursor.rest.starts_with(number) {
        return Ok(pieces);
    }
    wrong(&cursor, "the number of this rank, counted from 一")
}

/// Whose piece follows.
fn colour(c: char, frame: Frame) -> Option<Color> {
    match c {
        ' ' | '^' => Some(Color::Black),
        'v' | 'V' => Some(Color::White),
        '▽' | '△' | '☖' => Some(Color::White),
        '▲' | '☗' if frame == Frame::Missing => Some(Color::Black),
        'ｖ' | 'Ｖ' if frame == Frame::Missing => Some(Color::White),
        _ => None,
    }
}
