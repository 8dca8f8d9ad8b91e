//! A text, a file or an edited board becomes a position that can be drawn.

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, Request};
use axum::http::header;
use phidelta_desk::session::{self, PositionAnswer, PositionRequest};
use serde::Deserialize;

use super::body::{JSON_BYTES, bytes, json};
use crate::error::Answer;

/// The name and the game of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct File {
    name: Option<String>,
    game: Option<String>,
}

pub(super) async fn position(Query(file): Query<File>, request: Request) -> Answer<Json<PositionAnswer>> {
    let kind = request.headers().get(header::CONTENT_TYPE).map(|kind| kind.as_bytes().to_vec());
    let body: Body = request.into_body();
    if kind.is_some_and(|kind| kind.starts_with(b"application/octet-stream")) {
        let bytes = bytes(body, JSON_BYTES).await?;
        let name = file.name.unwrap_or_else(|| "file".into());
        return Ok(Json(session::of_file(file.game.as_deref(), &name, &bytes)?));
    }
    let asked: PositionRequest = json(body).await?;
    Ok(Json(session::position(&asked)?))
}
