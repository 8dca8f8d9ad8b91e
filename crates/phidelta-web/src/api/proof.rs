//! Positions of a proof, one at a time.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State as Shared};
use axum::http::StatusCode;
use phidelta_desk::proof::Proof;
use phidelta_desk::view;
use serde::Deserialize;
use serde_json::{Value, json};

use super::jobs::found;
use crate::error::{Answer, Refused};
use crate::jobs::Job;
use crate::options::State;

/// Bars of a map, at most.
const BARS: usize = 1500;

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    map: Option<usize>,
}

/// The proof of a search, read when somebody first looks at it.
pub(super) async fn loaded(state: &State, job: &Arc<Job>) -> Answer<Arc<Proof>> {
    if let Some(proof) = job.proof() {
        return Ok(proof);
    }
    let bytes = job.certificate().ok_or_else(Refused::missing)?;
    let memory = state.options.memory;
    let read = tokio::task::spawn_blocking(move || Proof::read(bytes.as_slice(), memory).map(Arc::new));
    let crashed = |_| Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", "the reader has crashed");
    let refused = |error: phidelta_desk::proof::ProofError| {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-certificate", error.to_string())
    };
    let proof = read.await.map_err(crashed)?.map_err(refused)?;
    job.keep_proof(Arc::clone(&proof));
    state.jobs.holds_proof(job);
    Ok(proof)
}

pub(super) async fn node(
    Shared(state): Shared<State>,
    Path((id, part, node)): Path<(String, usize, String)>,
    Query(wanted): Query<Wanted>,
) -> Answer<Json<Value>> {
    let job = found(&state, &id)?;
    let proof = loaded(&state, &job).await?;
    let map = wanted.map.map(|most| most.min(BARS));
    let work = tokio::task::spawn_blocking(move || shown(&job, &proof, part, &node, map));
    let crashed = |_| Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", "the walk has crashed");
    work.await.map_err(crashed)?.map(Json)
}

fn shown(job: &Job, proof: &Proof, part: usize, node: &str, map: Option<usize>) -> Answer<Value> {
    let views = proof.views();
    let index = part.checked_sub(1).filter(|&index| index < views.len()).ok_or_else(Refused::missing)?;
    let look = &views[index];
    let part = look.part();
    let claim = proof.claim();
    let Some(root) = part.root().node() else {
        // The rules settle the root: there is nothing to walk through.
        let shown = view::of_certificate(&claim.game, &claim.rules, &claim.position)
            .map_err(|e| Refused::position(&e))?;
        return Ok(
            json!({"part": index + 1, "parts": views.len(), "claim": part.claim(), "node": null, "id": null,
            "all": 0, "moves": [], "leads_to": "settled", "view": shown, "map": {"cells": []}}),
        );
    };
    let id = if node == "root" { part.id(root) } else { node.parse().map_err(|_| Refused::missing())? };
    let number = part.find(id).ok_or_else(Refused::missing)?;
    let spot = look.find(&format!("#{id}")).map_err(|_| Refused::missing())?;
    let report = look.node(&spot);
    let position = part.position(number).to_string();
    let shown =
        view::of_certificate(&claim.game, &claim.rules, &position).map_err(|e| Refused::position(&e))?;
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
        answer["map"] = json!(*job.map(index, || part.map(most)));
    }
    Ok(answer)
}
