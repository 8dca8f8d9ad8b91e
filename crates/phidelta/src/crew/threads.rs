//! A crew on threads: scoped ones, which end before the call does.
//!
//! The calling thread is the first worker: it has the observer and the clock, and when it has nothing left to do it
//! goes on watching both. The others look at the crew's flag between two stretches, and as often as they look
//! at the user's.
//!
//! Invariants: no thread outlives the call; a panic in one of them ends the others and is an error of the call.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::shared::{Ended, Shared};
use super::worker::{Turn, Worker};
use super::{Effort, Running, helper_monitor};
use crate::clock::Instant;
use crate::error::SolveError;
use crate::game::Game;
use crate::limits::{Monitor, Poll};
use crate::number::Numbers;
use crate::verdict::Reason;

/// How long a worker without work waits before he asks again: some jobs' time.
const WAIT: Duration = Duration::from_micros(300);

/// Nodes of a stretch: between two of them a worker looks what others have solved.
const STRETCH: u64 = 128;

/// Leaves the crew when a worker's time is over, however it ends.
struct Leave<'s, M: Copy> {
    shared: &'s Shared<M>,
    working: &'s AtomicUsize,
    place: usize,
}

impl<M: Copy> Drop for Leave<'_, M> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.shared.end(Ended::Unknown(Reason::Stopped));
        }
        self.shared.abandon_place(self.place);
        self.shared.rendezvous.leave();
        self.working.fetch_sub(1, Ordering::Release);
    }
}

/// Runs the workers until one has the answer or none may go on. They come back for what they have counted.
pub(super) fn run<G>(
    mut workers: Vec<Worker<G>>,
    shared: &Shared<G::Move>,
    monitor: &mut Monitor<'_, G::Move>,
    _: Running,
) -> Result<(Vec<Worker<G>>, Effort), SolveError>
where
    G: Game + Send,
    G::Move: Send,
{
    let (count, started) = (workers.len(), Instant::now());
    let working = AtomicUsize::new(count);
    let panicked: Mutex<Option<String>> = Mutex::new(None);
    let mut others = workers.split_off(1);
    let first = &mut workers[0];
    let idle = std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for (at, worker) in others.iter_mut().enumerate() {
            let (working, panicked) = (&working, &panicked);
            let work = move || {
                let leave = Leave { shared, working, place: at + 1 };
                let work = || {
                    let mut monitor = helper_monitor(shared, worker.nodes);
                    let idle = run_worker(worker, shared, &mut monitor).0;
                    worker.nodes = monitor.nodes();
                    idle
                };
                catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
                    let mut first = panicked.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert(message(&*panic));
                    drop(first);
                    leave.shared.end(Ended::Unknown(Reason::Stopped));
                    Duration::ZERO
                })
            };
            let name = std::thread::Builder::new().name(format!("phidelta-{}", at + 1));
            match name.spawn_scoped(scope, work) {
                Ok(handle) => handles.push(handle),
                Err(_) => {
                    // The system gives no more threads: the crew is smaller.
                    shared.rendezvous.leave();
                    working.fetch_sub(1, Ordering::Release);
                }
            }
        }
        let leave = Leave { shared, working: &working, place: 0 };
        let (mut idle, out) = run_worker(first, shared, monitor);
        drop(leave);
        if let Some(reason) = out {
            idle += watch(reason, shared, monitor, &working);
        }
        let out = out.filter(|_| !shared.is_paused());
        if out.is_some() || !shared.is_halting() {
            shared.end(Ended::Unknown(out.unwrap_or(Reason::Stopped)));
        }
        handles.into_iter().fold(idle, |idle, handle| idle + handle.join().unwrap_or_default())
    });
    if let Some(message) = panicked.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(SolveError::Panicked(message));
    }
    workers.append(&mut others);
    let all = started.elapsed().as_secs_f64() * count as f64;
    let busy = (1.0 - idle.as_secs_f64() / all.max(1e-9)).clamp(0.0, 1.0);
    Ok((workers, Effort { workers: count, busy, simulated: None }))
}

/// What a panic has said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_string())
}

/// One worker's time: how long he had nothing to do, and why he has nothing left, if that is so.
fn run_worker<G: Game>(
    worker: &mut Worker<G>,
    shared: &Shared<G::Move>,
    monitor: &mut Monitor<'_, G::Move>,
) -> (Duration, Option<Reason>) {
    let mut idle = Duration::ZERO;
    while !shared.is_halting() {
        shared.rendezvous.visit(&mut worker.table);
        let (granted, allowed) = shared.reserve();
        if granted == 0 {
            return (idle, Some(Reason::NodeLimit));
        }
        monitor.allow(allowed);
        let before = monitor.nodes();
        let turn = worker.turn(shared, monitor, STRETCH.min(granted));
        shared.settle(granted, monitor.nodes() - before);
        match turn {
            Turn::Worked => {}
            Turn::Idle => {
                idle += WAIT;
                std::thread::sleep(WAIT);
                if let Poll::Stop(reason) = monitor.poll() {
                    shared.end(Ended::Unknown(reason));
                }
            }
            Turn::Out(reason) => return (idle, Some(reason)),
            Turn::Stopped(Reason::NodeLimit) => return (idle, Some(Reason::NodeLimit)),
            Turn::Stopped(reason) => {
                shared.end(Ended::Unknown(reason));
                return (idle, None);
            }
        }
        if monitor.is_pause_due() {
            shared.pause();
        }
        while shared.hold.load(Ordering::Relaxed) && !monitor.has_observer() {
            std::thread::sleep(WAIT);
            if shared.stop.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    (idle, None)
}

/// The caller has nothing left to do: he watches the clock and the flags while others work. Returns how
/// long.
fn watch<M>(
    reason: Reason,
    shared: &Shared<M>,
    monitor: &mut Monitor<'_, M>,
    working: &AtomicUsize,
) -> Duration {
    let started = Instant::now();
    monitor.allow(u64::MAX);
    while !shared.is_halting() {
        if working.load(Ordering::Acquire) == 0 {
            shared.end(Ended::Unknown(reason));
        }
        match monitor.poll() {
            Poll::Stop(reason) => shared.end(Ended::Unknown(reason)),
            Poll::Tell => monitor.tell(Numbers::UNIT, 0.0, &[], &[]),
            Poll::Pause => shared.pause(),
            Poll::Continue => {}
        }
        std::thread::sleep(WAIT);
    }
    started.elapsed()
}
