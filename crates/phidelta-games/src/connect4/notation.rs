//! Positions as text: the size of the board and the columns that were played.
//!
//! `7x6:4453` is a board of seven columns and six rows after four moves; `9x7k5:` is an empty one on which
//! five in a row win. `7x6:` may be left out. Columns are counted from the left: 1 to 9, then a to z.
//!
//! A board may also be given as certificates have it: `7x6:/X//XO///`, the stones of each column from the
//! bottom, `/` between columns.

use std::fmt::Write;

use phidelta::Game;

use super::game::ConnectFour;
use super::shape::Shape;
use crate::text::TextError;

/// What stands for a column, counted from 0.
fn letter(column: u8) -> char {
    char::from_digit(u32::from(column) + 1, 36).unwrap_or('?')
}

impl ConnectFour {
    /// Reads a position. The side to move is the attacker.
    pub fn from_text(text: &str) -> Result<ConnectFour, TextError> {
        let start = text.len() - text.trim_start().len();
        let (shape, first) = match text.find(':') {
            Some(colon) => {
                (read_shape(text[start..colon].trim_end()).map_err(|e| e.shifted(start))?, colon + 1)
            }
            None => (Shape::USUAL, start),
        };
        if text[start..].is_empty() {
            return Err(TextError::at(
                start..start,
                "no position, expected columns such as 4453, or a board such as 7x6:",
            ));
        }
        let stones = &text[first..];
        if stones.contains('/') || (shape.width() == 1 && stones.contains(['X', 'O'])) {
            return read_columns(shape, stones.trim())
                .map_err(|message| TextError::at(first..text.len(), message));
        }
        let mut game = ConnectFour::new(shape);
        for (at, sign) in text[first..].char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
            let place = first + at..first + at + sign.len_utf8();
            let column = game.read_column(sign).map_err(|message| TextError::at(place.clone(), message))?;
            if game.outcome().is_some() {
                let how = game.ended().unwrap_or_default();
                return Err(TextError::at(place, format!("'{sign}' after the end of the game: {how}")));
            }
            if !game.has_room(column) {
                let height = shape.height();
                return Err(TextError::at(
                    place,
                    format!("column {sign} is full, expected one with fewer than {height} stones"),
                ));
            }
            game.play(column);
        }
        game.attack();
        Ok(game)
    }

    /// A move as text.
    pub fn move_text(&self, column: u8) -> String {
        letter(column).to_string()
    }

    fn read_column(&self, sign: char) -> Result<u8, String> {
        let column = sign.to_ascii_lowercase().to_digit(36).and_then(|digit| digit.checked_sub(1));
        match column
            .and_then(|column| u8::try_from(column).ok())
            .filter(|&column| column < self.shape().width())
        {
            Some(column) => Ok(column),
            None => {
                Err(format!("'{sign}', expected a column from 1 to {}", letter(self.shape().width() - 1)))
            }
        }
    }

    /// What ended the game, if it has ended.
    pub fn ended(&self) -> Option<String> {
        if self.is_won() {
            let winner = if self.plies() % 2 == 1 { 'X' } else { 'O' };
            return Some(format!("{winner} has {} in a row", self.shape().row()));
        }
        self.is_full().then(|| "the board is full".into())
    }

    /// Who is to move: X began.
    pub fn to_move(&self) -> char {
        if self.plies().is_multiple_of(2) { 'X' } else { 'O' }
    }

    /// The board in lines of text, X for the player who began.
    pub fn drawn(&self) -> String {
        let shape = self.shape();
        let mut out = String::new();
        for level in (0..shape.height()).rev() {
            for column in 0..shape.width() {
                let sign = match self.stone(column, level) {
                    Some(true) => 'X',
                    Some(false) => 'O',
                    None => '.',
                };
                // Writing to a string cannot fail.
                let _ = write!(out, " {sign}");
            }
            out.push('\n');
        }
        for column in 0..shape.width() {
            let _ = write!(out, " {}", letter(column));
        }
        out.push('\n');
        out
    }
}

/// Reads the stones of each column.
fn read_columns(shape: Shape, text: &str) -> Result<ConnectFour, String> {
    let stone = |sign: char| match sign {
        'X' => Ok(true),
        'O' => Ok(false),
        _ => Err(format!("'{sign}' among the stones, expected X and O, and / between columns")),
    };
    let column = |stones: &str| stones.chars().map(stone).collect::<Result<Vec<bool>, String>>();
    let columns = text.split('/').map(column).collect::<Result<Vec<_>, String>>()?;
    ConnectFour::from_columns(shape, &columns).ok_or_else(|| {
        let (width, height) = (shape.width(), shape.height());
        format!(
            "'{text}', expected {width} columns of at most {height} stones, as many X as O or one more, and no \
             row before the last stone"
        )
    })
}

/// Reads `7x6` or `7x6k4`.
fn read_shape(text: &str) -> Result<Shape, TextError> {
    let wrong = |message: &str| TextError::at(0..text.len(), format!("'{text}', {message}"));
    let number =
        |part: &str| part.parse::<u8>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
    let read = || {
        let (width, rest) = text.split_once('x')?;
        let (height, row) = rest.split_once('k').unwrap_or((rest, "4"));
        Some((number(width)?, number(height)?, number(row)?))
    };
    let (width, height, row) =
        read().ok_or_else(|| wrong("expected a board such as 7x6, or 9x7k5 for five in a row"))?;
    Shape::new(width, height, row).ok_or_else(|| {
        wrong("expected 1 to 35 columns, columns times (rows + 1) up to 128, and at least 2 in a row")
    })
}
