//! Board games with draws: all that the desk does with their positions in the same way.
//!
//! A game says how it is shown and what its rules are called ([`Board`]); [`BoardAsk`] does the rest.

use phidelta::{Certifiable, Claim, Draws, Game, Goal, Heading, PartQuestion, SolveError, Solver};

use super::GameKind;
use crate::ask::{Answer, ask_goal, question_word};
use crate::certificate::{Certification, Sink, certify_goals};
use crate::events::Events;
use crate::leaf::{Leaf, stand};
use crate::moves::{Moves, all_moves_of_goal};
use crate::problem::{Ask, PositionView, Problem, ended, moves_of};

/// What only the game itself knows.
pub(super) trait Board: Draws + Game<Move: Send> + Certifiable + Clone + Send + 'static {
    /// Its name.
    const NAME: &'static str;

    /// Its variant, as certificates name it.
    fn rules_text(&self) -> String;

    /// Who is to move.
    fn side_text(&self) -> String;

    /// How the game has ended, if it has.
    fn end_text(&self) -> Option<String>;

    /// The position as a picture of several rows.
    fn drawing(&self) -> String;

    /// The root of a certificate; `given` is how the position was given.
    fn root_text(&self, _given: &str) -> String {
        self.position_text()
    }
}

/// A position, and the goal if only one question is asked.
struct BoardAsk<G> {
    root: String,
    game: G,
    goal: Option<Goal>,
}

/// The problem of a position given as `text`.
pub(super) fn board_problem<G: Board + 'static>(
    kind: &'static dyn GameKind,
    text: &str,
    game: G,
    goal: Option<Goal>,
) -> Problem {
    Problem::new(kind, text, BoardAsk { root: game.root_text(text), game, goal })
}

impl<G: Board> Ask for BoardAsk<G> {
    fn heading(&self) -> Heading {
        Heading::new(G::NAME, self.game.rules_text(), self.root.clone())
    }

    fn question(&self) -> String {
        question_word(self.goal).into()
    }

    fn asked(&self) -> Option<PartQuestion> {
        self.goal.map(PartQuestion::Goal)
    }

    fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Answer, SolveError> {
        let board = self.game.clone();
        let text =
            |line: &[G::Move], from: usize| line[from..].iter().map(|&mv| board.move_text(mv)).collect();
        ask_goal(self.goal, solver, &mut self.game, events, &text)
    }

    fn solve_moves(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Moves, SolveError> {
        let text =
            |line: &[G::Move], from: usize| line[from..].iter().map(|&mv| self.game.move_text(mv)).collect();
        all_moves_of_goal(self.goal, solver, &self.game, events, &text)
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, sink: &mut Sink<'_>) -> Certification {
        let heading = self.heading();
        Some(certify_goals(solver, &mut self.game, &heading, claim, sink))
    }

    fn leaf(&self, asked: PartQuestion) -> Result<Leaf, String> {
        let goal = asked.goal().ok_or("it has no scores, expected a goal")?;
        if self.root != self.game.position_text() {
            return Err("the moves before a position stay on one machine, expected the position alone".into());
        }
        Ok(stand(self.game.clone(), G::NAME, G::rules_text, goal))
    }

    fn view(&self) -> PositionView {
        PositionView {
            side: self.game.side_text(),
            moves: moves_of(&self.game, |mv| self.game.move_text(mv)),
            ended: ended(&self.game, self.game.end_text()),
        }
    }

    fn drawing(&self) -> Option<String> {
        Some(self.game.drawing())
    }
}
