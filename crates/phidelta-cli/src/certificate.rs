//! `--certificate` and `--verify`: where the strategy behind an answer goes.
//!
//! The certificate goes to a temporary file ([`crate::spool`]), is checked there if that was asked for, and
//! gets its name when all of it is well. Writing and checking are the desk's.

use std::path::{Path, PathBuf};

use phidelta::Form;
use phidelta_desk::{self as desk, GameKind, Outcome, Problem, Request, RunError};

use crate::clock::Clocked;
use crate::failure::{Failure, Result};
use crate::output;
use crate::spool::Spool;

/// What is to be done about certificates.
pub(crate) struct Certificates {
    file: Option<PathBuf>,
    force: bool,
    verify: bool,
}

/// The form of a file: the binary one if its name ends so.
fn form(path: &Path) -> Form {
    let binary = path.extension().is_some_and(|end| end.eq_ignore_ascii_case(BINARY));
    if binary { Form::Binary } else { Form::Text }
}

/// How names of binary certificates end.
const BINARY: &str = "pdc";

impl Certificates {
    /// What the command line asks for, of so many problems.
    pub(crate) fn new(
        file: Option<&str>,
        force: bool,
        verify: bool,
        game: &dyn GameKind,
        problems: usize,
    ) -> Result<Certificates> {
        let file = file.map(PathBuf::from);
        if (file.is_some() || verify) && !game.certifies() {
            return Err(Failure::input(format!("{} has no certificates yet", game.name())));
        }
        if let Some(path) = &file {
            if problems > 1 {
                return Err(Failure::input(format!(
                    "--certificate: a file holds one certificate, expected one position, not {problems}; \
                     --verify checks any number"
                )));
            }
            output::check(path, force)?;
        }
        Ok(Certificates { file, force, verify })
    }

    /// The request with what is wanted of certificates.
    pub(crate) fn ask(&self, request: Request) -> Request {
        let request = if self.verify { request.verify() } else { request };
        match &self.file {
            Some(path) => request.certificate(form(path)),
            None => request,
        }
    }

    /// Answers a problem; its certificate gets its name if all of it is well.
    pub(crate) fn run(
        &self,
        problem: &mut Problem,
        request: &Request,
        events: &mut dyn desk::Events,
    ) -> Result<Outcome> {
        let mut spool = Spool::new(self.file.clone().map(|path| (path, self.force)));
        let outcome = desk::run_into(problem, request, &mut spool, &mut Clocked::new(events));
        let outcome = outcome.map_err(|error| match error {
            RunError::Certificate(error) => spool.failed(error),
            error => error.into(),
        })?;
        if outcome.verification.failure().is_none() {
            spool.publish()?;
        }
        Ok(outcome)
    }
}
