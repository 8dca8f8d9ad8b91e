//! A whole run: jobs go out, results come in, until there is an answer, a limit or a halt.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::client::{Client, Halt, Taken};
use crate::judges::{Judged, Judges};
use crate::log::{Log, LogError};
use crate::message::{Found, JOB_BYTES, MessageError, Run};
use crate::progress::{Meter, Progress};
use crate::referee::Referee;
use crate::transport::{Notice, Transport, TransportError};

/// How long the client waits for a result before it looks at its limits again.
const PATIENCE: Duration = Duration::from_millis(20);

/// The same while certificates are being checked: about as long as a short check takes.
const PATIENCE_WITH_JUDGES: Duration = Duration::from_millis(2);

/// Results that are written to the disk at once, at most: a disk takes some hundred writes a second.
const BATCH: usize = 256;

/// How many jobs to have in flight for so many that can be worked on, if one takes so long and is so long on its way: as
/// many more as keep everybody at work while others travel. Each one more is chosen with less knowledge.
pub fn in_flight(slots: usize, job: Duration, on_the_way: Duration) -> usize {
    let travelling = on_the_way.as_secs_f64() / job.as_secs_f64().max(1e-6);
    slots + ((slots as f64 * travelling.min(1.0)) as usize).max(1)
}

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// There is an answer: whether the attacker reaches his goal.
    Answer(bool),
    /// Someone has stopped it.
    Stopped,
    /// It took too long.
    TimeLimit,
    /// So many nodes were searched.
    NodeLimit,
}

/// What goes wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The run must not go on.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// Nobody can be reached.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The run cannot be told.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// What has happened cannot be written down.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// When to end without an answer.
#[derive(Clone, Debug, Default)]
pub struct RunLimits<'f> {
    /// Wall time, at most.
    pub time: Option<Duration>,
    /// Nodes, at most.
    pub nodes: Option<u64>,
    /// Someone else's wish.
    pub stop: Option<&'f AtomicBool>,
}

/// Looks on.
pub trait Spectator {
    /// How it stands.
    fn progress(&mut self, _progress: &Progress) {}

    /// Something a person should know.
    fn note(&mut self, _text: &str) {}
}

impl Spectator for () {}

/// Drives a client until the end.
pub fn drive<R: Referee + Clone + Send + 'static>(
    client: &mut Client<R>,
    run: &Run,
    transport: &mut dyn Transport,
    log: &mut Log,
    limits: &RunLimits<'_>,
    spectator: &mut dyn Spectator,
) -> Result<Ended, RunError> {
    let started = Instant::now();
    let mut meter = Meter::new(client);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut judges = Judges::new(client.referee(), transport.judges(cores))?;
    transport.open(run)?;
    // Jobs that were under way when a client before this one died.
    for id in client.jobs().collect::<Vec<_>>() {
        client.job(id).map_or(Ok(()), |job| transport.send_again(&job))?;
    }
    let ended = loop {
        if let Some(answer) = client.answer() {
            break Ended::Answer(answer);
        }
        if let Some(ended) = over(client, limits, started) {
            break ended;
        }
        let most = in_flight(transport.slots().max(1), client.mean_job(), transport.on_the_way());
        while client.in_flight() < most + judges.waiting() {
            let Some(job) = client.next_job() else { break };
            log.took(job.id)?;
            if job.encode().len() > JOB_BYTES {
                spectator.note(&format!("job {} has a line of {} moves", job.id, job.line.len()));
            }
            transport.send(&job)?;
        }
        let notices = receive(transport, &judges)?;
        if let Some(progress) = meter.read(client, run, transport.slots()) {
            spectator.progress(&progress);
            transport.tell(&progress)?;
        }
        let mut ready = Vec::new();
        for notice in notices {
            match notice {
                Notice::Note(text) => spectator.note(&text),
                Notice::Result(result, receipt) => match client.job(result.job) {
                    Some(job) if matches!(result.found, Found::Solved { .. }) => {
                        judges.ask(job.line, result, receipt)?;
                    }
                    _ => ready.push(Judged { result, receipt, word: None }),
                },
            }
        }
        ready.extend(std::iter::from_fn(|| judges.next()));
        // What is told again, or was never asked for, is neither written down nor counted.
        let mut jobs = HashSet::new();
        let is_new =
            |judged: &Judged| client.is_under_way(judged.result.job) && jobs.insert(judged.result.job);
        let (ready, again): (Vec<_>, Vec<_>) = ready.into_iter().partition(is_new);
        for judged in again {
            transport.acknowledge(judged.receipt)?;
        }
        for judged in &ready {
            log.got(&judged.result)?;
        }
        if !ready.is_empty() {
            log.sync()?;
        }
        for judged in ready {
            let receipt = judged.receipt;
            take(client, judged, spectator)?;
            transport.acknowledge(receipt)?;
        }
        let useless = client.cancelled();
        if !useless.is_empty() {
            transport.cancel(&useless)?;
        }
    };
    transport.close(matches!(ended, Ended::Answer(_)) || !log.is_kept())?;
    Ok(ended)
}

/// What has come, after waiting for the first of it.
fn receive(transport: &mut dyn Transport, judges: &Judges) -> Result<Vec<Notice>, TransportError> {
    let (mut notices, mut wait) = (Vec::new(), PATIENCE);
    if judges.are_busy() {
        wait = PATIENCE_WITH_JUDGES;
    }
    while notices.len() < BATCH
        && let Some(notice) = transport.receive(wait)?
    {
        notices.push(notice);
        wait = Duration::ZERO;
    }
    Ok(notices)
}

fn take<R: Referee>(
    client: &mut Client<R>,
    Judged { result, word, .. }: Judged,
    spectator: &mut dyn Spectator,
) -> Result<(), Halt> {
    let (job, worker, tries) = (result.job, result.worker.clone(), result.tries);
    match client.take_judged(*result, word)? {
        Taken::Refused(why) => spectator.note(&format!(
            "{worker} sent an answer that the checker refuses: {why}; it is not believed any more"
        )),
        Taken::Dead => spectator.note(&format!(
            "job {job} is a dead letter: given out {tries} times and never answered; its position is split instead"
        )),
        Taken::Used | Taken::Wasted => {}
    }
    Ok(())
}

fn over<R: Referee>(client: &Client<R>, limits: &RunLimits<'_>, started: Instant) -> Option<Ended> {
    if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        Some(Ended::Stopped)
    } else if limits.time.is_some_and(|time| started.elapsed() >= time) {
        Some(Ended::TimeLimit)
    } else if limits.nodes.is_some_and(|nodes| client.totals().counts.nodes >= nodes) {
        Some(Ended::NodeLimit)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::ON_THE_WAY;

    #[test]
    fn short_jobs_are_given_out_ahead() {
        let of = |slots, millis| in_flight(slots, Duration::from_millis(millis), ON_THE_WAY);
        assert_eq!((of(1, 0), of(1, 1000), of(64, 10), of(64, 1000), of(1000, 1000)), (2, 2, 128, 67, 1050));
        let within = |slots| in_flight(slots, Duration::from_millis(10), Duration::ZERO);
        assert_eq!((within(1), within(2), within(8)), (2, 3, 9), "threads wait for nothing but the client");
    }
}
