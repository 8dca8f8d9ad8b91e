//! Requests: one file for each kind.

mod about;
mod ask;
mod body;
mod cluster;
mod downloads;
mod jobs;
mod position;
mod proof;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::assets;
use crate::error::Refused;
use crate::events;
use crate::guard::guard;
use crate::options::State;

/// All that can be asked for.
pub fn router(state: State) -> Router {
    Router::new()
        .route("/api/about", get(about::about))
        .route("/api/position", post(position::position))
        .route("/api/jobs", get(jobs::list).post(jobs::submit))
        .route("/api/jobs/{id}", get(jobs::one).delete(jobs::remove))
        .route("/api/jobs/{id}/pause", post(jobs::pause))
        .route("/api/jobs/{id}/go-on", post(jobs::go_on))
        .route("/api/jobs/{id}/stop", post(jobs::stop))
        .route("/api/jobs/{id}/steps", get(jobs::steps))
        .route("/api/jobs/{id}/proof/{part}/{node}", get(proof::node))
        .route("/api/jobs/{id}/{file}", get(downloads::download))
        .route("/api/events", get(events::events))
        .route("/api/ask", post(ask::ask))
        .route("/api/cluster", get(cluster::cluster))
        .fallback(file)
        // Bodies are read with limits of their own.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(state.clone(), guard))
        .with_state(state)
}

/// A file of the page, or nothing.
async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Refused::missing().into_response();
    }
    assets::answer(request.uri().path(), request.headers())
        .unwrap_or_else(|| Refused::missing().into_response())
}
