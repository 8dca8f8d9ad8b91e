//! What the server can do.

use axum::Json;
use axum::extract::State as Shared;
use phidelta_desk::session::{self, Caps};
use serde_json::Value;

use crate::options::State;

pub(super) async fn about(Shared(state): Shared<State>) -> Json<Value> {
    let options = &state.options;
    let mut about = session::about(
        env!("CARGO_PKG_VERSION"),
        &Caps {
            memory: options.memory,
            job_memory: options.job_memory.min(options.memory),
            time: options.job_time.map_or(0.0, |time| time.as_secs_f64()),
            jobs: options.jobs,
        },
    );
    about["cluster"] = options.cluster.is_some().into();
    Json(about)
}
