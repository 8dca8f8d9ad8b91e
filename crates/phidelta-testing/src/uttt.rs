//! Ultimate tic-tac-toe once more, written for clarity: arrays of signs and loops.

use std::collections::{HashMap, HashSet};

use phidelta::Value;

/// How a line of three runs over cells counted row by row.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A position: signs are 'X', 'O' and '.'.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Plain {
    pub cells: [[char; 9]; 9],
    pub side: char,
    /// The board the last move sent to, open or not.
    sent: Option<usize>,
}

impl Plain {
    pub fn start() -> Plain {
        Plain { cells: [['.'; 9]; 9], side: 'X', sent: None }
    }

    /// What a board is on the large one.
    pub fn state(&self, board: usize) -> char {
        let cells = &self.cells[board];
        for line in LINES {
            let sign = cells[line[0]];
            if sign != '.' && line.iter().all(|&cell| cells[cell] == sign) {
                return sign;
            }
        }
        if cells.contains(&'.') { '.' } else { '#' }
    }

    /// 'X', 'O', '#' for a draw, '.' for a game that goes on.
    pub fn result(&self) -> char {
        for player in ['X', 'O'] {
            if LINES.iter().any(|line| line.iter().all(|&board| self.state(board) == player)) {
                return player;
            }
        }
        if (0..9).any(|board| self.state(board) == '.') { '.' } else { '#' }
    }

    /// The boards that may be played in.
    fn boards(&self) -> Vec<usize> {
        match self.sent {
            Some(board) if self.state(board) == '.' => vec![board],
            _ => (0..9).filter(|&board| self.state(board) == '.').collect(),
        }
    }

    pub fn moves(&self) -> Vec<(usize, usize)> {
        if self.result() != '.' {
            return Vec::new();
        }
        let cells = |board: usize| (0..9).map(move |cell| (board, cell));
        self.boards().into_iter().flat_map(cells).filter(|&(b, c)| self.cells[b][c] == '.').collect()
    }

    pub fn play(&mut self, (board, cell): (usize, usize)) {
        self.cells[board][cell] = self.side;
        self.sent = Some(cell);
        self.side = if self.side == 'X' { 'O' } else { 'X' };
    }

    pub fn text(&self) -> String {
        let state = |board: usize| match (self.state(board), self.sent) {
            ('.', Some(sent)) if sent == board && (0..9).any(|b| b != board && self.state(b) == '.') => '@',
            (state, _) => state,
        };
        let large: String = (0..9).map(state).collect();
        let boards: Vec<String> = self.cells.iter().map(|cells| cells.iter().collect()).collect();
        format!("{};{large};{}", self.side, boards.join("/"))
    }

    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |mv| {
            let mut next = self.clone();
            next.play(mv);
            next.perft(depth - 1)
        };
        self.moves().into_iter().map(next).sum()
    }

    /// Empty cells of open boards.
    pub fn room(&self) -> usize {
        let open = (0..9).filter(|&board| self.state(board) == '.');
        open.map(|board| self.cells[board].iter().filter(|&&sign| sign == '.').count()).sum()
    }

    /// The value for the side to move, by looking at everything.
    pub fn value(&self) -> Value {
        negamax(self, &mut HashMap::new())
    }

    /// All positions that can still come, the present one included.
    pub fn future(&self) -> HashSet<Plain> {
        let (mut seen, mut open) = (HashSet::new(), vec![self.clone()]);
        while let Some(position) = open.pop() {
            for mv in position.moves() {
                let mut next = position.clone();
                next.play(mv);
                open.push(next);
            }
            seen.insert(position);
        }
        seen
    }
}

fn negamax(position: &Plain, seen: &mut HashMap<Plain, Value>) -> Value {
    match position.result() {
        '.' => {}
        '#' => return Value::Draw,
        // Whoever has a line has just moved.
        _ => return Value::Loss,
    }
    if let Some(&value) = seen.get(position) {
        return value;
    }
    let mut best = Value::Loss;
    for mv in position.moves() {
        let mut next = position.clone();
        next.play(mv);
        best = best.max(match negamax(&next, seen) {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        });
        if best == Value::Win {
            break;
        }
    }
    seen.insert(position.clone(), best);
    best
}

/// The first position of a random game with at most so many empty cells in open boards, if the game
/// gets there.
pub fn late(random: &mut fastrand::Rng, room: usize) -> Option<(Plain, Vec<(usize, usize)>)> {
    let (mut plain, mut played) = (Plain::start(), Vec::new());
    while plain.room() > room {
        let mv = random.choice(plain.moves())?;
        plain.play(mv);
        played.push(mv);
    }
    (plain.result() == '.').then_some((plain, played))
}
