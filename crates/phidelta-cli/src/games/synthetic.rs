//! Synthetic trees: positions are sizes and a seed.

use phidelta::{Game, Side, Solver, Value};
use phidelta_games::synthetic::Synthetic;

use super::{Answered, Ended, GameKind, Options, Place, Problem, Shown, Watch, ask, moves_of};
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

    fn read(&self, text: &str, place: &Place, _options: &Options) -> Result<Box<dyn Problem>> {
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

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let text = |line: &[u8], from: usize| line[from..].iter().map(u8::to_string).collect();
        ask(solver, &mut self.game, watch, &text)
    }

    fn shown(&self) -> Shown {
        let attacks = self.game.side() == Side::Attacker;
        let side = if attacks { "the attacker" } else { "the defender" };
        let ended = self.game.outcome().map(|outcome| {
            let wins = (outcome == phidelta::Outcome::Win) == attacks;
            let value = if wins { Value::Win } else { Value::Loss };
            Ended { value, how: "the tree has no depth".into() }
        });
        Shown { side: side.into(), moves: moves_of(&self.game, |mv| mv.to_string()), ended }
    }
}
