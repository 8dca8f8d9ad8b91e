//! The client: it keeps the tree, hands out jobs, and believes nobody.
//!
//! Idea: a machine without a clock, a network or a thread. Jobs are asked of it, results are told to it, and
//! what it is then follows from these calls alone: a client that has died goes on by being told the same
//! again ([`crate::log`]), and a simulation drives the same code in virtual time.
//!
//! Invariant: a node counts as solved only by the rules, or by a certificate that the checker has passed.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use phidelta::yard::{INDEPENDENT, NodeId, ROOT};
use phidelta::{INFINITY, Number, Numbers};
use serde::{Deserialize, Serialize};

use crate::message::{Found, Job, JobResult, numbers};
use crate::referee::Referee;
use crate::tree::{self, Given, Support, Tree};

/// How large jobs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobSize {
    /// Nodes of the first jobs.
    pub least: u64,
    /// Nodes of the largest.
    pub most: u64,
    /// A job may have this part of all nodes searched so far: the tree grows by the logarithm of the work.
    pub part: u64,
}

impl Default for JobSize {
    /// From some hundredths of a second to some minutes. With a part of 1/4096 a problem of 10¹² nodes
    /// needs some 50,000 splits.
    fn default() -> JobSize {
        JobSize { least: 20_000, most: 100_000_000, part: 4096 }
    }
}

impl From<u64> for JobSize {
    /// Jobs that begin with so many nodes.
    fn from(least: u64) -> JobSize {
        let usual = JobSize::default();
        JobSize { least: least.max(1), most: usual.most.max(least), ..usual }
    }
}

/// Looks at a leaf that have failed before the client goes into it itself.
const TRIES: u32 = 5;

/// A job under way.
#[derive(Clone, Debug)]
struct Flight {
    /// The leaf that its worker was told of. The tree may mean another one with the same position by now.
    leaf: NodeId,
    nodes: u64,
    cancelled: bool,
}

/// What one worker has done.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct WorkerStats {
    /// Jobs.
    pub jobs: u64,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds of work.
    pub millis: u64,
    /// Answers that the checker has refused. One is enough not to be believed any more.
    pub lies: u64,
}

/// What has been done so far, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Results taken.
    pub done: u64,
    /// Times that a job was given out again, because its worker had gone.
    pub redone: u64,
    /// Results that came twice, too late, or for nothing: their nodes were wasted.
    pub wasted: u64,
    /// Nodes of those.
    pub wasted_nodes: u64,
    /// Nodes of all results.
    pub nodes: u64,
    /// Answers accepted from workers.
    pub certificates: u64,
    /// Jobs that failed or ended their workers again and again, and were split without an answer.
    pub dead: u64,
}

/// What has been done so far, and by whom.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Totals {
    /// All together.
    #[serde(flatten)]
    pub counts: Counts,
    /// Each worker.
    pub workers: BTreeMap<String, WorkerStats>,
}

impl Totals {
    /// Adds what another run has done.
    pub fn add(&mut self, Totals { counts, workers }: &Totals) {
        // Named one by one: a new counter must be decided on here.
        let Counts { done, redone, wasted, wasted_nodes, nodes, certificates, dead } = counts;
        self.counts.done += done;
        self.counts.redone += redone;
        self.counts.wasted += wasted;
        self.counts.wasted_nodes += wasted_nodes;
        self.counts.nodes += nodes;
        self.counts.certificates += certificates;
        self.counts.dead += dead;
        for (name, WorkerStats { jobs, nodes, millis, lies }) in workers {
            let known = self.workers.entry(name.clone()).or_default();
            known.jobs += jobs;
            known.nodes += nodes;
            known.millis += millis;
            known.lies += lies;
        }
    }
}

/// Why a run must end without an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// Two checked certificates contradict each other.
    #[error(
        "two certificates, both passed by the checker, contradict each other behind '{line}': \
             a program is wrong, and nothing is proved"
    )]
    Contradiction {
        /// The moves to the position.
        line: String,
    },
    /// There is no room for another split, and larger jobs did not help.
    #[error("memory full")]
    MemoryFull,
}

/// What became of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It was of use.
    Used,
    /// It came twice, too late, or nobody had asked.
    Wasted,
    /// It was a dead letter: the client goes into the position itself.
    Dead,
    /// Its certificate was refused, and why; the worker is not believed any more.
    Refused(String),
}

/// The client of one run.
#[derive(Clone, Debug)]
pub struct Client<R> {
    run: String,
    referee: R,
    tree: Tree,
    size: JobSize,
    names: Names,
    /// Jobs under way by their ticket.
    flights: BTreeMap<u64, Flight>,
    /// How many of them have been cancelled. Nobody has to answer those.
    useless: usize,
    failures: HashMap<NodeId, u32>,
    /// Certificates by number.
    certificates: Vec<Vec<u8>>,
    totals: Totals,
    /// Milliseconds of work of all workers.
    millis: u64,
    /// How much larger jobs are, because the tree has no room for smaller ones.
    pressure: u32,
}

impl<R: Referee> Client<R> {
    /// A client of a run, whose tree may have so many bytes.
    pub fn new(run: &str, referee: R, size: JobSize, memory: u64) -> Client<R> {
        let root = referee.root();
        let mut tree = tree::new(root.key, memory);
        // A game that is over needs no worker.
        if let Some(reached) = root.ended {
            let known = tree.know(ROOT, reached, Support::End);
            debug_assert!(known.is_ok(), "nothing is known before");
        }
        Client {
            run: run.into(),
            referee,
            tree,
            size,
            names: Names::default(),
            flights: BTreeMap::new(),
            useless: 0,
            failures: HashMap::new(),
            certificates: Vec::new(),
            totals: Totals::default(),
            millis: 0,
            pressure: 0,
        }
    }

    /// Whether the attacker reaches his goal, if that is known.
    pub fn answer(&self) -> Option<bool> {
        tree::answer(&self.tree)
    }

    /// The root's numbers.
    pub fn numbers(&self) -> Numbers {
        self.tree.numbers(ROOT)
    }

    /// What has been done.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// How long a job takes; nothing as long as none was done.
    pub fn mean_job(&self) -> Duration {
        Duration::from_millis(self.millis / self.totals.counts.done.max(1))
    }

    /// Jobs under way that are of use.
    pub fn in_flight(&self) -> usize {
        self.flights.len() - self.useless
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Who knows the rules.
    pub fn referee(&self) -> &R {
        &self.referee
    }

    /// A certificate that was accepted.
    pub fn certificate(&self, number: u32) -> &[u8] {
        &self.certificates[number as usize]
    }

    /// The next job, if there is one that could be of use now.
    pub fn next_job(&mut self) -> Option<Job> {
        let id = self.tree.take()?;
        let leaf = self.tree.leaf(id)?;
        let JobSize { least, most, part } = self.size;
        let nodes = (self.totals.counts.nodes / part.max(1)).clamp(least, most.max(least));
        let nodes = nodes.saturating_mul(1 << self.pressure.min(32));
        self.flights.insert(id, Flight { leaf, nodes, cancelled: false });
        Some(Job { run: self.run.clone(), id, line: self.line(leaf), nodes })
    }

    /// A job under way, to be sent again: a broker that has died may have lost it.
    pub fn job(&self, id: u64) -> Option<Job> {
        let flight = self.flights.get(&id)?;
        Some(Job { run: self.run.clone(), id, line: self.line(flight.leaf), nodes: flight.nodes })
    }

    /// Whether a job is under way.
    pub fn is_under_way(&self, id: u64) -> bool {
        self.flights.contains_key(&id)
    }

    /// All jobs under way that are of use.
    pub fn jobs(&self) -> impl Iterator<Item = u64> + '_ {
        self.flights.iter().filter(|(_, flight)| !flight.cancelled).map(|(&id, _)| id)
    }

    /// The moves that lead to a node.
    pub fn line(&self, node: NodeId) -> Vec<String> {
        self.tree.line(node).map(|&mv| self.names.name(mv).to_string()).collect()
    }

    /// A move's name.
    pub fn name(&self, mv: u32) -> &str {
        self.names.name(mv)
    }

    /// Jobs under way that have become useless since this was asked last: whoever works on one may stop.
    pub fn cancelled(&mut self) -> Vec<u64> {
        let mut useless = self.tree.useless();
        // Those that came back before anybody asked need no word.
        useless.retain(|id| {
            self.flights.get_mut(id).is_some_and(|flight| !std::mem::replace(&mut flight.cancelled, true))
        });
        self.useless += useless.len();
        useless
    }

    /// Takes a result, and has its certificate checked.
    pub fn take(&mut self, result: JobResult) -> Result<Taken, Halt> {
        self.take_judged(result, None)
    }

    /// Takes a result whose certificate has been checked already: what its referee has said.
    pub(crate) fn take_judged(
        &mut self,
        result: JobResult,
        word: Option<Result<(), String>>,
    ) -> Result<Taken, Halt> {
        let JobResult { run, job, worker, tries, nodes, millis, found } = result;
        if run != self.run {
            return Ok(Taken::Wasted);
        }
        let stats = self.totals.workers.entry(worker.clone()).or_default();
        (stats.jobs, stats.nodes, stats.millis) =
            (stats.jobs + 1, stats.nodes + nodes, stats.millis + millis);
        let believed = stats.lies == 0;
        self.millis += millis;
        self.totals.counts.nodes += nodes;
        self.totals.counts.done += 1;
        let Some(flight) = self.flights.remove(&job) else {
            self.waste(nodes);
            return Ok(Taken::Wasted);
        };
        self.useless -= usize::from(flight.cancelled);
        self.totals.counts.redone += tries.saturating_sub(1);
        if self.tree.leaf(job).is_none() && !matches!(found, Found::Solved { .. }) {
            self.waste(nodes);
            self.give(job, Given::Nothing)?;
            return Ok(Taken::Wasted);
        }
        match found {
            Found::Solved { proved, certificate } => {
                let word =
                    word.unwrap_or_else(|| self.referee.judge(&self.line(flight.leaf), proved, &certificate));
                let taken = self.take_answer((job, flight), proved, (certificate, word), nodes)?;
                if let Taken::Refused(_) = &taken {
                    self.totals.workers.entry(worker).or_default().lies += 1;
                }
                Ok(taken)
            }
            Found::Open { moves } if believed => self.split(job, &flight, &moves).map(|()| Taken::Used),
            Found::Open { .. } => self.give(job, Given::Nothing).map(|()| Taken::Wasted),
            Found::Failed { .. } => {
                self.fail(job, &flight)?;
                Ok(Taken::Wasted)
            }
            Found::Dead => {
                self.totals.counts.dead += 1;
                self.split(job, &flight, &[]).map(|()| Taken::Dead)
            }
        }
    }

    fn waste(&mut self, nodes: u64) {
        self.totals.counts.wasted += 1;
        self.totals.counts.wasted_nodes += nodes;
    }

    fn take_answer(
        &mut self,
        (job, flight): (u64, Flight),
        proved: bool,
        (certificate, word): (Vec<u8>, Result<(), String>),
        nodes: u64,
    ) -> Result<Taken, Halt> {
        if let Err(why) = word {
            self.waste(nodes);
            self.fail(job, &flight)?;
            return Ok(Taken::Refused(why));
        }
        self.totals.counts.certificates += 1;
        let wanted = self.tree.leaf(job).is_some();
        let number = self.certificates.len() as u32;
        self.certificates.push(certificate);
        let ground = Support::Certificate(number);
        self.give(job, Given::Solved { proved, dependency: INDEPENDENT, ground })?;
        if !wanted {
            self.waste(nodes);
        }
        Ok(if wanted { Taken::Used } else { Taken::Wasted })
    }

    /// A job that failed is tried again; one that fails always is split, which needs nobody.
    fn fail(&mut self, job: u64, flight: &Flight) -> Result<(), Halt> {
        let tries = self.failures.entry(flight.leaf).or_default();
        *tries += 1;
        if *tries < TRIES {
            return self.give(job, Given::Nothing);
        }
        self.totals.counts.dead += 1;
        self.split(job, flight, &[])
    }

    /// Gives a leaf its children: the rules say which, the worker what they may be worth.
    fn split(&mut self, job: u64, flight: &Flight, told: &[(String, u32, u32)]) -> Result<(), Halt> {
        let Some(leaf) = self.tree.leaf(job) else { return self.give(job, Given::Nothing) };
        let told: HashMap<&str, (u32, u32)> =
            told.iter().map(|(name, pn, dn)| (name.as_str(), (*pn, *dn))).collect();
        let (side, sights) = self.referee.moves(&self.line(leaf));
        if !self.tree.has_room(sights.len()) {
            if flight.nodes >= self.size.most.saturating_mul(1 << 16) {
                return Err(Halt::MemoryFull);
            }
            self.pressure += 1;
            return self.give(job, Given::Nothing);
        }
        let repetition = self.referee.repetition();
        let children = sights.into_iter().map(|sight| {
            let open = told.get(sight.mv.as_str()).copied().map_or(Numbers::UNIT, numbers);
            let mv = self.names.number(&sight.mv);
            tree::child(&self.tree, leaf, (mv, sight.key), sight.ended.ok_or(sane(open)), repetition)
        });
        let children = children.collect();
        self.give(job, Given::Open { numbers: self.tree.numbers(leaf), side, unit: 1, children })
    }

    fn give(&mut self, job: u64, given: Given) -> Result<(), Halt> {
        let given = self.tree.give(job, given);
        given.map_err(|at| Halt::Contradiction { line: self.line(at.0).join(" ") })
    }
}

/// Numbers of somebody else: never solved, never without end.
fn sane(numbers: Numbers) -> Numbers {
    let bound = |number: Number| number.clamp(1, INFINITY / 4);
    Numbers { pn: bound(numbers.pn), dn: bound(numbers.dn) }
}

/// Names of moves, each once.
#[derive(Clone, Debug, Default)]
struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }
}
