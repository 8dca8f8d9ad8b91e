//! Searches: start, look, pause, stop.

use std::sync::Arc;

use axum::extract::{Path, Query, Request, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use phidelta_desk::session::{JobRequest, Kind, Snapshot, trace_steps};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{CERTIFICATE_BYTES, bytes, json as read_json};
use crate::error::{Answer, Refused};
use crate::guard::Owner;
use crate::jobs::Job;
use crate::options::State;

pub(super) async fn list(
    Shared(state): Shared<State>,
    Extension(owner): Extension<Owner>,
) -> Json<Vec<Snapshot>> {
    Json(state.jobs.of(&owner.0))
}

pub(super) async fn submit(
    Shared(state): Shared<State>,
    Extension(owner): Extension<Owner>,
    request: Request,
) -> Answer<Response> {
    let kind = request.headers().get(header::CONTENT_TYPE).map(|kind| kind.as_bytes().to_vec());
    let asked = if kind.is_some_and(|kind| kind.starts_with(b"application/octet-stream")) {
        let upload = Arc::new(bytes(request.into_body(), CERTIFICATE_BYTES).await?.to_vec());
        JobRequest { kind: Kind::Proof, game: "shogi".into(), upload: Some(upload), ..JobRequest::default() }
    } else {
        let asked: JobRequest = read_json(request.into_body()).await?;
        asked.check()?;
        asked
    };
    let snapshot = state.jobs.submit(&owner.0, asked)?;
    Ok((StatusCode::ACCEPTED, Json(snapshot)).into_response())
}

/// The search with a name.
pub(super) fn found(state: &State, id: &str) -> Answer<Arc<Job>> {
    state.jobs.find(id).ok_or_else(|| Refused::new(StatusCode::NOT_FOUND, "gone", "no such search"))
}

pub(super) async fn one(Shared(state): Shared<State>, Path(id): Path<String>) -> Answer<Json<Snapshot>> {
    Ok(Json(found(&state, &id)?.snapshot()))
}

pub(super) async fn pause(Shared(state): Shared<State>, Path(id): Path<String>) -> Answer<Json<Snapshot>> {
    let job = found(&state, &id)?;
    Ok(Json(state.jobs.pause(&job)))
}

pub(super) async fn go_on(Shared(state): Shared<State>, Path(id): Path<String>) -> Answer<Json<Snapshot>> {
    let job = found(&state, &id)?;
    state.jobs.go_on(&job).map(Json)
}

pub(super) async fn stop(Shared(state): Shared<State>, Path(id): Path<String>) -> Answer<Json<Snapshot>> {
    let job = found(&state, &id)?;
    Ok(Json(state.jobs.stop(&job)))
}

pub(super) async fn remove(Shared(state): Shared<State>, Path(id): Path<String>) -> Answer<Json<Value>> {
    let job = found(&state, &id)?;
    state.jobs.remove(&job);
    Ok(Json(json!({})))
}

#[derive(Debug, Deserialize)]
pub(super) struct Range {
    #[serde(default)]
    from: usize,
    #[serde(default = "most")]
    count: usize,
}

/// As many as one answer has.
fn most() -> usize {
    usize::MAX
}

pub(super) async fn steps(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Query(range): Query<Range>,
) -> Answer<Json<Value>> {
    let job = found(&state, &id)?;
    let trace = job.trace().ok_or_else(Refused::missing)?;
    Ok(Json(trace_steps(&trace, range.from, range.count)))
}
