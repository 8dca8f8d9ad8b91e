//! A crew in one thread and in virtual time: repeatable to the bit.
//!
//! Idea: the workers are the same, and so are yard and table; but whoever is farthest behind has the next turn, of
//! one to so many nodes, as a seed decides. A node is a unit of time. So a crew of 64 can be watched on a
//! machine with two cores, and what goes wrong goes wrong again. It does not see what memory and locks cost.
//!
//! Things go wrong on purpose, if asked for: stores get lost, reads see torn entries, workers fall asleep or
//! die in the middle of a job.

use super::shared::{Ended, Shared};
use super::worker::{Turn, Worker};
use super::{Effort, Running, helper_monitor};
use crate::error::SolveError;
use crate::game::Game;
use crate::limits::Monitor;
use crate::verdict::Reason;

/// How a crew is simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Simulation {
    /// Workers.
    pub workers: usize,
    /// Decides who comes when.
    pub seed: u64,
    /// The most nodes of a turn.
    pub quantum: u64,
    /// Workers fall asleep for 100,000 nodes and die, at random; entries are torn.
    pub accidents: bool,
}

impl Simulation {
    /// So many workers, with turns of at most 100 nodes.
    pub fn new(workers: usize, seed: u64) -> Simulation {
        Simulation { workers, seed, quantum: 100, accidents: false }
    }

    /// The same with turns of at most so many nodes.
    #[must_use]
    pub fn with_quantum(mut self, nodes: u64) -> Simulation {
        self.quantum = nodes.max(1);
        self
    }

    /// The same with workers that fall asleep or die, and with torn entries.
    #[must_use]
    pub fn with_accidents(mut self) -> Simulation {
        self.accidents = true;
        self
    }
}

/// What a simulation has measured, in nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Simulated {
    /// Virtual time from the first node to the last.
    pub span: u64,
    /// Virtual time in which workers had nothing to do, of all together.
    pub idle: u64,
}

/// What taking a job costs, in nodes: a descent in the yard, under its lock.
const TAKING: u64 = 5;

/// How long a worker without work waits before he asks again.
const WAIT: u64 = 50;

/// One turn in so many is an accident: a worker falls asleep, or (one in eight of those) dies.
const ACCIDENTS: u64 = 500;
const SLEEP: u64 = 100_000;

/// A xorshift generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n.max(1)
    }
}

/// A worker's turn, and the nodes it took.
fn take_turn<G: Game>(
    worker: &mut Worker<G>,
    shared: &Shared<G::Move>,
    monitor: &mut Monitor<'_, G::Move>,
    nodes: u64,
    allowed: u64,
) -> (Turn, u64) {
    monitor.allow(allowed);
    let before = monitor.nodes();
    let turn = worker.turn(shared, monitor, nodes);
    (turn, monitor.nodes() - before)
}

/// Runs the workers as [`super::threads::run`] does.
pub(super) fn run<G: Game>(
    mut workers: Vec<Worker<G>>,
    shared: &Shared<G::Move>,
    monitor: &mut Monitor<'_, G::Move>,
    running: Running,
) -> Result<(Vec<Worker<G>>, Effort), SolveError> {
    let Running::Simulated(simulation) = running else { return Err(SolveError::NoMemory(0)) };
    let count = workers.len();
    let mut dice = Dice(crate::game::mix(simulation.seed) as u64 | 1);
    let mut monitors: Vec<_> =
        workers[1..].iter().map(|worker| helper_monitor(shared, worker.nodes)).collect();
    // What came before was the work of one.
    let begun = monitor.nodes();
    let mut clocks: Vec<Option<u64>> = vec![Some(begun); count];
    let (mut idle, mut out, mut span) = (0, None, begun);
    if simulation.accidents {
        for worker in &mut workers {
            worker.table.tear_reads(dice.below(u64::MAX) | 1);
        }
    }
    while !shared.is_halting() {
        let awake = (0..count).filter_map(|at| clocks[at].map(|time| (time, at)));
        let Some((time, at)) = awake.min() else {
            shared.end(Ended::Unknown(out.unwrap_or(Reason::Saturated)));
            break;
        };
        span = span.max(time);
        let worker = &mut workers[at];
        if worker.table.attend() {
            worker.table.tidy(1);
        }
        let (granted, allowed) = shared.reserve();
        if granted == 0 {
            shared.end(Ended::Unknown(Reason::NodeLimit));
            break;
        }
        let nodes = (1 + dice.below(simulation.quantum)).min(granted);
        let (turn, spent) = match at.checked_sub(1) {
            None => take_turn(worker, shared, monitor, nodes, allowed),
            Some(at) => take_turn(worker, shared, &mut monitors[at], nodes, allowed),
        };
        shared.settle(granted, spent);
        let mut took = spent.max(TAKING);
        match turn {
            Turn::Worked => {}
            Turn::Idle => {
                took = WAIT;
                idle += WAIT;
            }
            Turn::Out(reason) | Turn::Stopped(reason @ Reason::NodeLimit) => {
                out = out.filter(|_| at != 0).or(Some(reason));
                clocks[at] = None;
                shared.abandon_place(at);
                continue;
            }
            Turn::Stopped(reason) => {
                shared.end(Ended::Unknown(reason));
                break;
            }
        }
        if monitor.is_pause_due() {
            shared.pause();
        }
        span = span.max(time + took);
        clocks[at] = Some(time + took);
        if simulation.accidents && at > 0 && dice.below(ACCIDENTS) == 0 {
            clocks[at] = if dice.below(8) == 0 { None } else { Some(time + took + SLEEP) };
            if clocks[at].is_none() {
                shared.abandon_place(at);
            }
        }
    }
    for (worker, monitor) in workers[1..].iter_mut().zip(&monitors) {
        worker.nodes = monitor.nodes();
    }
    let all = (span - begun) * count as u64;
    let busy = 1.0 - idle as f64 / all.max(1) as f64;
    Ok((workers, Effort { workers: count, busy, simulated: Some(Simulated { span, idle }) }))
}
