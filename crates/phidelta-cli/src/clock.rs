//! The processor's clock, which the desk does not have.

use std::time::Duration;

use cpu_time::ProcessTime;
use phidelta::{Progress, Step};
use phidelta_desk::{Events, Phase};

/// Passes news on, and says how much processor time has gone by.
pub(crate) struct Clocked<'e> {
    events: &'e mut dyn Events,
    started: Option<ProcessTime>,
}

impl<'e> Clocked<'e> {
    /// A clock beside someone who looks on.
    pub(crate) fn new(events: &'e mut dyn Events) -> Clocked<'e> {
        Clocked { events, started: ProcessTime::try_now().ok() }
    }
}

impl Events for Clocked<'_> {
    fn phase(&mut self, phase: Phase) {
        self.events.phase(phase);
    }

    fn progress(&mut self, progress: &Progress<'_, String>) {
        self.events.progress(progress);
    }

    fn advance(&mut self, phase: Phase, done: u64, of: u64) {
        self.events.advance(phase, done, of);
    }

    fn stage(&mut self, text: &str) {
        self.events.stage(text);
    }

    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.events.bounds(least, most);
    }

    fn wants_steps(&self) -> bool {
        self.events.wants_steps()
    }

    fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        self.events.step(step, depth);
    }

    fn hold(&mut self) -> bool {
        self.events.hold()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        // What the system does not tell has taken no time.
        Some(self.started.and_then(|start| start.try_elapsed().ok()).unwrap_or_default())
    }
}
