//! Files to keep: certificates, records, reports.

use axum::extract::{Path, State as Shared};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use phidelta_desk::Language;

use super::jobs::found;
use super::proof;
use crate::error::{Answer, Refused};
use crate::options::State;

/// Moves of a record that shogi programs open quickly.
const RECORDED_MOVES: usize = 5000;

pub(super) async fn download(
    Shared(state): Shared<State>,
    Path((id, file)): Path<(String, String)>,
) -> Answer<Response> {
    let job = found(&state, &id)?;
    let (kind, content): (&str, Vec<u8>) = match file.as_str() {
        "certificate.pdc" => (
            "application/octet-stream",
            job.certificate().map(|bytes| bytes.to_vec()).ok_or_else(Refused::missing)?,
        ),
        "record.kif" => ("text/plain; charset=utf-8", job.kif().ok_or_else(Refused::missing)?.into_bytes()),
        "report.json" => ("application/json", job.json().ok_or_else(Refused::missing)?.into_bytes()),
        "report.html" => ("text/html; charset=utf-8", job.html(0).ok_or_else(Refused::missing)?.into_bytes()),
        "report.ja.html" => {
            ("text/html; charset=utf-8", job.html(1).ok_or_else(Refused::missing)?.into_bytes())
        }
        "proof.kif" => {
            let proof = proof::loaded(&state, &job).await?;
            let text = tokio::task::spawn_blocking(move || {
                let views = proof.views();
                views
                    .first()
                    .and_then(|view| view.kif(usize::MAX, RECORDED_MOVES, Language::En).ok())
                    .map(|record| record.text)
            });
            let text = text.await.ok().flatten().ok_or_else(Refused::missing)?;
            ("text/plain; charset=utf-8", text.into_bytes())
        }
        _ => return Err(Refused::missing()),
    };
    let name = format!("attachment; filename=\"{file}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)], content)
        .into_response())
}
