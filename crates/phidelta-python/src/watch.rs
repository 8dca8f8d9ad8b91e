//! Looking on while something runs: Ctrl-C, stop flags, the callback of the caller.
//!
//! A search runs without the interpreter's lock. Some twenty times a second it is taken for a moment, to let
//! Python's signal handlers run. A KeyboardInterrupt ends the search, which then reports what it has; any
//! other exception, of a handler or of the callback, ends it and comes out as itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use phidelta::{INFINITY, Number, Observer, Progress};
use phidelta_desk::{Events, Phase};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Time between two looks for Ctrl-C: a hand does not feel it, a search does not either.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Looks on for Python.
pub(crate) struct Watch {
    /// Ends the search; its own, so that one search that fails does not end others.
    pub(crate) stop: Arc<AtomicBool>,
    /// The caller's flag.
    given: Option<Arc<AtomicBool>>,
    callback: Option<Py<PyAny>>,
    interval: Duration,
    looked: Instant,
    told: Instant,
    phase: &'static str,
    stage: String,
    failed: Option<PyErr>,
}

/// What became of the caller's wishes.
pub(crate) enum Ending {
    /// Nothing happened.
    Quiet,
    /// Ctrl-C.
    Interrupted,
}

impl Watch {
    pub(crate) fn new(
        given: Option<Arc<AtomicBool>>,
        callback: Option<Py<PyAny>>,
        interval: f64,
    ) -> PyResult<Watch> {
        let interval = Duration::try_from_secs_f64(interval)
            .map_err(|_| crate::errors::option("interval: expected seconds from 0 on"))?;
        let now = Instant::now();
        // What was stopped before it began ends at its first node.
        let stopped = given.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        Ok(Watch {
            stop: Arc::new(AtomicBool::new(stopped)),
            given,
            callback,
            interval,
            looked: now,
            told: now,
            phase: "search",
            stage: String::new(),
            failed: None,
        })
    }

    /// Looks at flags and signals, if it is time.
    fn look(&mut self) {
        if self.given.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.stop.store(true, Ordering::Relaxed);
        }
        let now = Instant::now();
        if now.duration_since(self.looked) < LOOK || self.failed.is_some() {
            return;
        }
        self.looked = now;
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.fail(error);
        }
    }

    /// Ends the search; the first exception is the one that comes out.
    pub(crate) fn fail(&mut self, error: PyErr) {
        self.stop.store(true, Ordering::Relaxed);
        self.failed.get_or_insert(error);
    }

    /// Calls the callback, if it is time.
    fn tell(&mut self, fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>) {
        self.look();
        let Some(callback) = self.callback.as_ref().filter(|_| self.failed.is_none()) else { return };
        if self.told.elapsed() < self.interval {
            return;
        }
        self.told = Instant::now();
        let called = Python::attach(|py| {
            let news = PyDict::new(py);
            news.set_item("phase", self.phase)?;
            news.set_item("stage", &self.stage)?;
            fill(&news)?;
            callback.call1(py, (news,)).map(drop)
        });
        if let Err(error) = called {
            self.fail(error);
        }
    }

    /// How it ended: an exception that is the caller's comes out here.
    pub(crate) fn ending(self, py: Python<'_>) -> PyResult<Ending> {
        match self.failed {
            None => Ok(Ending::Quiet),
            Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(Ending::Interrupted),
            Some(error) => Err(error),
        }
    }

    fn progressed<M>(&mut self, progress: &Progress<'_, M>, line: impl FnOnce() -> Vec<String>) {
        self.tell(|news| {
            news.set_item("nodes", progress.nodes)?;
            news.set_item("seconds", progress.elapsed.as_secs_f64())?;
            news.set_item("nodes_per_second", progress.nodes_per_second())?;
            news.set_item("pn", number(progress.numbers.pn))?;
            news.set_item("dn", number(progress.numbers.dn))?;
            news.set_item("table_used", progress.table_used)?;
            news.set_item("line", line())
        });
    }
}

/// A number; infinity is Python's.
pub(crate) fn number(number: Number) -> f64 {
    if number == INFINITY { f64::INFINITY } else { number.into() }
}

impl Events for Watch {
    fn phase(&mut self, phase: Phase) {
        self.phase = match phase {
            Phase::Line => "line",
            Phase::Certificate => "certificate",
            Phase::Check => "check",
            _ => "search",
        };
    }

    fn progress(&mut self, progress: &Progress<'_, String>) {
        self.progressed(progress, || progress.line.to_vec());
    }

    fn advance(&mut self, _phase: Phase, done: u64, of: u64) {
        self.tell(|news| {
            news.set_item("done", done)?;
            news.set_item("of", of)
        });
    }

    fn stage(&mut self, text: &str) {
        self.stage = text.to_string();
        self.look();
    }

    fn hold(&mut self) -> bool {
        self.look();
        false
    }
}

/// News of a game of the caller's own, whose moves are numbers here.
impl Observer<u32> for Watch {
    fn progress(&mut self, progress: &Progress<'_, u32>) {
        self.progressed(progress, Vec::new);
    }

    fn phase(&mut self, phase: phidelta::Phase) {
        Events::phase(self, phase.into());
    }

    fn hold(&mut self) -> bool {
        self.look();
        false
    }
}
