//! The front door: an algorithm, its memory and its limits.

mod certify;
mod inquiry;

use std::time::Duration;

pub use inquiry::{Draws, Inquiry, Value, Valued};

use crate::algorithm::{Algorithm, Family};
use crate::alpha_beta;
use crate::best_first;
use crate::depth_first::{Engine, Means, Plan, Space};
use crate::game::Game;
use crate::history::Path;
use crate::limits::{Limits, Monitor};
use crate::number::Numbers;
use crate::observer::Observer;
use crate::proof::{Line, line};
use crate::relay::{self, Relay};
use crate::table::Table;
use crate::two_level::pds_pn::PnLeaves;
use crate::two_level::pn_dfpn::Jobs;
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
    lines: bool,
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
            lines: true,
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

    /// Says whether answers shall come with a line of play. It may cost as much again as the answer;
    /// measurements do without.
    pub fn lines(mut self, wanted: bool) -> Solver {
        self.lines = wanted;
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
        let limits = self.limits.clone();
        let mut report = self.answer(game, &limits, observer)?;
        self.show(game, &mut report)?;
        Ok(report)
    }

    /// The answer without the line that shows it.
    fn answer<G: Game>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError> {
        self.algorithm.check()?;
        if self.memory < LEAST_MEMORY {
            return Err(SolveError::TooLittleMemory { given: self.memory, least: LEAST_MEMORY });
        }
        let mut monitor = Monitor::new(limits, self.interval, Some(observer));
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
        if let Some(nodes) = self.algorithm.relay {
            return self.relay(game, nodes, monitor, stats);
        }
        let Shares { stack, tree, table: bytes, .. } = Shares::of(&self.algorithm, self.memory);
        let algorithm = self.algorithm;
        let table = self.table(bytes)?;
        let before = table.collections();
        let answer = match algorithm.family {
            Family::Pn | Family::Pn2 => {
                best_first::search(game, &algorithm, tree, Some(table), monitor, stats)
            }
            Family::PnDfPn => {
                let mut jobs = Jobs::new::<G>(Plan::of(&algorithm), algorithm.job_nodes, stack);
                best_first::search_with(game, &algorithm, tree, Some(table), monitor, stats, &mut jobs)
            }
            Family::AlphaBeta => alpha_beta::search(game, &algorithm, stack, table, monitor, stats),
            Family::PdsPn => {
                let mut leaves = PnLeaves::new(&algorithm, tree).ok_or(SolveError::NoMemory(tree))?;
                let bytes = leaves.bytes();
                let answer = depth_first(game, &algorithm, Some(&mut leaves), table, stack, monitor, stats);
                Answer { bytes: answer.bytes + bytes, ..answer }
            }
            Family::PnStar | Family::Pds | Family::DfPn => {
                depth_first(game, &algorithm, None, table, stack, monitor, stats)
            }
        };
        stats.collections = self.table(bytes)?.collections() - before;
        Ok(answer)
    }

    /// The search as a relay, with a first leg of `nodes` nodes.
    fn relay<G: Game>(
        &mut self,
        game: &mut G,
        nodes: u64,
        monitor: &mut Monitor<'_, G::Move>,
        stats: &mut Stats,
    ) -> Result<Answer, SolveError> {
        let Shares { stack, tree, table: bytes, .. } = Shares::of(&self.algorithm, self.memory);
        let algorithm = self.algorithm;
        let table = self.table(bytes)?;
        let before = table.collections();
        let run = Relay { game, algorithm: &algorithm, stack, tree, table, monitor, stats };
        let answer = run.run(nodes);
        stats.collections = self.table(bytes)?.collections() - before;
        Ok(answer)
    }

    /// Adds the line of play that shows the answer. It may cost as much again as the search itself.
    fn show<G: Game>(&mut self, game: &mut G, report: &mut Report<G::Move>) -> Result<(), SolveError> {
        if !self.lines || !report.verdict.is_decided() {
            return Ok(());
        }
        let Shares { stack, table: bytes, .. } = Shares::of(&self.algorithm, self.memory);
        let limits = Limits {
            nodes: Some(report.stats.nodes.max(LEAST_LINE_NODES)),
            // What is left of the time, but never so little that a line is lost for a moment.
            time: self.limits.time.map(|time| time.saturating_sub(report.elapsed).max(time / 10)),
            stop: self.limits.stop.clone(),
        };
        let mut monitor = Monitor::new(&limits, self.interval, None);
        let by_alpha_beta = self.algorithm.family == Family::AlphaBeta;
        let table = self.table(bytes)?;
        let Line { moves, complete } = line(game, report.numbers, table, stack, by_alpha_beta, &mut monitor);
        (report.line, report.line_complete) = (moves, complete);
        Ok(())
    }

    /// The table, made at first use.
    fn table(&mut self, bytes: u64) -> Result<&mut Table, SolveError> {
        if self.table.is_none() {
            self.table = Some(self.new_table(bytes)?);
        }
        Ok(self.table.as_mut().expect("made above"))
    }

    fn new_table(&self, bytes: u64) -> Result<Table, SolveError> {
        let bytes = self.entries.map_or(bytes, Table::bytes_for);
        let mut table = Table::new(bytes, self.algorithm.replacement).ok_or(SolveError::NoMemory(bytes))?;
        if let Some(seed) = self.drop_stores {
            table.drop_stores(seed);
        }
        Ok(table)
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

fn depth_first<G: Game>(
    game: &mut G,
    algorithm: &Algorithm,
    leaves: Option<&mut PnLeaves<G::Move>>,
    table: &mut Table,
    stack: u64,
    monitor: &mut Monitor<'_, G::Move>,
    stats: &mut Stats,
) -> Answer {
    let (mut path, mut space) = (Path::new(), Space::new::<G>(stack));
    let means = Means { table, path: &mut path, space: &mut space, monitor, stats };
    let mut engine = Engine::new(game, Plan::of(algorithm), means);
    if let Some(leaves) = leaves {
        engine = engine.with_leaf_search(leaves);
    }
    let (numbers, end) = engine.run();
    let verdict = match end {
        Ok(visit) => Verdict::from_numbers(visit.numbers, Reason::Saturated),
        Err(reason) => Verdict::Unknown(reason),
    };
    Answer { verdict, numbers, used: table.used(), bytes: table.bytes() }
}

/// How the memory is divided, in bytes.
struct Shares {
    /// Lines being searched.
    stack: u64,
    /// Best-first trees.
    tree: u64,
    /// The table.
    table: u64,
}

impl Shares {
    /// One eighth is for the stack: at 64 MiB some 30,000 plies of a game with one move a position, or
    /// 5,000 with twenty. Of the rest a search takes what it lives on; a best-first search leaves a
    /// little for the table from which its line of play is read.
    fn of(algorithm: &Algorithm, memory: u64) -> Shares {
        let eighth = memory / 8;
        let trees = match algorithm.family {
            Family::Pn | Family::Pn2 if algorithm.shared => 4,
            Family::Pn | Family::Pn2 => 6,
            Family::PdsPn => 3,
            Family::PnDfPn => 2,
            Family::PnStar | Family::Pds | Family::DfPn | Family::AlphaBeta => 0,
        };
        let tree = algorithm.relay.map_or(trees * eighth, |_| memory / relay::TREE_PART);
        Shares { stack: eighth, tree, table: memory - eighth - tree }
    }
}

/// Nodes that a line of play may cost at least: about a second, so that only hard problems on small
/// tables end with a line that stops short.
const LEAST_LINE_NODES: u64 = 1_000_000;

/// What a search found.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) numbers: Numbers,
    /// Share of the table or tree in use.
    pub(crate) used: f64,
    /// Bytes allocated for it.
    pub(crate) bytes: u64,
}
