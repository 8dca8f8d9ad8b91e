//! Positions of a proof, one at a time.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State as Shared};
use axum::http::StatusCode;
use phidelta_desk::proof::Proof;
use phidelta_desk::session::proof_node;
use serde::Deserialize;
use serde_json::Value;

use super::jobs::found;
use crate::error::{Answer, Refused};
use crate::jobs::Job;
use crate::options::State;

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
    if !state.jobs.reserve_proof(job) {
        let why = "more memory than there is";
        return Err(Refused::new(StatusCode::INSUFFICIENT_STORAGE, "no-memory", why));
    }
    let memory = state.options.memory;
    let read = tokio::task::spawn_blocking(move || Proof::read(bytes.as_slice(), memory).map(Arc::new));
    let refused = |error: phidelta_desk::proof::ProofError| {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-certificate", error.to_string())
    };
    let proof = read.await.map_err(|_| Refused::crashed("the reader"))?.map_err(refused)?;
    job.keep_proof(Arc::clone(&proof));
    Ok(proof)
}

pub(super) async fn node(
    Shared(state): Shared<State>,
    Path((id, part, node)): Path<(String, usize, String)>,
    Query(wanted): Query<Wanted>,
) -> Answer<Json<Value>> {
    let job = found(&state, &id)?;
    let proof = loaded(&state, &job).await?;
    let work = tokio::task::spawn_blocking(move || {
        job.with_maps(|maps| proof_node(&proof, part, &node, wanted.map, maps))
    });
    Ok(Json(work.await.map_err(|_| Refused::crashed("the walk"))??))
}
