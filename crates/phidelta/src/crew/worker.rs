//! A worker: somebody with a hold on the table and a list of duties, who works on them in turn, a stretch at a
//! time.
//!
//! It makes no difference to him whether he has a thread of his own ([`super::threads`]) or is one of many in
//! one ([`super::simulation`]).

use std::sync::Arc;

use super::alpha_beta::AlphaBeta;
use super::body::{Body, Hands};
use super::jobs::Jobs;
use super::shared::{Ended, Shared};
use crate::game::Game;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::{Presence, Table};
use crate::verdict::{Reason, Stats};

/// Nodes of a duty with one part, before the next has its turn: long enough for the caches to be worth
/// filling, short enough for all to come on side by side.
const TURN: u64 = 2048;

/// Something to work on.
#[derive(Debug)]
pub(super) enum Duty<G: Game> {
    /// A whole search of the root.
    Search(Body<G>),
    /// Jobs of the yard.
    Jobs(Jobs<G>),
    /// An alpha-beta search of the root.
    AlphaBeta(AlphaBeta<G>),
}

/// What a worker did when he was asked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// Some nodes.
    Worked,
    /// Nothing: there is no job for him at the moment.
    Idle,
    /// Nothing, and there never will be: all his duties have ended, the first of them for this reason.
    Out(Reason),
    /// He was stopped.
    Stopped(Reason),
}

/// Somebody who works.
#[derive(Debug)]
pub(super) struct Worker<G: Game> {
    pub(super) table: Table,
    pub(super) stats: Stats,
    /// The node count of his monitor when he last stopped, if he is not the caller.
    pub(super) nodes: u64,
    duties: Vec<Task<G>>,
    /// The duty at hand, and the nodes until the next one's turn.
    at: usize,
    left: u64,
}

#[derive(Debug)]
struct Task<G: Game> {
    duty: Duty<G>,
    /// Its part of the worker's nodes.
    part: u64,
    /// Why it cannot go on, if it cannot.
    out: Option<Reason>,
}

impl<G: Game> Worker<G> {
    /// A worker with duties and their parts of his time.
    pub(super) fn new(table: Table, duties: Vec<(Duty<G>, u64)>) -> Worker<G> {
        let mut worker =
            Worker { table, stats: Stats::default(), nodes: 0, duties: Vec::new(), at: 0, left: 0 };
        worker.take_on(duties);
        worker
    }

    /// The others join: his first search parts from theirs.
    pub(super) fn join(&mut self, presence: &Arc<Presence>) {
        match self.duties.first_mut().map(|task| &mut task.duty) {
            Some(Duty::Search(body)) => body.join(presence),
            Some(Duty::AlphaBeta(search)) => search.join(presence),
            Some(Duty::Jobs(_)) | None => {}
        }
    }

    /// Gives up all that stands, so that its numbers are in the table.
    pub(super) fn fold(&mut self, monitor: &mut Monitor<'_, G::Move>) {
        for task in &mut self.duties {
            let mut hands = Hands { table: &mut self.table, monitor, stats: &mut self.stats };
            match &mut task.duty {
                Duty::Search(body) => body.give_up(&mut hands),
                Duty::Jobs(jobs) => jobs.give_up(&mut hands),
                // Its answers are in the table; the line itself cannot be.
                Duty::AlphaBeta(_) => {}
            }
        }
    }

    /// Gives him other duties.
    pub(super) fn take_on(&mut self, duties: Vec<(Duty<G>, u64)>) {
        let task = |(duty, part)| Task { duty, part, out: None };
        self.duties = duties.into_iter().map(task).collect();
        (self.at, self.left) = (0, self.duties.first().map_or(0, |task| task.part * TURN));
    }

    /// The numbers of his first search, if he has one.
    pub(super) fn numbers(&self) -> Numbers {
        match self.duties.first().map(|task| &task.duty) {
            Some(Duty::Search(body)) => body.numbers(),
            _ => Numbers::UNIT,
        }
    }

    /// Works for about so many nodes.
    pub(super) fn turn(
        &mut self,
        shared: &Shared<G::Move>,
        monitor: &mut Monitor<'_, G::Move>,
        nodes: u64,
    ) -> Turn {
        let mut idle = 0;
        loop {
            if self.duties.iter().all(|task| task.out.is_some()) {
                let first = self.duties.first().and_then(|task| task.out);
                return Turn::Out(first.unwrap_or(Reason::Saturated));
            }
            if idle == self.duties.len() {
                return Turn::Idle;
            }
            if self.duties[self.at].out.is_some() {
                self.next_duty();
                idle += 1;
                continue;
            }
            let before = monitor.nodes();
            let turn = self.work(shared, monitor, nodes.min(self.left.max(1)));
            self.left = self.left.saturating_sub(monitor.nodes() - before);
            match turn {
                Turn::Idle => {
                    self.next_duty();
                    idle += 1;
                }
                Turn::Out(reason) => self.duties[self.at].out = Some(reason),
                Turn::Worked => {
                    if self.left == 0 {
                        self.next_duty();
                    }
                    return Turn::Worked;
                }
                Turn::Stopped(_) => return turn,
            }
        }
    }

    fn next_duty(&mut self) {
        self.at = (self.at + 1) % self.duties.len();
        self.left = self.duties[self.at].part * TURN;
    }

    /// Works on the duty at hand.
    fn work(&mut self, shared: &Shared<G::Move>, monitor: &mut Monitor<'_, G::Move>, nodes: u64) -> Turn {
        let mut hands = Hands { table: &mut self.table, monitor, stats: &mut self.stats };
        match &mut self.duties[self.at].duty {
            Duty::Jobs(jobs) => jobs.work(shared, &mut hands, nodes),
            Duty::AlphaBeta(search) => match search.stretch(nodes, &mut hands) {
                None => Turn::Worked,
                Some(Ok(numbers)) if numbers.is_solved() => {
                    shared.end(Ended::Solved(numbers, search.stock()));
                    Turn::Worked
                }
                Some(Ok(_)) => Turn::Out(Reason::MemoryFull),
                Some(Err(Reason::MemoryFull)) => Turn::Out(Reason::MemoryFull),
                Some(Err(reason)) => Turn::Stopped(reason),
            },
            Duty::Search(body) => match body.stretch(nodes, &mut hands) {
                None => Turn::Worked,
                Some((_, Ok(visit))) => {
                    shared.end(Ended::Solved(visit.numbers, visit.stock));
                    Turn::Worked
                }
                Some((_, Err(reason @ (Reason::Saturated | Reason::MemoryFull)))) => Turn::Out(reason),
                Some((_, Err(reason))) => Turn::Stopped(reason),
            },
        }
    }
}
