//! Positions and moves as text.
//!
//! `side;large board;nine small boards`, as in
//! `X;@........;........./........./…`: who is to move; `.` for an open board, `X` or `O` for a won one,
//! `#` for a full one without a line, `@` for the open board that must be played in; then the boards with
//! `/` between them, row by row like their cells. Without `@` any open board may be chosen. `start` is the
//! position before the first move, and either may be followed by moves, `start ee eb`: letter of the
//! board, letter of the cell, a to i row by row.
//!
//! A text is refused, with the place of the contradiction, if no game can lead to it as far as counts and
//! closed boards tell: so a slip of the pen is not solved as if it were meant.

use std::fmt::{self, Write};
use std::ops::Range;

use super::lines::{ALL, Set, has_line};
use super::position::{Move, Player, Position};
use crate::text::TextError;

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::X => "X",
            Player::O => "O",
        })
    }
}

/// The letter of a board or a cell.
fn letter(index: u8) -> char {
    char::from(b'a' + index)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.board), letter(self.cell))
    }
}

impl Move {
    /// Reads a move such as `ae`.
    fn read(text: &str) -> Option<Move> {
        let mut index = text.bytes().map(|byte| byte.to_ascii_lowercase().wrapping_sub(b'a'));
        let (board, cell) = (index.next()?, index.next()?);
        (board < 9 && cell < 9 && index.next().is_none()).then_some(Move { board, cell })
    }
}

/// The parts of a text between white space, with their places.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word)
    })
}

impl Position {
    /// Reads a position, and moves after it.
    pub fn from_text(text: &str) -> Result<Position, TextError> {
        let mut words = words(text);
        let Some((place, first)) = words.next() else {
            return Err(TextError::at(0..0, "no position, expected side;large board;nine boards, or start"));
        };
        let mut position = match first {
            "start" => Position::start(),
            _ => read_boards(first).map_err(|error| error.shifted(place.start))?,
        };
        for (place, word) in words {
            let Some(mv) = Move::read(word) else {
                return Err(TextError::at(
                    place,
                    format!("'{word}', expected a move: board and cell, a to i, such as ae"),
                ));
            };
            if let Some(how) = position.ended() {
                return Err(TextError::at(place, format!("'{word}' after the end of the game: {how}")));
            }
            if !position.is_legal(mv) {
                return Err(TextError::at(
                    place,
                    format!("{word} is not legal here, expected {}", position.expected()),
                ));
            }
            position.play(mv);
        }
        Ok(position)
    }

    /// What a legal move must be.
    fn expected(&self) -> String {
        match self.forced() {
            Some(board) => format!("an empty cell of board {}", letter(board)),
            None => "an empty cell of an open board".into(),
        }
    }

    /// What ended the game, if it has ended.
    pub fn ended(&self) -> Option<String> {
        if let Some(winner) = [Player::X, Player::O].into_iter().find(|&player| self.has_row(player)) {
            return Some(format!("{winner} has three boards in a line"));
        }
        self.is_full().then(|| "all boards are closed without a line".into())
    }

    /// The position as text.
    pub fn to_text(&self) -> String {
        let mut out = format!("{};", self.side());
        for board in 0..9 {
            out.push(self.sign(board));
        }
        for board in 0..9 {
            out.push(if board == 0 { ';' } else { '/' });
            for cell in 0..9 {
                out.push(
                    self.stone(board, cell).map_or('.', |player| if player == Player::X { 'X' } else { 'O' }),
                );
            }
        }
        out
    }

    /// The sign of a board on the large one.
    fn sign(&self, board: u8) -> char {
        if self.has_won(Player::X, board) {
            'X'
        } else if self.has_won(Player::O, board) {
            'O'
        } else if self.is_closed(board) {
            '#'
        } else if self.forced() == Some(board) {
            '@'
        } else {
            '.'
        }
    }

    /// The boards in lines of text, the large one beside them.
    pub fn drawn(&self) -> String {
        let mut out = String::new();
        for row in 0..9_u8 {
            if row % 3 == 0 && row > 0 {
                out.push_str(" ------+-------+------\n");
            }
            for column in 0..9_u8 {
                let sign = self.stone(row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
                let sign = sign.map_or(".".into(), |player| player.to_string());
                let bar = if column % 3 == 0 && column > 0 { " |" } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(out, "{bar} {sign}");
            }
            if (3..6).contains(&row) {
                let _ = write!(out, "    ");
                for column in 0..3 {
                    let _ = write!(out, " {}", self.sign((row - 3) * 3 + column));
                }
            }
            out.push('\n');
        }
        out
    }
}

/// Reads `side;large board;nine boards`.
fn read_boards(text: &str) -> Result<Position, TextError> {
    let missing =
        |what: &str| TextError::at(text.len()..text.len(), format!("the text ends here, expected {what}"));
    let side = match text.chars().next() {
        Some('X') => Player::X,
        Some('O') => Player::O,
        Some(other) => {
            return Err(TextError::at(
                0..other.len_utf8(),
                format!("side to move '{other}', expected X or O"),
            ));
        }
        None => return Err(missing("X or O")),
    };
    expect_sign(text, 1, ';', "between the side and the large board")?;
    let large = cells(text, 2, "the large board", ".XO#@")?;
    expect_sign(text, 11, ';', "between the large board and the small ones")?;
    let mut stones = [[0; 2]; 9];
    for (board, stones) in stones.iter_mut().enumerate() {
        let start = 12 + 10 * board;
        if board > 0 {
            expect_sign(text, start - 1, '/', "between two boards")?;
        }
        let name = format!("board {}", letter(board as u8));
        for (cell, sign) in cells(text, start, &name, ".XO")?.bytes().enumerate() {
            let player = match sign {
                b'X' => 0,
                b'O' => 1,
                _ => continue,
            };
            stones[player] |= 1 << cell;
        }
    }
    let end = 12 + 10 * 9 - 1;
    if text.len() > end {
        return Err(TextError::at(
            end..text.len(),
            format!("'{}' after the ninth board, expected nothing", &text[end..]),
        ));
    }
    let forced = check_closed(large, &stones)?;
    check_counts(side, &stones)?;
    let position = Position::new(stones, forced, side);
    if position.has_row(side) {
        let message = format!(
            "side to move {side}, expected {}: {side} has three boards in a line and the game is over",
            side.other()
        );
        return Err(TextError::at(0..1, message));
    }
    Ok(position)
}

/// Nine signs out of `known`, at a byte of the text.
fn cells<'a>(text: &'a str, start: usize, name: &str, known: &str) -> Result<&'a str, TextError> {
    for at in start..start + 9 {
        let Some(sign) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            let found = at - start;
            return Err(TextError::at(
                text.len()..text.len(),
                format!("the text ends after {found} cells of {name}, expected 9"),
            ));
        };
        let place = at..at + sign.len_utf8();
        if matches!(sign, ';' | '/') {
            return Err(TextError::at(place, format!("{name} has {} cells, expected 9", at - start)));
        }
        if !known.contains(sign) {
            let known: Vec<String> = known.chars().map(String::from).collect();
            return Err(TextError::at(
                place,
                format!("'{sign}' in {name}, expected one of {}", known.join(" ")),
            ));
        }
    }
    Ok(&text[start..start + 9])
}

/// A sign that must stand at a byte of the text.
fn expect_sign(text: &str, at: usize, sign: char, role: &str) -> Result<(), TextError> {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(found) if found == sign => Ok(()),
        Some(found) => {
            Err(TextError::at(at..at + found.len_utf8(), format!("'{found}', expected '{sign}' {role}")))
        }
        None => Err(TextError::at(
            text.len()..text.len(),
            format!("the text ends here, expected '{sign}' {role}"),
        )),
    }
}

/// The large board must say what the small ones do. Returns the forced board.
fn check_closed(large: &str, stones: &[[Set; 2]; 9]) -> Result<Option<u8>, TextError> {
    let mut forced = None;
    for (board, (sign, &[x, o])) in large.chars().zip(stones).enumerate() {
        let name = letter(board as u8);
        let wrong = |message: String| Err(TextError::at(2 + board..3 + board, message));
        if has_line(x) && has_line(o) {
            let start = 12 + 10 * board;
            let message = format!("board {name} has lines of both players, expected at most one");
            return Err(TextError::at(start..start + 9, message));
        }
        let (state, expected) = match (has_line(x), has_line(o), x | o == ALL) {
            (true, ..) => ("won by X", "X"),
            (_, true, _) => ("won by O", "O"),
            (_, _, true) => ("full without a line", "#"),
            _ => ("open", ". or @"),
        };
        if !expected.contains(sign) {
            return wrong(format!("'{sign}' for board {name}, which is {state}, expected {expected}"));
        }
        if sign == '@' {
            if let Some(other) = forced {
                return wrong(format!("a second '@', expected at most one: board {} has it", letter(other)));
            }
            forced = Some(board as u8);
        }
    }
    if [0, 1].iter().all(|&player| has_line(won(stones, player))) {
        return Err(TextError::at(2..11, "both players have three boards in a line, expected at most one"));
    }
    Ok(forced)
}

fn won(stones: &[[Set; 2]; 9], player: usize) -> Set {
    (0..9).filter(|&board| has_line(stones[board][player])).map(|board| 1 << board).sum()
}

/// X begins, and the players alternate.
fn check_counts(side: Player, stones: &[[Set; 2]; 9]) -> Result<(), TextError> {
    let count = |player: usize| stones.iter().map(|board| board[player].count_ones()).sum::<u32>();
    let (x, o) = (count(0), count(1));
    let expected = match x.checked_sub(o) {
        Some(0) => Player::X,
        Some(1) => Player::O,
        _ => {
            let message = format!("{x} X and {o} O, expected as many X as O, or one more: X begins");
            return Err(TextError::at(12..12 + 89, message));
        }
    };
    if side != expected {
        return Err(TextError::at(
            0..1,
            format!("side to move {side}, expected {expected}: there are {x} X and {o} O, and X begins"),
        ));
    }
    Ok(())
}
