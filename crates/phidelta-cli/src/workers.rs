//! A problem shared out among workers: `phidelta solve --workers`, and what `phidelta cluster solve` has in common
//! with it. All but printing is in `phidelta-cluster`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use phidelta_cluster::client::{Counts, Totals};
use phidelta_cluster::local::Threads;
use phidelta_cluster::message::MessageError;
use phidelta_cluster::problem::{self, Problem, Solution};
use phidelta_cluster::progress::Progress;
use phidelta_cluster::run::{RunError, RunLimits, Spectator};
use phidelta_cluster::transport::Transport;
use serde::Serialize;

use crate::failure::{Code, Failure, Result};
use crate::output::{Target, print};
use crate::progress::{self, StatusRow};

/// Limits of a run, and what is wanted of its answer.
pub(crate) struct Wanted<'a> {
    pub(crate) certificate: Option<&'a str>,
    pub(crate) force: bool,
    pub(crate) json: bool,
    /// Whether progress is told as JSON.
    pub(crate) progress: bool,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
}

/// Solves a problem with threads of this process as workers.
pub(crate) fn solve(asked: &Problem, workers: usize, memory: u64, wanted: &Wanted<'_>) -> Result<Code> {
    answer(asked, &mut Threads::new(workers, memory), wanted)
}

/// Solves a problem over a transport, and tells the answer.
pub(crate) fn answer(asked: &Problem, transport: &mut dyn Transport, wanted: &Wanted<'_>) -> Result<Code> {
    let target = wanted.certificate.map(|file| Target::of(file, wanted.force)).transpose()?;
    let stop = crate::interrupt::flag()?;
    let limits = RunLimits { time: wanted.time, nodes: wanted.nodes, stop: Some(&*stop as &AtomicBool) };
    let started = Instant::now();
    let mut watch = Watch { line: StatusRow::on_terminal(), json: wanted.progress };
    let solution = problem::solve(asked, transport, &limits, &mut watch);
    watch.clear();
    let solution = solution.map_err(failure)?;
    let standard = target == Some(Target::Standard);
    if !standard {
        print(&if wanted.json {
            json(asked, &solution, started.elapsed())
        } else {
            page(asked, &solution, started.elapsed())
        })?;
    }
    if let (Some(target), Some(_)) = (&target, &solution.answer) {
        target.write_bytes(&solution.certificate)?;
    }
    Ok(if solution.answer.is_some() { Code::Done } else { Code::Unknown })
}

fn failure(error: RunError) -> Failure {
    match error {
        RunError::Message(error @ (MessageError::Problem(_) | MessageError::TooLong { .. })) => {
            Failure::input(error)
        }
        RunError::Log(error @ phidelta_cluster::log::LogError::OtherRun { .. }) => Failure::input(error),
        RunError::Log(error @ phidelta_cluster::log::LogError::Damaged { .. }) => Failure::input(error),
        error => Failure::Other(anyhow!(error)),
    }
}

fn page(asked: &Problem, solution: &Solution, elapsed: Duration) -> String {
    let Solution { question, answer, positions, open, totals, .. } = solution;
    let said = match (answer, open) {
        (Some(claim), _) => format!("{} (verified)", problem::word(*claim)),
        (None, why) => format!("unknown ({})", why.as_deref().unwrap_or("no answer")),
    };
    let mut rows = vec![
        ("answer", said),
        ("question", format!("{question} of {} {}", asked.game, asked.position)),
        ("jobs", jobs(totals)),
        ("nodes", format!("{} ({} wasted)", short(totals.counts.nodes), short(totals.counts.wasted_nodes))),
        ("time", format!("{:.1} s", elapsed.as_secs_f64())),
    ];
    if answer.is_some() {
        rows.push(("proof", format!("{positions} positions, checked")));
    }
    let mut text: String = rows.iter().map(|(name, value)| format!("{name:<10} {value}\n")).collect();
    for (name, stats) in &totals.workers {
        let share = stats.millis as f64 / 1000.0 / elapsed.as_secs_f64().max(1e-3);
        let lies = if stats.lies > 0 { "  NOT BELIEVED: the checker refused an answer" } else { "" };
        let nodes = short(stats.nodes);
        text += &format!(
            "worker     {name:<24} {:>6} jobs {nodes:>8} nodes {:>4.0} %{lies}\n",
            stats.jobs,
            100.0 * share
        );
    }
    text
}

fn jobs(totals: &Totals) -> String {
    let Counts { done, redone, wasted, certificates, dead, .. } = totals.counts;
    format!("{done} done, {certificates} solved, {wasted} wasted, {redone} lost and redone, {dead} given up")
}

/// A count in a few signs.
pub(crate) fn short(count: u64) -> String {
    phidelta_desk::format::rounded(count as f64)
}

/// The object of `--json`; its fields in this order.
#[derive(Serialize)]
struct Json<'a> {
    position: &'a str,
    game: &'a str,
    question: &'a str,
    answer: Option<String>,
    verified: bool,
    open: Option<&'a str>,
    proof_positions: u64,
    seconds: f64,
    resumed: u64,
    #[serde(flatten)]
    totals: &'a Totals,
}

fn json(asked: &Problem, solution: &Solution, elapsed: Duration) -> String {
    let object = Json {
        position: &asked.position,
        game: &asked.game,
        question: &solution.question,
        answer: solution.answer.map(problem::word),
        verified: solution.answer.is_some(),
        open: solution.open.as_deref(),
        proof_positions: solution.positions,
        seconds: elapsed.as_secs_f64(),
        resumed: solution.resumed,
        totals: &solution.totals,
    };
    format!("{}\n", serde_json::to_string(&object).unwrap_or_default())
}

/// A row on the terminal or rows of JSON, and notes.
struct Watch {
    line: Option<StatusRow>,
    json: bool,
}

impl Watch {
    fn clear(&mut self) {
        self.line.iter_mut().for_each(StatusRow::clear);
    }
}

impl Spectator for Watch {
    fn progress(&mut self, progress: &Progress) {
        if self.json {
            self.clear();
            return progress::say(&serde_json::to_string(progress).unwrap_or_default());
        }
        if let Some(line) = &mut self.line {
            line.show(row(progress));
        }
    }

    fn note(&mut self, text: &str) {
        self.clear();
        progress::say(text);
    }
}

/// How a run stands, in one row.
pub(crate) fn row(progress: &Progress) -> String {
    let Progress { in_flight, pn, dn, tree_nodes, .. } = progress;
    let Counts { done, redone, wasted, dead, nodes, .. } = progress.counts;
    let (nodes, used) = (short(nodes), 100.0 * progress.tree_used);
    let left = progress.left.map_or("?".into(), time_left);
    let busy: f64 = progress.workers.values().map(|worker| worker.utilisation).sum();
    let busy = 100.0 * busy / progress.slots.max(progress.workers.len()).max(1) as f64;
    format!(
        "{done} jobs, {in_flight} in flight, {redone} lost and redone, {wasted} wasted, {dead} dead  {nodes} nodes  \
         pn {pn} dn {dn}  tree {tree_nodes} ({used:.0} %)  {} slots, {busy:.0} % busy  left {left}",
        progress.slots
    )
}

/// Seconds that nobody should take too seriously.
fn time_left(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", (s / 86_400.0).min(1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_what_a_person_wants_to_know() {
        let workers = [("a/1".to_string(), Default::default())].into();
        let progress = Progress {
            counts: Counts { done: 7, redone: 1, ..Counts::default() },
            in_flight: 2,
            slots: 2,
            left: Some(7200.0),
            workers,
            ..Progress::default()
        };
        let row = row(&progress);
        for part in ["7 jobs", "2 in flight", "1 lost and redone", "2 slots", "left 2 h"] {
            assert!(row.contains(part), "{row}");
        }
        assert_eq!([3.0, 600.0, 1e9].map(time_left), ["3 s", "10 min", "11574 days"]);
    }
}
