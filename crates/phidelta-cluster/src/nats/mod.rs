//! Machines behind NATS JetStream.
//!
//! Idea: the broker keeps what must not be lost. Jobs are a work queue: one that was not acknowledged goes to
//! somebody else. Results are a log: a client that died reads on where it was. A run's description, solved
//! positions with their certificates, and certificates too large for a message have buckets of their own. What
//! may be lost (heartbeats, "you may stop") is sent and forgotten.
//!
//! | subject, stream or bucket | who writes | what |
//! |---|---|---|
//! | `phidelta.jobs.RUN` (stream, work queue) | client | jobs |
//! | `phidelta.results.RUN` (stream) | workers | results |
//! | `phidelta.cancel.RUN` | client | jobs that have become useless |
//! | `phidelta.workers` | workers | heartbeats |
//! | `phidelta_runs` (bucket) | client | descriptions of runs |
//! | `phidelta_solved` (bucket) | workers | certificates of solved positions, by position and question |
//! | `phidelta_certificates` (object store) | workers | certificates that are larger than a message |

mod client;
mod status;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::{self, consumer, kv, object_store, stream};
use serde::{Deserialize, Serialize};

pub use client::Nats;
pub use status::{Status, WorkerSeen, status};
pub use worker::{Service, WorkerNote, serve};

use crate::message::{PROTOCOL, VERSION};
use crate::transport::TransportError;

pub(crate) const JOBS: &str = "PHIDELTA_JOBS";
pub(crate) const RESULTS: &str = "PHIDELTA_RESULTS";
pub(crate) const RUNS: &str = "phidelta_runs";
pub(crate) const SOLVED: &str = "phidelta_solved";
pub(crate) const CERTIFICATES: &str = "phidelta_certificates";
pub(crate) const WORKERS: &str = "phidelta.workers";
pub(crate) const QUEUE: &str = "workers";

/// How often a job is given out before it is a dead letter.
pub(crate) const DELIVERIES: i64 = 5;

/// Time between two heartbeats of a worker.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// Bytes of a certificate that travels in its message; the broker's usual limit is 1 MiB.
pub(crate) const IN_MESSAGE: usize = 512 << 10;

/// How to reach the broker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its address: `nats://HOST:PORT`, or `tls://HOST:PORT`.
    pub server: String,
    /// Who one is there.
    pub access: Access,
    /// A file with certificates to trust, for a broker with one of its own.
    pub authority: Option<PathBuf>,
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
            patience: Duration::from_secs(30),
        }
    }
}

/// A worker as it tells of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Heartbeat {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) protocol: u32,
    pub(crate) threads: usize,
    pub(crate) busy: usize,
    pub(crate) jobs: u64,
    pub(crate) nodes: u64,
}

impl Heartbeat {
    pub(crate) fn fits(&self) -> bool {
        self.protocol == PROTOCOL && self.version == VERSION
    }
}

pub(crate) fn failed(error: impl std::fmt::Display) -> TransportError {
    TransportError(format!("NATS: {error}"))
}

pub(crate) async fn connect(settings: &Settings, name: &str) -> Result<async_nats::Client, TransportError> {
    let options = async_nats::ConnectOptions::new().name(name).connection_timeout(Duration::from_secs(5));
    let options = match settings.access.clone() {
        Access::Open => options,
        Access::User(user, password) => options.user_and_password(user, password),
        Access::Token(token) => options.token(token),
    };
    let options = match &settings.authority {
        Some(file) => options.add_root_certificates(file.clone()).require_tls(true),
        None => options,
    };
    options
        .connect(&settings.server)
        .await
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

/// The streams and buckets, made where they are missing.
pub(crate) struct Rooms {
    pub(crate) context: jetstream::Context,
    pub(crate) jobs: stream::Stream,
    pub(crate) results: stream::Stream,
    pub(crate) runs: kv::Store,
    pub(crate) solved: kv::Store,
    pub(crate) certificates: object_store::ObjectStore,
}

impl Rooms {
    pub(crate) async fn open(client: async_nats::Client) -> Result<Rooms, TransportError> {
        let context = jetstream::new(client);
        let config = stream::Config {
            name: JOBS.into(),
            subjects: vec!["phidelta.jobs.*".into()],
            retention: stream::RetentionPolicy::WorkQueue,
            ..Default::default()
        };
        let jobs = context.get_or_create_stream(config).await.map_err(no_jetstream)?;
        let config = stream::Config {
            name: RESULTS.into(),
            subjects: vec!["phidelta.results.*".into()],
            ..Default::default()
        };
        let results = context.get_or_create_stream(config).await.map_err(failed)?;
        let runs = bucket(&context, RUNS).await?;
        let solved = bucket(&context, SOLVED).await?;
        let certificates = match context.get_object_store(CERTIFICATES).await {
            Ok(store) => store,
            Err(_) => {
                let config = object_store::Config { bucket: CERTIFICATES.into(), ..Default::default() };
                context.create_object_store(config).await.map_err(failed)?
            }
        };
        Ok(Rooms { context, jobs, results, runs, solved, certificates })
    }

    /// The queue that all workers draw from.
    pub(crate) async fn queue(
        &self,
        patience: Duration,
    ) -> Result<consumer::Consumer<consumer::pull::Config>, TransportError> {
        let config = consumer::pull::Config {
            durable_name: Some(QUEUE.into()),
            ack_policy: consumer::AckPolicy::Explicit,
            ack_wait: patience,
            max_deliver: DELIVERIES,
            max_ack_pending: 100_000,
            ..Default::default()
        };
        self.jobs.get_or_create_consumer(QUEUE, config).await.map_err(failed)
    }
}

fn no_jetstream(error: impl std::fmt::Display) -> TransportError {
    TransportError(format!("NATS: {error}; is the server started with JetStream (nats-server -js)?"))
}

async fn bucket(context: &jetstream::Context, name: &str) -> Result<kv::Store, TransportError> {
    match context.get_key_value(name).await {
        Ok(store) => Ok(store),
        Err(_) => {
            let config = kv::Config { bucket: name.into(), ..Default::default() };
            context.create_key_value(config).await.map_err(failed)
        }
    }
}

/// A runtime for what talks to the broker: one thread is enough for thousands of messages a second.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, TransportError> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)
}
