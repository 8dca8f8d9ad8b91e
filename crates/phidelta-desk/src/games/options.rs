//! What may be asked for beside the position: a goal, variants of the rules, the ply of a record.
//!
//! Both are words of the game. The game lists them, for the help and for messages; rules are checked
//! against that list here, goals are read by the game, because some of them contain numbers.

use std::sync::Arc;

use phidelta::Goal;
use phidelta_games::othello::Weights;
use phidelta_games::shogi::FirstNumbers;
use serde::Serialize;

use super::GameKind;
use crate::error::InputError;
use crate::text::cut;

/// Characters of a text of the user that a message repeats: enough to know it again.
pub(crate) const ECHO: usize = 60;

/// A goal: how it is written, and what it asks.
pub type GoalWord = (&'static str, &'static str);

/// The goals of a game with draws.
pub(crate) const GOALS: &[GoalWord] = &[
    ("value", "a win, a draw or a loss of the side to move (the usual question)"),
    ("win", "the side to move wins"),
    ("draw", "it reaches at least a draw"),
];

/// What every report of a game without draws calls its question.
const WIN: &str = "win";

/// A point on which players of a game differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// As it is called in `NAME=VALUE`.
    pub name: &'static str,
    /// What it may be; the first is taken when nothing is said.
    pub values: &'static [&'static str],
    /// What it is about.
    pub about: &'static str,
}

/// What was asked for beside the position.
#[derive(Clone, Debug, Default)]
pub struct Options {
    goal: Option<String>,
    ply: Option<u16>,
    rules: Vec<(&'static Rule, &'static str)>,
    /// What Othello has learned, if not what ships.
    pub(crate) weights: Option<Arc<Weights>>,
    /// First numbers of shogi in place of the usual ones.
    pub(crate) first_numbers: Option<Arc<FirstNumbers>>,
}

impl Options {
    /// Takes a goal and rules (`NAME=VALUE`), as far as the game has a use for them.
    pub fn new(game: &dyn GameKind, goal: Option<&str>, rules: &[String]) -> Result<Options, InputError> {
        let name = game.name();
        if goal.is_some_and(|goal| goal != WIN) && game.goals().is_empty() {
            return Err(InputError::option("goal", format!("{name} has no draws, expected {WIN}")));
        }
        let mut options = Options { goal: goal.map(str::to_string), ..Options::default() };
        for text in rules {
            let (rule, value) = read_rule(game, text)?;
            if options.rules.iter().any(|(other, _)| other.name == rule.name) {
                let message = format!("{} was chosen before", rule.name);
                return Err(InputError::option(format!("rule {text}"), message));
            }
            options.rules.push((rule, value));
        }
        Ok(options)
    }

    /// Of a game record take the position after so many moves, not the first one.
    pub fn with_ply(mut self, ply: Option<u16>) -> Options {
        self.ply = ply;
        self
    }

    /// Which position of a game record is taken, if that was said.
    pub fn ply(&self) -> Option<u16> {
        self.ply
    }

    /// The goal as it was written.
    pub fn goal_text(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// The goal in a game that has no others than a win and a draw.
    pub(crate) fn goal(&self, game: &dyn GameKind) -> Result<Option<Goal>, InputError> {
        match self.goal.as_deref() {
            None => Ok(None),
            Some("value") if game.goals().iter().any(|(word, _)| *word == "value") => Ok(None),
            Some("win") => Ok(Some(Goal::Win)),
            Some("draw") => Ok(Some(Goal::Draw)),
            Some(text) => Err(unknown_goal(game, text)),
        }
    }

    /// The value of a rule, chosen or usual.
    pub(crate) fn rule(&self, rule: &Rule) -> &'static str {
        let chosen = self.rules.iter().find(|(other, _)| other.name == rule.name);
        chosen.map_or_else(|| rule.values.first().copied().unwrap_or_default(), |&(_, value)| value)
    }
}

/// The error of a goal that the game does not know.
pub(crate) fn unknown_goal(game: &dyn GameKind, text: &str) -> InputError {
    let words: Vec<String> =
        game.goals().iter().map(|(word, about)| format!("\n  {word:12} {about}")).collect();
    InputError::option(
        format!("goal '{}'", cut(text, ECHO)),
        format!("unknown; {} takes{}", game.name(), words.concat()),
    )
}

fn read_rule(game: &dyn GameKind, text: &str) -> Result<(&'static Rule, &'static str), InputError> {
    let refused = |what: String| {
        let known: Vec<String> = game.rules().iter().map(|rule| format!("\n  {rule}")).collect();
        let known = if known.is_empty() {
            format!("{} has no variants", game.name())
        } else {
            format!("{} has{}", game.name(), known.concat())
        };
        InputError::option(format!("rule {}", cut(text, ECHO)), format!("{what}; {known}"))
    };
    let Some((name, value)) = text.split_once('=') else {
        return Err(refused("expected NAME=VALUE".into()));
    };
    let rule = game.rules().iter().find(|rule| rule.name == name);
    let rule = rule.ok_or_else(|| refused(format!("unknown rule '{}'", cut(name, ECHO))))?;
    let value = rule.values.iter().find(|known| **known == value);
    Ok((rule, value.ok_or_else(|| refused("unknown value".into()))?))
}

/// A rule, its values and what it is about, in one row.
impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}  {}", self.name, self.values.join("|"), self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;
    use crate::problem::Problem;

    struct Variants;
    static LENGTH: Rule = Rule { name: "length", values: &["4", "5"], about: "stones in a row that win" };

    impl GameKind for Variants {
        fn name(&self) -> &'static str {
            "rows"
        }
        fn about(&self) -> &'static str {
            ""
        }
        fn goals(&self) -> &'static [GoalWord] {
            GOALS
        }
        fn rules(&self) -> &'static [Rule] {
            std::slice::from_ref(&LENGTH)
        }
        fn read(&self, _: &str, place: &Place, _: &Options) -> Result<Problem, InputError> {
            Err(InputError::new(place.clone(), "not in this test"))
        }
    }

    #[test]
    fn rules_are_those_of_the_game() {
        let read = |rules: &[&str]| {
            Options::new(&Variants, None, &rules.iter().map(|rule| rule.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(read(&[]).unwrap().rule(&LENGTH), "4");
        assert_eq!(read(&["length=5"]).unwrap().rule(&LENGTH), "5");
        for (rules, words) in [
            (&["length"][..], "expected NAME=VALUE; rows has\n  length=4|5  stones"),
            (&["width=3"], "unknown rule 'width'"),
            (&["length=6"], "unknown value"),
            (&["length=5", "length=4"], "length was chosen before"),
        ] {
            let message = read(rules).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn goals_are_those_of_the_game() {
        let goal = |text| Options::new(&Variants, text, &[]).and_then(|options| options.goal(&Variants));
        assert_eq!((goal(None).unwrap(), goal(Some("value")).unwrap()), (None, None));
        assert_eq!(goal(Some("draw")).unwrap(), Some(Goal::Draw));
        let message = goal(Some("loss")).unwrap_err().to_string();
        assert!(
            message.contains("'loss'") && message.contains("win") && message.contains("draw"),
            "{message}"
        );
    }
}
