//! The foreman: he hands the jobs of the [yard](crate::yard) to the workers of a crew.
//!
//! Each worker has a *post* with one job at a time and a flag that tells him when it has become useless. What is below a
//! solved node is freed, since memory is what a crew lacks; what was found there is in the table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::aggregate::Aggregate;
use crate::depth_first::Branch;
use crate::finding::Finding;
use crate::game::{Key, Side, Stock};
use crate::number::{Ceiling, Number};
use crate::yard::{self, Child, Depth, Given, Ground, NodeId, Policy, ROOT, Solved, Ticket, Yard};

/// Nodes of a job, at least, at most, and as a part of all nodes so far. 50,000 jobs for 5 million nodes: enough
/// to follow the numbers, with some milliseconds a job. Jobs of few nodes cost one and a half times
/// the nodes of long ones, jobs of many leave a large crew without work.
const JOB_NODES: (u64, u64) = (100, 20_000);
const JOBS_IN_ALL: u64 = 50_000;

/// What is to be searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Job<M> {
    /// The moves from the root.
    pub(super) line: Vec<M>,
    /// About so many nodes.
    pub(super) nodes: u64,
}

/// What a job has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'f, M> {
    /// About the leaf, on its line.
    pub(super) finding: Finding,
    /// Unsolved: who moves there, and what one more branch costs in weak numbers.
    pub(super) side: Side,
    pub(super) unit: Number,
    /// Unsolved: what is known behind each move. None if more nodes would not help.
    pub(super) branches: &'f [Branch<M>],
    /// Nodes it took.
    pub(super) nodes: u64,
}

/// What a node carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Load<M> {
    /// The move that leads to it; none to the root.
    mv: Option<M>,
    pub(super) stock: Stock,
    /// Nodes of the jobs at and below it.
    pub(super) work: u64,
}

/// Plies to the end by the strategy found: by the least dependent, then the shortest win, or by the longest defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Length(pub(super) u32);

impl Ground for Length {
    const OPEN: Length = Length(0);

    fn of_children(won: bool, children: impl Iterator<Item = (Depth, Length)>) -> Length {
        let length = if won {
            let best = children.min_by_key(|&(dependency, length)| (std::cmp::Reverse(dependency), length.0));
            best.map(|(_, length)| length.0)
        } else {
            children.map(|(_, length)| length.0).max()
        };
        Length(length.unwrap_or(0).saturating_add(1))
    }

    fn elsewhere(self, _: NodeId) -> Length {
        self
    }
}

/// An inner node that was solved, on every path: something for the table.
pub(super) type Fact<M> = yard::Fact<Load<M>, Length>;

/// A worker's job.
#[derive(Debug, Default)]
struct Post {
    ticket: Option<Ticket>,
    /// Set when the job has become useless.
    cancel: Arc<AtomicBool>,
}

/// The tree, and who works where.
#[derive(Debug)]
pub(super) struct Foreman<M> {
    yard: Yard<Load<M>, Length>,
    posts: Vec<Post>,
    /// Nodes of a job, if they do not follow from those of all.
    job_nodes: Option<u64>,
    /// Nodes of all jobs so far.
    nodes: u64,
}

impl<M: Copy> Foreman<M> {
    /// A foreman of so many workers with a tree of at most `bytes`, at a position with this key and stock. `None` if
    /// the system does not give the memory.
    pub(super) fn new(
        (bytes, workers): (u64, usize),
        (aggregate, ceiling): (Aggregate, Ceiling),
        job_nodes: Option<u64>,
        (key, stock): (Key, Stock),
    ) -> Option<Foreman<M>> {
        let root = Load { mv: None, stock, work: 0 };
        let yard = Yard::new(bytes, Policy { aggregate, ceiling }, Solved::Freed, (root, key)).reserved()?;
        let posts = (0..workers).map(|_| Post::default()).collect();
        Some(Foreman { yard, posts, job_nodes, nodes: 0 })
    }

    /// What is known of the root.
    pub(super) fn root(&self) -> Finding {
        let (numbers, dependency) = (self.yard.numbers(ROOT), self.yard.dependency(ROOT));
        Finding { numbers, dependency, length: self.yard.ground(ROOT).0 }
    }

    /// The flag that tells a worker that his job is of no use any more.
    pub(super) fn cancel_flag(&self, worker: usize) -> Arc<AtomicBool> {
        Arc::clone(&self.posts[worker].cancel)
    }

    /// Whether a result could not be kept.
    pub(super) fn is_full(&self) -> bool {
        self.yard.is_full()
    }

    /// Whether no job will ever come: none is out, and none is left.
    pub(super) fn is_stuck(&self) -> bool {
        self.yard.is_stuck()
    }

    /// A job for a worker who has none; `None` if there is nothing to do at the moment.
    pub(super) fn take(&mut self, worker: usize) -> Option<Job<M>> {
        debug_assert!(self.posts[worker].ticket.is_none(), "one job at a time");
        let ticket = self.yard.take()?;
        let leaf = self.yard.leaf(ticket)?;
        let post = &mut self.posts[worker];
        post.ticket = Some(ticket);
        post.cancel.store(false, Ordering::Relaxed);
        Some(Job { line: self.yard.line(leaf).filter_map(|load| load.mv).collect(), nodes: self.job_size() })
    }

    /// Nodes of the next job: more and more when the tree fills up, so that it never has to.
    fn job_size(&self) -> u64 {
        let usual = (self.nodes / JOBS_IN_ALL).clamp(JOB_NODES.0, JOB_NODES.1);
        let crowded = (16.0 * (self.yard.used() - 0.5)).clamp(0.0, 8.0) as u32;
        self.job_nodes.unwrap_or(usual) << crowded
    }

    /// Takes the result of a worker's job. What follows from it for inner nodes is added to `facts`.
    pub(super) fn give(&mut self, worker: usize, found: &Found<'_, M>, facts: &mut Vec<Fact<M>>) {
        self.nodes += found.nodes;
        let Some(ticket) = self.posts[worker].ticket.take() else { return };
        if let Some(leaf) = self.yard.leaf(ticket) {
            self.yard.change_upwards(leaf, |load| load.work += found.nodes);
        }
        let Finding { numbers, dependency, length } = found.finding;
        let given = if numbers.is_solved() {
            Given::Solved { proved: numbers.is_proved(), dependency, ground: Length(length) }
        } else {
            let children = found.branches.iter().map(child).collect();
            Given::Open { numbers, side: found.side, unit: found.unit, children }
        };
        self.put_back(ticket, given);
        facts.extend(self.yard.facts());
    }

    /// Takes back the job of a worker who will not finish it.
    pub(super) fn abandon(&mut self, worker: usize) {
        if let Some(ticket) = self.posts[worker].ticket.take() {
            self.put_back(ticket, Given::Nothing);
        }
    }

    fn put_back(&mut self, ticket: Ticket, given: Given<Load<M>, Length>) {
        let given = self.yard.give(ticket, given);
        debug_assert!(given.is_ok(), "what is solved is not looked at");
        for useless in self.yard.useless() {
            let whose = self.posts.iter().find(|post| post.ticket == Some(useless));
            whose.into_iter().for_each(|post| post.cancel.store(true, Ordering::Relaxed));
        }
    }
}

fn child<M: Copy>(branch: &Branch<M>) -> Child<Load<M>, Length> {
    let Branch { mv, finding, key, stock } = *branch;
    let Finding { numbers, dependency, length } = finding;
    Child { load: Load { mv: Some(mv), stock, work: 0 }, key, numbers, dependency, ground: Length(length) }
}

#[cfg(test)]
mod tests;
