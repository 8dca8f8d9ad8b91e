//! `--state`: what a check has found so far, in a file; a long check goes on where it was left.
//!
//! The file is replaced as a whole, from time to time and at the end. What it says is the desk's
//! ([`Notes`]).

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use phidelta_desk::compose::{Composition, Notes};
use phidelta_games::shogi::Move;
use phidelta_games::shogi::compose::{Fault, Futile, Notebook};

use crate::failure::Result;
use crate::input::read_text;
use crate::output;
use crate::progress::say;

/// Time between two writings of the file: what a power cut may cost.
const INTERVAL: Duration = Duration::from_secs(10);

/// The file and what it says.
pub(super) struct State {
    path: Option<PathBuf>,
    pub(super) notes: Notes,
    saved: Instant,
}

impl State {
    /// Opens a file, if one is wanted and there.
    pub(super) fn open(path: Option<&Path>, composition: &Composition, futile: Futile) -> Result<State> {
        let mut notes = Notes::new(composition, futile);
        if let Some(path) = path.filter(|path| path.exists()) {
            match Notes::from_json(&read_text(&path.to_string_lossy())?, composition, futile) {
                Ok(old) => notes = old,
                Err(error) => say(&format!("{}: {error}; the check starts anew", path.display())),
            }
        }
        Ok(State { path: path.map(Path::to_path_buf), notes, saved: Instant::now() })
    }

    /// Writes the file.
    pub(super) fn save(&mut self) -> Result<()> {
        self.saved = Instant::now();
        let Some(path) = &self.path else { return Ok(()) };
        output::write(&self.notes.to_json(), Some(path), true)
    }
}

impl Notebook for State {
    fn recall(&mut self, unit: &str) -> Option<Vec<Fault>> {
        self.notes.recall(unit)
    }

    fn keep(&mut self, unit: &str, found: &[Fault]) {
        self.notes.keep(unit, found);
        if self.path.is_some() && self.saved.elapsed() >= INTERVAL {
            // The end of the check tries again, and says what is wrong.
            let _ = self.save();
        }
    }

    fn keep_solution(&mut self, solution: &[Move]) {
        self.notes.keep_solution(solution);
        if self.path.is_some() {
            let _ = self.save();
        }
    }
}
