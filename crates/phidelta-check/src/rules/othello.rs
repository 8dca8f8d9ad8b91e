//! Othello on boards of 8×8 and 6×6 squares.
//!
//! Rules: `8x8` or `6x6`. A position is the squares row by row, a1 first, `X` for Black, `O` for White, `-`
//! for none, then the side to move. A move is a square, `f5`; it must turn at least one disc. Who has no
//! such move passes, `ps`; when neither has one the game has ended. The score is the difference of discs,
//! empty squares going to the winner.

use super::{Goal, Outcome, Rules};

/// The size of the board and who attacks.
#[derive(Clone, Debug)]
pub struct Othello {
    side: i32,
    attacker: u8,
}

/// Discs, and whose turn it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// As many as the board has; the rest of the array is empty.
    squares: [u8; 64],
    turn: u8,
}

const EMPTY: u8 = b'-';

/// The eight directions: a line has two, half of them tell the lines.
const WAYS: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

fn other(player: u8) -> u8 {
    if player == b'X' { b'O' } else { b'X' }
}

impl Othello {
    fn at<'p>(&self, squares: &'p [u8], row: i32, column: i32) -> Option<&'p u8> {
        let on_board = (0..self.side).contains(&row) && (0..self.side).contains(&column);
        on_board.then(|| &squares[(row * self.side + column) as usize])
    }

    /// How many discs a disc of the side to move would turn in one direction.
    fn turned(&self, position: &Position, (row, column): (i32, i32), (down, right): (i32, i32)) -> i32 {
        let disc = |step: i32| self.at(&position.squares, row + step * down, column + step * right);
        let mut steps = 1;
        while disc(steps) == Some(&other(position.turn)) {
            steps += 1;
        }
        if disc(steps) == Some(&position.turn) { steps - 1 } else { 0 }
    }

    /// Whether a disc of the side to move would turn any.
    fn turns(&self, position: &Position, row: i32, column: i32) -> bool {
        self.at(&position.squares, row, column) == Some(&EMPTY)
            && WAYS.iter().any(|&way| self.turned(position, (row, column), way) > 0)
    }

    /// The position after a disc has been placed, if it turns any.
    fn placed(&self, position: &Position, row: i32, column: i32) -> Option<Position> {
        if !self.turns(position, row, column) {
            return None;
        }
        let mut after = position.clone();
        after.turn = other(position.turn);
        for (down, right) in WAYS {
            for step in 0..=self.turned(position, (row, column), (down, right)) {
                let square = (row + step * down) * self.side + column + step * right;
                after.squares[square as usize] = position.turn;
            }
        }
        Some(after)
    }

    fn placements(&self, position: &Position) -> Vec<(String, Position)> {
        let mut out = Vec::new();
        for row in 0..self.side {
            for column in 0..self.side {
                let Some(after) = self.placed(position, row, column) else { continue };
                let file = char::from(b'a' + column as u8);
                out.push((format!("{file}{}", row + 1), after));
            }
        }
        out
    }

    fn can_place(&self, position: &Position) -> bool {
        let mut squares = (0..self.side).flat_map(|row| (0..self.side).map(move |column| (row, column)));
        squares.any(|(row, column)| self.turns(position, row, column))
    }

    /// How many discs of a player can never be turned. A disc is safe along a line if the line is full, if
    /// it stands at the line's end, or beside a disc of its own colour that can never be turned; safe along
    /// all four it can never be turned. Found from nothing, until nothing is added.
    fn fixed(&self, position: &Position, player: u8) -> i32 {
        let squares = &position.squares[..(self.side * self.side) as usize];
        let mut fixed = [false; 64];
        loop {
            let mut added = false;
            for index in 0..squares.len() {
                if squares[index] != player || fixed[index] {
                    continue;
                }
                let (row, column) = (index as i32 / self.side, index as i32 % self.side);
                let safe = |&(down, right): &(i32, i32)| {
                    let held = |sign: i32| {
                        let (row, column) = (row + sign * down, column + sign * right);
                        self.at(squares, row, column).is_none() || fixed[(row * self.side + column) as usize]
                    };
                    let full = |sign: i32| {
                        (1..)
                            .map_while(|step| {
                                self.at(squares, row + sign * step * down, column + sign * step * right)
                            })
                            .all(|&disc| disc != EMPTY)
                    };
                    held(1) || held(-1) || (full(1) && full(-1))
                };
                if WAYS[..4].iter().all(safe) {
                    fixed[index] = true;
                    added = true;
                }
            }
            if !added {
                return fixed.iter().filter(|&&fixed| fixed).count() as i32;
            }
        }
    }
}

impl Rules for Othello {
    type Position = Position;

    fn new(rules: &str, position: &str) -> Result<(Othello, Position), String> {
        let side = match rules {
            "8x8" => 8,
            "6x6" => 6,
            _ => return Err(format!("'{rules}', expected 8x8 or 6x6")),
        };
        let mut game = Othello { side, attacker: b'X' };
        let root = game.read(position)?;
        game.attacker = root.turn;
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let (squares, turn) = text.split_once(' ').ok_or("expected squares and the side to move")?;
        let (text, mut squares) = (squares.as_bytes(), [EMPTY; 64]);
        if text.len() != (self.side * self.side) as usize {
            return Err(format!("{} squares, expected {}", text.len(), self.side * self.side));
        }
        squares[..text.len()].copy_from_slice(text);
        if !text.iter().all(|square| b"XO-".contains(square)) {
            return Err("a square is none of X, O and -".into());
        }
        match turn {
            "X" | "O" => Ok(Position { squares, turn: turn.as_bytes()[0] }),
            _ => Err(format!("side '{turn}', expected X or O")),
        }
    }

    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = vec![position.turn];
        // Three squares a byte and more would be smaller; two bits a square are plain.
        for squares in position.squares.chunks(4) {
            let code = |square: &u8| match square {
                b'X' => 1,
                b'O' => 2,
                _ => 0,
            };
            out.push(squares.iter().fold(0, |byte, square| byte << 2 | code(square)));
        }
        out
    }

    fn attacks(&self, position: &Position) -> bool {
        position.turn == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        self.score(position).map(|score| match score {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        })
    }

    const SCORES: bool = true;

    fn score(&self, position: &Position) -> Option<i32> {
        let passed = Position { turn: other(position.turn), ..position.clone() };
        if self.can_place(position) || self.can_place(&passed) {
            return None;
        }
        let board = &position.squares[..(self.side * self.side) as usize];
        let count = |player| board.iter().filter(|&&square| square == player).count() as i32;
        let difference = count(self.attacker) - count(other(self.attacker));
        Some(difference + difference.signum() * count(EMPTY))
    }

    /// Discs that can never be turned put a bound on the score.
    fn settled(&self, position: &Position, goal: Goal) -> Option<bool> {
        let need = match goal {
            Goal::Win => 1,
            Goal::Draw => 0,
            Goal::Score(least) => least,
        };
        let area = self.side * self.side;
        if 2 * self.fixed(position, self.attacker) - area >= need {
            return Some(true);
        }
        (area - 2 * self.fixed(position, other(self.attacker)) < need).then_some(false)
    }

    fn moves(&self, position: &Position) -> Vec<(String, Position)> {
        let moves = self.placements(position);
        if !moves.is_empty() {
            return moves;
        }
        vec![("ps".into(), Position { turn: other(position.turn), ..position.clone() })]
    }

    fn play(&self, position: &Position, name: &str) -> Option<Position> {
        if name == "ps" {
            let must = !self.can_place(position) && self.end(position).is_none();
            return must.then(|| Position { turn: other(position.turn), ..position.clone() });
        }
        let &[file, rank] = name.as_bytes() else { return None };
        self.placed(position, i32::from(rank) - i32::from(b'1'), i32::from(file) - i32::from(b'a'))
    }

    /// A disc more with every move, and never two passes in a row.
    fn repetition(&self, _goal: Goal) -> Option<bool> {
        None
    }
}
