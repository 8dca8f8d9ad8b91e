//! Files to keep: certificates, records, reports, pictures.

use axum::extract::{Path, State as Shared};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use phidelta_desk::session::Found;

use super::jobs::found;
use super::proof;
use crate::error::{Answer, Refused};
use crate::options::State;

pub(super) async fn download(
    Shared(state): Shared<State>,
    Path((id, file)): Path<(String, String)>,
) -> Answer<Response> {
    let job = found(&state, &id)?;
    let name = format!("attachment; filename=\"{file}\"");
    let proof = if Found::is_of_proof(&file) { Some(proof::loaded(&state, &job).await?) } else { None };
    let work = tokio::task::spawn_blocking(move || match proof {
        Some(proof) => Found::of_proof(&proof, &file),
        None => job.file(&file),
    });
    let made = work.await.map_err(|_| Refused::crashed("the writer"))?;
    let (kind, content) = made.ok_or_else(Refused::missing)?;
    Ok(([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)], content)
        .into_response())
}
