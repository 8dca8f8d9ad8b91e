//! What was found, for programs: one object (docs/compose.md).

use phidelta::Verdict;
use phidelta_games::shogi::compose::{Fault, Try, Undecided, Variation};
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
    /// What it is called.
    pub title: Option<String>,
    /// Who composed it.
    pub author: Option<String>,
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
    /// Other defences, where they were asked for.
    pub variations: Vec<PlayReport>,
    /// Other checks, where they were asked for.
    pub tries: Vec<PlayReport>,
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

/// A move beside the solution, and what follows it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PlayReport {
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Whether the attacker mates behind it.
    pub verdict: &'static str,
    /// Plies that count from the move on, where they are proved; of a try none.
    pub length: Option<u32>,
    /// The move and what follows.
    pub line: Vec<String>,
    /// Whether that goes to its end.
    pub line_complete: bool,
}

impl PlayReport {
    fn of_variation(told: &Variation) -> PlayReport {
        PlayReport {
            number: told.ply + 1,
            verdict: verdict_word(told.verdict),
            length: told.length,
            line: move_texts(&told.line, 0),
            line_complete: told.line_complete,
        }
    }

    fn of_try(told: &Try) -> PlayReport {
        PlayReport {
            number: told.ply + 1,
            verdict: verdict_word(told.verdict),
            length: None,
            line: move_texts(&told.line, 0),
            line_complete: told.line_complete,
        }
    }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Disproved => "disproved",
        Verdict::Unknown(_) => "unknown",
    }
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
            title: found.title.clone(),
            author: found.author.clone(),
            verdict: checked.soundness().word(),
            futile: found.counting(),
            solution: move_texts(&checked.solution, 0),
            solution_given: found.given,
            tail: move_texts(&checked.tail, 0),
            plies: checked.solution.len(),
            faults: checked.faults.iter().map(FaultReport::of).collect(),
            undecided: checked.undecided.iter().map(undecided).collect(),
            variations: found.studied.variations.iter().map(PlayReport::of_variation).collect(),
            tries: found.studied.tries.iter().map(PlayReport::of_try).collect(),
            nodes: checked.stats.nodes,
            seconds: rounded(checked.elapsed),
            version: VERSION,
        }
    }
}
