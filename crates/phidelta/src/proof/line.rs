//! A line of play that shows a verdict.
//!
//! Idea: the winner moves to a position that is known to be won, the one nearest to the end; the loser
//! to the one farthest from it. What the table has lost is searched again, on the line's own path. If
//! the limits do not allow that, the line stops short and says so.
//!
//! Where a repetition would spoil the win there is a trap: a position may be won in general by going
//! back to where the line came from. Solved entries therefore carry a *length*, the plies to the end by
//! the strategy that was found, and the winner takes a known position only if its length is smaller
//! than that of the one he stands on: lengths that fall cannot lead back. Where the table no longer has
//! such a move it is emptied, and each move is asked anew: won on this path, where all positions of the
//! path are repetitions? What an empty table then proves never leads back. If no move is, an earlier
//! one went astray, and the line goes back to it.
//!
//! Invariants: every move is legal; no position occurs twice, unless a repetition is what decides, and
//! then the line ends with it; a complete line ends with the verdict it shows.

use crate::algorithm::{Algorithm, Family, Loops};
use crate::alpha_beta;
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

/// The longest line that is followed, in plies: far above the longest known problem of any game.
const LONGEST: usize = 1_000_000;

/// The length of a position of which none is known.
const UNKNOWN: u32 = u32::MAX;

/// A line from the game's present position, whose value is known to be `value`.
pub(crate) fn line<G: Game>(
    game: &mut G,
    value: Numbers,
    table: &mut Table,
    stack_bytes: u64,
    by_alpha_beta: bool,
    monitor: &mut Monitor<'_, G::Move>,
) -> Line<G::Move> {
    let question = Question::of(game);
    let mut walk = Walk {
        // Only a win that a repetition would spoil must not go back.
        guarded: !G::ACYCLIC && value != question.repetition(),
        question,
        game,
        value,
        table,
        space: Space::new::<G>(stack_bytes),
        // Where the path matters only the other search takes it into account.
        alpha_beta: (by_alpha_beta && G::ACYCLIC).then_some(stack_bytes),
        path: Path::new(),
        steps: Vec::new(),
        monitor,
        stats: Stats::default(),
    };
    let complete = walk.follow();
    let moves: Vec<G::Move> = walk.steps.iter().map(|step| step.mv).collect();
    for &mv in moves.iter().rev() {
        walk.game.undo(mv);
    }
    Line { moves, complete }
}

struct Walk<'w, 'm, G: Game> {
    game: &'w mut G,
    question: Question,
    value: Numbers,
    guarded: bool,
    table: &'w mut Table,
    space: Space<G::Move>,
    /// Search with alpha-beta, in so many bytes of stack.
    alpha_beta: Option<u64>,
    /// The positions the line has left.
    path: Path,
    steps: Vec<Step<G::Move>>,
    monitor: &'w mut Monitor<'m, G::Move>,
    stats: Stats,
}

/// A move of the line.
struct Step<M> {
    mv: M,
    /// The length of the position it was played in.
    length: u32,
    by_winner: bool,
}

/// What is known of the present position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It has the value, and the end is so far away.
    Value(u32),
    /// It has the other value.
    Other,
    Nothing,
}

impl<G: Game> Walk<'_, '_, G> {
    /// Follows the line; true if it reached its end.
    fn follow(&mut self) -> bool {
        let mut moves = Vec::new();
        let mut length = match self.recall() {
            Known::Value(length) => length,
            _ => UNKNOWN,
        };
        while self.game.outcome().is_none() {
            let here = self.key();
            if self.path.find(here).is_some() {
                // Reached only where a repetition is what decides.
                return true;
            }
            if self.steps.len() >= LONGEST {
                return false;
            }
            self.path.push_position(self.game, here);
            moves.clear();
            self.game.moves(&mut moves);
            let by_winner = self.value.seen_by(self.game.side()).0 == 0;
            let next = if by_winner { self.nearest(&moves, length) } else { self.farthest(&moves, length) };
            match next {
                Some((mv, after)) => {
                    self.steps.push(Step { mv, length, by_winner });
                    self.game.play(mv);
                    length = after;
                }
                None => match self.go_back() {
                    Some(before) => length = before,
                    None => return false,
                },
            }
        }
        true
    }

    fn key(&self) -> Key {
        self.game.key() ^ self.question.salt()
    }

    /// The winner's move from a position of this length, and the length behind it.
    fn nearest(&mut self, moves: &[G::Move], length: u32) -> Option<(G::Move, u32)> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            if let Known::Value(after) = self.look(mv, Self::recall)
                && (!self.guarded || (length != UNKNOWN && after < length))
                && best.is_none_or(|(_, least)| after < least)
            {
                best = Some((mv, after));
            }
        }
        if best.is_some() {
            return best;
        }
        for &mv in moves {
            if self.guarded {
                self.table.clear();
            }
            if let Known::Value(after) = self.look(mv, Self::search) {
                return Some((mv, after));
            }
        }
        None
    }

    /// The loser's move. Where going back is no way out, he does not go back.
    fn farthest(&mut self, moves: &[G::Move], length: u32) -> Option<(G::Move, u32)> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            match self.look(mv, Self::search) {
                Known::Value(after) => {
                    if best.is_none_or(|(_, most)| after > most) {
                        best = Some((mv, after));
                    }
                }
                // He could win here: the winner's last move was wrong.
                Known::Other => return None,
                Known::Nothing => {}
            }
        }
        // The strategy that led here is one ply shorter now, whatever is known of this move.
        best.map(|(mv, after)| (mv, after.min(length.saturating_sub(1))))
    }

    /// Takes the line back to the winner's last move, which went astray, and returns the length there:
    /// unknown, so that he will look for another move from an empty table. `None` if there is no way.
    fn go_back(&mut self) -> Option<u32> {
        self.path.pop();
        if !self.guarded || self.monitor.is_exhausted() {
            return None;
        }
        loop {
            let step = self.steps.pop()?;
            self.game.undo(step.mv);
            self.path.pop();
            // A move found from an empty table was right. Then it is the limits that end the line.
            if step.by_winner {
                return (step.length != UNKNOWN).then_some(UNKNOWN);
            }
        }
    }

    /// Asks about the position behind a move.
    fn look(&mut self, mv: G::Move, ask: impl Fn(&mut Self) -> Known) -> Known {
        self.game.play(mv);
        let known = ask(self);
        self.game.undo(mv);
        known
    }

    /// What rules, path and table say of the present position.
    fn recall(&mut self) -> Known {
        if let Some(outcome) = self.game.outcome() {
            return self.judge(self.question.answer(outcome), 0);
        }
        let key = self.key();
        let found = self.table.probe(key);
        if self.path.find(key).is_some() {
            return self.judge(self.question.repetition(), 0);
        }
        if let Some(record) = found.filter(|record| record.numbers.is_solved()) {
            return self.judge(record.numbers, record.length);
        }
        if G::RESOURCES {
            let board = self.game.board_key() ^ self.question.salt();
            if let Some(answer) = self.table.dominant(board, self.game.stock(), G::covers) {
                return self.judge(answer.numbers, answer.length);
            }
        }
        if let Some(shortcut) = self.game.shortcut() {
            return self.judge(self.question.answer(shortcut.outcome), shortcut.length);
        }
        let bound =
            found.filter(|record| record.bound).and_then(|_| self.table.probe(self.path.bound_key(key)));
        match bound.filter(|record| record.numbers.is_solved()) {
            Some(record) => self.judge(record.numbers, record.length),
            None => Known::Nothing,
        }
    }

    /// The same, and if they say nothing, a search on this path.
    fn search(&mut self) -> Known {
        let known = self.recall();
        if known != Known::Nothing {
            return known;
        }
        if let Some(stack) = self.alpha_beta {
            let answer = alpha_beta::search(self.game, stack, self.table, self.monitor, &mut self.stats);
            return if answer.verdict.is_decided() {
                // The table knows how far away the end is, unless it lost even that.
                match self.recall() {
                    Known::Nothing => self.judge(answer.numbers, UNKNOWN),
                    known => known,
                }
            } else {
                Known::Nothing
            };
        }
        let plan = Plan::of(&Algorithm { loops: Loops::ThresholdControl, ..Algorithm::new(Family::DfPn) });
        let means = Means {
            table: self.table,
            path: &mut self.path,
            space: &mut self.space,
            monitor: self.monitor,
            stats: &mut self.stats,
        };
        match Engine::new(self.game, plan, means).run().1 {
            Ok(visit) => self.judge(visit.numbers, visit.length),
            Err(_) => Known::Nothing,
        }
    }

    fn judge(&self, numbers: Numbers, length: u32) -> Known {
        if numbers == self.value { Known::Value(length) } else { Known::Other }
    }
}
