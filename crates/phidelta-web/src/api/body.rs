//! Bodies of requests: so many bytes within so much time.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::error::{Answer, Refused};

/// Time for a body.
const BODY: Duration = Duration::from_secs(30);
/// JSON, at most: a graph may be large.
pub(super) const JSON_BYTES: usize = 8 << 20;
/// A certificate, at most.
pub(super) const CERTIFICATE_BYTES: usize = 64 << 20;

/// All of a body.
pub(super) async fn bytes(body: Body, most: usize) -> Answer<Bytes> {
    let late = || Refused::new(StatusCode::REQUEST_TIMEOUT, "bad-request", "the request did not end");
    let large = |_| Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "that is too large");
    tokio::time::timeout(BODY, to_bytes(body, most)).await.map_err(|_| late())?.map_err(large)
}

/// A body of JSON.
pub(super) async fn json<T: DeserializeOwned>(body: Body) -> Answer<T> {
    let bytes = bytes(body, JSON_BYTES).await?;
    serde_json::from_slice(&bytes).map_err(|error| Refused::bad(format!("no such request: {error}")))
}
