//! The yard: a proof-number tree from which workers take jobs, and to which they give what they found.
//!
//! Idea: the upper part of a search is a tree that never forgets. Its most-proving leaf becomes a *job*: a df-pn
//! search there of so many nodes, by anybody, anywhere. While a job is out its leaf is shown as solved for
//! the side it favours ([`virtual_numbers`]), so that the next worker gets the leaf that is needed then. A job
//! that was not solved comes back with what is known behind each move, and becomes an inner node.
//!
//! The yard knows no game, no table and no thread: a job is a line of moves and a number of nodes, a result is a
//! [`Finding`] and branches. How they travel is somebody else's business.
//!
//! Source: PN-DFPN (Nelhage; Čížek, Balko and Schmid 2025). What differs: where every leaf that is needed is in
//! work already, the *second choice* is taken, by true numbers; equal positions are not searched twice at a
//! time.
//! Invariants: a root verdict follows from findings that were given, each on the line of its leaf; a lost job
//! costs time only; the tree never holds more than its capacity; virtual numbers never leave.

mod arena;
mod virtual_numbers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::{Arena, NodeId, ROOT};
pub use virtual_numbers::{Policy, Virtual};

use crate::aggregate::Aggregate;
use crate::depth_first::Branch;
use crate::finding::Finding;
use crate::game::{Key, Side, Stock};
use crate::history::{INDEPENDENT, dependency};
use crate::number::{Ceiling, Number, Numbers};

/// Nodes of a job, at least, at most, and as a part of all nodes so far. 50,000 jobs for 5 million nodes: enough
/// to follow the numbers, with some milliseconds a job. Jobs of few nodes cost one and a half times
/// the nodes of long ones, jobs of many leave a large crew without work.
const JOB_NODES: (u64, u64) = (100, 20_000);
const JOBS_IN_ALL: u64 = 50_000;

/// What is to be searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Job<M> {
    /// The moves from the root.
    pub(crate) line: Vec<M>,
    /// About so many nodes.
    pub(crate) nodes: u64,
}

/// What a job has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'f, M> {
    /// About the leaf, on its line.
    pub(crate) finding: Finding,
    /// Unsolved: who moves there, and what one more branch costs in weak numbers.
    pub(crate) side: Side,
    pub(crate) unit: Number,
    /// Unsolved: what is known behind each move. None if more nodes would not help.
    pub(crate) branches: &'f [Branch<M>],
    /// Nodes it took.
    pub(crate) nodes: u64,
}

/// An inner node that was solved, on every path: something for the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fact {
    pub(crate) key: Key,
    pub(crate) finding: Finding,
    pub(crate) stock: Stock,
    pub(crate) work: u64,
    /// Plies from the root.
    pub(crate) depth: u32,
}

/// A worker's place.
#[derive(Debug, Default)]
struct Slot {
    /// The leaf in work.
    node: Option<NodeId>,
    /// Leaves with the same position.
    twins: Vec<NodeId>,
    /// Set when the job has become useless.
    cancel: Arc<AtomicBool>,
}

/// The tree, and who works where.
#[derive(Debug)]
pub(crate) struct Yard<M> {
    arena: Arena<M>,
    slots: Vec<Slot>,
    policy: Policy,
    /// Nodes of a job, if they do not follow from those of all.
    job_nodes: Option<u64>,
    /// Nodes of all jobs so far.
    nodes: u64,
    /// A result could not be kept for want of room.
    full: bool,
}

impl<M: Copy> Yard<M> {
    /// A yard with places for so many workers and a tree of at most `bytes`, at a position with this key and
    /// stock. `None` if the system does not give the memory.
    pub(crate) fn new(
        (bytes, workers): (u64, usize),
        (aggregate, ceiling): (Aggregate, Ceiling),
        job_nodes: Option<u64>,
        (key, stock): (Key, Stock),
    ) -> Option<Yard<M>> {
        let arena = Arena::new(bytes, key, stock)?;
        let slots = (0..workers).map(|_| Slot::default()).collect();
        let policy = Policy { aggregate, ceiling };
        Some(Yard { arena, slots, policy, job_nodes, nodes: 0, full: false })
    }

    /// What is known of the root.
    pub(crate) fn root(&self) -> Finding {
        self.arena.node(ROOT).finding
    }

    /// The flag that tells a worker that his job is of no use any more.
    pub(crate) fn cancel_flag(&self, worker: usize) -> Arc<AtomicBool> {
        Arc::clone(&self.slots[worker].cancel)
    }

    /// Whether a result could not be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Share of its memory in use, 0 to 1.
    pub(crate) fn used(&self) -> f64 {
        self.arena.used()
    }

    /// Whether no job will ever come: none is out, and none is left.
    pub(crate) fn is_stuck(&self) -> bool {
        !self.arena.node(ROOT).free && self.slots.iter().all(|slot| slot.node.is_none())
    }

    /// A job for a worker who has none; `None` if there is nothing to do at the moment.
    pub(crate) fn take(&mut self, worker: usize) -> Option<Job<M>> {
        debug_assert!(self.slots[worker].node.is_none(), "one job at a time");
        loop {
            let leaf = self.choose()?;
            self.arena.node_mut(leaf).busy = true;
            self.update(leaf, &mut Vec::new());
            let key = self.arena.node(leaf).key;
            let same = |slot: &Slot| slot.node.is_some_and(|node| self.arena.node(node).key == key);
            if let Some(other) = self.slots.iter().position(same) {
                self.slots[other].twins.push(leaf);
                continue;
            }
            let slot = &mut self.slots[worker];
            slot.node = Some(leaf);
            slot.cancel.store(false, Ordering::Relaxed);
            return Some(Job { line: self.arena.line_to(leaf), nodes: self.job_size() });
        }
    }

    /// The leaf that is needed most.
    fn choose(&self) -> Option<NodeId> {
        if !self.arena.node(ROOT).free {
            return None;
        }
        let (mut at, mut soft) = (ROOT, false);
        while !self.arena.is_leaf(at) {
            let node = self.arena.node(at);
            soft |= node.virtual_.is_solved();
            if !soft {
                let children = self.arena.children(at).map(|child| self.arena.node(child).virtual_);
                let best = Virtual::combined(children, node.side, node.unit, self.policy).1;
                let best = self.arena.children(at).nth(best)?;
                if self.arena.node(best).free {
                    at = best;
                    continue;
                }
                // Nothing can be done where it would help most.
                (at, soft) = (ROOT, true);
                continue;
            }
            let free = self.arena.children(at).filter(|&child| self.arena.node(child).free);
            at = free.min_by_key(|&child| self.arena.node(child).finding.numbers.seen_by(node.side).0)?;
        }
        Some(at)
    }

    /// Nodes of the next job: more and more when the tree fills up, so that it never has to.
    fn job_size(&self) -> u64 {
        let usual = (self.nodes / JOBS_IN_ALL).clamp(JOB_NODES.0, JOB_NODES.1);
        let crowded = (16.0 * (self.used() - 0.5)).clamp(0.0, 8.0) as u32;
        self.job_nodes.unwrap_or(usual) << crowded
    }

    /// Takes the result of a worker's job. What follows from it for inner nodes is added to `facts`.
    pub(crate) fn give(&mut self, worker: usize, found: &Found<'_, M>, facts: &mut Vec<Fact>) {
        self.nodes += found.nodes;
        if let Some(leaf) = self.slots[worker].node.take() {
            self.arena.add_work(leaf, found.nodes);
            self.arena.node_mut(leaf).busy = false;
            if found.finding.numbers.is_solved() {
                self.arena.node_mut(leaf).finding = found.finding;
            } else {
                self.split(leaf, found);
            }
            self.update(leaf, facts);
        }
        let holds = found.finding.numbers.is_solved() && found.finding.dependency == INDEPENDENT;
        self.release_twins(worker, holds.then_some(found.finding), facts);
    }

    /// Takes back the job of a worker who will not finish it.
    pub(crate) fn abandon(&mut self, worker: usize) {
        if let Some(leaf) = self.slots[worker].node.take() {
            self.arena.node_mut(leaf).busy = false;
            self.update(leaf, &mut Vec::new());
        }
        self.release_twins(worker, None, &mut Vec::new());
    }

    /// Nobody works at these leaves any more; `finding` holds for all of them.
    fn release_twins(&mut self, worker: usize, finding: Option<Finding>, facts: &mut Vec<Fact>) {
        // One by one: each may solve a node above the others, who are then taken off the list.
        while let Some(twin) = self.slots[worker].twins.pop() {
            let node = self.arena.node_mut(twin);
            node.busy = false;
            node.finding = finding.unwrap_or(node.finding);
            self.update(twin, facts);
        }
    }

    /// Makes an inner node of a leaf, if there is room.
    fn split(&mut self, leaf: NodeId, found: &Found<'_, M>) {
        let node = self.arena.node_mut(leaf);
        node.finding = found.finding;
        (node.side, node.unit) = (found.side, found.unit);
        node.stuck = found.branches.is_empty();
        for branch in found.branches {
            if !self.arena.append(leaf, branch) {
                self.full = true;
                self.arena.strip(leaf);
                return;
            }
        }
    }

    /// Computes all anew from `at`, which has changed, upwards.
    fn update(&mut self, mut at: NodeId, facts: &mut Vec<Fact>) {
        let first = at;
        loop {
            let node = self.arena.node(at);
            let before = (node.finding.numbers, node.virtual_, node.free);
            if self.arena.is_leaf(at) {
                let numbers = node.finding.numbers;
                let virtual_ = if node.busy { Virtual::in_work(numbers) } else { Virtual::of(numbers) };
                let free = !numbers.is_solved() && !node.busy && !node.stuck;
                let node = self.arena.node_mut(at);
                (node.virtual_, node.free) = (virtual_, free);
            } else {
                self.back_up(at, facts);
            }
            let node = self.arena.node(at);
            let after = (node.finding.numbers, node.virtual_, node.free);
            if at == ROOT || (at != first && before == after) {
                return;
            }
            at = node.parent;
        }
    }

    /// The numbers of an inner node from its children's.
    fn back_up(&mut self, at: NodeId, facts: &mut Vec<Fact>) {
        let node = self.arena.node(at);
        let (side, unit) = (node.side, node.unit);
        let children = || self.arena.children(at).map(|child| self.arena.node(child));
        let tally = self.policy.tally(children().map(|child| child.finding.numbers), side);
        let (phi, delta) = tally.numbers(self.policy.aggregate, unit, self.policy.ceiling);
        let numbers = Numbers::from_view(phi, delta, side);
        if numbers.is_solved() {
            let finding = self.conclusion(at, tally.is_won(), numbers);
            return self.solve(at, finding, facts);
        }
        let virtual_ = Virtual::combined(children().map(|child| child.virtual_), side, unit, self.policy).0;
        let free = children().any(|child| child.free);
        let node = self.arena.node_mut(at);
        (node.finding, node.virtual_, node.free) = (Finding::open(numbers), virtual_, free);
    }

    /// What a solved inner node rests on, and how far the end is: for the winner by the least dependent, then the
    /// shortest win; for the loser by the longest way.
    fn conclusion(&self, at: NodeId, won: bool, numbers: Numbers) -> Finding {
        let node = self.arena.node(at);
        let children = || {
            let findings = self.arena.children(at).map(|child| self.arena.node(child).finding);
            findings.filter(|finding| !won || finding.numbers.seen_by(node.side).0 == 0)
        };
        let length = if won {
            children().min_by_key(|f| (std::cmp::Reverse(f.dependency), f.length)).map(|f| f.length)
        } else {
            children().map(|finding| finding.length).max()
        };
        let dependency = dependency(won, node.depth, children().map(|finding| finding.dependency));
        Finding { numbers, dependency, length: length.unwrap_or(0).saturating_add(1) }
    }

    /// Solves an inner node: what is below it is freed, and those who work there need not go on.
    fn solve(&mut self, at: NodeId, finding: Finding, facts: &mut Vec<Fact>) {
        for slot in &mut self.slots {
            slot.twins.retain(|&twin| !self.arena.is_below(twin, at));
            if slot.node.is_some_and(|node| self.arena.is_below(node, at)) {
                slot.node = None;
                slot.cancel.store(true, Ordering::Relaxed);
            }
        }
        self.arena.strip(at);
        let node = self.arena.node_mut(at);
        (node.finding, node.virtual_, node.free) = (finding, Virtual::of(finding.numbers), false);
        if finding.dependency == INDEPENDENT {
            let (key, stock, work, depth) = (node.key, node.stock, node.work, node.depth);
            facts.push(Fact { key, finding, stock, work, depth });
        }
    }
}

#[cfg(test)]
mod tests;
