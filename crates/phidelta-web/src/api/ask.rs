//! A move that is not in the proof: a short question, in a lane of its own beside the queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State as Shared};
use axum::http::StatusCode;
use phidelta_desk::session::{self, AskRequest};
use serde_json::Value;

use super::body::json as read_json;
use crate::error::{Answer, Refused};
use crate::options::State;

/// Time to wait for the lane.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn ask(Shared(state): Shared<State>, request: Request) -> Answer<Json<Value>> {
    let asked: AskRequest = read_json(request.into_body()).await?;
    let busy = || Refused::new(StatusCode::TOO_MANY_REQUESTS, "queue-full", "too many questions");
    let lane = tokio::time::timeout(PATIENCE, state.lane.clone().acquire_owned()).await;
    let lane = lane.map_err(|_| busy())?.map_err(|_| busy())?;
    let work = tokio::task::spawn_blocking(move || {
        let _lane = lane;
        catch_unwind(AssertUnwindSafe(|| session::ask(&asked)))
    });
    let crashed = || Refused::crashed("the search");
    Ok(Json(work.await.map_err(|_| crashed())?.map_err(|_| crashed())??))
}
