//! Another move of the attacker: does it mate, and what kind of fault is that?
//!
//! Idea: a mate is asked for without a clock. If there is one, the kind follows from a few more
//! questions: is it shorter than the solution, is it the last move, does it differ only in what may be
//! left open (promotion, the distance of a slider), is there a mate that keeps away from the solution's
//! positions ([`Avoiding`])? If not, the mate comes back to the solution: after as many plies as the
//! solution takes to that position it has only transposed moves, after more it is a detour.
//!
//! Invariant: as for the whole check.

use phidelta::{Game, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::super::types::{Kind, Square};
use super::all::after;
use super::avoid::Avoiding;
use super::check::{Unit, Walk};
use super::clocked::Clocked;
use super::faults::FaultKind;

/// A move instead of the solution's.
#[derive(Clone, Copy)]
pub(super) struct Turn<'t> {
    /// Plies before it.
    pub(super) ply: usize,
    /// Where it is played.
    pub(super) here: &'t Tsume,
    /// The move.
    pub(super) mv: Move,
    /// Plies of the solution from here.
    pub(super) rest: u32,
}

/// What is wrong with a problem in which this check is possible.
pub(super) fn judge(walk: &mut Walk<'_, '_, '_>, turn: Turn<'_>) -> Unit {
    let nodes = walk.options.question_nodes;
    let mut game = after(turn.here, turn.mv);
    match walk.asker.mate(&mut game, nodes)? {
        Verdict::Disproved => return Ok(Some(Vec::new())),
        Verdict::Unknown(_) => return Ok(None),
        Verdict::Proved => {}
    }
    let Some(kind) = kind_of(walk, turn, game)? else { return Ok(None) };
    Ok(Some(vec![walk.with_mate(kind, turn)?]))
}

fn kind_of(
    walk: &mut Walk<'_, '_, '_>,
    turn: Turn<'_>,
    game: Tsume,
) -> Result<Option<FaultKind>, phidelta::SolveError> {
    let nodes = walk.options.question_nodes;
    // Moves of the attacker after this one, in the solution.
    let moves = turn.rest.div_ceil(2) - 1;
    if moves > 0 {
        let mut clocked = Clocked::new(game.clone(), moves - 1, walk.options.futile);
        match walk.asker.within(&mut clocked, nodes)? {
            Verdict::Proved => return Ok(Some(FaultKind::Shorter)),
            Verdict::Disproved => {}
            Verdict::Unknown(_) => return Ok(None),
        }
    } else {
        return Ok(Some(FaultKind::LastMove));
    }
    if is_same_but_for_choice(turn.here, turn.mv, walk.line[turn.ply]) {
        // The choice does not matter only if the mate takes no longer.
        let mut clocked = Clocked::new(game.clone(), moves, walk.options.futile);
        match walk.asker.within(&mut clocked, nodes)? {
            Verdict::Proved => return Ok(Some(FaultKind::Unlimited)),
            Verdict::Disproved => {}
            Verdict::Unknown(_) => return Ok(None),
        }
    }
    let mut avoiding = Avoiding::new(game, walk.start, walk.line);
    Ok(match walk.asker.mate(&mut avoiding, nodes)? {
        Verdict::Proved => Some(FaultKind::Cook),
        Verdict::Unknown(_) => None,
        Verdict::Disproved => {
            let fault = walk.with_mate(FaultKind::Detour, turn)?;
            let transposed = comes_back_in_time(walk, turn, &fault.line);
            Some(if transposed { FaultKind::Transposed } else { FaultKind::Detour })
        }
    })
}

/// Whether a line from `turn` meets the solution first after as many plies as the solution takes there.
fn comes_back_in_time(walk: &Walk<'_, '_, '_>, turn: Turn<'_>, line: &[Move]) -> bool {
    let mut keys = vec![walk.start.key()];
    let mut solution = walk.start.clone();
    for &mv in walk.line {
        solution.play(mv);
        keys.push(solution.key());
    }
    let mut other = turn.here.clone();
    for (&mv, plies) in line.iter().zip(turn.ply + 1..) {
        other.play(mv);
        if let Some(met) = keys.iter().position(|&key| key == other.key()) {
            return met == plies;
        }
    }
    false
}

/// Whether two checks differ only in promotion, or in the distance from which a slider checks.
fn is_same_but_for_choice(here: &Tsume, mv: Move, solution: Move) -> bool {
    if mv.kind() != solution.kind() || mv.from() != solution.from() {
        return false;
    }
    if mv.to() == solution.to() {
        return true;
    }
    let slides = matches!(mv.kind(), Kind::LANCE | Kind::BISHOP | Kind::ROOK | Kind::HORSE | Kind::DRAGON);
    let Some(king) = here.position().king(here.attacker().flip()).filter(|_| slides) else { return false };
    direction(king, mv.to()).is_some_and(|way| direction(king, solution.to()) == Some(way))
}

/// The way from one square to another, if it is straight or diagonal.
fn direction(from: Square, to: Square) -> Option<(i8, i8)> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    straight.then_some((files.signum(), ranks.signum()))
}
