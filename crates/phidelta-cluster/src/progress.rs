//! How a run stands: what a person wants to see while it goes on, and others may read as JSON.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use phidelta::Number;
use serde::{Deserialize, Serialize};

use crate::client::{Client, Counts, Totals, WorkerStats};
use crate::message::Run;
use crate::referee::Referee;
use crate::tree::share_solved;

/// Time between two looks.
const INTERVAL: Duration = Duration::from_secs(1);

/// Nodes of the tree that are looked at for an estimate of the time left: some milliseconds.
const LOOKED_AT: usize = 20_000;

/// A worker in a report.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WorkerProgress {
    /// Jobs.
    pub jobs: u64,
    /// Nodes.
    pub nodes: u64,
    /// Share of the time in which it worked, 0 to 1; jobs count when they are done.
    pub utilisation: f64,
    /// Answers that the checker has refused.
    pub lies: u64,
}

/// How a run stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The run's name.
    pub run: String,
    /// The game.
    pub game: String,
    /// What is asked.
    pub question: String,
    /// Time since this client began.
    pub seconds: f64,
    /// What has been done.
    #[serde(flatten)]
    pub counts: Counts,
    /// Jobs under way.
    pub in_flight: usize,
    /// The root's proof number.
    pub pn: Number,
    /// The root's disproof number.
    pub dn: Number,
    /// Nodes of the tree.
    pub tree_nodes: usize,
    /// The share of its memory, 0 to 1.
    pub tree_used: f64,
    /// Jobs that can be worked on at once.
    pub slots: usize,
    /// Seconds left, if the likelier answer's strategy goes on to be solved at this rate.
    pub left: Option<f64>,
    /// Each worker.
    pub workers: BTreeMap<String, WorkerProgress>,
}

/// Reads how a run stands from time to time.
#[derive(Debug)]
pub(crate) struct Meter {
    started: Instant,
    last: Option<Instant>,
    /// What workers had done for a client before this one.
    before: BTreeMap<String, WorkerStats>,
    solved_before: f64,
}

impl Meter {
    pub(crate) fn new<R: Referee>(client: &Client<R>) -> Meter {
        let before = client.totals().workers.clone();
        let solved_before = share_solved(client.tree(), LOOKED_AT);
        Meter { started: Instant::now(), last: None, before, solved_before }
    }

    /// How it stands, if it is time to look.
    pub(crate) fn read<R: Referee>(
        &mut self,
        client: &Client<R>,
        run: &Run,
        slots: usize,
    ) -> Option<Progress> {
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return None;
        }
        self.last = Some(Instant::now());
        let seconds = self.started.elapsed().as_secs_f64();
        let Totals { counts, workers } = client.totals();
        let numbers = client.numbers();
        let solved = share_solved(client.tree(), LOOKED_AT);
        let won = solved - self.solved_before;
        let worker = |(name, stats): (&String, &WorkerStats)| {
            let before = self.before.get(name).map_or(0, |before| before.millis);
            let millis = stats.millis.saturating_sub(before) as f64;
            let utilisation = (millis / 1000.0 / seconds.max(1e-3)).min(1.0);
            let &WorkerStats { jobs, nodes, lies, .. } = stats;
            (name.clone(), WorkerProgress { jobs, nodes, utilisation, lies })
        };
        Some(Progress {
            run: run.id.clone(),
            game: run.game.clone(),
            question: run.goal.clone(),
            seconds,
            counts: *counts,
            in_flight: client.in_flight(),
            pn: numbers.pn,
            dn: numbers.dn,
            tree_nodes: client.tree().len(),
            tree_used: client.tree().used(),
            slots,
            left: (won > 0.0).then(|| seconds * (1.0 - solved) / won),
            workers: workers.iter().map(worker).collect(),
        })
    }
}
