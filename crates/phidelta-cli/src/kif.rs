//! `--kif`: positions and lines as KIF, to a file at the end or to the standard output as they come.
//!
//! Whether the file can be written is found out before the search, not after a night.

use phidelta_desk::{GameKind, Outcome, Problem};

use crate::failure::{Failure, Result};
use crate::output::{Target, print};

/// Where KIF goes.
pub(crate) enum Kif {
    /// None is wanted.
    No,
    /// To the standard output, in place of reports.
    Print,
    /// To somewhere else, when all is solved.
    Kept {
        /// Where.
        target: Target,
        /// What goes there.
        text: String,
    },
}

impl Kif {
    /// What the command line asks for.
    pub(crate) fn new(target: Option<Target>, game: &dyn GameKind) -> Result<Kif> {
        let Some(target) = target else { return Ok(Kif::No) };
        if !game.writes_kif() {
            return Err(Failure::input(format!("--kif: {} has no KIF, expected shogi", game.name())));
        }
        Ok(if target == Target::Standard { Kif::Print } else { Kif::Kept { target, text: String::new() } })
    }

    /// Whether KIF takes the place of reports.
    pub(crate) fn is_report(&self) -> bool {
        matches!(self, Kif::Print)
    }

    /// Takes an answer.
    pub(crate) fn take(&mut self, problem: &Problem, outcome: &Outcome) -> Result<()> {
        if let Kif::No = self {
            return Ok(());
        }
        let kif = outcome.kif(problem).unwrap_or_default();
        match self {
            Kif::Kept { text, .. } => {
                // A blank line between records.
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&kif);
                Ok(())
            }
            _ => print(&kif),
        }
    }

    /// Writes what was kept.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            // Nothing has been solved if the user stopped at once.
            Kif::Kept { target, text } if !text.is_empty() => target.write(&text),
            _ => Ok(()),
        }
    }
}
