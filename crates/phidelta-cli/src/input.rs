//! Which positions a command is about: one on the command line, or those of a file.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use phidelta_desk::{self as desk, GameKind, Layout, Options, Problem, Source};

use crate::failure::{Failure, Result};

/// A game and its positions.
#[derive(clap::Args)]
pub(crate) struct Input {
    /// The game
    #[arg(value_name = "GAME", value_parser = desk::find)]
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
    pub(crate) fn of_file(
        game: &'static dyn GameKind,
        file: &str,
        rules: &[String],
        model: Option<&str>,
    ) -> Input {
        let (rules, model) = (rules.to_vec(), model.map(str::to_string));
        Input { game, position: None, file: Some(file.into()), ply: None, rules, model }
    }

    /// Reads all positions.
    pub(crate) fn read(&self, goal: Option<&str>) -> Result<Vec<Problem>> {
        let mut options = Options::new(self.game, goal, &self.rules)?.with_ply(self.ply);
        if let Some(file) = &self.model {
            let read = self.game.read_model(&read_bytes(file)?, &mut options);
            read.map_err(|reason| Failure::input(format!("--model {file}: {reason}")))?;
        }
        if let Some(position) = &self.position {
            return desk::read(self.game, Source::Text(position), &options)
                .map_err(|error| with_hint(error.into(), position));
        }
        let file = self.file.as_deref().unwrap_or("-");
        let (bytes, name) = (read_bytes(file)?, name_of(file));
        Ok(desk::read(self.game, Source::File { name: &name, bytes: &bytes }, &options)?)
    }
}

impl Input {
    /// The rules that were chosen.
    pub(crate) fn rules(&self) -> &[String] {
        &self.rules
    }

    /// The position on the command line.
    pub(crate) fn position(&self) -> &str {
        self.position.as_deref().unwrap_or_default()
    }

    /// What a checkpoint must keep so that the position can be read again, if that is more than how it was
    /// given.
    pub(crate) fn text_to_keep(&self) -> Result<Option<String>> {
        if self.model.is_some() {
            return Err(Failure::input(
                "--checkpoint: it does not keep what --model says, expected neither or one",
            ));
        }
        match &self.file {
            // Rows and records are positions by themselves.
            Some(file) if self.game.layout() == Layout::Whole => {
                if file == "-" {
                    let message = "--checkpoint: the standard input is read once, expected a file";
                    return Err(Failure::input(message));
                }
                read_text(file).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// Says how a file is read where its name was taken for a position.
fn with_hint(failure: Failure, position: &str) -> Failure {
    match failure {
        Failure::Input(message) if Path::new(position.trim()).is_file() => Failure::Input(format!(
            "{message}\nA position in a file is read with: --file {}",
            position.trim()
        )),
        failure => failure,
    }
}

/// The games of the help: what a position looks like, goals, variants, the usual search.
pub(crate) fn games_help() -> String {
    let mut out = String::from("Games:\n");
    for game in desk::games() {
        out.push_str(&format!("  {:10} {}\n", game.name(), game.about()));
        let mut detail = |text: String| out.push_str(&format!("  {:10}   {text}\n", ""));
        if !game.reach().is_empty() {
            detail(game.reach().into());
        }
        let goals: Vec<&str> = game.goals().iter().map(|(word, _)| *word).collect();
        if !goals.is_empty() {
            detail(format!("--goal {}", goals.join("|")));
        }
        for rule in game.rules() {
            detail(format!("--rule {rule}"));
        }
        if game.algorithm() != desk::DEFAULT_ALGORITHM {
            detail(format!("--algorithm {} if nothing is said", game.algorithm()));
        }
    }
    out
}

/// How a file is called in messages.
pub(crate) fn name_of(file: &str) -> String {
    if file == "-" { "standard input".into() } else { file.into() }
}

/// The text of a file, or of the standard input if it is called "-".
pub(crate) fn read_text(file: &str) -> Result<String> {
    Ok(desk::text_of(&read_bytes(file)?, &name_of(file))?.to_string())
}

pub(crate) fn read_bytes(file: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(file),
    };
    Ok(read.with_context(|| format!("cannot read {}", name_of(file)))?)
}
