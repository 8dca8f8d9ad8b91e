//! Certificates, written in one of two forms (docs/certificate.md).
//!
//! Nothing is known before it is written but the heading: counts stand at the end of a part.
//!
//! Invariant: what is written is one heading, then parts that each end with their counts.

use std::fmt;
use std::io::{self, Write};

use super::binary::Binary;
use super::certificate::{Certifiable, CertificateSink, Certified, CertifyError, PartOpening, Target};
use super::replies::Replies;
use super::text::Text;
use crate::game::Goal;
use crate::verdict::{Value, Verdict};

/// What a certificate says of itself. Whoever compares it has to compare all of it: a field more is a new
/// format, and meant to break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The variant played, in words of the game; what it does not say is as usual.
    pub rules: String,
    /// The position asked about.
    pub position: String,
}

impl Heading {
    /// The heading of a certificate about a position of a game; no `rules` means the usual ones.
    pub fn new(game: impl Into<String>, rules: impl Into<String>, position: impl Into<String>) -> Heading {
        Heading { game: game.into(), rules: rules.into(), position: position.into() }
    }
}

/// What a certificate claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The verdict of one question.
    Verdict(Goal, Verdict),
    /// Whether the attacker reaches at least this score, in games that have scores.
    AtLeast(i32, Verdict),
    /// What the position is worth for the attacker.
    Value(Value),
    /// The attacker's score; all scores of the game are even.
    Score(i32),
}

/// The question that a part of a certificate answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartQuestion {
    /// Whether a goal is reached.
    Goal(Goal),
    /// Whether the attacker's score is at least this.
    Score(i32),
}

impl PartQuestion {
    /// The goal, if it is one; a score is asked for in the game's own way.
    pub fn goal(self) -> Option<Goal> {
        match self {
            PartQuestion::Goal(goal) => Some(goal),
            PartQuestion::Score(_) => None,
        }
    }
}

impl fmt::Display for PartQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartQuestion::Goal(Goal::Win) => f.write_str("win"),
            PartQuestion::Goal(Goal::Draw) => f.write_str("draw"),
            // Scores are even: at least 3 is at least 4, and has one text.
            PartQuestion::Score(least) => write!(f, "score>={}", least.saturating_add(least & 1)),
        }
    }
}

impl Claim {
    /// The questions whose answers show it, with these answers.
    pub fn parts(self) -> Vec<(PartQuestion, Verdict)> {
        const WIN: PartQuestion = PartQuestion::Goal(Goal::Win);
        const DRAW: PartQuestion = PartQuestion::Goal(Goal::Draw);
        match self {
            Claim::Verdict(goal, verdict) => vec![(PartQuestion::Goal(goal), verdict)],
            Claim::AtLeast(score, verdict) => vec![(PartQuestion::Score(score), verdict)],
            Claim::Value(Value::Win) => vec![(WIN, Verdict::Proved)],
            Claim::Value(Value::Loss) => vec![(DRAW, Verdict::Disproved)],
            Claim::Value(Value::Draw) => vec![(WIN, Verdict::Disproved), (DRAW, Verdict::Proved)],
            Claim::Score(score) => {
                vec![
                    (PartQuestion::Score(score), Verdict::Proved),
                    (PartQuestion::Score(score + 2), Verdict::Disproved),
                ]
            }
        }
    }

    /// The question and the answer as certificates have them.
    pub fn words(self) -> (String, String) {
        match self {
            Claim::Verdict(goal, verdict) => (PartQuestion::Goal(goal).to_string(), verdict.to_string()),
            Claim::AtLeast(score, verdict) => (PartQuestion::Score(score).to_string(), verdict.to_string()),
            Claim::Value(value) => ("value".into(), value.to_string()),
            Claim::Score(score) => ("score".into(), score.to_string()),
        }
    }
}

/// How a certificate is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Form {
    /// To be read by people.
    #[default]
    Text,
    /// Small.
    Binary,
}

/// Puts what a certificate says into a form.
pub(super) trait Encoder {
    fn heading(&mut self, fields: [&str; 5]) -> io::Result<()>;
    fn part(&mut self, question: &str, opening: PartOpening) -> io::Result<()>;
    fn position(&mut self, id: u64, position: &str, moves: &Replies) -> io::Result<()>;
    fn forget(&mut self, ids: &[u64]) -> io::Result<()>;
    fn end(&mut self, root: Target, positions: u64, moves: u64) -> io::Result<()>;
}

/// A certificate in one of its forms.
#[derive(Debug)]
enum Out<W> {
    Text(Text<W>),
    Binary(Box<Binary<W>>),
}

/// Writes a certificate: the heading first, then a part for each question that the claim rests on, driven by
/// [`crate::Solver::certify`].
///
/// ```
/// use phidelta::{Claim, Certifiable, CertificateWriter, Goal, Heading, Solver};
/// # use phidelta::{Game, Key, Outcome, Side, mix};
/// # #[derive(Clone)]
/// # struct Heap { left: u32, attacker: bool }
/// # impl Game for Heap {
/// #     type Move = u32;
/// #     const ACYCLIC: bool = true;
/// #     fn side(&self) -> Side { if self.attacker { Side::Attacker } else { Side::Defender } }
/// #     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.left.min(2)); }
/// #     fn play(&mut self, n: u32) { self.left -= n; self.attacker = !self.attacker; }
/// #     fn undo(&mut self, n: u32) { self.left += n; self.attacker = !self.attacker; }
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         (self.left == 0).then_some(if self.attacker { Outcome::Loss } else { Outcome::Win })
/// #     }
/// #     fn key(&self) -> Key { mix(u64::from(self.left) << 1 | u64::from(self.attacker)) }
/// # }
///
/// // A heap of which one or two are taken, told so that anyone can follow.
/// impl Certifiable for Heap {
///     fn position_text(&self) -> String {
///         format!("{} {}", self.left, if self.attacker { "attacker" } else { "defender" })
///     }
///     fn move_text(&self, taken: u32) -> String {
///         taken.to_string()
///     }
/// }
///
/// let mut game = Heap { left: 4, attacker: true };
/// let mut solver = Solver::new("df-pn".parse()?);
/// let verdict = solver.solve(&mut game)?.verdict;
///
/// let heading = Heading::new("heap", "", &game.position_text());
/// let claim = Claim::Verdict(Goal::Win, verdict);
/// let mut writer = CertificateWriter::new(Vec::new(), &heading, claim)?;
/// let certified = solver.certify(&mut game, verdict, &mut writer)?;
/// assert!(certified.ranked && certified.positions > 0);
/// let text = String::from_utf8(writer.finish()?)?;
/// assert!(text.starts_with("phidelta-certificate\t2\ngame\theap\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CertificateWriter<W> {
    out: Out<W>,
    /// What is still to be shown, the next one last.
    parts: Vec<(PartQuestion, Verdict)>,
}

impl<W: Write> CertificateWriter<W> {
    /// Writes the heading, as text.
    pub fn new(out: W, heading: &Heading, answered: Claim) -> io::Result<CertificateWriter<W>> {
        CertificateWriter::with_form(Form::Text, out, heading, answered)
    }

    /// Writes the heading in this form.
    pub fn with_form(
        form: Form,
        out: W,
        heading: &Heading,
        answered: Claim,
    ) -> io::Result<CertificateWriter<W>> {
        let Heading { game, rules, position } = heading;
        for (name, text) in [("game", game), ("rules", rules), ("position", position)] {
            if text.contains(char::is_control) {
                return Err(io::Error::other(format!("the {name} has a control character in it")));
            }
        }
        let (question, answer) = answered.words();
        let out = match form {
            Form::Text => Out::Text(Text::new(out)),
            Form::Binary => Out::Binary(Box::new(Binary::new(out))),
        };
        let parts = answered.parts().into_iter().rev().collect();
        let mut writer = CertificateWriter { out, parts };
        writer.encoder().heading([game, rules, position, &question, &answer])?;
        Ok(writer)
    }

    fn encoder(&mut self) -> &mut dyn Encoder {
        match &mut self.out {
            Out::Text(text) => text,
            Out::Binary(binary) => binary.as_mut(),
        }
    }

    /// Writes what is still kept back.
    pub fn finish(self) -> io::Result<W> {
        match self.out {
            Out::Text(text) => text.finish(),
            Out::Binary(binary) => binary.finish(),
        }
    }
}

impl<G: Certifiable, W: Write> CertificateSink<G> for CertificateWriter<W> {
    fn open(&mut self, opening: PartOpening) -> Result<(), CertifyError> {
        let (asked, _) = self.parts.pop().ok_or(CertifyError::Undecided)?;
        let question = asked.to_string();
        Ok(self.encoder().part(&question, opening)?)
    }

    fn position(&mut self, id: u64, game: &G, moves: &Replies) -> io::Result<()> {
        self.encoder().position(id, &game.position_text(), moves)
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        self.encoder().forget(ids)
    }

    fn close(&mut self, done: &Certified) -> io::Result<()> {
        self.encoder().end(done.root, done.positions, done.moves)
    }
}
