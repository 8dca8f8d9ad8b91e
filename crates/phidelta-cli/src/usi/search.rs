//! A search in a thread of its own, from the first `info` to the answer.
//!
//! Two clocks end it. The search itself gets the time less a reserve; a timer ends the writing out of the
//! line of play when all of the time is over. So a mate found in the last moment still has its moves.
//!
//! Invariant: the thread sends exactly one answer, as its last row.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use phidelta::{Progress, Reason, Report, Solver, Stats, Verdict};
use phidelta_desk::{Events, Problem, Request, run_on};

use super::go::Reply;
use super::many;
use super::options::Setup;
use super::{send, tell};

/// The most that is kept back of the time for the line of play: one second. Of short times it is a tenth.
const MOST_RESERVE: Duration = Duration::from_secs(1);

/// Time for an answer to reach the other side, kept back of the whole.
const DELIVERY: Duration = Duration::from_millis(10);

/// Moves of the line being looked at that an `info` shows: no program shows more, and such lines can be
/// thousands of plies deep.
const SHOWN_MOVES: usize = 200;

/// Something to be searched.
pub(super) struct Job {
    pub(super) problem: Problem,
    pub(super) solver: Solver,
    /// What the solver was made for.
    pub(super) setup: Setup,
    /// What is asked, but for the time.
    pub(super) request: Request,
    pub(super) reply: Reply,
    /// The node limit in the request.
    pub(super) nodes: Option<u64>,
    /// Within which the answer has to be there.
    pub(super) time: Option<Duration>,
    /// Whether the answer waits for [`Running::stop`] or [`Running::go_on`].
    pub(super) hold: bool,
    /// First moves to tell.
    pub(super) multi_pv: usize,
}

/// A search that has been started.
pub(super) struct Running {
    flags: Flags,
    thread: JoinHandle<()>,
    done: Receiver<(Setup, Solver)>,
    /// Of a search that was told its time later.
    timer: Option<Timer>,
}

/// What a search is told from outside.
#[derive(Clone, Default)]
struct Flags {
    stop: Arc<AtomicBool>,
    /// The answer has to wait.
    hold: Arc<AtomicBool>,
    /// It was a clock that has stopped it.
    late: Arc<AtomicBool>,
}

impl Running {
    /// Starts a search.
    pub(super) fn start(job: Job) -> io::Result<Running> {
        let flags = Flags::default();
        flags.hold.store(job.hold, Ordering::Relaxed);
        let (give_back, done) = mpsc::channel();
        let seen = flags.clone();
        let builder = thread::Builder::new().name("search".into());
        let thread = builder.spawn(move || {
            // Nobody waits for it after `quit`.
            let _ = give_back.send(search(job, &seen));
        })?;
        Ok(Running { flags, thread, done, timer: None })
    }

    fn ask_to_stop(&self) {
        self.flags.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
    }

    /// The answer need no longer wait; from now on there is so much time for it.
    pub(super) fn go_on(&mut self, time: Option<Duration>) {
        self.timer = time.map(|time| Timer::start(time.saturating_sub(DELIVERY), &self.flags));
        self.flags.hold.store(false, Ordering::Relaxed);
        self.thread.thread().unpark();
    }

    /// Whether it has sent its answer. If so, [`Running::stop`] returns at once.
    pub(super) fn is_done(&self) -> bool {
        self.thread.is_finished()
    }

    /// Ends it, waits for its answer and takes the solver back.
    pub(super) fn stop(self) -> Option<(Setup, Solver)> {
        self.ask_to_stop();
        self.done.recv().ok()
    }

    /// Ends it and waits for its answer, but not for ever.
    pub(super) fn leave(self, patience: Duration) {
        self.ask_to_stop();
        let _ = self.done.recv_timeout(patience);
    }
}

fn search(job: Job, flags: &Flags) -> (Setup, Solver) {
    let Job { mut problem, solver, setup, request, reply, nodes, time, multi_pv, .. } = job;
    let Flags { stop, hold, late } = flags;
    let whole = time.map(|time| time.saturating_sub(DELIVERY));
    let timer = whole.map(|time| Timer::start(time, flags));
    // Never nothing: the first look at the clock would come before the first move.
    let most_time = whole.map(|time| (time - (time / 10).min(MOST_RESERVE)).max(Duration::from_millis(1)));
    let request = request.time(most_time).stop(Arc::clone(stop));
    let started = Instant::now();
    // A clock that ends a search from outside is a time limit, too.
    let ended = |stats: &Stats| {
        if late.load(Ordering::Relaxed) || most_time.is_some_and(|time| started.elapsed() >= time) {
            Reason::TimeLimit
        } else if nodes.is_some_and(|nodes| stats.nodes >= nodes) {
            Reason::NodeLimit
        } else {
            Reason::Stopped
        }
    };
    let mut solver = request.on(solver);
    let found = run_on(&mut solver, &mut problem, &request, &mut Vec::new(), &mut Informer);
    drop(timer);
    let answer = match found {
        Ok(found) => {
            let many = request.wanted().shortest;
            let mut report = found.answer.report.clone();
            if matches!(report.verdict, Verdict::Unknown(reason) if many || reason == Reason::Stopped) {
                report.verdict = Verdict::Unknown(ended(&report.stats));
            }
            if many {
                many::tell_lengths(&found.answer, multi_pv, ended(&report.stats));
            }
            send(&last_info(&report));
            answer(reply, &report)
        }
        Err(error) => {
            tell(&error.to_string());
            no_answer(reply).to_string()
        }
    };
    while hold.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        thread::park();
    }
    send(&answer);
    (setup, solver)
}

/// Sets a flag when time is over, unless it is dropped before.
struct Timer(#[expect(dead_code, reason = "dropping it is the message")] mpsc::Sender<()>);

impl Timer {
    fn start(time: Duration, flags: &Flags) -> Timer {
        let (dropped, wait) = mpsc::channel::<()>();
        let Flags { stop, late, .. } = flags.clone();
        // Without a thread for it the search still ends in time, only its line may take a little longer.
        let _ = thread::Builder::new().name("timer".into()).spawn(move || {
            if wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                late.store(true, Ordering::Relaxed);
                stop.store(true, Ordering::Relaxed);
            }
        });
        Timer(dropped)
    }
}

/// Sends progress reports on.
struct Informer;

impl Events for Informer {
    fn progress(&mut self, progress: &Progress<'_, String>) {
        let &Progress { nodes, elapsed, table_used, depth, .. } = progress;
        let figures = figures(nodes, progress.nodes_per_second(), table_used, elapsed);
        send(&format!("info depth {depth} {figures}{}", pv(progress.line)));
    }

    fn shown_moves(&self) -> usize {
        SHOWN_MOVES
    }
}

/// The last `info`: what the search took and the line it found.
fn last_info(report: &Report<String>) -> String {
    let plies = report.line.len();
    let score = match (report.verdict, report.line_complete) {
        (Verdict::Proved, true) => format!(" score mate +{plies}"),
        // A mate of unknown length.
        (Verdict::Proved, false) => " score mate +".into(),
        _ => String::new(),
    };
    let deepest = report.stats.max_depth;
    let depth = if report.verdict.is_decided() { plies as u64 } else { deepest };
    let figures = figures(report.stats.nodes, report.nodes_per_second(), report.table_used, report.elapsed);
    format!("info depth {depth} seldepth {} {figures}{score}{}", deepest.max(depth), pv(&report.line))
}

fn figures(nodes: u64, speed: f64, used: f64, elapsed: Duration) -> String {
    format!(
        "nodes {nodes} nps {} hashfull {} time {}",
        speed.round() as u64,
        (used * 1000.0).round() as u64,
        elapsed.as_millis()
    )
}

pub(super) fn pv(line: &[String]) -> String {
    if line.is_empty() { String::new() } else { format!(" pv{}", moves(line)) }
}

/// Moves, each with a space before it.
fn moves(line: &[String]) -> String {
    line.iter().map(|mv| format!(" {mv}")).collect()
}

/// What the search has to say in the end.
fn answer(reply: Reply, report: &Report<String>) -> String {
    let proved = report.verdict.is_proved();
    if proved && !report.line_complete {
        tell("there is a mate, but its line could not be written out to the end within the limits");
    }
    match (reply, report.verdict, report.line.first()) {
        (Reply::Checkmate, Verdict::Proved, Some(_)) => format!("checkmate{}", moves(&report.line)),
        (Reply::Checkmate, Verdict::Disproved, _) => "checkmate nomate".into(),
        (Reply::BestMove, Verdict::Proved, Some(first)) => format!("bestmove {first}"),
        (_, Verdict::Unknown(reason), _) => {
            tell(&format!("no answer: {reason}"));
            no_answer(reply).into()
        }
        _ => no_answer(reply).into(),
    }
}

/// The answer of a search that found nothing out.
fn no_answer(reply: Reply) -> &'static str {
    match reply {
        Reply::Checkmate => "checkmate timeout",
        Reply::BestMove => "bestmove resign",
    }
}
