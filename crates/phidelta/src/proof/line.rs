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
//! such a move, it is searched for, without what the table knows of longer ways
//! ([`crate::depth_first::Horizon`]): entries further down mostly show it. Close to the end they are looked at one
//! by one ([`super::bounds`]). If only longer ways are found, each move is asked anew, as if the table knew nothing:
//! won on this path, where all positions of the path are repetitions? What is proved then never leads back. If no
//! move is, an earlier one went astray, and the line goes back to it. The table is not emptied for that: what is
//! asked anew has other keys, and where the line has gone back all that was known is known again.
//!
//! Lengths are those of strategies that were found, and the winner may find a shorter way than the one that
//! the loser has counted on: then the loser would have given up early. So at the end of the line each of his
//! moves is held to what it promised. The last one that held out less is noted with what it really gave, and
//! he thinks again there. What is noted is the length of a strategy, too, and lengths only fall, so that
//! this ends; then no other move of his is known to hold out longer than the line does, and as no length is
//! below that of the shortest win, neither is the line.
//!
//! Invariants: every move is legal; no position occurs twice, unless a repetition is what decides, and
//! then the line ends with it; a complete line ends with the verdict it shows.

use std::collections::HashMap;

use super::known::{Known, Oracle, UNKNOWN};
use crate::algorithm::{Algorithm, Family};
use crate::game::{Game, Key};
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;
use crate::trail::Trail;

/// A line, and whether it goes to the end.
pub(crate) struct Line<M> {
    pub(crate) moves: Vec<M>,
    pub(crate) complete: bool,
}

/// The longest line that is followed, in plies: far above the longest known problem of any game.
const LONGEST: usize = 1_000_000;

/// How often the loser thinks again: problems of some dozen plies need a few times, and each time costs a walk
/// along a part of the line.
const SECOND_THOUGHTS: u32 = 1_000;

/// A line from the game's present position, whose value is known to be `value`. When there is one, the loser's
/// second thoughts may take `more` nodes.
pub(crate) fn line<G: Game>(
    game: &mut G,
    value: Numbers,
    table: &mut Table,
    stack_bytes: u64,
    algorithm: &Algorithm,
    (monitor, more): (&mut Monitor<'_, G::Move>, u64),
) -> Line<G::Move> {
    let mut played = Vec::new();
    let mut oracle = Oracle::new(Trail::new(game, &mut played), value, table, stack_bytes, monitor)
        .with_search_of(algorithm);
    if algorithm.family == Family::AlphaBeta {
        oracle = oracle.with_alpha_beta(stack_bytes);
    }
    // Only a win that a repetition would spoil must not go back.
    let guarded = oracle.needs_rank();
    let (steps, given, thoughts) = (Vec::new(), HashMap::new(), 0);
    let mut walk = Walk { oracle, guarded, steps, given, thoughts };
    let mut longest: Option<Vec<G::Move>> = None;
    let mut length = match walk.oracle.recall() {
        Known::Value(length) => length,
        _ => UNKNOWN,
    };
    loop {
        if !walk.follow(length) {
            // The limits ended it: what was complete before is as good as any.
            let complete = longest.is_some();
            let moves = longest.unwrap_or_else(|| walk.oracle.game.line().to_vec());
            return Line { moves, complete };
        }
        if longest.is_none() {
            let monitor = &mut *walk.oracle.monitor;
            let left = monitor.limit_of_nodes().saturating_sub(monitor.nodes());
            monitor.allow(more.min(left));
        }
        let moves = walk.oracle.game.line();
        if longest.as_ref().is_none_or(|longest| moves.len() > longest.len()) {
            longest = Some(moves.to_vec());
        }
        if walk.thoughts == SECOND_THOUGHTS {
            return Line { moves: longest.unwrap_or_default(), complete: true };
        }
        match walk.think_again() {
            Some(again) => length = again,
            None => return Line { moves: walk.oracle.game.line().to_vec(), complete: true },
        }
    }
}

struct Walk<'w, 'm, G: Game> {
    /// Its path holds the positions the line has left.
    oracle: Oracle<'w, 'm, G>,
    guarded: bool,
    /// For each move of the line.
    steps: Vec<Step>,
    /// What moves of the loser really gave, by the key of the position behind them.
    given: HashMap<Key, u32>,
    /// How often he has thought again.
    thoughts: u32,
}

/// A move of the line.
struct Step {
    /// The length of the position it was played in.
    length: u32,
    by_winner: bool,
    /// How long the position behind it was to hold out.
    promised: u32,
    /// What the oracle knew when it came to the position.
    salt: Key,
}

impl<'w, 'm, G: Game> Walk<'w, 'm, G> {
    /// Follows the line from the present position, which has this length; true if it reached its end.
    fn follow(&mut self, mut length: u32) -> bool {
        let mut moves = Vec::new();
        while self.oracle.game.outcome().is_none() {
            let here = self.oracle.key();
            if self.oracle.path.find(here).is_some() {
                // Reached only where a repetition is what decides.
                return true;
            }
            if self.steps.len() >= LONGEST || self.is_stopped() {
                return false;
            }
            self.oracle.enter(here);
            moves.clear();
            self.oracle.game.moves(&mut moves);
            if self.oracle.monitor.distrusts() {
                let Oracle { monitor, game, .. } = &mut self.oracle;
                if monitor.witness_moves(game, &moves).is_err() {
                    return false;
                }
            }
            let by_winner = self.oracle.value.seen_by(self.oracle.game.side()).0 == 0;
            let salt = self.oracle.salt();
            let next = if by_winner { self.nearest(&moves, length) } else { self.farthest(&moves) };
            match next {
                Some((mv, promised)) => {
                    self.steps.push(Step { length, by_winner, promised, salt });
                    self.oracle.game.play(mv);
                    // The strategy that led here is one ply shorter now, whatever is known of this move.
                    let left = if by_winner { promised } else { promised.min(length.saturating_sub(1)) };
                    length = left;
                }
                None => match self.go_back() {
                    Some(before) => length = before,
                    None => return false,
                },
            }
        }
        true
    }

    fn is_stopped(&mut self) -> bool {
        let (value, used) = (self.oracle.value, self.oracle.table.used());
        self.oracle.monitor.walk(value, used, self.oracle.game.line()).is_err()
    }

    /// At the end of the line: takes it back to the last move of the loser that has held out less than it
    /// promised, and returns the length there. `None` if there is none.
    fn think_again(&mut self) -> Option<u32> {
        // Where going round wins nothing, what a move gives does not depend on the path.
        if !G::ACYCLIC && !self.guarded {
            return None;
        }
        let plies = self.steps.len();
        let gave_less =
            |(index, step): (usize, &Step)| !step.by_winner && plies - index - 1 < step.promised as usize;
        let last = (0..plies).rev().find(|&index| gave_less((index, &self.steps[index])))?;
        self.thoughts += 1;
        while self.steps.len() > last + 1 {
            self.take_back();
        }
        self.given.insert(self.oracle.game.key(), (plies - last - 1) as u32);
        self.take_back().map(|step| step.length)
    }

    /// Takes the last move of the line back.
    fn take_back(&mut self) -> Option<Step> {
        let step = self.steps.pop()?;
        self.oracle.game.undo();
        self.oracle.path.pop();
        self.oracle.remember(step.salt);
        Some(step)
    }

    /// The winner's move from a position of this length, and the length behind it.
    fn nearest(&mut self, moves: &[G::Move], length: u32) -> Option<(G::Move, u32)> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            if self.oracle.monitor.breathe().is_err() {
                return None;
            }
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
        let mut likely = None;
        if self.guarded && length != UNKNOWN {
            let near = self.decide(|oracle| oracle.decide_within(length));
            let near = near.map(|(mv, found)| (mv, found.saturating_sub(1)));
            if let Some(near) = near.or_else(|| self.oracle.restore(moves, length)) {
                return Some(near);
            }
            match self.decide(Oracle::decide) {
                Some((mv, found)) if found <= length => return Some((mv, found.saturating_sub(1))),
                found => likely = found.map(|(mv, _)| mv),
            }
        }
        if self.guarded {
            self.oracle.begin_anew();
        }
        // What wins elsewhere mostly wins here.
        let others = moves.iter().copied().filter(|&mv| Some(mv) != likely);
        for mv in likely.into_iter().chain(others) {
            if let Known::Value(after) = self.oracle.look(mv, Oracle::search) {
                return Some((mv, after));
            }
        }
        None
    }

    /// The winner's move in the present position by a search that uses the table, and the length that it found. `None`
    /// if the move repeats a position.
    fn decide(
        &mut self,
        search: impl FnOnce(&mut Oracle<'w, 'm, G>) -> Option<(G::Move, u32)>,
    ) -> Option<(G::Move, u32)> {
        self.oracle.path.pop();
        let found = search(&mut self.oracle);
        let here = self.oracle.key();
        self.oracle.enter(here);
        let (mv, found) = found?;
        let repeats = |oracle: &mut Oracle<'_, '_, G>| {
            let back = oracle.game.outcome().is_none() && oracle.path.find(oracle.key()).is_some();
            if back { Known::Other } else { Known::Nothing }
        };
        (self.oracle.look(mv, repeats) == Known::Nothing).then_some((mv, found))
    }

    /// The loser's move, and how long he holds out behind it. Where going back is no way out, he does not
    /// go back.
    fn farthest(&mut self, moves: &[G::Move]) -> Option<(G::Move, u32)> {
        let mut best: Option<(G::Move, u32)> = None;
        for &mv in moves {
            if self.oracle.monitor.breathe().is_err() {
                return None;
            }
            match self.oracle.look(mv, Oracle::search) {
                Known::Value(after) => {
                    let after = if self.given.is_empty() { after } else { self.given_behind(mv, after) };
                    if best.is_none_or(|(_, most)| after > most) {
                        best = Some((mv, after));
                    }
                }
                // He could win here: the winner's last move was wrong.
                Known::Other => return None,
                Known::Nothing => {}
            }
        }
        best
    }

    /// What a move of the loser really gave, if that is known, otherwise `after`.
    fn given_behind(&mut self, mv: G::Move, after: u32) -> u32 {
        self.oracle.game.play(mv);
        let given = self.given.get(&self.oracle.game.key()).copied();
        self.oracle.game.undo();
        given.map_or(after, |given| given.min(after))
    }

    /// Takes the line back to the winner's last move, which went astray, and returns the length there:
    /// unknown, so that he will ask about each move anew. `None` if there is no way.
    fn go_back(&mut self) -> Option<u32> {
        self.oracle.path.pop();
        if !self.guarded || self.oracle.monitor.is_exhausted() {
            return None;
        }
        loop {
            let step = self.take_back()?;
            // A move that was asked about anew was right. Then it is the limits that end the line.
            if step.by_winner {
                return (step.length != UNKNOWN).then_some(UNKNOWN);
            }
        }
    }
}
