//! A search that a page asks for: what was asked, and how it stands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::check_length;
use super::refusal::Refusal;
use crate::error::Place;
use crate::games::{Options, find};
use crate::trace::TracedNumber;

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An answer.
    #[default]
    Solve,
    /// The composer's check.
    Check,
    /// A search step by step.
    Trace,
    /// A certificate to look at.
    Proof,
}

/// What was asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JobRequest {
    /// What is wanted.
    pub kind: Kind,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Variants of the rules.
    pub rules: Vec<String>,
    /// The question, if not the usual one.
    pub goal: Option<String>,
    /// The search, if not the usual one.
    pub algorithm: Option<String>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Seconds.
    pub time: Option<f64>,
    /// All nodes, or those of each question of a check.
    pub nodes: Option<u64>,
    /// Whether a proof is wanted, checked.
    pub certify: bool,
    /// Whether the shortest win is wanted.
    pub shortest: bool,
    /// Whether all first moves that win are wanted.
    pub all: bool,
    /// A solution to be checked: moves with blanks between them.
    pub solution: Option<String>,
    /// Whether a check looks for pieces that do nothing.
    pub pieces: Option<bool>,
    /// Which interpositions are futile.
    pub futile: Option<String>,
    /// A check whose notes are taken over.
    pub after: Option<String>,
    /// A certificate.
    #[serde(skip)]
    pub upload: Option<Arc<Vec<u8>>>,
}

/// Where a search is on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Others come first.
    #[default]
    Queued,
    /// Under way.
    Running,
    /// Held.
    Paused,
    /// It has an answer, or has met a limit.
    Done,
    /// Somebody has ended it.
    Stopped,
    /// It could not be done.
    Failed,
}

impl Stage {
    /// Whether nothing more will come by itself.
    pub fn is_over(self) -> bool {
        matches!(self, Stage::Done | Stage::Stopped | Stage::Failed)
    }
}

/// How a search stands: all there is to say, so that none that came before is needed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Snapshot {
    /// Its name.
    pub id: String,
    /// How often it has changed.
    pub seq: u64,
    /// What is wanted.
    pub kind: Kind,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Variants of the rules.
    pub rules: Vec<String>,
    /// Where it is on its way.
    pub state: Stage,
    /// Searches before it.
    pub ahead: usize,
    /// What is under way: `search`, `line`, `certificate`, `check`.
    pub phase: Option<&'static str>,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub per_second: u64,
    /// Time so far, pauses left out.
    pub seconds: f64,
    /// The proof number.
    pub pn: Figure,
    /// The disproof number.
    pub dn: Figure,
    /// Share of the table.
    pub used: f64,
    /// Plies of the line.
    pub depth: usize,
    /// The line being searched.
    pub line: Vec<String>,
    /// The same in Japanese.
    pub ja_line: Vec<String>,
    /// Numbers of the first moves.
    pub first: Vec<FirstNumbers>,
    /// What is being asked, in a few words.
    pub stage: Option<String>,
    /// Share of a phase that is done.
    pub share: Option<f64>,
    /// The answer (docs/json.md).
    #[serde(serialize_with = "shared")]
    pub report: Option<Arc<serde_json::Value>>,
    /// The line of the report in Japanese.
    pub ja: Vec<String>,
    /// What the checker says.
    pub checked: Option<Checked>,
    /// Whether there is a proof to walk through.
    pub proof: bool,
    /// Whether it can go on after a stop.
    pub resumable: bool,
    /// Whether going on means to begin again.
    pub anew: bool,
    /// Why it failed.
    pub error: Option<String>,
}

/// A report that is shared between snapshots.
fn shared<S: serde::Serializer>(
    report: &Option<Arc<serde_json::Value>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    report.as_deref().serialize(serializer)
}

/// A proof or disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure(pub phidelta::Number);

impl Default for Figure {
    fn default() -> Figure {
        Figure(1)
    }
}

impl Serialize for Figure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TracedNumber(self.0).serialize(serializer)
    }
}

/// A first move while the search runs.
#[derive(Clone, Debug, Serialize)]
pub struct FirstNumbers {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ja: Option<String>,
    /// Its proof number.
    pub pn: Figure,
    /// Its disproof number.
    pub dn: Figure,
}

/// What the checker says.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Whether it has passed the certificate.
    pub valid: bool,
    /// Positions of the certificate.
    pub positions: u64,
    /// Why there is none, or why it was refused.
    pub why: Option<String>,
}

impl JobRequest {
    /// Says at once what cannot be: a queue is no place to find out.
    pub fn check(&self) -> Result<(), Refusal> {
        check_length(Some(&self.game), &self.position)?;
        if self.kind == Kind::Proof {
            return Err(Refusal::bad("a certificate is sent as bytes"));
        }
        if let Some(name) = &self.algorithm {
            name.parse::<phidelta::Algorithm>().map_err(|error| Refusal::bad(error.to_string()))?;
        }
        if self.memory.is_some_and(|bytes| bytes < phidelta::LEAST_MEMORY) {
            return Err(Refusal::bad("too little memory"));
        }
        let game = find(&self.game).map_err(Refusal::bad)?;
        let options = Options::new(game, self.goal.as_deref(), &self.rules)
            .map_err(|error| Refusal::bad(error.to_string()))?;
        game.read(&self.position, &Place::Text, &options)?;
        if (self.shortest || self.all) && !game.has_lengths() {
            return Err(Refusal::bad("this game has no lengths"));
        }
        if self.kind == Kind::Check && self.game != "shogi" {
            return Err(Refusal::bad("the check is for shogi"));
        }
        Ok(())
    }
}
