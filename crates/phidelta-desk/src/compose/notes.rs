//! What a check has found so far: a long check goes on where it was left.
//!
//! Notes name the diagram, the solution and the counting; if any of them is another now, what they say is
//! of no use. Where they are kept is the front end's matter.
//!
//! Invariant: what is recalled is what was kept, move by move legal; notes that are damaged or of another
//! problem are never used.

use std::collections::BTreeMap;

use phidelta_games::shogi::compose::{Fault, FaultKind, Futile, Notebook};
use phidelta_games::shogi::{Move, Tsume};
use serde::{Deserialize, Serialize};

use super::{Composition, FaultReport};
use crate::lengths::{futile_word, move_texts};

/// The form of the text; another number is another form.
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
    units: BTreeMap<String, Vec<FaultReport>>,
}

/// What is kept.
#[derive(Clone, Debug)]
pub struct Notes {
    game: Tsume,
    /// The solution that faults branch off from.
    line: Vec<Move>,
    content: Content,
}

/// Why a text is of no use as notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotesError {
    /// They are of another problem.
    #[error("kept for another diagram, solution or counting")]
    Other,
    /// They are no notes.
    #[error("not a state that can be read")]
    Unreadable,
}

impl Notes {
    /// Empty ones.
    pub fn new(composition: &Composition, futile: Futile) -> Notes {
        let Composition { game, solution, .. } = composition;
        let content = Content {
            form: FORM,
            position: game.position().to_string(),
            given: solution.as_deref().map(|line| move_texts(line, 0)),
            futile: futile_word(futile).into(),
            solution: None,
            units: BTreeMap::new(),
        };
        Notes { game: game.clone(), line: solution.clone().unwrap_or_default(), content }
    }

    /// Reads what [`Notes::to_json`] wrote of the same question.
    pub fn from_json(text: &str, composition: &Composition, futile: Futile) -> Result<Notes, NotesError> {
        let mut notes = Notes::new(composition, futile);
        let old = serde_json::from_str::<Content>(text).map_err(|_| NotesError::Unreadable)?;
        if !same_question(&old, &notes.content) {
            return Err(NotesError::Other);
        }
        if composition.solution.is_none()
            && let Some(texts) = &old.solution
        {
            notes.line = replay(&notes.game, &[], texts).ok_or(NotesError::Unreadable)?;
        }
        notes.content = old;
        Ok(notes)
    }

    /// What they are about, in a row: the counting, the diagram and the solution if one was given.
    pub fn question(&self) -> String {
        let Content { position, given, futile, .. } = &self.content;
        format!("{futile} {position} {}", given.as_deref().unwrap_or_default().join(" "))
    }

    /// What is kept, as text.
    pub fn to_json(&self) -> String {
        // Texts, numbers and lists only.
        serde_json::to_string_pretty(&self.content).unwrap_or_default() + "\n"
    }

    /// The solver's main line, if it was kept.
    pub fn solution(&self) -> Option<Vec<Move>> {
        self.content.solution.as_ref().map(|_| self.line.clone())
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

impl Notebook for Notes {
    fn recall(&mut self, unit: &str) -> Option<Vec<Fault>> {
        let found = self.content.units.get(unit)?;
        found
            .iter()
            .map(|text| {
                let ply = text.number.checked_sub(1)?;
                let line = replay(&self.game, self.line.get(..ply)?, &text.line)?;
                let kind = FaultKind::from_word(&text.kind)?;
                let mut fault = Fault::new(kind, ply, line, text.line_complete);
                (fault.length, fault.piece) = (text.length, text.piece.clone());
                Some(fault)
            })
            .collect()
    }

    fn keep(&mut self, unit: &str, found: &[Fault]) {
        self.content.units.insert(unit.into(), found.iter().map(FaultReport::of).collect());
    }

    fn keep_solution(&mut self, solution: &[Move]) {
        self.content.solution = Some(move_texts(solution, 0));
        self.line = solution.to_vec();
    }
}
