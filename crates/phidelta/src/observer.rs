//! What a search tells on the way.

use std::time::Duration;

use crate::number::Numbers;

/// What a solver is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// The answer is searched.
    Search,
    /// The line of play that shows it is put together.
    Line,
    /// The strategy behind it is gathered and written.
    Certificate,
    /// The search waits while it is written down.
    Checkpoint,
}

/// A move and the numbers of the position behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveNumbers<M> {
    /// The move.
    pub mv: M,
    /// The numbers, with what the move itself costs.
    pub numbers: Numbers,
}

/// A look at a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress<'a, M> {
    /// The root's numbers when the search was last there.
    pub numbers: Numbers,
    /// Nodes so far.
    pub nodes: u64,
    /// Wall time so far.
    pub elapsed: Duration,
    /// Share of the table (or tree) in use, 0 to 1.
    pub table_used: f64,
    /// Plies of the line being looked at.
    pub depth: usize,
    /// That line; whoever passes it on may have cut it.
    pub line: &'a [M],
    /// The root's moves and their numbers when the search was last there. Empty where the search is not of
    /// the root (the line of play, a certificate, a search within a search), before the root's moves are
    /// known, and in searches without numbers.
    pub root: &'a [MoveNumbers<M>],
}

impl<M> MoveNumbers<M> {
    /// A move and its numbers.
    pub const fn new(mv: M, numbers: Numbers) -> MoveNumbers<M> {
        MoveNumbers { mv, numbers }
    }
}

impl<'a, M> Progress<'a, M> {
    /// A look that sees no table, no line and no moves.
    pub const fn new(numbers: Numbers, nodes: u64, elapsed: Duration) -> Progress<'a, M> {
        Progress { numbers, nodes, elapsed, table_used: 0.0, depth: 0, line: &[], root: &[] }
    }

    /// The same with other moves in place of its own: for observers that write them otherwise.
    #[must_use]
    pub const fn with_moves<'b, N>(&self, line: &'b [N], root: &'b [MoveNumbers<N>]) -> Progress<'b, N> {
        let &Progress { numbers, nodes, elapsed, table_used, depth, .. } = self;
        Progress { numbers, nodes, elapsed, table_used, depth, line, root }
    }

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
    /// Its numbers were computed anew from those of its moves ([`Step::children`]).
    BackUp,
}

/// One step of a search, for traces.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
    /// At [`Event::BackUp`] the position's moves and their numbers; otherwise empty.
    pub children: &'a [MoveNumbers<M>],
}

impl<'a, M> Step<'a, M> {
    /// A step of a search that has no thresholds, without children.
    pub const fn new(event: Event, node: u64, line: &'a [M], numbers: Numbers) -> Step<'a, M> {
        Step { event, node, line, numbers, thresholds: None, children: &[] }
    }

    /// The same with other moves in place of its own: for observers that write them otherwise.
    #[must_use]
    pub const fn with_moves<'b, N>(&self, line: &'b [N], children: &'b [MoveNumbers<N>]) -> Step<'b, N> {
        let &Step { event, node, numbers, thresholds, .. } = self;
        Step { event, node, line, numbers, thresholds, children }
    }
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

    /// Something else is being done now. Progress reports that follow are about that.
    fn phase(&mut self, _phase: Phase) {}

    /// How much of a checkpoint is written: so many entries of so many.
    fn written(&mut self, _done: u64, _of: u64) {}

    /// Asked whenever the solver looks at its limits: a place to wait, for as long as someone wants a pause.
    /// Returns whether it has waited. That time does not count, and what the search does is the same.
    fn hold(&mut self) -> bool {
        false
    }
}

impl<M> Observer<M> for () {}

/// Looks on without being shown steps: for what is no search of the root.
pub(crate) struct WithoutSteps<'o, M>(pub(crate) &'o mut dyn Observer<M>);

impl<M> Observer<M> for WithoutSteps<'_, M> {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        self.0.progress(&progress.with_moves(progress.line, &[]));
    }

    fn hold(&mut self) -> bool {
        self.0.hold()
    }
}
