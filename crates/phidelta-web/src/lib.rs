//! `phidelta serve`: the page and its server.
//!
//! The page (`page/`) is plain files in the binary. The server hands them out, turns requests into calls of
//! the desk, runs searches on threads of their own, and tells how they stand. It knows no game, and nothing
//! that a request says names a file, an address or a command.
//!
//! | where | what |
//! |---|---|
//! | [`serve`] | sockets, connections, their limits |
//! | `guard` | who may ask: host, origin, token; headers of every answer |
//! | `rate` | how often strangers may ask |
//! | `assets` | the files of the page |
//! | `api/` | one file for each kind of request |
//! | `jobs/` | searches: the queue, the threads, memory, pause and stop |
//! | `events` | news of searches as a stream |
//! | `cluster` | how several machines stand, if somebody tells |

mod api;
mod assets;
mod cluster;
mod error;
mod events;
mod guard;
mod jobs;
mod options;
mod rate;
mod serve;

pub use cluster::ClusterView;
pub use options::Options;
pub use serve::{Server, serve};

/// A token that nobody can guess.
pub fn random_token() -> String {
    jobs::random_id()
}

#[doc(hidden)]
pub mod testing {
    //! For tests of this crate.
    pub use crate::api::router;
    pub use crate::assets::{ASSETS, Asset};
    pub use crate::jobs::Jobs;
    pub use crate::options::State;
}
