//! Othello on boards of 8×8 and 6×6 squares.
//!
//! Rules: `8x8` or `6x6`. A position is the squares row by row, a1 first, `X` for Black, `O` for White, `-`
//! for none, then the side to move. A move is a square, `f5`; it must turn at least one disc. Who has no
//! such move passes, `ps`; when neither has one the game has ended. The score is the difference of discs,
//! empty squares going to the winner.

use super::{Goal, Outcome, Rules, Word};

/// The size of the board and who attacks.
#[derive(Clone, Debug)]
pub struct Othello {
    side: i32,
    /// All squares.
    board: u64,
    attacker: u8,
}

/// Discs, and whose turn it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Of Black and of White, one bit a square: see [`bit`].
    discs: [u64; 2],
    turn: u8,
}

/// The eight directions: a line has two, half of them tell the lines.
const WAYS: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

fn other(player: u8) -> u8 {
    if player == b'X' { b'O' } else { b'X' }
}

/// The bit of a square: rows of eight, whatever the size of the board.
fn bit(row: i32, column: i32) -> u64 {
    1 << (8 * row + column)
}

/// The squares one step further, as far as there are such within eight columns.
fn moved(set: u64, (down, right): (i32, i32)) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = match right {
        1 => (set & NOT_LAST) << 1,
        -1 => (set & NOT_FIRST) >> 1,
        _ => set,
    };
    match down {
        1 => row << 8,
        -1 => row >> 8,
        _ => row,
    }
}

impl Position {
    fn of(&self, player: u8) -> u64 {
        self.discs[usize::from(player == b'O')]
    }

    fn all(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    fn passed(&self) -> Position {
        Position { turn: other(self.turn), ..self.clone() }
    }
}

impl Othello {
    fn on_board(&self, row: i32, column: i32) -> bool {
        (0..self.side).contains(&row) && (0..self.side).contains(&column)
    }

    fn squares(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)))
    }

    /// The discs that a disc of the side to move would turn.
    fn turned(&self, position: &Position, (row, column): (i32, i32)) -> u64 {
        let (own, theirs) = (position.of(position.turn), position.of(other(position.turn)));
        let mut turned = 0;
        for (down, right) in WAYS {
            let (mut row, mut column, mut along) = (row + down, column + right, 0);
            while self.on_board(row, column) && theirs & bit(row, column) != 0 {
                along |= bit(row, column);
                (row, column) = (row + down, column + right);
            }
            if self.on_board(row, column) && own & bit(row, column) != 0 {
                turned |= along;
            }
        }
        turned
    }

    /// The position after a disc has been placed on an empty square, if it turns any.
    fn placed(&self, position: &Position, (row, column): (i32, i32)) -> Option<Position> {
        let turned = self.turned(position, (row, column));
        let mut after = position.passed();
        after.discs[usize::from(position.turn == b'O')] |= turned | bit(row, column);
        after.discs[usize::from(position.turn == b'X')] &= !turned;
        (turned != 0).then_some(after)
    }

    /// Empty squares.
    fn empty(&self, position: &Position) -> impl Iterator<Item = (i32, i32)> + use<> {
        let mut left = self.board & !position.all();
        std::iter::from_fn(move || {
            let square = left.trailing_zeros() as i32;
            (left != 0).then(|| {
                left &= left - 1;
                (square / 8, square % 8)
            })
        })
    }

    fn placements(&self, position: &Position) -> Vec<(Word, Position)> {
        let named = |(row, column): (i32, i32)| {
            let after = self.placed(position, (row, column))?;
            Some((Word::new(&[b'a' + column as u8, b'1' + row as u8]), after))
        };
        self.empty(position).filter_map(named).collect()
    }

    fn can_place(&self, position: &Position) -> bool {
        self.empty(position).any(|square| self.turned(position, square) != 0)
    }

    /// How many discs of a player can never be turned. A disc is safe along a line if the line is full, if
    /// it stands at the line's end, or beside a disc of its own colour that can never be turned; safe along
    /// all four it can never be turned. Found from nothing, until nothing is added.
    fn fixed(&self, position: &Position, player: u8) -> i32 {
        let board = self.board;
        let both = |set: u64, (down, right): (i32, i32)| {
            (moved(set, (down, right)) & board, moved(set, (-down, -right)) & board)
        };
        let safe = [0, 1, 2, 3].map(|line| {
            let way = WAYS[line];
            // Squares of lines with an empty square, from there to both ends.
            let mut open = board & !position.all();
            for _ in 1..self.side {
                let (on, back) = both(open, way);
                open |= on | back;
            }
            // Squares with a neighbour on either side.
            let (on, back) = both(board, way);
            board & !(open & on & back)
        });
        let own = position.of(player);
        let mut fixed = 0;
        loop {
            let mut more = own;
            for (line, &safe) in safe.iter().enumerate() {
                let (on, back) = both(fixed, WAYS[line]);
                more &= safe | on | back;
            }
            if more == fixed {
                return fixed.count_ones() as i32;
            }
            fixed = more;
        }
    }
}

impl Rules for Othello {
    type Position = Position;
    type Name = Word;

    fn new(rules: &str, position: &str) -> Result<(Othello, Position), String> {
        let side = match rules {
            "8x8" => 8,
            "6x6" => 6,
            _ => return Err(format!("'{rules}', expected 8x8 or 6x6")),
        };
        let mut game = Othello { side, board: 0, attacker: b'X' };
        game.board = game.squares().fold(0, |board, (row, column)| board | bit(row, column));
        let root = game.read(position)?;
        game.attacker = root.turn;
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let (squares, turn) = text.split_once(' ').ok_or("expected squares and the side to move")?;
        let text = squares.as_bytes();
        if text.len() != (self.side * self.side) as usize {
            return Err(format!("{} squares, expected {}", text.len(), self.side * self.side));
        }
        let mut discs = [0; 2];
        for ((row, column), sign) in self.squares().zip(text) {
            match sign {
                b'X' => discs[0] |= bit(row, column),
                b'O' => discs[1] |= bit(row, column),
                b'-' => {}
                _ => return Err("a square is none of X, O and -".into()),
            }
        }
        if discs == [0; 2] {
            return Err("no disc on the board".into());
        }
        match turn {
            "X" | "O" => Ok(Position { discs, turn: turn.as_bytes()[0] }),
            _ => Err(format!("side '{turn}', expected X or O")),
        }
    }

    fn text(&self, position: &Position) -> String {
        let sign = |(row, column): (i32, i32)| match position.discs.map(|set| set & bit(row, column) != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '-',
        };
        self.squares().map(sign).chain([' ', char::from(position.turn)]).collect()
    }

    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = vec![position.turn];
        position.discs.iter().for_each(|set| out.extend(set.to_le_bytes()));
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

    /// Every square goes to one side, so that all scores are as even as the number of squares is.
    fn asks(&self, goal: Goal) -> bool {
        let area = self.side * self.side;
        match goal {
            Goal::Win | Goal::Draw => true,
            Goal::Score(score) => (-area..=area).contains(&score) && (score - area) % 2 == 0,
        }
    }

    fn score(&self, position: &Position) -> Option<i32> {
        if self.can_place(position) || self.can_place(&position.passed()) {
            return None;
        }
        let count = |set: u64| set.count_ones() as i32;
        let difference = count(position.of(self.attacker)) - count(position.of(other(self.attacker)));
        let empty = self.side * self.side - count(position.all());
        Some(difference + difference.signum() * empty)
    }

    /// Discs that can never be turned put a bound on the score.
    fn settled(&self, position: &Position, goal: Goal, reached: bool) -> bool {
        let need = match goal {
            Goal::Win => 1,
            Goal::Draw => 0,
            Goal::Score(least) => least,
        };
        let area = self.side * self.side;
        if reached {
            2 * self.fixed(position, self.attacker) - area >= need
        } else {
            area - 2 * self.fixed(position, other(self.attacker)) < need
        }
    }

    fn moves(&self, position: &Position) -> Vec<(Word, Position)> {
        let moves = self.placements(position);
        if !moves.is_empty() {
            return moves;
        }
        vec![(Word::new(b"ps"), position.passed())]
    }

    fn play(&self, position: &Position, name: &str) -> Option<Position> {
        if name == "ps" {
            let must = !self.can_place(position) && self.end(position).is_none();
            return must.then(|| position.passed());
        }
        let &[file, rank] = name.as_bytes() else { return None };
        let (row, column) = (i32::from(rank) - i32::from(b'1'), i32::from(file) - i32::from(b'a'));
        let free = self.on_board(row, column) && position.all() & bit(row, column) == 0;
        if free { self.placed(position, (row, column)) } else { None }
    }

    /// A disc more with every move, and never two passes in a row.
    fn repetition(&self, _goal: Goal) -> Option<bool> {
        None
    }
}
