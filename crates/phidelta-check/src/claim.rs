//! What a certificate claims, and whether that is the answer to what was asked.
//!
//! A certificate may be valid and yet be about something else. Whoever has asked a question compares here,
//! and nowhere else, all that makes it up: game, rules, position, question, answer.

use std::fmt;

use crate::input::printable;
use crate::rules::{Goal, Outcome};

/// An answer together with its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// Whether the attacker reaches a goal.
    Verdict {
        /// What he wants.
        goal: Goal,
        /// Whether he reaches it.
        proved: bool,
    },
    /// What the position is worth for him.
    Value(Outcome),
    /// His score.
    Score(i32),
}

/// What a part must show: the goal, and whether it is reached.
pub(crate) type PartClaim = (Goal, bool);

impl Said {
    /// Reads the two fields of the answer: `win` and `proved`, `value` and `draw`, `score` and `-4`.
    pub fn from_words(question: &str, answer: &str) -> Option<Said> {
        let goal = |word: &str| match word {
            "win" => Some(Goal::Win),
            "draw" => Some(Goal::Draw),
            _ => word.strip_prefix("score>=").and_then(whole).map(Goal::Score),
        };
        match (question, answer) {
            ("value", "win") => Some(Said::Value(Outcome::Win)),
            ("value", "draw") => Some(Said::Value(Outcome::Draw)),
            ("value", "loss") => Some(Said::Value(Outcome::Loss)),
            ("score", score) => whole(score).map(Said::Score),
            (word, "proved") => Some(Said::Verdict { goal: goal(word)?, proved: true }),
            (word, "disproved") => Some(Said::Verdict { goal: goal(word)?, proved: false }),
            _ => None,
        }
    }

    /// What a position says of its side to move, if that is not the one who was asked about: who does not
    /// win leaves the other side at least a draw.
    pub(crate) fn of_the_other(goal: Goal, proved: bool) -> Said {
        let goal = match goal {
            Goal::Win => Goal::Draw,
            Goal::Draw => Goal::Win,
            // Scores are even: who has not N more has the other side at least 2 - N more.
            Goal::Score(least) => Goal::Score(2_i32.saturating_sub(least.saturating_add(least & 1))),
        };
        Said::Verdict { goal, proved: !proved }
    }

    /// The question, as certificates have it.
    pub fn question(self) -> String {
        match self {
            Said::Verdict { goal, .. } => goal.to_string(),
            Said::Value(_) => "value".into(),
            Said::Score(_) => "score".into(),
        }
    }

    /// The answer, as certificates have it.
    pub fn answer(self) -> String {
        match self {
            Said::Verdict { proved, .. } => verdict(proved).into(),
            Said::Value(Outcome::Win) => "win".into(),
            Said::Value(Outcome::Draw) => "draw".into(),
            Said::Value(Outcome::Loss) => "loss".into(),
            Said::Score(score) => score.to_string(),
        }
    }

    /// The goals that must be among a game's, for it to have this question.
    pub(crate) fn goals(self) -> Vec<Goal> {
        match self {
            Said::Verdict { goal, .. } => vec![goal],
            Said::Value(_) => vec![Goal::Win, Goal::Draw],
            Said::Score(score) => vec![Goal::Score(score)],
        }
    }

    /// The parts that show it, in their order; `None` for a score that is no number to count with.
    pub(crate) fn parts(self) -> Option<Vec<PartClaim>> {
        Some(match self {
            Said::Verdict { goal, proved } => vec![(goal, proved)],
            Said::Value(Outcome::Win) => vec![(Goal::Win, true)],
            Said::Value(Outcome::Draw) => vec![(Goal::Win, false), (Goal::Draw, true)],
            Said::Value(Outcome::Loss) => vec![(Goal::Draw, false)],
            // Scores are even: who has not two more has not more.
            Said::Score(score) => {
                vec![(Goal::Score(score), true), (Goal::Score(score.checked_add(2)?), false)]
            }
        })
    }
}

impl fmt::Display for Said {
    /// `win proved`, `value draw`, `score -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.question(), self.answer())
    }
}

/// A verdict in a word.
pub(crate) fn verdict(proved: bool) -> &'static str {
    if proved { "proved" } else { "disproved" }
}

/// A number in its one form.
fn whole(text: &str) -> Option<i32> {
    text.parse().ok().filter(|number: &i32| number.to_string() == text)
}

/// A position and what is said of it.
///
/// ```
/// use phidelta_check::{Claim, Mismatch, Said, check};
///
/// let text = "phidelta-certificate\t2\ngame\tconnect4\nrules\t2x1k2\nposition\t/\nanswer\twin\tdisproved\n\
///     part\twin\tdisproved\tranked\nend\t!\t0\t0\n";
/// # let text = text.replace("\t2x1k2", "\t1x2k3").replace("position\t/\n", "position\t\n");
/// let checked = check(text.as_bytes(), &Default::default())?;
/// let said = Said::from_words("win", "disproved").unwrap();
/// let mut asked = Claim { game: "connect4".into(), rules: "1x2k3".into(), position: "".into(), said };
/// assert_eq!(checked.shows(&asked), Ok(()));
/// asked.position = "X".into();
/// assert!(matches!(checked.shows(&asked), Err(Mismatch::Position { .. })));
/// # Ok::<(), phidelta_check::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The game.
    pub game: String,
    /// Its variant.
    pub rules: String,
    /// The position asked about.
    pub position: String,
    /// The question and the answer.
    pub said: Said,
}

impl Claim {
    /// Whether a certificate that shows `self` answers what was asked: `expected` in all its parts.
    pub fn answers(&self, expected: &Claim) -> Result<(), Mismatch> {
        let differ = |found: &str, expected: &str| {
            (found != expected).then(|| Difference { expected: printable(expected), found: printable(found) })
        };
        // Taken apart, so that nothing is left out when a field is added.
        let Claim { game, rules, position, said } = self;
        if let Some(game) = differ(game, &expected.game) {
            return Err(Mismatch::Game(game));
        }
        if let Some(rules) = differ(rules, &expected.rules) {
            return Err(Mismatch::Rules(rules));
        }
        if let Some(position) = differ(position, &expected.position) {
            return Err(Mismatch::Position(position));
        }
        if let Some(question) = differ(&said.question(), &expected.said.question()) {
            return Err(Mismatch::Question(question));
        }
        differ(&said.answer(), &expected.said.answer()).map_or(Ok(()), |answer| Err(Mismatch::Answer(answer)))
    }
}

/// Two texts that should be the same, as messages may have them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// What was asked for.
    pub expected: String,
    /// What the certificate has.
    pub found: String,
}

/// A certificate is valid, but does not answer what was asked: where they differ first.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// It is about another game.
    Game(Difference),
    /// It is about another variant.
    Rules(Difference),
    /// It is about another position.
    Position(Difference),
    /// It answers another question.
    Question(Difference),
    /// It has another answer.
    Answer(Difference),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, Difference { expected, found }) = match self {
            Mismatch::Game(difference) => ("game", difference),
            Mismatch::Rules(difference) => ("rules", difference),
            Mismatch::Position(difference) => ("position", difference),
            Mismatch::Question(difference) => ("question", difference),
            Mismatch::Answer(difference) => ("answer", difference),
        };
        write!(f, "the certificate is that of another {what}: '{found}', expected '{expected}'")
    }
}

impl std::error::Error for Mismatch {}
