//! What composers of mate problems ask: how short is the shortest mate, which other moves mate, is the
//! problem sound?
//!
//! All of it rests on one question, "is there a mate within so many moves?", which the searches of the
//! library answer like any other ([`Clocked`]). Every length is a proof of one such question and a
//! disproof of the next smaller one; what a limit left open is said to be open.

mod all;
mod alternative;
mod asker;
mod avoid;
mod check;
mod clock;
mod clocked;
mod defence;
mod faults;
mod futile;
mod pieces;
mod shortest;
mod solution;

pub use all::{FirstMove, all_solutions};
pub use asker::Watcher;
pub use check::{CheckError, CheckOptions, Checked, Notebook, check};
pub use clock::MOST_MOVES;
pub use clocked::Clocked;
pub use faults::{Fault, FaultKind, Soundness, Undecided};
pub use futile::{Futile, Step};
#[doc(hidden)]
pub use shortest::shortest_from_above;
pub use shortest::{Lengths, Shortest, lengths, shortest};
pub use solution::{SolutionError, read_solution};
