//! What is asked of the desk.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use phidelta::{Algorithm, Form, Limits, Solver};
use phidelta_games::shogi::compose::Futile;

use crate::games::{GameKind, default_algorithm};

/// What is wanted beside the answer and its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Wanted {
    /// The shortest win, in games that have lengths.
    pub shortest: bool,
    /// What every move is worth.
    pub all: bool,
    /// The answer is made of what every move is worth, with lengths.
    pub first_moves: bool,
    /// How composition counting counts.
    pub futile: Futile,
    /// The strategy behind the answer, in this form.
    pub certificate: Option<Form>,
    /// That strategy, read by the independent checker.
    pub verify: bool,
}

/// How to search, within which limits, and what is wanted.
///
/// ```
/// use std::time::Duration;
/// let request = phidelta_desk::Request::new().memory(64 << 20).time(Duration::from_secs(10)).verify();
/// assert!(request.wanted().verify);
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    algorithm: Option<Algorithm>,
    memory: u64,
    threads: usize,
    limits: Limits,
    interval: Duration,
    lines: bool,
    wanted: Wanted,
}

/// Memory of a search that was not told otherwise, in bytes: 256 MiB fit beside everything else on any
/// machine.
pub const DEFAULT_MEMORY: u64 = 256 << 20;

/// Time between two looks at a search: often enough to seem alive, rarely enough to cost nothing.
pub const DEFAULT_INTERVAL: Duration = Duration::from_millis(250);

impl Default for Request {
    fn default() -> Request {
        Request::new()
    }
}

impl Request {
    /// The answer and its line, with the game's own search, without limits.
    pub fn new() -> Request {
        Request {
            algorithm: None,
            memory: DEFAULT_MEMORY,
            threads: 1,
            limits: Limits::default(),
            interval: DEFAULT_INTERVAL,
            lines: true,
            wanted: Wanted::default(),
        }
    }

    /// Searches in this way; `None` for the game's own.
    pub fn algorithm(mut self, algorithm: Option<Algorithm>) -> Request {
        self.algorithm = algorithm;
        self
    }

    /// Memory in bytes: table, tree and stack together.
    pub fn memory(mut self, bytes: u64) -> Request {
        self.memory = bytes;
        self
    }

    /// Threads that a search may use: one, unless it is told otherwise.
    pub fn threads(mut self, threads: usize) -> Request {
        self.threads = threads;
        self
    }

    /// Nodes, at most.
    pub fn nodes(mut self, nodes: impl Into<Option<u64>>) -> Request {
        self.limits.nodes = nodes.into();
        self
    }

    /// Wall time, at most.
    pub fn time(mut self, time: impl Into<Option<Duration>>) -> Request {
        self.limits.time = time.into();
        self
    }

    /// A flag that ends the search when another thread sets it.
    pub fn stop(mut self, flag: Arc<AtomicBool>) -> Request {
        self.limits.stop = Some(flag);
        self
    }

    /// Time between two progress reports.
    pub fn progress_interval(mut self, interval: Duration) -> Request {
        self.interval = interval;
        self
    }

    /// Whether the answer comes with a line of play. Measurements do without.
    pub fn lines(mut self, wanted: bool) -> Request {
        self.lines = wanted;
        self
    }

    /// The shortest win, counted in this way.
    pub fn shortest(mut self, futile: Futile) -> Request {
        (self.wanted.shortest, self.wanted.futile) = (true, futile);
        self
    }

    /// What every first move is worth, with the length of the shortest win behind it, counted in this way. The
    /// answer is made of that: the position itself is not asked about.
    pub fn first_moves(mut self, futile: Futile) -> Request {
        self.wanted.first_moves = true;
        self.shortest(futile).all_moves()
    }

    /// What every move is worth; where the shortest win is wanted, too, with lengths.
    pub fn all_moves(mut self) -> Request {
        self.wanted.all = true;
        self
    }

    /// The strategy behind the answer, in this form.
    pub fn certificate(mut self, form: Form) -> Request {
        self.wanted.certificate = Some(form);
        self
    }

    /// The answer checked by the independent checker.
    pub fn verify(mut self) -> Request {
        self.wanted.verify = true;
        self
    }

    /// What is wanted.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// How a game's positions will be searched.
    pub fn algorithm_for(&self, game: &dyn GameKind) -> Algorithm {
        self.algorithm.unwrap_or_else(|| default_algorithm(game))
    }

    /// A solver for a game that does what is asked.
    pub fn solver(&self, game: &dyn GameKind) -> Solver {
        self.on(Solver::new(self.algorithm_for(game)).memory(self.memory).threads(self.threads))
    }

    /// A solver that has searched before in the same way, with its table, for what is asked now.
    pub fn on(&self, solver: Solver) -> Solver {
        solver.limits(self.limits.clone()).progress_interval(self.interval).lines(self.lines)
    }
}
