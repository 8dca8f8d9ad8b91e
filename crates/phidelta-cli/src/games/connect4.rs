//! Connect four: columns played, on a board of any size.

use std::io::Write;

use phidelta::{Certifiable, Goal, Heading, Solver};
use phidelta_games::connect4::ConnectFour;

use super::{
    Answered, Claim, ForPeople, GOALS, GameKind, GoalWord, Options, Place, Problem, Shown, Watch, ask_goal,
    ended, moves_of, question_word, refused,
};
use crate::certificate::{Certificate, certify_goals};
use crate::failure::Result;

/// Connect four.
pub(crate) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "connect4"
    }

    fn about(&self) -> &'static str {
        "columns played, on a board of any size: 4453, 5x4:33, 9x7k5: (five in a row)"
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    fn algorithm(&self) -> &'static str {
        "df-pn+eps=0.25"
    }

    fn certifies(&self) -> bool {
        true
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        let goal = options.goal(self)?;
        let game = ConnectFour::from_text(text).map_err(|error| refused(place, text, &error))?;
        Ok(Box::new(ConnectFourProblem { position: text.trim().to_string(), game, goal }))
    }
}

/// A position, and the goal if only one question is asked.
struct ConnectFourProblem {
    position: String,
    game: ConnectFour,
    goal: Option<Goal>,
}

impl Problem for ConnectFourProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        question_word(self.goal).into()
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let board = self.game.clone();
        let text = |line: &[u8], from: usize| line[from..].iter().map(|&mv| board.move_text(mv)).collect();
        ask_goal(self.goal, solver, &mut self.game, watch, &text)
    }

    fn heading(&self) -> Heading {
        let shape = self.game.shape();
        let rules = format!("{}x{}k{}", shape.width(), shape.height(), shape.row());
        Heading { game: "connect4".into(), rules, position: self.game.position_text() }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, out: &mut dyn Write) -> Certificate {
        let heading = self.heading();
        Some(certify_goals(solver, &mut self.game, &heading, claim, out))
    }

    fn goal(&self) -> Goal {
        self.goal.unwrap_or_default()
    }

    fn shown(&self) -> Shown {
        Shown {
            side: self.game.to_move().to_string(),
            moves: moves_of(&self.game, |mv| self.game.move_text(mv)),
            ended: ended(&self.game, self.game.ended()),
        }
    }

    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople { drawing: Some(self.game.drawn()), line: Vec::new() }
    }
}
