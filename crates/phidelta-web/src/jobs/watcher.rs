//! Looks on a search: news for the page, and the place where a pause stands still.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use phidelta::{Progress, Step};
use phidelta_desk::trace::Recorder;
use phidelta_desk::{Events, Phase, view};

use super::job::{Figure, FirstNumbers, Job, locked};

/// Who looks on.
pub(super) struct Watcher {
    pub(super) job: Arc<Job>,
    /// Where steps go, if they are wanted.
    pub(super) recorder: Option<Recorder>,
    /// Nodes of searches that have ended: a value takes two.
    pub(super) before: u64,
    pub(super) last: u64,
}

impl Watcher {
    pub(super) fn new(job: &Arc<Job>) -> Watcher {
        Watcher { job: Arc::clone(job), recorder: None, before: 0, last: 0 }
    }
}

fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Search => "search",
        Phase::Line => "line",
        Phase::Certificate => "certificate",
        Phase::Check => "check",
        _ => "search",
    }
}

impl Events for Watcher {
    fn phase(&mut self, phase: Phase) {
        self.job.tell(|now| {
            now.phase = Some(word(phase));
            now.share = None;
        });
    }

    fn progress(&mut self, progress: &Progress<'_, String>) {
        let job = Arc::clone(&self.job);
        // A search within a search counts anew.
        if progress.nodes < self.last {
            self.before += self.last;
        }
        self.last = progress.nodes;
        let seconds = locked(&job.clock).elapsed().as_secs_f64();
        let nodes = self.before + self.last;
        let line = progress.line.to_vec();
        let ja_line = view::japanese(&job.request.game, &job.request.position, &line);
        let first: Vec<FirstNumbers> = progress
            .root
            .iter()
            .map(|found| {
                let ja =
                    view::japanese(&job.request.game, &job.request.position, std::slice::from_ref(&found.mv))
                        .pop();
                FirstNumbers {
                    mv: found.mv.clone(),
                    ja,
                    pn: Figure(found.numbers.pn),
                    dn: Figure(found.numbers.dn),
                }
            })
            .collect();
        job.tell(|now| {
            if !first.is_empty() {
                now.first = first;
            }
            now.nodes = nodes;
            now.seconds = seconds;
            now.per_second = (nodes as f64 / seconds.max(1e-3)) as u64;
            (now.pn, now.dn) = (Figure(progress.numbers.pn), Figure(progress.numbers.dn));
            now.used = (progress.table_used * 1e4).round() / 1e4;
            now.depth = line.len();
            (now.line, now.ja_line) = (line, ja_line);
        });
    }

    fn advance(&mut self, _phase: Phase, done: u64, of: u64) {
        self.job.tell(|now| now.share = Some(done as f64 / of.max(1) as f64));
    }

    fn stage(&mut self, text: &str) {
        self.job.tell(|now| now.stage = Some(text.to_string()));
    }

    fn hold(&mut self) -> bool {
        self.job.wait()
    }

    fn wants_steps(&self) -> bool {
        self.recorder.is_some()
    }

    fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        let Some(recorder) = &mut self.recorder else { return };
        recorder.step(step, depth);
        if recorder.is_full() {
            self.job.stop.store(true, Ordering::Relaxed);
        }
    }
}
