//! What may be asked for beside the position: a goal and variants of the rules.
//!
//! Both are words of the game. The game lists them, for the help and for messages; rules are checked
//! against that list here, goals are read by the game, because some of them contain numbers.

use std::sync::Arc;

use phidelta::Goal;
use phidelta_games::othello::Weights;

use super::GameKind;
use crate::failure::{Failure, Result};

/// A goal that `--goal` takes: how it is written, and what it asks.
pub(crate) type GoalWord = (&'static str, &'static str);

/// The goals of a game with draws.
pub(crate) const GOALS: &[GoalWord] =
    &[("win", "the side to move wins"), ("draw", "it reaches at least a draw")];

/// A point on which players of a game differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    /// As it is called in `--rule NAME=VALUE`.
    pub(crate) name: &'static str,
    /// What it may be; the first is taken when nothing is said.
    pub(crate) values: &'static [&'static str],
    /// What it is about.
    pub(crate) about: &'static str,
}

/// What was asked for beside the position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    goal: Option<String>,
    rules: Vec<(&'static Rule, &'static str)>,
    /// What Othello has learned, if not what ships.
    pub(crate) weights: Option<Arc<Weights>>,
}

impl Options {
    /// Takes the words of the command line, as far as the game has a use for them.
    pub(crate) fn read(game: &dyn GameKind, goal: Option<&str>, rules: &[String]) -> Result<Options> {
        let name = game.name();
        if goal.is_some() && game.goals().is_empty() {
            return Err(Failure::input(format!("--goal: {name} has no draws, expected no goal")));
        }
        let mut options = Options { goal: goal.map(str::to_string), rules: Vec::new(), weights: None };
        for text in rules {
            let (rule, value) = read_rule(game, text)?;
            if options.rules.iter().any(|(other, _)| other.name == rule.name) {
                return Err(Failure::input(format!("--rule {text}: {} was chosen before", rule.name)));
            }
            options.rules.push((rule, value));
        }
        Ok(options)
    }

    /// The goal as it was written.
    pub(crate) fn goal_text(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// The goal in a game that has no others than [`GOALS`].
    pub(crate) fn goal(&self, game: &dyn GameKind) -> Result<Option<Goal>> {
        match self.goal.as_deref() {
            None => Ok(None),
            Some("win") => Ok(Some(Goal::Win)),
            Some("draw") => Ok(Some(Goal::Draw)),
            Some(text) => Err(unknown_goal(game, text)),
        }
    }

    /// The value of a rule, chosen or usual.
    #[allow(dead_code, reason = "for games with variants")]
    pub(crate) fn rule(&self, rule: &Rule) -> &'static str {
        let chosen = self.rules.iter().find(|(other, _)| other.name == rule.name);
        chosen.map_or_else(|| rule.values.first().copied().unwrap_or_default(), |&(_, value)| value)
    }
}

/// The failure of a goal that the game does not know.
pub(crate) fn unknown_goal(game: &dyn GameKind, text: &str) -> Failure {
    let words: Vec<String> =
        game.goals().iter().map(|(word, about)| format!("\n  {word:12} {about}")).collect();
    Failure::input(format!("--goal '{text}': unknown; {} takes{}", game.name(), words.concat()))
}

fn read_rule(game: &dyn GameKind, text: &str) -> Result<(&'static Rule, &'static str)> {
    let refused = |what: String| {
        let known: Vec<String> = game.rules().iter().map(|rule| format!("\n  {}", described(rule))).collect();
        let known = if known.is_empty() {
            format!("{} has no variants", game.name())
        } else {
            format!("{} has{}", game.name(), known.concat())
        };
        Failure::input(format!("--rule {text}: {what}; {known}"))
    };
    let Some((name, value)) = text.split_once('=') else {
        return Err(refused("expected NAME=VALUE".into()));
    };
    let rule = game.rules().iter().find(|rule| rule.name == name);
    let rule = rule.ok_or_else(|| refused(format!("unknown rule '{name}'")))?;
    let value = rule.values.iter().find(|known| **known == value);
    Ok((rule, value.ok_or_else(|| refused("unknown value".into()))?))
}

/// A rule, its values and what it is about, on one line.
pub(crate) fn described(rule: &Rule) -> String {
    format!("{}={}  {}", rule.name, rule.values.join("|"), rule.about)
}

#[cfg(test)]
mod tests {
    use super::super::{Place, Problem};
    use super::*;

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
        fn read(&self, _: &str, _: &Place, _: &Options) -> Result<Box<dyn Problem>> {
            Err(Failure::input("not in this test"))
        }
    }

    #[test]
    fn rules_are_those_of_the_game() {
        let read = |rules: &[&str]| {
            Options::read(&Variants, None, &rules.iter().map(|rule| rule.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(read(&[]).unwrap().rule(&LENGTH), "4");
        assert_eq!(read(&["length=5"]).unwrap().rule(&LENGTH), "5");
        for (rules, words) in [
            (&["length"][..], "expected NAME=VALUE; rows has\n  length=4|5  stones"),
            (&["width=3"], "unknown rule 'width'"),
            (&["length=6"], "unknown value"),
            (&["length=5", "length=4"], "length was chosen before"),
        ] {
            let message = read(rules).unwrap_err().message().unwrap();
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn goals_are_those_of_the_game() {
        let goal = |text| Options::read(&Variants, text, &[]).and_then(|options| options.goal(&Variants));
        assert_eq!(goal(None).unwrap(), None);
        assert_eq!(goal(Some("draw")).unwrap(), Some(Goal::Draw));
        let message = goal(Some("loss")).unwrap_err().message().unwrap();
        assert!(
            message.contains("'loss'") && message.contains("win") && message.contains("draw"),
            "{message}"
        );
    }
}
