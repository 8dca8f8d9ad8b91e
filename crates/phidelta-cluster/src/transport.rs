//! How jobs and results travel: threads of this process, or machines behind a broker. The client does not
//! know which.

use std::time::Duration;

use crate::message::{Job, JobResult, Run};

/// Something that the transport tells.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// A result. It must be acknowledged once it has been written down.
    Result(Box<JobResult>, Receipt),
    /// This job will not be answered: it was given out too often, or its worker is gone.
    Lost(u64),
    /// Something that a person should know.
    Note(String),
}

/// What a result is acknowledged with.
pub type Receipt = u64;

/// Why the transport cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TransportError(pub String);

/// Carries jobs and results.
pub trait Transport {
    /// Makes a run known.
    fn open(&mut self, run: &Run) -> Result<(), TransportError>;

    /// Gives a job out. The same job twice is the same job.
    fn send(&mut self, job: &Job) -> Result<(), TransportError>;

    /// Whoever works on one of these may stop.
    fn cancel(&mut self, jobs: &[u64]) -> Result<(), TransportError>;

    /// The next notice, waiting for it for so long at most.
    fn receive(&mut self, wait: Duration) -> Result<Option<Notice>, TransportError>;

    /// A result has been written down and need not be told again.
    fn acknowledge(&mut self, receipt: Receipt) -> Result<(), TransportError>;

    /// How many jobs can be worked on at once, as far as it is known.
    fn slots(&self) -> usize;

    /// The run is over.
    fn close(&mut self) -> Result<(), TransportError>;
}
