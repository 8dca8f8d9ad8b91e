//! Connect four: columns played, on a board of any size.

use phidelta_games::connect4::ConnectFour;

use super::board::{Board, board_problem};
use super::{GOALS, GameKind, GoalWord, Options, Written};
use crate::error::{InputError, Place};
use crate::problem::Problem;

/// Connect four.
pub(super) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        ConnectFour::NAME
    }

    fn about(&self) -> &'static str {
        "columns played, on a board of any size: 4453, 5x4:33, 9x7k5: (five in a row)"
    }

    fn reach(&self) -> &'static str {
        "7x6 after eight moves takes a second or so; the start much longer, with --memory 4G"
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    fn algorithm(&self) -> &'static str {
        "alpha-beta"
    }

    fn written(&self, rules: &str, position: &str, _attacks: bool) -> Written {
        Written { text: format!("{rules}:{position}"), goal: None, rules: Vec::new() }
    }

    fn certifies(&self) -> bool {
        true
    }

    fn drawn(&self, rules: &str, position: &str) -> Option<String> {
        let height: usize = rules.split_once('x')?.1.split('k').next()?.parse().ok()?;
        let columns: Vec<&str> = position.split('/').collect();
        let names = (1..).map_while(|column| char::from_digit(column, 36)).take(columns.len());
        let row = |signs: &mut dyn Iterator<Item = char>| {
            signs.flat_map(|sign| [' ', sign]).chain(['\n']).collect::<String>()
        };
        let level =
            |level: usize| row(&mut columns.iter().map(|column| column.chars().nth(level).unwrap_or('.')));
        Some((0..height).rev().map(level).chain([row(&mut names.into_iter())]).collect())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let goal = options.goal(self)?;
        let game = ConnectFour::from_text(text).map_err(|error| InputError::of_text(place, text, &error))?;
        Ok(board_problem(&Kind, text, game, goal))
    }
}

impl Board for ConnectFour {
    const NAME: &'static str = "connect4";

    fn rules_text(&self) -> String {
        let shape = self.shape();
        format!("{}x{}k{}", shape.width(), shape.height(), shape.row())
    }

    fn side_text(&self) -> String {
        self.to_move().to_string()
    }

    fn end_text(&self) -> Option<String> {
        self.ended()
    }

    fn drawing(&self) -> String {
        self.drawn()
    }
}
