//! A request is obeyed: search, line, certificate, check.

use phidelta::Solver;

use crate::certificate::{CertificateStore, PartNews, Verification, certify_answer, claim};
use crate::error::{InputError, RunError};
use crate::events::Events;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::request::Request;

/// Answers the question of a problem. A certificate that is wanted is kept in memory
/// ([`Outcome::certificate`]).
pub fn run(problem: &mut Problem, request: &Request, events: &mut dyn Events) -> Result<Outcome, RunError> {
    let mut store = Vec::new();
    let mut outcome = run_into(problem, request, &mut store, events)?;
    let kept = request.wanted().certificate.is_some() && outcome.verification.certificate().is_some();
    outcome.certificate = kept.then_some(store);
    Ok(outcome)
}

/// The same with a place of the caller's for the certificate. A new solver for each problem: the counts
/// of one must not depend on those before it.
pub fn run_into(
    problem: &mut Problem,
    request: &Request,
    store: &mut dyn CertificateStore,
    events: &mut dyn Events,
) -> Result<Outcome, RunError> {
    check(problem, request)?;
    let mut solver = request.solver(problem.game());
    run_on(&mut solver, problem, request, store, events)
}

/// The same on a solver of the caller's, whose table may know something already.
pub fn run_on(
    solver: &mut Solver,
    problem: &mut Problem,
    request: &Request,
    store: &mut dyn CertificateStore,
    events: &mut dyn Events,
) -> Result<Outcome, RunError> {
    check(problem, request)?;
    let wanted = request.wanted();
    let started = events.processor_time();
    let answer = if wanted.shortest || wanted.all {
        problem.ask.solve_with_moves(solver, events, wanted)?
    } else {
        problem.ask.solve(solver, events)?
    };
    // Of several questions the last may not be written yet; a certificate may take long.
    solver.keep_answer::<()>(&mut PartNews(events));
    let cpu = events.processor_time().zip(started).map(|(now, then)| now.saturating_sub(then));
    let verification = match certify_answer(problem.ask.as_mut(), solver, &answer, wanted, store, events) {
        // A disk that is full must not swallow the answer.
        Err(RunError::Certificate(error)) => Verification::Missing(error.to_string()),
        other => other?,
    };
    let claim = claim(problem.ask.as_ref(), &answer);
    let mut outcome = Outcome::new(problem, answer, cpu, *solver.algorithm(), verification);
    outcome.claim = claim;
    outcome.resumed = solver.resumed();
    Ok(outcome)
}

/// Says now what cannot be had of a problem's game.
pub fn check(problem: &Problem, request: &Request) -> Result<(), InputError> {
    let (game, wanted) = (problem.game(), request.wanted());
    let refused =
        |option: &str, what: &str| Err(InputError::option(option, format!("{} has no {what}", game.name())));
    if wanted.shortest && !game.has_lengths() {
        return refused("shortest", "lengths, expected shogi");
    }
    if (wanted.certificate.is_some() || wanted.verify) && !game.certifies() {
        let option = if wanted.verify { "verify" } else { "certificate" };
        return refused(option, "certificates yet");
    }
    Ok(())
}
