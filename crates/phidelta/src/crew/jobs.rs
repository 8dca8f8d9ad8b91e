//! Jobs of the yard, worked on one after the other.
//!
//! A job is taken, its line is played on a game of one's own, and a df-pn search runs there, a stretch at a time. What
//! it found goes back to the yard; what follows from that for inner nodes of the tree goes to the table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::body::{Body, Hands};
use super::foreman::{Fact, Found};
use super::shared::{Ended, Shared};
use super::worker::Turn;
use crate::depth_first::Branch;
use crate::finding::Finding;
use crate::game::Game;
use crate::number::Numbers;
use crate::table::{Record, Table};
use crate::verdict::Reason;

/// Jobs, for one worker.
#[derive(Debug)]
pub(super) struct Jobs<G: Game> {
    body: Body<G>,
    /// His place, and its flag: the job is of no use any more.
    place: usize,
    cancel: Arc<AtomicBool>,
    job: Option<InWork>,
    branches: Vec<Branch<G::Move>>,
    facts: Vec<Fact<G::Move>>,
}

/// A job that stands.
#[derive(Clone, Copy, Debug)]
struct InWork {
    /// Nodes that it may still take.
    left: u64,
    spent: u64,
}

impl<G: Game> Jobs<G> {
    /// Jobs for the worker with this place, as searches of this body.
    pub(super) fn new(body: Body<G>, place: usize, cancel: Arc<AtomicBool>) -> Jobs<G> {
        Jobs { body, place, cancel, job: None, branches: Vec::new(), facts: Vec::new() }
    }

    /// Works on a job, a new one if there is none, for about so many nodes.
    pub(super) fn work(
        &mut self,
        shared: &Shared<G::Move>,
        hands: &mut Hands<'_, '_, G>,
        nodes: u64,
    ) -> Turn {
        let Some(job) = self.job else { return self.begin(shared, hands) };
        let before = hands.monitor.nodes();
        let end = self.body.stretch(nodes.min(job.left), hands);
        let spent = hands.monitor.nodes() - before;
        let job = InWork { left: job.left.saturating_sub(spent.max(1)), spent: job.spent + spent };
        self.job = Some(job);
        self.branches.clear();
        let finding = match end {
            None if self.cancel.load(Ordering::Relaxed) => {
                self.body.give_up(hands);
                Finding::open(Numbers::UNIT)
            }
            None if job.left > 0 => return Turn::Worked,
            None => self.body.split(&mut self.branches, hands),
            Some((_, Ok(visit))) => visit.finding(),
            Some((numbers, Err(Reason::Saturated | Reason::MemoryFull))) => Finding::open(numbers),
            Some((_, Err(reason))) => {
                self.body.give_up(hands);
                self.drop_job(shared);
                return Turn::Stopped(reason);
            }
        };
        self.deliver(finding, job.spent, shared, hands.table);
        Turn::Worked
    }

    /// Takes a job and goes to its leaf.
    fn begin(&mut self, shared: &Shared<G::Move>, hands: &mut Hands<'_, '_, G>) -> Turn {
        let job = {
            let mut foreman = shared.foreman();
            let Some(foreman) = foreman.as_mut() else { return Turn::Out(Reason::MemoryFull) };
            if foreman.is_stuck() {
                return Turn::Out(if foreman.is_full() { Reason::MemoryFull } else { Reason::Saturated });
            }
            let Some(job) = foreman.take(self.place) else { return Turn::Idle };
            job
        };
        self.job = Some(InWork { left: job.nodes, spent: 0 });
        let Some(finding) = self.body.go_to(&job.line) else { return Turn::Worked };
        hands.stats.loops_cut += 1;
        self.branches.clear();
        self.deliver(finding, 1, shared, hands.table);
        Turn::Worked
    }

    /// Gives what was found to the yard, and what follows from it to the table.
    fn deliver(&mut self, finding: Finding, nodes: u64, shared: &Shared<G::Move>, table: &mut Table) {
        let (side, unit) = self.body.root();
        self.job = None;
        self.body.go_back();
        let found = Found { finding, side, unit, branches: &self.branches, nodes };
        let root = {
            let mut foreman = shared.foreman();
            let Some(foreman) = foreman.as_mut() else { return };
            foreman.give(self.place, &found, &mut self.facts);
            foreman.root()
        };
        for Fact { key, numbers, depth, load, ground } in self.facts.drain(..) {
            let solved = Record::solved(numbers, ground.0, load.stock, load.work);
            table.store(key, &Record { distance: depth, ..solved });
        }
        if root.numbers.is_solved() {
            shared.end(Ended::Solved(root.numbers, self.body.stock()));
        }
    }

    /// Gives up what stands, so that its numbers are kept. The yard has taken the job back.
    pub(super) fn give_up(&mut self, hands: &mut Hands<'_, '_, G>) {
        if self.job.take().is_some() {
            self.body.give_up(hands);
            self.body.go_back();
        }
    }

    /// Gives the job back as it was.
    fn drop_job(&mut self, shared: &Shared<G::Move>) {
        self.job = None;
        self.body.go_back();
        if let Some(foreman) = shared.foreman().as_mut() {
            foreman.abandon(self.place);
        }
    }
}
