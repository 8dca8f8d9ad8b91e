//! Positions as text.
//!
//! Two ways to write one:
//! * a board as in OBF files: the squares from a1 to h8 (or f6), `X` or `*` for Black, `O` for White, `-`
//!   or `.` for none, then the side to move. What follows a `;` is a note;
//! * moves from the start: `f5d6c3`, with or without spaces and in either case. A pass may be written
//!   (`ps`, `pass`) or left out. `6x6` in front chooses the small board, `start` alone is no moves.
//!
//! Invariants: what is written can be read back; a text that is not a position is refused with the place
//! of the first mistake.

use std::ops::Range;

use super::board::{Color, Move, Position, Size};
use crate::text::TextError;

impl Position {
    /// Reads a position: a board with its side to move, or moves from the start.
    pub fn from_text(text: &str) -> Result<Position, TextError> {
        let from = text.len() - text.trim_start().len();
        let body = &text[from..].split(';').next().unwrap_or_default().trim_end();
        let first = body.chars().next();
        let read = if first.is_some_and(|c| disc(c).is_some()) { read_board(body) } else { read_game(body) };
        read.map_err(|error| error.shifted(from))
    }

    /// The position as a board and its side to move, in one line.
    pub fn text(&self) -> String {
        let side = self.size.side();
        let letter = |index: u8| {
            let bit = 1u64 << self.size.square(index % side, index / side);
            match (self.own & bit != 0, self.opp & bit != 0) {
                (true, _) => self.side.letter(),
                (_, true) => self.side.flip().letter(),
                _ => '-',
            }
        };
        let board: String = (0..side * side).map(letter).collect();
        format!("{board} {}", self.side.letter())
    }

    /// Reads a move: `f5`, or `ps` or `pass`.
    pub fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let whole = 0..text.len();
        let mv = match next_move(text, self.size) {
            Some((mv, length)) if length == text.len() => mv,
            _ => return Err(no_move(text, self.size, whole)),
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(self.illegal(mv, whole)) }
    }

    fn illegal(&self, mv: Move, place: Range<usize>) -> TextError {
        let legal: Vec<String> = self.moves().into_iter().map(|mv| mv.text(self.size)).collect();
        let expected = if legal.is_empty() {
            "nothing more: the game is over".to_string()
        } else {
            format!("one of {}", legal.join(" "))
        };
        let what = format!("{} is not legal for {} here", mv.text(self.size), self.side.letter());
        TextError::at(place, format!("{what}, expected {expected}"))
    }
}

/// What a letter of a board stands for; the inner `None` is an empty square.
fn disc(letter: char) -> Option<Option<Color>> {
    match letter {
        'X' | 'x' | '*' => Some(Some(Color::Black)),
        'O' | 'o' => Some(Some(Color::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

fn read_board(text: &str) -> Result<Position, TextError> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let mut discs = Vec::with_capacity(64);
    for (at, letter) in text[..end].char_indices() {
        discs.push(disc(letter).ok_or_else(|| {
            let place = at..at + letter.len_utf8();
            TextError::at(place, format!("'{letter}' on the board, expected X or *, O, - or ."))
        })?);
    }
    let size = match discs.len() {
        36 => Size::Six,
        64 => Size::Eight,
        count => {
            let place = if count > 64 { 64..end } else { end..end };
            let message = format!("the board has {count} squares, expected 64, or 36 for 6×6");
            return Err(TextError::at(place, message));
        }
    };
    let rest = text[end..].trim_start();
    let from = text.len() - rest.len();
    let side = match rest.chars().next().filter(|_| rest.chars().count() == 1).and_then(disc) {
        Some(Some(side)) => side,
        _ if rest.is_empty() => {
            return Err(TextError::at(end..end, "the text ends here, expected the side to move, X or O"));
        }
        _ => {
            return Err(TextError::at(
                from..text.len(),
                format!("'{rest}', expected the side to move, X or O"),
            ));
        }
    };
    let (mut black, mut white) = (0, 0);
    for (index, disc) in (0u8..).zip(discs) {
        let bit = 1u64 << size.square(index % size.side(), index / size.side());
        match disc {
            Some(Color::Black) => black |= bit,
            Some(Color::White) => white |= bit,
            None => {}
        }
    }
    if black | white == 0 {
        return Err(TextError::at(0..end, "no disc on the board, expected at least one"));
    }
    Ok(Position::new(size, black, white, side))
}

fn read_game(text: &str) -> Result<Position, TextError> {
    let mut rest = text;
    let mut size = Size::Eight;
    for (word, chosen) in [("6x6", Size::Six), ("8x8", Size::Eight)] {
        if let Some(after) = strip(rest, word) {
            (rest, size) = (after.trim_start_matches(':').trim_start(), chosen);
        }
    }
    let mut started = rest.len() < text.len();
    if let Some(after) = strip(rest, "startpos").or_else(|| strip(rest, "start")) {
        (rest, started) = (after.trim_start(), true);
    }
    if rest.is_empty() && !started {
        let expected = "expected a board such as ---X…, moves such as f5d6c3, or start";
        return Err(TextError::at(0..0, format!("no position, {expected}")));
    }
    let mut position = Position::start(size);
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let Some((mv, length)) = next_move(rest, size) else {
            let shown = rest.split_whitespace().next().unwrap_or_default();
            let shown: String = shown.chars().take(2).collect();
            return Err(no_move(&shown, size, at..at + shown.len()));
        };
        // A pass that is not written: there is no other move.
        if mv != Move::PASS && position.is_legal(Move::PASS) {
            position = position.after(Move::PASS);
        }
        if !position.is_legal(mv) {
            return Err(position.illegal(mv, at..at + length));
        }
        position = position.after(mv);
        rest = rest[length..].trim_start();
    }
    Ok(position)
}

/// The rest of a text that begins with a word, in either case.
fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// The move a text begins with, and its bytes.
fn next_move(text: &str, size: Size) -> Option<(Move, usize)> {
    for pass in ["pass", "ps"] {
        if strip(text, pass).is_some() {
            return Some((Move::PASS, pass.len()));
        }
    }
    let &[file, rank, ..] = text.as_bytes() else { return None };
    let file = file.to_ascii_lowercase().wrapping_sub(b'a');
    let rank = rank.wrapping_sub(b'1');
    (file < size.side() && rank < size.side()).then(|| (Move::on(size.square(file, rank)), 2))
}

fn no_move(found: &str, size: Size, place: Range<usize>) -> TextError {
    let last = Move::on(size.square(size.side() - 1, size.side() - 1)).text(size);
    TextError::at(place, format!("'{found}', expected a square from a1 to {last}, or ps for a pass"))
}
