//! Connect four once more, written for clarity: columns of stones, loops over coordinates.

use std::collections::HashMap;

use phidelta::Value;

/// A position. `true` is the player who began.
#[derive(Clone)]
pub struct Plain {
    columns: Vec<Vec<bool>>,
    height: usize,
    row: usize,
    first_to_move: bool,
    /// Who has a row.
    pub winner: Option<bool>,
}

impl Plain {
    pub fn new(width: usize, height: usize, row: usize) -> Plain {
        Plain { columns: vec![Vec::new(); width], height, row, first_to_move: true, winner: None }
    }

    pub fn is_full(&self) -> bool {
        self.columns.iter().all(|column| column.len() == self.height)
    }

    /// The columns that can be played, if the game goes on.
    pub fn moves(&self) -> Vec<usize> {
        let open = |&column: &usize| self.winner.is_none() && self.columns[column].len() < self.height;
        (0..self.columns.len()).filter(open).collect()
    }

    pub fn stone(&self, column: usize, level: usize) -> Option<bool> {
        self.columns.get(column).and_then(|stones| stones.get(level)).copied()
    }

    pub fn play(&mut self, column: usize) {
        self.columns[column].push(self.first_to_move);
        if self.has_row(self.first_to_move) {
            self.winner = Some(self.first_to_move);
        }
        self.first_to_move = !self.first_to_move;
    }

    fn undo(&mut self, column: usize) {
        self.columns[column].pop();
        self.winner = None;
        self.first_to_move = !self.first_to_move;
    }

    fn has_row(&self, player: bool) -> bool {
        let at = |x: isize, y: isize| x >= 0 && y >= 0 && self.stone(x as usize, y as usize) == Some(player);
        (0..self.columns.len() as isize).any(|x| {
            (0..self.height as isize).any(|y| {
                [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|(dx, dy)| (0..self.row as isize).all(|i| at(x + dx * i, y + dy * i)))
            })
        })
    }

    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |column| {
            let mut next = self.clone();
            next.play(column);
            next.perft(depth - 1)
        };
        self.moves().into_iter().map(next).sum()
    }

    /// The value for the side to move, by looking at everything.
    pub fn value(&self) -> Value {
        self.clone().negamax(&mut HashMap::new())
    }

    fn negamax(&mut self, seen: &mut HashMap<Vec<Vec<bool>>, Value>) -> Value {
        if self.winner.is_some() {
            return Value::Loss;
        }
        if self.is_full() {
            return Value::Draw;
        }
        if let Some(&value) = seen.get(&self.columns) {
            return value;
        }
        let mut best = Value::Loss;
        for column in self.moves() {
            self.play(column);
            let value = match self.negamax(seen) {
                Value::Win => Value::Loss,
                Value::Draw => Value::Draw,
                Value::Loss => Value::Win,
            };
            self.undo(column);
            best = best.max(value);
            if best == Value::Win {
                break;
            }
        }
        seen.insert(self.columns.clone(), best);
        best
    }
}

/// Plays a random game to its end; `look` sees every position and the move made in it.
pub fn random_game(plain: &mut Plain, seed: u64, mut look: impl FnMut(&Plain, Option<usize>)) {
    let mut random = fastrand::Rng::with_seed(seed);
    while let Some(column) = random.choice(plain.moves()) {
        look(plain, Some(column));
        plain.play(column);
    }
    look(plain, None);
}

/// Plays random moves, but none that ends the game, and returns them.
pub fn opening(plain: &mut Plain, seed: u64, plies: usize) -> Vec<usize> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut played = Vec::new();
    for _ in 0..plies {
        let quiet: Vec<usize> = plain
            .moves()
            .into_iter()
            .filter(|&column| {
                let mut next = plain.clone();
                next.play(column);
                next.winner.is_none() && !next.is_full()
            })
            .collect();
        let Some(column) = random.choice(quiet) else { break };
        plain.play(column);
        played.push(column);
    }
    played
}
