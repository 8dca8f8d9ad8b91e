//! Connect four on a board of any size.
//!
//! Rules: `WIDTHxHEIGHTkROW`. Players X (first) and O drop stones into columns; whoever has ROW stones in a
//! straight line wins, a full board is a draw. A position is the stones of each column from the bottom,
//! `/` between columns; who is to move follows from their number. A move is the column, 1 to 9, a to z.

use super::{Goal, Outcome, Rules, Word};

/// The size of the board and who attacks.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    width: usize,
    height: usize,
    attacker: char,
    /// All straight lines of the board: of cells, by column and level.
    lines: Vec<Vec<(usize, usize)>>,
}

/// The stones of each column.
pub type Position = Vec<Vec<char>>;

/// Columns have names up to z.
const MOST_COLUMNS: usize = 35;
/// Cells and one more for each column: the boards that can be asked about.
const MOST_CELLS: usize = 128;
/// Stones in a row.
const LONGEST_ROW: usize = 255;

fn to_move(position: &Position) -> char {
    let stones: usize = position.iter().map(Vec::len).sum();
    if stones.is_multiple_of(2) { 'X' } else { 'O' }
}

fn other(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

impl ConnectFour {
    /// All straight lines of `row` cells.
    fn all_lines(width: usize, height: usize, row: usize) -> Vec<Vec<(usize, usize)>> {
        let mut out = Vec::new();
        if row > width.max(height) {
            return out;
        }
        for column in 0..width {
            for level in 0..height {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let cell = |step: usize| {
                        let level = level as i64 + up * step as i64;
                        (column + right * step, usize::try_from(level).unwrap_or(usize::MAX))
                    };
                    let (last_column, last_level) = cell(row - 1);
                    if last_column < width && last_level < height {
                        out.push((0..row).map(cell).collect());
                    }
                }
            }
        }
        out
    }

    /// Whether some straight line holds only cells that are accepted.
    fn has_line(&self, accepted: impl Fn(usize, usize) -> bool) -> bool {
        self.lines.iter().any(|line| line.iter().all(|&(column, level)| accepted(column, level)))
    }

    fn has_won(&self, position: &Position, player: char) -> bool {
        self.has_line(|column, level| position[column].get(level) == Some(&player))
    }

    /// Whether a line is left that holds no stone of the opponent.
    fn can_win(&self, position: &Position, player: char) -> bool {
        self.has_line(|column, level| position[column].get(level) != Some(&other(player)))
    }
}

impl Rules for ConnectFour {
    type Position = Position;
    type Name = Word;

    /// A list of up to 35 columns, and the columns themselves, four bytes a cell and with room to grow.
    const HEAP: usize = 35 * (24 + 16) + 2 * 4 * MOST_CELLS;

    fn new(rules: &str, position: &str) -> Result<(ConnectFour, Position), String> {
        let read = || {
            let (width, rest) = rules.split_once('x')?;
            let (height, row) = rest.split_once('k')?;
            let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number <= LONGEST_ROW);
            Some((number(width)?, number(height)?, number(row)?))
                .filter(|(width, height, row)| format!("{width}x{height}k{row}") == rules)
        };
        let (width, height, row) =
            read().ok_or_else(|| format!("'{rules}', expected a board such as 7x6k4"))?;
        if !(1..=MOST_COLUMNS).contains(&width) || height < 1 || width * (height + 1) > MOST_CELLS || row < 2
        {
            return Err(format!("a board '{rules}' is out of range"));
        }
        let lines = ConnectFour::all_lines(width, height, row);
        let mut game = ConnectFour { width, height, attacker: 'X', lines };
        let root = game.read(position)?;
        game.attacker = to_move(&root);
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let position: Position = text.split('/').map(|column| column.chars().collect()).collect();
        if position.len() != self.width {
            return Err(format!("{} columns, expected {}", position.len(), self.width));
        }
        if position.iter().any(|column| column.len() > self.height) {
            return Err("a column is too high".into());
        }
        let count = |player| position.iter().flatten().filter(|&&stone| stone == player).count();
        let (first, second) = (count('X'), count('O'));
        if first + second != position.iter().map(Vec::len).sum::<usize>() {
            return Err("a stone is neither X nor O".into());
        }
        if first != second && first != second + 1 {
            return Err(format!("{first} X and {second} O, but they move in turn"));
        }
        // The game ended before the other side's last stone. With that both cannot have one either.
        if self.has_won(&position, to_move(&position)) {
            return Err("the side to move has its row already".into());
        }
        Ok(position)
    }

    fn text(&self, position: &Position) -> String {
        let columns: Vec<String> = position.iter().map(|column| column.iter().collect()).collect();
        columns.join("/")
    }

    fn pack(&self, position: &Position) -> Vec<u8> {
        self.text(position).into_bytes()
    }

    fn attacks(&self, position: &Position) -> bool {
        to_move(position) == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        if self.has_won(position, self.attacker) {
            return Some(Outcome::Win);
        }
        if self.has_won(position, other(self.attacker)) {
            return Some(Outcome::Loss);
        }
        position.iter().all(|column| column.len() == self.height).then_some(Outcome::Draw)
    }

    /// A player who has no line left cannot win any more.
    fn settled(&self, position: &Position, goal: Goal, reached: bool) -> bool {
        match goal {
            Goal::Win => !reached && !self.can_win(position, self.attacker),
            Goal::Draw => reached && !self.can_win(position, other(self.attacker)),
            Goal::Score(_) => false,
        }
    }

    fn moves(&self, position: &Position) -> Vec<(Word, Position)> {
        let mut out = Vec::new();
        for (column, stones) in position.iter().enumerate() {
            if stones.len() < self.height {
                let mut after = position.clone();
                after[column].push(to_move(position));
                let name = char::from_digit(column as u32 + 1, 36).unwrap_or('?');
                out.push((Word::new(&[name as u8]), after));
            }
        }
        out
    }

    fn repetition(&self, _goal: Goal) -> Option<bool> {
        None
    }
}
