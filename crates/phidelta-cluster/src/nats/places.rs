//! The places of a worker's threads: all of them at one run at a time, on one table.
//!
//! Idea: memory is for one table. A thread takes the worker of its place for a job and gives it back; whoever comes with a
//! job of another run waits until all are back, and then there is another team. Nobody begins a job of the old run
//! meanwhile, so that nobody waits for long.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::message::Run;
use crate::worker::Worker;

/// The places.
#[derive(Debug)]
pub(super) struct Places {
    names: Vec<String>,
    memory: u64,
    team: Mutex<Team>,
    back: Condvar,
}

#[derive(Debug, Default)]
struct Team {
    /// The run it is for; none if somebody has not come back.
    run: Option<String>,
    workers: Vec<Option<Worker>>,
    /// How many are at work.
    out: usize,
    /// The run that somebody waits for.
    next: Option<String>,
}

impl Places {
    /// Places for threads with these names, who share so many bytes of memory.
    pub(super) fn new(names: Vec<String>, memory: u64) -> Places {
        Places { names, memory, team: Mutex::default(), back: Condvar::new() }
    }

    /// The name of a place.
    pub(super) fn name(&self, place: usize) -> &str {
        &self.names[place]
    }

    fn team(&self) -> MutexGuard<'_, Team> {
        self.team.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The worker of a place for a job of this run.
    pub(super) fn take(&self, place: usize, run: &Run) -> Result<Worker, String> {
        let mut team = self.team();
        loop {
            let turn = team.next.as_ref().is_none_or(|next| *next == run.id);
            if turn && team.run.as_ref() == Some(&run.id) {
                team.next = None;
                let worker = team.workers.get_mut(place).and_then(Option::take);
                team.out += usize::from(worker.is_some());
                return worker.ok_or_else(|| "two jobs at one place".into());
            }
            if turn && team.out == 0 {
                // The old table goes before there is a new one.
                *team = Team::default();
                let hired = Worker::team(&self.names, run, self.memory).map_err(|error| error.to_string())?;
                team.workers = hired.into_iter().map(Some).collect();
                team.run = Some(run.id.clone());
                self.back.notify_all();
                continue;
            }
            if turn {
                team.next = Some(run.id.clone());
            }
            team = self.back.wait(team).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job is done; without its worker if that has panicked: then there is another team for the next.
    pub(super) fn give_back(&self, place: usize, worker: Option<Worker>) {
        let mut team = self.team();
        team.out -= 1;
        if worker.is_none() {
            team.run = None;
        }
        if let Some(there) = team.workers.get_mut(place) {
            *there = worker;
        }
        drop(team);
        self.back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn run(id: &str) -> Run {
        Run::new(id, ("connect4", "5x4:33"), "win", &[], "df-pn").unwrap().0
    }

    #[test]
    fn all_are_at_one_run_and_nobody_is_forgotten() {
        let names = (1..=3).map(|number| format!("w/{number}")).collect();
        let places = Arc::new(Places::new(names, 8 << 20));
        let runs = [run("one"), run("two")];
        let at = [AtomicUsize::new(0), AtomicUsize::new(0)];
        std::thread::scope(|scope| {
            for place in 0..3 {
                let (places, runs, at) = (&places, &runs, &at);
                scope.spawn(move || {
                    for job in 0..20 {
                        let which = (job / (place + 2)) % 2;
                        let worker = places.take(place, &runs[which]).unwrap();
                        assert_eq!(worker.run(), runs[which].id);
                        at[which].fetch_add(1, Ordering::SeqCst);
                        assert_eq!(at[1 - which].load(Ordering::SeqCst), 0, "two runs at once");
                        std::thread::yield_now();
                        at[which].fetch_sub(1, Ordering::SeqCst);
                        // Some panic.
                        places.give_back(place, (job % 7 != 3).then_some(worker));
                    }
                });
            }
        });
    }
}
