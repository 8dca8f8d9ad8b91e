//! The front door: an algorithm, its memory and its limits.

use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::depth_first::{Engine, Means, Plan, Space};
use crate::game::Game;
use crate::history::Path;
use crate::limits::{Limits, Monitor};
use crate::number::Numbers;
use crate::observer::Observer;
use crate::table::{ENTRY_BYTES, Table};
use crate::verdict::{Reason, Report, Stats, Verdict};

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
    table: Option<Table>,
    entries: Option<u64>,
    drop_stores: Option<u64>,
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
            table: None,
            entries: None,
            drop_stores: None,
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
        game: &mut G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError> {
        self.algorithm.check()?;
        if self.memory < LEAST_MEMORY {
            return Err(SolveError::TooLittleMemory { given: self.memory, least: LEAST_MEMORY });
        }
        let mut monitor = Monitor::new(&self.limits, self.interval, Some(observer));
        let mut stats = Stats::default();
        let answer = self.search(game, &mut monitor, &mut stats)?;
        stats.nodes = monitor.nodes();
        Ok(Report {
            verdict: answer.verdict,
            numbers: answer.numbers,
            line: Vec::new(),
            line_complete: false,
            stats,
            elapsed: monitor.elapsed(),
            table_bytes: answer.bytes,
            table_used: answer.used,
        })
    }

    fn search<G: Game>(
        &mut self,
        game: &mut G,
        monitor: &mut Monitor<'_, G::Move>,
        stats: &mut Stats,
    ) -> Result<Answer, SolveError> {
        let stack = self.memory / STACK_SHARE;
        let algorithm = self.algorithm;
        let bytes = self.memory - stack;
        let table = self.table(bytes)?;
        let before = table.collections();
        let mut path = Path::new();
        let mut space = Space::new(stack);
        let means = Means { table, path: &mut path, space: &mut space, monitor, stats };
        let (numbers, end) = Engine::new(game, Plan::of(&algorithm), means).run();
        stats.collections = table.collections() - before;
        let verdict = match end {
            Ok(visit) => Verdict::from_numbers(visit.numbers, Reason::Saturated),
            Err(reason) => Verdict::Unknown(reason),
        };
        Ok(Answer { verdict, numbers, used: table.used(), bytes: table.bytes() })
    }

    /// The table, made at first use.
    fn table(&mut self, bytes: u64) -> Result<&mut Table, SolveError> {
        if self.table.is_none() {
            let bytes = self.entries.map_or(bytes, |entries| entries * ENTRY_BYTES);
            let mut table =
                Table::new(bytes, self.algorithm.replacement).ok_or(SolveError::NoMemory(bytes))?;
            if let Some(seed) = self.drop_stores {
                table.drop_stores(seed);
            }
            self.table = Some(table);
        }
        Ok(self.table.as_mut().expect("made above"))
    }

    /// Forgets everything found so far.
    pub fn forget(&mut self) {
        self.table = None;
    }

    /// Gives the table so many entries, whatever the memory. For tests of tiny tables.
    #[doc(hidden)]
    pub fn table_entries(mut self, entries: u64) -> Solver {
        self.entries = Some(entries);
        self
    }

    /// Makes the table lose half of all stores, at random. For tests.
    #[doc(hidden)]
    pub fn drop_stores(mut self, seed: u64) -> Solver {
        self.drop_stores = Some(seed);
        self
    }
}

/// The part of the memory that the stack of a depth-first search may take: one in so many. At 64 MiB
/// it holds some 30,000 plies of a game with one move a position, or 5,000 with twenty.
const STACK_SHARE: u64 = 8;

/// What a search found.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) numbers: Numbers,
    /// Share of the table or tree in use.
    pub(crate) used: f64,
    /// Bytes allocated for it.
    pub(crate) bytes: u64,
}
