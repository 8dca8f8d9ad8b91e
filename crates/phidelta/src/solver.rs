//! The front door: an algorithm, its memory and its limits.

use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::game::Game;
use crate::limits::{Limits, Monitor};
use crate::observer::Observer;
use crate::verdict::Report;

/// Memory of a solver that was not told otherwise, in bytes: 64 MiB, small beside any machine.
pub const DEFAULT_MEMORY: u64 = 64 << 20;

/// The least memory a solver works with, in bytes: a table of a thousand entries and a short stack.
pub const LEAST_MEMORY: u64 = 64 << 10;

/// Solves positions with one algorithm. Its table is kept between calls of [`Solver::solve`], so that
/// several questions about one game share what was found.
#[derive(Debug)]
pub struct Solver {
    algorithm: Algorithm,
    memory: u64,
    limits: Limits,
    interval: Duration,
}

/// Why a search could not start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The memory is too small.
    #[error("{given} bytes of memory are too few: at least {least} are needed")]
    TooLittleMemory {
        /// What was asked for.
        given: u64,
        /// What is needed.
        least: u64,
    },
    /// The system did not give the memory.
    #[error("the system does not give {0} bytes of memory")]
    NoMemory(u64),
    /// The parts of the algorithm do not go together.
    #[error(transparent)]
    Algorithm(#[from] crate::AlgorithmError),
}

impl Solver {
    /// A solver with [`DEFAULT_MEMORY`] and no limits.
    pub fn new(algorithm: Algorithm) -> Solver {
        Solver {
            algorithm,
            memory: DEFAULT_MEMORY,
            limits: Limits::default(),
            interval: Duration::from_secs(1),
        }
    }

    /// Sets the memory in bytes: table, tree and stack together.
    pub fn memory(mut self, bytes: u64) -> Solver {
        self.memory = bytes;
        self
    }

    /// Sets the limits of each search.
    pub fn limits(mut self, limits: Limits) -> Solver {
        self.limits = limits;
        self
    }

    /// Sets the time between two progress reports.
    pub fn progress_interval(mut self, interval: Duration) -> Solver {
        self.interval = interval;
        self
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// Answers the question that `game` asks about its present position. The position is the same
    /// afterwards.
    pub fn solve<G: Game>(&mut self, game: &mut G) -> Result<Report<G::Move>, SolveError> {
        self.solve_observed(game, &mut ())
    }

    /// The same, with news on the way.
    pub fn solve_observed<G: Game>(
        &mut self,
        _game: &mut G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError> {
        let _monitor = Monitor::new(&self.limits, self.interval, Some(observer));
        todo!()
    }
}
