//! The calls of a Worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_desk::proof::Proof;
use phidelta_desk::session::{
    self, AskRequest, Caps, Found, JobRequest, Kept, Kind, PositionRequest, Refusal, Snapshot, Stage,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::host::{Inside, Outside};

/// Bytes of a proof that is read to be looked at, at most: one block of a browser's memory.
const PROOF_MEMORY: u64 = 1 << 30;

/// What comes back.
#[derive(Debug)]
pub enum Answer {
    /// JSON.
    Json(String),
    /// Why there is no answer, as JSON.
    Refused(String),
    /// A file.
    Bytes(Vec<u8>),
}

/// What one Worker has: a search, and what it has found.
#[derive(Debug, Default)]
pub struct Desk {
    snapshot: Snapshot,
    request: JobRequest,
    /// A search that goes on looks at the flag it has begun with.
    stop: Arc<AtomicBool>,
    kept: Option<Kept>,
    found: Found,
}

/// A search to be run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    id: String,
    request: JobRequest,
    memory: u64,
    time: Option<f64>,
    /// Whether the last search goes on.
    again: bool,
}

/// A file to be read.
#[derive(Debug, Deserialize)]
struct File {
    name: String,
    game: Option<String>,
}

/// A position of a proof.
#[derive(Debug, Deserialize)]
struct Node {
    part: usize,
    node: String,
    map: Option<usize>,
}

/// Steps of a trace.
#[derive(Debug, Deserialize)]
struct Steps {
    from: usize,
    count: usize,
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::bad(format!("no such request: {error}")))
}

fn json(value: &impl serde::Serialize) -> Answer {
    Answer::Json(serde_json::to_string(value).unwrap_or_default())
}

impl Desk {
    /// Does what is asked.
    pub fn call(&mut self, call: &str, request: &str, bytes: &[u8], outside: &dyn Outside) -> Answer {
        self.answer(call, request, bytes, outside)
            .unwrap_or_else(|refused| Answer::Refused(serde_json::to_string(&refused).unwrap_or_default()))
    }

    fn answer(
        &mut self,
        call: &str,
        request: &str,
        bytes: &[u8],
        outside: &dyn Outside,
    ) -> Result<Answer, Refusal> {
        Ok(match call {
            "about" => {
                let caps: Caps = read(request)?;
                json(&session::about(env!("CARGO_PKG_VERSION"), &caps))
            }
            "position" => json(&session::position(&read::<PositionRequest>(request)?)?),
            "file" => {
                let file: File = read(request)?;
                json(&session::of_file(file.game.as_deref(), &file.name, bytes)?)
            }
            "ask" => json(&session::ask(&read::<AskRequest>(request)?)?),
            // Says at once what cannot be.
            "admit" => {
                read::<JobRequest>(request)?.check()?;
                json(&Value::Null)
            }
            "run" => self.run(read(request)?, bytes, outside),
            "proof" => {
                let wanted: Node = read(request)?;
                let proof = self.proof()?;
                let maps = &mut self.found.maps;
                json(&session::proof_node(&proof, wanted.part, &wanted.node, wanted.map, maps)?)
            }
            "steps" => {
                let wanted: Steps = read(request)?;
                let trace = self.found.trace.as_ref().ok_or_else(Refusal::missing)?;
                json(&session::trace_steps(trace, wanted.from, wanted.count))
            }
            "save" => {
                let name: String = read(request)?;
                let file = if Found::is_of_proof(&name) {
                    Found::of_proof(&*self.proof()?, &name)
                } else {
                    self.found.file(&name)
                };
                Answer::Bytes(file.ok_or_else(Refusal::missing)?.1)
            }
            _ => return Err(Refusal::bad("no such call")),
        })
    }

    /// Runs a search to its end; its last snapshot.
    fn run(&mut self, run: Run, bytes: &[u8], outside: &dyn Outside) -> Answer {
        let earlier = self.found.notes.take();
        let kept = self.kept.take().filter(|_| run.again);
        if !run.again {
            self.request = run.request;
            if self.request.kind == Kind::Proof {
                self.request.upload = Some(Arc::new(bytes.to_vec()));
            }
            self.snapshot = Snapshot {
                kind: self.request.kind,
                game: self.request.game.clone(),
                position: self.request.position.clone(),
                rules: self.request.rules.clone(),
                ..Snapshot::default()
            };
        }
        self.found = Found::default();
        self.snapshot.id = run.id;
        (self.snapshot.state, self.snapshot.resumable) = (Stage::Running, false);
        self.stop.store(false, Ordering::Relaxed);
        let mut inside = Inside::new(outside, &mut self.snapshot, Arc::clone(&self.stop), run.time);
        let ended = session::run(&self.request, run.memory, kept, earlier, &mut inside);
        ended.tell(&mut self.snapshot);
        (self.found, self.kept) = (ended.found, ended.kept);
        json(&self.snapshot)
    }

    /// The proof, read when somebody first looks at it.
    fn proof(&mut self) -> Result<Arc<Proof>, Refusal> {
        if let Some(proof) = &self.found.proof {
            return Ok(Arc::clone(proof));
        }
        let bytes = self.found.certificate.clone().ok_or_else(Refusal::missing)?;
        let read = Proof::read(bytes.as_slice(), PROOF_MEMORY);
        let proof = Arc::new(read.map_err(|error| Refusal::new("bad-certificate", error.to_string()))?);
        self.found.proof = Some(Arc::clone(&proof));
        Ok(proof)
    }
}
