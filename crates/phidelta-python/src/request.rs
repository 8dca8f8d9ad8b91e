//! How to search, as it comes from Python.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use phidelta::{Algorithm, Form, Limits, Solver};
use phidelta_desk::{FUTILE, Language, Request};
use phidelta_games::shogi::compose::Futile;
use pyo3::prelude::*;

use crate::errors;
use crate::watch::LOOK;

/// A flag that ends searches: `set()` it from any thread.
#[pyclass(module = "phidelta", frozen)]
#[derive(Debug, Default)]
pub(crate) struct Stop {
    pub(crate) flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop::default()
    }

    /// Ends every search that was given this flag.
    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Takes that back, for searches that begin later.
    fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Whether it is set.
    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    fn __repr__(&self) -> &'static str {
        if self.is_set() { "<Stop set>" } else { "<Stop>" }
    }
}

/// How to search: numbers only, made by the Python part.
#[derive(FromPyObject, Debug)]
pub(crate) struct SearchOptions {
    pub(crate) algorithm: Option<String>,
    /// Bytes.
    pub(crate) memory: u64,
    pub(crate) nodes: Option<u64>,
    /// Seconds.
    pub(crate) time: Option<f64>,
    pub(crate) threads: usize,
    /// Seconds between two calls of the callback.
    pub(crate) interval: f64,
    pub(crate) lines: bool,
    pub(crate) verify: bool,
    /// "text" or "binary".
    pub(crate) certificate: Option<String>,
    pub(crate) shortest: bool,
    pub(crate) all: bool,
    pub(crate) futile: Option<String>,
}

impl SearchOptions {
    pub(crate) fn named_algorithm(&self) -> PyResult<Option<Algorithm>> {
        self.algorithm.as_deref().map(algorithm).transpose()
    }

    pub(crate) fn duration(&self) -> PyResult<Option<Duration>> {
        let seconds = |time: f64| {
            Duration::try_from_secs_f64(time)
                .map_err(|_| errors::option(&format!("time: {time}, expected seconds from 0 on")))
        };
        self.time.map(seconds).transpose()
    }

    /// For the desk.
    pub(crate) fn request(&self, stop: Arc<AtomicBool>) -> PyResult<Request> {
        let mut request = Request::new()
            .algorithm(self.named_algorithm()?)
            .memory(self.memory)
            .threads(self.threads)
            .nodes(self.nodes)
            .time(self.duration()?)
            .lines(self.lines)
            .progress_interval(LOOK)
            .stop(stop);
        if self.verify {
            request = request.verify();
        }
        if let Some(word) = &self.certificate {
            request = request.certificate(form(word)?);
        }
        if self.shortest {
            request = request.shortest(futile(self.futile.as_deref())?);
        }
        if self.all {
            request = request.all_moves();
        }
        Ok(request)
    }

    /// For a search without the desk.
    pub(crate) fn solver(&self, usual: &str, stop: Arc<AtomicBool>) -> PyResult<Solver> {
        let algorithm = match self.named_algorithm()? {
            Some(algorithm) => algorithm,
            None => algorithm(usual)?,
        };
        let limits = Limits::default().with_nodes(self.nodes).with_time(self.duration()?).with_stop(stop);
        Ok(Solver::new(algorithm)
            .memory(self.memory)
            .threads(self.threads)
            .limits(limits)
            .progress_interval(LOOK)
            .lines(self.lines))
    }
}

pub(crate) fn algorithm(name: &str) -> PyResult<Algorithm> {
    name.parse().map_err(|error: phidelta::AlgorithmError| errors::algorithm(&error.to_string()))
}

fn form(word: &str) -> PyResult<Form> {
    match word {
        "text" => Ok(Form::Text),
        "binary" => Ok(Form::Binary),
        _ => Err(errors::option(&format!("certificate: '{word}', expected text or binary"))),
    }
}

/// A reading of which interpositions count; the usual one if nothing is said.
pub(crate) fn futile(word: Option<&str>) -> PyResult<Futile> {
    let Some(word) = word else { return Ok(Futile::default()) };
    let known = FUTILE.iter().find(|(name, _)| *name == word);
    known.map(|(_, futile)| *futile).ok_or_else(|| {
        let names: Vec<&str> = FUTILE.iter().map(|(name, _)| *name).collect();
        errors::option(&format!("futile: '{word}', expected one of {}", names.join(", ")))
    })
}

pub(crate) fn language(code: &str) -> PyResult<Language> {
    let known = Language::ALL.iter().find(|(name, _)| *name == code);
    known
        .map(|(_, language)| *language)
        .ok_or_else(|| errors::option(&format!("language: '{code}', expected en or ja")))
}
