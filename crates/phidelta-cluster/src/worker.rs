//! A worker: jobs in, numbers or proofs out.
//!
//! It keeps its table from job to job, and shares it with the other workers of its process ([`Worker::team`]): the
//! positions of one run have much in common. A position is asked without the moves that led to it, so that what is
//! found holds wherever it stands, and an answer is sent with its certificate or not at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use phidelta::{Algorithm, Form, Limits, Solver, Verdict};
use phidelta_desk::{Events, Leaf};

use crate::message::{Found, Job, JobResult, MessageError, Run};

/// Time between two looks at the numbers of the moves: a job of a hundredth of a second sees some.
const INTERVAL: Duration = Duration::from_millis(4);

/// How many times the nodes of its job a position may cost that is solved once more on a table of its own: that one does
/// not know what colleagues have found.
const AGAIN: u64 = 8;

/// Does the jobs of one run, one at a time.
pub struct Worker {
    name: String,
    run: String,
    root: Leaf,
    solver: Solver,
    stop: Arc<AtomicBool>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("name", &self.name).field("run", &self.run).finish_non_exhaustive()
    }
}

impl Worker {
    /// A worker for a run, with so many bytes of memory; refused where this program means something else by
    /// the run's words.
    pub fn new(name: &str, run: &Run, memory: u64) -> Result<Worker, MessageError> {
        let mut team = Worker::team(&[name.to_string()], run, memory)?;
        team.pop().ok_or_else(|| MessageError::Problem("nobody".into()))
    }

    /// A worker of each name for threads of one process: one table for all of them, within so many bytes.
    pub fn team(names: &[String], run: &Run, memory: u64) -> Result<Vec<Worker>, MessageError> {
        let root = run.root()?;
        let algorithm: Algorithm = run
            .algorithm
            .parse()
            .map_err(|error| MessageError::Problem(format!("algorithm {}: {error}", run.algorithm)))?;
        let solver = Solver::new(algorithm).memory(memory).progress_interval(INTERVAL).lines(false);
        let team = solver.team(names.len()).map_err(|error| MessageError::Problem(error.to_string()))?;
        let hire = |(name, solver): (&String, Solver)| {
            let stop = Arc::new(AtomicBool::new(false));
            let solver = solver.limits(Limits::default().with_stop(stop.clone()));
            Worker { name: name.clone(), run: run.id.clone(), root: root.clone(), solver, stop }
        };
        Ok(names.iter().zip(team).map(hire).collect())
    }

    /// The run it works for.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// A flag that ends the job under way.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Does a job.
    pub fn work(&mut self, job: &Job, events: &mut dyn Events) -> JobResult {
        let started = Instant::now();
        let (nodes, found) = self.look(job, events).unwrap_or_else(|why| (0, Found::Failed { why }));
        JobResult {
            run: self.run.clone(),
            job: job.id,
            worker: self.name.clone(),
            tries: 1,
            nodes,
            millis: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            found,
        }
    }

    fn look(&mut self, job: &Job, events: &mut dyn Events) -> Result<(u64, Found), String> {
        self.stop.store(false, Ordering::Relaxed);
        let mut leaf = self.root.behind(&job.line).map_err(|mv| format!("'{mv}' is no move there"))?;
        let answer = leaf.solve(&mut self.solver, job.nodes, events).map_err(|error| error.to_string())?;
        let proved = match answer.verdict {
            Verdict::Proved => true,
            Verdict::Disproved => false,
            Verdict::Unknown(_) => {
                let moves = answer.moves.into_iter();
                let moves = moves.map(|found| (found.mv, found.numbers.pn, found.numbers.dn)).collect();
                return Ok((answer.nodes, Found::Open { moves }));
            }
        };
        let mut certificate = Vec::new();
        let written = leaf.certify(&mut self.solver, answer.verdict, Form::Binary, &mut certificate);
        let nodes = match written {
            Ok(done) => done.nodes,
            Err(error) if self.solver.is_of_a_team() => {
                let (nodes, alone) = self.certify_alone(&mut leaf, job.nodes, answer.verdict, events);
                certificate = alone.ok_or_else(|| format!("no certificate: {error}"))?;
                nodes
            }
            Err(error) => return Err(format!("no certificate: {error}")),
        };
        Ok((answer.nodes + nodes, Found::Solved { proved, certificate }))
    }

    /// What the table of a team cannot give is found again on a table of one's own; and the nodes of that.
    fn certify_alone(
        &self,
        leaf: &mut Leaf,
        nodes: u64,
        verdict: Verdict,
        events: &mut dyn Events,
    ) -> (u64, Option<Vec<u8>>) {
        let mut solver = self.solver.alone();
        let again = leaf.solve(&mut solver, nodes.saturating_mul(AGAIN), events);
        let Ok(again) = again else { return (0, None) };
        if again.verdict != verdict {
            return (again.nodes, None);
        }
        let mut certificate = Vec::new();
        match leaf.certify(&mut solver, verdict, Form::Binary, &mut certificate) {
            Ok(done) => (again.nodes + done.nodes, Some(certificate)),
            Err(_) => (again.nodes, None),
        }
    }
}
