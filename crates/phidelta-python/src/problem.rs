//! Positions of the games there are, and answers about them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use phidelta_desk::{self as desk, GameKind, Options, Outcome, Source, page};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::request::{SearchOptions, Stop, language};
use crate::watch::{Ending, Watch};
use crate::{errors, guard};

/// A position that has been read, and what is asked about it.
#[pyclass(module = "phidelta._native", frozen)]
pub(crate) struct Problem {
    // One search at a time: a position is played forward and back.
    inner: Mutex<desk::Problem>,
}

impl Problem {
    pub(crate) fn new(problem: desk::Problem) -> Problem {
        Problem { inner: Mutex::new(problem) }
    }

    fn lock(&self) -> MutexGuard<'_, desk::Problem> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Problem {
    /// Who moves, where to, and the board: the object of `phidelta show --json`.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        guard(|| Ok(py.detach(|| self.lock().json())))
    }

    /// What is asked.
    #[getter]
    fn question(&self, py: Python<'_>) -> String {
        py.detach(|| self.lock().question())
    }

    /// The position as it was given.
    #[getter]
    fn given(&self, py: Python<'_>) -> String {
        py.detach(|| self.lock().given().to_string())
    }

    /// The one text for the position.
    #[getter]
    fn position(&self, py: Python<'_>) -> String {
        py.detach(|| self.lock().position())
    }

    /// In words.
    fn page(&self, py: Python<'_>, code: &str) -> PyResult<String> {
        let language = language(code)?;
        guard(|| Ok(py.detach(|| page::position(&self.lock(), language))))
    }
}

/// An answer.
#[pyclass(module = "phidelta._native", frozen)]
pub(crate) struct Solved {
    outcome: Outcome,
    problem: Py<Problem>,
    /// Whether Ctrl-C ended the search.
    #[pyo3(get)]
    interrupted: bool,
}

#[pymethods]
impl Solved {
    /// The object of docs/json.md.
    fn json(&self) -> PyResult<String> {
        guard(|| Ok(self.outcome.json()))
    }

    /// "proved", "disproved" or "unknown": without a detour over JSON, because it is asked most.
    #[getter]
    fn verdict(&self) -> String {
        self.outcome.report().verdict.to_string()
    }

    /// Whether something that was asked for is not decided.
    #[getter]
    fn is_open(&self) -> bool {
        self.outcome.is_open()
    }

    /// The board in several rows.
    #[getter]
    fn drawing(&self) -> Option<&str> {
        self.outcome.drawing.as_deref()
    }

    /// The line in a notation for people.
    #[getter]
    fn notation(&self) -> Vec<String> {
        self.outcome.notation.clone()
    }

    /// The certificate, if it was wanted.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.outcome.certificate.as_ref().map(|bytes| PyBytes::new(py, bytes))
    }

    /// Why an answer that was to be certified or verified is not.
    #[getter]
    fn failure(&self) -> Option<&str> {
        self.outcome.verification.failure()
    }

    /// Position and line for shogi programs.
    #[getter]
    fn kif(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let problem = self.problem.get();
        guard(|| Ok(py.detach(|| self.outcome.kif(&problem.lock()))))
    }

    /// In words.
    fn page(&self, code: &str) -> PyResult<String> {
        let language = language(code)?;
        guard(|| Ok(page::solved(&self.outcome, language)))
    }
}

fn found(game: &str) -> PyResult<&'static dyn GameKind> {
    desk::find(game).map_err(|message| errors::option(&format!("game '{game}': {message}")))
}

fn options(game: &dyn GameKind, question: Option<&str>, rules: &[String]) -> PyResult<Options> {
    // "value" is what games with draws are asked for anyway.
    let question =
        question.filter(|word| *word != "value" || game.goals().iter().any(|goal| goal.0 == *word));
    Options::new(game, question, rules).map_err(|error| errors::input(&error))
}

/// Reads one position.
#[pyfunction]
pub(crate) fn read(
    py: Python<'_>,
    game: &str,
    text: &str,
    question: Option<&str>,
    rules: Vec<String>,
) -> PyResult<Problem> {
    let game = found(game)?;
    let options = options(game, question, &rules)?;
    guard(|| {
        // A graph may be megabytes; everything else is read in a moment.
        let read = || desk::read(game, Source::Text(text), &options);
        let problems = if text.len() > 10_000 { py.detach(read) } else { read() };
        let problem = problems.map_err(|error| errors::input(&error))?.pop();
        problem.map(Problem::new).ok_or_else(|| errors::internal("a text without a position"))
    })
}

/// Reads the positions of a file: rows, or game records.
#[pyfunction]
pub(crate) fn read_file(
    py: Python<'_>,
    game: &str,
    bytes: &[u8],
    name: &str,
    question: Option<&str>,
    rules: Vec<String>,
    ply: Option<u16>,
) -> PyResult<Vec<Problem>> {
    let game = found(game)?;
    let options = options(game, question, &rules)?.with_ply(ply);
    guard(|| {
        let problems = py.detach(|| desk::read(game, Source::File { name, bytes }, &options));
        Ok(problems.map_err(|error| errors::input(&error))?.into_iter().map(Problem::new).collect())
    })
}

/// Answers the question of a problem.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    problem: Py<Problem>,
    wish: SearchOptions,
    stop: Option<&Stop>,
    callback: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    let mut watch = Watch::new(stop.map(|stop| stop.flag.clone()), callback, wish.interval)?;
    let request = wish.request(watch.stop.clone())?;
    let outcome = guard(|| {
        let asked = problem.get();
        let ran = py.detach(|| desk::run(&mut asked.lock(), &request, &mut watch));
        ran.map_err(|error| errors::run(&error))
    })?;
    let interrupted = matches!(watch.ending(py)?, Ending::Interrupted);
    Ok(Solved { outcome, problem, interrupted })
}
