//! Runs what is not finished yet, on several threads, and says how long it will take.
//!
//! Runs are handed out in the order of the grid. Each has its own table of the size its setting says:
//! N jobs take N times that. A run that Ctrl-C has ended is not written: it will be made again.
//!
//! Invariant: what a run finds depends on its key alone, not on jobs, order or interruptions (unless it
//! has a limit of time).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use phidelta::{Limits, Reason, Solver, Verdict};
use phidelta_desk::{self as desk, Options, Problem, Source};

use super::made;
use super::record::{Key, Machine, Outcome, Record};
use super::results::Results;
use super::small_graphs;
use crate::failure::{Failure, Result};
use crate::progress::{self, StatusRow};
use phidelta_desk::format::{grouped, plural};

/// What became of the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// All are finished.
    Complete,
    /// Ctrl-C came first.
    Stopped {
        /// Runs that are finished.
        done: usize,
    },
}

/// Makes every run that has no result yet.
pub(super) fn run(keys: &[Key], results: &mut Results, jobs: usize, stop: &Arc<AtomicBool>) -> Result<End> {
    let open: Vec<&Key> = keys.iter().filter(|key| results.get(key).is_none()).collect();
    let mut clock = Clock::new(keys, results, &open, jobs);
    let mut status = StatusRow::on_terminal();
    let next = AtomicUsize::new(0);
    let mut done = keys.len() - open.len();
    let mut failed = None;
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..jobs.min(open.len()) {
            let (send, open, next) = (send.clone(), &open, &next);
            scope.spawn(move || {
                while let Some(key) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.load(Ordering::Relaxed) || send.send((*key, one(key, stop))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        loop {
            if let Some(status) = &mut status {
                status.show(clock.text(done, keys.len()));
            }
            let (key, outcome) = match receive.recv_timeout(progress::INTERVAL) {
                Ok(found) => found,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let written = outcome.and_then(|outcome| match outcome {
                Some(outcome) => {
                    clock.finished(key, outcome.seconds);
                    done += 1;
                    results.add(Record { key: key.clone(), outcome, machine: Machine::here().clone() })
                }
                None => Ok(()),
            });
            if let Err(failure) = written {
                failed.get_or_insert(failure);
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    match failed {
        Some(failure) => Err(failure),
        None if done == keys.len() => Ok(End::Complete),
        None => Ok(End::Stopped { done }),
    }
}

/// Makes one run; `None` if it was stopped.
fn one(key: &Key, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>> {
    match key.game.as_str() {
        small_graphs::GAME => small_graphs::run(key, stop),
        made::GAME => {
            let mut problem = made::problem(&key.problem)?;
            search(key, &mut problem, stop)
        }
        _ => {
            let game = desk::find(&key.game).map_err(Failure::input)?;
            let options = Options::new(game, key.goal.as_deref(), &[])?;
            let mut problems = desk::read(game, Source::Text(&key.problem), &options)?;
            let problem = problems.first_mut().ok_or_else(|| Failure::input("no position"))?;
            search(key, problem, stop)
        }
    }
}

fn search(key: &Key, problem: &mut Problem, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>> {
    let limits =
        Limits::default().with_nodes(key.limit_nodes).with_time(key.time()).with_stop(Arc::clone(stop));
    let algorithm = key.algorithm.parse().map_err(Failure::input)?;
    let mut solver = Solver::new(algorithm).memory(key.memory).limits(limits).lines(false);
    let before = ThreadTime::try_now().ok();
    let answer = problem.solve(&mut solver, &mut ())?;
    let report = &answer.report;
    let reason = match report.verdict {
        Verdict::Unknown(Reason::Stopped) => return Ok(None),
        Verdict::Unknown(reason) => Some(reason.to_string()),
        Verdict::Proved | Verdict::Disproved => None,
    };
    let processor = before.and_then(|before| before.try_elapsed().ok()).unwrap_or(Duration::MAX);
    let stats = &report.stats;
    Ok(Some(Outcome {
        verdict: report.verdict.to_string(),
        reason,
        value: answer.value().map(|value| value.to_string()),
        nodes: stats.nodes,
        counted: stats.counted,
        expansions: stats.expansions,
        revisits: stats.revisits,
        loops_cut: stats.loops_cut,
        merges_found: stats.merges_found,
        max_depth: stats.max_depth,
        seconds: rounded(report.elapsed.min(processor)),
        table_bytes: report.table_bytes,
        table_used: (report.table_used * 1e6).round() / 1e6,
        graphs: None,
    }))
}

/// Seconds to the microsecond: finer digits are noise.
pub(super) fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// How long it will take: what finished runs of the same kind took is what open ones will.
struct Clock {
    started: Instant,
    jobs: usize,
    /// By algorithm and game: seconds, finished runs, open runs.
    kinds: std::collections::HashMap<(String, String), (f64, u32, u32)>,
}

impl Clock {
    fn new(keys: &[Key], results: &Results, open: &[&Key], jobs: usize) -> Clock {
        let mut clock = Clock { started: Instant::now(), jobs: jobs.max(1), kinds: Default::default() };
        for key in open {
            clock.kind(key).2 += 1;
        }
        for key in keys {
            if let Some(outcome) = results.get(key) {
                let kind = clock.kind(key);
                kind.0 += outcome.seconds;
                kind.1 += 1;
            }
        }
        clock
    }

    fn kind(&mut self, key: &Key) -> &mut (f64, u32, u32) {
        self.kinds.entry((key.game.clone(), key.algorithm.clone())).or_default()
    }

    fn finished(&mut self, key: &Key, seconds: f64) {
        let kind = self.kind(key);
        *kind = (kind.0 + seconds, kind.1 + 1, kind.2.saturating_sub(1));
    }

    /// Seconds left, if anything is known.
    fn left(&self) -> Option<f64> {
        let all = self.kinds.values().fold((0.0, 0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1));
        let usual = (all.1 > 0).then(|| all.0 / f64::from(all.1))?;
        let left: f64 = self
            .kinds
            .values()
            .map(|&(seconds, finished, open)| {
                let each = if finished > 0 { seconds / f64::from(finished) } else { usual };
                each * f64::from(open)
            })
            .sum();
        Some(left / self.jobs as f64)
    }

    fn text(&self, done: usize, all: usize) -> String {
        let left = self.left().map_or("?".into(), clock_time);
        let spent = clock_time(self.started.elapsed().as_secs_f64());
        format!("{} of {}  {spent} gone, about {left} left", grouped(done as u64), plural(all, "run", "runs"))
    }
}

/// Seconds as `3:07` or `2:03:07`.
fn clock_time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_a_clock() {
        assert_eq!([0.4, 67.0, 7387.0].map(clock_time), ["0:00", "1:07", "2:03:07"]);
    }

    #[test]
    fn what_is_left_is_what_the_same_algorithm_took() {
        let record = super::super::results::tests::record;
        let path = std::env::temp_dir().join(format!("phidelta-clock-{}.jsonl", std::process::id()));
        let results = Results::open(&path).unwrap();
        let keys: Vec<Key> = ["a", "b", "c", "d"].map(|name| record(name, 0).key).into();
        let open: Vec<&Key> = keys.iter().collect();
        let mut clock = Clock::new(&keys, &results, &open, 2);
        assert_eq!(clock.left(), None);
        clock.finished(&keys[0], 4.0);
        assert_eq!(clock.left(), Some(6.0));
        assert!(clock.text(1, 4).contains("1 of 4 runs") && clock.text(1, 4).contains("0:06 left"));
        std::fs::remove_file(&path).unwrap();
    }
}
