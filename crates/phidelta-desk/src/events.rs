//! News of a request on the way, and what the desk asks of its front end.

use std::time::Duration;

use phidelta::{Progress, Step};
use serde::Serialize;

/// What is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Phase {
    /// The search for the answer.
    Search,
    /// The line of play that shows it.
    Line,
    /// The strategy behind it is written.
    Certificate,
    /// The independent checker reads that.
    Check,
}

/// Someone who looks on. Every method has a default that does nothing.
pub trait Events {
    /// Something else is under way now.
    fn phase(&mut self, _phase: Phase) {}

    /// How a search stands; the line is only the first moves of the one looked at.
    fn progress(&mut self, _progress: &Progress<'_, String>) {}

    /// How far a phase without a search has come: bytes that the checker has read, of all.
    fn advance(&mut self, _phase: Phase, _done: u64, _of: u64) {}

    /// What is being asked now, or what is known so far, in a few words.
    fn stage(&mut self, _text: &str) {}

    /// Whether steps are wanted. They make a search much slower.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A step at `depth` plies; the line is only the last moves.
    fn step(&mut self, _step: &Step<'_, String>, _depth: usize) {}

    /// Processor time so far, of a front end that has a clock for it. The desk looks at none itself.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }
}

/// Nobody looks on.
impl Events for () {}
