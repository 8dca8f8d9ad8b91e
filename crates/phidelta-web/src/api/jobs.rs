//! Searches: start, look, pause, stop.

use std::sync::Arc;

use axum::extract::{Path, Query, Request, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use phidelta::Algorithm;
use phidelta_desk::{Options, Place, find};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{CERTIFICATE_BYTES, bytes, check_length, json as read_json};
use crate::error::{Answer, Refused};
use crate::guard::Owner;
use crate::jobs::{Job, JobRequest, Kind, Snapshot};
use crate::options::State;

/// Steps in one answer, at most.
const STEPS: usize = 5000;

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
        check(&asked)?;
        asked
    };
    let snapshot = state.jobs.submit(&owner.0, asked)?;
    Ok((StatusCode::ACCEPTED, Json(snapshot)).into_response())
}

/// Says at once what cannot be: a queue is no place to find out.
fn check(asked: &JobRequest) -> Answer<()> {
    check_length(Some(&asked.game), &asked.position)?;
    if asked.kind == Kind::Proof {
        return Err(Refused::bad("a certificate is sent as bytes"));
    }
    if let Some(name) = &asked.algorithm {
        name.parse::<Algorithm>().map_err(|error| Refused::bad(error.to_string()))?;
    }
    if asked.memory.is_some_and(|bytes| bytes < phidelta::LEAST_MEMORY) {
        return Err(Refused::bad("too little memory"));
    }
    let game = find(&asked.game).map_err(Refused::bad)?;
    let options = Options::new(game, asked.goal.as_deref(), &asked.rules)
        .map_err(|error| Refused::bad(error.to_string()))?;
    game.read(&asked.position, &Place::Text, &options).map_err(|error| Refused::position(&error))?;
    if (asked.shortest || asked.all) && !game.has_lengths() {
        return Err(Refused::bad("this game has no lengths"));
    }
    if asked.kind == Kind::Check && asked.game != "shogi" {
        return Err(Refused::bad("the check is for shogi"));
    }
    Ok(())
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

fn most() -> usize {
    STEPS
}

pub(super) async fn steps(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Query(range): Query<Range>,
) -> Answer<Json<Value>> {
    let job = found(&state, &id)?;
    let trace = job.trace().ok_or_else(Refused::missing)?;
    let steps = trace.steps.iter().skip(range.from).take(range.count.min(STEPS)).collect::<Vec<_>>();
    Ok(Json(json!({"total": trace.steps.len(), "drawing": trace.drawing, "steps": steps, "cut": trace.cut})))
}
