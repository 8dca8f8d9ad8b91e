//! What was found, for programs: one object (docs/compose.md).

use phidelta_games::shogi::compose::{Fault, Undecided};
use serde::{Deserialize, Serialize};

use super::CheckedProblem;
use crate::lengths::move_texts;
use crate::outcome::{VERSION, rounded};

/// The object; its fields in this order.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CheckReport {
    /// The diagram.
    pub position: String,
    /// Whether it is sound, in a word.
    pub verdict: &'static str,
    /// How plies are counted.
    pub futile: &'static str,
    /// The main line, as far as it counts.
    pub solution: Vec<String>,
    /// Whether that was given.
    pub solution_given: bool,
    /// How it goes on to mate on the board.
    pub tail: Vec<String>,
    /// Plies of the solution.
    pub plies: usize,
    /// What is wrong.
    pub faults: Vec<FaultReport>,
    /// What was not decided.
    pub undecided: Vec<UndecidedReport>,
    /// Nodes of all questions.
    pub nodes: u64,
    /// Wall time of all questions.
    pub seconds: f64,
    /// The version of phidelta.
    pub version: &'static str,
}

/// A fault with its moves as text.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FaultReport {
    /// What it is, in a word.
    pub kind: String,
    /// The number of the move at which it stands, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Play that shows it.
    pub line: Vec<String>,
    /// Whether that goes to its end.
    pub line_complete: bool,
    /// Plies that count from there on.
    pub length: Option<u32>,
    /// The piece that it is about.
    pub piece: Option<String>,
}

/// Something that was not decided.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct UndecidedReport {
    /// The number of the move at which it stands, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// What it is about.
    pub about: String,
}

impl FaultReport {
    pub(super) fn of(fault: &Fault) -> FaultReport {
        FaultReport {
            kind: fault.kind.word().into(),
            number: fault.ply + 1,
            line: move_texts(&fault.line, 0),
            line_complete: fault.line_complete,
            length: fault.length,
            piece: fault.piece.clone(),
        }
    }
}

impl CheckReport {
    pub(super) fn new(found: &CheckedProblem) -> CheckReport {
        let checked = &found.checked;
        let undecided =
            |open: &Undecided| UndecidedReport { number: open.ply + 1, about: open.about.clone() };
        CheckReport {
            position: found.game.position().to_string(),
            verdict: checked.soundness().word(),
            futile: found.counting(),
            solution: move_texts(&checked.solution, 0),
            solution_given: found.given,
            tail: move_texts(&checked.tail, 0),
            plies: checked.solution.len(),
            faults: checked.faults.iter().map(FaultReport::of).collect(),
            undecided: checked.undecided.iter().map(undecided).collect(),
            nodes: checked.stats.nodes,
            seconds: rounded(checked.elapsed),
            version: VERSION,
        }
    }
}
