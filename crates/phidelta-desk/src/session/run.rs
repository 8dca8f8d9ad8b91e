//! A search that a page asked for is obeyed.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use phidelta::{Algorithm, Family, Form, Limits, Solver};
use phidelta_games::shogi::compose::{CheckOptions, FaultKind, Futile};
use serde_json::json;

use super::job::{Checked, Figure, JobRequest, Kind, Snapshot, Stage};
use super::look::PartMaps;
use super::watcher::{Host, Watcher};
use crate::certificate::Verification;
use crate::compose::{self, Composition, Notes};
use crate::error::Place;
use crate::games::{Options, find};
use crate::lengths::FUTILE;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::proof::Proof;
use crate::read::Source;
use crate::request::Request;
use crate::run::run_on;
use crate::trace::{Recorder, Trace};
use crate::view;
use crate::words::Language;

/// Time between two looks at a search.
const INTERVAL: Duration = Duration::from_millis(100);
/// Nodes of a traced search: all of its steps would not be kept anyway.
const TRACED_NODES: u64 = 20_000;
/// Memory of a traced search.
const TRACED_MEMORY: u64 = 16 << 20;

/// What was found, beside the report.
#[derive(Default)]
pub struct Found {
    /// The certificate in its compact form.
    pub certificate: Option<Arc<Vec<u8>>>,
    /// The report as JSON.
    pub json: Option<String>,
    /// The line, or the check, as KIF.
    pub kif: Option<String>,
    /// The check as pages in both languages.
    pub html: Option<[String; 2]>,
    /// The steps of a traced search.
    pub trace: Option<Arc<Trace>>,
    /// The proof, once somebody has looked at it.
    pub proof: Option<Arc<Proof>>,
    /// Maps of its parts.
    pub maps: PartMaps,
    /// What a check has found so far.
    pub notes: Option<CheckFound>,
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Found").finish_non_exhaustive()
    }
}

/// The notes of a check, for one that goes on.
pub struct CheckFound {
    position: String,
    futile: String,
    notes: Notes,
}

/// A search that was stopped, with its table.
pub struct Kept {
    solver: Solver,
    problem: Problem,
}

impl std::fmt::Debug for CheckFound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CheckFound").field("position", &self.position).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    /// Done, stopped or failed.
    pub state: Stage,
    /// Why it failed.
    pub error: Option<String>,
    /// What was found.
    pub found: Found,
    /// What a stopped search goes on with.
    pub kept: Option<Kept>,
}

impl Ended {
    fn new(state: Stage, found: Found) -> Ended {
        Ended { state, error: None, found, kept: None }
    }

    /// Says in a snapshot how it ended. What was found must be in its place by then.
    pub fn tell(&self, now: &mut Snapshot) {
        (now.state, now.phase) = (self.state, None);
        now.error.clone_from(&self.error);
        now.proof = self.found.certificate.is_some();
    }

    /// A run that has failed.
    pub fn failed(error: impl ToString) -> Ended {
        Ended { error: Some(error.to_string()), ..Ended::new(Stage::Failed, Found::default()) }
    }
}

/// Does what was asked for, within so many bytes. `kept` is a search of the same request that was stopped,
/// `earlier` what an earlier check has decided.
pub fn run(
    request: &JobRequest,
    memory: u64,
    kept: Option<Kept>,
    earlier: Option<CheckFound>,
    host: &mut dyn Host,
) -> Ended {
    let done = match request.kind {
        Kind::Solve => solve(request, memory, kept, host),
        Kind::Check => check(request, memory, earlier, host),
        Kind::Trace => trace(request, host),
        Kind::Proof => proof(request, memory, host),
    };
    done.unwrap_or_else(Ended::failed)
}

fn algorithm(asked: &JobRequest) -> Result<Option<Algorithm>, String> {
    let name = asked.algorithm.as_deref();
    name.map(|name| name.parse::<Algorithm>().map_err(|error| error.to_string())).transpose()
}

/// The futile interpositions that are not counted.
fn futile(asked: &JobRequest) -> Futile {
    let word = asked.futile.as_deref().unwrap_or("exact");
    FUTILE.iter().find(|(name, _)| *name == word).map_or(Futile::Exact, |(_, futile)| *futile)
}

/// The desk's request for a job.
fn request(asked: &JobRequest, memory: u64, host: &dyn Host) -> Result<Request, String> {
    let mut request = Request::new()
        .algorithm(algorithm(asked)?)
        .memory(memory)
        .nodes(asked.nodes)
        .stop(host.stop())
        .progress_interval(INTERVAL);
    if asked.shortest {
        request = request.shortest(futile(asked));
    }
    if asked.all {
        request = request.all_moves();
    }
    if asked.certify {
        request = request.certificate(Form::Binary).verify();
    }
    Ok(request)
}

fn problem_of(asked: &JobRequest) -> Result<Problem, String> {
    let kind = find(&asked.game)?;
    let options =
        Options::new(kind, asked.goal.as_deref(), &asked.rules).map_err(|error| error.to_string())?;
    kind.read(&asked.position, &Place::Text, &options).map_err(|error| error.to_string())
}

fn solve(asked: &JobRequest, memory: u64, kept: Option<Kept>, host: &mut dyn Host) -> Result<Ended, String> {
    let request = request(asked, memory, host)?;
    let (mut solver, mut problem) = match kept {
        Some(Kept { solver, problem }) => (solver, problem),
        None => (request.solver(find(&asked.game)?), problem_of(asked)?),
    };
    let mut watcher = Watcher::new(host, asked, None);
    let mut store = Vec::new();
    let outcome = run_on(&mut solver, &mut problem, &request, &mut store, &mut watcher)
        .map_err(|error| error.to_string())?;
    let before = watcher.before;
    let stopped = host.stop().load(Ordering::Relaxed) && outcome.reason().is_some();
    let found = tell(host, &outcome, &problem, store, before);
    if stopped && !host.timed_out() {
        // Best-first trees are not kept by a solver, tables are.
        let anew = matches!(solver.algorithm().family, Family::Pn | Family::Pn2);
        host.tell(&mut |now| (now.resumable, now.anew) = (true, anew));
        return Ok(Ended { kept: Some(Kept { solver, problem }), ..Ended::new(Stage::Stopped, found) });
    }
    Ok(Ended::new(Stage::Done, found))
}

/// Tells an answer; what there is beside it.
fn tell(host: &mut dyn Host, outcome: &Outcome, problem: &Problem, store: Vec<u8>, before: u64) -> Found {
    let seconds = host.seconds();
    let json = outcome.json();
    let mut report: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
    // The search's own clock has counted the pauses as well.
    report["seconds"] = json!(seconds);
    if host.timed_out() && outcome.reason().is_some() {
        report["reason"] = json!("time limit");
    }
    let stats = outcome.verification.certificate();
    let valid = outcome.verification.is_verified();
    let why = match &outcome.verification {
        Verification::Missing(why) | Verification::Refused(why) => Some(why.clone()),
        _ => None,
    };
    let checked = (stats.is_some() || why.is_some()).then(|| Checked {
        valid,
        positions: stats.map_or(0, |stats| stats.positions),
        why: why.clone(),
    });
    let (answer, report) = (outcome.report(), Arc::new(report));
    host.tell(&mut |now| {
        now.nodes = answer.stats.nodes.max(before);
        now.seconds = seconds;
        now.per_second = (now.nodes as f64 / seconds.max(1e-6)) as u64;
        (now.pn, now.dn) = (Figure(answer.numbers.pn), Figure(answer.numbers.dn));
        now.used = answer.table_used;
        now.report = Some(Arc::clone(&report));
        now.ja.clone_from(&outcome.notation);
        now.checked.clone_from(&checked);
        now.line = Vec::new();
        now.ja_line = Vec::new();
        now.stage = None;
    });
    Found {
        certificate: valid.then(|| Arc::new(store)),
        kif: outcome.kif(problem),
        json: Some(json),
        ..Found::default()
    }
}

fn check(
    asked: &JobRequest,
    memory: u64,
    earlier: Option<CheckFound>,
    host: &mut dyn Host,
) -> Result<Ended, String> {
    let problems = Composition::read(Source::Text(&asked.position)).map_err(|error| error.to_string())?;
    let mut composition = problems.into_iter().next().ok_or("no problem in it")?;
    if let Some(solution) = asked.solution.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        composition = composition.with_solution(solution).map_err(|error| error.to_string())?;
    }
    let word = asked.futile.clone().unwrap_or_else(|| "exact".into());
    let position = composition.game.position().to_string();
    // What an earlier check of the same problem has decided is not asked again.
    let earlier = earlier.filter(|found| found.position == position && found.futile == word);
    let mut notes = earlier.map_or_else(|| Notes::new(&composition, futile(asked)), |found| found.notes);
    let usual = CheckOptions::default();
    let (nodes, pieces) = (asked.nodes.unwrap_or(usual.question_nodes), asked.pieces.unwrap_or(usual.pieces));
    let options = usual.with_futile(futile(asked)).with_question_nodes(nodes).with_pieces(pieces);
    let known = notes.solution();
    let stop = host.stop();
    let limits = Limits::default().with_stop(Arc::clone(&stop));
    let mut solver = Solver::new(algorithm(asked)?.unwrap_or_else(compose::default_algorithm))
        .memory(memory)
        .limits(limits)
        .progress_interval(INTERVAL);
    let mut watcher = Watcher::new(host, asked, None);
    let checked =
        compose::check(&mut solver, &composition, known.as_deref(), &options, &mut notes, &mut watcher)
            .map_err(|error| error.to_string())?;
    let (report, seconds) = (Arc::new(check_report(&checked)), host.seconds());
    let found = Found {
        json: Some(checked.json()),
        kif: Some(checked.kif(Language::En)),
        html: Some([checked.html(Language::En), checked.html(Language::Ja)]),
        notes: Some(CheckFound { position, futile: word, notes }),
        ..Found::default()
    };
    host.tell(&mut |now| {
        now.nodes = checked.checked.stats.nodes;
        now.seconds = seconds;
        now.report = Some(Arc::clone(&report));
        now.stage = None;
    });
    Ok(Ended::new(if stop.load(Ordering::Relaxed) { Stage::Stopped } else { Stage::Done }, found))
}

/// The report of a check with diagrams and names.
fn check_report(found: &compose::CheckedProblem) -> serde_json::Value {
    let report = found.report();
    let start = &report.position;
    let mut value = serde_json::to_value(&report).unwrap_or_default();
    value["ja"] = json!(view::japanese("shogi", start, &report.solution));
    value["diagrams"] = json!(view::diagrams(start, &report.solution));
    for (index, fault) in report.faults.iter().enumerate() {
        let entry = &mut value["faults"][index];
        let Some(kind) = FaultKind::from_word(&fault.kind) else { continue };
        entry["name"] = json!(kind.english());
        entry["ja_name"] = json!(kind.japanese());
        entry["fatal"] = json!(kind.is_fatal());
        // What is shown is the board after the move that is at fault.
        let before = &report.solution[..fault.number.saturating_sub(1).min(report.solution.len())];
        let line: Vec<String> = before.iter().chain(&fault.line).cloned().collect();
        let japanese = view::japanese("shogi", start, &line);
        entry["ja"] = json!(japanese.get(before.len()..).unwrap_or_default());
        let mut shots = view::diagrams(start, &line[..line.len().min(before.len() + 1)]);
        if let Some(shot) = shots.pop() {
            entry["board"] = json!(shot.board);
            entry["last"] = json!(shot.last);
        }
    }
    value
}

fn trace(asked: &JobRequest, host: &mut dyn Host) -> Result<Ended, String> {
    let mut problem = problem_of(asked)?;
    let attacks = problem.question() != "mated";
    let recorder = Recorder::new(&asked.game, &asked.position, attacks).map_err(|error| error.to_string())?;
    let nodes = asked.nodes.unwrap_or(TRACED_NODES).min(TRACED_NODES);
    let request = Request::new()
        .algorithm(algorithm(asked)?)
        .memory(TRACED_MEMORY)
        .nodes(nodes)
        .stop(host.stop())
        .lines(false)
        .progress_interval(INTERVAL);
    let mut solver = request.solver(find(&asked.game)?);
    let mut watcher = Watcher::new(host, asked, Some(recorder));
    let answer = problem.solve(&mut solver, &mut watcher).map_err(|error| error.to_string())?;
    let trace = watcher.recorder.take().map(|recorder| Arc::new(recorder.finish()));
    let report = &answer.report;
    let value = Arc::new(json!({
        "verdict": report.verdict.to_string().split(':').next().unwrap_or_default(),
        "nodes": report.stats.nodes,
        "steps": trace.as_ref().map_or(0, |trace| trace.steps.len()),
    }));
    host.tell(&mut |now| {
        now.nodes = report.stats.nodes;
        now.report = Some(Arc::clone(&value));
    });
    Ok(Ended::new(Stage::Done, Found { trace, ..Found::default() }))
}

fn proof(asked: &JobRequest, memory: u64, host: &mut dyn Host) -> Result<Ended, String> {
    let Some(bytes) = asked.upload.clone() else { return Err("no certificate".into()) };
    host.tell(&mut |now| now.phase = Some("check"));
    let proof =
        Proof::read(bytes.as_slice(), memory).map_err(|error| format!("the checker refuses it: {error}"))?;
    let claim = proof.claim();
    let positions = proof.views().iter().map(|view| view.part().len() as u64).sum();
    let report = Arc::new(json!({"answer": proof.checked().to_string().lines().next().unwrap_or_default()}));
    host.tell(&mut |now| {
        now.game.clone_from(&claim.game);
        now.position.clone_from(&claim.position);
        now.report = Some(Arc::clone(&report));
        now.checked = Some(Checked { valid: true, positions, why: None });
    });
    let found = Found { certificate: Some(bytes), proof: Some(Arc::new(proof)), ..Found::default() };
    Ok(Ended::new(Stage::Done, found))
}
