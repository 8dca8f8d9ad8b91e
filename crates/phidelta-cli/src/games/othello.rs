//! Othello: OBF boards or moves from the start; win, draw or loss, or a score.

use std::sync::Arc;

use phidelta::{Asked, Certifiable, Goal, Heading, Solver, Verdict};
use phidelta_games::othello::{Move, Othello, Position, Weights, score};

use super::ask::{Interpreter, translated};
use super::options::unknown_goal;
use super::{
    Answer, Answered, Claim, ForPeople, GameKind, GoalWord, More, Options, Place, Problem, Shown, Watch, ask,
    ask_goal, ended, moves_of, question_word, refused,
};
use crate::certificate::{Certificate, Paper, certify_parts};
use crate::failure::{Failure, Result};
use crate::lines;

/// Othello.
pub(crate) struct Kind;

impl GameKind for Kind {
    fn name(&self) -> &'static str {
        "othello"
    }

    fn about(&self) -> &'static str {
        "a board and its side to move (64 or 36 of X O -, then X or O), or moves: f5d6c3, 6x6 e4"
    }

    fn certifies(&self) -> bool {
        true
    }

    fn cut<'a>(&self, line: &'a str) -> Option<&'a str> {
        lines::first_part(line, &['%', '#'], &[';', '\t'])
    }

    fn goals(&self) -> &'static [GoalWord] {
        &[
            ("win", "the side to move wins"),
            ("draw", "it reaches at least a draw"),
            ("score>=N", "it ends with at least N discs more, empty squares going to the winner"),
            ("score", "the exact difference of discs with best play"),
        ]
    }

    fn algorithm(&self) -> &'static str {
        "alpha-beta"
    }

    fn drawn(&self, _rules: &str, position: &str) -> Option<String> {
        Position::from_text(position).ok().map(|position| format!("{position}\n"))
    }

    fn read_model(&self, bytes: &[u8], options: &mut Options) -> std::result::Result<(), String> {
        let weights = Weights::from_bytes(bytes).map_err(|error| error.to_string())?;
        options.weights = Some(Arc::new(weights));
        Ok(())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Box<dyn Problem>> {
        let question = Question::read(self, options)?;
        let position = Position::from_text(text).map_err(|error| refused(place, text, &error))?;
        let mut game = Othello::new(position);
        if let Some(weights) = &options.weights {
            if weights.size() != position.size() {
                let (for_side, side) = (weights.size().side(), position.size().side());
                let expected = format!("expected one for {side}x{side}");
                return Err(Failure::input(format!("--model: for {for_side}x{for_side}, {expected}")));
            }
            game = game.with_weights(Some(weights.clone()));
        }
        Ok(Box::new(OthelloProblem { position: text.trim().to_string(), game, question }))
    }
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// The value, or only one of its two questions.
    Value(Option<Goal>),
    AtLeast(i32),
    Score,
}

impl Question {
    fn read(kind: &Kind, options: &Options) -> Result<Question> {
        let Some(text) = options.goal_text() else { return Ok(Question::Value(None)) };
        if text == "score" {
            return Ok(Question::Score);
        }
        let Some(number) = text.strip_prefix("score") else {
            return options.goal(kind).map(Question::Value);
        };
        let number = number.trim_start().strip_prefix(">=").ok_or_else(|| unknown_goal(kind, text))?;
        let least: i32 = number.trim().parse().map_err(|_| unknown_goal(kind, text))?;
        if least.abs() > MOST {
            let expected = format!("expected a score from -{MOST} to {MOST}");
            return Err(Failure::input(format!("--goal '{text}': {expected}")));
        }
        Ok(Question::AtLeast(least))
    }
}

/// The largest difference there is, in discs.
const MOST: i32 = 64;

/// A position and what is asked about it.
struct OthelloProblem {
    position: String,
    game: Othello,
    question: Question,
}

impl Problem for OthelloProblem {
    fn position(&self) -> &str {
        &self.position
    }

    fn question(&self) -> String {
        match self.question {
            Question::Value(goal) => question_word(goal).into(),
            Question::AtLeast(score) => format!("score>={score}"),
            Question::Score => "score".into(),
        }
    }

    fn solve(&mut self, solver: &mut Solver, watch: &mut dyn Watch) -> Answered {
        let size = self.game.position().size();
        let text = |line: &[Move], from: usize| line[from..].iter().map(|mv| mv.text(size)).collect();
        match self.question {
            Question::Value(goal) => ask_goal(goal, solver, &mut self.game, watch, &text),
            Question::AtLeast(least) => ask(solver, &mut self.game.clone().with_score(least), watch, &text),
            Question::Score => {
                let scored = score(solver, &self.game, &mut Interpreter { text: &text, watch })?;
                let score = scored.score().filter(|_| matches!(scored.report.verdict, Verdict::Proved));
                Ok(Answer {
                    report: translated(scored.report, &text),
                    bounds: None,
                    score,
                    more: More::default(),
                })
            }
        }
    }

    fn asked(&self) -> Option<Asked> {
        match self.question {
            Question::Value(goal) => goal.map(Asked::Goal),
            Question::AtLeast(least) => Some(Asked::Score(least)),
            Question::Score => None,
        }
    }

    fn heading(&self) -> Heading {
        let side = self.game.position().size().side();
        let (rules, position) = (format!("{side}x{side}"), self.game.position_text());
        Heading { game: "othello".into(), rules, position }
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, paper: &mut Paper<'_>) -> Certificate {
        let done = certify_parts(&self.heading(), claim, paper, |writer, asked, verdict| {
            let game = self.game.clone();
            let mut game = match asked {
                Asked::Goal(goal) => game.with_goal(goal),
                Asked::Score(least) => game.with_score(least),
            };
            writer.part(solver, &mut game, verdict)
        });
        Some(done)
    }

    fn shown(&self) -> Shown {
        let position = self.game.position();
        let score = position.score();
        Shown {
            side: position.side().letter().to_string(),
            moves: moves_of(&self.game, |mv| mv.text(position.size())),
            ended: ended(&self.game, Some(format!("neither side can move, the score is {score:+}"))),
        }
    }

    fn for_people(&self, _line: &[String]) -> ForPeople {
        ForPeople { drawing: Some(format!("{}\n", self.game.position())), line: Vec::new() }
    }
}
