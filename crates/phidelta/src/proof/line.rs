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
//! such a move it is searched for; if what is found is longer, the table is emptied, and each move is asked anew: won on this path, where all positions of the
//! path are repetitions? What an empty table then proves never leads back. If no move is, an earlier
//! one went astray, and the line goes back to it.
//!
//! Invariants: every move is legal; no position occurs twice, unless a repetition is what decides, and
//! then the line ends with it; a complete line ends with the verdict it shows.

use super::known::{Known, Oracle, UNKNOWN};
use crate::game::Game;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;

/// A line, and whether it goes to the end.
pub(crate) struct Line<M> {
    pub(crate) moves: Vec<M>,
    pub(crate) complete: bool,
}

/// The longest line that is followed, in plies: far above the longest known problem of any game.
const LONGEST: usize = 1_000_000;

/// A line from the game's present position, whose value is known to be `value`.
pub(crate) fn line<G: Game>(
    game: &mut G,
    value: Numbers,
    table: &mut Table,
    stack_bytes: u64,
    by_alpha_beta: bool,
    monitor: &mut Monitor<'_, G::Move>,
) -> Line<G::Move> {
    let mut oracle = Oracle::new(game, value, table, stack_bytes, monitor);
    if by_alpha_beta {
        oracle = oracle.with_alpha_beta(stack_bytes);
    }
    // Only a win that a repetition would spoil must not go back.
    let guarded = oracle.needs_rank();
    let mut walk = Walk { oracle, guarded, steps: Vec::new() };
    let complete = walk.follow();
    let moves: Vec<G::Move> = walk.steps.iter().map(|step| step.mv).collect();
    for &mv in moves.iter().rev() {
        walk.oracle.game.undo(mv);
    }
    Line { moves, complete }
}

struct Walk<'w, 'm, G: Game> {
    /// Its path holds the positions the line has left.
    oracle: Oracle<'w, 'm, G>,
    guarded: bool,
    steps: Vec<Step<G::Move>>,
}

/// A move of the line.
struct Step<M> {
    mv: M,
    /// The length of the position it was played in.
    length: u32,
    by_winner: bool,
}

impl<G: Game> Walk<'_, '_, G> {
    /// Follows the line; true if it reached its end.
    fn follow(&mut self) -> bool {
        let mut moves = Vec::new();
        let mut length = match self.oracle.recall() {
            Known::Value(length) => length,
            _ => UNKNOWN,
        };
        while self.oracle.game.outcome().is_none() {
            let here = self.oracle.key();
            if self.oracle.path.find(here).is_some() {
                // Reached only where a repetition is what decides.
                return true;
            }
            if self.steps.len() >= LONGEST {
                return false;
            }
            self.oracle.enter(here);
            moves.clear();
            self.oracle.game.moves(&mut moves);
            let by_winner = self.oracle.value.seen_by(self.oracle.game.side()).0 == 0;
            let next = if by_winner { self.nearest(&moves, length) } else { self.farthest(&moves, length) };
            match next {
                Some((mv, after)) => {
                    self.steps.push(Step { mv, length, by_winner });
                    self.oracle.game.play(mv);
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

    /// The winner's move from a position of this length, and the length behind it.
    fn nearest(&mut self, moves: &[G::Move], length: u32) -> Option<(G::Move, u32)> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            if let Known::Value(after) = self.oracle.look(mv, Oracle::recall)
                && (!self.guarded || (length != UNKNOWN && after < length))
                && best.is_none_or(|(_, least)| after < least)
            {
                best = Some((mv, after));
            }
        }
        if best.is_some() {
            return best;
        }
        if self.guarded && length != UNKNOWN {
            best = self.decide(length);
        }
        if best.is_some() {
            return best;
        }
        for &mv in moves {
            if self.guarded {
                self.oracle.table.clear();
            }
            if let Known::Value(after) = self.oracle.look(mv, Oracle::search) {
                return Some((mv, after));
            }
        }
        None
    }

    /// The winner's move by a search that uses the table, if what it finds is no longer than `length`.
    fn decide(&mut self, length: u32) -> Option<(G::Move, u32)> {
        self.oracle.path.pop();
        let found = self.oracle.decide().filter(|&(_, found)| found <= length);
        let here = self.oracle.key();
        self.oracle.enter(here);
        let (mv, found) = found?;
        let repeats = |oracle: &mut Oracle<'_, '_, G>| {
            let back = oracle.game.outcome().is_none() && oracle.path.find(oracle.key()).is_some();
            if back { Known::Other } else { Known::Nothing }
        };
        (self.oracle.look(mv, repeats) == Known::Nothing).then_some((mv, found.saturating_sub(1)))
    }

    /// The loser's move. Where going back is no way out, he does not go back.
    fn farthest(&mut self, moves: &[G::Move], length: u32) -> Option<(G::Move, u32)> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            match self.oracle.look(mv, Oracle::search) {
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
        self.oracle.path.pop();
        if !self.guarded || self.oracle.monitor.is_exhausted() {
            return None;
        }
        loop {
            let step = self.steps.pop()?;
            self.oracle.game.undo(step.mv);
            self.oracle.path.pop();
            // A move found from an empty table was right. Then it is the limits that end the line.
            if step.by_winner {
                return (step.length != UNKNOWN).then_some(UNKNOWN);
            }
        }
    }
}
