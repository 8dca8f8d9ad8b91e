//! The client's side: jobs out, results in, through a thread that talks to the broker.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, consumer, message::PublishMessage};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{CERTIFICATES, Heartbeat, JOBS, QUEUE, Rooms, Settings, WORKERS, connect, failed, runtime};
use crate::message::{CERTIFICATE_BYTES, Found, Job, JobResult, Run};
use crate::transport::{Notice, Receipt, Transport, TransportError};

/// Heartbeats that may be missing before a worker does not count any more.
const MISSED: u32 = 5;

/// How long the client waits before it tries again to reach a broker that has gone.
const RETRY: Duration = Duration::from_millis(500);

enum Order {
    Send(Job),
    Cancel(Vec<u64>),
    Acknowledge(Receipt),
    Close,
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
        self.close()?;
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

    fn close(&mut self) -> Result<(), TransportError> {
        if let Some(orders) = self.orders.take() {
            drop(orders.send(Order::Close));
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
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

struct Link {
    rooms: Rooms,
    client: async_nats::Client,
    run: Run,
    notices: mpsc::Sender<Result<Notice, TransportError>>,
    slots: Arc<AtomicUsize>,
    /// Jobs by the number that the queue has given them: dead letters are told by that.
    sequences: Arc<Mutex<HashMap<u64, u64>>>,
}

impl Link {
    async fn open(
        settings: &Settings,
        run: &Run,
        notices: mpsc::Sender<Result<Notice, TransportError>>,
        slots: Arc<AtomicUsize>,
    ) -> Result<Link, TransportError> {
        let client = connect(settings, "phidelta cluster solve").await?;
        let rooms = Rooms::open(client.clone()).await?;
        rooms.queue(settings.patience).await?;
        rooms.runs.put(&run.id, run.encode().into()).await.map_err(failed)?;
        Ok(Link { rooms, client, run: run.clone(), notices, slots, sequences: Arc::default() })
    }

    async fn run(self, mut orders: UnboundedReceiver<Order>) {
        match self.serve(&mut orders).await {
            Ok(true) => self.clean().await,
            Ok(false) => {}
            Err(error) => drop(self.notices.send(Err(error))),
        }
        drop(self.client.flush().await);
    }

    /// Obeys until the run is closed (true) or left.
    async fn serve(&self, orders: &mut UnboundedReceiver<Order>) -> Result<bool, TransportError> {
        let config = consumer::pull::Config {
            durable_name: Some(format!("client-{}", self.run.id)),
            filter_subject: format!("phidelta.results.{}", self.run.id),
            ack_policy: consumer::AckPolicy::Explicit,
            max_ack_pending: 100_000,
            ..Default::default()
        };
        let name = format!("client-{}", self.run.id);
        let consumer = self.rooms.results.get_or_create_consumer(&name, config).await.map_err(failed)?;
        let mut results = consumer.messages().await.map_err(failed)?;
        let mut workers = self.client.subscribe(WORKERS).await.map_err(failed)?;
        let advisory = format!("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{JOBS}.{QUEUE}");
        let mut dead = self.client.subscribe(advisory).await.map_err(failed)?;
        let mut kept: HashMap<Receipt, async_nats::jetstream::Message> = HashMap::new();
        let mut seen: HashMap<String, (Instant, usize)> = HashMap::new();
        let mut last: Receipt = 0;
        loop {
            tokio::select! {
                biased;
                order = orders.recv() => match order {
                    None => return Ok(false),
                    Some(Order::Close) => return Ok(true),
                    Some(Order::Send(job)) => self.publish(job).await,
                    Some(Order::Cancel(jobs)) => {
                        let list = serde_json::to_vec(&jobs).unwrap_or_default();
                        drop(self.client.publish(format!("phidelta.cancel.{}", self.run.id), list.into()).await);
                    }
                    Some(Order::Acknowledge(receipt)) => {
                        if let Some(message) = kept.remove(&receipt) {
                            // Not heard: it is told again, and taken for what it is.
                            drop(message.ack_with(AckKind::Ack).await);
                        }
                    }
                },
                result = results.next() => match result {
                    None => {
                        tokio::time::sleep(RETRY).await;
                        results = match consumer.messages().await {
                            Ok(again) => again,
                            Err(_) => continue,
                        };
                    }
                    Some(Err(error)) => {
                        self.note(format!("NATS: {error}; trying again"));
                        tokio::time::sleep(RETRY).await;
                    }
                    Some(Ok(message)) => {
                        last += 1;
                        self.take(&message, last).await;
                        kept.insert(last, message);
                    }
                },
                Some(message) = workers.next() => self.see(&message.payload, &mut seen),
                Some(message) = dead.next() => self.bury(&message.payload),
            }
        }
    }

    fn note(&self, text: String) {
        drop(self.notices.send(Ok(Notice::Note(text))));
    }

    async fn publish(&self, job: Job) {
        let subject = format!("phidelta.jobs.{}", self.run.id);
        let id = format!("{}.{}", self.run.id, job.id);
        let bytes = job.encode();
        let mut told = false;
        // A broker that is away for a while comes back with what it had.
        loop {
            let message = PublishMessage::build().payload(bytes.clone().into()).message_id(&id);
            let sent = self.rooms.context.send_publish(subject.clone(), message).await;
            let done = match sent {
                Ok(acknowledged) => acknowledged.await.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match done {
                Ok(place) => {
                    let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
                    sequences.insert(place.sequence, job.id);
                    return;
                }
                Err(error) => {
                    if !told {
                        self.note(format!("NATS: {error}; trying again"));
                    }
                    told = true;
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Takes a result; a certificate that was too large for the message is fetched.
    async fn take(&self, message: &async_nats::jetstream::Message, receipt: Receipt) {
        let stored = message.headers.as_ref().and_then(|headers| headers.get(CERTIFICATES));
        let mut result = match JobResult::decode(&message.payload) {
            Ok(result) => result,
            Err(error) => return self.note(format!("a message that is no result: {error}")),
        };
        if let (Some(name), Found::Solved { certificate, .. }) = (stored, &mut result.found) {
            match self.fetch(name.as_str()).await {
                Ok(bytes) => *certificate = bytes,
                Err(error) => {
                    result.found = Found::Failed { why: format!("its certificate is not there: {error}") };
                }
            }
        }
        drop(self.notices.send(Ok(Notice::Result(Box::new(result), receipt))));
    }

    async fn fetch(&self, name: &str) -> Result<Vec<u8>, String> {
        use tokio::io::AsyncReadExt;
        let object = self.rooms.certificates.get(name).await.map_err(|error| error.to_string())?;
        if object.info().size > CERTIFICATE_BYTES {
            return Err(format!("{} bytes are too many", object.info().size));
        }
        let mut bytes = Vec::new();
        let mut object = object.take(CERTIFICATE_BYTES as u64);
        object.read_to_end(&mut bytes).await.map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// Counts who is there.
    fn see(&self, payload: &[u8], seen: &mut HashMap<String, (Instant, usize)>) {
        let Ok(beat) = serde_json::from_slice::<Heartbeat>(payload) else { return };
        let name: String = beat.name.chars().take(100).collect();
        let threads = if beat.fits() { beat.threads.min(4096) } else { 0 };
        if seen.insert(name.clone(), (Instant::now(), threads)).is_none() {
            self.note(match beat.fits() {
                true => format!("{name} works with {threads} threads"),
                false => {
                    let version: String = beat.version.chars().take(40).collect();
                    format!("{name} has version {version}, which cannot work here")
                }
            });
        }
        let lost = super::HEARTBEAT * MISSED;
        seen.retain(|name, (last, _)| {
            let here = last.elapsed() < lost;
            if !here {
                self.note(format!("{name} is gone; its jobs go to others"));
            }
            here
        });
        self.slots.store(seen.values().map(|(_, threads)| threads).sum(), Ordering::Relaxed);
    }

    /// A job was given out too often.
    fn bury(&self, payload: &[u8]) {
        #[derive(serde::Deserialize)]
        struct Advisory {
            stream_seq: u64,
        }
        let Ok(told) = serde_json::from_slice::<Advisory>(payload) else { return };
        let job = self.sequences.lock().unwrap_or_else(PoisonError::into_inner).remove(&told.stream_seq);
        if let Some(job) = job {
            self.note(format!("job {job} was given out {} times and never answered", super::DELIVERIES));
            drop(self.notices.send(Ok(Notice::Lost(job))));
        }
    }

    /// The run is over: nothing of it stays but what may be of use to others.
    async fn clean(&self) {
        let run = &self.run.id;
        drop(self.rooms.runs.purge(run).await);
        drop(self.rooms.jobs.purge().filter(format!("phidelta.jobs.{run}")).await);
        drop(self.rooms.results.delete_consumer(&format!("client-{run}")).await);
        drop(self.rooms.results.purge().filter(format!("phidelta.results.{run}")).await);
    }
}
