//! Problems of a game, from a suite that comes with the command or from a file.
//!
//! The suites of the project are in the binary, so that experiments work wherever it is installed.
//!
//! Invariant: every position of a suite has been read once before a run starts.

use phidelta_desk::{self as desk, GameKind, Layout, Options, Place, rows};
use phidelta_games::suites::{self, Suite as BuiltIn};

use crate::failure::{Failure, Result};
use crate::input;

/// The suite that comes with the command and is called so.
pub(super) fn built_in(name: &str) -> Option<&'static BuiltIn> {
    suites::ALL.iter().find(|suite| suite.name == name)
}

/// Problems of one game with one question.
#[derive(Clone, Debug)]
pub(super) struct Suite {
    /// As reports call it: never a path, which would tell where someone keeps their files.
    pub(super) label: String,
    /// The game, by name.
    pub(super) game: String,
    /// What is asked, as `--goal` takes it.
    pub(super) goal: Option<String>,
    pub(super) items: Vec<Item>,
}

/// A problem.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) position: String,
    /// Plies of the solution, or empty squares: what the suite says of its size.
    pub(super) length: Option<u32>,
    /// What the suite calls it.
    pub(super) name: Option<String>,
}

impl Suite {
    /// The suite that comes with the command for a game.
    pub(super) fn usual(game: &str, goal: Option<&str>) -> Result<Suite> {
        let suite = suites::ALL.iter().find(|suite| suite.game == game);
        let suite =
            suite.ok_or_else(|| Failure::input(format!("no suite of {game} comes with the command")))?;
        Suite::read(desk::find(game).map_err(Failure::input)?, suite.name, suite.name, suite.text, goal)
    }

    /// The problems of a file.
    pub(super) fn of_file(game: &'static dyn GameKind, file: &str, goal: Option<&str>) -> Result<Suite> {
        let text = input::read_text(file)?;
        let label = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Suite::read(game, &label.unwrap_or_else(|| "suite".into()), file, &text, goal)
    }

    fn read(
        game: &'static dyn GameKind,
        label: &str,
        file: &str,
        text: &str,
        goal: Option<&str>,
    ) -> Result<Suite> {
        let goal = goal.filter(|_| !game.goals().is_empty());
        let options = Options::new(game, goal, &[])?;
        let mut items = Vec::new();
        if game.layout() == Layout::Whole {
            game.read(text, &Place::File(file.into()), &options)?;
            items.push(Item { position: text.trim().to_string(), length: None, name: None });
        } else {
            for found in rows::positions(text, |row| game.cut(row)) {
                let place = Place::Row { file: file.into(), row: found.row, before: found.before };
                game.read(found.position, &place, &options)?;
                let line = text.lines().nth(found.row - 1).unwrap_or_default();
                items.push(Item {
                    position: found.position.trim().to_string(),
                    length: ["len=", "plies=", "empties="]
                        .iter()
                        .find_map(|key| noted(line, key)?.parse().ok()),
                    name: ["id=", "name="].iter().find_map(|key| noted(line, key)).map(str::to_string),
                });
            }
        }
        if items.is_empty() {
            return Err(Failure::input(format!("{file}: no position in it, expected one a line")));
        }
        let goal = goal.map(str::to_string);
        Ok(Suite { label: label.into(), game: game.name().into(), goal, items })
    }

    /// At most so many of the problems, from all of it: suites take from their shelves in turn, so that
    /// every tenth would be of one kind. A smaller sample is part of a larger one.
    pub(super) fn sampled(mut self, most: usize) -> Suite {
        if most < self.items.len() {
            let mut order: Vec<usize> = (0..self.items.len()).collect();
            order.sort_by_key(|&i| phidelta::mix(i as u64));
            order.truncate(most);
            order.sort_unstable();
            self.items = order.into_iter().map(|i| self.items[i].clone()).collect();
        }
        self
    }

    /// Only problems of this size.
    pub(super) fn of_length(mut self, lengths: impl Fn(Option<u32>) -> bool) -> Suite {
        self.items.retain(|item| lengths(item.length));
        self
    }
}

/// What a line says behind `key`, up to the next space or tab.
fn noted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let at = line
        .match_indices(key)
        .find(|(at, _)| line[..*at].chars().next_back().is_some_and(|before| before.is_whitespace()))?;
    line[at.0 + key.len()..].split([' ', '\t']).next().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suites_of_the_project_are_read_with_what_they_say() {
        for suite in &suites::ALL {
            let read = Suite::usual(suite.game, None).unwrap();
            assert!(read.items.len() >= 40, "{}", suite.name);
        }
        let tsume = Suite::usual("shogi", None).unwrap();
        assert!(tsume.items.iter().all(|item| item.length.is_some()));
        let few = tsume.clone().sampled(7);
        assert_eq!(few.items.len(), 7);
        let more: Vec<String> =
            tsume.clone().sampled(20).items.into_iter().map(|item| item.position).collect();
        assert!(more.len() == 20 && few.items.iter().all(|item| more.contains(&item.position)));
        assert_eq!(tsume.clone().sampled(100_000).items.len(), tsume.items.len());
        let short = tsume.of_length(|length| length.is_some_and(|plies| plies < 10));
        assert!(!short.items.is_empty() && short.items.iter().all(|item| item.length < Some(10)));
    }

    #[test]
    fn notes_are_words_of_their_own() {
        assert_eq!(noted("x\tlen=17 by=y", "len="), Some("17"));
        assert_eq!(noted("x\twidth=3 len=", "len="), None);
        assert_eq!(noted("xlen=3", "len="), None);
    }
}
