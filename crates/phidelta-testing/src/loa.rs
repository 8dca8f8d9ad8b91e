//! Lines of Action a second time, from the rules alone: an array, loops, no tables. For comparison.

use std::collections::HashMap;

/// A square's contents.
pub const EMPTY: u8 = 0;
pub const BLACK: u8 = 1;
pub const WHITE: u8 = 2;

/// A move by squares, files and ranks from 0; `None` is a pass.
pub type PlainMove = Option<((i32, i32), (i32, i32))>;

/// Variants by name, as in the text of the rules.
#[derive(Clone, Copy, Debug)]
pub struct PlainRules {
    pub both_connected_is_draw: bool,
    pub stuck_passes: bool,
    pub occurrences: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainEnd {
    Wins(u8),
    Draw,
}

/// A game.
#[derive(Clone)]
pub struct PlainGame {
    pub board: [[u8; 8]; 8],
    pub side: u8,
    pub rules: PlainRules,
    seen: HashMap<([[u8; 8]; 8], u8), u32>,
}

const WAYS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl PlainGame {
    pub fn start(rules: PlainRules) -> PlainGame {
        let mut board = [[EMPTY; 8]; 8];
        #[expect(clippy::needless_range_loop, reason = "rows and columns alike")]
        for i in 1..7 {
            board[0][i] = BLACK;
            board[7][i] = BLACK;
            board[i][0] = WHITE;
            board[i][7] = WHITE;
        }
        PlainGame::from_board(board, BLACK, rules)
    }

    pub fn from_board(board: [[u8; 8]; 8], side: u8, rules: PlainRules) -> PlainGame {
        PlainGame { board, side, rules, seen: HashMap::from([((board, side), 1)]) }
    }

    fn at(&self, x: i32, y: i32) -> Option<u8> {
        if (0..8).contains(&x) && (0..8).contains(&y) {
            Some(self.board[y as usize][x as usize])
        } else {
            None
        }
    }

    /// Pieces of either colour on the whole line through a square.
    fn pieces_on_line(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> i32 {
        let mut count = 0;
        for n in -7..=7 {
            if self.at(x + n * dx, y + n * dy).is_some_and(|cell| cell != EMPTY) {
                count += 1;
            }
        }
        count
    }

    /// Moves of pieces.
    pub fn moves(&self) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        for y in 0..8 {
            for x in 0..8 {
                if self.at(x, y) != Some(self.side) {
                    continue;
                }
                for way in WAYS {
                    let n = self.pieces_on_line(x, y, way);
                    let to = (x + n * way.0, y + n * way.1);
                    let lands = self.at(to.0, to.1).is_some_and(|cell| cell != self.side);
                    let jumps = (1..n).all(|i| {
                        let cell = self.at(x + i * way.0, y + i * way.1);
                        cell == Some(EMPTY) || cell == Some(self.side)
                    });
                    if lands && jumps {
                        moves.push(Some(((x, y), to)));
                    }
                }
            }
        }
        if moves.is_empty() && self.rules.stuck_passes {
            moves.push(None);
        }
        moves
    }

    pub fn play(&mut self, mv: PlainMove) {
        if let Some(((x, y), (to_x, to_y))) = mv {
            self.board[to_y as usize][to_x as usize] = self.side;
            self.board[y as usize][x as usize] = EMPTY;
        }
        self.side = 3 - self.side;
        *self.seen.entry((self.board, self.side)).or_default() += 1;
    }

    pub fn is_connected(&self, color: u8) -> bool {
        let all: Vec<(i32, i32)> =
            (0..64).map(|i| (i % 8, i / 8)).filter(|&(x, y)| self.at(x, y) == Some(color)).collect();
        let mut reached = vec![all[0]];
        let mut seen = [[false; 8]; 8];
        seen[all[0].1 as usize][all[0].0 as usize] = true;
        let mut next = 0;
        while next < reached.len() {
            let (x, y) = reached[next];
            next += 1;
            for (dx, dy) in WAYS {
                let (x, y) = (x + dx, y + dy);
                if self.at(x, y) == Some(color) && !seen[y as usize][x as usize] {
                    seen[y as usize][x as usize] = true;
                    reached.push((x, y));
                }
            }
        }
        reached.len() == all.len()
    }

    pub fn end(&self) -> Option<PlainEnd> {
        let mover = 3 - self.side;
        let (mine, theirs) = (self.is_connected(mover), self.is_connected(self.side));
        if mine && theirs {
            return Some(if self.rules.both_connected_is_draw {
                PlainEnd::Draw
            } else {
                PlainEnd::Wins(mover)
            });
        }
        if mine {
            return Some(PlainEnd::Wins(mover));
        }
        if theirs {
            return Some(PlainEnd::Wins(self.side));
        }
        if self.moves().is_empty() {
            return Some(PlainEnd::Wins(mover));
        }
        if self.seen[&(self.board, self.side)] >= self.rules.occurrences {
            return Some(PlainEnd::Draw);
        }
        None
    }

    /// As text.
    pub fn text(&self) -> String {
        let cells = self.board.iter().flatten().map(|cell| ['-', 'X', 'O'][usize::from(*cell)]);
        cells.chain([' ', if self.side == BLACK { 'X' } else { 'O' }]).collect()
    }
}

/// A move as text.
pub fn move_text(game: &PlainGame, mv: PlainMove) -> String {
    let Some(((x, y), to)) = mv else { return "pass".into() };
    let name = |(x, y): (i32, i32)| format!("{}{}", (b'a' + x as u8) as char, y + 1);
    let sign = if game.board[to.1 as usize][to.0 as usize] == EMPTY { '-' } else { 'x' };
    format!("{}{sign}{}", name((x, y)), name(to))
}
