//! `--kif`: positions and lines as KIF, to a file at the end or to the standard output as they come.
//!
//! Whether the file can be written is found out before the search, not after a night.

use std::path::PathBuf;

use phidelta_desk::{GameKind, Outcome, Problem};

use crate::failure::{Failure, Result};
use crate::output::{self, print};

/// Where KIF goes.
pub(crate) enum Kif {
    /// None is wanted.
    No,
    /// To the standard output, in place of reports.
    Print,
    /// To a file, when all is solved.
    File {
        /// The file.
        path: PathBuf,
        /// Whether it may be replaced.
        force: bool,
        /// What goes there.
        text: String,
    },
}

impl Kif {
    /// What the command line asks for.
    pub(crate) fn new(file: Option<&str>, force: bool, json: bool, game: &dyn GameKind) -> Result<Kif> {
        let Some(file) = file else { return Ok(Kif::No) };
        if !game.writes_kif() {
            return Err(Failure::input(format!("--kif: {} has no KIF, expected shogi", game.name())));
        }
        if file == "-" {
            if json {
                return Err(Failure::input(
                    "--kif -: the standard output is taken by --json, expected a file",
                ));
            }
            return Ok(Kif::Print);
        }
        let path = PathBuf::from(file);
        output::check(&path, force)?;
        Ok(Kif::File { path, force, text: String::new() })
    }

    /// Whether KIF takes the place of reports.
    pub(crate) fn is_report(&self) -> bool {
        matches!(self, Kif::Print)
    }

    /// Takes an answer; true if it needs no report any more.
    pub(crate) fn take(&mut self, problem: &Problem, outcome: &Outcome) -> Result<bool> {
        if let Kif::No = self {
            return Ok(false);
        }
        let kif = outcome.kif(problem).unwrap_or_default();
        match self {
            Kif::File { text, .. } => {
                // A blank line between records.
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&kif);
                Ok(false)
            }
            _ => print(&kif).map(|()| true),
        }
    }

    /// Writes the file.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            // Nothing has been solved if the user stopped at once.
            Kif::File { path, force, text } if !text.is_empty() => output::write(&text, Some(&path), force),
            _ => Ok(()),
        }
    }
}
