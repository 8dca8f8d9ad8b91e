//! The front door: an algorithm, its memory and its limits.

mod beside;
#[cfg(feature = "certificates")]
mod certify;
mod inquiry;
mod resume;
mod team;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use inquiry::{Draws, Inquiry, Valued};

use crate::algorithm::{Algorithm, Family};
use crate::alpha_beta;
use crate::best_first;
use crate::checkpoint::form::Contents;
use crate::checkpoint::{Begin, CheckpointError, Halt, Pending, Recorder};
use crate::crew::{self, Crew, Effort, Outcome, Room, Running, Simulated, Simulation};
use crate::depth_first::{Engine, Plan, SearchContext, Standing, WorkingMemory};
use crate::distrust::{KeysMeet, Positions};
use crate::error::SolveError;
use crate::finding::Answer;
use crate::game::Game;
use crate::history::Path;
use crate::limits::{Faults, Limits, Monitor};
use crate::number::Numbers;
use crate::observer::{Observer, Phase, WithoutSteps};
use crate::proof::{Line, line};
use crate::relay::{self, Relay};
use crate::table::Table;
use crate::trail::Trail;
use crate::two_level::pds_pn::PnLeaves;
use crate::two_level::pn_dfpn::Jobs;
use crate::verdict::{Reason, Report, Stats, Verdict};

/// Memory of a solver that was not told otherwise, in bytes: 64 MiB, small beside any machine.
pub const DEFAULT_MEMORY: u64 = 64 << 20;

/// The least memory a solver works with, in bytes: a table of a thousand entries and a short stack.
pub const LEAST_MEMORY: u64 = 64 << 10;

/// Solves positions with one algorithm. Its table is kept between calls of [`Solver::solve`], so that
/// several questions about one game share what was found.
///
/// What they must have in common to share a table is that a key context one thing: two positions with equal
/// [`Game::key`], [`Game::goal`] and worth of a repetition have one answer, in whatever call and of
/// whatever game. A key made as [`Game::key`] says keeps that. Where it cannot be kept take a solver for
/// each, or call [`Solver::forget`] in between; to find out, [`Solver::distrust_keys`].
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
    faults: Faults,
    /// What keys are compared with, if they are.
    positions: Option<Arc<Mutex<Positions>>>,
    threads: usize,
    simulation: Option<Simulation>,
    /// Whether its table is that of a team.
    team: bool,
    /// What the last crew did.
    effort: Option<Effort>,
    /// Positions expanded after which the others of a crew join.
    join: u64,
    /// Set when another question, asked beside this one, is answered.
    until: Option<Arc<AtomicBool>>,
    /// The run that is written down, or was read, if there is one.
    recorder: Option<Recorder>,
}

/// How a crew is run on a game that can be given to several workers.
type RunCrew<G> = fn(Crew<'_, '_, G>, Table) -> Outcome;

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
            faults: Faults::default(),
            positions: None,
            threads: 1,
            simulation: None,
            team: false,
            effort: None,
            join: crew::JOIN,
            until: None,
            recorder: None,
        }
    }

    /// Sets the number of threads that [`Solver::solve_with_crew`] and its kin may use, the calling one
    /// included. With one, and in all other calls, everything is as it always was, node for node.
    pub fn threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self.leave_table();
        self
    }

    /// Lets [`Solver::solve_with_crew`] and its kin simulate a crew in the calling thread, whatever the number
    /// of threads: for measurements, and for tests that must be repeatable.
    pub fn simulate(mut self, simulation: Option<Simulation>) -> Solver {
        self.simulation = simulation.filter(|simulation| simulation.workers > 1);
        self.leave_table();
        self
    }

    /// What the last simulation has measured; `None` if the answer came before the others joined.
    pub fn simulated(&self) -> Option<Simulated> {
        self.effort.and_then(|effort| effort.simulated)
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

    /// Says whether keys are compared with positions: then what [`Game::describe`] says of each position
    /// met is kept, without a bound of memory, and the first two that differ under one key end the search
    /// with [`Reason::KeysMeet`], as they do every later one until [`Solver::forget`]. For finding faults of
    /// a game: the search is many times slower. Off at first, and free then.
    pub fn distrust_keys(mut self, distrust: bool) -> Solver {
        self.positions = distrust.then(Arc::default);
        self
    }

    /// The two positions that were found to have one key, if keys are distrusted and there were such.
    pub fn keys_met(&self) -> Option<KeysMeet> {
        let positions = self.positions.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        positions.met().cloned()
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
        let mut report = self.answer(game, &limits, false, observer, None)?;
        self.keep_answer(observer);
        self.show(game, &mut report, observer)?;
        Ok(report)
    }

    /// The same with as many threads as [`Solver::threads`] allows. They end before it returns. Algorithms
    /// without a form for several workers run on one; so does a search whose steps are watched.
    ///
    /// The verdict is as right as with one thread, and limits hold as they do there. What is not promised
    /// with more than one: equal counts, equal lines, and that the same question is decided under the same limit.
    pub fn solve_with_crew<G: Game + Clone + Send>(
        &mut self,
        game: &mut G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError>
    where
        G::Move: Send,
    {
        let limits = self.limits.clone();
        let crew = self.crew_for();
        let mut report = self.answer(game, &limits, false, observer, crew)?;
        self.keep_answer(observer);
        self.show(game, &mut report, observer)?;
        Ok(report)
    }

    /// How a crew would be run, if one is wanted.
    fn crew_for<G: Game + Clone + Send>(&self) -> Option<RunCrew<G>>
    where
        G::Move: Send,
    {
        if self.simulation.is_some() {
            Some(|crew, table| crew.simulated(table))
        } else if self.threads > 1 {
            Some(|crew, table| crew.on_threads(table))
        } else {
            None
        }
    }

    /// How many workers a search has.
    fn workers(&self) -> usize {
        if !self.has_crew() {
            return 1;
        }
        self.simulation.map_or(self.threads, |simulation| simulation.workers)
    }

    /// Whether the table is to be shared by workers.
    fn has_crew(&self) -> bool {
        (self.threads > 1 || self.simulation.is_some()) && crew::works_for(&self.algorithm)
    }

    /// The answer without the line that shows it. A limit of nodes may be the question's own.
    fn answer<G: Game>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        own_limit: bool,
        observer: &mut dyn Observer<G::Move>,
        crew: Option<RunCrew<G>>,
    ) -> Result<Report<G::Move>, SolveError> {
        self.algorithm.check()?;
        self.effort = None;
        if self.memory < LEAST_MEMORY {
            return Err(SolveError::TooLittleMemory { given: self.memory, least: LEAST_MEMORY });
        }
        let Some(mut recorder) = self.recorder.take() else {
            return self.search_for_answer(game, limits, (None, None), observer, crew);
        };
        let report = self.answer_recorded(game, limits, own_limit, &mut recorder, (observer, crew));
        self.recorder = Some(recorder);
        report
    }

    /// The same as part of a run: what was answered before is told again.
    fn answer_recorded<G: Game>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        own_limit: bool,
        recorder: &mut Recorder,
        (observer, crew): (&mut dyn Observer<G::Move>, Option<RunCrew<G>>),
    ) -> Result<Report<G::Move>, SolveError> {
        if self.positions.is_some() {
            return Err(CheckpointError::Distrust.into());
        }
        let pending = match recorder.begin(game, own_limit)? {
            Begin::Known(reported) => return Ok(reported.report()),
            Begin::Search(pending) => pending,
        };
        let written = (Some(&mut *recorder), pending);
        let report = self.search_for_answer(game, limits, written, observer, crew)?;
        recorder.answered(&report);
        Ok(report)
    }

    fn search_for_answer<G: Game>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        (recorder, pending): (Option<&mut Recorder>, Option<Pending>),
        observer: &mut dyn Observer<G::Move>,
        crew: Option<RunCrew<G>>,
    ) -> Result<Report<G::Move>, SolveError> {
        observer.phase(Phase::Search);
        let mut stats = pending.as_ref().map_or(Stats::default(), |pending| pending.stats);
        let mut monitor = Monitor::new(limits, self.interval, Some(observer))
            .inspected(self.faults, self.positions.as_ref())
            .until(self.until.as_ref())
            .recorded(recorder, pending);
        // A table that one worker has filled is for one worker.
        let shareable = self.table.as_ref().is_none_or(Table::is_sealed);
        let crew =
            crew.filter(|_| self.has_crew() && shareable && !monitor.is_traced() && !monitor.distrusts());
        let answer = match monitor.witness(game) {
            Ok(()) => match crew {
                Some(run) => self.search_with_crew(game, &mut monitor, &mut stats, run)?,
                None => self.search(game, &mut monitor, &mut stats)?,
            },
            Err(reason) => Answer::none(reason),
        };
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
            stock: answer.stock,
            threads: self.effort.map_or(1, |effort| effort.workers),
            busy: self.effort.map_or(1.0, |effort| effort.busy),
        })
    }

    fn search_with_crew<G: Game>(
        &mut self,
        game: &mut G,
        monitor: &mut Monitor<'_, G::Move>,
        stats: &mut Stats,
        run: RunCrew<G>,
    ) -> Result<Answer, SolveError> {
        let Shares { stack: stacks, tree, table: bytes } = self.shares();
        let algorithm = self.algorithm;
        self.table(bytes)?;
        let Some(table) = self.table.take() else { return Err(SolveError::NoMemory(bytes)) };
        let running = self.simulation.map_or(Running::Threads(self.threads), Running::Simulated);
        let room = Room { stacks, tree };
        let join = self.join;
        let crew = Crew { game, algorithm: &algorithm, room, running, join, monitor, stats };
        let (answer, table) = run(crew, table);
        self.table = table;
        let (answer, effort) = answer?;
        self.effort = effort;
        Ok(answer)
    }

    /// How the memory is divided.
    fn shares(&self) -> Shares {
        if self.team {
            Shares::in_a_team(&self.algorithm, self.memory)
        } else if self.has_crew() {
            Shares::of_crew(self.memory)
        } else {
            Shares::of(&self.algorithm, self.memory)
        }
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
        let Shares { stack, tree, table: bytes, .. } = self.shares();
        let algorithm = self.algorithm;
        let table = self.table(bytes)?;
        let _inside = table.come_in();
        let before = table.collections().wrapping_sub(stats.collections);
        monitor.collections_before(before);
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
        stats.collections = self.table(bytes)?.collections().wrapping_sub(before);
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
        let Shares { stack, tree, table: bytes, .. } = self.shares();
        let algorithm = self.algorithm;
        let table = self.table(bytes)?;
        let _inside = table.come_in();
        let before = table.collections().wrapping_sub(stats.collections);
        monitor.collections_before(before);
        let run = Relay { game, algorithm: &algorithm, stack, tree, table, monitor, stats };
        let answer = run.run(nodes);
        stats.collections = self.table(bytes)?.collections().wrapping_sub(before);
        Ok(answer)
    }

    /// Adds the line of play that shows the answer. It may cost as much again as the search itself.
    fn show<G: Game>(
        &mut self,
        game: &mut G,
        report: &mut Report<G::Move>,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<(), SolveError> {
        if !self.lines || !report.verdict.is_decided() {
            return Ok(());
        }
        if let Some((line, complete)) = self.recorder.as_mut().and_then(|recorder| recorder.line(game)) {
            (report.line, report.line_complete) = (line, complete);
            return Ok(());
        }
        let Shares { stack, table: bytes, .. } = self.shares();
        let limits = Limits {
            nodes: Some(report.stats.nodes.max(LEAST_LINE_NODES)),
            // What is left of the time, but never so little that a line is lost for a moment.
            time: self.limits.time.map(|time| time.saturating_sub(report.elapsed).max(time / 10)),
            stop: self.limits.stop.clone(),
        };
        observer.phase(Phase::Line);
        let mut observer = WithoutSteps(observer);
        let mut monitor = Monitor::new(&limits, self.interval, Some(&mut observer))
            .inspected(self.faults, self.positions.as_ref());
        let algorithm = self.algorithm;
        let table = self.table(bytes)?;
        let _inside = table.come_in();
        let asked = (&mut monitor, second_thoughts(report.stats.nodes));
        let Line { moves, complete } = line(game, report.numbers, table, stack, &algorithm, asked);
        (report.line, report.line_complete) = (moves, complete);
        if self.keys_met().is_some() {
            // What was answered may rest on either of the two.
            (report.verdict, report.numbers) = (Verdict::Unknown(Reason::KeysMeet), Numbers::UNIT);
            (report.line, report.line_complete) = (Vec::new(), false);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.shown(game, &report.line, report.line_complete);
        }
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
        let new = if self.has_crew() { Table::sealed } else { Table::new };
        let mut table = new(bytes, self.algorithm.replacement).ok_or(SolveError::NoMemory(bytes))?;
        if let Some(seed) = self.drop_stores {
            table.drop_stores(seed);
        }
        Ok(table)
    }

    /// Forgets everything found so far.
    pub fn forget(&mut self) {
        self.leave_table();
        self.recorder = None;
        self.positions = self.positions.as_ref().map(|_| Arc::default());
    }

    /// Gives the table so many entries, whatever the memory. For tests of tiny tables.
    #[doc(hidden)]
    pub fn table_entries(mut self, entries: u64) -> Solver {
        self.entries = Some(entries);
        self
    }

    /// Lets the others of a crew join after so many positions. For tests with small problems.
    #[doc(hidden)]
    pub fn join_after(mut self, positions: u64) -> Solver {
        self.join = positions;
        self
    }

    /// Lets things go wrong from now on. For tests.
    #[doc(hidden)]
    pub fn set_faults(&mut self, faults: Faults) {
        self.faults = faults;
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
    let (mut path, mut space, mut line) = (Path::new(), WorkingMemory::new::<G>(stack), Vec::new());
    let mut leaves = leaves;
    let others = table.others();
    let mut standing = monitor.take_state().and_then(|state| Standing::read(&mut Contents::new(&state)));
    let (numbers, end) = loop {
        let context = SearchContext { table, path: &mut path, space: &mut space, monitor, stats };
        let engine = Engine::new(Trail::new(game, &mut line), Plan::of(algorithm), context);
        let mut engine = engine.standing_at(standing).among(others.as_deref());
        if let Some(leaves) = &mut leaves {
            engine = engine.with_leaf_search(*leaves);
        }
        let (numbers, end) = engine.run();
        let now = engine.standing();
        drop(engine);
        let halt = end.as_ref().map_or_else(|&reason| monitor.halt(reason), |_| Halt::End);
        if halt != Halt::End {
            monitor.record(table, stats, &mut |out| {
                now.write(out);
                Ok(())
            });
        }
        if halt != Halt::Pause {
            break (numbers, end);
        }
        standing = Some(now);
    };
    let (verdict, stock) = match end {
        Ok(visit) => (Verdict::from_numbers(visit.numbers, Reason::Saturated), visit.stock),
        Err(reason) => (Verdict::Unknown(reason), 0),
    };
    Answer { verdict, numbers, used: table.used(), bytes: table.bytes(), stock }
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

    /// Of what a solver has beside the table of its team.
    fn in_a_team(algorithm: &Algorithm, memory: u64) -> Shares {
        let Shares { stack, tree, .. } = Shares::of(algorithm, memory);
        let tree = memory * tree / (stack + tree).max(1);
        Shares { stack: memory - tree, tree, table: 0 }
    }

    /// A crew has a line for each worker, half of the room being the first one's, and a tree of jobs.
    fn of_crew(memory: u64) -> Shares {
        let eighth = memory / 8;
        Shares { stack: 2 * eighth, tree: eighth, table: memory - 3 * eighth }
    }
}

/// Nodes that a longer line than the first may cost after a search of `nodes`: about a millisecond, or as many as
/// the search took up to some ten milliseconds, or an eighth of them. Nobody waits twice as long for a line that
/// is complete as it is.
fn second_thoughts(nodes: u64) -> u64 {
    nodes.clamp(1_000, 10_000).max(nodes / 8)
}

/// Nodes that a line of play may cost at least: about a second, so that only hard problems on small
/// tables end with a line that stops short.
const LEAST_LINE_NODES: u64 = 1_000_000;
