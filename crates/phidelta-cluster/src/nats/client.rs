//! The client's side: jobs out, results in, through a thread that talks to the broker.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, AckKind, consumer, message::PublishMessage};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::shelf::last;
use super::{
    CERTIFICATE, HEARTBEAT, Heartbeat, LEAST_PATIENCE, MOST_PENDING, NEWS, Queue, RETRY, Rooms, Settings,
    WORKERS, connect, failed, job_subject, queue_name, result_subject, runtime,
};
use crate::message::{CERTIFICATE_BYTES, Found, Job, JobResult, Run};
use crate::progress::Progress;
use crate::transport::{Notice, Receipt, Transport, TransportError};

/// Heartbeats that may be missing before a worker does not count any more.
const MISSED: u32 = 5;

/// How often the client asks whether the broker still has jobs that have been silent for long.
const AUDIT: Duration = Duration::from_secs(3);

/// How long a broker that has come back may take to tell what it has.
const SETTLING: Duration = Duration::from_secs(1);

enum Order {
    Send(Job),
    SendAgain(Job),
    Cancel(Vec<u64>),
    Acknowledge(Receipt),
    Tell(Box<Progress>),
    Close(bool),
}

/// Jobs and results by NATS.
#[derive(Debug)]
pub struct Nats {
    settings: Settings,
    orders: Option<UnboundedSender<Order>>,
    notices: Option<mpsc::Receiver<Result<Notice, TransportError>>>,
    slots: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Nats {
    /// Reaches a broker when a run is opened.
    pub fn new(settings: Settings) -> Nats {
        Nats { settings, orders: None, notices: None, slots: Arc::default(), thread: None }
    }

    fn order(&self, order: Order) -> Result<(), TransportError> {
        let sent = self.orders.as_ref().map(|orders| orders.send(order));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(TransportError("NATS: the connection has ended".into())),
        }
    }
}

impl Transport for Nats {
    fn open(&mut self, run: &Run) -> Result<(), TransportError> {
        self.close(false)?;
        let (to_thread, orders) = unbounded_channel();
        let (notices, from_thread) = mpsc::channel();
        let (ready, is_ready) = mpsc::channel();
        let (settings, run, slots) = (self.settings.clone(), run.clone(), self.slots.clone());
        let thread = std::thread::Builder::new().name("nats".into()).spawn(move || {
            let opened = runtime().map(|runtime| {
                runtime.block_on(async {
                    match Link::open(&settings, &run, notices, slots).await {
                        Ok(link) => {
                            drop(ready.send(Ok(())));
                            link.run(orders).await;
                        }
                        Err(error) => drop(ready.send(Err(error))),
                    }
                });
            });
            if let Err(error) = opened {
                drop(ready.send(Err(error)));
            }
        });
        self.thread = Some(thread.map_err(failed)?);
        is_ready.recv().unwrap_or_else(|_| Err(TransportError("NATS: no connection".into())))?;
        (self.orders, self.notices) = (Some(to_thread), Some(from_thread));
        Ok(())
    }

    fn send(&mut self, job: &Job) -> Result<(), TransportError> {
        self.order(Order::Send(job.clone()))
    }

    fn send_again(&mut self, job: &Job) -> Result<(), TransportError> {
        self.order(Order::SendAgain(job.clone()))
    }

    fn cancel(&mut self, jobs: &[u64]) -> Result<(), TransportError> {
        self.order(Order::Cancel(jobs.to_vec()))
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<Notice>, TransportError> {
        let Some(notices) = &self.notices else { return Err(TransportError("no run is open".into())) };
        match notices.recv_timeout(wait) {
            Ok(notice) => notice.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(TransportError("NATS: the connection has ended".into()))
            }
        }
    }

    fn acknowledge(&mut self, receipt: Receipt) -> Result<(), TransportError> {
        self.order(Order::Acknowledge(receipt))
    }

    fn slots(&self) -> usize {
        self.slots.load(Ordering::Relaxed)
    }

    fn tell(&mut self, progress: &Progress) -> Result<(), TransportError> {
        self.order(Order::Tell(Box::new(progress.clone())))
    }

    fn close(&mut self, over: bool) -> Result<(), TransportError> {
        if let Some(orders) = self.orders.take() {
            drop(orders.send(Order::Close(over)));
        }
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        self.notices = None;
        Ok(())
    }
}

impl Drop for Nats {
    /// A client that ends without an answer leaves its run: whoever starts it again goes on.
    fn drop(&mut self) {
        drop(self.close(false));
    }
}

/// What may be used by several tasks at once.
#[derive(Clone)]
struct Post {
    rooms: Rooms,
    run: String,
    notices: mpsc::Sender<Result<Notice, TransportError>>,
}

impl Post {
    fn note(&self, text: String) {
        drop(self.notices.send(Ok(Notice::Note(text))));
    }

    /// Publishes a job, for as long as it takes: a broker that is away for a while comes back with what it had.
    async fn publish(self, job: Job, id: String) {
        let bytes = job.encode();
        loop {
            let message = PublishMessage::build().payload(bytes.clone().into()).message_id(&id);
            let sent = self.rooms.context.send_publish(job_subject(&self.run, job.id), message).await;
            if let Ok(acknowledged) = sent
                && acknowledged.await.is_ok()
            {
                return;
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Publishes a job that the broker should have already, if it has neither the job nor its result.
    async fn publish_missing(&self, job: &Job) -> Result<bool, TransportError> {
        let queued = last(&self.rooms.jobs, &job_subject(&self.run, job.id)).await?.is_some();
        let has_it = queued || last(&self.rooms.results, &result_subject(&self.run, job.id)).await?.is_some();
        if !has_it {
            // Another id: the broker may remember the one that it has lost.
            let id = format!("{}.{}.{:x}", self.run, job.id, fresh());
            self.clone().publish(job.clone(), id).await;
        }
        Ok(!has_it)
    }

    /// Takes a result; a certificate that was too large for the message is fetched.
    async fn take(self, message: async_nats::Message, receipt: Receipt) {
        let stored = message.headers.as_ref().and_then(|headers| headers.get(CERTIFICATE));
        let mut result = match JobResult::decode(&message.payload) {
            Ok(result) => result,
            Err(error) => return self.note(format!("a message that is no result: {error}")),
        };
        if let (Some(name), Found::Solved { certificate, .. }) = (stored, &mut result.found) {
            loop {
                match self.rooms.certificates.get(name.as_str(), CERTIFICATE_BYTES).await {
                    Ok(Some(bytes)) => *certificate = bytes,
                    Ok(None) => {
                        result.found = Found::Failed { why: "its certificate is not there".into() };
                    }
                    Err(_) => {
                        tokio::time::sleep(RETRY).await;
                        continue;
                    }
                }
                break;
            }
        }
        drop(self.notices.send(Ok(Notice::Result(Box::new(result), receipt))));
    }
}

/// A number that no other message has.
fn fresh() -> u128 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos())
}

struct Link {
    post: Post,
    client: async_nats::Client,
    /// Whether the connection has come or gone.
    events: UnboundedReceiver<bool>,
    run: Run,
    patience: Duration,
    slots: Arc<AtomicUsize>,
    /// Jobs that were sent and not answered, and since when.
    sent: HashMap<u64, (Job, Instant)>,
    /// Results that were told and not acknowledged.
    kept: HashMap<Receipt, jetstream::message::Acker>,
    last: Receipt,
    /// Workers: when they were heard, and their threads.
    seen: HashMap<String, (Instant, usize)>,
}

impl Link {
    async fn open(
        settings: &Settings,
        run: &Run,
        notices: mpsc::Sender<Result<Notice, TransportError>>,
        slots: Arc<AtomicUsize>,
    ) -> Result<Link, TransportError> {
        let (told, mut events) = unbounded_channel();
        let client = connect(settings, "phidelta cluster solve", Some(told)).await?;
        // The first connection is no news.
        drop(tokio::time::timeout(SETTLING, events.recv()).await);
        let rooms = Rooms::open(client.clone()).await?;
        let post = Post { rooms, run: run.id.clone(), notices };
        let (sent, kept, seen) = (HashMap::new(), HashMap::new(), HashMap::new());
        let patience = settings.patience;
        Ok(Link { post, client, events, run: run.clone(), patience, slots, sent, kept, last: 0, seen })
    }

    /// What a client that has died was told and had not written down: it is told again at once, not after the time
    /// that a client may be silent. What was acknowledged in another order comes twice, and is taken for what it is.
    async fn take_over(&self) -> Result<(), TransportError> {
        let (name, results) = (queue_name(&self.run.id), &self.post.rooms.results);
        let Ok(info) = results.consumer_info(&name).await else { return Ok(()) };
        if info.num_ack_pending == 0 {
            return Ok(());
        }
        results.delete_consumer(&name).await.map_err(failed)?;
        let start_sequence = info.ack_floor.stream_sequence + 1;
        self.read_results(consumer::DeliverPolicy::ByStartSequence { start_sequence }).await.map(drop)
    }

    /// What the broker must know of the run; returns the results that were not read yet.
    async fn announce(&self) -> Result<Queue, TransportError> {
        let run = &self.run.id;
        let rooms = &self.post.rooms;
        let known = rooms.results.get_consumer(&queue_name(run)).await;
        let results = match known {
            Ok(known) => known,
            Err(_) => self.read_results(consumer::DeliverPolicy::All).await?,
        };
        rooms.make_queue(run, self.patience).await?;
        rooms.runs.put(run, &self.run.encode()).await?;
        self.client.publish(NEWS, run.clone().into()).await.map_err(failed)?;
        Ok(results)
    }

    /// What the client has not read yet of the results.
    async fn read_results(&self, from: consumer::DeliverPolicy) -> Result<Queue, TransportError> {
        let run = &self.run.id;
        let config = consumer::pull::Config {
            durable_name: Some(queue_name(run)),
            filter_subject: format!("phidelta.results.{run}.*"),
            deliver_policy: from,
            ack_policy: consumer::AckPolicy::Explicit,
            // A client that died while it had some gets them again soon.
            ack_wait: self.patience.max(LEAST_PATIENCE),
            max_ack_pending: MOST_PENDING,
            ..Default::default()
        };
        self.post.rooms.results.create_consumer(config).await.map_err(failed)
    }

    async fn run(mut self, mut orders: UnboundedReceiver<Order>) {
        match self.serve(&mut orders).await {
            Ok(true) => self.clean().await,
            Ok(false) => {}
            Err(error) => drop(self.post.notices.send(Err(error))),
        }
        drop(self.client.flush().await);
    }

    /// Obeys until the run is closed: whether it is over, or only left.
    async fn serve(&mut self, orders: &mut UnboundedReceiver<Order>) -> Result<bool, TransportError> {
        self.take_over().await?;
        let mut queue = self.announce().await?;
        let mut results = queue.messages().await.map_err(failed)?;
        let mut workers = self.client.subscribe(WORKERS).await.map_err(failed)?;
        let mut audit = tokio::time::interval(AUDIT);
        audit.tick().await;
        loop {
            tokio::select! {
                biased;
                order = orders.recv() => match order {
                    None => return Ok(false),
                    Some(Order::Close(over)) => return Ok(over),
                    Some(order) => self.obey(order).await,
                },
                Some(connected) = self.events.recv() => {
                    if !connected {
                        self.post.note("the NATS server is away; trying again".into());
                        continue;
                    }
                    self.post.note("the NATS server is back".into());
                    tokio::time::sleep(SETTLING).await;
                    // A server that comes back may have lost what it had not written yet.
                    match self.make_good().await {
                        Ok(again) => queue = again,
                        Err(error) => self.post.note(format!("{error}; trying again")),
                    }
                    if let Ok(again) = queue.messages().await {
                        results = again;
                    }
                }
                result = results.next() => match result {
                    Some(Ok(message)) => self.hear(message),
                    Some(Err(_)) | None => {
                        tokio::time::sleep(RETRY).await;
                        if let Ok(again) = queue.messages().await {
                            results = again;
                        }
                    }
                },
                Some(message) = workers.next() => self.see(&message.payload),
                _ = audit.tick() => {
                    match self.audit().await {
                        Ok(None) => {}
                        Ok(Some(again)) => {
                            queue = again;
                            if let Ok(again) = queue.messages().await {
                                results = again;
                            }
                        }
                        Err(error) => self.post.note(format!("{error}; trying again")),
                    }
                }
            }
        }
    }

    async fn obey(&mut self, order: Order) {
        match order {
            Order::Send(job) => {
                self.sent.insert(job.id, (job.clone(), Instant::now()));
                let id = format!("{}.{}", self.run.id, job.id);
                tokio::spawn(self.post.clone().publish(job, id));
            }
            Order::SendAgain(job) => {
                self.sent.insert(job.id, (job.clone(), Instant::now()));
                if let Err(error) = self.post.publish_missing(&job).await {
                    self.post.note(format!("{error}; trying again"));
                }
            }
            Order::Cancel(jobs) => {
                let list = serde_json::to_vec(&jobs).unwrap_or_default();
                drop(self.client.publish(format!("phidelta.cancel.{}", self.run.id), list.into()).await);
                for id in jobs {
                    self.sent.remove(&id);
                    let (queue, subject) = (self.post.rooms.jobs.clone(), job_subject(&self.run.id, id));
                    // Only saves work: a job that stays is answered, and its answer is of no use. Not by a purge
                    // of the subject: after one, servers (2.9) skip jobs that are published at that moment.
                    tokio::spawn(async move {
                        if let Ok(Some(queued)) = last(&queue, &subject).await {
                            drop(queue.delete_message(queued.sequence).await);
                        }
                    });
                }
            }
            Order::Acknowledge(receipt) => {
                if let Some(acker) = self.kept.remove(&receipt) {
                    // Not heard: it is told again, and taken for what it is.
                    drop(acker.ack_with(AckKind::Ack).await);
                }
            }
            Order::Tell(progress) => {
                let text = serde_json::to_vec(&progress).unwrap_or_default();
                drop(self.client.publish(format!("phidelta.progress.{}", self.run.id), text.into()).await);
            }
            // Handled by the caller.
            Order::Close(_) => {}
        }
    }

    fn hear(&mut self, message: jetstream::Message) {
        let (message, acker) = message.split();
        self.last += 1;
        self.kept.insert(self.last, acker);
        let job = message.subject.rsplit('.').next().and_then(|word| word.parse().ok());
        job.into_iter().for_each(|job: u64| drop(self.sent.remove(&job)));
        tokio::spawn(self.post.clone().take(message, self.last));
    }

    /// Everything that the broker must have, after it was away.
    async fn make_good(&mut self) -> Result<Queue, TransportError> {
        self.post.rooms = Rooms::open(self.client.clone()).await?;
        let queue = self.announce().await?;
        self.send_missing().await?;
        Ok(queue)
    }

    /// Sends jobs again that the broker has lost.
    async fn send_missing(&self) -> Result<(), TransportError> {
        let mut missing = 0;
        for (job, _) in self.sent.values() {
            missing += u64::from(self.post.publish_missing(job).await?);
        }
        if missing > 0 {
            self.post.note(format!("the NATS server has lost {missing} jobs; they were sent again"));
        }
        Ok(())
    }

    /// Looks after jobs that have been silent for longer than anybody may be. A server that was killed may have
    /// lost messages and kept how far they were read: then new ones count as read, and nobody gets them.
    /// Returns the results to be read from now on, if that has happened to them.
    async fn audit(&self) -> Result<Option<Queue>, TransportError> {
        let old = |since: &Instant| since.elapsed() > self.patience;
        let silent: Vec<&Job> =
            self.sent.values().filter(|(_, since)| old(since)).map(|(job, _)| job).collect();
        if silent.is_empty() {
            return Ok(None);
        }
        let (run, rooms) = (&self.run.id, &self.post.rooms);
        let floor = async |stream: &jetstream::stream::Stream| {
            let info = stream.consumer_info(queue_name(run)).await.map_err(failed)?;
            Ok::<u64, TransportError>(info.ack_floor.stream_sequence)
        };
        let (jobs_read, results_read) = (floor(&rooms.jobs).await?, floor(&rooms.results).await?);
        let (mut stuck, mut unread) = (0, None);
        for job in silent {
            if let Some(result) = last(&rooms.results, &result_subject(run, job.id)).await? {
                let skipped = Some(result.sequence).filter(|&at| at <= results_read);
                unread = skipped.into_iter().chain(unread).min();
            } else if let Some(queued) = last(&rooms.jobs, &job_subject(run, job.id)).await? {
                stuck += u64::from(queued.sequence <= jobs_read);
            } else {
                self.post.publish_missing(job).await?;
            }
        }
        if stuck > 0 {
            self.post.note(format!("the NATS server does not give out {stuck} jobs; the queue is made anew"));
            rooms.jobs.delete_consumer(&queue_name(run)).await.map_err(failed)?;
            rooms.make_queue(run, self.patience).await?;
        }
        let Some(start_sequence) = unread else { return Ok(None) };
        self.post.note("the NATS server does not tell all results; they are read again".into());
        rooms.results.delete_consumer(&queue_name(run)).await.map_err(failed)?;
        let from = consumer::DeliverPolicy::ByStartSequence { start_sequence };
        self.read_results(from).await.map(Some)
    }

    /// Counts who is there.
    fn see(&mut self, payload: &[u8]) {
        let Some(beat) = Heartbeat::read(payload) else { return };
        let threads = if beat.fits() { beat.threads } else { 0 };
        if self.seen.insert(beat.name.clone(), (Instant::now(), threads)).is_none() {
            self.post.note(match beat.fits() {
                true => format!("{} works with {threads} threads", beat.name),
                false => format!("{} has version {}, which cannot work here", beat.name, beat.version),
            });
        }
        let post = &self.post;
        self.seen.retain(|name, (last, _)| {
            let here = last.elapsed() < HEARTBEAT * MISSED;
            if !here {
                post.note(format!("{name} is gone; its jobs go to others"));
            }
            here
        });
        self.slots.store(self.seen.values().map(|(_, threads)| threads).sum(), Ordering::Relaxed);
    }

    /// The run is over: nothing of it stays but what may be of use to others.
    async fn clean(&self) {
        let (run, rooms) = (&self.run.id, &self.post.rooms);
        // What stays in spite of this goes by itself after a while.
        drop(rooms.runs.clear(run).await);
        drop(self.client.publish(NEWS, run.clone().into()).await);
        drop(rooms.jobs.delete_consumer(&queue_name(run)).await);
        drop(rooms.jobs.purge().filter(format!("phidelta.jobs.{run}.*")).await);
        drop(rooms.results.delete_consumer(&queue_name(run)).await);
        drop(rooms.results.purge().filter(format!("phidelta.results.{run}.*")).await);
        drop(rooms.certificates.clear(run).await);
    }
}
