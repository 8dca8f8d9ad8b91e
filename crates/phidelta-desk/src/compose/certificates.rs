//! What stands behind "this move does not mate": a certificate for each.
//!
//! Each is that of one disproof: the position behind the move, and that the side to move there is not
//! mated (docs/certificate.md).

use phidelta::{Claim, Form, Game, Goal, Solver, Verdict};
use phidelta_games::shogi::compose::FaultKind;
use phidelta_games::shogi::{Move, Tsume};

use super::CheckedProblem;
use crate::certificate::{CertificateStore, Verification, certified, certify as certify_game};
use crate::error::RunError;
use crate::events::{Events, Phase};
use crate::games::shogi::heading_of;

/// A position that was found to have no mate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disproof {
    /// A name for its certificate: the number of the move, and the move.
    pub name: String,
    /// The position.
    pub game: Tsume,
}

/// Every move of the attacker that is said not to mate, and a problem without a mate.
pub(super) fn disproofs(found: &CheckedProblem) -> Vec<Disproof> {
    let checked = &found.checked;
    let mut out = Vec::new();
    let mut here = found.game.clone();
    if checked.faults.iter().any(|fault| fault.kind == FaultKind::NoMate && fault.ply == 0) {
        out.push(Disproof { name: "000-start".into(), game: here.clone() });
    }
    for (ply, &mv) in checked.solution.iter().enumerate() {
        let mut moves = Vec::new();
        here.moves(&mut moves);
        let named = |other: Move| {
            let text = other.to_string();
            let mut faults = checked.faults.iter();
            faults.any(|fault| fault.ply == ply && fault.line.first() == Some(&other))
                || checked.undecided.iter().any(|open| open.ply == ply && open.about == text)
        };
        for other in moves.into_iter().filter(|&other| ply % 2 == 0 && other != mv && !named(other)) {
            let mut game = here.clone();
            game.play(other);
            out.push(Disproof {
                name: format!("{:03}-{}", ply + 1, other.to_string().replace('*', "-")),
                game,
            });
        }
        here.play(mv);
    }
    out
}

/// Searches a disproof again, writes its certificate and has it checked; [`Verification::None`] if the
/// limits do not allow it.
pub fn certify(
    disproof: &mut Disproof,
    solver: &mut Solver,
    store: &mut dyn CertificateStore,
    events: &mut dyn Events,
) -> Result<Verification, RunError> {
    let game = &mut disproof.game;
    events.phase(Phase::Search);
    if solver.solve(game)?.verdict != Verdict::Disproved {
        return Ok(Verification::None);
    }
    let (heading, claim) = (heading_of(game), Claim::Verdict(Goal::Win, Verdict::Disproved));
    certified(&heading, claim, Form::Text, true, store, events, |sink| {
        Some(certify_game(solver, game, &heading, claim, sink))
    })
}
