//! Who is there, and what there is to do.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt;
use serde::Serialize;

use super::{HEARTBEAT, Heartbeat, Rooms, Settings, WORKERS, connect, failed, runtime};
use crate::message::Run;
use crate::transport::TransportError;

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
    /// Runs under way: name, game and position.
    pub runs: Vec<(String, String, String)>,
    /// Workers.
    pub workers: Vec<WorkerSeen>,
    /// Jobs that nobody has done yet.
    pub jobs: u64,
    /// Results that no client has taken yet.
    pub results: u64,
}

/// Listens for two heartbeats, and asks the broker.
pub fn status(settings: &Settings) -> Result<Status, TransportError> {
    runtime()?.block_on(async {
        let client = connect(settings, "phidelta cluster status").await?;
        let mut beats = client.subscribe(WORKERS).await.map_err(failed)?;
        let mut rooms = Rooms::open(client).await?;
        let mut status = Status {
            jobs: rooms.jobs.info().await.map_err(failed)?.state.messages,
            results: rooms.results.info().await.map_err(failed)?.state.messages,
            ..Status::default()
        };
        let mut keys = rooms.runs.keys().await.map_err(failed)?;
        while let Some(Ok(key)) = keys.next().await {
            let run = rooms.runs.get(key.clone()).await.ok().flatten();
            if let Some(Ok(run)) = run.map(|bytes| Run::decode(&bytes)) {
                status.runs.push((key, run.game, run.position.chars().take(80).collect()));
            }
        }
        let mut seen = BTreeMap::new();
        let until = tokio::time::sleep(2 * HEARTBEAT + Duration::from_millis(200));
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => break,
                Some(message) = beats.next() => {
                    if let Ok(beat) = serde_json::from_slice::<Heartbeat>(&message.payload) {
                        let fits = beat.fits();
                        let Heartbeat { name, version, threads, busy, jobs, nodes, .. } = beat;
                        seen.insert(name.clone(), WorkerSeen { name, version, fits, threads, busy, jobs, nodes });
                    }
                }
            }
        }
        status.workers = seen.into_values().collect();
        Ok(status)
    })
}
