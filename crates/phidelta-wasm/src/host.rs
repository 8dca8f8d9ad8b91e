//! What a search hears and says while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_desk::session::{Host, Snapshot};

/// What the page wants of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Stop.
    Stop,
    /// Go on, after a pause that is over now.
    Paused,
}

/// The Worker around a search.
pub trait Outside {
    /// Seconds since some moment.
    fn now(&self) -> f64;
    /// Hears how the search stands: a snapshot as JSON.
    fn tell(&self, snapshot: &str);
    /// What the page wants; waits as long as that is a pause.
    fn look(&self) -> Wish;
}

/// Seconds between two pieces of news: ten a second are as many as anybody sees.
const NEWS: f64 = 0.09;

/// A search's host within a Worker.
pub(crate) struct Inside<'a> {
    outside: &'a dyn Outside,
    pub(crate) snapshot: &'a mut Snapshot,
    stop: Arc<AtomicBool>,
    /// Seconds it may run.
    time: Option<f64>,
    timed_out: bool,
    started: f64,
    waited: f64,
    told: f64,
}

impl<'a> Inside<'a> {
    pub(crate) fn new(
        outside: &'a dyn Outside,
        snapshot: &'a mut Snapshot,
        stop: Arc<AtomicBool>,
        time: Option<f64>,
    ) -> Inside<'a> {
        // A search that goes on keeps the time it has used.
        let started = outside.now() - snapshot.seconds;
        Inside { outside, snapshot, stop, time, timed_out: false, started, waited: 0.0, told: f64::MIN }
    }
}

impl Host for Inside<'_> {
    fn tell(&mut self, change: &mut dyn FnMut(&mut Snapshot)) {
        let phase = self.snapshot.phase;
        change(self.snapshot);
        let now = self.outside.now();
        if now - self.told >= NEWS || phase != self.snapshot.phase {
            self.told = now;
            self.outside.tell(&serde_json::to_string(self.snapshot).unwrap_or_default());
        }
    }

    fn seconds(&mut self) -> f64 {
        self.outside.now() - self.started - self.waited
    }

    fn hold(&mut self) -> bool {
        let before = self.outside.now();
        let wish = self.outside.look();
        let paused = wish == Wish::Paused;
        if paused {
            self.waited += self.outside.now() - before;
        }
        if self.time.is_some_and(|most| before - self.started - self.waited > most) {
            self.timed_out = true;
        }
        if wish == Wish::Stop || self.timed_out {
            self.stop.store(true, Ordering::Relaxed);
        }
        paused
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn timed_out(&self) -> bool {
        self.timed_out
    }
}
