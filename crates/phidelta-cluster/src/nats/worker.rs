//! A worker's side: jobs in, results out, on as many threads as it was given.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::{self, AckKind, message::PublishMessage};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};

use super::{
    CERTIFICATES, HEARTBEAT, Heartbeat, IN_MESSAGE, Rooms, Settings, WORKERS, connect, failed, runtime,
};
use crate::local::Watch;
use crate::message::{Found, Job, JobResult, MessageError, PROTOCOL, Run, VERSION};
use crate::transport::TransportError;
use crate::worker::Worker;

/// How long a worker waits before it asks again, where there was nothing to do or the broker was away.
const PAUSE: Duration = Duration::from_millis(500);

/// How long a job of a run that this program refuses is left to others.
const LEAVE: Duration = Duration::from_secs(5);

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
    /// A job was done.
    Done {
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
        let client = connect(settings, &format!("phidelta cluster worker {}", service.name)).await?;
        let rooms = Rooms::open(client.clone()).await?;
        let queue = rooms.queue(settings.patience).await?;
        let shop = Shop {
            settings,
            service,
            tell,
            client,
            rooms,
            useless: Arc::default(),
            runs: Mutex::default(),
            busy: AtomicUsize::new(0),
            jobs: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        };
        tell(WorkerNote::Ready);
        let slots = (0..service.threads.max(1)).map(|number| shop.slot(&queue, number));
        let all = futures_util::future::join_all(slots);
        tokio::select! {
            _ = all => {}
            _ = shop.beat() => {}
            _ = shop.listen() => {}
        }
        drop(shop.client.flush().await);
        Ok(())
    })
}

struct Shop<'s> {
    settings: &'s Settings,
    service: &'s Service,
    tell: &'s (dyn Fn(WorkerNote) + Sync),
    client: async_nats::Client,
    rooms: Rooms,
    useless: Arc<Mutex<HashSet<u64>>>,
    /// Runs that were read, and why some are refused.
    runs: Mutex<HashMap<String, Result<Arc<Run>, MessageError>>>,
    busy: AtomicUsize,
    jobs: AtomicU64,
    nodes: AtomicU64,
}

/// A job for a thread, and where its result goes.
type Task = (Arc<Run>, Job, oneshot::Sender<JobResult>);

impl Shop<'_> {
    fn is_over(&self) -> bool {
        self.service.stop.load(Ordering::Relaxed)
    }

    fn trouble(&self, text: String) {
        (self.tell)(WorkerNote::Trouble(text));
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
            if let Ok(jobs) = serde_json::from_slice::<Vec<u64>>(&message.payload) {
                let mut useless = self.useless.lock().unwrap_or_else(PoisonError::into_inner);
                // Numbers of jobs that were never here: nobody takes them out again.
                if useless.len() > 100_000 {
                    useless.clear();
                }
                useless.extend(jobs.into_iter().take(10_000));
            }
        }
        std::future::pending().await
    }

    /// One thread's jobs, one after the other.
    async fn slot(
        &self,
        queue: &jetstream::consumer::Consumer<jetstream::consumer::pull::Config>,
        number: usize,
    ) {
        let (tasks, todo) = mpsc::unbounded_channel::<Task>();
        let memory = self.service.memory / self.service.threads.max(1) as u64;
        let name = format!("{}/{}", self.service.name, number + 1);
        let (useless, stop) = (self.useless.clone(), self.service.stop.clone());
        let thread = std::thread::Builder::new().name(name.clone()).stack_size(crate::local::STACK_BYTES);
        let spawned = thread.spawn(move || work(&name, memory, todo, &useless, &stop));
        if let Err(error) = spawned {
            return self.trouble(format!("no thread: {error}"));
        }
        while !self.is_over() {
            let fetched = queue.fetch().max_messages(1).expires(PAUSE).messages().await;
            let mut messages = match fetched {
                Ok(messages) => messages,
                Err(error) => {
                    self.trouble(format!("NATS: {error}; trying again"));
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let mut idle = true;
            while let Some(message) = messages.next().await {
                idle = false;
                match message {
                    Ok(message) => self.handle(&message, &tasks).await,
                    Err(error) => self.trouble(format!("NATS: {error}")),
                }
            }
            if idle {
                tokio::time::sleep(PAUSE / 10).await;
            }
        }
    }

    async fn handle(&self, message: &jetstream::Message, tasks: &mpsc::UnboundedSender<Task>) {
        let job = match Job::decode(&message.payload) {
            Ok(job) => job,
            Err(error) => {
                self.trouble(format!("a message that is no job: {error}"));
                return drop(message.ack_with(AckKind::Term).await);
            }
        };
        let run = match self.run_of(&job.run).await {
            Some(Ok(run)) => run,
            Some(Err(error)) => {
                self.trouble(format!("run {} is left to others: {error}", job.run));
                return drop(message.ack_with(AckKind::Nak(Some(LEAVE))).await);
            }
            // The run is over.
            None => return drop(message.ack_with(AckKind::Term).await),
        };
        self.busy.fetch_add(1, Ordering::Relaxed);
        let result = match self.recall(&run, &job).await {
            Some(result) => Some(result),
            None => self.wait_for(message, run.clone(), job.clone(), tasks).await,
        };
        self.busy.fetch_sub(1, Ordering::Relaxed);
        self.useless.lock().unwrap_or_else(PoisonError::into_inner).remove(&job.id);
        let Some(result) = result else {
            self.trouble(format!("job {} has ended its thread", job.id));
            return drop(message.ack_with(AckKind::Nak(None)).await);
        };
        if self.is_over() && !matches!(result.found, Found::Solved { .. }) {
            // Cut short: somebody else does it from the start.
            return drop(message.ack_with(AckKind::Nak(None)).await);
        }
        self.publish(&run, &job, result).await;
        drop(message.ack_with(AckKind::Ack).await);
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
                () = tokio::time::sleep(self.settings.patience / 3) => {
                    drop(message.ack_with(AckKind::Progress).await);
                }
            }
        }
    }

    /// A run by its name; `None` if it is over.
    async fn run_of(&self, id: &str) -> Option<Result<Arc<Run>, MessageError>> {
        let known = self.runs.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if known.is_some() {
            return known;
        }
        let bytes = self.rooms.runs.get(id.to_string()).await.ok()??;
        let run = Run::decode(&bytes).and_then(|run| run.root().map(|_| Arc::new(run)));
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).insert(id.into(), run.clone());
        Some(run)
    }

    /// What somebody else has found of this position, for this or another run. The client checks it like any
    /// other answer.
    async fn recall(&self, run: &Run, job: &Job) -> Option<JobResult> {
        let key = solved_key(run, &job.line)?;
        let bytes = self.rooms.solved.get(key).await.ok()??;
        let (&proved, certificate) = bytes.split_first()?;
        Some(JobResult {
            run: run.id.clone(),
            job: job.id,
            worker: format!("{} (from the shared bucket)", self.service.name),
            nodes: 0,
            millis: 0,
            found: Found::Solved { proved: proved == 1, certificate: certificate.to_vec() },
        })
    }

    /// Publishes a result, for as long as it takes: until then the job is not acknowledged.
    async fn publish(&self, run: &Run, job: &Job, mut result: JobResult) {
        self.jobs.fetch_add(1, Ordering::Relaxed);
        self.nodes.fetch_add(result.nodes, Ordering::Relaxed);
        let found = match &result.found {
            Found::Solved { proved: true, .. } => "proved",
            Found::Solved { proved: false, .. } => "disproved",
            Found::Open { .. } => "open",
            Found::Failed { .. } => "failed",
        };
        let (number, nodes) = (job.id, result.nodes);
        self.share(run, job, &result).await;
        let id = format!("{}.{}", run.id, number);
        let mut stored = None;
        if let Found::Solved { certificate, .. } = &mut result.found
            && certificate.len() > IN_MESSAGE
        {
            stored = Some((id.clone(), std::mem::take(certificate)));
        }
        let bytes = result.encode();
        while let Err(error) = self.try_publish(run, &id, &bytes, stored.as_ref()).await {
            self.trouble(format!("{error}; trying again"));
            tokio::time::sleep(PAUSE).await;
        }
        (self.tell)(WorkerNote::Done { job: number, nodes, found });
    }

    async fn try_publish(
        &self,
        run: &Run,
        id: &str,
        bytes: &[u8],
        stored: Option<&(String, Vec<u8>)>,
    ) -> Result<(), TransportError> {
        let mut message = PublishMessage::build().payload(bytes.to_vec().into()).message_id(id);
        if let Some((name, certificate)) = stored {
            self.rooms.certificates.put(name.as_str(), &mut certificate.as_slice()).await.map_err(failed)?;
            message = message.header(CERTIFICATES, name.as_str());
        }
        let subject = format!("phidelta.results.{}", run.id);
        let sent = self.rooms.context.send_publish(subject, message).await.map_err(failed)?;
        sent.await.map_err(failed)?;
        Ok(())
    }

    /// Puts a solved position where others find it.
    async fn share(&self, run: &Run, job: &Job, result: &JobResult) {
        let Found::Solved { proved, certificate } = &result.found else { return };
        if result.nodes == 0 || certificate.len() > IN_MESSAGE {
            return;
        }
        if let Some(key) = solved_key(run, &job.line) {
            let mut bytes = vec![u8::from(*proved)];
            bytes.extend_from_slice(certificate);
            // It only saves work: if it cannot be put there, somebody does it again.
            drop(self.rooms.solved.put(key, bytes.into()).await);
        }
    }
}

/// The name of a position and its question, whatever run it belongs to.
fn solved_key(run: &Run, line: &[String]) -> Option<String> {
    let leaf = run.root().ok()?.behind(line).ok()?;
    let (heading, claim) = leaf.part(phidelta::Verdict::Proved);
    let (question, _) = claim.words();
    let texts = [VERSION, &heading.game, &heading.rules, &heading.position, &question];
    let key = texts.iter().fold(phidelta::KeyBuilder::new(), |key, text| key.add_bytes(text.as_bytes()));
    Some(format!("{:032x}", key.key()))
}

/// A thread that does jobs. It keeps its table as long as the run stays the same.
fn work(
    name: &str,
    memory: u64,
    mut todo: mpsc::UnboundedReceiver<Task>,
    useless: &Mutex<HashSet<u64>>,
    over: &AtomicBool,
) {
    let mut worker: Option<Worker> = None;
    while let Some((run, job, result)) = todo.blocking_recv() {
        if worker.as_ref().is_none_or(|worker| worker.run() != run.id) {
            worker = Worker::new(name, &run, memory).ok();
        }
        let Some(doing) = &mut worker else { continue };
        let stop = doing.stop_flag();
        let mut watch = Watch { job: job.id, useless, over, stop: &stop };
        match catch_unwind(AssertUnwindSafe(|| doing.work(&job, &mut watch))) {
            Ok(found) => drop(result.send(found)),
            // Nothing of it may be believed, and its table is not used again.
            Err(_) => worker = None,
        }
    }
}
