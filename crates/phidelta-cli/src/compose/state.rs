//! `--state`: what a check has found so far, in a file; a long check goes on where it was left.
//!
//! The file is replaced as a whole, from time to time and at the end. What it says is the desk's
//! ([`Notes`]). The search for the main line, one large question, is written down beside it, until it is
//! found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

use phidelta_desk::compose::{Composition, Notes};
use phidelta_games::shogi::Move;
use phidelta_games::shogi::compose::{Fault, Futile, Notebook};

use crate::checkpoint::CheckpointFile;
use crate::failure::{Failure, Result};
use crate::input::read_text;
use crate::output::Target;
use crate::progress::say;

/// Time between two writings of the file: what a power cut may cost.
const INTERVAL: Duration = Duration::from_secs(10);

/// The file and what it says.
pub(super) struct State {
    target: Option<Target>,
    pub(super) notes: Notes,
    saved: Instant,
    /// The checkpoint of the search for the main line, and whether that is found.
    search: Option<PathBuf>,
    found: Arc<AtomicBool>,
}

/// What the name of the checkpoint has behind that of the file.
const SEARCH: &str = ".search";

impl State {
    /// Opens a file, if one is wanted and there. One that is not the state of this problem is somebody's
    /// work: it is replaced only by force.
    pub(super) fn open(
        path: Option<&Path>,
        force: bool,
        composition: &Composition,
        futile: Futile,
    ) -> Result<State> {
        let mut notes = Notes::new(composition, futile);
        let (saved, found) = (Instant::now(), Arc::default());
        let Some(path) = path else { return Ok(State { target: None, notes, saved, search: None, found }) };
        if path == Path::new("-") {
            return Err(Failure::input("--state -: it is read and written again, expected a file"));
        }
        if path.exists() {
            match Notes::from_json(&read_text(&path.to_string_lossy())?, composition, futile) {
                Ok(old) => notes = old,
                Err(error) if force => say(&format!("{}: {error}; the check starts anew", path.display())),
                Err(error) => {
                    let message = format!("--state {}: {error}; --force replaces it", path.display());
                    return Err(Failure::input(message));
                }
            }
        }
        let mut search = path.as_os_str().to_os_string();
        search.push(SEARCH);
        Ok(State { target: Some(Target::of(path, true)?), notes, saved, search: Some(search.into()), found })
    }

    /// The checkpoint of the search for the main line, beside the file, and what it is about. One of another
    /// problem is replaced only by force.
    pub(super) fn search(&self, force: bool) -> Result<Option<(CheckpointFile, String)>> {
        let Some(name) = &self.search else { return Ok(None) };
        let subject = format!("compose check {}", self.notes.question());
        let open = || CheckpointFile::of(name).map(|file| file.until(Arc::clone(&self.found)));
        let file = open().and_then(|file| match file.head() {
            Some(head) if head.subject != subject => Err(file.refused("it was written for another problem")),
            _ => Ok(file),
        });
        match file {
            Err(_) if force => {
                fs::remove_file(name).with_context(|| format!("cannot remove {}", name.display()))?;
                Ok(Some((open()?, subject)))
            }
            file => Ok(Some((file?, subject))),
        }
    }

    /// Writes the file.
    pub(super) fn save(&mut self) -> Result<()> {
        self.saved = Instant::now();
        self.target.as_ref().map_or(Ok(()), |target| target.write(&self.notes.to_json()))
    }
}

impl Notebook for State {
    fn recall(&mut self, unit: &str) -> Option<Vec<Fault>> {
        self.notes.recall(unit)
    }

    fn keep(&mut self, unit: &str, found: &[Fault]) {
        self.notes.keep(unit, found);
        if self.target.is_some() && self.saved.elapsed() >= INTERVAL {
            // The end of the check tries again, and says what is wrong.
            let _ = self.save();
        }
    }

    fn keep_solution(&mut self, solution: &[Move]) {
        self.notes.keep_solution(solution);
        self.found.store(true, Ordering::Relaxed);
        if self.target.is_some()
            && self.save().is_ok()
            && let Some(search) = &self.search
        {
            // It has done its work.
            let _ = fs::remove_file(search);
        }
    }
}
