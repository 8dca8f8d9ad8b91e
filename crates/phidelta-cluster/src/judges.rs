//! Certificates checked beside the client's own work.
//!
//! Idea: a check takes from a millisecond to seconds; meanwhile results wait, and workers wait for jobs. So answers go to
//! threads of their own, and the client takes each when it has been judged. It writes it down then: what a client has
//! been told stays a list in order ([`crate::log`]).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::message::{Found, JobResult};
use crate::referee::Referee;
use crate::transport::{Receipt, TransportError};

/// Answers that wait for a judge, for each of them, at most: they are kept in memory.
pub(crate) const WAITING: usize = 8;

/// A result that can be taken: with what the checker says, if it was asked.
pub(crate) struct Judged {
    pub(crate) result: Box<JobResult>,
    pub(crate) receipt: Receipt,
    pub(crate) word: Option<Result<(), String>>,
}

/// An answer, the moves to its position, and what it is acknowledged with.
type Case = (Vec<String>, Box<JobResult>, Receipt);

/// Threads that check. They end by themselves when this is gone.
pub(crate) struct Judges {
    cases: Sender<Case>,
    judged: Receiver<Judged>,
    count: usize,
    waiting: usize,
}

impl Judges {
    /// So many judges, who know what the referee knows.
    pub(crate) fn new<R>(referee: &R, count: usize) -> Result<Judges, TransportError>
    where
        R: Referee + Clone + Send + 'static,
    {
        let (cases, todo) = channel::<Case>();
        let (told, judged) = channel();
        let todo = Arc::new(Mutex::new(todo));
        for _ in 0..count {
            let (referee, todo, told) = (referee.clone(), todo.clone(), told.clone());
            let thread = std::thread::Builder::new().name("judge".into());
            let judge = move || {
                loop {
                    let next = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((line, result, receipt)) = next else { return };
                    let word = Some(judge(&referee, &line, &result));
                    if told.send(Judged { result, receipt, word }).is_err() {
                        return;
                    }
                }
            };
            thread.spawn(judge).map_err(|error| TransportError(format!("no thread: {error}")))?;
        }
        Ok(Judges { cases, judged, count, waiting: 0 })
    }

    /// Whether somebody is at work here.
    pub(crate) fn are_busy(&self) -> bool {
        self.waiting > 0
    }

    /// How many answers are here.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Gives them an answer of the position behind a line.
    pub(crate) fn ask(
        &mut self,
        line: Vec<String>,
        result: Box<JobResult>,
        receipt: Receipt,
    ) -> Result<(), TransportError> {
        self.waiting += 1;
        let sent = self.cases.send((line, result, receipt));
        sent.map_err(|_| TransportError("nobody is left to check certificates".into()))
    }

    /// The next answer that has been judged. Waits for it only if there are too many.
    pub(crate) fn next(&mut self) -> Option<Judged> {
        let wait = self.waiting >= WAITING * self.count;
        let judged = if wait {
            self.judged.recv_timeout(Duration::from_secs(1)).ok()
        } else {
            self.judged.try_recv().ok()
        };
        self.waiting -= usize::from(judged.is_some());
        judged
    }
}

/// What the checker says. One that panics has not passed it.
fn judge<R: Referee>(referee: &R, line: &[String], result: &JobResult) -> Result<(), String> {
    let Found::Solved { proved, certificate } = &result.found else { return Ok(()) };
    catch_unwind(AssertUnwindSafe(|| referee.judge(line, *proved, certificate)))
        .unwrap_or_else(|_| Err("the checker has panicked".into()))
}
