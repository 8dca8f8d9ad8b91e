//! Who is there, and what there is to do.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt;
use serde::Serialize;

use super::{HEARTBEAT, Heartbeat, Rooms, Settings, WORKERS, connect, failed, runtime};
use crate::message::{RUN_BYTES, Run};
use crate::progress::Progress;
use crate::transport::TransportError;

/// A run that is on the broker's shelf.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSeen {
    /// Its name.
    pub run: String,
    /// The game.
    pub game: String,
    /// The position, its beginning.
    pub position: String,
    /// What is asked.
    pub question: String,
    /// The version of the program that has begun it.
    pub version: String,
    /// How it stands; `None` if its client is not there.
    pub progress: Option<Progress>,
}

/// A worker that was heard of.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerSeen {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Whether it can work with this program.
    pub fits: bool,
    /// Its threads.
    pub threads: usize,
    /// Those that are at work.
    pub busy: usize,
    /// Jobs it has done.
    pub jobs: u64,
    /// Nodes it has searched.
    pub nodes: u64,
}

/// How it stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Status {
    /// Jobs that nobody has done yet.
    pub jobs: u64,
    /// Results that are kept, of all runs that are not over.
    pub results: u64,
    /// Runs under way.
    pub runs: Vec<RunSeen>,
    /// Workers.
    pub workers: Vec<WorkerSeen>,
}

/// Signs of a position that are told.
const SIGNS: usize = 80;

/// Listens for two heartbeats, and asks the broker.
pub fn status(settings: &Settings) -> Result<Status, TransportError> {
    runtime()?.block_on(async {
        let client = connect(settings, "phidelta cluster status", None).await?;
        let mut beats = client.subscribe(WORKERS).await.map_err(failed)?;
        let mut told = client.subscribe("phidelta.progress.*").await.map_err(failed)?;
        let mut rooms = Rooms::open(client).await?;
        let mut status = Status {
            jobs: rooms.jobs.info().await.map_err(failed)?.state.messages,
            results: rooms.results.info().await.map_err(failed)?.state.messages,
            ..Status::default()
        };
        let (mut workers, mut progress) = (BTreeMap::new(), BTreeMap::new());
        let until = tokio::time::sleep(2 * HEARTBEAT + Duration::from_millis(200));
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => break,
                Some(message) = beats.next() => {
                    if let Some(beat) = Heartbeat::read(&message.payload) {
                        let fits = beat.fits();
                        let Heartbeat { name, version, threads, busy, jobs, nodes, .. } = beat;
                        let seen = WorkerSeen { name: name.clone(), version, fits, threads, busy, jobs, nodes };
                        workers.insert(name, seen);
                    }
                }
                Some(message) = told.next() => {
                    if let Ok(told) = serde_json::from_slice::<Progress>(&message.payload) {
                        progress.insert(told.run.clone(), told);
                    }
                }
            }
        }
        status.workers = workers.into_values().collect();
        for name in rooms.runs.names().await? {
            let run = rooms.runs.get(&name, RUN_BYTES).await?;
            let Some(Ok(run)) = run.map(|bytes| Run::decode(&bytes)) else { continue };
            let position = run.position.chars().take(SIGNS).collect();
            let Run { game, goal: question, version, .. } = run;
            let progress = progress.remove(&name);
            status.runs.push(RunSeen { run: name, game, position, question, version, progress });
        }
        Ok(status)
    })
}
