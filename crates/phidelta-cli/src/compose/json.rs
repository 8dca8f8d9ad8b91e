//! What was found, for programs: one object (docs/compose.md).

use phidelta_games::shogi::Move;
use phidelta_games::shogi::compose::Fault;
use serde::{Deserialize, Serialize};

use super::Finished;

/// The object; its fields in this order.
#[derive(Serialize)]
struct Json {
    position: String,
    verdict: &'static str,
    futile: &'static str,
    solution: Vec<String>,
    solution_given: bool,
    tail: Vec<String>,
    plies: usize,
    faults: Vec<FaultText>,
    undecided: Vec<Open>,
    nodes: u64,
    seconds: f64,
    version: &'static str,
}

/// A fault with its moves as text.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(super) struct FaultText {
    pub(super) kind: String,
    /// The number of the move at which it stands, from 1.
    #[serde(rename = "move")]
    pub(super) number: usize,
    pub(super) line: Vec<String>,
    pub(super) line_complete: bool,
    pub(super) length: Option<u32>,
    pub(super) piece: Option<String>,
}

#[derive(Serialize)]
struct Open {
    #[serde(rename = "move")]
    number: usize,
    about: String,
}

impl FaultText {
    pub(super) fn of(fault: &Fault) -> FaultText {
        FaultText {
            kind: fault.kind.word().into(),
            number: fault.ply + 1,
            line: texts(&fault.line),
            line_complete: fault.line_complete,
            length: fault.length,
            piece: fault.piece.clone(),
        }
    }
}

pub(super) fn texts(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// One object on one line.
pub(super) fn object(finished: &Finished) -> String {
    let checked = &finished.checked;
    let open = checked.undecided.iter();
    let object = Json {
        position: finished.game.position().to_string(),
        verdict: checked.soundness().word(),
        futile: finished.futile.word(),
        solution: texts(&checked.solution),
        solution_given: finished.given,
        tail: texts(&checked.tail),
        plies: checked.solution.len(),
        faults: checked.faults.iter().map(FaultText::of).collect(),
        undecided: open.map(|open| Open { number: open.ply + 1, about: open.about.clone() }).collect(),
        nodes: checked.stats.nodes,
        seconds: (checked.elapsed.as_secs_f64() * 1e6).round() / 1e6,
        version: env!("CARGO_PKG_VERSION"),
    };
    // Numbers, texts and lists only: there is nothing in it that JSON could not say.
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}
