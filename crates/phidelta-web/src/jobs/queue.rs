//! Which search runs when, and who holds how much memory.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use phidelta_desk::session::{Ended, JobRequest, Kind, Snapshot, Stage};

use super::job::{Job, locked};
use super::memory::Ledger;
use super::{random_id, runner};
use crate::error::Refused;
use crate::options::Options;

/// Searches that may wait.
const WAITING: usize = 16;
/// Searches that are remembered after their end.
const REMEMBERED: usize = 64;
/// Of a stranger's: running, waiting, seconds, bytes.
const PUBLIC: (usize, usize, f64, u64) = (1, 2, 60.0, 256 << 20);
/// Memory of short work: a trace, the reading of a certificate.
const SMALL: u64 = 16 << 20;
/// How much larger a proof in memory is than its certificate, at most.
const PROOF_GROWTH: u64 = 12;

/// All searches.
pub struct Jobs {
    /// Itself, for threads.
    own: Weak<Jobs>,
    inner: Mutex<Inner>,
    most: usize,
    job_memory: u64,
    job_time: Option<Duration>,
    public: bool,
    /// Whether the next search crashes: for tests.
    pub(super) crashes: AtomicBool,
}

struct Inner {
    jobs: HashMap<String, Arc<Job>>,
    /// By age.
    order: Vec<String>,
    queue: VecDeque<String>,
    running: Vec<String>,
    ledger: Ledger,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").finish_non_exhaustive()
    }
}

impl Jobs {
    pub(crate) fn new(options: &Options) -> Arc<Jobs> {
        let inner = Inner {
            jobs: HashMap::new(),
            order: Vec::new(),
            queue: VecDeque::new(),
            running: Vec::new(),
            ledger: Ledger::new(options.memory),
        };
        Arc::new_cyclic(|own| Jobs {
            own: Weak::clone(own),
            inner: Mutex::new(inner),
            most: options.jobs.max(1),
            job_memory: options.job_memory.min(options.memory),
            job_time: options.job_time,
            public: options.public,
            crashes: AtomicBool::new(false),
        })
    }

    /// A search by its name.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job>> {
        locked(&self.inner).jobs.get(id).cloned()
    }

    /// The searches of an owner, the oldest first.
    pub(crate) fn of(&self, owner: &str) -> Vec<Snapshot> {
        let inner = locked(&self.inner);
        let all = inner.order.iter().filter_map(|id| inner.jobs.get(id));
        all.filter(|job| !owner.is_empty() && job.owner == owner).map(|job| job.snapshot()).collect()
    }

    /// Takes a search in.
    pub(crate) fn submit(&self, owner: &str, request: JobRequest) -> Result<Snapshot, Refused> {
        let small = matches!(request.kind, Kind::Trace);
        let most = if self.public { self.job_memory.min(PUBLIC.3) } else { self.job_memory };
        let memory = match (request.kind, &request.upload) {
            (Kind::Proof, Some(bytes)) => (bytes.len() as u64).saturating_mul(PROOF_GROWTH).max(SMALL),
            _ if small => SMALL,
            _ => request.memory.unwrap_or(most).min(most),
        };
        let cap =
            [self.job_time.map(|time| time.as_secs_f64()), self.public.then_some(PUBLIC.2), request.time];
        let time = cap.into_iter().flatten().filter(|seconds| *seconds > 0.0).reduce(f64::min);
        let mut inner = locked(&self.inner);
        if memory > inner.ledger.total() {
            return Err(Refused::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "no-memory",
                "more memory than there is",
            ));
        }
        let full = || Refused::new(StatusCode::TOO_MANY_REQUESTS, "queue-full", "too many searches wait");
        if inner.queue.len() >= WAITING {
            return Err(full());
        }
        if self.public {
            let waiting = |id: &&String| inner.jobs.get(*id).is_some_and(|job| job.owner == owner);
            if inner.queue.iter().filter(waiting).count() >= PUBLIC.1 {
                return Err(full());
            }
        }
        let id = random_id();
        let job = Arc::new(Job::new(id.clone(), owner.into(), request, memory, time));
        inner.jobs.insert(id.clone(), Arc::clone(&job));
        inner.order.push(id.clone());
        inner.queue.push_back(id);
        self.forget_old(&mut inner);
        self.start_next(&mut inner);
        Ok(job.snapshot())
    }

    /// Starts what may run now.
    fn start_next(&self, inner: &mut Inner) {
        let mut at = 0;
        while inner.running.len() < self.most && at < inner.queue.len() {
            let id = inner.queue[at].clone();
            let Some(job) = inner.jobs.get(&id).cloned() else {
                inner.queue.remove(at);
                continue;
            };
            let own = inner.running.iter().filter_map(|id| inner.jobs.get(id));
            let busy = self.public && own.filter(|other| other.owner == job.owner).count() >= PUBLIC.0;
            if busy || !make_room(inner, &job, job.memory) {
                at += 1;
                continue;
            }
            inner.queue.remove(at);
            inner.ledger.hold(&id, job.memory);
            inner.running.push(id);
            job.stop.store(false, Ordering::Relaxed);
            job.timed_out.store(false, Ordering::Relaxed);
            job.pause(false);
            job.tell(|now| {
                now.state = Stage::Running;
                (now.resumable, now.ahead) = (false, 0);
            });
            self.spawn(job);
        }
        for (ahead, id) in inner.queue.iter().enumerate() {
            if let Some(job) = inner.jobs.get(id)
                && job.snapshot().ahead != ahead + inner.running.len()
            {
                job.tell(|now| now.ahead = ahead + inner.running.len());
            }
        }
    }

    /// A thread of its own for a search.
    fn spawn(&self, job: Arc<Job>) {
        let Some(jobs) = self.own.upgrade() else { return };
        let name = format!("search {}", &job.id[..6]);
        let (own, thread_jobs) = (Arc::clone(&job), Arc::clone(&jobs));
        let thread = std::thread::Builder::new().name(name).spawn(move || {
            let ended = catch_unwind(AssertUnwindSafe(|| runner::run(&own, &thread_jobs)));
            let ended = ended.unwrap_or_else(|_| Ended::failed("the search has crashed; the server goes on"));
            thread_jobs.finish(&own, ended);
        });
        if let Err(error) = thread {
            // The caller holds the lock: the end is told by another thread's turn.
            job.tell(|now| {
                now.state = Stage::Failed;
                now.error = Some(error.to_string());
            });
        }
    }

    /// A search has ended.
    fn finish(&self, job: &Arc<Job>, ended: Ended) {
        locked(&job.clock).stop();
        let mut last = Snapshot::default();
        ended.tell(&mut last);
        *locked(&job.done) = ended.found;
        *locked(&job.kept) = ended.kept;
        let mut inner = locked(&self.inner);
        inner.running.retain(|id| *id != job.id);
        let kept = locked(&job.kept).is_some();
        let found = locked(&job.done).certificate.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let holds = if kept { job.memory } else { found };
        // One that was deleted meanwhile holds nothing; a certificate for which there is no room is not kept.
        let known = inner.jobs.contains_key(&job.id);
        let fits = known && make_room(&mut inner, job, holds);
        if !fits {
            locked(&job.done).certificate = None;
            last.proof = false;
        }
        inner.ledger.hold(&job.id, if fits { holds } else { 0 });
        job.tell(|now| {
            (now.state, now.error, now.phase, now.proof) = (last.state, last.error, None, last.proof);
        });
        self.start_next(&mut inner);
    }

    /// Pauses a search.
    pub(crate) fn pause(&self, job: &Job) -> Snapshot {
        let mut inner = locked(&self.inner);
        match job.state() {
            Stage::Running => {
                job.pause(true);
                job.tell(|now| now.state = Stage::Paused);
            }
            Stage::Queued => {
                inner.queue.retain(|id| *id != job.id);
                job.tell(|now| now.state = Stage::Paused);
                self.start_next(&mut inner);
            }
            _ => {}
        }
        job.snapshot()
    }

    /// Lets a search go on.
    pub(crate) fn go_on(&self, job: &Job) -> Result<Snapshot, Refused> {
        let mut inner = locked(&self.inner);
        let running = inner.running.contains(&job.id);
        match job.state() {
            Stage::Paused if running => {
                job.pause(false);
                job.tell(|now| now.state = Stage::Running);
            }
            Stage::Paused | Stage::Stopped => {
                if job.state() == Stage::Stopped && locked(&job.kept).is_none() {
                    return Err(Refused::new(StatusCode::CONFLICT, "gone", "its memory was given to others"));
                }
                inner.queue.push_back(job.id.clone());
                job.tell(|now| {
                    now.state = Stage::Queued;
                    (now.report, now.checked) = (None, None);
                });
                self.start_next(&mut inner);
            }
            _ => {}
        }
        Ok(job.snapshot())
    }

    /// Stops a search; it tells its end itself.
    pub(crate) fn stop(&self, job: &Job) -> Snapshot {
        let mut inner = locked(&self.inner);
        match job.state() {
            Stage::Queued => self.leave_queue(&mut inner, job),
            Stage::Paused if !inner.running.contains(&job.id) => self.leave_queue(&mut inner, job),
            Stage::Running | Stage::Paused => {
                job.stop.store(true, Ordering::Relaxed);
                if job.state() == Stage::Paused {
                    job.tell(|now| now.state = Stage::Running);
                }
                job.pause(false);
            }
            Stage::Done | Stage::Stopped | Stage::Failed => {}
        }
        job.snapshot()
    }

    fn leave_queue(&self, inner: &mut Inner, job: &Job) {
        inner.queue.retain(|id| *id != job.id);
        job.tell(|now| now.state = Stage::Stopped);
        self.start_next(inner);
    }

    /// Forgets a search; one that runs is stopped.
    pub(crate) fn remove(&self, job: &Job) {
        self.stop(job);
        let mut inner = locked(&self.inner);
        inner.jobs.remove(&job.id);
        inner.order.retain(|id| *id != job.id);
        inner.queue.retain(|id| *id != job.id);
        if !inner.running.contains(&job.id) {
            inner.ledger.hold(&job.id, 0);
            self.start_next(&mut inner);
        }
    }

    /// Stops everything: the server ends.
    pub(crate) fn stop_all(&self) {
        let all: Vec<Arc<Job>> = locked(&self.inner).jobs.values().cloned().collect();
        for job in all {
            self.stop(&job);
        }
    }

    /// Reserves what a proof takes in memory; whether there is as much.
    pub(crate) fn reserve_proof(&self, job: &Job) -> bool {
        let bytes = locked(&job.done).certificate.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let bytes = bytes.saturating_mul(PROOF_GROWTH);
        let mut inner = locked(&self.inner);
        let fits = inner.jobs.contains_key(&job.id) && make_room(&mut inner, job, bytes);
        if fits {
            inner.ledger.hold(&job.id, bytes);
        }
        fits
    }

    /// Memory that is held, and all there is.
    #[doc(hidden)]
    pub fn memory_for_tests(&self) -> (u64, u64) {
        let inner = locked(&self.inner);
        (inner.ledger.used(), inner.ledger.total())
    }

    /// Ends searches whose time is up.
    pub(crate) async fn watch_clocks(self: Arc<Jobs>) {
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let inner = locked(&self.inner);
            for job in inner.running.iter().filter_map(|id| inner.jobs.get(id)) {
                let up = job.time.is_some_and(|most| locked(&job.clock).elapsed().as_secs_f64() > most);
                if up && !job.stop.load(Ordering::Relaxed) {
                    job.timed_out.store(true, Ordering::Relaxed);
                    job.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// The same for tests that have no server.
    #[doc(hidden)]
    pub async fn watch_clocks_for_tests(self: Arc<Jobs>) {
        self.watch_clocks().await;
    }

    /// Lets the next search crash.
    #[doc(hidden)]
    pub fn crash_next_for_tests(&self) {
        self.crashes.store(true, Ordering::Relaxed);
    }

    /// Forgets the oldest searches that are over.
    fn forget_old(&self, inner: &mut Inner) {
        while inner.order.len() > REMEMBERED {
            let over = |id: &String| inner.jobs.get(id).is_none_or(|job| job.state().is_over());
            let Some(at) = inner.order.iter().position(over) else { return };
            let id = inner.order.remove(at);
            inner.jobs.remove(&id);
            inner.ledger.hold(&id, 0);
        }
    }
}

/// Makes room for so many bytes of a search: tables that are kept give way, then proofs, the oldest first.
fn make_room(inner: &mut Inner, job: &Job, bytes: u64) -> bool {
    for proofs in [false, true] {
        for id in inner.order.clone() {
            if inner.ledger.fits(&job.id, bytes) {
                return true;
            }
            let Some(other) = inner.jobs.get(&id).filter(|other| other.id != job.id).cloned() else {
                continue;
            };
            if !other.state().is_over() {
                continue;
            }
            if !proofs && locked(&other.kept).take().is_some() {
                inner.ledger.hold(&id, 0);
                other.tell(|now| now.resumable = false);
            }
            if proofs {
                let mut done = locked(&other.done);
                (done.proof, done.certificate) = (None, None);
                done.maps.clear();
                drop(done);
                inner.ledger.hold(&id, 0);
                other.tell(|now| now.proof = false);
            }
        }
    }
    inner.ledger.fits(&job.id, bytes)
}
