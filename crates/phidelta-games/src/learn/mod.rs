//! Numbers that the program learns from its own games.
//!
//! A game that learns has a [`Course`]: steps that make positions, solve them and fit numbers to what was
//! found. The result is a [`Model`], a small file; those that ship lie in `models/` with their commands in
//! their first lines and are part of the program. What is learned orders moves and makes first numbers.
//! Verdicts never depend on it: a model of random numbers costs time and nothing else.

mod model;
mod othello;
mod shogi;

pub use model::{Model, ModelError};
pub use shogi::Counts as ShogiCounts;

/// A training under way, one step at a time.
pub trait Course {
    /// Steps of the whole course.
    fn steps(&self) -> usize;

    /// Steps done.
    fn done(&self) -> usize;

    /// Does the next step and says in a line what came of it; `None` after the last.
    fn step(&mut self) -> Option<String>;

    /// What has to be kept to go on later, as a model of its own kind: read by [`start`].
    fn so_far(&self) -> Model;

    /// What was learned, when all steps are done.
    fn model(&self) -> Option<Model>;
}

/// What to learn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The game, by its name in [`GAMES`].
    pub game: String,
    /// Positions of each phase of the game; of shogi, which has no phases, positions to search.
    pub positions: usize,
    /// What the random numbers start with: the same seed, the same model.
    pub seed: u64,
}

/// The games that learn.
pub const GAMES: [&str; 3] = ["othello", "othello-6x6", "shogi"];

/// Why a course cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The game is not among [`GAMES`].
    #[error("'{0}' does not learn; games that do: {list}", list = GAMES.join(", "))]
    NoCourse(String),
    /// What was kept of an earlier course is no use.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// What was kept is of a course with other positions or another seed.
    #[error("kept from another course ({found}); expected {expected}")]
    OtherCourse {
        /// The command of that course.
        found: String,
        /// The command of this one.
        expected: String,
    },
}

impl Plan {
    /// A course for a game of [`GAMES`].
    pub fn new(game: impl Into<String>, positions: usize, seed: u64) -> Plan {
        Plan { game: game.into(), positions, seed }
    }

    /// The command that does it.
    pub fn command(&self) -> String {
        format!("phidelta learn {} --positions {} --seed {}", self.game, self.positions, self.seed)
    }
}

/// Begins a course, or goes on with what [`Course::so_far`] has kept.
pub fn start(plan: &Plan, so_far: Option<&[u8]>) -> Result<Box<dyn Course>, LearnError> {
    if plan.game == "shogi" { shogi::begin(plan, so_far) } else { othello::start(plan, so_far) }
}
