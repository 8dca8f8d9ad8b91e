//! Ultimate tic-tac-toe: nine boards that are the cells of a tenth.
//!
//! There are no variants: the rules are `-`. A position is `side;large board;nine boards`: `X` or `O` to
//! move; for each board `.` open, `X` or `O` won, `#` full without a line, `@` open and to be played in;
//! boards of nine cells with `/` between them. A move is board and cell, `a` to `i` each. A cell sends the
//! opponent to the board at the same place; if that is closed he plays in any open one. Three won boards
//! in a line win; all boards closed without that is a draw.

use super::{Goal, Outcome, Rules};

/// Who attacks.
#[derive(Clone, Debug)]
pub struct Uttt {
    attacker: char,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    side: char,
    /// `X`, `O` or `.`.
    boards: [[char; 9]; 9],
    /// The board that must be played in; any open one otherwise.
    forced: Option<usize>,
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn has_line(cells: &[char; 9], player: char) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == player))
}

fn other(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

/// `X` or `O` for a board that is won, `#` for a full one, `.` for an open one.
fn state(cells: &[char; 9]) -> char {
    match cells {
        _ if has_line(cells, 'X') => 'X',
        _ if has_line(cells, 'O') => 'O',
        _ if cells.contains(&'.') => '.',
        _ => '#',
    }
}

impl Position {
    fn large(&self) -> [char; 9] {
        self.boards.map(|cells| state(&cells))
    }

    fn allowed(&self) -> Vec<usize> {
        match self.forced {
            Some(board) => vec![board],
            None => (0..9).filter(|&board| state(&self.boards[board]) == '.').collect(),
        }
    }

    /// Whether a player could still make a line of boards, were the opponent never to move again.
    fn can_win(&self, player: char) -> bool {
        let hope = self.boards.map(|cells| match state(&cells) {
            won @ ('X' | 'O') => won == player,
            '#' => false,
            _ => LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] != other(player))),
        });
        LINES.iter().any(|line| line.iter().all(|&board| hope[board]))
    }
}

impl Rules for Uttt {
    type Position = Position;

    fn new(rules: &str, position: &str) -> Result<(Uttt, Position), String> {
        if rules != "-" {
            return Err(format!("'{rules}', expected '-'"));
        }
        let mut game = Uttt { attacker: 'X' };
        let root = game.read(position)?;
        game.attacker = root.side;
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let wrong = |what: &str| format!("'{text}': {what}");
        let mut parts = text.split(';');
        let (side, large, small) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("X"), Some(large), Some(small), None) => ('X', large, small),
            (Some("O"), Some(large), Some(small), None) => ('O', large, small),
            _ => return Err(wrong("expected side;large board;nine boards")),
        };
        let large: [char; 9] = large
            .chars()
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| wrong("expected nine signs of boards"))?;
        let mut boards = [['.'; 9]; 9];
        let mut rows = small.split('/');
        for board in &mut boards {
            let cells: Vec<char> = rows.next().unwrap_or_default().chars().collect();
            *board = cells.try_into().map_err(|_| wrong("expected nine boards of nine cells"))?;
            if board.iter().any(|sign| !"XO.".contains(*sign)) {
                return Err(wrong("a cell is neither X nor O nor ."));
            }
            if has_line(board, 'X') && has_line(board, 'O') {
                return Err(wrong("a board is won by both"));
            }
        }
        if rows.next().is_some() {
            return Err(wrong("more than nine boards"));
        }
        let mut forced = None;
        for board in 0..9 {
            let state = state(&boards[board]);
            if large[board] == '@' && state == '.' && forced.is_none() {
                forced = Some(board);
            } else if large[board] != state {
                return Err(wrong("the large board does not fit the small ones"));
            }
        }
        let position = Position { side, boards, forced };
        if has_line(&position.large(), 'X') && has_line(&position.large(), 'O') {
            return Err(wrong("both have a line"));
        }
        Ok(position)
    }

    /// Of a closed board only its sign matters from now on: nobody plays there again, and lines of boards
    /// see nothing else. Where one may play says all that the forced board does.
    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = vec![position.side as u8];
        for cells in &position.boards {
            match state(cells) {
                '.' => out.extend(cells.iter().map(|&cell| cell as u8)),
                closed => out.push(closed.to_ascii_lowercase() as u8),
            }
        }
        out.extend(position.allowed().iter().map(|&board| b'0' + board as u8));
        out
    }

    fn attacks(&self, position: &Position) -> bool {
        position.side == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        let large = position.large();
        if has_line(&large, self.attacker) {
            return Some(Outcome::Win);
        }
        if has_line(&large, other(self.attacker)) {
            return Some(Outcome::Loss);
        }
        (!large.contains(&'.')).then_some(Outcome::Draw)
    }

    /// A player who can make no line of boards any more cannot win.
    fn settled(&self, position: &Position, goal: Goal) -> Option<bool> {
        match goal {
            Goal::Win => (!position.can_win(self.attacker)).then_some(false),
            Goal::Draw => (!position.can_win(other(self.attacker))).then_some(true),
            Goal::Score(_) => None,
        }
    }

    fn moves(&self, position: &Position) -> Vec<(String, Position)> {
        let letter = |index: usize| char::from(b'a' + index as u8);
        let mut out = Vec::new();
        for board in position.allowed() {
            for cell in (0..9).filter(|&cell| position.boards[board][cell] == '.') {
                let mut after = position.clone();
                after.boards[board][cell] = position.side;
                after.side = other(position.side);
                after.forced = (state(&after.boards[cell]) == '.').then_some(cell);
                out.push((format!("{}{}", letter(board), letter(cell)), after));
            }
        }
        out
    }

    fn repetition(&self, _goal: Goal) -> Option<bool> {
        None
    }
}
