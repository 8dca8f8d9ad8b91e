//! `--certificate` and `--verify`: the strategy behind an answer, written to a file and checked.
//!
//! The certificate goes to a temporary file ([`crate::spool`]), is checked there if that was asked for, and
//! gets its name when all of it is well. An answer is called verified only if the checker, which has rules of its own,
//! has read that file and says that it shows this answer for this position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cpu_time::ProcessTime;

use phidelta::{
    Answered, Asked, Certifiable, CertificateWriter, Certified, CertifyError, Draws, Form, Game, Heading,
    Solver, Verdict,
};

use crate::failure::{Failure, Result};
use crate::games::{Answer, GameKind, Problem};
use crate::output::{self, Draft};
use crate::spool::{Spool, Spooled};

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

/// Where a certificate is written, and how.
pub(crate) struct Paper<'a> {
    form: Form,
    out: &'a mut dyn Write,
}

/// What became of a certificate.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Verification {
    /// None was asked for, or there is nothing to certify.
    #[default]
    None,
    /// Written, not checked.
    Written(Written),
    /// Written and passed by the checker.
    Verified(Written),
    /// None, or one that the checker refuses, and why.
    Failed(String),
}

impl Verification {
    /// The certificate, if there is one.
    pub(crate) fn written(&self) -> Option<&Written> {
        match self {
            Verification::Written(written) | Verification::Verified(written) => Some(written),
            Verification::None | Verification::Failed(_) => None,
        }
    }
}

/// A certificate; times are those of the processor.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Written {
    pub(crate) positions: u64,
    pub(crate) moves: u64,
    pub(crate) bytes: u64,
    pub(crate) writing: Duration,
    pub(crate) checking: Duration,
}

/// A problem's way to write: `None` if its game has no certificates.
pub(crate) type Certificate = Option<std::result::Result<Vec<Certified>, CertifyError>>;

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

    /// Writes and checks the certificate of an answer, as far as that was asked for.
    pub(crate) fn of(
        &self,
        problem: &mut dyn Problem,
        solver: &mut Solver,
        answer: &Answer,
    ) -> Result<Verification> {
        let Some(answered) = answered(problem, answer).filter(|_| self.file.is_some() || self.verify) else {
            return Ok(Verification::None);
        };
        let mut out = match &self.file {
            Some(path) => Spool::in_file(Draft::beside(path, self.force)?)?,
            None => Spool::in_memory(),
        };
        let started = ProcessTime::try_now().ok();
        // One that nobody keeps has the form that is quicker to write.
        let form = self.file.as_deref().map_or(Form::Text, form);
        let done = match problem.certify(solver, answered, &mut Paper { form, out: &mut out }) {
            None => return Ok(Verification::None),
            Some(Err(CertifyError::Solve(error))) => return Err(error.into()),
            Some(Err(CertifyError::Write(error))) => return Err(out.failed(error)),
            Some(Err(error)) => return Ok(Verification::Failed(format!("no certificate: {error}"))),
            Some(Ok(done)) => done,
        };
        let spooled = out.done()?;
        let mut written = Written {
            positions: done.iter().map(|part| part.positions).sum(),
            moves: done.iter().map(|part| part.moves).sum(),
            bytes: spooled.bytes()?,
            writing: since(started),
            checking: Duration::ZERO,
        };
        if self.verify {
            let started = ProcessTime::try_now().ok();
            let checked = spooled.checked()?;
            written.checking = since(started);
            let heading = problem.heading();
            let (question, said) = answered.words();
            let claim = format!("{question} {said}");
            match checked {
                Err(refusal) => {
                    return Ok(Verification::Failed(format!(
                        "the checker refuses the certificate: {refusal}"
                    )));
                }
                Ok(checked)
                    if checked.game != heading.game
                        || checked.rules != heading.rules
                        || checked.position != heading.position
                        || checked.answer != claim =>
                {
                    return Ok(Verification::Failed("the certificate is that of another question".into()));
                }
                Ok(_) => {}
            }
        }
        if let Spooled::File(draft) = spooled {
            draft.publish()?;
        }
        Ok(if self.verify { Verification::Verified(written) } else { Verification::Written(written) })
    }
}

/// Processor time, as far as the system tells it.
fn since(started: Option<ProcessTime>) -> Duration {
    started.and_then(|start| start.try_elapsed().ok()).unwrap_or_default()
}

/// What an answer says, if it is decided.
fn answered(problem: &dyn Problem, answer: &Answer) -> Option<Answered> {
    if answer.bounds.is_some() {
        return answer.value().map(Answered::Value);
    }
    if let Some(score) = answer.score {
        return Some(Answered::Score(score));
    }
    let verdict = answer.report.verdict;
    let said = || match problem.asked() {
        Some(Asked::Goal(goal)) => Some(Answered::Verdict(goal, verdict)),
        Some(Asked::Score(least)) => Some(Answered::AtLeast(least, verdict)),
        None => None,
    };
    verdict.is_decided().then(said).flatten()
}

/// Writes the certificate of the one question of `game`.
pub(crate) fn certify<G: Certifiable>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
    answered: Answered,
    paper: &mut Paper<'_>,
) -> std::result::Result<Vec<Certified>, CertifyError> {
    certify_parts(heading, answered, paper, |writer, _, verdict| writer.part(solver, game, verdict))
}

/// The same for a game whose goal must be set for each part.
pub(crate) fn certify_goals<G: Certifiable + Draws>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
    answered: Answered,
    paper: &mut Paper<'_>,
) -> std::result::Result<Vec<Certified>, CertifyError> {
    let before = Game::goal(game);
    let done = certify_parts(heading, answered, paper, |writer, asked, verdict| {
        asked.goal().into_iter().for_each(|goal| game.set_goal(goal));
        writer.part(solver, game, verdict)
    });
    game.set_goal(before);
    done
}

/// The same with a way of one's own to ask the question of a part.
pub(crate) fn certify_parts<'p>(
    heading: &Heading,
    answered: Answered,
    paper: &mut Paper<'p>,
    mut part: impl FnMut(
        &mut CertificateWriter<&mut (dyn Write + 'p)>,
        Asked,
        Verdict,
    ) -> std::result::Result<Certified, CertifyError>,
) -> std::result::Result<Vec<Certified>, CertifyError> {
    let mut writer = CertificateWriter::with_form(paper.form, &mut *paper.out, heading, answered)?;
    let mut done = Vec::new();
    for (asked, verdict) in answered.parts() {
        done.push(part(&mut writer, asked, verdict)?);
    }
    writer.finish()?;
    Ok(done)
}
