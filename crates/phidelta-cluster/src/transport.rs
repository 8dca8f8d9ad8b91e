//! How jobs and results travel: threads of this process, or machines behind a broker. The client does not
//! know which.

use std::time::Duration;

use crate::message::{Job, JobResult, Run};
use crate::progress::Progress;

/// Something that the transport tells.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// A result. It must be acknowledged once it has been written down.
    Result(Box<JobResult>, Receipt),
    /// Something that a person should know.
    Note(String),
}

/// What a result is acknowledged with.
pub type Receipt = u64;

/// What a job and its result may be on their way between machines, the client's own time included.
pub const ON_THE_WAY: Duration = Duration::from_millis(50);

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

    /// Gives out a job that a client before this one had given out, unless somebody still has it.
    fn send_again(&mut self, job: &Job) -> Result<(), TransportError> {
        self.send(job)
    }

    /// Whoever works on one of these may stop; whoever has not begun need not.
    fn cancel(&mut self, jobs: &[u64]) -> Result<(), TransportError>;

    /// The next notice, waiting for it for so long at most.
    fn receive(&mut self, wait: Duration) -> Result<Option<Notice>, TransportError>;

    /// A result has been written down and need not be told again.
    fn acknowledge(&mut self, receipt: Receipt) -> Result<(), TransportError>;

    /// How many jobs can be worked on at once, as far as it is known.
    fn slots(&self) -> usize;

    /// What a job and its result are on their way together: jobs that others may need meanwhile are given out ahead.
    fn on_the_way(&self) -> Duration {
        ON_THE_WAY
    }

    /// How many threads may check certificates on this machine, which has so many cores.
    fn judges(&self, cores: usize) -> usize {
        cores
    }

    /// Tells others how it stands.
    fn tell(&mut self, _progress: &Progress) -> Result<(), TransportError> {
        Ok(())
    }

    /// This client goes. If the run is over nothing of it is needed any more; if not, somebody may go on with
    /// it later.
    fn close(&mut self, over: bool) -> Result<(), TransportError>;
}
