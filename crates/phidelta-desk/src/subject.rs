//! What a checkpoint is about: enough to ask the question again, and to tell it from others.

use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::games::{GameKind, Options, find};
use crate::lengths::{FUTILE, futile_word};
use crate::problem::Problem;
use crate::read::{Source, read};
use crate::request::Request;

/// A problem and what is wanted of it, as the text that a checkpoint carries
/// ([`phidelta::Checkpoints::new`]).
///
/// ```
/// use phidelta_desk::{self as desk, Options, Request, Source, Subject};
///
/// let game = desk::find("connect4")?;
/// let options = Options::new(game, Some("draw"), &[])?;
/// let problem = &desk::read(game, Source::Text("5x4:33"), &options)?[0];
/// let request = Request::new();
/// let subject = Subject::new(problem, None, Some("draw"), &[], &request);
///
/// // From the checkpoint, in another process:
/// let read = Subject::from_text(&subject.to_text()).expect("a subject");
/// assert!(read.difference(&subject).is_none());
/// assert_eq!(read.problem()?.position(), problem.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subject {
    game: String,
    /// The variant of the rules, as reports have it.
    variant: String,
    /// The one text for the position, as reports have it.
    position: String,
    question: String,
    shortest: bool,
    all: bool,
    futile: String,
    /// What is read to have the problem again.
    text: String,
    goal: Option<String>,
    rules: Vec<String>,
}

impl Subject {
    /// The subject of a problem. `text` is what it can be read from, if that is not how it was given; goal
    /// and rules are those of its [`Options`].
    pub fn new(
        problem: &Problem,
        text: Option<&str>,
        goal: Option<&str>,
        rules: &[String],
        request: &Request,
    ) -> Subject {
        let wanted = request.wanted();
        Subject {
            game: problem.game().name().into(),
            variant: problem.rules(),
            position: problem.position(),
            question: problem.question(),
            shortest: wanted.shortest,
            all: wanted.all,
            futile: futile_word(wanted.futile).into(),
            text: text.unwrap_or(problem.given()).into(),
            goal: goal.map(str::to_string),
            rules: rules.to_vec(),
        }
    }

    /// Reads what [`Subject::to_text`] wrote.
    pub fn from_text(text: &str) -> Option<Subject> {
        serde_json::from_str(text).ok()
    }

    /// As text.
    pub fn to_text(&self) -> String {
        // Texts and lists only.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// In what two differ, if they ask something else.
    pub fn difference(&self, other: &Subject) -> Option<String> {
        let parts = |subject: &Subject| {
            let Subject { game, variant, position, question, shortest, all, futile, .. } = subject.clone();
            // How plies are counted matters only where they are.
            let counting = if shortest { futile } else { String::new() };
            let wanted = format!("shortest: {shortest}, all: {all} {counting}");
            [
                ("game", game),
                ("rules", variant),
                ("position", position),
                ("goal", question),
                ("question", wanted),
            ]
        };
        let pairs = parts(self).into_iter().zip(parts(other));
        let mut other = pairs.filter(|(left, right)| left != right);
        other.next().map(|((name, left), (_, right))| format!("another {name}: {left}, not {right}"))
    }

    /// Its game.
    pub fn game(&self) -> Result<&'static dyn GameKind, InputError> {
        find(&self.game).map_err(|message| InputError::option("checkpoint", message))
    }

    /// The problem, read again.
    pub fn problem(&self) -> Result<Problem, InputError> {
        let game = self.game()?;
        let options = Options::new(game, self.goal.as_deref(), &self.rules)?;
        let mut problems = read(game, Source::Text(&self.text), &options)?;
        problems.truncate(1);
        problems.pop().ok_or_else(|| InputError::option("checkpoint", "it has no position"))
    }

    /// The request with what was wanted beside the answer.
    pub fn wanted(&self, request: Request) -> Request {
        let futile = FUTILE.iter().find(|(word, _)| *word == self.futile).map(|(_, futile)| *futile);
        let request = if self.shortest { request.shortest(futile.unwrap_or_default()) } else { request };
        if self.all { request.all_moves() } else { request }
    }
}
