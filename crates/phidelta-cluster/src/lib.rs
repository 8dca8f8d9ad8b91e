//! phidelta on several machines: one tree of jobs, and workers whose word is checked.
//!
//! A *client* keeps the first moves of a problem as a proof-number tree ([`tree`]) and gives its leaves out as
//! *jobs* ([`client`]). *Workers* ([`worker`]) run a bounded search at a leaf and give back numbers, which are advice,
//! or an answer with its certificate, which counts once the independent checker has passed it ([`referee`]), on a thread
//! beside (`judges`). When the root is solved the certificates of the leaves are put together to one of the whole ([`compose`]).
//!
//! How jobs travel is another matter ([`transport`]): to threads of this process ([`local`]), to machines (`nats`, a
//! feature) or through the bad weather of a [`simulation`]. What happens is written to a [`log`], from which a
//! client that has died goes on. [`problem`] is the way in, [`progress`] what is seen on the way.
pub mod client;
pub mod compose;
mod judges;
pub mod local;
pub mod log;
pub mod message;
#[cfg(feature = "nats")]
pub mod nats;
pub mod problem;
pub mod progress;
pub mod referee;
pub mod run;
pub mod simulation;
pub mod transport;
pub mod tree;
pub mod worker;
