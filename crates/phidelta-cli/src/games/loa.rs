//! Lines of Action: boards of 64 squares, or moves from the start.

use std::io::Write;

use phidelta::{Goal, Heading, Solver};
use phidelta_games::loa::{Both, Count, History, Loa, Move, Rules, Stuck, end_name};

use super::{
    Answered, Claim, ForPeople, GOALS, GameKind, GoalWord, Options, Place, Problem, Rule, Shown, Watch,
    ask_goal, ended, moves_of, question_word, refused,
};
use crate::certificate::{Certificate, certify_goals};
use crate::failure::Result;
use crate::lines;

/// Lines of Action.
pub(crate) struct Kind;

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
        "loa"
    }

    fn about(&self) -> &'static str {
        "64 squares a1, b1 … h8 of X, O and -, and who moves; or 'start moves b1-b3 …'"
    }

    fn cut<'a>(&self, line: &'a str) -> Option<&'a str> {
        lines::first_part(line, &['#', '%'], &[';', '\t'])
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

    fn certifies(&self) -> bool {
        true
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        let goal = options.goal(self)?;
        let rules = Rules {
            both: if options.rule(&BOTH) == "draw" { Both::Draw } else { Both::MoverWins },
            stuck: if options.rule(&STUCK) == "pass" { Stuck::Passes } else { Stuck::Loses },
            repetition: if options.rule(&REPETITION) == "third" { Count::Third } else { Count::Second },
        };
        let history = History::from_text(text, rules).map_err(|error| refused(place, text, &error))?;
        let game = Loa::new(&history);
        Ok(Box::new(LoaProblem { position: text.trim().to_string(), game, goal }))
    }
}

/// A position, and the goal if only one question is asked.
struct LoaProblem {
    position: String,
    game: Loa,
    goal: Option<Goal>,
}

impl Problem for LoaProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        question_word(self.goal).into()
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let text = |line: &[Move], from: usize| line[from..].iter().map(Move::to_string).collect();
        ask_goal(self.goal, solver, &mut self.game, watch, &text)
    }

    fn heading(&self) -> Heading {
        let rules = self.game.rules();
        let rules = format!(
            "both-connected={} no-move={} repetition={}",
            if rules.both == Both::Draw { "draw" } else { "mover-wins" },
            if rules.stuck == Stuck::Passes { "pass" } else { "loss" },
            if rules.repetition == Count::Third { "third" } else { "second" },
        );
        // As it was given, since the moves before may matter.
        let words: Vec<&str> = self.position.split_whitespace().collect();
        Heading { game: "loa".into(), rules, position: words.join(" ") }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, out: &mut dyn Write) -> Certificate {
        let heading = self.heading();
        Some(certify_goals(solver, &mut self.game, &heading, claim, out))
    }

    fn goal(&self) -> Goal {
        self.goal.unwrap_or_default()
    }

    fn shown(&self) -> Shown {
        let side = self.game.position().side();
        Shown {
            side: format!("{side} ({})", side.letter()),
            moves: moves_of(&self.game, |mv| mv.to_string()),
            ended: ended(&self.game, self.game.end().map(|end| end_name(end).to_string())),
        }
    }

    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople { drawing: Some(self.game.position().drawn()), line: Vec::new() }
    }
}
