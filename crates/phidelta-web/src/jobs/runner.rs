//! What a search's thread does.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use phidelta::{Algorithm, Form, Limits, Solver};
use phidelta_desk::compose::{self, Composition, Notes};
use phidelta_desk::proof::Proof;
use phidelta_desk::trace::Recorder;
use phidelta_desk::{
    FUTILE, Language, Options, Outcome, Place, Request, Source, Verification, find, run_on, view,
};
use phidelta_games::shogi::compose::{CheckOptions, Futile};
use serde_json::json;

use super::job::{CheckFound, Checked, Figure, Job, Kept, Kind, Stage, locked};
use super::queue::Jobs;
use super::watcher::Watcher;

/// Time between two looks at a search.
const INTERVAL: Duration = Duration::from_millis(100);
/// Nodes of a traced search: all of its steps would not be kept anyway.
const TRACED_NODES: u64 = 20_000;
/// Memory of a traced search.
const TRACED_MEMORY: u64 = 16 << 20;

/// How a run ended.
pub(super) struct Ended {
    pub(super) state: Stage,
    pub(super) error: Option<String>,
}

fn failed(error: impl ToString) -> Ended {
    Ended { state: Stage::Failed, error: Some(error.to_string()) }
}

/// Does what was asked for.
pub(super) fn run(job: &Arc<Job>, jobs: &Jobs) -> Ended {
    locked(&job.clock).start();
    let done = match job.request.kind {
        Kind::Solve => solve(job),
        Kind::Check => check(job, jobs),
        Kind::Trace => trace(job),
        Kind::Proof => proof(job),
    };
    done.unwrap_or_else(failed)
}

fn algorithm(job: &Job) -> Result<Option<Algorithm>, String> {
    let name = job.request.algorithm.as_deref();
    name.map(|name| name.parse::<Algorithm>().map_err(|error| error.to_string())).transpose()
}

/// The futile interpositions that are not counted.
fn futile(job: &Job) -> Futile {
    let word = job.request.futile.as_deref().unwrap_or("exact");
    FUTILE.iter().find(|(name, _)| *name == word).map_or(Futile::Exact, |(_, futile)| *futile)
}

/// The desk's request for a job.
fn request(job: &Job) -> Result<Request, String> {
    let asked = &job.request;
    let mut request = Request::new()
        .algorithm(algorithm(job)?)
        .memory(job.memory)
        .nodes(asked.nodes)
        .stop(Arc::clone(&job.stop))
        .progress_interval(INTERVAL);
    if asked.shortest {
        request = request.shortest(futile(job));
    }
    if asked.all {
        request = request.all_moves();
    }
    if asked.certify {
        request = request.certificate(Form::Binary).verify();
    }
    Ok(request)
}

fn solve(job: &Arc<Job>) -> Result<Ended, String> {
    let asked = &job.request;
    let request = request(job)?;
    let kept = locked(&job.kept).take();
    let (mut solver, mut problem) = match kept {
        Some(Kept { solver, problem }) => (solver, problem),
        None => {
            let kind = find(&asked.game)?;
            let options =
                Options::new(kind, asked.goal.as_deref(), &asked.rules).map_err(|error| error.to_string())?;
            let problem =
                kind.read(&asked.position, &Place::Text, &options).map_err(|error| error.to_string())?;
            (request.solver(kind), problem)
        }
    };
    let mut watcher = Watcher::new(job);
    let mut store = Vec::new();
    let outcome = run_on(&mut solver, &mut problem, &request, &mut store, &mut watcher)
        .map_err(|error| error.to_string())?;
    let stopped = job.stop.load(Ordering::Relaxed) && outcome.reason().is_some();
    tell(job, &outcome, &problem, store, &watcher);
    if stopped && !job.timed_out.load(Ordering::Relaxed) {
        // Best-first trees are not kept by a solver, tables are.
        let anew = matches!(solver.algorithm().family, phidelta::Family::Pn | phidelta::Family::Pn2);
        job.tell(|now| (now.resumable, now.anew) = (true, anew));
        *locked(&job.kept) = Some(Kept { solver, problem });
        return Ok(Ended { state: Stage::Stopped, error: None });
    }
    Ok(Ended { state: Stage::Done, error: None })
}

/// Puts an answer into the job.
fn tell(job: &Job, outcome: &Outcome, problem: &phidelta_desk::Problem, store: Vec<u8>, watcher: &Watcher) {
    let seconds = locked(&job.clock).elapsed().as_secs_f64();
    let json = outcome.json();
    let mut report: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
    // The search's own clock has counted the pauses as well.
    report["seconds"] = json!(seconds);
    if job.timed_out.load(Ordering::Relaxed) && outcome.reason().is_some() {
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
        why,
    });
    {
        let mut done = locked(&job.done);
        done.certificate = valid.then(|| Arc::new(store));
        done.kif = outcome.kif(problem);
        done.json = Some(json);
    }
    let found = outcome.report();
    job.tell(|now| {
        now.nodes = found.stats.nodes.max(watcher.before);
        now.seconds = seconds;
        now.per_second = (now.nodes as f64 / seconds.max(1e-6)) as u64;
        (now.pn, now.dn) = (Figure(found.numbers.pn), Figure(found.numbers.dn));
        now.used = found.table_used;
        now.report = Some(Arc::new(report));
        now.ja = outcome.notation.clone();
        now.checked = checked;
        now.proof = valid;
        now.line = Vec::new();
        now.ja_line = Vec::new();
        now.stage = None;
    });
}

fn check(job: &Arc<Job>, jobs: &Jobs) -> Result<Ended, String> {
    let asked = &job.request;
    let problems = Composition::read(Source::Text(&asked.position)).map_err(|error| error.to_string())?;
    let mut composition = problems.into_iter().next().ok_or("no problem in it")?;
    if let Some(solution) = asked.solution.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        composition = composition.with_solution(solution).map_err(|error| error.to_string())?;
    }
    let futile = futile(job);
    let word = asked.futile.clone().unwrap_or_else(|| "exact".into());
    let position = composition.game.position().to_string();
    // What an earlier check of the same problem has decided is not asked again.
    let earlier = asked.after.as_deref().and_then(|id| jobs.find(id)).and_then(|job| {
        let mut done = locked(&job.done);
        let same =
            done.notes.as_ref().is_some_and(|found| found.position == position && found.futile == word);
        if same { done.notes.take() } else { None }
    });
    let mut notes = earlier.map_or_else(|| Notes::new(&composition, futile), |found| found.notes);
    let usual = CheckOptions::default();
    let (nodes, pieces) = (asked.nodes.unwrap_or(usual.question_nodes), asked.pieces.unwrap_or(usual.pieces));
    let options = usual.with_futile(futile).with_question_nodes(nodes).with_pieces(pieces);
    let known = notes.solution();
    let limits = Limits::default().with_stop(Arc::clone(&job.stop));
    let mut solver = Solver::new(algorithm(job)?.unwrap_or_else(compose::default_algorithm))
        .memory(job.memory)
        .limits(limits)
        .progress_interval(INTERVAL);
    let mut watcher = Watcher::new(job);
    let found =
        compose::check(&mut solver, &composition, known.as_deref(), &options, &mut notes, &mut watcher)
            .map_err(|error| error.to_string())?;
    let report = check_report(&found);
    let seconds = locked(&job.clock).elapsed().as_secs_f64();
    {
        let mut done = locked(&job.done);
        done.json = Some(found.json());
        done.kif = Some(found.kif(Language::En));
        done.html = Some([found.html(Language::En), found.html(Language::Ja)]);
        done.notes = Some(CheckFound { position, futile: word, notes });
    }
    job.tell(|now| {
        now.nodes = found.checked.stats.nodes;
        now.seconds = seconds;
        now.report = Some(Arc::new(report));
        now.stage = None;
    });
    let state = if job.stop.load(Ordering::Relaxed) { Stage::Stopped } else { Stage::Done };
    Ok(Ended { state, error: None })
}

/// The report of a check with diagrams and names.
fn check_report(found: &compose::CheckedProblem) -> serde_json::Value {
    use phidelta_games::shogi::compose::FaultKind;
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

fn trace(job: &Arc<Job>) -> Result<Ended, String> {
    let asked = &job.request;
    let kind = find(&asked.game)?;
    let options =
        Options::new(kind, asked.goal.as_deref(), &asked.rules).map_err(|error| error.to_string())?;
    let mut problem =
        kind.read(&asked.position, &Place::Text, &options).map_err(|error| error.to_string())?;
    let attacks = problem.question() != "mated";
    let recorder = Recorder::new(&asked.game, &asked.position, attacks).map_err(|error| error.to_string())?;
    let mut watcher = Watcher { recorder: Some(recorder), ..Watcher::new(job) };
    let nodes = asked.nodes.unwrap_or(TRACED_NODES).min(TRACED_NODES);
    let request = Request::new()
        .algorithm(algorithm(job)?)
        .memory(TRACED_MEMORY)
        .nodes(nodes)
        .stop(Arc::clone(&job.stop))
        .lines(false)
        .progress_interval(INTERVAL);
    let mut solver = request.solver(kind);
    let answer = problem.solve(&mut solver, &mut watcher).map_err(|error| error.to_string())?;
    let trace = watcher.recorder.take().map(|recorder| Arc::new(recorder.finish()));
    let report = &answer.report;
    let value = json!({
        "verdict": report.verdict.to_string().split(':').next().unwrap_or_default(),
        "nodes": report.stats.nodes,
        "steps": trace.as_ref().map_or(0, |trace| trace.steps.len()),
    });
    locked(&job.done).trace = trace;
    job.tell(|now| {
        now.nodes = report.stats.nodes;
        now.report = Some(Arc::new(value));
    });
    Ok(Ended { state: Stage::Done, error: None })
}

fn proof(job: &Arc<Job>) -> Result<Ended, String> {
    let Some(bytes) = job.request.upload.clone() else { return Err("no certificate".into()) };
    job.tell(|now| now.phase = Some("check"));
    let proof = Proof::read(bytes.as_slice(), job.memory)
        .map_err(|error| format!("the checker refuses it: {error}"))?;
    let claim = proof.claim();
    let positions = proof.views().iter().map(|view| view.part().len() as u64).sum();
    let report = json!({"answer": proof.checked().to_string().lines().next().unwrap_or_default()});
    let (game, position) = (claim.game.clone(), claim.position.clone());
    {
        let mut done = locked(&job.done);
        done.certificate = Some(bytes);
        done.proof = Some(Arc::new(proof));
    }
    job.tell(|now| {
        (now.game, now.position) = (game, position);
        now.report = Some(Arc::new(report));
        now.checked = Some(Checked { valid: true, positions, why: None });
        now.proof = true;
    });
    Ok(Ended { state: Stage::Done, error: None })
}
