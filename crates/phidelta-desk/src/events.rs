//! News of a request on the way, and what the desk asks of its front end.

use std::time::Duration;

use phidelta::{Progress, Step};
use serde::Serialize;

use crate::words::Language;

/// Moves of a line that are told: as many as fit into a row of a terminal.
pub(crate) const SHOWN_MOVES: usize = 16;

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
    /// The search waits while it is written down.
    Checkpoint,
}

impl From<phidelta::Phase> for Phase {
    fn from(phase: phidelta::Phase) -> Phase {
        match phase {
            phidelta::Phase::Line => Phase::Line,
            phidelta::Phase::Certificate => Phase::Certificate,
            phidelta::Phase::Checkpoint => Phase::Checkpoint,
            _ => Phase::Search,
        }
    }
}

/// Someone who looks on. Every method has a default that does nothing.
pub trait Events {
    /// Something else is under way now.
    fn phase(&mut self, _phase: Phase) {}

    /// How a search, a line of play or a certificate stands; the line is only the first moves of the one
    /// looked at.
    fn progress(&mut self, _progress: &Progress<'_, String>) {}

    /// How many moves of a line it wants to be told; as many as fit into a row of a terminal, if it does not
    /// say.
    fn shown_moves(&self) -> usize {
        SHOWN_MOVES
    }

    /// How far a phase without a search has come: bytes that the checker has read, entries that were written
    /// down, of all.
    fn advance(&mut self, _phase: Phase, _done: u64, _of: u64) {}

    /// What is being asked now, or what is known so far, in a few words.
    fn stage(&mut self, _text: &str) {}

    /// What is known of the shortest mate so far, in plies.
    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.stage(&Language::En.range(least, most, None));
    }

    /// Whether steps are wanted. They make a search much slower.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A step at `depth` plies; the line is only the last moves.
    fn step(&mut self, _step: &Step<'_, String>, _depth: usize) {}

    /// Asked again and again while something runs: a place to wait for as long as someone wants a pause.
    /// Returns whether it has waited. That time does not count, and what is found is the same.
    fn hold(&mut self) -> bool {
        false
    }

    /// Processor time so far, of a front end that has a clock for it. The desk looks at none itself.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }
}

/// Nobody looks on.
impl Events for () {}
