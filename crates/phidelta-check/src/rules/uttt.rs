//! Ultimate tic-tac-toe: nine boards that are the cells of a tenth.
//!
//! There are no variants: the rules are `-`. A position is `side;large board;nine boards`: `X` or `O` to
//! move; for each board `.` open, `X` or `O` won, `#` full without a line, `@` open and to be played in;
//! boards of nine cells with `/` between them. A move is board and cell, `a` to `i` each. A cell sends the
//! opponent to the board at the same place; if that is closed he plays in any open one. Three won boards
//! in a line win; all boards closed without that is a draw.

use super::{Goal, Outcome, Rules, Word};

/// Who attacks.
#[derive(Clone, Debug)]
pub struct Uttt {
    attacker: u8,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    side: u8,
    /// `X`, `O` or `.`.
    boards: [[u8; 9]; 9],
    /// What each board is: see [`state`].
    large: [u8; 9],
    /// The board that must be played in; any open one otherwise.
    forced: Option<usize>,
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn has_line(cells: &[u8; 9], player: u8) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == player))
}

fn other(player: u8) -> u8 {
    if player == b'X' { b'O' } else { b'X' }
}

/// `X` or `O` for a board that is won, `#` for a full one, `.` for an open one.
fn state(cells: &[u8; 9]) -> u8 {
    match cells {
        _ if has_line(cells, b'X') => b'X',
        _ if has_line(cells, b'O') => b'O',
        _ if cells.contains(&b'.') => b'.',
        _ => b'#',
    }
}

impl Position {
    fn allowed(&self) -> Vec<usize> {
        match self.forced {
            Some(board) => vec![board],
            None => (0..9).filter(|&board| self.large[board] == b'.').collect(),
        }
    }

    /// Whether a player could still make a line of boards, were the opponent never to move again.
    fn can_win(&self, player: u8) -> bool {
        let hope = |board: usize| match self.large[board] {
            won @ (b'X' | b'O') => won == player,
            b'#' => false,
            _ => {
                let free = |&cell: &usize| self.boards[board][cell] != other(player);
                LINES.iter().any(|line| line.iter().all(free))
            }
        };
        let hopes: [bool; 9] = std::array::from_fn(hope);
        LINES.iter().any(|line| line.iter().all(|&board| hopes[board]))
    }

    /// The position after a move that is legal.
    fn after(&self, board: usize, cell: usize) -> Position {
        let mut after = self.clone();
        after.boards[board][cell] = self.side;
        after.large[board] = state(&after.boards[board]);
        after.side = other(self.side);
        after.forced = (after.large[cell] == b'.').then_some(cell);
        after
    }
}

impl Rules for Uttt {
    type Position = Position;
    type Name = Word;

    fn new(rules: &str, position: &str) -> Result<(Uttt, Position), String> {
        if rules != "-" {
            return Err(format!("'{rules}', expected '-'"));
        }
        let mut game = Uttt { attacker: b'X' };
        let root = game.read(position)?;
        game.attacker = root.side;
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let wrong = |what: &str| format!("'{text}': {what}");
        let mut parts = text.split(';');
        let (side, large, small) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("X"), Some(large), Some(small), None) => (b'X', large, small),
            (Some("O"), Some(large), Some(small), None) => (b'O', large, small),
            _ => return Err(wrong("expected side;large board;nine boards")),
        };
        let signs: [u8; 9] =
            large.as_bytes().try_into().map_err(|_| wrong("expected nine signs of boards"))?;
        let mut boards = [[b'.'; 9]; 9];
        let mut rows = small.split('/');
        for board in &mut boards {
            let cells = rows.next().unwrap_or_default().as_bytes();
            *board = cells.try_into().map_err(|_| wrong("expected nine boards of nine cells"))?;
            if board.iter().any(|sign| !b"XO.".contains(sign)) {
                return Err(wrong("a cell is neither X nor O nor ."));
            }
            if has_line(board, b'X') && has_line(board, b'O') {
                return Err(wrong("a board is won by both"));
            }
        }
        if rows.next().is_some() {
            return Err(wrong("more than nine boards"));
        }
        let large = boards.map(|cells| state(&cells));
        let mut forced = None;
        for board in 0..9 {
            if signs[board] == b'@' && large[board] == b'.' && forced.is_none() {
                forced = Some(board);
            } else if signs[board] != large[board] {
                return Err(wrong("the large board does not fit the small ones"));
            }
        }
        let count = |player: u8| boards.iter().flatten().filter(|&&cell| cell == player).count();
        let (first, second) = (count(b'X'), count(b'O'));
        if first != second + usize::from(side == b'O') {
            return Err(wrong("the numbers of X and O are none that this side could have to move with"));
        }
        // The game ended before the other side's last stone. With that both cannot have one either.
        if has_line(&large, side) {
            return Err(wrong("the side to move has its line already"));
        }
        Ok(Position { side, boards, large, forced })
    }

    fn text(&self, position: &Position) -> String {
        let mut out = format!("{};", char::from(position.side));
        for board in 0..9 {
            let sign = if position.forced == Some(board) { b'@' } else { position.large[board] };
            out.push(char::from(sign));
        }
        for (board, cells) in position.boards.iter().enumerate() {
            out.push(if board == 0 { ';' } else { '/' });
            out.extend(cells.map(char::from));
        }
        out
    }

    /// Of a closed board only its sign matters from now on: nobody plays there again, and lines of boards
    /// see nothing else. Where one may play says all that the forced board does.
    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = Vec::with_capacity(91);
        out.push(position.side);
        for (cells, &state) in position.boards.iter().zip(&position.large) {
            match state {
                b'.' => out.extend(cells),
                closed => out.push(closed.to_ascii_lowercase()),
            }
        }
        out.extend(position.allowed().iter().map(|&board| b'0' + board as u8));
        out
    }

    fn attacks(&self, position: &Position) -> bool {
        position.side == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        let large = &position.large;
        if has_line(large, self.attacker) {
            return Some(Outcome::Win);
        }
        if has_line(large, other(self.attacker)) {
            return Some(Outcome::Loss);
        }
        (!large.contains(&b'.')).then_some(Outcome::Draw)
    }

    /// A player who can make no line of boards any more cannot win.
    fn settled(&self, position: &Position, goal: Goal, reached: bool) -> bool {
        match goal {
            Goal::Win => !reached && !position.can_win(self.attacker),
            Goal::Draw => reached && !position.can_win(other(self.attacker)),
            Goal::Score(_) => false,
        }
    }

    fn moves(&self, position: &Position) -> Vec<(Word, Position)> {
        let letter = |index: usize| b'a' + index as u8;
        let mut out = Vec::new();
        for board in position.allowed() {
            for cell in (0..9).filter(|&cell| position.boards[board][cell] == b'.') {
                out.push((Word::new(&[letter(board), letter(cell)]), position.after(board, cell)));
            }
        }
        out
    }

    fn play(&self, position: &Position, name: &str) -> Option<Position> {
        let &[board @ b'a'..=b'i', cell @ b'a'..=b'i'] = name.as_bytes() else { return None };
        let (board, cell) = (usize::from(board - b'a'), usize::from(cell - b'a'));
        let legal = self.end(position).is_none()
            && position.allowed().contains(&board)
            && position.boards[board][cell] == b'.';
        legal.then(|| position.after(board, cell))
    }

    fn repetition(&self, _goal: Goal) -> Option<bool> {
        None
    }
}
