//! Ultimate tic-tac-toe: boards as text, or moves from the start.

use phidelta_games::uttt::{Position, Uttt};

use super::board::{Board, board_problem};
use super::{GOALS, GameKind, GoalWord, Options};
use crate::error::{InputError, Place};
use crate::problem::Problem;
use crate::rows;

/// Ultimate tic-tac-toe.
pub(super) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        Uttt::NAME
    }

    fn about(&self) -> &'static str {
        "ultimate tic-tac-toe: side;large board;nine boards, or 'start ee eb …'"
    }

    fn reach(&self) -> &'static str {
        "the start is out of reach; after 36 moves seconds or minutes"
    }

    /// Suites have columns with the position in the last one.
    fn cut<'a>(&self, row: &'a str) -> Option<&'a str> {
        rows::last_column(row.split('\t').next()?, &['#'], '|')
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

    fn drawn(&self, _rules: &str, position: &str) -> Option<String> {
        Position::from_text(position).ok().map(|position| position.drawn())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let goal = options.goal(self)?;
        let position = Position::from_text(text).map_err(|error| InputError::of_text(place, text, &error))?;
        Ok(board_problem(&Kind, text, Uttt::new(position), goal))
    }
}

impl Board for Uttt {
    const NAME: &'static str = "uttt";

    fn rules_text(&self) -> String {
        "-".into()
    }

    fn side_text(&self) -> String {
        self.position().side().to_string()
    }

    fn end_text(&self) -> Option<String> {
        self.position().ended()
    }

    fn drawing(&self) -> String {
        self.position().drawn()
    }
}
