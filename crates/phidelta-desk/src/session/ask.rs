//! A move that is not in the proof: a short question.

use std::time::Duration;

use phidelta::{Form, Value as GameValue};
use serde::Deserialize;
use serde_json::{Value, json};

use super::check_length;
use super::refusal::Refusal;
use crate::error::Place;
use crate::games::{Options, find};
use crate::request::Request;
use crate::run::run;
use crate::view;

/// Nodes, time and memory of a short question.
const NODES: u64 = 200_000;
const TIME: Duration = Duration::from_secs(2);
const MEMORY: u64 = 32 << 20;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskRequest {
    game: String,
    position: String,
    #[serde(default)]
    rules: Vec<String>,
    /// Moves from the position to where the question stands.
    #[serde(default)]
    before: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
    /// Whether the attacker of the proof is the one who moves.
    #[serde(default)]
    attacks: bool,
}

/// What a move that is not in the proof is worth.
pub fn ask(asked: &AskRequest) -> Result<Value, Refusal> {
    check_length(Some(&asked.game), &asked.position)?;
    let game = asked.game.as_str();
    let shogi = game == "shogi";
    let moves: Vec<String> = asked.before.iter().chain([&asked.mv]).cloned().collect();
    let after = view::of_text(game, &asked.position, &asked.rules, &moves)?;
    // After a move of the attacker the other side is to move, and is mated or not.
    let goal = match (shogi, asked.attacks) {
        (true, true) => Some("mated"),
        (true, false) => Some("mate"),
        _ => None,
    };
    if shogi && asked.attacks && !after.goals.contains(&"mated") {
        return Ok(json!({"game": game, "verdict": "not-check", "line": [], "nodes": 0, "checked": false}));
    }
    let kind = find(game).map_err(Refusal::bad)?;
    let options = Options::new(kind, goal, &asked.rules).map_err(|e| Refusal::bad(e.to_string()))?;
    let mut problem = kind.read(&after.text, &Place::Text, &options)?;
    let mut question = Request::new().nodes(NODES).time(TIME).memory(MEMORY);
    if kind.certifies() {
        question = question.certificate(Form::Binary).verify();
    }
    let outcome = run(&mut problem, &question, &mut ()).map_err(|e| Refusal::bad(e.to_string()))?;
    let report = outcome.report();
    // The value is that of the side to move, who is the other one.
    let value = outcome.answer.value().map(|value| match value {
        GameValue::Win => "loss",
        GameValue::Draw => "draw",
        GameValue::Loss => "win",
    });
    let graph_value = (game == "graph" && report.verdict.is_decided())
        .then(|| if report.verdict.is_proved() == asked.attacks { "win" } else { "loss" });
    let value = value.or(graph_value);
    let decided = outcome.reason().is_none();
    let refuted =
        decided && if shogi { asked.attacks && report.verdict.is_disproved() } else { value != Some("win") };
    let verdict = if decided { report.verdict.to_string() } else { "unknown".into() };
    Ok(json!({
        "game": game, "verdict": verdict, "value": value, "refuted": refuted, "line": report.line,
        "ja": view::japanese(game, &after.text, &report.line), "nodes": report.stats.nodes,
        "checked": outcome.verification.is_verified(),
    }))
}
