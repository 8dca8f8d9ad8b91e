//! One search: what was asked, how it stands, what was found.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use phidelta_desk::proof::Proof;
use phidelta_desk::session::{Found, JobRequest, Kept, PartMaps, Snapshot, Stage};
use phidelta_desk::trace::Trace;
use tokio::sync::watch;

use super::clock::Clock;

/// One search.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) request: JobRequest,
    /// Bytes it may use.
    pub(crate) memory: u64,
    /// Seconds it may run.
    pub(crate) time: Option<f64>,
    pub(crate) stop: Arc<AtomicBool>,
    /// Whether the time was up.
    pub(crate) timed_out: AtomicBool,
    pub(crate) clock: Mutex<Clock>,
    paused: Mutex<bool>,
    turned: Condvar,
    snapshot: watch::Sender<Snapshot>,
    pub(crate) kept: Mutex<Option<Kept>>,
    pub(crate) done: Mutex<Found>,
}

/// A lock whose holder may have panicked: what it guards is whole between two statements.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    pub(crate) fn new(id: String, owner: String, request: JobRequest, memory: u64, time: Option<f64>) -> Job {
        let snapshot = Snapshot {
            id: id.clone(),
            kind: request.kind,
            game: request.game.clone(),
            position: request.position.clone(),
            rules: request.rules.clone(),
            ..Snapshot::default()
        };
        Job {
            id,
            owner,
            request,
            memory,
            time,
            stop: Arc::default(),
            timed_out: AtomicBool::new(false),
            clock: Mutex::default(),
            paused: Mutex::new(false),
            turned: Condvar::new(),
            snapshot: watch::channel(snapshot).0,
            kept: Mutex::default(),
            done: Mutex::default(),
        }
    }

    /// How it stands.
    pub(crate) fn snapshot(&self) -> Snapshot {
        self.snapshot.borrow().clone()
    }

    /// Where it is on its way.
    pub(crate) fn state(&self) -> Stage {
        self.snapshot.borrow().state
    }

    /// News, from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<Snapshot> {
        let mut receiver = self.snapshot.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// Changes how it stands.
    pub(crate) fn tell(&self, change: impl FnOnce(&mut Snapshot)) {
        self.snapshot.send_modify(|snapshot| {
            change(snapshot);
            snapshot.seq += 1;
        });
    }

    /// Pauses, or goes on.
    pub(crate) fn pause(&self, paused: bool) {
        *locked(&self.paused) = paused;
        self.turned.notify_all();
        let mut clock = locked(&self.clock);
        if paused {
            clock.stop();
        }
    }

    /// Stands still as long as it is paused; whether it did. Called by the search's own thread.
    pub(crate) fn wait(&self) -> bool {
        let mut paused = locked(&self.paused);
        if !*paused {
            return false;
        }
        while *paused {
            paused = self.turned.wait(paused).unwrap_or_else(PoisonError::into_inner);
        }
        drop(paused);
        locked(&self.clock).start();
        true
    }
}

/// What was found, for those who ask.
impl Job {
    /// The steps of a trace.
    pub(crate) fn trace(&self) -> Option<Arc<Trace>> {
        locked(&self.done).trace.clone()
    }

    /// The certificate.
    pub(crate) fn certificate(&self) -> Option<Arc<Vec<u8>>> {
        locked(&self.done).certificate.clone()
    }

    /// A file to keep.
    pub(crate) fn file(&self, name: &str) -> Option<(&'static str, Vec<u8>)> {
        locked(&self.done).file(name)
    }

    /// The proof, if it has been read.
    pub(crate) fn proof(&self) -> Option<Arc<Proof>> {
        locked(&self.done).proof.clone()
    }

    /// Keeps a proof that was read.
    pub(crate) fn keep_proof(&self, proof: Arc<Proof>) {
        locked(&self.done).proof = Some(proof);
    }

    /// Does something with the maps of the proof's parts.
    pub(crate) fn with_maps<T>(&self, act: impl FnOnce(&mut PartMaps) -> T) -> T {
        // Making a map takes a while: others who want something of the search must not wait for it.
        let mut maps = locked(&self.done).maps.clone();
        let answer = act(&mut maps);
        locked(&self.done).maps = maps;
        answer
    }
}
