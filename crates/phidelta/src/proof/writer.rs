//! Certificates, written in one of two forms (docs/certificate.md).
//!
//! Nothing is known before it is written but the heading: counts stand at the end of a part.
//!
//! Invariant: what is written is one heading, then parts that each end with their counts.

use std::io::{self, Write};

use super::binary::Binary;
use super::certificate::{Certifiable, Certified, CertifyError, Scribe, Target};
use super::text::Text;
use crate::game::{Goal, Question};
use crate::number::Numbers;
use crate::solver::{Solver, Value};
use crate::verdict::Verdict;

/// What a certificate says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The variant played, in words of the game; what it does not say is as usual.
    pub rules: String,
    /// The position asked about.
    pub position: String,
}

/// What a certificate claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// The verdict of one question.
    Verdict(Goal, Verdict),
    /// What the position is worth for the attacker.
    Value(Value),
}

impl Answered {
    /// The questions whose answers show it, with these answers.
    pub fn parts(self) -> Vec<(Goal, Verdict)> {
        match self {
            Answered::Verdict(goal, verdict) => vec![(goal, verdict)],
            Answered::Value(Value::Win) => vec![(Goal::Win, Verdict::Proved)],
            Answered::Value(Value::Loss) => vec![(Goal::Draw, Verdict::Disproved)],
            Answered::Value(Value::Draw) => {
                vec![(Goal::Win, Verdict::Disproved), (Goal::Draw, Verdict::Proved)]
            }
        }
    }
}

fn goal_word(goal: Goal) -> &'static str {
    match goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    }
}

/// How a certificate is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// To be read by people.
    #[default]
    Text,
    /// Small.
    Binary,
}

/// The opening of a part.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) question: &'a str,
    pub(super) proved: bool,
    pub(super) ranked: bool,
}

/// Puts what a certificate says into a form.
pub(super) trait Encoder {
    fn heading(&mut self, fields: [&str; 5]) -> io::Result<()>;
    fn part(&mut self, part: Part<'_>) -> io::Result<()>;
    fn position(&mut self, id: u64, position: &str, moves: &[(String, Target)]) -> io::Result<()>;
    fn forget(&mut self, ids: &[u64]) -> io::Result<()>;
    fn end(&mut self, root: Target, positions: u64, moves: u64) -> io::Result<()>;
}

/// A certificate in one of its forms.
#[derive(Debug)]
enum Out<W> {
    Text(Text<W>),
    Binary(Box<Binary<W>>),
}

/// Writes a certificate.
#[derive(Debug)]
pub struct CertificateWriter<W> {
    out: Out<W>,
}

impl<W: Write> CertificateWriter<W> {
    /// Writes the heading, as text.
    pub fn new(out: W, heading: &Heading, answered: Answered) -> io::Result<CertificateWriter<W>> {
        CertificateWriter::with_form(Form::Text, out, heading, answered)
    }

    /// Writes the heading in this form.
    pub fn with_form(
        form: Form,
        out: W,
        heading: &Heading,
        answered: Answered,
    ) -> io::Result<CertificateWriter<W>> {
        let Heading { game, rules, position } = heading;
        for (name, text) in [("game", game), ("rules", rules), ("position", position)] {
            if text.contains(['\t', '\n', '\r']) {
                return Err(io::Error::other(format!("the {name} has a tab or a line break in it")));
            }
        }
        let (question, answer) = match answered {
            Answered::Verdict(goal, verdict) => (goal_word(goal), verdict.to_string()),
            Answered::Value(value) => ("value", value.to_string()),
        };
        let out = match form {
            Form::Text => Out::Text(Text(out)),
            Form::Binary => Out::Binary(Box::new(Binary::new(out))),
        };
        let mut writer = CertificateWriter { out };
        writer.encoder().heading([game, rules, position, question, &answer])?;
        Ok(writer)
    }

    fn encoder(&mut self) -> &mut dyn Encoder {
        match &mut self.out {
            Out::Text(text) => text,
            Out::Binary(binary) => binary.as_mut(),
        }
    }

    /// Adds the part that shows the verdict of the question that `game` asks.
    pub fn part<G: Certifiable>(
        &mut self,
        solver: &mut Solver,
        game: &mut G,
        verdict: Verdict,
    ) -> Result<Certified, CertifyError> {
        let value = match verdict {
            Verdict::Proved => Numbers::PROVED,
            Verdict::Disproved => Numbers::DISPROVED,
            Verdict::Unknown(_) => return Err(CertifyError::Undecided),
        };
        let ranked = G::ACYCLIC || value != Question::of(game).repetition();
        let question = goal_word(game.goal());
        self.encoder().part(Part { question, proved: value.is_proved(), ranked })?;
        let done = solver.certify(game, verdict, self)?;
        self.encoder().end(done.root, done.positions, done.moves)?;
        Ok(done)
    }

    /// Writes what is still kept back.
    pub fn finish(self) -> io::Result<W> {
        match self.out {
            Out::Text(text) => text.finish(),
            Out::Binary(binary) => binary.finish(),
        }
    }
}

impl<G: Certifiable, W: Write> Scribe<G> for CertificateWriter<W> {
    fn position(&mut self, id: u64, game: &G, moves: &[(G::Move, Target)]) -> io::Result<()> {
        let names: Vec<(String, Target)> =
            moves.iter().map(|&(mv, target)| (game.move_text(mv), target)).collect();
        self.encoder().position(id, &game.position_text(), &names)
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        self.encoder().forget(ids)
    }
}
