//! A crew: several workers on one question, with one table.
//!
//! Idea: df-pn is run by all workers at once, from the root and on common numbers: they part where others are
//! (`depth_first/presence.rs`). The last one also runs the searches that a relay would hand over to. Beside PDS and
//! PN*, which one worker, the *anchor*, runs as alone, the others take jobs of a proof-number tree ([`crate::yard`],
//! [`foreman`]), as all do for PN-DFPN. All share the table. What is solved is solved for all; numbers of different searches stay
//! apart, in the lanes of [`crate::relay`]. Whoever has the answer first ends it.
//!
//! Sources: Kaneko 2010; jobs on a tree, Čížek, Balko and Schmid 2025, Nelhage; searches side by side, as portfolios
//! of SAT solvers. What differs: all of them on one table of facts.
//!
//! Why facts may cross: a solved entry is a statement about a position and a question, or about one whole path and
//! a question; it mentions no worker and no time. A proof uses proofs stored before it; the positions behind an
//! independent disproof form a closed set, and a union of closed sets is closed; what holds on one path is kept
//! under a code of that path. Open numbers are advice, virtual numbers never leave the yard, and nothing is
//! taken from a worker but through the table and through findings on his line.
//!
//! Invariants: right or unknown on any schedule, with any table and any lost store; no thread outlives the call;
//! what ends before the others join ([`JOIN`]) is what one worker does, node for node.

mod alpha_beta;
mod body;
mod foreman;
mod jobs;
mod shared;
mod simulation;
mod threads;
mod worker;

pub use simulation::{Simulated, Simulation};
pub(crate) use threads::message;

use std::sync::Arc;
use std::time::Duration;

use alpha_beta::AlphaBeta;
use body::Body;
use foreman::Foreman;
use jobs::Jobs;
use shared::{Ended, Shared};
use worker::{Duty, Turn, Worker};

use crate::algorithm::{Algorithm, Family};
use crate::best_first::{self, Tree};
use crate::checkpoint::Halt;
use crate::depth_first::Plan;
use crate::error::SolveError;
use crate::finding::Answer;
use crate::game::{Game, Question};
use crate::limits::{Limits, Monitor};
use crate::relay;
use crate::table::{Presence, Table};
use crate::two_level::pn_dfpn;
use crate::verdict::{Reason, Stats, Verdict};

/// Positions that the search has expanded when the others join: one of some milliseconds is over before threads are worth
/// their start, and most problems are. Not nodes: Othello's last squares count by the hundred at each of its positions.
pub(crate) const JOIN: u64 = 5_000;

/// What a position of alpha-beta takes, in positions of df-pn: in Othello, where moves are ordered by a look ahead and
/// the last squares are searched, five times the time.
const DEAR: u64 = 5;

/// Whether an algorithm has a form for several workers.
pub(crate) fn works_for(algorithm: &Algorithm) -> bool {
    use Family::{AlphaBeta, DfPn, Pds, PnDfPn, PnStar};
    matches!(algorithm.family, DfPn | Pds | PnStar | PnDfPn | AlphaBeta)
}

/// Bytes for a crew: of all lines being searched, and of the yard's tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) stacks: u64,
    pub(crate) tree: u64,
}

/// How the workers run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Running {
    /// On so many threads, this one included.
    Threads(usize),
    /// In this thread, in virtual time.
    Simulated(Simulation),
}

impl Running {
    fn workers(self) -> usize {
        match self {
            Running::Threads(workers) => workers,
            Running::Simulated(simulation) => simulation.workers,
        }
    }
}

/// What a crew did beside its answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Effort {
    /// Workers.
    pub(crate) workers: usize,
    /// Share of their time in which they had work, 0 to 1.
    pub(crate) busy: f64,
    /// In virtual time: how long it took.
    pub(crate) simulated: Option<Simulated>,
}

impl Effort {
    /// One after the other, by the same workers.
    fn and(self, other: Effort) -> Effort {
        Effort { busy: self.busy.min(other.busy), ..other }
    }
}

/// A question for a crew.
pub(crate) struct Crew<'c, 'm, G: Game> {
    pub(crate) game: &'c mut G,
    pub(crate) algorithm: &'c Algorithm,
    pub(crate) room: Room,
    pub(crate) running: Running,
    /// Positions expanded after which the others join, usually [`JOIN`].
    pub(crate) join: u64,
    pub(crate) monitor: &'c mut Monitor<'m, G::Move>,
    pub(crate) stats: &'c mut Stats,
}

/// How workers are run: [`threads::run`] or [`simulation::run`].
type Run<G> = fn(
    Vec<Worker<G>>,
    &Shared<<G as Game>::Move>,
    &mut Monitor<'_, <G as Game>::Move>,
    Running,
) -> Result<(Vec<Worker<G>>, Effort), SolveError>;

/// The answer of a crew, what it did, and the table.
pub(crate) type Outcome = (Result<(Answer, Option<Effort>), SolveError>, Option<Table>);

impl<G: Game + Clone> Crew<'_, '_, G> {
    /// Answers the question with threads.
    pub(crate) fn on_threads(self, table: Table) -> Outcome
    where
        G: Send,
        G::Move: Send,
    {
        self.answer(table, threads::run)
    }

    /// Answers the question in virtual time.
    pub(crate) fn simulated(self, table: Table) -> Outcome {
        self.answer(table, simulation::run)
    }

    fn answer(mut self, mut table: Table, run: Run<G>) -> Outcome {
        let before = table.collections().wrapping_sub(self.stats.collections);
        self.monitor.collections_before(before);
        // What a crew goes on with is the table alone.
        self.monitor.take_state();
        let join = self.algorithm.relay.map_or(self.join, |nodes| nodes.min(self.join));
        let (mut workers, ended) = if self.algorithm.family == Family::PnDfPn {
            let ended = self.begin_on_a_tree(&mut table, join);
            (vec![Worker::new(table, Vec::new())], ended)
        } else if self.algorithm.family == Family::AlphaBeta {
            let shares = Presence::serves(self.game);
            let stack = if shares { self.room.stacks / 2 } else { self.room.stacks };
            let search = AlphaBeta::new(self.game.clone(), self.algorithm, stack);
            let mut anchor = Worker::new(table, vec![(Duty::AlphaBeta(search), 1)]);
            // Where positions come again it stays alone.
            let ended = self.begin_alone(&mut anchor, if shares { join.div_ceil(DEAR) } else { u64::MAX });
            let alone = (!shares).then_some(Ended::Unknown(Reason::MemoryFull));
            (vec![anchor], ended.or(alone))
        } else {
            let stack = self.room.stacks / 2;
            let body = Body::new(self.game.clone(), Plan::of(self.algorithm), stack);
            let mut anchor = Worker::new(table, vec![(Duty::Search(body), 1)]);
            let ended = self.begin_alone(&mut anchor, join);
            (vec![anchor], ended)
        };
        let mut effort = None;
        let ended = match ended {
            Some(ended) => ended,
            None => match self.crowd(workers, run) {
                Ok((all, ended, done)) => {
                    (workers, effort) = (all, Some(done));
                    ended
                }
                Err(error) => return (Err(error), None),
            },
        };
        if matches!(ended, Ended::Unknown(reason) if self.monitor.halt(reason) == Halt::Last) {
            self.record(&mut workers);
        }
        let numbers = workers[0].numbers();
        for worker in &workers {
            self.stats.add(&Stats { nodes: 0, collections: 0, ..worker.stats });
        }
        workers.truncate(1);
        let Some(anchor) = workers.pop() else { return (Err(SolveError::NoMemory(0)), None) };
        let mut table = anchor.table;
        table.unshare();
        self.stats.collections = table.collections().wrapping_sub(before);
        let (verdict, numbers, stock) = match ended {
            Ended::Solved(numbers, stock) => {
                (Verdict::from_numbers(numbers, Reason::Saturated), numbers, stock)
            }
            Ended::Unknown(reason) => (Verdict::Unknown(reason), numbers, 0),
        };
        let answer = Answer { verdict, numbers, used: table.used(), bytes: table.bytes(), stock };
        (Ok((answer, effort)), Some(table))
    }

    /// The anchor's first nodes, as if there were nobody else.
    fn begin_alone(&mut self, anchor: &mut Worker<G>, join: u64) -> Option<Ended> {
        let alone = Shared::new(None, 1, 0, u64::MAX);
        while anchor.stats.expansions < join {
            let left = join - anchor.stats.expansions;
            match anchor.turn(&alone, self.monitor, left) {
                Turn::Worked | Turn::Idle => {
                    if let Some(ended) = alone.ended() {
                        return Some(ended);
                    }
                }
                Turn::Stopped(reason) => return Some(Ended::Unknown(reason)),
                Turn::Out(_) => return None,
            }
        }
        None
    }

    /// The same for a search without an anchor: PN-DFPN as one worker does it. Its tree is not kept.
    fn begin_on_a_tree(&mut self, table: &mut Table, join: u64) -> Option<Ended> {
        let jobs_stack = self.room.stacks / 2;
        let plan = Plan::of(self.algorithm);
        let mut jobs = pn_dfpn::Jobs::new::<G>(plan, self.algorithm.job_nodes, jobs_stack);
        jobs.limit(self.monitor.nodes(), join, self.algorithm.job_nodes);
        let Some(mut tree) = Tree::new(self.room.tree) else {
            return Some(Ended::Unknown(Reason::MemoryFull));
        };
        let end = best_first::go_on(
            self.game,
            self.algorithm,
            &mut tree,
            Some(table),
            self.monitor,
            self.stats,
            &mut jobs,
        );
        let numbers = best_first::root_numbers(&tree);
        if numbers.is_solved() {
            return Some(Ended::Solved(numbers, self.game.stock()));
        }
        match end {
            Err(Reason::NodeLimit) if !self.monitor.is_exhausted() => None,
            Err(reason) => Some(Ended::Unknown(reason)),
            Ok(()) => Some(Ended::Unknown(Reason::Saturated)),
        }
    }

    /// The others join.
    fn crowd(
        &mut self,
        mut workers: Vec<Worker<G>>,
        run: Run<G>,
    ) -> Result<(Vec<Worker<G>>, Ended, Effort), SolveError> {
        let count = self.running.workers();
        let plan = self.jobs_plan();
        let key = self.game.key() ^ Question::of(self.game).salt();
        let job_nodes = (!self.is_anchored()).then_some(self.algorithm.job_nodes);
        let policy = (plan.aggregate, plan.ceiling);
        let stock = self.game.stock();
        let foreman = if self.is_of_agents() && self.algorithm.relay.is_none() {
            None
        } else {
            Foreman::new((self.room.tree, count), policy, job_nodes, (key, stock))
        };
        let shared = Shared::new(foreman, count, self.monitor.nodes(), self.monitor.limit_of_nodes());
        let presence = Arc::new(Presence::new(count));
        if self.is_of_agents() {
            workers[0].join(&presence);
        }
        for place in usize::from(self.is_anchored())..count {
            let duties = self.duties(place, count, &shared, &presence);
            if place == 0 {
                workers[0].take_on(duties);
            } else {
                let table = workers[0].table.share();
                workers.push(Worker::new(table, duties));
            }
        }
        let own = self.monitor.nodes();
        self.monitor.join(shared.stop.clone(), shared.hold.clone(), shared.nodes());
        let mut effort: Option<Effort> = None;
        loop {
            let ran = run(workers, &shared, self.monitor, self.running);
            let all = shared.nodes().load(std::sync::atomic::Ordering::Relaxed);
            let limit = self.monitor.limit_of_nodes();
            self.monitor.part(all.min(limit).saturating_sub(self.monitor.nodes()));
            debug_assert!(self.monitor.nodes() >= own);
            let (all, latest) = ran?;
            workers = all;
            effort = Some(effort.map_or(latest, |before| before.and(latest)));
            if !shared.go_on() {
                break;
            }
            self.record(&mut workers);
            self.monitor.join(shared.stop.clone(), shared.hold.clone(), shared.nodes());
        }
        let effort = effort.ok_or(SolveError::NoMemory(0))?;
        let ended = shared.ended().unwrap_or(Ended::Unknown(Reason::Saturated));
        Ok((workers, ended, effort))
    }

    /// Has a checkpoint written of a crew that stands still: all there is to it is the table. Trees of jobs and lines of
    /// alpha-beta are not kept.
    fn record(&mut self, workers: &mut [Worker<G>]) {
        let mut stats = *self.stats;
        for worker in &mut *workers {
            worker.fold(self.monitor);
            stats.add(&Stats { nodes: 0, collections: 0, ..worker.stats });
        }
        let Some(first) = workers.first_mut() else { return };
        first.table.recount();
        self.monitor.record(&first.table, &stats, &mut |_| Ok(()));
    }

    /// Whether the first worker has a search of his own, and not jobs as all others.
    fn is_anchored(&self) -> bool {
        self.algorithm.family != Family::PnDfPn
    }

    /// Whether all run the first search, and part on the way.
    fn is_of_agents(&self) -> bool {
        matches!(self.algorithm.family, Family::DfPn | Family::AlphaBeta)
    }

    /// What the worker at a place has to do. The last of a relay has its other searches, too.
    fn duties(
        &self,
        place: usize,
        count: usize,
        shared: &Shared<G::Move>,
        presence: &Arc<Presence>,
    ) -> Vec<(Duty<G>, u64)> {
        let is_last = place + 1 == count;
        let others = if is_last { self.others() } else { Vec::new() };
        // One stack for each search; the anchor has half of all.
        let searches = (count + self.others().len() + 1) as u64;
        let body = |plan: Plan| Body::new(self.game.clone(), plan, self.room.stacks / 2 / searches);
        let jobs = || {
            let cancel =
                shared.foreman().as_ref().map(|foreman| foreman.cancel_flag(place)).unwrap_or_default();
            Duty::Jobs(Jobs::new(body(self.jobs_plan()), place, cancel))
        };
        let mut duties = vec![];
        if others.is_empty() || count < ONE_FOR_THE_OTHERS {
            let own = if self.algorithm.family == Family::AlphaBeta {
                let stack = self.room.stacks / 2 / searches;
                let mut search = AlphaBeta::new(self.game.clone(), self.algorithm, stack);
                search.join(presence);
                Duty::AlphaBeta(search)
            } else if self.is_of_agents() {
                Duty::Search(body(Plan::of(self.algorithm)).among(presence))
            } else {
                jobs()
            };
            duties.push((own, OWN_PART));
        }
        for (plan, part) in others {
            match plan {
                Some(plan) => duties.push((Duty::Search(body(plan)), part)),
                None if self.is_of_agents() => duties.push((jobs(), part)),
                None => {}
            }
        }
        duties
    }

    /// The searches of jobs: like the first search, if that is df-pn.
    fn jobs_plan(&self) -> Plan {
        let algorithm = *self.algorithm;
        if !self.is_anchored() {
            return Plan::of(&algorithm);
        }
        let like = match algorithm.family {
            Family::DfPn => algorithm,
            _ => relay::others(&algorithm)[0].0,
        };
        Plan { lane: relay::lane(1), ..Plan::of(&Algorithm { family: Family::DfPn, ..like }) }
    }

    /// The searches that a relay would hand over to, and their parts of a worker's time; without a plan it is the
    /// tree above jobs.
    fn others(&self) -> Vec<(Option<Plan>, u64)> {
        if self.algorithm.relay.is_none() || !self.is_anchored() {
            return Vec::new();
        }
        let plan =
            |at: usize, algorithm: &Algorithm| Plan { lane: relay::lane(at + 1), ..Plan::of(algorithm) };
        let all = relay::others(self.algorithm).into_iter().enumerate();
        all.map(|(at, (algorithm, part))| {
            ((algorithm.family != Family::PnDfPn).then(|| plan(at, &algorithm)), part)
        })
        .collect()
    }
}

/// The part of his own work in the time of a worker who has other searches too: three times those of all
/// (7). They then come on as quickly as in the relay of one worker, where they have 7 parts of 23.
const OWN_PART: u64 = 21;

/// Workers from which on one of them has no jobs, but the other searches alone.
const ONE_FOR_THE_OTHERS: usize = 4;

/// A monitor for a worker who is not the caller and has counted so many nodes before: no observer, no clock, no limit
/// of his own.
fn helper_monitor<'a, M>(shared: &Shared<M>, nodes: u64) -> Monitor<'a, M> {
    let mut monitor = Monitor::new(&Limits::default(), Duration::MAX / 4, None);
    monitor.join(shared.stop.clone(), shared.hold.clone(), shared.nodes());
    monitor.add(nodes);
    monitor
}

#[cfg(test)]
mod tests;
