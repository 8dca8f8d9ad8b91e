//! A checker that believes everything, and workers that contradict each other: the run stops and says where.

use std::collections::VecDeque;
use std::time::Duration;

use phidelta::Side;
use phidelta_cluster::client::{Client, Halt, JobSize};
use phidelta_cluster::log::Log;
use phidelta_cluster::message::{Found, Job, JobResult, Run};
use phidelta_cluster::referee::{Referee, Rules, Sight};
use phidelta_cluster::run::{RunError, RunLimits, drive};
use phidelta_cluster::transport::{Notice, Receipt, Transport, TransportError};

/// D stands behind B and behind C.
const GRAPH: &str = r#"{"root": "A", "nodes": {
    "A": {"type": "OR", "children": ["B", "C"]},
    "B": {"type": "AND", "children": ["D", "E"]},
    "C": {"type": "AND", "children": ["D", "F"]},
    "D": {"type": "OR", "children": ["G", "H"]},
    "E": {"type": "OR", "children": ["H"]},
    "F": {"type": "OR", "children": ["H"]},
    "G": {"type": "AND", "children": ["H"]},
    "H": {"type": "OR", "value": "loss"}}}"#;

#[derive(Clone)]
struct Credulous(Rules);

impl Referee for Credulous {
    fn root(&self) -> Sight {
        self.0.root()
    }
    fn repetition(&self) -> Option<bool> {
        self.0.repetition()
    }
    fn moves(&self, line: &[String]) -> (Side, Vec<Sight>) {
        self.0.moves(line)
    }
    fn judge(&self, _: &[String], _: bool, _: &[u8]) -> Result<(), String> {
        Ok(())
    }
}

/// Workers by rote: the first D is left open, what is behind it is proved, the second D is disproved after that.
#[derive(Default)]
struct Rote {
    jobs: VecDeque<Job>,
    seen: usize,
    /// An answer has been told and not taken yet: it is judged beside, and the next one must not overtake it.
    is_judged: bool,
}

impl Transport for Rote {
    fn open(&mut self, _: &Run) -> Result<(), TransportError> {
        Ok(())
    }
    fn send(&mut self, job: &Job) -> Result<(), TransportError> {
        self.jobs.push_back(job.clone());
        Ok(())
    }
    fn cancel(&mut self, _: &[u64]) -> Result<(), TransportError> {
        Ok(())
    }
    fn receive(&mut self, _: Duration) -> Result<Option<Notice>, TransportError> {
        if self.is_judged {
            return Ok(None);
        }
        let ends = |job: &Job, end: &str| job.line.last().is_some_and(|mv| mv == end);
        let quick = self.jobs.iter().position(|job| !ends(job, "D") && !ends(job, "E") && !ends(job, "F"));
        let at = quick.or_else(|| self.jobs.iter().position(|job| ends(job, "D")));
        let Some(job) = at.and_then(|at| self.jobs.remove(at)) else { return Ok(None) };
        let solved = |proved| Found::Solved { proved, certificate: Vec::new() };
        let found = match job.line.last().map(String::as_str) {
            Some("G") => solved(true),
            Some("D") if self.seen > 0 => solved(false),
            Some("D") => {
                self.seen += 1;
                Found::Open { moves: Vec::new() }
            }
            _ => Found::Open { moves: Vec::new() },
        };
        self.is_judged = matches!(found, Found::Solved { .. });
        let (run, worker) = (job.run.clone(), "by rote".into());
        let result = JobResult { run, job: job.id, worker, tries: 1, nodes: 1, millis: 1, found };
        Ok(Some(Notice::Result(Box::new(result), 0)))
    }
    fn acknowledge(&mut self, _: Receipt) -> Result<(), TransportError> {
        self.is_judged = false;
        Ok(())
    }
    fn slots(&self) -> usize {
        4
    }
    fn close(&mut self, _: bool) -> Result<(), TransportError> {
        Ok(())
    }
}

#[test]
fn contradicting_certificates_stop_the_run_and_say_where() {
    let (run, root) = Run::new("contradiction", ("graph", GRAPH), "win", &[], "df-pn").unwrap();
    let size = JobSize { least: 1, most: 1, part: 1 };
    let mut client = Client::new(&run.id, Credulous(Rules::new(root, 1 << 20)), size, 1 << 20);
    let limits = RunLimits { time: Some(Duration::from_secs(300)), ..RunLimits::default() };
    let ended = drive(&mut client, &run, &mut Rote::default(), &mut Log::nowhere(), &limits, &mut ());
    let Err(RunError::Halt(halt @ Halt::Contradiction { .. })) = ended else { panic!("{ended:?}") };
    let text = halt.to_string();
    assert!(text.contains("contradict each other behind 'C D'"), "{text}");
    assert!(text.contains("nothing is proved"), "{text}");
    assert_eq!(client.answer(), None);
}
