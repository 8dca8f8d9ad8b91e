//! Ultimate tic-tac-toe: boards as text, or moves from the start.

use std::io::Write;

use phidelta::{Certifiable, Goal, Heading, Solver};
use phidelta_games::uttt::{Move, Position, Uttt};

use super::{
    Answered, Claim, ForPeople, GOALS, GameKind, GoalWord, Options, Place, Problem, Shown, Watch, ask_goal,
    ended, moves_of, question_word, refused,
};
use crate::certificate::{Certificate, certify_goals};
use crate::failure::Result;
use crate::lines;

/// Ultimate tic-tac-toe.
pub(crate) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "uttt"
    }

    fn about(&self) -> &'static str {
        "ultimate tic-tac-toe: side;large board;nine boards, or 'start ee eb …'"
    }

    /// Suites have columns with the position in the last one.
    fn cut<'a>(&self, line: &'a str) -> Option<&'a str> {
        lines::last_column(line.split('\t').next()?, &['#'], '|')
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    /// A game that never repeats needs no cure for loops, and with estimates leaving a move less often
    /// pays: two thirds of the calls of plain df-pn.
    fn algorithm(&self) -> &'static str {
        "df-pn+eps=0.25"
    }

    fn certifies(&self) -> bool {
        true
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        let goal = options.goal(self)?;
        let position = Position::from_text(text).map_err(|error| refused(place, text, &error))?;
        Ok(Box::new(UtttProblem { position: text.trim().to_string(), game: Uttt::new(position), goal }))
    }
}

/// A position, and the goal if only one question is asked.
struct UtttProblem {
    position: String,
    game: Uttt,
    goal: Option<Goal>,
}

impl Problem for UtttProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        question_word(self.goal).into()
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let text = |line: &[Move], from: usize| line[from..].iter().map(Move::to_string).collect();
        ask_goal(self.goal, solver, &mut self.game, watch, &text)
    }

    fn heading(&self) -> Heading {
        Heading { game: "uttt".into(), rules: "-".into(), position: self.game.position_text() }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, out: &mut dyn Write) -> Certificate {
        let heading = self.heading();
        Some(certify_goals(solver, &mut self.game, &heading, claim, out))
    }

    fn goal(&self) -> Goal {
        self.goal.unwrap_or_default()
    }

    fn shown(&self) -> Shown {
        let position = self.game.position();
        Shown {
            side: position.side().to_string(),
            moves: moves_of(&self.game, |mv| mv.to_string()),
            ended: ended(&self.game, position.ended()),
        }
    }

    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople { drawing: Some(self.game.position().drawn()), line: Vec::new() }
    }
}
