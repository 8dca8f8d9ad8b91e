//! Certificates as text (docs/certificate.md).
//!
//! One line a position, fields between tabs, so that a certificate can be read, cut and compared with the
//! usual tools. Nothing is known before it is written but the heading: counts stand at the end of a part.
//!
//! Invariant: what is written is one heading, then parts that each end with their counts.

use std::io::{self, Write};

use super::certificate::{Certifiable, Certified, CertifyError, Scribe, Target};
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

/// Writes a certificate.
#[derive(Debug)]
pub struct CertificateWriter<W> {
    out: W,
}

impl<W: Write> CertificateWriter<W> {
    /// Writes the heading.
    pub fn new(mut out: W, heading: &Heading, answered: Answered) -> io::Result<CertificateWriter<W>> {
        writeln!(out, "phidelta-certificate\t1")?;
        for (name, text) in
            [("game", &heading.game), ("rules", &heading.rules), ("position", &heading.position)]
        {
            if text.contains(['\t', '\n', '\r']) {
                return Err(io::Error::other(format!("the {name} has a tab or a line break in it")));
            }
            writeln!(out, "{name}\t{text}")?;
        }
        match answered {
            Answered::Verdict(goal, verdict) => writeln!(out, "answer\t{}\t{verdict}", goal_word(goal))?,
            Answered::Value(value) => writeln!(out, "answer\tvalue\t{value}")?,
        }
        Ok(CertificateWriter { out })
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
        let kind = if ranked { "ranked" } else { "closed" };
        writeln!(self.out, "part\t{}\t{verdict}\t{kind}", goal_word(game.goal()))?;
        let done = solver.certify(game, verdict, self)?;
        let root = target_text(done.root);
        writeln!(self.out, "end\t{root}\t{}\t{}", done.positions, done.moves)?;
        Ok(done)
    }

    /// Writes what is still kept back.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

fn target_text(target: Target) -> String {
    match target {
        Target::End => ".".into(),
        Target::Settled => "!".into(),
        Target::Position(id) => id.to_string(),
    }
}

impl<G: Certifiable, W: Write> Scribe<G> for CertificateWriter<W> {
    fn position(&mut self, id: u64, game: &G, moves: &[(G::Move, Target)]) -> io::Result<()> {
        write!(self.out, "{id}\t{}", game.position_text())?;
        for &(mv, target) in moves {
            write!(self.out, "\t{}\t{}", game.move_text(mv), target_text(target))?;
        }
        writeln!(self.out)
    }
}
