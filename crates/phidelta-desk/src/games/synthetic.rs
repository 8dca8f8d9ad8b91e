//! Synthetic trees: positions are sizes and a seed.

use phidelta::{Game, Heading, Outcome, Side, SolveError, Solver, Value};
use phidelta_games::synthetic::Synthetic;

use super::{GameKind, Options};
use crate::ask::{Answer, ask};
use crate::error::{InputError, Place};
use crate::events::Events;
use crate::moves::{Moves, all_moves_of_question};
use crate::problem::{Ask, Ended, PositionView, Problem, moves_of};

/// Synthetic trees.
pub(super) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "synthetic"
    }

    fn about(&self) -> &'static str {
        "a random tree for measurements: any of branching=5 depth=12 seed=1 width=1000"
    }

    fn read(&self, text: &str, place: &Place, _options: &Options) -> Result<Problem, InputError> {
        let game = text.parse().map_err(|error| InputError::new(place.clone(), error))?;
        Ok(of_synthetic(text, game))
    }
}

/// A synthetic tree under a name.
pub(crate) fn of_synthetic(name: &str, game: Synthetic) -> Problem {
    Problem::new(&Kind, name, game)
}

impl Ask for Synthetic {
    fn heading(&self) -> Heading {
        Heading::new("synthetic", "-", self.to_string())
    }

    fn question(&self) -> String {
        "win".into()
    }

    fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Answer, SolveError> {
        let text = |line: &[u8], from: usize| line[from..].iter().map(u8::to_string).collect();
        ask(solver, self, events, &text)
    }

    fn solve_moves(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Moves, SolveError> {
        let text = |line: &[u8], from: usize| line[from..].iter().map(u8::to_string).collect();
        all_moves_of_question(solver, self, events, &text)
    }

    fn view(&self) -> PositionView {
        let attacks = self.side() == Side::Attacker;
        let side = if attacks { "the attacker" } else { "the defender" };
        let ended = self.outcome().map(|outcome| {
            let wins = (outcome == Outcome::Win) == attacks;
            let value = if wins { Value::Win } else { Value::Loss };
            Ended { value, how: "the tree has no depth".into() }
        });
        PositionView { side: side.into(), moves: moves_of(self, |mv| mv.to_string()), ended }
    }
}
