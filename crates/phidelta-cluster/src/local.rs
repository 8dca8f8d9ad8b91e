//! Workers as threads of this process.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use phidelta_desk::Events;

use crate::message::{Found, Job, JobResult, Run};
use crate::transport::{Notice, Receipt, Transport, TransportError};
use crate::worker::Worker;

/// Bytes of stack of a worker: searches keep theirs on the heap, certificates nest a little.
pub(crate) const STACK_BYTES: usize = 16 << 20;

/// Threads that do the jobs of one run.
#[derive(Debug)]
pub struct Threads {
    workers: usize,
    memory: u64,
    jobs: Option<Sender<Job>>,
    results: Option<Receiver<JobResult>>,
    useless: Arc<Mutex<HashSet<u64>>>,
    over: Arc<AtomicBool>,
    handles: Vec<JoinHandle<()>>,
}

impl Threads {
    /// So many workers, which share so many bytes of memory.
    pub fn new(workers: usize, memory: u64) -> Threads {
        let over = Arc::new(AtomicBool::new(false));
        let workers = workers.max(1);
        Threads {
            workers,
            memory,
            jobs: None,
            results: None,
            useless: Arc::default(),
            over,
            handles: Vec::new(),
        }
    }
}

/// Stops a job that has become useless: asked at every poll of the search.
pub(crate) struct Watch<'w, F> {
    pub(crate) is_useless: F,
    pub(crate) over: &'w AtomicBool,
    pub(crate) stop: &'w AtomicBool,
}

impl<F: Fn() -> bool> Events for Watch<'_, F> {
    fn hold(&mut self) -> bool {
        if self.over.load(Ordering::Relaxed) || (self.is_useless)() {
            self.stop.store(true, Ordering::Relaxed);
        }
        false
    }
}

impl Transport for Threads {
    fn open(&mut self, run: &Run) -> Result<(), TransportError> {
        self.close(true)?;
        self.over = Arc::new(AtomicBool::new(false));
        let (to_workers, jobs) = channel::<Job>();
        let (to_client, results) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        let names: Vec<String> = (1..=self.workers).map(|number| format!("thread {number}")).collect();
        let team =
            Worker::team(&names, run, self.memory).map_err(|error| TransportError(error.to_string()))?;
        for (name, worker) in names.into_iter().zip(team) {
            let (jobs, results, useless, over) =
                (jobs.clone(), to_client.clone(), self.useless.clone(), self.over.clone());
            let thread = std::thread::Builder::new().name(name).stack_size(STACK_BYTES);
            let handle = thread.spawn(move || serve(worker, &jobs, &results, &useless, &over));
            self.handles.push(handle.map_err(|error| TransportError(format!("no thread: {error}")))?);
        }
        (self.jobs, self.results) = (Some(to_workers), Some(results));
        Ok(())
    }

    fn send(&mut self, job: &Job) -> Result<(), TransportError> {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job.clone()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(TransportError("all workers have ended".into())),
        }
    }

    fn cancel(&mut self, jobs: &[u64]) -> Result<(), TransportError> {
        self.useless.lock().unwrap_or_else(PoisonError::into_inner).extend(jobs);
        Ok(())
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<Notice>, TransportError> {
        let Some(results) = &self.results else { return Err(TransportError("no run is open".into())) };
        match results.recv_timeout(wait) {
            Ok(result) => {
                self.useless.lock().unwrap_or_else(PoisonError::into_inner).remove(&result.job);
                Ok(Some(Notice::Result(Box::new(result), 0)))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(TransportError("all workers have ended".into())),
        }
    }

    fn acknowledge(&mut self, _receipt: Receipt) -> Result<(), TransportError> {
        Ok(())
    }

    fn slots(&self) -> usize {
        self.workers
    }

    /// No time: what is given out ahead is chosen with less knowledge, for nothing.
    fn on_the_way(&self) -> Duration {
        Duration::ZERO
    }

    /// One: the cores are at work.
    fn judges(&self, _cores: usize) -> usize {
        1
    }

    fn close(&mut self, _over: bool) -> Result<(), TransportError> {
        self.over.store(true, Ordering::Relaxed);
        self.jobs = None;
        for handle in self.handles.drain(..) {
            // A worker's panic was caught and told; this thread has nothing else to say.
            drop(handle.join());
        }
        self.results = None;
        Ok(())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        drop(self.close(true));
    }
}

fn serve(
    mut worker: Worker,
    jobs: &Mutex<Receiver<Job>>,
    results: &Sender<JobResult>,
    useless: &Mutex<HashSet<u64>>,
    over: &AtomicBool,
) {
    let stop = worker.stop_flag();
    while !over.load(Ordering::Relaxed) {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        let is_useless = || useless.lock().unwrap_or_else(PoisonError::into_inner).contains(&job.id);
        let mut watch = Watch { is_useless, over, stop: &stop };
        // A panic is an error of this job, and this thread does no other. What it has stored others may meet: whatever
        // rests on that still needs a certificate.
        let done = catch_unwind(AssertUnwindSafe(|| worker.work(&job, &mut watch)));
        let died = done.is_err();
        let result = done.unwrap_or_else(|_| JobResult {
            run: job.run,
            job: job.id,
            worker: "a thread that has ended".into(),
            tries: 1,
            nodes: 0,
            millis: 0,
            found: Found::Failed { why: "the worker panicked".into() },
        });
        if results.send(result).is_err() || died {
            return;
        }
    }
}
