//! Board games with draws: all that the command does with their positions in the same way.
//!
//! A game says how it is shown and what its rules are called ([`Board`]); a [`BoardProblem`] does the
//! rest.

use phidelta::{Asked, Certifiable, Draws, Goal, Heading, Solver};

use super::{Answered, Claim, ForPeople, Problem, Shown, Watch, ask_goal, ended, moves_of, question_word};
use crate::certificate::{Certificate, Paper, certify_goals};

/// What only the game itself knows.
pub(super) trait Board: Draws + Certifiable + Clone {
    /// As it is called on the command line.
    const NAME: &'static str;

    /// Its variant, as certificates name it.
    fn rules_text(&self) -> String;

    /// Who is to move.
    fn side_text(&self) -> String;

    /// How the game has ended, if it has.
    fn end_text(&self) -> Option<String>;

    /// The position as a picture of several lines.
    fn drawing(&self) -> String;

    /// The root of a certificate; `given` is how the position was given.
    fn root_text(&self, _given: &str) -> String {
        self.position_text()
    }
}

/// A position, and the goal if only one question is asked.
pub(super) struct BoardProblem<G> {
    /// How it was given.
    position: String,
    game: G,
    goal: Option<Goal>,
}

impl<G: Board + 'static> BoardProblem<G> {
    /// The problem of a position given as `text`.
    pub(super) fn boxed(text: &str, game: G, goal: Option<Goal>) -> Box<dyn Problem> {
        Box::new(BoardProblem { position: text.trim().to_string(), game, goal })
    }
}

impl<G: Board> Problem for BoardProblem<G> {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        question_word(self.goal).into()
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let board = self.game.clone();
        let text =
            |line: &[G::Move], from: usize| line[from..].iter().map(|&mv| board.move_text(mv)).collect();
        ask_goal(self.goal, solver, &mut self.game, watch, &text)
    }

    fn heading(&self) -> Heading {
        let position = self.game.root_text(&self.position);
        Heading { game: G::NAME.into(), rules: self.game.rules_text(), position }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, paper: &mut Paper<'_>) -> Certificate {
        let heading = self.heading();
        Some(certify_goals(solver, &mut self.game, &heading, claim, paper))
    }

    fn asked(&self) -> Option<Asked> {
        self.goal.map(Asked::Goal)
    }

    fn shown(&self) -> Shown {
        Shown {
            side: self.game.side_text(),
            moves: moves_of(&self.game, |mv| self.game.move_text(mv)),
            ended: ended(&self.game, self.game.end_text()),
        }
    }

    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople { drawing: Some(self.game.drawing()), line: Vec::new() }
    }
}
