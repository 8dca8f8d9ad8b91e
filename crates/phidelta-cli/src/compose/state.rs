//! What a check has found so far, in a file: a long check goes on where it was left.
//!
//! The file names the diagram, the solution and the counting; if any of them is another now, what it
//! says is of no use, and the check starts anew and says so. It is replaced as a whole, from time to
//! time and at the end.
//!
//! Invariant: what is recalled is what was kept, move by move legal; a file that is damaged or of another
//! problem is never used.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use phidelta_games::shogi::compose::{Fault, FaultKind, Notebook};
use phidelta_games::shogi::{Move, Tsume};
use serde::{Deserialize, Serialize};

use super::json::{FaultText, texts};
use crate::failure::Result;
use crate::games::lengths::FutileName;
use crate::output;
use crate::progress::say;

/// Time between two writings of the file: what a power cut may cost.
const INTERVAL: Duration = Duration::from_secs(10);

/// The form of the file; another number is another form.
const FORM: u32 = 1;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Content {
    form: u32,
    position: String,
    /// As given; `None` if the solver's main line is checked.
    given: Option<Vec<String>>,
    futile: String,
    /// The solver's main line, once it is found.
    solution: Option<Vec<String>>,
    units: BTreeMap<String, Vec<FaultText>>,
}

/// The file and what it says.
pub(super) struct State {
    path: Option<PathBuf>,
    game: Tsume,
    /// The solution that faults branch off from.
    line: Vec<Move>,
    content: Content,
    saved: Instant,
}

impl State {
    /// Opens a file, if one is wanted and there.
    pub(super) fn open(
        path: Option<&Path>,
        game: &Tsume,
        given: Option<&[Move]>,
        futile: FutileName,
    ) -> Result<State> {
        let fresh = Content {
            form: FORM,
            position: game.position().to_string(),
            given: given.map(texts),
            futile: futile.word().into(),
            solution: None,
            units: BTreeMap::new(),
        };
        let mut content = fresh.clone();
        if let Some(path) = path.filter(|path| path.exists()) {
            let text = crate::input::read_text(&path.to_string_lossy())?;
            match serde_json::from_str::<Content>(&text) {
                Ok(old) if same_question(&old, &fresh) => content = old,
                Ok(_) => say(&format!(
                    "{}: kept for another diagram, solution or counting; the check starts anew",
                    path.display()
                )),
                Err(_) => {
                    say(&format!("{}: not a state that can be read; the check starts anew", path.display()));
                }
            }
        }
        let mut state = State {
            path: path.map(Path::to_path_buf),
            game: game.clone(),
            line: given.map(<[Move]>::to_vec).unwrap_or_default(),
            content,
            saved: Instant::now(),
        };
        if given.is_none() {
            match state.content.solution.as_ref().map(|texts| replay(game, &[], texts)) {
                Some(Some(line)) => state.line = line,
                Some(None) => state.content = fresh,
                None => {}
            }
        }
        Ok(state)
    }

    /// The solver's main line, if it was kept.
    pub(super) fn solution(&self) -> Option<Vec<Move>> {
        self.content.solution.as_ref().map(|_| self.line.clone())
    }

    /// Writes the file.
    pub(super) fn save(&mut self) -> Result<()> {
        self.saved = Instant::now();
        let Some(path) = &self.path else { return Ok(()) };
        // Texts, numbers and lists only.
        let text = serde_json::to_string_pretty(&self.content).unwrap_or_default() + "\n";
        output::write(&text, Some(path), true)
    }
}

fn same_question(old: &Content, new: &Content) -> bool {
    (old.form, &old.position, &old.given, &old.futile) == (new.form, &new.position, &new.given, &new.futile)
}

/// The moves of texts after others have been played.
fn replay(game: &Tsume, before: &[Move], texts: &[String]) -> Option<Vec<Move>> {
    let mut position = game.position().clone();
    for &mv in before {
        position.play(mv);
    }
    let mut line = Vec::with_capacity(texts.len());
    for text in texts {
        let mv = position.read_move(text).ok()?;
        position.play(mv);
        line.push(mv);
    }
    Some(line)
}

impl Notebook for State {
    fn recall(&mut self, unit: &str) -> Option<Vec<Fault>> {
        let found = self.content.units.get(unit)?;
        found
            .iter()
            .map(|text| {
                let ply = text.number.checked_sub(1)?;
                Some(Fault {
                    kind: FaultKind::from_word(&text.kind)?,
                    ply,
                    line: replay(&self.game, self.line.get(..ply)?, &text.line)?,
                    line_complete: text.line_complete,
                    length: text.length,
                    piece: text.piece.clone(),
                })
            })
            .collect()
    }

    fn keep(&mut self, unit: &str, found: &[Fault]) {
        self.content.units.insert(unit.into(), found.iter().map(FaultText::of).collect());
        if self.path.is_some() && self.saved.elapsed() >= INTERVAL {
            // The end of the check tries again, and says what is wrong.
            let _ = self.save();
        }
    }

    fn keep_solution(&mut self, solution: &[Move]) {
        self.content.solution = Some(texts(solution));
        self.line = solution.to_vec();
        if self.path.is_some() {
            let _ = self.save();
        }
    }
}
