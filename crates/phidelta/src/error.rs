//! Why a search could not start.

use crate::algorithm::AlgorithmError;
use crate::checkpoint::CheckpointError;

/// Why a search could not start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The memory is too small.
    #[error("{given} bytes of memory are too few: at least {least} are needed")]
    TooLittleMemory {
        /// What was asked for.
        given: u64,
        /// What is needed.
        least: u64,
    },
    /// The system did not give the memory.
    #[error("the system does not give {0} bytes of memory")]
    NoMemory(u64),
    /// The checkpoint that was to be gone on with is of no use.
    #[error("the checkpoint: {0}")]
    Checkpoint(#[from] CheckpointError),
    /// A worker of a crew has panicked, which is a fault of the game's rules or of this library.
    #[error("a worker has panicked: {0}")]
    Panicked(String),
    /// The parts of the algorithm do not go together.
    #[error(transparent)]
    Algorithm(#[from] AlgorithmError),
}
