//! Machines behind NATS JetStream.
//!
//! Idea: the broker keeps what must not be lost, and nobody has to be there at the same time. Jobs are a work
//! queue: one that was not acknowledged goes to somebody else. Results are a log: a client that died reads on
//! where it was. What has a name (a run's description, a solved position, a certificate too large for a message)
//! stands on a shelf (`shelf.rs`). What may be lost (heartbeats, "you may stop", progress) is sent and forgotten.
//!
//! | subject | kept | who writes | what |
//! |---|---|---|---|
//! | `phidelta.jobs.RUN.JOB` | work queue | client | jobs |
//! | `phidelta.results.RUN.JOB` | log | workers | results |
//! | `phidelta.runs.RUN.…` | shelf | client | descriptions of runs |
//! | `phidelta.solved.KEY.…` | shelf | workers | certificates of solved positions, by position and question |
//! | `phidelta.certificates.RUN.JOB.SUM.…` | shelf | workers | certificates that are larger than a message |
//! | `phidelta.cancel.RUN` | | client | jobs that have become useless |
//! | `phidelta.progress.RUN` | | client | how it stands |
//! | `phidelta.news` | | client | there is a new run |
//! | `phidelta.workers` | | workers | heartbeats |
//!
//! Each run has a queue of its own, so that a worker that refuses a run (another version, other rules) never
//! holds one of its jobs.

mod client;
mod places;
mod shelf;
mod status;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::{self, consumer, stream};
use serde::{Deserialize, Serialize};

pub use client::Nats;
pub use status::{RunSeen, Status, WorkerSeen, status};
pub use worker::{Service, WorkerNote, serve};

use crate::message::{PROTOCOL, VERSION};
use crate::transport::TransportError;
use shelf::Shelf;

const JOBS: &str = "PHIDELTA_JOBS";
const RESULTS: &str = "PHIDELTA_RESULTS";
const WORKERS: &str = "phidelta.workers";
const NEWS: &str = "phidelta.news";
/// The header that names a certificate on its shelf.
const CERTIFICATE: &str = "Phidelta-Certificate";

/// How often a job is given out before it is a dead letter.
pub const DELIVERIES: i64 = 5;

/// Time between two heartbeats of a worker; for each job it tells the broker as often that it is at work.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The shortest time of silence after which a job goes to somebody else: two heartbeats may be late.
pub const LEAST_PATIENCE: Duration = Duration::from_secs(3);

/// What nobody has asked for any more goes after a month: runs whose client never came back.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long somebody waits before trying again to reach a broker that has gone.
const RETRY: Duration = Duration::from_millis(500);

/// How to reach the broker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its address: `nats://HOST:PORT`, or `tls://HOST:PORT`.
    pub server: String,
    /// Who one is there.
    pub access: Access,
    /// A file with certificates to trust, for a broker with one of its own.
    pub authority: Option<PathBuf>,
    /// Files with a certificate of one's own and its key, for a broker that asks for one.
    pub identity: Option<(PathBuf, PathBuf)>,
    /// How long a job may be silent before it goes to somebody else.
    pub patience: Duration,
}

/// Who one is for the broker. Never shown.
#[derive(Clone, Default)]
pub enum Access {
    /// Nobody in particular.
    #[default]
    Open,
    /// A user and a password.
    User(String, String),
    /// A token.
    Token(String),
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Access::Open => "Open",
            Access::User(..) => "User(…)",
            Access::Token(_) => "Token(…)",
        })
    }
}

impl Settings {
    /// The usual ones for a broker.
    pub fn new(server: &str) -> Settings {
        Settings {
            server: server.into(),
            access: Access::Open,
            authority: None,
            identity: None,
            patience: Duration::from_secs(30),
        }
    }
}

/// A worker as it tells of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Heartbeat {
    name: String,
    version: String,
    protocol: u32,
    threads: usize,
    busy: usize,
    jobs: u64,
    nodes: u64,
}

impl Heartbeat {
    fn fits(&self) -> bool {
        self.protocol == PROTOCOL && self.version == VERSION
    }

    /// Reads one; what is in it is cut to size.
    fn read(payload: &[u8]) -> Option<Heartbeat> {
        let beat: Heartbeat = serde_json::from_slice(payload).ok()?;
        let short = |text: &str, most: usize| text.chars().take(most).collect();
        Some(Heartbeat {
            name: short(&beat.name, 100),
            version: short(&beat.version, 40),
            threads: beat.threads.min(4096),
            ..beat
        })
    }
}

fn failed(error: impl std::fmt::Display) -> TransportError {
    TransportError(format!("NATS: {error}"))
}

/// Connects; `told` hears when the connection is there and when it is gone.
async fn connect(
    settings: &Settings,
    name: &str,
    told: Option<tokio::sync::mpsc::UnboundedSender<bool>>,
) -> Result<async_nats::Client, TransportError> {
    let options = async_nats::ConnectOptions::new().name(name).connection_timeout(Duration::from_secs(5));
    let options = options.reconnect_delay_callback(|_| RETRY).ping_interval(Duration::from_secs(5));
    let options = options.event_callback(move |event| {
        let told = told.clone();
        async move {
            let connected = match event {
                async_nats::Event::Connected => true,
                async_nats::Event::Disconnected => false,
                _ => return,
            };
            if let Some(told) = told {
                // Nobody listens any more: nothing to be told.
                let _ = told.send(connected);
            }
        }
    });
    let options = match settings.access.clone() {
        Access::Open => options,
        Access::User(user, password) => options.user_and_password(user, password),
        Access::Token(token) => options.token(token),
    };
    let options = match &settings.authority {
        Some(file) => options.add_root_certificates(file.clone()).require_tls(true),
        None => options,
    };
    let options = match &settings.identity {
        Some((certificate, key)) => {
            options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true)
        }
        None => options,
    };
    let connected = options.connect(&settings.server).await;
    connected
        .map_err(|error| TransportError(format!("no NATS server at {}: {error}", shown(&settings.server))))
}

/// An address without what may be secret in it.
pub fn shown(server: &str) -> String {
    match server.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
            format!("{scheme}://{host}")
        }
        None => server.rsplit_once('@').map_or(server, |(_, host)| host).into(),
    }
}

/// How often, and how long apart, a stream is asked for that somebody else is just making.
const ASKED: (u32, Duration) = (5, Duration::from_millis(100));

/// A stream, made if it is missing. A server that is asked by two at once to make it refuses one of them.
async fn stream_of(
    context: &jetstream::Context,
    config: stream::Config,
) -> Result<stream::Stream, jetstream::context::CreateStreamError> {
    for _ in 1..ASKED.0 {
        match context.get_or_create_stream(config.clone()).await {
            Ok(stream) => return Ok(stream),
            Err(_) => tokio::time::sleep(ASKED.1).await,
        }
    }
    context.get_or_create_stream(config).await
}

/// Streams and shelves, made where they are missing.
#[derive(Clone)]
struct Rooms {
    context: jetstream::Context,
    jobs: stream::Stream,
    results: stream::Stream,
    runs: Shelf,
    solved: Shelf,
    certificates: Shelf,
}

impl Rooms {
    async fn open(client: async_nats::Client) -> Result<Rooms, TransportError> {
        let context = jetstream::new(client);
        let kept = |name: &str, subject: &str, retention: stream::RetentionPolicy| stream::Config {
            name: name.into(),
            subjects: vec![subject.into()],
            retention,
            max_age: KEPT,
            ..Default::default()
        };
        let jobs = kept(JOBS, "phidelta.jobs.*.*", stream::RetentionPolicy::WorkQueue);
        let jobs = stream_of(&context, jobs).await.map_err(no_jetstream)?;
        let results = kept(RESULTS, "phidelta.results.*.*", stream::RetentionPolicy::Limits);
        let results = stream_of(&context, results).await.map_err(failed)?;
        let runs = Shelf::open(&context, "runs").await?;
        let solved = Shelf::open(&context, "solved").await?;
        let certificates = Shelf::open(&context, "certificates").await?;
        Ok(Rooms { context, jobs, results, runs, solved, certificates })
    }

    /// The queue of a run's jobs, if its client has made it.
    async fn queue(&self, run: &str) -> Result<Queue, TransportError> {
        self.jobs.get_consumer(&queue_name(run)).await.map_err(failed)
    }

    /// Makes the queue of a run's jobs.
    async fn make_queue(&self, run: &str, patience: Duration) -> Result<Queue, TransportError> {
        let config = consumer::pull::Config {
            durable_name: Some(queue_name(run)),
            filter_subject: format!("phidelta.jobs.{run}.*"),
            ack_policy: consumer::AckPolicy::Explicit,
            ack_wait: patience.max(LEAST_PATIENCE),
            max_ack_pending: MOST_PENDING,
            ..Default::default()
        };
        self.jobs.create_consumer(config).await.map_err(failed)
    }
}

/// A queue of jobs, or what a client has not read yet of the results.
type Queue = consumer::Consumer<consumer::pull::Config>;

/// Messages that somebody has and has not acknowledged, at most: more than a client has in flight.
const MOST_PENDING: i64 = 100_000;

fn queue_name(run: &str) -> String {
    format!("run-{run}")
}

fn job_subject(run: &str, job: u64) -> String {
    format!("phidelta.jobs.{run}.{job}")
}

fn result_subject(run: &str, job: u64) -> String {
    format!("phidelta.results.{run}.{job}")
}

fn no_jetstream(error: impl std::fmt::Display) -> TransportError {
    TransportError(format!("NATS: {error}; is the server started with JetStream (nats-server -js)?"))
}

/// A runtime for what talks to the broker: one thread is enough for thousands of messages a second.
fn runtime() -> Result<tokio::runtime::Runtime, TransportError> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("host:4222"), "host:4222");
        let mut settings = Settings::new("nats://host:4222");
        settings.access = Access::User("me".into(), "secret".into());
        assert!(!format!("{settings:?}").contains("secret"));
        settings.access = Access::Token("secret".into());
        assert!(!format!("{settings:?}").contains("secret"));
    }

    #[test]
    fn heartbeats_are_bounded_and_tell_who_fits() {
        let beat = Heartbeat {
            name: "x".repeat(1000),
            version: VERSION.into(),
            protocol: PROTOCOL,
            threads: usize::MAX,
            busy: 0,
            jobs: 0,
            nodes: 0,
        };
        let read = Heartbeat::read(&serde_json::to_vec(&beat).unwrap()).unwrap();
        assert_eq!((read.name.len(), read.threads, read.fits()), (100, 4096, true));
        let other = Heartbeat { version: "0.0.9".into(), ..read };
        assert!(!other.fits());
        assert!(Heartbeat::read(b"{}").is_none());
    }
}
