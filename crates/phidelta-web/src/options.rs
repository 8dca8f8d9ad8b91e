//! What the server is allowed to do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use crate::cluster::{ClusterView, LastLook};
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::rate::Rate;

/// What the server is allowed to do. Settings may come: write `..Options::default()` behind those you name.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub listen: Vec<SocketAddr>,
    /// Searches at a time.
    pub jobs: usize,
    /// Memory of all searches and proofs together, in bytes.
    pub memory: u64,
    /// Memory of one search, at most, in bytes.
    pub job_memory: u64,
    /// Time of one search, at most.
    pub job_time: Option<Duration>,
    /// Names under which the server may be asked, beside those of this machine.
    pub hosts: Vec<String>,
    /// Whoever asks must know this.
    pub token: Option<String>,
    /// Whether strangers share the server: each gets one search at a time, and less of it.
    pub public: bool,
    /// A cluster to look at.
    pub cluster: Option<ClusterView>,
}

impl Default for Options {
    /// This machine alone, one search beside the page.
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            listen: vec![SocketAddr::from(([127, 0, 0, 1], 7878))],
            jobs: cores.saturating_sub(1).max(1),
            memory: 1 << 30,
            job_memory: 256 << 20,
            job_time: None,
            hosts: Vec::new(),
            token: None,
            public: false,
            cluster: None,
        }
    }
}

/// Streams of news at a time. A browser opens one for each page in sight.
const STREAMS: usize = 32;

/// What all requests share.
#[derive(Clone)]
pub struct State {
    /// The options.
    pub options: Arc<Options>,
    /// All searches.
    pub jobs: Arc<Jobs>,
    pub(crate) guard: Arc<Guard>,
    pub(crate) rate: Arc<Rate>,
    pub(crate) cluster: Arc<LastLook>,
    /// The lane for short questions: one at a time.
    pub(crate) lane: Arc<Semaphore>,
    /// Streams that are left.
    pub(crate) streams: Arc<Semaphore>,
    /// Whether the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl State {
    /// A server that listens on the ports named in its options; it ends when `closing` becomes true.
    pub fn new(options: Options, closing: watch::Receiver<bool>) -> State {
        let guard = Guard::new(&options);
        State {
            jobs: Jobs::new(&options),
            guard: Arc::new(guard),
            rate: Arc::default(),
            cluster: Arc::default(),
            lane: Arc::new(Semaphore::new(1)),
            streams: Arc::new(Semaphore::new(STREAMS)),
            options: Arc::new(options),
            closing,
        }
    }
}
