//! Synthetic trees: positions are sizes and a seed.

use phidelta::{SolveError, Solver};
use phidelta_games::synthetic::Synthetic;

use super::{Answer, GameKind, Options, Place, Problem, Watch, ask};
use crate::failure::{Failure, Result};

/// Synthetic trees.
pub(crate) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "synthetic"
    }

    fn about(&self) -> &'static str {
        "a random tree for measurements: any of branching=5 depth=12 seed=1 width=1000"
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        if options.goal.is_some() {
            return Err(Failure::input("--goal: a synthetic tree has no draws, expected no goal"));
        }
        let game = text.parse::<Synthetic>().map_err(|error| Failure::input(format!("{place}: {error}")))?;
        Ok(Box::new(SyntheticProblem { position: text.trim().to_string(), game }))
    }
}

/// A synthetic tree.
pub(crate) struct SyntheticProblem {
    /// How it was given.
    pub(crate) position: String,
    /// The rules and the root.
    pub(crate) game: Synthetic,
}

impl Problem for SyntheticProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        "win".into()
    }

    fn solve(
        &mut self,
        solver: &mut Solver,
        watch: &mut dyn Watch,
    ) -> std::result::Result<Answer, SolveError> {
        let text = |line: &[u8], from: usize| line[from..].iter().map(u8::to_string).collect();
        Ok(Answer { report: ask(solver, &mut self.game, watch, &text)?, value: None })
    }
}
