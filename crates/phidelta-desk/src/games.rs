//! The games that the desk knows.
//!
//! A game is one file in `games/`: a [`GameKind`] that reads positions, and a type that asks and shows
//! (`Ask`). It joins with its line in `GAMES`; nothing else names it.

mod board;
mod connect4;
mod graph;
mod loa;
mod options;
mod othello;
pub(crate) mod shogi;
mod synthetic;
mod uttt;

use phidelta::Algorithm;
use serde::Serialize;

use crate::error::{InputError, Place};
use crate::problem::Problem;
use crate::rows;

pub(crate) use graph::of_graph;
pub use graph::{figure_named, read_graph};
pub(crate) use loa::loa_rules;
pub(crate) use options::GOALS;
pub use options::{GoalWord, Options, Rule};
pub(crate) use shogi::of_shogi_game;
pub(crate) use synthetic::of_synthetic;

/// All games, in the order of the help.
static GAMES: &[&dyn GameKind] =
    &[&connect4::Kind, &graph::Kind, &loa::Kind, &othello::Kind, &shogi::Kind, &synthetic::Kind, &uttt::Kind];

/// All games.
pub fn games() -> &'static [&'static dyn GameKind] {
    GAMES
}

/// The game called so; otherwise a message with the names there are.
pub fn find(name: &str) -> Result<&'static dyn GameKind, String> {
    GAMES.iter().find(|game| game.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        format!("unknown game; known are {}", names.join(", "))
    })
}

/// A game: how its positions are read, and what may be asked about them.
pub trait GameKind: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What a position looks like, in one line.
    fn about(&self) -> &'static str;

    /// What can be solved and what is out of reach, in one line; empty where there is nothing to warn of.
    fn reach(&self) -> &'static str {
        ""
    }

    /// How positions stand in a file.
    fn layout(&self) -> Layout {
        Layout::Rows
    }

    /// The position in a row of a file, or `None` if there is none in it.
    fn cut<'a>(&self, row: &'a str) -> Option<&'a str> {
        rows::first_part(row, &['#'], &['\t'])
    }

    /// The goals that may be asked for. None: there is one question only.
    fn goals(&self) -> &'static [GoalWord] {
        &[]
    }

    /// The variants of the rules.
    fn rules(&self) -> &'static [Rule] {
        &[]
    }

    /// How to search when nothing is said.
    fn algorithm(&self) -> &'static str {
        DEFAULT_ALGORITHM
    }

    /// Reads one position. An error names `place` and what was expected there.
    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError>;

    /// Reads a whole file of game records: of each the position after [`Options::ply`] moves. `None` if
    /// the file is nothing of that kind.
    fn read_records(
        &self,
        _bytes: &[u8],
        _name: &str,
        _options: &Options,
    ) -> Result<Option<Vec<Problem>>, InputError> {
        Ok(None)
    }

    /// Reads a model of the game into the options; otherwise why not.
    fn read_model(&self, _bytes: &[u8], _options: &mut Options) -> Result<(), String> {
        Err(format!("{} has no model, expected none", self.name()))
    }

    /// How a position that a certificate or a leaf list has is read again, and whether its attacker is to move.
    fn written(&self, _rules: &str, position: &str, _attacks: bool) -> Written {
        Written { text: position.into(), goal: None, rules: Vec::new() }
    }

    /// Whether answers can be written as certificates.
    fn certifies(&self) -> bool {
        false
    }

    /// A move at a position as certificates write them, in a notation for people, where there is one.
    fn named(&self, _position: &str, _mv: &str) -> Option<String> {
        None
    }

    /// A picture of a position as certificates write it, under the rules they name.
    fn drawn(&self, _rules: &str, _position: &str) -> Option<String> {
        None
    }

    /// Whether lengths of wins can be asked for.
    fn has_lengths(&self) -> bool {
        false
    }

    /// Whether answers can be written as KIF.
    fn writes_kif(&self) -> bool {
        false
    }
}

/// A position of a certificate as a text that [`GameKind::read`] takes, and its options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The text.
    pub text: String,
    /// The goal, where it is not called as in certificates.
    pub goal: Option<&'static str>,
    /// Variants of the rules, as `NAME=VALUE`.
    pub rules: Vec<String>,
}

impl std::fmt::Debug for dyn GameKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The search for games that name no other: it ends on cycles and sees lines that meet again.
pub const DEFAULT_ALGORITHM: &str = "df-pn+tca+snda";

/// How to search positions of a game when nothing is said.
pub fn default_algorithm(game: &dyn GameKind) -> Algorithm {
    // A test reads them all.
    game.algorithm().parse().expect("a name written in this crate")
}

/// How positions stand in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Layout {
    /// One a row.
    Rows,
    /// The file is one position.
    Whole,
}

/// What a front end has to know of a game, as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// What a position looks like.
    pub about: &'static str,
    /// How to search when nothing is said.
    pub algorithm: &'static str,
    /// Goals, each with what it asks.
    pub goals: &'static [GoalWord],
    /// Variants of the rules.
    pub rules: &'static [Rule],
    /// Whether answers can be certified and verified.
    pub certifies: bool,
    /// Whether lengths of wins can be asked for.
    pub has_lengths: bool,
    /// Whether answers can be written as KIF.
    pub writes_kif: bool,
}

impl GameInfo {
    /// What there is to know of a game.
    pub fn of(game: &dyn GameKind) -> GameInfo {
        GameInfo {
            name: game.name(),
            about: game.about(),
            algorithm: game.algorithm(),
            goals: game.goals(),
            rules: game.rules(),
            certifies: game.certifies(),
            has_lengths: game.has_lengths(),
            writes_kif: game.writes_kif(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        let names: std::collections::BTreeSet<&str> = GAMES.iter().map(|game| game.name()).collect();
        assert_eq!(names.len(), GAMES.len());
        assert!(names.iter().all(|name| find(name).unwrap().name() == *name));
        assert!(find("chess").err().unwrap().contains("graph"));
    }

    #[test]
    fn usual_algorithms_and_rules_are_sound() {
        for game in GAMES {
            assert!(game.algorithm().parse::<Algorithm>().is_ok(), "{}", game.name());
            assert!(game.rules().iter().all(|rule| rule.values.len() > 1), "{}", game.name());
        }
    }
}
