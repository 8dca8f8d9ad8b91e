//! A line of play that shows a verdict.
//!
//! Idea: the winner moves to a position that is known to be won, the one nearest to the end; the loser
//! to the one farthest from it. Solved table entries carry the number of plies to the end by the
//! strategy that was found, which makes the line end. What the table has lost is searched again, here
//! and now, on the line's own path: a line is never guessed. If the limits do not allow it the line
//! stops short and says so.
//!
//! Invariants: every move is legal; every position of the line has the root's value on that path; a
//! complete line ends where the game ends, or with a repetition where that is what decides.

use crate::algorithm::{Algorithm, Family, Loops};
use crate::depth_first::{Engine, Means, Plan, Space};
use crate::game::{Game, Key, Question};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;
use crate::verdict::Stats;

/// A line, and whether it goes to the end.
pub(crate) struct Line<M> {
    pub(crate) moves: Vec<M>,
    pub(crate) complete: bool,
}

/// The longest line that is followed, in plies: ten times the longest known problem of any game.
const LONGEST: usize = 1_000_000;

/// A line from the game's present position, whose value is known to be `value`.
pub(crate) fn line<G: Game>(
    game: &mut G,
    value: Numbers,
    table: &mut Table,
    stack_bytes: u64,
    monitor: &mut Monitor<'_, G::Move>,
) -> Line<G::Move> {
    let mut walk = Walk {
        question: Question::of(game),
        game,
        value,
        table,
        space: Space::new::<G>(stack_bytes),
        path: Path::new(),
        monitor,
        stats: Stats::default(),
    };
    let mut moves = Vec::new();
    let complete = walk.follow(&mut moves);
    for &mv in moves.iter().rev() {
        walk.game.undo(mv);
    }
    Line { moves, complete }
}

struct Walk<'w, 'm, G: Game> {
    game: &'w mut G,
    question: Question,
    value: Numbers,
    table: &'w mut Table,
    space: Space<G::Move>,
    path: Path,
    monitor: &'w mut Monitor<'m, G::Move>,
    stats: Stats,
}

/// What is known of a move's position.
#[derive(Clone, Copy)]
enum Known {
    /// It has the value, and this is how far the end is.
    Value { length: u32, repeats: bool },
    /// It has the other value.
    Other,
    /// Nothing.
    Nothing,
}

impl<G: Game> Walk<'_, '_, G> {
    /// Follows the line; true if it reached its end.
    fn follow(&mut self, line: &mut Vec<G::Move>) -> bool {
        let mut moves = Vec::new();
        while self.game.outcome().is_none() {
            let here = self.game.key() ^ self.question.salt();
            if self.path.find(here).is_some() {
                // Reached only where a repetition is what decides.
                return true;
            }
            if line.len() >= LONGEST {
                return false;
            }
            self.path.push_position(self.game, here);
            moves.clear();
            self.game.moves(&mut moves);
            let winner_moves = self.value.seen_by(self.game.side()).0 == 0;
            let Some(mv) = self.pick(&moves, winner_moves) else { return false };
            self.game.play(mv);
            line.push(mv);
        }
        true
    }

    /// The winner's nearest or the loser's farthest move, if one is known or can be found.
    fn pick(&mut self, moves: &[G::Move], winner_moves: bool) -> Option<G::Move> {
        let mut best: Option<(u32, G::Move)> = None;
        for search in [false, true] {
            for &mv in moves {
                let Known::Value { length, repeats } = self.look(mv, search) else { continue };
                if repeats && self.value != self.question.repetition() {
                    continue; // it would lead in a circle
                }
                let better = best.is_none_or(|(l, _)| if winner_moves { length < l } else { length > l });
                if better {
                    best = Some((length, mv));
                }
                if winner_moves && search {
                    return Some(mv);
                }
            }
            // The winner is content with what is known; the loser wants to know all his moves.
            if winner_moves && best.is_some() {
                break;
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn look(&mut self, mv: G::Move, search: bool) -> Known {
        self.game.play(mv);
        let known = match self.recall() {
            Known::Nothing if search => self.search(),
            known => known,
        };
        self.game.undo(mv);
        known
    }

    /// What rules, path and table say of the present position.
    fn recall(&mut self) -> Known {
        if let Some(outcome) = self.game.outcome() {
            return self.judge(self.question.answer(outcome), 0, false);
        }
        let key: Key = self.game.key() ^ self.question.salt();
        let found = self.table.probe(key);
        if self.path.find(key).is_some() {
            // A position that is won on every path is no success for the side that lets it repeat.
            return self.judge(self.question.repetition(), 0, true);
        }
        if let Some(record) = found.filter(|record| record.numbers.is_solved()) {
            return self.judge(record.numbers, record.length, false);
        }
        let bound =
            found.filter(|record| record.bound).and_then(|_| self.table.probe(self.path.bound_key(key)));
        match bound.filter(|record| record.numbers.is_solved()) {
            Some(record) => self.judge(record.numbers, record.length, false),
            None => Known::Nothing,
        }
    }

    /// Solves the present position on this path.
    fn search(&mut self) -> Known {
        let plan = Plan::of(&Algorithm { loops: Loops::ThresholdControl, ..Algorithm::new(Family::DfPn) });
        let means = Means {
            table: self.table,
            path: &mut self.path,
            space: &mut self.space,
            monitor: self.monitor,
            stats: &mut self.stats,
        };
        match Engine::new(self.game, plan, means).run().1 {
            Ok(visit) => self.judge(visit.numbers, visit.length, false),
            Err(_) => Known::Nothing,
        }
    }

    fn judge(&self, numbers: Numbers, length: u32, repeats: bool) -> Known {
        if numbers == self.value { Known::Value { length, repeats } } else { Known::Other }
    }
}
