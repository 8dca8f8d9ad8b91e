//! The games the command knows, and how a search over any of them becomes text.
//!
//! A game is one file in `games/`: a [`GameKind`] that reads positions and a [`Problem`] that hands its
//! rules to [`ask`]. It joins the command with its line in [`GAMES`]; nothing else names it.

mod ask;
mod board;
mod connect4;
pub(crate) mod graph;
pub(crate) mod lengths;
mod loa;
mod options;
mod othello;
mod shogi;
mod synthetic;
mod uttt;

use std::fmt;

use phidelta::{Answered as Claim, Asked, Game, Goal, Heading, Outcome, Report, Solver, Value};
use phidelta_games::text::TextError;

use crate::certificate::{Certificate, Paper};
use crate::failure::{Failure, Result};
use crate::lines;

#[cfg(test)]
pub(crate) use ask::Bounds;
pub(crate) use ask::{Answer, Answered, Watch, ask, ask_goal, question_word};
pub(crate) use graph::GraphProblem;
pub(crate) use lengths::{More, Wish};
pub(crate) use options::{GOALS, GoalWord, Options, Rule, described};
pub(crate) use synthetic::SyntheticProblem;

/// All games, in the order of the help.
pub(crate) static GAMES: &[&dyn GameKind] =
    &[&connect4::Kind, &graph::Kind, &loa::Kind, &othello::Kind, &shogi::Kind, &synthetic::Kind, &uttt::Kind];

/// A game: how its positions are read, and what may be asked about them.
pub(crate) trait GameKind: Send + Sync {
    /// As it is called on the command line.
    fn name(&self) -> &'static str;

    /// What a position looks like, in one line.
    fn about(&self) -> &'static str;

    /// How positions stand in a file.
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    /// The position in a line of a file, or `None` if there is none in it.
    fn cut<'a>(&self, line: &'a str) -> Option<&'a str> {
        lines::first_part(line, &['#'], &['\t'])
    }

    /// What `--goal` takes, for the help and for messages. None: it is refused.
    fn goals(&self) -> &'static [GoalWord] {
        &[]
    }

    /// The variants that `--rule` chooses from.
    fn rules(&self) -> &'static [Rule] {
        &[]
    }

    /// How to search when nothing is said.
    fn algorithm(&self) -> &'static str {
        DEFAULT_ALGORITHM
    }

    /// Reads a model of the game into the options; otherwise why not.
    fn read_model(&self, _bytes: &[u8], _options: &mut Options) -> std::result::Result<(), String> {
        Err(format!("{} has no model, expected none", self.name()))
    }

    /// Reads one position. A message names `place` and what was expected there.
    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>>;

    /// Reads a whole file of game records: of each the position after `ply` moves. `None` if the file is
    /// nothing of that kind.
    fn read_records(
        &self,
        _bytes: &[u8],
        _name: &str,
        _ply: usize,
        _options: &Options,
    ) -> Result<Option<Vec<Box<dyn Problem>>>> {
        Ok(None)
    }

    /// Whether answers can be written as certificates.
    fn certifies(&self) -> bool {
        false
    }

    /// A picture of a position as certificates write it, under the rules they name.
    fn drawn(&self, _rules: &str, _position: &str) -> Option<String> {
        None
    }

    /// Whether lengths of wins and all first moves can be asked for.
    fn has_lengths(&self) -> bool {
        false
    }

    /// Whether answers can be written as KIF.
    fn writes_kif(&self) -> bool {
        false
    }
}

/// The search for games that name no other: it ends on cycles and sees lines that meet again.
pub(crate) const DEFAULT_ALGORITHM: &str = "df-pn+tca+snda";

/// How positions stand in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// One a line.
    Lines,
    /// The file is one position.
    Whole,
}

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The command line.
    Argument,
    /// A whole file; `-` is the standard input.
    File(String),
    /// Part of one line of a file.
    Line {
        /// The file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// Characters of the line before the part.
        before: usize,
    },
}

impl Place {
    /// A line and column of the text, both counted from 1, as editors understand it.
    pub(crate) fn at(&self, line: usize, column: usize) -> String {
        match self {
            Place::Line { file, line, before } => format!("{file}:{line}:{}", before + column),
            _ => format!("{self}:{line}:{column}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Argument => f.write_str("POSITION"),
            Place::File(file) => f.write_str(file),
            Place::Line { file, line, .. } => write!(f, "{file}:{line}"),
        }
    }
}

/// The failure of a text that is no position: place, message, and the text with the place marked.
pub(crate) fn refused(place: &Place, text: &str, error: &TextError) -> Failure {
    let marked: String = error.marked(text).lines().map(|line| format!("\n  {line}")).collect();
    Failure::input(format!("{}: {}{marked}", place.at(1, error.column(text)), error.message))
}

/// The game called so.
pub(crate) fn find(name: &str) -> std::result::Result<&'static dyn GameKind, String> {
    GAMES.iter().find(|game| game.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        format!("unknown game; known are {}", names.join(", "))
    })
}

/// A position and a question about it.
pub(crate) trait Problem {
    /// The position as it was given.
    fn position(&self) -> &str;

    /// What is asked, in a word or two: "win", or "value" for a win, a draw or a loss.
    fn question(&self) -> String;

    /// Searches for the answer.
    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered;

    /// Searches for the answer and for lengths or first moves, if the game has them.
    fn ask_more(&mut self, _solver: &mut Solver, _watch: &mut dyn Watch, _wish: &Wish) -> Option<Answered> {
        None
    }

    /// The one question, where there is one.
    fn asked(&self) -> Option<Asked> {
        Some(Asked::Goal(Goal::Win))
    }

    /// What a certificate says of the position.
    fn heading(&self) -> Heading {
        Heading { game: String::new(), rules: String::new(), position: String::new() }
    }

    /// Writes the certificate of the answer that the solver found last, if the game
    /// [`GameKind::certifies`].
    fn certify(&mut self, _solver: &mut Solver, _claim: Claim, _paper: &mut Paper<'_>) -> Certificate {
        None
    }

    /// The position itself: who moves, and where to.
    fn shown(&self) -> Shown;

    /// The position and the line found for it as KIF, if the game [`GameKind::writes_kif`].
    fn kif(&self, _report: &Report<String>, _notes: &[String]) -> String {
        String::new()
    }

    /// What only people want to see of a position and the line found for it.
    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople::default()
    }
}

/// What programs have no use for.
#[derive(Default)]
pub(crate) struct ForPeople {
    /// The position as a picture of several lines.
    pub(crate) drawing: Option<String>,
    /// The line in another notation, whose characters may be two columns wide.
    pub(crate) line: Vec<String>,
}

/// A position as `phidelta show` prints it; its drawing is [`ForPeople::drawing`].
pub(crate) struct Shown {
    /// Who is to move.
    pub(crate) side: String,
    /// The legal moves; none where the game has ended.
    pub(crate) moves: Vec<String>,
    /// How the game ended, if it has.
    pub(crate) ended: Option<Ended>,
}

/// The end of a game.
pub(crate) struct Ended {
    /// For the side to move.
    pub(crate) value: Value,
    /// What ended it: "the board is full".
    pub(crate) how: String,
}

/// The end of a game whose attacker is to move.
pub(crate) fn ended<G: Game>(game: &G, how: Option<String>) -> Option<Ended> {
    let value = match game.outcome()? {
        Outcome::Win => Value::Win,
        Outcome::Draw => Value::Draw,
        Outcome::Loss => Value::Loss,
    };
    Some(Ended { value, how: how.unwrap_or_default() })
}

/// The moves of a position that has not ended, as text.
pub(crate) fn moves_of<G: Game>(game: &G, text: impl Fn(G::Move) -> String) -> Vec<String> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    moves.into_iter().map(text).collect()
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
            assert!(game.algorithm().parse::<phidelta::Algorithm>().is_ok(), "{}", game.name());
            assert!(game.rules().iter().all(|rule| rule.values.len() > 1), "{}", game.name());
        }
    }

    #[test]
    fn places_read_like_those_of_compilers() {
        assert_eq!(Place::File("a.json".into()).at(3, 7), "a.json:3:7");
        let line = Place::Line { file: "a.txt".into(), line: 5, before: 10 };
        assert_eq!((line.at(1, 7), line.to_string()), ("a.txt:5:17".into(), "a.txt:5".into()));
        assert_eq!(Place::Argument.to_string(), "POSITION");
    }
}
