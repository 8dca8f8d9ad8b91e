//! Positions and moves as text, in and out.
//!
//! A position is `BOARD SIDE [moves MOVE…]` or `start [moves MOVE…]`. The board is 64 characters, a1 to
//! h1, then a2 to h2 up to h8: `X` Black, `O` White, `-` empty. The side to move is `X` or `O`. Moves are
//! `b1-b3`, `b1xb3` or `pass`; numbers of moves (`1.`) and commas between them are skipped.
//!
//! Reading is strict about everything a slip of the pen would change: an error names the bytes of the
//! text at which it shows. Not even the dash of a move that captures is taken for the other.
//!
//! Invariant: what is written is read back as the same position; no text makes the reader panic.

use std::fmt;
use std::ops::Range;

use super::history::{History, end_name};
use super::position::Position;
use super::rules::{Rules, Stuck};
use super::types::{Color, Move, Square, squares};
use crate::text::TextError;

/// Pieces a side begins with.
const PIECES: u32 = 12;

/// A word of a text and where it stands.
type Word<'t> = (Range<usize>, &'t str);

impl Position {
    /// Reads a position; see the module for the forms.
    pub fn from_text(text: &str) -> Result<Position, TextError> {
        History::from_text(text, Rules::default()).map(|history| history.position().clone())
    }

    /// The board as 64 characters and the side to move, in one line.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in squares(!0) {
            write!(f, "{}", self.piece(square).map_or('-', Color::letter))?;
        }
        write!(f, " {}", self.side().letter())
    }

    /// The board as a picture, White's and Black's pieces as letters.
    pub fn drawn(&self) -> String {
        let mut out = String::from("    a b c d e f g h\n");
        for rank in (0..8).rev() {
            out.push_str(&format!("  {}", rank + 1));
            for square in (0..8).filter_map(|file| Square::at(file, rank)) {
                out.push(' ');
                out.push(self.piece(square).map_or('.', Color::letter));
            }
            out.push_str(&format!(" {}\n", rank + 1));
        }
        out.push_str("    a b c d e f g h\n");
        out.push_str(&format!("{} ({}) to move\n", self.side(), self.side().letter()));
        out
    }

    /// Reads a move of this position.
    pub fn read_move(&self, text: &str, rules: Rules) -> Result<Move, TextError> {
        let wrong = |message: String| Err(TextError::at(0..text.len(), message));
        let form = match text.as_bytes() {
            b"pass" => None,
            &[a, b, sign @ (b'-' | b'x'), c, d] => match (Square::read(&[a, b]), Square::read(&[c, d])) {
                (Some(from), Some(to)) => Some((from, to, sign == b'x')),
                _ => return wrong(bad_move(text)),
            },
            _ => return wrong(bad_move(text)),
        };
        let side = self.side();
        let illegal = |why: String| wrong(format!("{text} is not legal here: {why}"));
        let Some((from, to, captures)) = form else {
            return match (self.mobility(side), rules.stuck) {
                (0, Stuck::Passes) => Ok(Move::PASS),
                (0, Stuck::Loses) => illegal(format!("{side} has no move and has lost")),
                _ => illegal(format!("{side} has a move, expected one")),
            };
        };
        if self.piece(from) != Some(side) {
            let found = self.piece(from).map_or("nothing".to_string(), |color| format!("a piece of {color}"));
            return illegal(format!("{found} on {from}, expected a piece of {side}, who is to move"));
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.retain(|mv| mv.from() == from);
        match moves.iter().find(|mv| mv.to() == to) {
            Some(mv) if mv.captures() == captures => Ok(*mv),
            Some(mv) => illegal(format!(
                "expected {mv}, {}",
                if captures { "nothing stands there" } else { "it captures" }
            )),
            None if moves.is_empty() => illegal(format!("the piece on {from} cannot move")),
            None => {
                let list: Vec<String> = moves.iter().map(Move::to_string).collect();
                illegal(format!("expected one of {}", list.join(" ")))
            }
        }
    }
}

fn bad_move(text: &str) -> String {
    format!("'{text}', expected a move such as b1-b3, a capture such as b1xb3, or pass")
}

impl History {
    /// Reads a position and the moves that lead on from it, to the position after the last of them.
    pub fn from_text(text: &str, rules: Rules) -> Result<History, TextError> {
        let mut words = Words { text, at: 0 };
        let end = text.trim_end().len();
        let missing = |what: &str| TextError::at(end..end, format!("the text ends here, expected {what}"));
        let (place, board) = words.next().ok_or_else(|| missing("64 squares of X, O and -, or 'start'"))?;
        let position = if board == "start" {
            Position::start()
        } else {
            let (black, white) = read_board(place.start, board)?;
            let side = words.next().ok_or_else(|| missing("the side to move, X or O"))?;
            let position = Position::from_sets(black, white, read_side(side)?);
            if Color::ALL.iter().all(|&color| position.is_connected(color)) {
                let message = "both sides are connected, expected at most one: the game was over before";
                return Err(TextError::at(place, message));
            }
            position
        };
        let mut history = History::new(position, rules);
        match words.next() {
            None => return Ok(history),
            Some((_, "moves")) => {}
            Some((place, word)) => {
                return Err(TextError::at(
                    place,
                    format!("'{word}' after the position, expected 'moves' or nothing"),
                ));
            }
        }
        for (place, word) in words {
            let word = word.trim_end_matches(',');
            if word.is_empty() || is_number(word) {
                continue;
            }
            let place = place.start..place.start + word.len();
            if let Some(end) = history.end() {
                let message = format!("'{word}' after the end of the game: {}", end_name(end));
                return Err(TextError::at(place, message));
            }
            let mv = history.position().read_move(word, rules).map_err(|error| error.shifted(place.start))?;
            history.play(mv);
        }
        Ok(history)
    }
}

/// `12.`, as move lists have it.
fn is_number(word: &str) -> bool {
    word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit()) && word.ends_with('.')
}

/// Both sets of pieces. The word begins at byte `at` of the text.
fn read_board(at: usize, word: &str) -> Result<(u64, u64), TextError> {
    let mut sets = [0u64; 2];
    for (number, (i, c)) in word.char_indices().enumerate() {
        let place = at + i..at + i + c.len_utf8();
        let color = match c {
            'X' => Color::Black,
            'O' => Color::White,
            '-' => continue,
            _ => {
                let message = format!("unknown square '{c}', expected X (Black), O (White) or - (empty)");
                return Err(TextError::at(place, message));
            }
        };
        let Ok(square @ 0..64) = u8::try_from(number) else { break };
        let set = &mut sets[color.index()];
        *set |= Square::new(square).bit();
        if set.count_ones() > PIECES {
            let message = format!("piece number {} of {color}, expected at most {PIECES}", set.count_ones());
            return Err(TextError::at(place, message));
        }
    }
    let length = word.chars().count();
    if length != 64 {
        let end = at + word.len();
        // What is too much, or the place where more is expected.
        let from = word.char_indices().nth(64).map_or(end, |(i, _)| at + i);
        return Err(TextError::at(
            from..end,
            format!("{length} squares, expected 64: a1 to h1, a2 to h2 … h8"),
        ));
    }
    if let Some(color) = Color::ALL.into_iter().find(|color| sets[color.index()] == 0) {
        let message = format!("no piece of {color}, expected at least one: the last one cannot be taken");
        return Err(TextError::at(at..at + word.len(), message));
    }
    Ok((sets[0], sets[1]))
}

fn read_side((place, word): Word<'_>) -> Result<Color, TextError> {
    let side = Color::ALL.into_iter().find(|color| word == color.letter().to_string());
    side.ok_or_else(|| {
        TextError::at(place, format!("side to move '{word}', expected X (Black) or O (White)"))
    })
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Words of a text and where they stand.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let word = self.text[start..].split_whitespace().next()?;
        self.at = start + word.len();
        Some((start..self.at, word))
    }
}
