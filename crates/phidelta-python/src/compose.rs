//! The composer's check of a mate problem.

use std::sync::{Mutex, MutexGuard, PoisonError};

use phidelta_desk::Source;
use phidelta_desk::compose::{self as desk, CheckedProblem, ComposeError};
use phidelta_games::shogi::compose::CheckOptions;
use pyo3::prelude::*;

use crate::request::{SearchOptions, Stop, futile, language};
use crate::watch::{Ending, Watch};
use crate::{errors, guard};

/// A mate problem, and its solution if that is given.
#[pyclass(module = "phidelta._native", frozen)]
pub(crate) struct Composition {
    // A board keeps notes of itself that two threads must not write at once.
    inner: Mutex<desk::Composition>,
}

fn lock<T>(inner: &Mutex<T>) -> MutexGuard<'_, T> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Composition {
    /// An SFEN.
    #[staticmethod]
    fn read(text: &str, solution: Option<&str>) -> PyResult<Composition> {
        guard(|| {
            let mut read =
                desk::Composition::read(Source::Text(text)).map_err(|error| errors::input(&error))?;
            let problem = read.pop().ok_or_else(|| errors::internal("a text without a problem"))?;
            let inner = match solution {
                Some(line) => problem.with_solution(line).map_err(|error| errors::input(&error))?,
                None => problem,
            };
            Ok(Composition { inner: Mutex::new(inner) })
        })
    }

    /// The problems of a file.
    #[staticmethod]
    fn read_file(bytes: &[u8], name: &str) -> PyResult<Vec<Composition>> {
        guard(|| {
            let read = desk::Composition::read(Source::File { name, bytes });
            let read = read.map_err(|error| errors::input(&error))?;
            Ok(read.into_iter().map(|inner| Composition { inner: Mutex::new(inner) }).collect())
        })
    }

    /// Checks it.
    fn check(
        &self,
        py: Python<'_>,
        wish: SearchOptions,
        question_nodes: Option<u64>,
        pieces: bool,
        stop: Option<&Stop>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<CheckedComposition> {
        let mut watch = Watch::new(stop.map(|stop| stop.flag.clone()), callback, wish.interval)?;
        let mut solver = wish.solver(desk::ALGORITHM, watch.stop.clone())?;
        let usual = CheckOptions::default();
        let nodes = question_nodes.unwrap_or(usual.question_nodes);
        let options =
            usual.with_futile(futile(wish.futile.as_deref())?).with_question_nodes(nodes).with_pieces(pieces);
        let inner = guard(|| {
            let ran = py.detach(|| {
                // Checked on a copy: the lock is not held for as long as it takes.
                let problem = lock(&self.inner).clone();
                desk::check(&mut solver, &problem, None, &options, &mut (), &mut watch)
            });
            ran.map_err(|error| match error {
                ComposeError::Input(error) => errors::input(&error),
                ComposeError::Solve(error) => errors::solve(&error),
                other => errors::internal(&other.to_string()),
            })
        })?;
        let interrupted = matches!(watch.ending(py)?, Ending::Interrupted);
        Ok(CheckedComposition { inner: Mutex::new(inner), interrupted })
    }
}

/// What the check found.
#[pyclass(module = "phidelta._native", frozen)]
pub(crate) struct CheckedComposition {
    inner: Mutex<CheckedProblem>,
    /// Whether Ctrl-C ended the check.
    #[pyo3(get)]
    interrupted: bool,
}

#[pymethods]
impl CheckedComposition {
    /// The object of docs/compose.md.
    fn json(&self) -> PyResult<String> {
        guard(|| Ok(lock(&self.inner).json()))
    }

    /// In words.
    fn page(&self, code: &str) -> PyResult<String> {
        let language = language(code)?;
        guard(|| Ok(lock(&self.inner).text(language)))
    }

    /// For shogi programs.
    fn kif(&self, code: &str) -> PyResult<String> {
        let language = language(code)?;
        guard(|| Ok(lock(&self.inner).kif(language)))
    }

    /// A page with diagrams.
    fn html(&self, code: &str) -> PyResult<String> {
        let language = language(code)?;
        guard(|| Ok(lock(&self.inner).html(language)))
    }
}
