//! A game written in Python, as the searches see it.
//!
//! Its methods are called with the interpreter's lock held. What they raise is kept, the search is stopped,
//! and the exception comes out as itself; whatever the search would say then is not looked at.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta::{
    Draws, Game, Goal, Hint, Key, Numbers, Outcome, Repetition, Report, Side, SolveError, Valued, Verdict,
};
use phidelta::{INFINITY, Reason, testing};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};

use crate::keys::Keys;
use crate::request::{SearchOptions, Stop};
use crate::watch::{Ending, Watch, number};
use crate::{errors, guard};

/// The search for games that name no other: it ends on cycles and sees lines that meet again.
const USUAL: &str = phidelta_desk::DEFAULT_ALGORITHM;

/// A game of the caller's.
struct OwnGame<'py> {
    py: Python<'py>,
    side: Bound<'py, PyAny>,
    moves: Bound<'py, PyAny>,
    play: Bound<'py, PyAny>,
    undo: Bound<'py, PyAny>,
    outcome: Bound<'py, PyAny>,
    key: Bound<'py, PyAny>,
    key_after: Option<Bound<'py, PyAny>>,
    estimate: Option<Bound<'py, PyAny>>,
    describe: Option<Bound<'py, PyAny>>,
    goal: Goal,
    repetition: Repetition,
    /// Every move that came up, by its number, and its number.
    known: RefCell<Vec<Bound<'py, PyAny>>>,
    numbers: Bound<'py, PyDict>,
    keys: Keys<'py>,
    /// What was said of the present position.
    said: Said,
    /// Moves played and not taken back.
    played: Vec<u32>,
    failed: RefCell<Option<PyErr>>,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct Said {
    side: Cell<Option<Side>>,
    outcome: Cell<Option<Option<Outcome>>>,
    key: Cell<Option<Key>>,
}

impl<'py> OwnGame<'py> {
    fn new(
        game: &Bound<'py, PyAny>,
        goal: Goal,
        repetition: &str,
        stop: Arc<AtomicBool>,
    ) -> PyResult<OwnGame<'py>> {
        let py = game.py();
        let needed = |name: &str| {
            let method = game.getattr(name).ok().filter(|method| method.is_callable());
            method.ok_or_else(|| {
                let class = game.get_type().name().map_or_else(|_| "game".into(), |name| name.to_string());
                PyTypeError::new_err(format!(
                    "{class} has no method {name}; a game has side, moves, play, undo, outcome and key"
                ))
            })
        };
        let optional = |name: &str| game.getattr(name).ok().filter(|method| method.is_callable());
        Ok(OwnGame {
            py,
            side: needed("side")?,
            moves: needed("moves")?,
            play: needed("play")?,
            undo: needed("undo")?,
            outcome: needed("outcome")?,
            key: needed("key")?,
            key_after: optional("key_after"),
            estimate: optional("estimate"),
            describe: optional("describe"),
            goal,
            repetition: repetition_of(repetition)?,
            known: RefCell::default(),
            numbers: PyDict::new(py),
            keys: Keys::new(py),
            said: Said::default(),
            played: Vec::new(),
            failed: RefCell::default(),
            stop,
        })
    }

    /// What a call gives; `None`, and the end of the search, if it raises or has raised before.
    fn tried<T>(&self, call: impl FnOnce() -> PyResult<T>) -> Option<T> {
        if self.failed.borrow().is_some() {
            return None;
        }
        match call() {
            Ok(value) => Some(value),
            Err(error) => {
                self.stop.store(true, Ordering::Relaxed);
                self.failed.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    fn number(&self, mv: Bound<'py, PyAny>) -> PyResult<u32> {
        if let Some(number) = self.numbers.get_item(&mv)? {
            return number.extract();
        }
        let mut known = self.known.borrow_mut();
        let number = u32::try_from(known.len()).map_err(|_| PyValueError::new_err("too many moves"))?;
        self.numbers.set_item(&mv, number)?;
        known.push(mv);
        Ok(number)
    }

    fn mv(&self, number: u32) -> Bound<'py, PyAny> {
        self.known.borrow()[number as usize].clone()
    }

    fn forget(&self) {
        self.said.side.set(None);
        self.said.outcome.set(None);
        self.said.key.set(None);
    }

    /// Takes back what was played when something went wrong, as far as that goes; hands over what it was.
    fn give_back(&mut self) -> Option<PyErr> {
        let failed = self.failed.take();
        if failed.is_some() {
            while let Some(mv) = self.played.pop() {
                // It may well fail again: the first exception says more.
                if self.undo.call1((self.mv(mv),)).is_err() {
                    break;
                }
            }
        }
        failed
    }
}

impl Game for OwnGame<'_> {
    type Move = u32;

    fn side(&self) -> Side {
        if let Some(side) = self.said.side.get() {
            return side;
        }
        let side = self.tried(|| side_of(&self.side.call0()?));
        self.said.side.set(side);
        side.unwrap_or(Side::Attacker)
    }

    fn moves(&self, out: &mut Vec<u32>) {
        let start = out.len();
        let listed = self.tried(|| {
            for mv in self.moves.call0()?.try_iter()? {
                out.push(self.number(mv?)?);
            }
            Ok(())
        });
        if listed.is_none() {
            // A position without moves and without an end: the search ends here with *unknown*.
            out.truncate(start);
        }
    }

    fn play(&mut self, mv: u32) {
        self.forget();
        if self.tried(|| self.play.call1((self.mv(mv),)).map(drop)).is_some() {
            self.played.push(mv);
        }
    }

    fn undo(&mut self, mv: u32) {
        self.forget();
        if self.tried(|| self.undo.call1((self.mv(mv),)).map(drop)).is_some() {
            self.played.pop();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.said.outcome.get() {
            return outcome;
        }
        let outcome = self.tried(|| outcome_of(&self.outcome.call0()?));
        self.said.outcome.set(outcome);
        outcome.flatten()
    }

    fn key(&self) -> Key {
        if let Some(key) = self.said.key.get() {
            return key;
        }
        let key = self.tried(|| self.keys.of(&self.key.call0()?));
        self.said.key.set(key);
        key.unwrap_or(0)
    }

    fn key_after(&mut self, mv: u32) -> Key {
        if let Some(ahead) = &self.key_after {
            return self.tried(|| self.keys.of(&ahead.call1((self.mv(mv),))?)).unwrap_or(0);
        }
        self.play(mv);
        let key = self.key();
        self.undo(mv);
        key
    }

    fn describe(&self) -> String {
        let text = |said: &Bound<'_, PyAny>| said.call0()?.str()?.extract::<String>();
        if let Some(describe) = &self.describe {
            return self.tried(|| text(describe)).unwrap_or_default();
        }
        let mut moves = Vec::new();
        let outcome = self.outcome();
        if outcome.is_none() {
            self.moves(&mut moves);
        }
        let names: Vec<String> = moves.iter().map(|&mv| self.mv(mv).to_string()).collect();
        format!("{:?} {outcome:?} {}", self.side(), names.join(" "))
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn estimate(&self) -> Numbers {
        let Some(estimate) = &self.estimate else { return Numbers::UNIT };
        let numbers = self.tried(|| {
            let (pn, dn): (u32, u32) = estimate.call0()?.extract()?;
            if pn == 0 || dn == 0 || pn == INFINITY || dn == INFINITY {
                return Err(PyValueError::new_err(format!(
                    "estimate: ({pn}, {dn}), expected numbers from 1 on"
                )));
            }
            Ok(Numbers::new(pn, dn))
        });
        numbers.unwrap_or(Numbers::UNIT)
    }

    fn hint_after(&mut self, mv: u32) -> Hint {
        if self.estimate.is_none() {
            // Nothing would be learnt by playing it.
            return Hint::Estimate(Numbers::UNIT);
        }
        self.play(mv);
        let hint = Hint::Estimate(self.estimate());
        self.undo(mv);
        hint
    }
}

impl Draws for OwnGame<'_> {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}

fn side_of(said: &Bound<'_, PyAny>) -> PyResult<Side> {
    if let Ok(flag) = said.cast::<PyBool>() {
        return Ok(if flag.is_true() { Side::Attacker } else { Side::Defender });
    }
    if let Ok(text) = said.cast::<PyString>() {
        match &*text.to_cow()? {
            "attacker" | "OR" | "or" => return Ok(Side::Attacker),
            "defender" | "AND" | "and" => return Ok(Side::Defender),
            _ => {}
        }
    }
    let said = said.repr()?;
    Err(PyValueError::new_err(format!(
        "side: {said}, expected \"attacker\" or \"defender\", or True or False"
    )))
}

fn outcome_of(said: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if said.is_none() {
        return Ok(None);
    }
    // True and False are numbers to Python, and False would be a draw.
    if said.is_instance_of::<PyInt>() && !said.is_instance_of::<PyBool>() {
        match said.extract::<i64>() {
            Ok(1) => return Ok(Some(Outcome::Win)),
            Ok(0) => return Ok(Some(Outcome::Draw)),
            Ok(-1) => return Ok(Some(Outcome::Loss)),
            _ => {}
        }
    }
    if let Ok(text) = said.cast::<PyString>() {
        match &*text.to_cow()? {
            "win" => return Ok(Some(Outcome::Win)),
            "draw" => return Ok(Some(Outcome::Draw)),
            "loss" => return Ok(Some(Outcome::Loss)),
            _ => {}
        }
    }
    let said = said.repr()?;
    Err(PyValueError::new_err(format!(
        "outcome: {said}, expected None, \"win\", \"draw\" or \"loss\" for the attacker, or 1, 0, -1"
    )))
}

fn repetition_of(word: &str) -> PyResult<Repetition> {
    match word {
        "attacker-fails" => Ok(Repetition::AttackerFails),
        "defender-fails" => Ok(Repetition::DefenderFails),
        "draw" => Ok(Repetition::Draw),
        _ => Err(PyValueError::new_err(format!(
            "repetition: '{word}', expected attacker-fails, defender-fails or draw"
        ))),
    }
}

/// Answers a question about a game of the caller's: a dict with the fields of docs/json.md.
#[pyfunction]
pub(crate) fn solve_own<'py>(
    game: &Bound<'py, PyAny>,
    question: &str,
    repetition: &str,
    distrust: bool,
    wish: SearchOptions,
    stop: Option<&Stop>,
    callback: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = game.py();
    let mut watch = Watch::new(stop.map(|stop| stop.flag.clone()), callback, wish.interval)?;
    let mut solver = wish.solver(USUAL, watch.stop.clone())?.distrust_keys(distrust);
    let (goal, value) = match question {
        "win" => (Goal::Win, false),
        "draw" => (Goal::Draw, false),
        "value" => (Goal::Win, true),
        other => {
            return Err(errors::option(&format!("question: '{other}', expected value, win or draw")));
        }
    };
    let mut own = OwnGame::new(game, goal, repetition, watch.stop.clone())?;
    let ran = guard(|| {
        let ran: Result<_, SolveError> = if value {
            solver.value_observed(&mut own, &mut watch).map(|Valued { least, most, report, .. }| {
                let value = (least == most).then(|| least.to_string());
                (report, value)
            })
        } else {
            solver.solve_observed(&mut own, &mut watch).map(|report| (report, None))
        };
        ran.map_err(|error| errors::solve(&error))
    });
    let failed = own.give_back();
    let interrupted = match (failed, watch.ending(py)?) {
        // Whatever was found behind it is worth nothing.
        (Some(error), _) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => return Err(error),
        (Some(_), _) => true,
        (None, Ending::Interrupted) => true,
        (None, Ending::Quiet) => false,
    };
    let (mut report, mut worth) = ran?;
    if interrupted {
        (report.verdict, report.line_complete) = (Verdict::Unknown(Reason::Stopped), false);
        report.numbers = Numbers::UNIT;
        report.line.clear();
        worth = None;
    }
    let found = told(&own, &report)?;
    found.set_item("question", question)?;
    found.set_item("value", worth)?;
    found.set_item("algorithm", solver.algorithm().to_string())?;
    found.set_item("counts", solver.algorithm().counts())?;
    found.set_item("interrupted", interrupted)?;
    if let Some(met) = solver.keys_met() {
        found.set_item("keys_met", format!("{met}"))?;
    }
    Ok(found)
}

/// A report as the fields of docs/json.md.
fn told<'py>(game: &OwnGame<'py>, report: &Report<u32>) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(game.py);
    let reason = match report.verdict {
        Verdict::Unknown(reason) => Some(reason.to_string()),
        Verdict::Proved | Verdict::Disproved => None,
    };
    found.set_item("verdict", report.verdict.to_string())?;
    found.set_item("reason", reason)?;
    found.set_item("line", PyList::new(game.py, report.line.iter().map(|&mv| game.mv(mv)))?)?;
    found.set_item("line_complete", report.line_complete)?;
    found.set_item("pn", number(report.numbers.pn))?;
    found.set_item("dn", number(report.numbers.dn))?;
    found.set_item("nodes", report.stats.nodes)?;
    found.set_item("counted", report.stats.counted)?;
    found.set_item("seconds", report.elapsed.as_secs_f64())?;
    found.set_item("nodes_per_second", report.nodes_per_second() as u64)?;
    found.set_item("table_bytes", report.table_bytes)?;
    found.set_item("table_used", report.table_used)?;
    let stats = PyDict::new(game.py);
    stats.set_item("expansions", report.stats.expansions)?;
    stats.set_item("revisits", report.stats.revisits)?;
    stats.set_item("table_hits", report.stats.table_hits)?;
    stats.set_item("collections", report.stats.collections)?;
    stats.set_item("loops_cut", report.stats.loops_cut)?;
    stats.set_item("merges_found", report.stats.merges_found)?;
    stats.set_item("max_depth", report.stats.max_depth)?;
    found.set_item("stats", stats)?;
    Ok(found)
}

/// Plays random games and says what is wrong with the rules, if anything is.
#[pyfunction]
pub(crate) fn check_own(game: &Bound<'_, PyAny>, seed: u64) -> PyResult<Option<String>> {
    let mut own = OwnGame::new(game, Goal::Win, "attacker-fails", Arc::default())?;
    let checked = guard(|| Ok(testing::check_game(&mut own, seed)));
    match own.give_back() {
        Some(error) => Err(error),
        None => Ok(checked?.err().map(|fault| fault.to_string())),
    }
}
