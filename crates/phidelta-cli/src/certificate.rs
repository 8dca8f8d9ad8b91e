//! `--certificate` and `--verify`: where the strategy behind an answer goes.
//!
//! The certificate goes to a temporary file ([`crate::spool`]), is checked there if that was asked for, and
//! gets its name when all of it is well. Writing and checking are the desk's.

use std::path::Path;

use phidelta::{Form, Solver};
use phidelta_desk::{self as desk, GameKind, Outcome, Problem, Request};

use crate::clock::Clocked;
use crate::failure::{Failure, Result};
use crate::output::Target;
use crate::spool::Spool;

/// What is to be done about certificates.
pub(crate) struct Certificates {
    /// Where it goes, and in which form.
    target: Option<(Target, Form)>,
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
        if (file.is_some() || verify) && !game.certifies() {
            return Err(Failure::input(format!("{} has no certificates yet", game.name())));
        }
        if file.is_some() && problems > 1 {
            return Err(Failure::input(format!(
                "--certificate: a file holds one certificate, expected one position, not {problems}; \
                 --verify checks any number"
            )));
        }
        let target = file.map(|file| Target::of(file, force).map(|target| (target, form(Path::new(file)))));
        Ok(Certificates { target: target.transpose()?, verify })
    }

    /// Where a certificate goes, if one is wanted.
    pub(crate) fn target(&self) -> Option<&Target> {
        self.target.as_ref().map(|(target, _)| target)
    }

    /// The request with what is wanted of certificates.
    pub(crate) fn ask(&self, request: Request) -> Request {
        let request = if self.verify { request.verify() } else { request };
        match &self.target {
            Some((_, form)) => request.certificate(*form),
            None => request,
        }
    }

    /// Answers a problem with a solver made for it. Its certificate gets its name if all of it is well; what comes of that is told
    /// beside the answer, which is not lost when a disk is full.
    pub(crate) fn run(
        &self,
        solver: &mut Solver,
        problem: &mut Problem,
        request: &Request,
        events: &mut dyn desk::Events,
    ) -> Result<(Outcome, Result<()>)> {
        let mut spool = Spool::new(self.target().cloned());
        let outcome = desk::run_on(solver, problem, request, &mut spool, &mut Clocked::new(events))?;
        let published = if outcome.verification.failure().is_none() { spool.publish() } else { Ok(()) };
        Ok((outcome, published))
    }
}
