//! Which positions a command is about: one on the command line, or those of a file.
//!
//! All of them are read before anything is done: a slip in the last line of a file shows at once, not
//! after a night.

use std::fs;
use std::io::{self, Read};

use anyhow::Context;

use crate::failure::{Failure, Result};
use crate::games::{self, GAMES, GameKind, Layout, Options, Place, Problem, described};
use crate::lines;

/// A game and its positions.
#[derive(clap::Args)]
pub(crate) struct Input {
    /// The game
    #[arg(value_name = "GAME", value_parser = games::find)]
    pub(crate) game: &'static dyn GameKind,

    /// The position, as the game writes it
    // Boards of some games begin with an empty square, written as a hyphen.
    #[arg(
        value_name = "POSITION",
        required_unless_present = "file",
        conflicts_with = "file",
        allow_hyphen_values = true
    )]
    position: Option<String>,

    /// Read positions from a file, one a line; "-" is the standard input
    ///
    /// What follows a tab is a note; empty lines and lines that start with # are skipped. Games with
    /// suites of another form read those as they are. For graphs the file is one JSON graph; for shogi it
    /// may hold game records in KIF, KI2, CSA or JKF (docs/shogi.md).
    #[arg(long, value_name = "FILE")]
    file: Option<String>,

    /// Of a game record take the position after N moves, not the first one
    #[arg(long, value_name = "N")]
    ply: Option<u16>,

    /// Choose a variant of the rules, where the game has any; may be given several times
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,

    /// Order moves by what `phidelta learn` has written to this file, not by what ships
    #[arg(long, value_name = "FILE")]
    model: Option<String>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

impl Input {
    /// The positions of a file.
    pub(crate) fn of_file(game: &'static dyn GameKind, file: &str, rules: &[String]) -> Input {
        Input { game, position: None, file: Some(file.into()), ply: None, rules: rules.to_vec(), model: None }
    }

    /// Reads all positions.
    pub(crate) fn read(&self, goal: Option<&str>) -> Result<Vec<Box<dyn Problem>>> {
        let mut options = Options::read(self.game, goal, &self.rules)?;
        if let Some(file) = &self.model {
            let read = self.game.read_model(&read_bytes(file)?, &mut options);
            read.map_err(|reason| Failure::input(format!("--model {file}: {reason}")))?;
        }
        if let Some(position) = &self.position {
            if self.ply.is_some() {
                let expected = "expected --file and a game record";
                return Err(Failure::input(format!("--ply: a position has no moves to count, {expected}")));
            }
            return Ok(vec![self.game.read(position, &Place::Argument, &options)?]);
        }
        let file = self.file.as_deref().unwrap_or("-");
        let (bytes, name) = (read_bytes(file)?, name_of(file));
        let ply = self.ply.unwrap_or(0).into();
        if let Some(problems) = self.game.read_records(&bytes, &name, ply, &options)? {
            return Ok(problems);
        }
        if self.ply.is_some() {
            return Err(Failure::input(format!("--ply: {name} is no game record, expected one")));
        }
        let text = text_of(bytes, &name)?;
        if self.game.layout() == Layout::Whole {
            return Ok(vec![self.game.read(&text, &Place::File(name), &options)?]);
        }
        let problems = lines::positions(&text, |line| self.game.cut(line))
            .map(|found| {
                let place = Place::Line { file: name.clone(), line: found.line, before: found.before };
                self.game.read(found.position, &place, &options)
            })
            .collect::<Result<Vec<_>>>()?;
        if problems.is_empty() {
            return Err(Failure::input(format!("{name}: no position in it, expected one a line")));
        }
        Ok(problems)
    }
}

/// The games of the help: what a position looks like, goals, variants, the usual search.
pub(crate) fn games_help() -> String {
    let mut out = String::from("Games:\n");
    for game in GAMES {
        out.push_str(&format!("  {:10} {}\n", game.name(), game.about()));
        let mut detail = |text: String| out.push_str(&format!("  {:10}   {text}\n", ""));
        let goals: Vec<&str> = game.goals().iter().map(|(word, _)| *word).collect();
        if !goals.is_empty() {
            detail(format!("--goal {}", goals.join("|")));
        }
        for rule in game.rules() {
            detail(format!("--rule {}", described(rule)));
        }
        if game.algorithm() != games::DEFAULT_ALGORITHM {
            detail(format!("--algorithm {} if nothing is said", game.algorithm()));
        }
    }
    out
}

/// How a file is called in messages.
fn name_of(file: &str) -> String {
    if file == "-" { "standard input".into() } else { file.into() }
}

/// The text of a file, or of the standard input if it is called "-".
pub(crate) fn read_text(file: &str) -> Result<String> {
    text_of(read_bytes(file)?, &name_of(file))
}

pub(crate) fn read_bytes(file: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(file),
    };
    Ok(read.with_context(|| format!("cannot read {}", name_of(file)))?)
}

/// What bytes say; `name` is how their file is called in messages.
fn text_of(bytes: Vec<u8>, name: &str) -> Result<String> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        Failure::input(format!("{name}:{line}: expected text in UTF-8"))
    })?;
    // Some editors put a byte order mark in front.
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}
