//! A worker's side: jobs in, results out, on as many threads as it was given.

use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, AckKind, message::PublishMessage};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};

use super::places::Places;
use super::shelf::sum;
use super::{
    CERTIFICATE, DELIVERIES, HEARTBEAT, Heartbeat, NEWS, Queue, RETRY, Rooms, Settings, WORKERS, connect,
    failed, result_subject, runtime,
};
use crate::local::{STACK_BYTES, Watch};
use crate::message::{CERTIFICATE_BYTES, Found, Job, JobResult, PROTOCOL, RUN_BYTES, Run, VERSION};
use crate::referee::{Referee, Rules};
use crate::transport::TransportError;

/// How long a thread without work waits for a job before it looks whether there is another run.
const WAIT: Duration = Duration::from_millis(500);

/// How long all threads stay at one run while there are others: a table is made anew for each change.
const STAY: Duration = Duration::from_secs(30);

/// Jobs that were said to be useless and never came here, at most; then they are forgotten, which costs their
/// work.
const REMEMBERED: usize = 100_000;

/// What a worker is.
#[derive(Clone, Debug)]
pub struct Service {
    /// Its name: that of the machine, say.
    pub name: String,
    /// Jobs at once.
    pub threads: usize,
    /// Bytes of memory for all of them.
    pub memory: u64,
    /// Someone else's wish to end.
    pub stop: Arc<AtomicBool>,
}

/// What a worker tells the person who has started it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WorkerNote {
    /// It is connected.
    Ready,
    /// A job was done, and its result is with the broker.
    Done {
        /// Of which run.
        run: String,
        /// Its number.
        job: u64,
        /// Its nodes.
        nodes: u64,
        /// What was found, in a word.
        found: &'static str,
    },
    /// Something is wrong.
    Trouble(String),
}

/// Works until it is told to stop.
pub fn serve(
    settings: &Settings,
    service: &Service,
    tell: &(dyn Fn(WorkerNote) + Sync),
) -> Result<(), TransportError> {
    runtime()?.block_on(async {
        let client = connect(settings, &format!("phidelta cluster worker {}", service.name), None).await?;
        let rooms = Rooms::open(client.clone()).await?;
        let shop = Shop {
            service,
            tell,
            client,
            rooms,
            useless: Arc::default(),
            runs: Mutex::default(),
            turn: Cell::new((0, Instant::now())),
            places: Arc::new(places(service)),
            refused: Mutex::default(),
            busy: AtomicUsize::new(0),
            jobs: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            troubles: Mutex::default(),
        };
        tell(WorkerNote::Ready);
        let slots = (0..service.threads.max(1)).map(|number| shop.slot(number));
        let all = futures_util::future::join_all(slots);
        tokio::select! {
            _ = all => {}
            () = shop.beat() => {}
            () = shop.listen() => {}
            () = shop.look_for_runs() => {}
        }
        drop(shop.client.flush().await);
        Ok(())
    })
}

/// A run that this program can work for, and its queue.
struct Open {
    run: Arc<Run>,
    rules: Rules,
    queue: Queue,
}

struct Shop<'s> {
    service: &'s Service,
    tell: &'s (dyn Fn(WorkerNote) + Sync),
    client: async_nats::Client,
    rooms: Rooms,
    /// Jobs that nobody needs any more.
    useless: Arc<Mutex<HashSet<(String, u64)>>>,
    runs: Mutex<Vec<Rc<Open>>>,
    /// Whose turn it is of the runs, and since when.
    turn: Cell<(usize, Instant)>,
    places: Arc<Places>,
    /// Runs that are left to others.
    refused: Mutex<HashSet<String>>,
    busy: AtomicUsize,
    jobs: AtomicU64,
    nodes: AtomicU64,
    /// What was told last: the same trouble is told once.
    troubles: Mutex<String>,
}

/// A job for a thread, and where its result goes.
type Task = (Arc<Run>, Job, oneshot::Sender<JobResult>);

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shop<'_> {
    fn is_over(&self) -> bool {
        self.service.stop.load(Ordering::Relaxed)
    }

    fn trouble(&self, text: String) {
        let mut last = locked(&self.troubles);
        if *last != text {
            (self.tell)(WorkerNote::Trouble(text.clone()));
            *last = text;
        }
    }

    /// Says again and again that it is there.
    async fn beat(&self) {
        loop {
            let beat = Heartbeat {
                name: self.service.name.clone(),
                version: VERSION.into(),
                protocol: PROTOCOL,
                threads: self.service.threads,
                busy: self.busy.load(Ordering::Relaxed),
                jobs: self.jobs.load(Ordering::Relaxed),
                nodes: self.nodes.load(Ordering::Relaxed),
            };
            let bytes = serde_json::to_vec(&beat).unwrap_or_default();
            drop(self.client.publish(WORKERS, bytes.into()).await);
            tokio::time::sleep(HEARTBEAT).await;
        }
    }

    /// Hears which jobs have become useless.
    async fn listen(&self) {
        let Ok(mut cancelled) = self.client.subscribe("phidelta.cancel.*").await else {
            return std::future::pending().await;
        };
        while let Some(message) = cancelled.next().await {
            let run = message.subject.rsplit('.').next().unwrap_or_default().to_string();
            let Ok(jobs) = serde_json::from_slice::<Vec<u64>>(&message.payload) else { continue };
            let mut useless = locked(&self.useless);
            if useless.len() + jobs.len() > REMEMBERED {
                useless.clear();
            }
            useless.extend(jobs.into_iter().take(REMEMBERED).map(|job| (run.clone(), job)));
        }
        std::future::pending().await
    }

    /// Keeps the list of runs: when there is news, and from time to time.
    async fn look_for_runs(&self) {
        let Ok(mut news) = self.client.subscribe(NEWS).await else {
            return std::future::pending().await;
        };
        loop {
            if let Err(error) = self.read_runs().await {
                self.trouble(format!("{error}; trying again"));
                // A server that has lost everything gets its streams again.
                drop(Rooms::open(self.client.clone()).await);
            }
            drop(tokio::time::timeout(HEARTBEAT, news.next()).await);
        }
    }

    async fn read_runs(&self) -> Result<(), TransportError> {
        let names = self.rooms.runs.names().await?;
        locked(&self.runs).retain(|open| names.contains(&open.run.id));
        for name in names {
            if locked(&self.runs).iter().any(|open| open.run.id == name)
                || locked(&self.refused).contains(&name)
            {
                continue;
            }
            let Some(bytes) = self.rooms.runs.get(&name, RUN_BYTES).await? else { continue };
            let read = Run::decode(&bytes).and_then(|run| run.root().map(|root| (run, root)));
            match read {
                Ok((run, root)) => {
                    let rules = Rules::new(root, self.service.memory);
                    let queue = self.rooms.queue(&name).await?;
                    locked(&self.runs).push(Rc::new(Open { run: Arc::new(run), rules, queue }));
                }
                Err(error) => {
                    self.trouble(format!("run {name} is refused: {error}"));
                    locked(&self.refused).insert(name);
                }
            }
        }
        Ok(())
    }

    /// One thread's jobs, one after the other.
    async fn slot(&self, number: usize) {
        let (tasks, todo) = mpsc::unbounded_channel::<Task>();
        let (places, useless, stop) = (self.places.clone(), self.useless.clone(), self.service.stop.clone());
        let thread = std::thread::Builder::new().name(places.name(number).into()).stack_size(STACK_BYTES);
        let spawned = thread.spawn(move || work(&places, number, todo, &useless, &stop));
        if let Err(error) = spawned {
            return self.trouble(format!("no thread: {error}"));
        }
        while !self.is_over() {
            let runs = locked(&self.runs).clone();
            let (turn, since) = self.turn.get();
            let Some(open) = runs.get(turn % runs.len().max(1)) else {
                tokio::time::sleep(WAIT / 10).await;
                continue;
            };
            // With several runs nobody waits long at one of them.
            let wait = WAIT / runs.len() as u32;
            let asked = open.queue.batch().max_messages(1).expires(wait).messages().await;
            let Ok(mut messages) = asked else {
                tokio::time::sleep(WAIT).await;
                continue;
            };
            let mut idle = true;
            while let Some(message) = messages.next().await {
                match message {
                    Ok(message) => {
                        idle = false;
                        self.handle(open, &message, &tasks).await;
                    }
                    // The run is over, or the server away: both are seen elsewhere.
                    Err(_) => tokio::time::sleep(WAIT / 10).await,
                }
            }
            // The next run, unless another thread has gone on to it.
            if (idle || since.elapsed() > STAY) && self.turn.get().0 == turn {
                self.turn.set((turn.wrapping_add(1), Instant::now()));
            }
        }
    }

    async fn handle(&self, open: &Open, message: &jetstream::Message, tasks: &mpsc::UnboundedSender<Task>) {
        let job = match Job::decode(&message.payload) {
            Ok(job) if job.run == open.run.id => job,
            Ok(job) => {
                self.trouble(format!("a job of run {} came as one of {}", job.run, open.run.id));
                return drop(message.ack_with(AckKind::Term).await);
            }
            Err(error) => {
                self.trouble(format!("a message that is no job: {error}"));
                return drop(message.ack_with(AckKind::Term).await);
            }
        };
        let tries = message.info().map_or(1, |info| info.delivered);
        self.busy.fetch_add(1, Ordering::Relaxed);
        let result = if tries > DELIVERIES {
            Some(self.result(open, &job, Found::Dead))
        } else {
            match self.recall(open, &job).await {
                Some(result) => Some(result),
                None => self.wait_for(message, open.run.clone(), job.clone(), tasks).await,
            }
        };
        self.busy.fetch_sub(1, Ordering::Relaxed);
        locked(&self.useless).remove(&(job.run.clone(), job.id));
        let Some(mut result) = result else {
            self.trouble(format!("job {} has ended its thread", job.id));
            return drop(message.ack_with(AckKind::Nak(None)).await);
        };
        if self.is_over() && !matches!(result.found, Found::Solved { .. }) {
            // Cut short: somebody else does it from the start.
            return drop(message.ack_with(AckKind::Nak(None)).await);
        }
        result.tries = u64::try_from(tries).unwrap_or(1).max(1);
        self.publish(open, message, &job, result).await;
        drop(message.ack_with(AckKind::Ack).await);
    }

    /// A result that took no search.
    fn result(&self, open: &Open, job: &Job, found: Found) -> JobResult {
        let (run, worker) = (open.run.id.clone(), self.service.name.clone());
        JobResult { run, job: job.id, worker, tries: 1, nodes: 0, millis: 0, found }
    }

    /// Waits for a job's thread, and tells the broker that it is being worked on.
    async fn wait_for(
        &self,
        message: &jetstream::Message,
        run: Arc<Run>,
        job: Job,
        tasks: &mpsc::UnboundedSender<Task>,
    ) -> Option<JobResult> {
        let (send, mut result) = oneshot::channel();
        tasks.send((run, job, send)).ok()?;
        loop {
            tokio::select! {
                result = &mut result => return result.ok(),
                () = tokio::time::sleep(HEARTBEAT) => {
                    drop(message.ack_with(AckKind::Progress).await);
                }
            }
        }
    }

    /// What somebody else has found of this position, for this or another run. It is checked here, too: else an
    /// honest worker would pass on another's lie.
    async fn recall(&self, open: &Open, job: &Job) -> Option<JobResult> {
        let key = solved_key(open, &job.line)?;
        let bytes = self.rooms.solved.get(&key, CERTIFICATE_BYTES).await.ok()??;
        let (&proved, certificate) = bytes.split_first()?;
        let (proved, certificate) = (proved == 1, certificate.to_vec());
        let (rules, line) = (open.rules.clone(), job.line.clone());
        // On a thread of its own: meanwhile others want to be heard.
        let judged = tokio::task::spawn_blocking(move || {
            rules.judge(&line, proved, &certificate).map(|()| certificate)
        });
        let certificate = judged.await.ok()?.ok()?;
        Some(self.result(open, job, Found::Solved { proved, certificate }))
    }

    /// Publishes a result, for as long as it takes: until then the job is not acknowledged.
    async fn publish(&self, open: &Open, message: &jetstream::Message, job: &Job, mut result: JobResult) {
        self.jobs.fetch_add(1, Ordering::Relaxed);
        self.nodes.fetch_add(result.nodes, Ordering::Relaxed);
        let found = match &result.found {
            Found::Solved { proved: true, .. } => "proved",
            Found::Solved { proved: false, .. } => "disproved",
            Found::Open { .. } => "open",
            Found::Failed { .. } => "failed",
            Found::Dead => "dead",
        };
        let nodes = result.nodes;
        self.share(open, job, &result).await;
        let mut stored = None;
        if let Found::Solved { certificate, .. } = &mut result.found
            && !self.rooms.certificates.fits_a_message(certificate.len())
        {
            let name = format!("{}.{}.{:08x}", open.run.id, job.id, sum(certificate));
            stored = Some((name, std::mem::take(certificate)));
        }
        let bytes = result.encode();
        while let Err(error) = self.try_publish(open, job, &bytes, stored.as_ref()).await {
            self.trouble(format!("{error}; trying again"));
            drop(message.ack_with(AckKind::Progress).await);
            tokio::time::sleep(RETRY).await;
        }
        (self.tell)(WorkerNote::Done { run: job.run.clone(), job: job.id, nodes, found });
    }

    async fn try_publish(
        &self,
        open: &Open,
        job: &Job,
        bytes: &[u8],
        stored: Option<&(String, Vec<u8>)>,
    ) -> Result<(), TransportError> {
        // Whoever does the same job again has the same id, and the first one counts.
        let id = format!("{}.{}", open.run.id, job.id);
        let mut message = PublishMessage::build().payload(bytes.to_vec().into()).message_id(id);
        if let Some((name, certificate)) = stored {
            self.rooms.certificates.put(name, certificate).await?;
            message = message.header(CERTIFICATE, name.as_str());
        }
        let subject = result_subject(&open.run.id, job.id);
        let sent = self.rooms.context.send_publish(subject, message).await.map_err(failed)?;
        sent.await.map_err(failed)?;
        Ok(())
    }

    /// Puts a solved position where others find it.
    async fn share(&self, open: &Open, job: &Job, result: &JobResult) {
        let Found::Solved { proved, certificate } = &result.found else { return };
        // What took no search comes from there.
        if result.nodes == 0 {
            return;
        }
        if let Some(key) = solved_key(open, &job.line) {
            let mut bytes = vec![u8::from(*proved)];
            bytes.extend_from_slice(certificate);
            // It only saves work: if it cannot be put there, somebody does it again.
            drop(self.rooms.solved.put(&key, &bytes).await);
        }
    }
}

/// The name of a position and its question, whatever run it belongs to.
fn solved_key(open: &Open, line: &[String]) -> Option<String> {
    let leaf = open.rules.leaf().behind(line).ok()?;
    let (heading, claim) = leaf.part(phidelta::Verdict::Proved);
    let (question, _) = claim.words();
    let texts = [VERSION, &heading.game, &heading.rules, &heading.position, &question];
    let key = texts.iter().fold(phidelta::KeyBuilder::new(), |key, text| key.add_bytes(text.as_bytes()));
    Some(format!("{:032x}", key.key()))
}

/// A place for each thread.
fn places(service: &Service) -> Places {
    let names = (1..=service.threads.max(1)).map(|number| format!("{}/{number}", service.name));
    Places::new(names.collect(), service.memory)
}

/// A thread that does jobs.
fn work(
    places: &Places,
    place: usize,
    mut todo: mpsc::UnboundedReceiver<Task>,
    useless: &Mutex<HashSet<(String, u64)>>,
    over: &AtomicBool,
) {
    while let Some((run, job, result)) = todo.blocking_recv() {
        let mut worker = match places.take(place, &run) {
            Ok(worker) => worker,
            Err(why) => {
                drop(result.send(failed_job(job, places.name(place), why)));
                continue;
            }
        };
        let stop = worker.stop_flag();
        let wanted = (job.run.clone(), job.id);
        let is_useless = || locked(useless).contains(&wanted);
        let mut watch = Watch { is_useless, over, stop: &stop };
        let done = catch_unwind(AssertUnwindSafe(|| worker.work(&job, &mut watch)));
        // Nothing of a job that has panicked may be believed, and its table is not used again.
        places.give_back(place, done.is_ok().then_some(worker));
        if let Ok(found) = done {
            drop(result.send(found));
        }
    }
}

/// The result of a job that nobody could begin.
fn failed_job(job: Job, worker: &str, why: String) -> JobResult {
    let found = Found::Failed { why };
    JobResult { run: job.run, job: job.id, worker: worker.into(), tries: 1, nodes: 0, millis: 0, found }
}
