//! Where workers who share a table meet when it is to be tidied.
//!
//! Idea: whoever sees that the table is full wants a meeting; everybody comes between two stretches of work, and the
//! last one to come grows or collects the table while the others wait. A crew begins with all of its workers; those
//! of a team ([`crate::Solver::team`]) come for a search and leave after it, each when he likes.
//!
//! Invariant: while one tidies, no worker who has entered is anywhere else than here, and nobody enters.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Table;

/// The place.
#[derive(Debug)]
pub(crate) struct Rendezvous {
    wanted: AtomicBool,
    state: Mutex<Meeting>,
    over: Condvar,
}

#[derive(Debug)]
struct Meeting {
    workers: usize,
    arrived: usize,
    /// Meetings so far.
    number: u64,
}

impl Rendezvous {
    /// For so many workers, all of them at work.
    pub(crate) fn new(workers: usize) -> Rendezvous {
        let state = Mutex::new(Meeting { workers, arrived: 0, number: 0 });
        Rendezvous { wanted: AtomicBool::new(false), state, over: Condvar::new() }
    }

    fn meeting(&self) -> MutexGuard<'_, Meeting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called by every worker between two stretches: looks after the table, together with the others if
    /// it is time to.
    pub(crate) fn visit(&self, table: &mut Table) {
        if table.attend() {
            self.wanted.store(true, Ordering::Release);
        }
        if self.is_wanted() {
            self.meet(table);
        }
    }

    /// Whether somebody wants a meeting.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Acquire)
    }

    #[cold]
    fn meet(&self, table: &mut Table) {
        let mut meeting = self.meeting();
        if !self.wanted.load(Ordering::Relaxed) {
            return; // it has just been over
        }
        meeting.arrived += 1;
        let number = meeting.number;
        while meeting.number == number {
            if meeting.arrived == meeting.workers {
                // The last one to come does it, with a hand for each who waits below.
                table.tidy(meeting.workers);
                self.wanted.store(false, Ordering::Relaxed);
                meeting.arrived = 0;
                meeting.number += 1;
                self.over.notify_all();
            } else {
                meeting = self.over.wait(meeting).unwrap_or_else(PoisonError::into_inner);
            }
        }
        drop(meeting);
        table.attend();
    }

    /// So many workers begin.
    pub(crate) fn open(&self, workers: usize) {
        let mut meeting = self.meeting();
        (meeting.workers, meeting.arrived) = (workers, 0);
        self.wanted.store(false, Ordering::Relaxed);
    }

    /// A worker comes, unless a meeting is due: then after it. Whoever is alone tidies by himself, at his first visit.
    pub(super) fn enter(self: &Arc<Rendezvous>) -> Inside {
        let mut meeting = self.meeting();
        while self.wanted.load(Ordering::Relaxed) && meeting.workers > 0 {
            meeting = self.over.wait(meeting).unwrap_or_else(PoisonError::into_inner);
        }
        meeting.workers += 1;
        Inside(Arc::clone(self))
    }

    /// A worker leaves for good. The others do not wait for him.
    pub(crate) fn leave(&self) {
        self.meeting().workers -= 1;
        self.over.notify_all();
    }
}

/// A worker who has come; he leaves when this is dropped, however his work has ended.
#[derive(Debug)]
pub(crate) struct Inside(Arc<Rendezvous>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.leave();
    }
}
