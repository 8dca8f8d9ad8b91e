//! How a cluster stands.

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use serde_json::Value;

use crate::error::{Answer, Refused};
use crate::options::State;

pub(super) async fn cluster(Shared(state): Shared<State>) -> Answer<Json<Value>> {
    let view = state.options.cluster.as_ref().ok_or_else(Refused::missing)?;
    let seen = state.cluster.get(view).await;
    seen.map(Json).map_err(|why| Refused::new(StatusCode::BAD_GATEWAY, "no-cluster", why))
}
