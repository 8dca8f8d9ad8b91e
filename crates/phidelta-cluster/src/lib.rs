//! phidelta on several machines.
pub mod client;
pub mod compose;
pub mod local;
pub mod log;
pub mod message;
#[cfg(feature = "nats")]
pub mod nats;
pub mod problem;
pub mod referee;
pub mod run;
pub mod transport;
pub mod tree;
pub mod worker;
