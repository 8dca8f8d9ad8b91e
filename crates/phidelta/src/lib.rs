//! Proof-number search: who wins a two-player game, with a line of play.

mod aggregate;
mod algorithm;
mod alpha_beta;
mod best_first;
mod catalogue;
mod depth_first;
mod game;
mod history;
mod limits;
mod number;
mod observer;
mod proof;
mod solver;
mod table;
mod two_level;
mod verdict;

pub use aggregate::{Aggregate, Share, Tally};
pub use algorithm::{Algorithm, AlgorithmError, Estimates, Evaluation, Family, Growth, Loops, Replacement};
pub use catalogue::{CATALOGUE, Entry, EntryKind};
pub use game::{Game, Goal, Key, Outcome, Question, Repetition, Shortcut, Side, Stock, mix};
pub use limits::Limits;
pub use number::{Ceiling, INFINITY, Number, Numbers};
pub use observer::{Event, Observer, Progress, Step};
pub use solver::{DEFAULT_MEMORY, LEAST_MEMORY, SolveError, Solver};
pub use verdict::{Reason, Report, Stats, Verdict};
