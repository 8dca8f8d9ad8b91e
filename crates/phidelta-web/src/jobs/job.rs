//! One search: what was asked, how it stands, what was found.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use phidelta::Solver;
use phidelta_desk::Problem;
use phidelta_desk::compose::Notes;
use phidelta_desk::proof::{Map, Proof};
use phidelta_desk::trace::Trace;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::clock::Clock;

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// An answer.
    #[default]
    Solve,
    /// The composer's check.
    Check,
    /// A search step by step.
    Trace,
    /// A certificate to look at.
    Proof,
}

/// What was asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct JobRequest {
    pub(crate) kind: Kind,
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) rules: Vec<String>,
    pub(crate) goal: Option<String>,
    pub(crate) algorithm: Option<String>,
    /// Bytes.
    pub(crate) memory: Option<u64>,
    /// Seconds.
    pub(crate) time: Option<f64>,
    /// All nodes, or those of each question of a check.
    pub(crate) nodes: Option<u64>,
    pub(crate) certify: bool,
    pub(crate) shortest: bool,
    pub(crate) all: bool,
    /// A solution to be checked: moves with blanks between them.
    pub(crate) solution: Option<String>,
    pub(crate) pieces: Option<bool>,
    pub(crate) futile: Option<String>,
    /// A check whose notes are taken over.
    pub(crate) after: Option<String>,
    /// A certificate.
    #[serde(skip)]
    pub(crate) upload: Option<Arc<Vec<u8>>>,
}

/// Where a search is on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    #[default]
    Queued,
    Running,
    Paused,
    Done,
    Stopped,
    Failed,
}

impl Stage {
    /// Whether nothing more will come by itself.
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Stage::Done | Stage::Stopped | Stage::Failed)
    }
}

/// How a search stands: all there is to say, so that none that came before is needed.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Snapshot {
    pub(crate) id: String,
    pub(crate) seq: u64,
    pub(crate) kind: Kind,
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) rules: Vec<String>,
    pub(crate) state: Stage,
    /// Searches before it.
    pub(crate) ahead: usize,
    pub(crate) phase: Option<&'static str>,
    pub(crate) nodes: u64,
    pub(crate) per_second: u64,
    pub(crate) seconds: f64,
    pub(crate) pn: Figure,
    pub(crate) dn: Figure,
    /// Share of the table.
    pub(crate) used: f64,
    pub(crate) depth: usize,
    pub(crate) line: Vec<String>,
    pub(crate) ja_line: Vec<String>,
    pub(crate) first: Vec<FirstNumbers>,
    pub(crate) stage: Option<String>,
    /// Share of a phase that is done.
    pub(crate) share: Option<f64>,
    #[serde(serialize_with = "shared")]
    pub(crate) report: Option<Arc<serde_json::Value>>,
    /// The line of the report in Japanese.
    pub(crate) ja: Vec<String>,
    pub(crate) checked: Option<Checked>,
    /// Whether there is a proof to walk through.
    pub(crate) proof: bool,
    /// Whether it can go on after a stop.
    pub(crate) resumable: bool,
    /// Whether going on means to begin again.
    pub(crate) anew: bool,
    pub(crate) error: Option<String>,
}

/// A report that is shared between snapshots.
fn shared<S: serde::Serializer>(
    report: &Option<Arc<serde_json::Value>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    report.as_deref().serialize(serializer)
}

/// A proof or disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Figure(pub(crate) phidelta::Number);

impl Default for Figure {
    fn default() -> Figure {
        Figure(1)
    }
}

impl Serialize for Figure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        phidelta_desk::trace::TracedNumber(self.0).serialize(serializer)
    }
}

/// A first move while the search runs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FirstNumbers {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ja: Option<String>,
    pub(crate) pn: Figure,
    pub(crate) dn: Figure,
}

/// What the checker says.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Checked {
    pub(crate) valid: bool,
    pub(crate) positions: u64,
    pub(crate) why: Option<String>,
}

/// What was found, beside the report.
#[derive(Default)]
pub(crate) struct Done {
    /// The certificate in its compact form.
    pub(crate) certificate: Option<Arc<Vec<u8>>>,
    /// The report as JSON.
    pub(crate) json: Option<String>,
    /// The line, or the check, as KIF.
    pub(crate) kif: Option<String>,
    /// The check as pages in both languages.
    pub(crate) html: Option<[String; 2]>,
    pub(crate) trace: Option<Arc<Trace>>,
    /// The proof, once somebody has looked at it.
    pub(crate) proof: Option<Arc<Proof>>,
    /// Maps of its parts.
    pub(crate) maps: Vec<Option<Arc<Map>>>,
    /// What a check has found so far.
    pub(crate) notes: Option<CheckFound>,
}

/// The notes of a check, for one that goes on.
pub(crate) struct CheckFound {
    pub(crate) position: String,
    pub(crate) futile: String,
    pub(crate) notes: Notes,
}

/// A search that was stopped, with its table.
pub(crate) struct Kept {
    pub(crate) solver: Solver,
    pub(crate) problem: Problem,
}

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
    pub(crate) done: Mutex<Done>,
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

    /// The record.
    pub(crate) fn kif(&self) -> Option<String> {
        locked(&self.done).kif.clone()
    }

    /// The report.
    pub(crate) fn json(&self) -> Option<String> {
        locked(&self.done).json.clone()
    }

    /// The page of a check, in English or Japanese.
    pub(crate) fn html(&self, language: usize) -> Option<String> {
        locked(&self.done).html.as_ref().and_then(|pages| pages.get(language).cloned())
    }

    /// The proof, if it has been read.
    pub(crate) fn proof(&self) -> Option<Arc<Proof>> {
        locked(&self.done).proof.clone()
    }

    /// Keeps a proof that was read.
    pub(crate) fn keep_proof(&self, proof: Arc<Proof>) {
        locked(&self.done).proof = Some(proof);
    }

    /// The map of a part, made once.
    pub(crate) fn map(&self, part: usize, make: impl FnOnce() -> Map) -> Arc<Map> {
        let known = locked(&self.done).maps.get(part).cloned().flatten();
        known.unwrap_or_else(|| {
            let map = Arc::new(make());
            let mut done = locked(&self.done);
            if done.maps.len() <= part {
                done.maps.resize(part + 1, None);
            }
            done.maps[part] = Some(Arc::clone(&map));
            map
        })
    }
}
