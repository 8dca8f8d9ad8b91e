//! Another answer of the defender: how long does it last?
//!
//! Idea: three clocks. Not within the moves that the solution has left: it lasts longer, or there is no
//! mate at all. Within them but not within one less: it lasts as long, which is a blemish unless the
//! attacker can then end with a piece in hand. An interposition that is futile here is none of these.
//!
//! Invariant: as for the whole check.

use phidelta::{Game, Verdict};

use super::all::after;
use super::alternative::Turn;
use super::check::{Unit, Walk};
use super::clocked::Clocked;
use super::faults::{Fault, FaultKind};
use super::futile::Step;

/// What is wrong with a problem in which this answer is possible.
pub(super) fn judge(walk: &mut Walk<'_, '_, '_>, turn: Turn<'_>) -> Unit {
    let (nodes, futile) = (walk.options.question_nodes, walk.options.futile);
    let moves = turn.rest / 2;
    let mut game = Clocked::new(turn.here.clone(), moves, futile);
    game.play(Step::from(turn.mv));
    let mut captures = Vec::new();
    game.moves(&mut captures);
    for step in captures.into_iter().filter(|step| step.free) {
        game.play(step);
        let verdict = walk.asker.within(&mut game, nodes)?;
        game.undo(step);
        match verdict {
            Verdict::Proved => return Ok(Some(Vec::new())),
            Verdict::Disproved => {}
            Verdict::Unknown(_) => return Ok(None),
        }
    }
    match walk.asker.within(&mut game, nodes)? {
        Verdict::Unknown(_) => Ok(None),
        Verdict::Disproved => too_long(walk, turn),
        Verdict::Proved => {
            game.wind(moves - 1);
            match walk.asker.within(&mut game, nodes)? {
                Verdict::Unknown(_) => return Ok(None),
                Verdict::Proved => return Ok(Some(Vec::new())),
                Verdict::Disproved => {}
            }
            game.wind(moves);
            game.keep_a_piece(true);
            match walk.asker.within(&mut game, nodes)? {
                Verdict::Unknown(_) => Ok(None),
                Verdict::Proved => Ok(Some(Vec::new())),
                Verdict::Disproved => Ok(Some(vec![walk.with_mate(FaultKind::SameLength, turn)?])),
            }
        }
    }
}

fn too_long(walk: &mut Walk<'_, '_, '_>, turn: Turn<'_>) -> Unit {
    let game = after(turn.here, turn.mv);
    let report = walk.asker.shown(&game, walk.options.question_nodes)?;
    Ok(match report.verdict {
        Verdict::Unknown(_) => None,
        Verdict::Proved => Some(vec![walk.with_mate(FaultKind::Longer, turn)?]),
        Verdict::Disproved => {
            let line = [&[turn.mv][..], &report.line].concat();
            Some(vec![Fault { ..walk.fault(FaultKind::NoMate, turn.ply, line, report.line_complete) }])
        }
    })
}
