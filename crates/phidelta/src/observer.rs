//! What a search tells on the way.

use std::time::Duration;

use crate::number::Numbers;

/// A look at a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// The root's numbers when the search was last there.
    pub numbers: Numbers,
    /// Nodes so far.
    pub nodes: u64,
    /// Wall time so far.
    pub elapsed: Duration,
    /// Share of the table (or tree) in use, 0 to 1.
    pub table_used: f64,
    /// The line being looked at.
    pub line: &'a [M],
}

impl<M> Progress<'_, M> {
    /// Nodes per second of wall time.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// What happened to the position at the end of a [`Step`]'s line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Its moves were generated for the first time; the numbers are those it had as a leaf.
    Expand,
    /// The same for a position that was known already.
    Revisit,
    /// The game has ended there, or it repeats a position of the line.
    End,
    /// The search leaves it with these numbers.
    Leave,
}

/// One step of a search, for traces.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, M> {
    /// What happened.
    pub event: Event,
    /// The node count at that time.
    pub node: u64,
    /// The moves from the root to the position.
    pub line: &'a [M],
    /// The position's numbers.
    pub numbers: Numbers,
    /// The thresholds of the visit, in searches that have them.
    pub thresholds: Option<Numbers>,
}

/// Receives news of a running search. The default methods ignore them.
pub trait Observer<M> {
    /// A progress report, at the interval the solver was given.
    fn progress(&mut self, _progress: &Progress<'_, M>) {}

    /// Whether every step is wanted as well. It makes the search much slower.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A step of the search.
    fn step(&mut self, _step: &Step<'_, M>) {}
}

impl<M> Observer<M> for () {}
