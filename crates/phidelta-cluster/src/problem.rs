//! From a problem to its checked answer: one run for each question that the answer needs.

use std::fs;
use std::path::{Path, PathBuf};

use phidelta::{Claim, Family, Value, Verdict};
use phidelta_check::Limits;
use phidelta_desk::{self as desk, Leaf};

use crate::client::{Client, JobSize, Totals};
use crate::compose;
use crate::log::Log;
use crate::message::Run;
use crate::referee::Rules;
use crate::run::{Ended, RunError, RunLimits, Spectator, drive};
use crate::transport::Transport;

/// What is to be solved, and how.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The game.
    pub game: String,
    /// The position, as the game writes it.
    pub position: String,
    /// What is asked; `None` for the game's usual question.
    pub goal: Option<String>,
    /// Variants of the rules, as `NAME=VALUE`.
    pub rules: Vec<String>,
    /// How workers search; `None` for the game's own search.
    pub algorithm: Option<String>,
    /// How large jobs are.
    pub size: JobSize,
    /// Bytes for the tree, and for the checker.
    pub memory: u64,
    /// Where what happens is written down, to go on from there.
    pub state: Option<PathBuf>,
}

/// What came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// What was asked, as the command writes it.
    pub question: String,
    /// The answer, if there is one: it is shown by the certificate, which has passed the checker.
    pub answer: Option<Claim>,
    /// The certificate of the whole.
    pub certificate: Vec<u8>,
    /// Positions of the certificate.
    pub positions: u64,
    /// Why there is no answer.
    pub open: Option<String>,
    /// What was done.
    pub totals: Totals,
    /// Results that were read from the state of an earlier client.
    pub resumed: u64,
}

/// Questions that make up the usual one of a game with draws.
const VALUE: &str = "value";

/// Solves a problem over a transport.
pub fn solve(
    problem: &Problem,
    transport: &mut dyn Transport,
    limits: &RunLimits<'_>,
    spectator: &mut dyn Spectator,
) -> Result<Solution, RunError> {
    let game = desk::find(&problem.game).map_err(crate::message::MessageError::Problem)?;
    let has_value = game.goals().iter().any(|(word, _)| *word == VALUE);
    let question = match &problem.goal {
        Some(goal) => goal.clone(),
        None if has_value => VALUE.into(),
        None => "win".into(),
    };
    let mut solution = Solution {
        question: question.clone(),
        answer: None,
        certificate: Vec::new(),
        positions: 0,
        open: None,
        totals: Totals::default(),
        resumed: 0,
    };
    let goals: &[&str] = if question == VALUE { &["win", "draw"] } else { &[question.as_str()] };
    let mut parts: Vec<(Client<Rules>, Leaf, bool)> = Vec::new();
    for goal in goals {
        let (client, root, ended, resumed) = ask(problem, goal, transport, limits, spectator)?;
        solution.totals.add(client.totals());
        solution.resumed += resumed;
        let Ended::Answer(answer) = ended else {
            solution.open = Some(reason(&ended).into());
            return Ok(solution);
        };
        parts.push((client, root, answer));
        if answer {
            break;
        }
    }
    let Some((root, claim, shown)) = claim(question == VALUE, &parts) else {
        solution.open = Some("not all questions were answered".into());
        return Ok(solution);
    };
    let heading = root.part(Verdict::Proved).0;
    let clients: Vec<&Client<Rules>> = shown.iter().map(|&at| &parts[at].0).collect();
    compose::write(&mut solution.certificate, &heading, claim, &clients).map_err(crate::log::LogError::Io)?;
    let checked = phidelta_check::check(
        solution.certificate.as_slice(),
        &Limits::default().with_memory(problem.memory),
    );
    match checked {
        Ok(checked) => {
            solution.positions = checked.positions;
            solution.answer = Some(claim);
        }
        Err(refusal) => solution.open = Some(format!("the checker refuses the certificate: {refusal}")),
    }
    Ok(solution)
}

/// What the answers say together, and which of them show it.
fn claim(value: bool, parts: &[(Client<Rules>, Leaf, bool)]) -> Option<(Leaf, Claim, Vec<usize>)> {
    let answers: Vec<bool> = parts.iter().map(|(_, _, answer)| *answer).collect();
    let root = &parts.first()?.1;
    let (claim, shown) = match (value, answers.as_slice()) {
        (false, [answer]) => {
            let verdict = if *answer { Verdict::Proved } else { Verdict::Disproved };
            (root.part(verdict).1, vec![0])
        }
        (true, [true]) => (Claim::Value(Value::Win), vec![0]),
        (true, [false, true]) => (Claim::Value(Value::Draw), vec![0, 1]),
        (true, [false, false]) => (Claim::Value(Value::Loss), vec![1]),
        _ => return None,
    };
    Some((root.clone(), claim, shown))
}

fn reason(ended: &Ended) -> &'static str {
    match ended {
        Ended::Answer(_) => "",
        Ended::Stopped => "stopped",
        Ended::TimeLimit => "time limit",
        Ended::NodeLimit => "node limit",
    }
}

/// Asks one question.
fn ask(
    problem: &Problem,
    goal: &str,
    transport: &mut dyn Transport,
    limits: &RunLimits<'_>,
    spectator: &mut dyn Spectator,
) -> Result<(Client<Rules>, Leaf, Ended, u64), RunError> {
    let game = desk::find(&problem.game).map_err(crate::message::MessageError::Problem)?;
    let algorithm = problem.algorithm.clone().unwrap_or_else(|| usual(game));
    let place = (problem.game.as_str(), problem.position.as_str());
    let (run, root) = Run::new(&new_id(), place, goal, &problem.rules, &algorithm)?;
    let rules = Rules::new(root.clone(), problem.memory);
    let begin = |run: &Run| Client::new(&run.id, rules, problem.size, problem.memory);
    let (mut log, mut client, run, resumed) = match &problem.state {
        None => (Log::nowhere(), begin(&run), run, 0),
        Some(folder) => Log::open(&log_file(folder, goal)?, &run, begin)?,
    };
    if resumed > 0 {
        spectator.note(&format!("going on from {resumed} results of an earlier client"));
    }
    let ended = match client.answer() {
        Some(answer) => Ended::Answer(answer),
        None => drive(&mut client, &run, transport, &mut log, limits, spectator)?,
    };
    Ok((client, root, ended, resumed))
}

/// How jobs are searched when nothing is said: as the game usually is, but always with numbers, which are all that
/// an unfinished job has to tell.
fn usual(game: &dyn desk::GameKind) -> String {
    let usual = desk::default_algorithm(game);
    if usual.family == Family::AlphaBeta { desk::DEFAULT_ALGORITHM.into() } else { usual.to_string() }
}

fn log_file(folder: &Path, goal: &str) -> Result<PathBuf, crate::log::LogError> {
    fs::create_dir_all(folder)?;
    let name: String =
        goal.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' }).collect();
    Ok(folder.join(format!("{name}.log")))
}

/// A name that no other run has.
fn new_id() -> String {
    use std::time::{SystemTime, UNIX_EPOCH};
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let key = phidelta::KeyBuilder::new().add_u128(nanos).add(u64::from(std::process::id())).key();
    format!("{:016x}", key as u64)
}

/// The answer as the command writes it: `proved`, `draw`.
pub fn word(claim: Claim) -> String {
    claim.words().1
}
