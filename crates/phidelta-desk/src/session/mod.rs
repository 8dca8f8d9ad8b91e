//! What a page asks, and what it is told: everything between a page and the desk but the transport.
//!
//! A server answers over HTTP, a Worker over messages; both hand requests to this room and send back what it
//! says. Requests and answers are JSON (docs/serve.md). A [`Host`] is all that a search wants of whoever runs
//! it: a clock, a place to tell how it stands, a place to wait.

mod about;
mod ask;
mod files;
mod job;
mod look;
mod position;
mod refusal;
mod run;
mod watcher;

pub use about::{Caps, about};
pub use ask::{AskRequest, ask};
pub use files::certificate_text;
pub use job::{Checked, Figure, FirstNumbers, JobRequest, Kind, Snapshot, Stage};
pub use look::{PartMaps, proof_node, trace_steps};
pub use position::{PositionAnswer, PositionRequest, of_file, position};
pub use refusal::Refusal;
pub use run::{CheckFound, Ended, Found, Kept, run};
pub use watcher::Host;

/// The text of a position, at most, in bytes, unless it is a graph.
pub const POSITION_BYTES: usize = 64 << 10;

/// Refuses texts that are too long for a position.
pub fn check_length(game: Option<&str>, text: &str) -> Result<(), Refusal> {
    let graph = game.is_none_or(|game| game == "graph") && text.trim_start().starts_with('{');
    if text.len() > POSITION_BYTES && !graph {
        return Err(Refusal::new("too-large", "that is too long"));
    }
    Ok(())
}
