//! Certificates: the strategy behind an answer is written, read by the independent checker, and held
//! against the question that was asked.
//!
//! An answer is called verified only if the checker, which has rules of its own, has read what was
//! written and says that it shows this answer to this question about this position. That is decided in
//! one place, `shows`.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use phidelta::{
    Certifiable, CertificateWriter, Certified, CertifyError, Claim, Draws, Form, Game, Heading, Observer,
    PartQuestion, Progress, Solver, Verdict,
};
use phidelta_check::{Checked, Claim as CheckedClaim, Limits, Said};

use crate::ask::Answer;
use crate::error::RunError;
use crate::events::{Events, Phase};
use crate::problem::Ask;
use crate::request::Wanted;

/// Where a certificate is kept: what was written can be read again.
pub trait CertificateStore: Write {
    /// How much has been written, in bytes.
    fn size(&mut self) -> io::Result<u64>;

    /// All of it, from the beginning. Nothing is written afterwards.
    fn read_back(&mut self) -> io::Result<Box<dyn BufRead + '_>>;
}

impl CertificateStore for Vec<u8> {
    fn size(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_back(&mut self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(self.as_slice()))
    }
}

/// Where a certificate is written, in which form, and who looks on.
pub(crate) struct Sink<'a> {
    form: Form,
    out: &'a mut dyn Write,
    events: &'a mut dyn Events,
}

/// What became of a certificate.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub enum Verification {
    /// None was asked for, or there is nothing to certify.
    #[default]
    None,
    /// Written, not checked.
    Written(CertificateStats),
    /// Written and passed by the checker.
    Verified(CertificateStats),
    /// It could not be written, and why: a limit came first, say.
    Missing(String),
    /// The checker refuses it, or it answers another question.
    Refused(String),
}

impl Verification {
    /// The certificate, if there is one.
    pub fn certificate(&self) -> Option<&CertificateStats> {
        match self {
            Verification::Written(stats) | Verification::Verified(stats) => Some(stats),
            Verification::None | Verification::Missing(_) | Verification::Refused(_) => None,
        }
    }

    /// Why an answer that was to be certified or verified is not.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Verification::Missing(why) | Verification::Refused(why) => Some(why),
            Verification::None | Verification::Written(_) | Verification::Verified(_) => None,
        }
    }

    /// Whether the checker has passed it.
    pub fn is_verified(&self) -> bool {
        matches!(self, Verification::Verified(_))
    }
}

/// What a certificate holds and has cost; times are those of the processor.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct CertificateStats {
    /// Positions of the strategy.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Its size.
    pub bytes: u64,
    /// Time of writing, where the front end has a clock.
    pub writing: Option<Duration>,
    /// Time of checking, where it was checked and the front end has a clock.
    pub checking: Option<Duration>,
}

/// What was written, part by part.
pub(crate) type Parts = Result<Vec<Certified>, CertifyError>;

/// The same of a game, or `None` if it has no certificates.
pub(crate) type Certification = Option<Parts>;

/// Writes and checks the certificate of an answer, as far as that is wanted.
pub(crate) fn certify_answer(
    ask: &mut dyn Ask,
    solver: &mut Solver,
    answer: &Answer,
    wanted: &Wanted,
    store: &mut dyn CertificateStore,
    events: &mut dyn Events,
) -> Result<Verification, RunError> {
    let asked = wanted.certificate.is_some() || wanted.verify;
    let Some(claim) = claim(ask, answer).filter(|_| asked) else { return Ok(Verification::None) };
    // One that nobody keeps has the form that is quicker to write.
    let form = wanted.certificate.unwrap_or(Form::Text);
    let heading = ask.heading();
    certified(&heading, claim, form, wanted.verify, store, events, |sink| ask.certify(solver, claim, sink))
}

/// Writes a certificate by `write`, and has it checked if that is wanted.
pub(crate) fn certified(
    heading: &Heading,
    claim: Claim,
    form: Form,
    verify: bool,
    store: &mut dyn CertificateStore,
    events: &mut dyn Events,
    write: impl FnOnce(&mut Sink<'_>) -> Certification,
) -> Result<Verification, RunError> {
    let started = events.processor_time();
    let done = match write(&mut Sink { form, out: &mut &mut *store, events }) {
        None => return Ok(Verification::None),
        Some(Err(CertifyError::Solve(error))) => return Err(error.into()),
        Some(Err(CertifyError::Write(error))) => return Err(error.into()),
        Some(Err(error)) => return Ok(Verification::Missing(format!("no certificate: {error}"))),
        Some(Ok(done)) => done,
    };
    store.flush()?;
    let mut stats = CertificateStats {
        positions: done.iter().map(|part| part.positions).sum(),
        moves: done.iter().map(|part| part.moves).sum(),
        bytes: store.size()?,
        writing: since(started, events),
        checking: None,
    };
    if !verify {
        return Ok(Verification::Written(stats));
    }
    events.phase(Phase::Check);
    let started = events.processor_time();
    let (size, reader) = (stats.bytes, store.read_back()?);
    let checked = phidelta_check::check(Counted { reader, read: 0, size, events }, &Limits::default());
    stats.checking = since(started, events);
    let checked = checked.map_err(|refusal| format!("the checker refuses the certificate: {refusal}"));
    let shown = checked.and_then(|checked| shows(&checked, heading, claim));
    Ok(shown.map_or_else(Verification::Refused, |()| Verification::Verified(stats)))
}

/// Whether what the checker has passed answers the question that was asked: game, rules, position,
/// question and answer. The comparison is the checker's.
fn shows(checked: &Checked, heading: &Heading, claim: Claim) -> Result<(), String> {
    let (question, answer) = claim.words();
    let said =
        Said::from_words(&question, &answer).ok_or("the answer is none that a certificate can show")?;
    let Heading { game, rules, position } = heading.clone();
    checked
        .shows(&CheckedClaim { game, rules, position, said })
        .map_err(|mismatch| format!("the certificate is that of another question: {mismatch}"))
}

fn since(started: Option<Duration>, events: &mut dyn Events) -> Option<Duration> {
    Some(events.processor_time()?.saturating_sub(started?))
}

/// What an answer says, if it is decided.
pub(crate) fn claim(ask: &dyn Ask, answer: &Answer) -> Option<Claim> {
    if answer.bounds.is_some() {
        return answer.value().map(Claim::Value);
    }
    if let Some(score) = answer.score {
        return Some(Claim::Score(score));
    }
    let verdict = answer.report.verdict;
    let said = || match ask.asked() {
        Some(PartQuestion::Goal(goal)) => Some(Claim::Verdict(goal, verdict)),
        Some(PartQuestion::Score(least)) => Some(Claim::AtLeast(least, verdict)),
        None => None,
    };
    verdict.is_decided().then(said).flatten()
}

/// Writes the certificate of the one question of `game`.
pub(crate) fn certify<G: Certifiable>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
    claim: Claim,
    sink: &mut Sink<'_>,
) -> Parts {
    certify_parts(heading, claim, sink, |writer, events, _, verdict| {
        writer.part_observed(solver, game, verdict, &mut PartNews(events))
    })
}

/// The same for a game whose goal must be set for each part.
pub(crate) fn certify_goals<G: Certifiable + Draws>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
    claim: Claim,
    sink: &mut Sink<'_>,
) -> Parts {
    let before = Game::goal(game);
    let done = certify_parts(heading, claim, sink, |writer, events, asked, verdict| {
        asked.goal().into_iter().for_each(|goal| game.set_goal(goal));
        writer.part_observed(solver, game, verdict, &mut PartNews(events))
    });
    game.set_goal(before);
    done
}

/// The same with a way of one's own to ask the question of a part.
pub(crate) fn certify_parts<'p>(
    heading: &Heading,
    claim: Claim,
    sink: &mut Sink<'p>,
    mut part: impl FnMut(
        &mut CertificateWriter<&mut (dyn Write + 'p)>,
        &mut dyn Events,
        PartQuestion,
        Verdict,
    ) -> Result<Certified, CertifyError>,
) -> Parts {
    let mut writer = CertificateWriter::with_form(sink.form, &mut *sink.out, heading, claim)?;
    let mut done = Vec::new();
    for (asked, verdict) in claim.parts() {
        done.push(part(&mut writer, sink.events, asked, verdict)?);
    }
    writer.finish()?;
    Ok(done)
}

/// Passes news of a certificate on: how many positions have been walked over, not where.
pub(crate) struct PartNews<'e>(pub(crate) &'e mut dyn Events);

impl<M> Observer<M> for PartNews<'_> {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        self.0.progress(&progress.with_moves(&[], &[]));
    }

    fn phase(&mut self, phase: phidelta::Phase) {
        self.0.phase(phase.into());
    }

    fn written(&mut self, done: u64, of: u64) {
        self.0.advance(Phase::Checkpoint, done, of);
    }

    fn hold(&mut self) -> bool {
        self.0.hold()
    }
}

/// Bytes between two news of the checker: some ten milliseconds of its work.
const NEWS_BYTES: u64 = 1 << 18;

/// A reader that tells how far it has come.
struct Counted<'a> {
    reader: Box<dyn BufRead + 'a>,
    read: u64,
    size: u64,
    events: &'a mut dyn Events,
}

impl Read for Counted<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(out)?;
        self.count(count);
        Ok(count)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
        self.count(amount);
    }
}

impl Counted<'_> {
    fn count(&mut self, bytes: usize) {
        let before = self.read;
        self.read += bytes as u64;
        let crossed = before / NEWS_BYTES != self.read / NEWS_BYTES;
        if bytes > 0 && (crossed || self.read == self.size) {
            self.events.advance(Phase::Check, self.read, self.size);
        }
    }
}
