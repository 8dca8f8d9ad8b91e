//! What the workers of a crew have in common: the foreman with the yard, the nodes that are left, the answer, the flag that
//! ends it all, and the place where they meet for the table's sake.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::foreman::Foreman;
use crate::game::Stock;
use crate::number::Numbers;
use crate::table::Rendezvous;
use crate::verdict::Reason;

/// Nodes that a worker takes from the common limit at a time, and beyond what he means to spend: some are
/// entered before he can look. What is left he gives back.
const CHUNK: u64 = 1024;
const SLACK: u64 = 1024;

/// How a crew has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// Somebody has the answer, which holds with this stock.
    Solved(Numbers, Stock),
    /// Nobody may go on.
    Unknown(Reason),
}

/// Common to all workers.
#[derive(Debug)]
pub(super) struct Shared<M> {
    foreman: Mutex<Option<Foreman<M>>>,
    /// Nodes of all workers, and the same with those that have been taken and are not spent yet.
    nodes: Arc<AtomicU64>,
    taken: AtomicU64,
    node_limit: u64,
    workers: u64,
    ended: Mutex<Option<Ended>>,
    /// Set when it is over. Each worker looks at it as at the user's flag.
    pub(super) stop: Arc<AtomicBool>,
    /// Set when a checkpoint is due: each worker comes to a stand between two stretches.
    pausing: AtomicBool,
    /// The caller's observer may be waiting: so do all.
    pub(super) hold: Arc<AtomicBool>,
    pub(super) rendezvous: Rendezvous,
}

impl<M> Shared<M> {
    /// For so many workers, of whom some have spent `nodes` of `node_limit` nodes before.
    pub(super) fn new(foreman: Option<Foreman<M>>, workers: usize, nodes: u64, node_limit: u64) -> Shared<M> {
        Shared {
            foreman: Mutex::new(foreman),
            nodes: Arc::new(AtomicU64::new(nodes)),
            taken: AtomicU64::new(nodes),
            node_limit,
            workers: workers as u64,
            ended: Mutex::new(None),
            stop: Arc::default(),
            pausing: AtomicBool::new(false),
            hold: Arc::default(),
            rendezvous: Rendezvous::new(workers),
        }
    }

    /// The foreman, if there are jobs. What a worker who panicked has left is sound: he changes it by whole results.
    pub(super) fn foreman(&self) -> MutexGuard<'_, Option<Foreman<M>>> {
        self.foreman.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The worker with this place does not come back: his job goes to somebody else.
    pub(super) fn abandon_place(&self, place: usize)
    where
        M: Copy,
    {
        if let Some(foreman) = self.foreman().as_mut() {
            foreman.abandon(place);
        }
    }

    /// Ends the crew, unless it has ended before.
    pub(super) fn end(&self, how: Ended) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let better = match (*ended, how) {
            (None, _) => true,
            // An answer is an answer, even if a limit was met in the same moment.
            (Some(Ended::Unknown(_)), Ended::Solved(..)) => true,
            _ => false,
        };
        if better {
            *ended = Some(how);
        }
        self.stop.store(true, Ordering::Release);
    }

    /// All come to a stand, to go on afterwards.
    pub(super) fn pause(&self) {
        self.pausing.store(true, Ordering::Release);
    }

    /// Whether they are asked to, and nothing has ended it.
    pub(super) fn is_paused(&self) -> bool {
        self.pausing.load(Ordering::Acquire) && self.ended().is_none()
    }

    /// Whether nobody begins another stretch.
    pub(super) fn is_halting(&self) -> bool {
        self.stop.load(Ordering::Acquire) || self.pausing.load(Ordering::Acquire)
    }

    /// They have come to a stand, and go on: whether that was all they were asked to.
    pub(super) fn go_on(&self) -> bool {
        let paused = self.pausing.swap(false, Ordering::AcqRel) && self.ended().is_none();
        if paused {
            self.rendezvous.open(self.workers as usize);
        }
        paused
    }

    /// How it has ended, if it has.
    pub(super) fn ended(&self) -> Option<Ended> {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes nodes for a worker to spend now: how many, 0 if none are left, and how many he may spend at the
    /// very most. He has to [`Shared::settle`] them.
    pub(super) fn reserve(&self) -> (u64, u64) {
        let (mut granted, mut left) = (0, 0);
        let take = |spent: u64| {
            left = self.node_limit.saturating_sub(spent);
            granted = left.min(CHUNK + SLACK);
            Some(spent + granted)
        };
        let _ = self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        // A game's shortcuts may count thousands at once: as long as there are many left that is no reason
        // to stop a search.
        (granted, granted.max(left / (4 * self.workers)))
    }

    /// A worker has spent `spent` of the nodes that he was granted.
    pub(super) fn settle(&self, granted: u64, spent: u64) {
        self.nodes.fetch_add(spent, Ordering::Relaxed);
        self.taken.fetch_add(spent, Ordering::Relaxed);
        self.taken.fetch_sub(granted, Ordering::Relaxed);
    }

    /// Nodes of all workers.
    pub(super) fn nodes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_never_get_more_nodes_than_there_are() {
        let shared: Shared<()> = Shared::new(None, 4, 100, 50_000);
        let spent: u64 = std::thread::scope(|scope| {
            let work = |part: u64| {
                let mut all = 0;
                loop {
                    let (granted, _) = shared.reserve();
                    if granted == 0 {
                        return all;
                    }
                    let spent = (granted / part).max(1);
                    shared.settle(granted, spent);
                    all += spent;
                }
            };
            let workers: Vec<_> = (1..=4).map(|part| scope.spawn(move || work(part))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert!(spent <= 49_900, "{spent}");
        assert_eq!(shared.nodes().load(Ordering::Relaxed), 100 + spent);
        assert_eq!(shared.taken.load(Ordering::Relaxed), 100 + spent);
    }

    #[test]
    fn an_answer_outweighs_a_limit_and_the_first_answer_stays() {
        let shared: Shared<()> = Shared::new(None, 1, 0, u64::MAX);
        assert_eq!(shared.ended(), None);
        shared.end(Ended::Unknown(Reason::TimeLimit));
        shared.end(Ended::Solved(Numbers::PROVED, 3));
        shared.end(Ended::Unknown(Reason::Stopped));
        assert_eq!(shared.ended(), Some(Ended::Solved(Numbers::PROVED, 3)));
        assert!(shared.stop.load(Ordering::Relaxed));
    }
}
