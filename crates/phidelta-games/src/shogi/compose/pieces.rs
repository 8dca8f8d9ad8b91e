//! Pieces that do nothing.
//!
//! Idea: take a piece off the board; it goes to the defender's hand, as all that is not in play. If the
//! solution is still one, and a check of the new problem finds nothing that the old one does not have,
//! the piece has changed nothing.
//!
//! Invariant: as for the whole check.

use phidelta::{Game, SolveError};

use super::super::mv::Move;
use super::super::position::Position;
use super::super::tsume::Tsume;
use super::super::types::{Kind, Square};
use super::check::{Found, Walk};
use super::faults::{Fault, FaultKind, Undecided};
use super::solution::{counted_end, read_solution};

/// All pieces on the board that do nothing. `faults` are those of the problem as it is.
pub(super) fn useless(walk: &mut Walk<'_, '_, '_>, faults: &[Fault]) -> Result<Found, SolveError> {
    let (mut found, mut undecided) = (Vec::new(), Vec::new());
    let squares = walk.start.position().occupied();
    for square in squares {
        let Some(piece) = walk.start.position().piece(square).filter(|piece| piece.kind() != Kind::KING)
        else {
            continue;
        };
        let name = format!("piece {square}");
        if let Some(before) = walk.notebook.recall(&name) {
            found.extend(before);
            continue;
        }
        let changes = if walk.asker.is_over() {
            None
        } else {
            walk.asker.watcher.stage(&name);
            changes(walk, square, faults)?
        };
        let fault = Fault {
            length: Some(walk.line.len() as u32),
            piece: Some(format!("{piece} {square}")),
            ..walk.fault(FaultKind::UselessPiece, 0, walk.line.to_vec(), true)
        };
        match changes {
            Some(true) => walk.notebook.keep(&name, &[]),
            Some(false) => {
                walk.notebook.keep(&name, std::slice::from_ref(&fault));
                found.push(fault);
            }
            None => undecided.push(Undecided { ply: 0, about: name }),
        }
    }
    Ok((found, undecided))
}

/// Whether anything changes without the piece on a square, if that can be decided.
fn changes(
    walk: &mut Walk<'_, '_, '_>,
    square: Square,
    faults: &[Fault],
) -> Result<Option<bool>, SolveError> {
    let Some(game) = without(walk.start, square) else { return Ok(Some(true)) };
    let texts: Vec<String> = walk.line.iter().map(Move::to_string).collect();
    // What a move captures is part of it: it is read anew.
    let Ok(line) = read_solution(&game, &texts) else { return Ok(Some(true)) };
    match counted_end(walk.asker, &game, &line, walk.options.futile)? {
        Ok(end) if end == line.len() => {}
        _ => return Ok(Some(true)),
    }
    let known = |fault: &Fault| {
        let same = |old: &Fault| (old.kind, old.ply) == (fault.kind, fault.ply) && first(old) == first(fault);
        faults.iter().any(same)
    };
    let mut changed = false;
    let mut nothing = ();
    let mut other = Walk {
        asker: &mut *walk.asker,
        options: walk.options,
        start: &game,
        line: &line,
        notebook: &mut nothing,
    };
    let (found, undecided) = other.moves(&mut |found| {
        changed |= !found.iter().all(known);
        !changed
    })?;
    if changed || !found.iter().all(known) {
        return Ok(Some(true));
    }
    Ok(undecided.is_empty().then_some(false))
}

fn first(fault: &Fault) -> Option<String> {
    fault.line.first().map(Move::to_string)
}

/// The problem without the piece on a square, if it is one.
fn without(game: &Tsume, square: Square) -> Option<Tsume> {
    let old = game.position();
    let mut position = Position::empty();
    for from in old.occupied() {
        if from != square {
            position.put(from, old.piece(from)?);
        }
    }
    let (attacker, defender) = (game.attacker(), game.attacker().flip());
    let kind = old.piece(square)?.kind().unpromoted();
    position.set_hand(attacker, old.hand(attacker));
    position.set_hand(defender, old.hand(defender).with(kind));
    position.set_side(old.side());
    // A king that could be taken at once is no problem.
    (!position.in_check(defender))
        .then(|| Tsume::new(position))
        .flatten()
        .filter(|game| game.outcome().is_none())
}
