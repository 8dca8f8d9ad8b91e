//! Looks on a search: news for the page, and the place where a pause stands still.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta::{Progress, Step};

use super::job::{Figure, FirstNumbers, JobRequest, Snapshot};
use crate::events::{Events, Phase};
use crate::trace::Recorder;
use crate::view;

/// Whoever runs a search.
pub trait Host {
    /// Changes how the search stands, and tells it to whom it may concern.
    fn tell(&mut self, change: &mut dyn FnMut(&mut Snapshot));
    /// Seconds of the search so far, pauses left out.
    fn seconds(&mut self) -> f64;
    /// Stands still as long as a pause is wanted; whether it did.
    fn hold(&mut self) -> bool;
    /// The flag that ends the search.
    fn stop(&self) -> Arc<AtomicBool>;
    /// Whether it was set because the time was up.
    fn timed_out(&self) -> bool;
}

/// Who looks on.
pub(super) struct Watcher<'a> {
    pub(super) host: &'a mut dyn Host,
    request: &'a JobRequest,
    stop: Arc<AtomicBool>,
    /// Where steps go, if they are wanted.
    pub(super) recorder: Option<Recorder>,
    /// Nodes of searches that have ended: a value takes two.
    pub(super) before: u64,
    last: u64,
    /// First moves in Japanese: they are the same every time.
    names: HashMap<String, Option<String>>,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(
        host: &'a mut dyn Host,
        request: &'a JobRequest,
        recorder: Option<Recorder>,
    ) -> Watcher<'a> {
        let stop = host.stop();
        Watcher { host, request, stop, recorder, before: 0, last: 0, names: HashMap::new() }
    }

    /// Moves from the position in Japanese, where the game has that.
    fn japanese(&self, line: &[String]) -> Vec<String> {
        view::japanese(&self.request.game, &self.request.position, line)
    }

    /// The same of a first move.
    fn name(&mut self, mv: &String) -> Option<String> {
        if let Some(known) = self.names.get(mv) {
            return known.clone();
        }
        let name = self.japanese(std::slice::from_ref(mv)).pop();
        self.names.insert(mv.clone(), name.clone());
        name
    }
}

fn word(phase: Phase) -> &'static str {
    match phase {
        // Checkpoints are written in between, by front ends that have files.
        Phase::Search | Phase::Checkpoint => "search",
        Phase::Line => "line",
        Phase::Certificate => "certificate",
        Phase::Check => "check",
    }
}

impl Events for Watcher<'_> {
    fn phase(&mut self, phase: Phase) {
        self.host.tell(&mut |now| (now.phase, now.share) = (Some(word(phase)), None));
    }

    fn progress(&mut self, progress: &Progress<'_, String>) {
        // A search within a search counts anew.
        if progress.nodes < self.last {
            self.before += self.last;
        }
        self.last = progress.nodes;
        let seconds = self.host.seconds();
        let nodes = self.before + self.last;
        let line = progress.line.to_vec();
        let ja_line = self.japanese(&line);
        let first: Vec<FirstNumbers> = progress
            .root
            .iter()
            .map(|found| FirstNumbers {
                mv: found.mv.clone(),
                ja: self.name(&found.mv),
                pn: Figure(found.numbers.pn),
                dn: Figure(found.numbers.dn),
            })
            .collect();
        self.host.tell(&mut |now| {
            if !first.is_empty() {
                now.first.clone_from(&first);
            }
            now.nodes = nodes;
            now.seconds = seconds;
            now.per_second = (nodes as f64 / seconds.max(1e-3)) as u64;
            (now.pn, now.dn) = (Figure(progress.numbers.pn), Figure(progress.numbers.dn));
            now.used = (progress.table_used * 1e4).round() / 1e4;
            now.depth = progress.depth;
            now.line.clone_from(&line);
            now.ja_line.clone_from(&ja_line);
        });
    }

    fn advance(&mut self, _phase: Phase, done: u64, of: u64) {
        self.host.tell(&mut |now| now.share = Some(done as f64 / of.max(1) as f64));
    }

    fn stage(&mut self, text: &str) {
        self.host.tell(&mut |now| now.stage = Some(text.to_string()));
    }

    fn hold(&mut self) -> bool {
        self.host.hold()
    }

    fn wants_steps(&self) -> bool {
        self.recorder.is_some()
    }

    fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        let Some(recorder) = &mut self.recorder else { return };
        recorder.step(step, depth);
        if recorder.is_full() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
