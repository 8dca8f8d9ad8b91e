//! Every first move that mates.
//!
//! Idea: each move is a question of its own. They take turns with budgets that double, so that one that
//! is too hard does not keep the others from being decided; lengths come last.
//!
//! Invariant: a move is said to mate only after a proof, not to mate only after a disproof.

use phidelta::{Game, Outcome, Reason, SolveError, Solver, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::asker::{Asker, Watcher};
use super::futile::Futile;
use super::shortest::{Shortest, find_shortest};

/// Nodes of the first turn of each move.
const FIRST_TURN_NODES: u64 = 10_000;

/// A first move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FirstMove {
    /// The move.
    pub mv: Move,
    /// Whether it mates.
    pub verdict: Verdict,
    /// The line behind it that shows this.
    pub line: Vec<Move>,
    /// The shortest mate behind it, where that was asked for: its plies do not include the move.
    pub shortest: Option<Shortest>,
}

impl FirstMove {
    /// Plies of the shortest mate with this move first, if proved.
    pub fn length(&self) -> Option<u32> {
        Some(1 + self.shortest.as_ref()?.length()?)
    }
}

/// Every check of the attacker, who is to move, in the order of the generator; with lengths if
/// `counting` says how to count.
pub fn all_solutions(
    solver: &mut Solver,
    game: &Tsume,
    counting: Option<Futile>,
    watcher: &mut dyn Watcher,
) -> Result<Vec<FirstMove>, SolveError> {
    let asker = &mut Asker::new(solver, watcher);
    let mut found = judged(asker, game)?;
    for first in found.iter_mut().filter(|first| first.verdict.is_proved()) {
        let after = after(game, first.mv);
        asker.watcher.first_move(first.mv);
        if let Some(futile) = counting {
            let shortest = find_shortest(asker, &after, futile)?;
            first.line = [&shortest.line[..], &shortest.tail].concat();
            first.shortest = Some(shortest);
        } else {
            first.line = asker.shown(&after, u64::MAX)?.line;
        }
    }
    Ok(found)
}

/// The problem after a move.
pub(super) fn after(game: &Tsume, mv: Move) -> Tsume {
    let mut game = game.clone();
    game.play(mv);
    game
}

/// Whether each check mates.
fn judged(asker: &mut Asker<'_, '_>, game: &Tsume) -> Result<Vec<FirstMove>, SolveError> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    let mut found = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut game = after(game, mv);
        asker.watcher.first_move(mv);
        let verdict = match game.outcome() {
            Some(Outcome::Win) => Verdict::Proved,
            _ => asker.mate(&mut game, FIRST_TURN_NODES)?,
        };
        found.push(FirstMove { mv, verdict, line: Vec::new(), shortest: None });
    }
    let mut nodes = 2 * FIRST_TURN_NODES;
    // What something else than its turn has ended would only end so again.
    let waits = |first: &FirstMove| first.verdict == Verdict::Unknown(Reason::NodeLimit);
    while found.iter().any(waits) && !asker.is_over() {
        for first in found.iter_mut().filter(|first| waits(first)) {
            if !asker.is_over() {
                asker.watcher.first_move(first.mv);
                first.verdict = asker.mate(&mut after(game, first.mv), nodes)?;
            }
        }
        nodes = nodes.saturating_mul(2);
    }
    Ok(found)
}
