//! Looking at what was found: positions of a proof, steps of a trace.

use serde_json::{Value, json};
use std::sync::Arc;

use super::refusal::Refusal;
use crate::proof::{Map, Proof};
use crate::trace::Trace;
use crate::view;

/// Bars of a map, at most.
const BARS: usize = 1500;
/// Steps in one answer, at most.
const STEPS: usize = 5000;

/// The maps of a proof's parts, each made once.
pub type PartMaps = Vec<Option<Arc<Map>>>;

/// One position of a proof with all its replies; `root` is the first. With `map`, a map of so many bars.
pub fn proof_node(
    proof: &Proof,
    part: usize,
    node: &str,
    map: Option<usize>,
    maps: &mut PartMaps,
) -> Result<Value, Refusal> {
    let views = proof.views();
    let index = part.checked_sub(1).filter(|&index| index < views.len()).ok_or_else(Refusal::missing)?;
    let look = &views[index];
    let part = look.part();
    let claim = proof.claim();
    let Some(root) = part.root().node() else {
        // The rules settle the root: there is nothing to walk through.
        let shown = view::of_certificate(&claim.game, &claim.rules, &claim.position)?;
        return Ok(
            json!({"part": index + 1, "parts": views.len(), "claim": part.claim(), "node": null, "id": null,
            "all": 0, "moves": [], "leads_to": "settled", "view": shown, "map": {"cells": []}}),
        );
    };
    let id = if node == "root" { part.id(root) } else { node.parse().map_err(|_| Refusal::missing())? };
    let number = part.find(id).ok_or_else(Refusal::missing)?;
    let spot = look.find(&format!("#{id}")).map_err(|_| Refusal::missing())?;
    let report = look.node(&spot);
    let position = part.position(number).to_string();
    let shown = view::of_certificate(&claim.game, &claim.rules, &position)?;
    let japanese =
        |mv: &str| shown.moves.iter().find(|other| other.mv == mv).and_then(|other| other.ja.clone());
    let moves: Vec<Value> = report
        .moves
        .iter()
        .map(|mv| {
            json!({"move": mv.mv, "ja": japanese(&mv.mv), "leads_to": mv.leads_to, "node": mv.id, "id": mv.id,
            "positions": mv.positions, "plies": mv.plies})
        })
        .collect();
    let mut answer = json!({
        "game": claim.game, "part": index + 1, "parts": views.len(), "claim": part.claim(), "node": id, "id": id,
        "all": part.len(), "position": position, "to_move": report.to_move, "attacks": part.attacks(number),
        "positions": report.positions, "plies": report.plies, "moves": moves, "view": shown,
    });
    if let Some(most) = map {
        if maps.len() <= index {
            maps.resize(index + 1, None);
        }
        let known = maps[index].get_or_insert_with(|| Arc::new(part.map(most.min(BARS))));
        answer["map"] = json!(**known);
    }
    Ok(answer)
}

/// Steps of a trace, from one on.
pub fn trace_steps(trace: &Trace, from: usize, count: usize) -> Value {
    let steps = trace.steps.iter().skip(from).take(count.min(STEPS)).collect::<Vec<_>>();
    json!({"total": trace.steps.len(), "drawing": trace.drawing, "steps": steps, "cut": trace.cut})
}
