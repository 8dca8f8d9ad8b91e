//! Lines of Action: boards of 64 squares, or moves from the start.

use phidelta_games::loa::{Both, Count, History, Loa, Rules, Stuck, end_name};

use super::board::{Board, board_problem};
use super::{GOALS, GameKind, GoalWord, Options, Rule, Written};
use crate::error::{InputError, Place};
use crate::problem::Problem;
use crate::rows;

/// Lines of Action.
pub(super) struct Kind;

static BOTH: Rule = Rule {
    name: "both-connected",
    values: &["draw", "mover-wins"],
    about: "a move connects both sides (draw)",
};
static STUCK: Rule =
    Rule { name: "no-move", values: &["pass", "loss"], about: "a player cannot move (pass)" };
static REPETITION: Rule = Rule {
    name: "repetition",
    values: &["third", "second"],
    about: "which occurrence of a position is a draw (third)",
};
static RULES: [Rule; 3] = [BOTH, STUCK, REPETITION];

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        Loa::NAME
    }

    fn about(&self) -> &'static str {
        "64 squares a1, b1 … h8 of X, O and -, and who moves; or 'start moves b1-b3 …'"
    }

    fn reach(&self) -> &'static str {
        "endgames; the start is out of reach"
    }

    fn cut<'a>(&self, row: &'a str) -> Option<&'a str> {
        rows::first_part(row, &['#', '%'], &[';', '\t'])
    }

    fn goals(&self) -> &'static [GoalWord] {
        GOALS
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn algorithm(&self) -> &'static str {
        // The least time of docs/loa.md; `immediate`, because the look ahead tests every child anyway.
        "df-pn+tca+eps=0.5+immediate"
    }

    fn written(&self, rules: &str, position: &str, _attacks: bool) -> Written {
        Written { text: position.into(), goal: None, rules: rules.split(' ').map(str::to_string).collect() }
    }

    fn certifies(&self) -> bool {
        true
    }

    fn drawn(&self, _rules: &str, position: &str) -> Option<String> {
        let history = History::from_text(position, Rules::default()).ok()?;
        Some(Loa::new(&history).position().drawn())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let goal = options.goal(self)?;
        let rules = rules_of(options);
        let history =
            History::from_text(text, rules).map_err(|error| InputError::of_text(place, text, &error))?;
        Ok(board_problem(&Kind, text, Loa::new(&history), goal))
    }
}

/// The variant that options choose.
fn rules_of(options: &Options) -> Rules {
    Rules::default()
        .with_both(if options.rule(&BOTH) == "draw" { Both::Draw } else { Both::MoverWins })
        .with_stuck(if options.rule(&STUCK) == "pass" { Stuck::Passes } else { Stuck::Loses })
        .with_repetition(if options.rule(&REPETITION) == "third" { Count::Third } else { Count::Second })
}

/// The variant that rules written as `NAME=VALUE` choose.
pub(crate) fn loa_rules(rules: &[String]) -> Result<Rules, InputError> {
    Ok(rules_of(&Options::new(&Kind, None, rules)?))
}

impl Board for Loa {
    const NAME: &'static str = "loa";

    fn rules_text(&self) -> String {
        let rules = self.rules();
        format!(
            "both-connected={} no-move={} repetition={}",
            if rules.both == Both::Draw { "draw" } else { "mover-wins" },
            if rules.stuck == Stuck::Passes { "pass" } else { "loss" },
            if rules.repetition == Count::Third { "third" } else { "second" },
        )
    }

    fn side_text(&self) -> String {
        let side = self.position().side();
        format!("{side} ({})", side.letter())
    }

    fn end_text(&self) -> Option<String> {
        self.end().map(|end| end_name(end).to_string())
    }

    fn drawing(&self) -> String {
        self.position().drawn()
    }

    /// With the moves before, since they may matter.
    fn root_text(&self, given: &str) -> String {
        match History::from_text(given, self.rules()) {
            Ok(history) => history.text().to_string(),
            // It was read before.
            Err(_) => self.position().to_string(),
        }
    }
}
