//! Othello: OBF boards or moves from the start; win, draw or loss, or a score.

use phidelta::{Answered as Claim, Asked, Certifiable, Goal, Heading, SolveError, Solver, Verdict};
use phidelta_games::othello::{Move, Othello, Position, score};

use super::options::unknown_goal;
use super::{GameKind, GoalWord, Options};
use crate::ask::{Answer, Interpreter, ask, ask_goal, question_word, translated};
use crate::certificate::{Certification, PartNews, Sink, certify_parts};
use crate::error::{InputError, Place};
use crate::events::Events;
use crate::problem::{Ask, PositionView, Problem, ended, moves_of};
use crate::rows;

/// Othello.
pub(super) struct Kind;

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

    fn cut<'a>(&self, row: &'a str) -> Option<&'a str> {
        rows::first_part(row, &['%', '#'], &[';', '\t'])
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

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let question = Question::read(self, options)?;
        let position = Position::from_text(text).map_err(|error| InputError::of_text(place, text, &error))?;
        let game = Othello::new(position);
        Ok(Problem::new(&Kind, text, OthelloAsk { game, question }))
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
    fn read(kind: &Kind, options: &Options) -> Result<Question, InputError> {
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
            return Err(InputError::option(format!("goal '{text}'"), expected));
        }
        Ok(Question::AtLeast(least))
    }
}

/// The largest difference there is, in discs.
const MOST: i32 = 64;

/// A position and what is asked about it.
struct OthelloAsk {
    game: Othello,
    question: Question,
}

impl Ask for OthelloAsk {
    fn question(&self) -> String {
        match self.question {
            Question::Value(goal) => question_word(goal).into(),
            Question::AtLeast(score) => format!("score>={score}"),
            Question::Score => "score".into(),
        }
    }

    fn solve(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Answer, SolveError> {
        let size = self.game.position().size();
        let text = |line: &[Move], from: usize| line[from..].iter().map(|mv| mv.text(size)).collect();
        match self.question {
            Question::Value(goal) => ask_goal(goal, solver, &mut self.game, events, &text),
            Question::AtLeast(least) => ask(solver, &mut self.game.clone().with_score(least), events, &text),
            Question::Score => {
                let scored = score(solver, &self.game, &mut Interpreter { text: &text, events })?;
                let score = scored.score().filter(|_| matches!(scored.report.verdict, Verdict::Proved));
                Ok(Answer { score, ..Answer::to_question(translated(scored.report, &text)) })
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

    fn certify(&mut self, solver: &mut Solver, claim: Claim, sink: &mut Sink<'_>) -> Certification {
        let done = certify_parts(&self.heading(), claim, sink, |writer, events, asked, verdict| {
            let game = self.game.clone();
            let mut game = match asked {
                Asked::Goal(goal) => game.with_goal(goal),
                Asked::Score(least) => game.with_score(least),
            };
            writer.part_observed(solver, &mut game, verdict, &mut PartNews(events))
        });
        Some(done)
    }

    fn view(&self) -> PositionView {
        let position = self.game.position();
        let score = position.score();
        PositionView {
            side: position.side().letter().to_string(),
            moves: moves_of(&self.game, |mv| mv.text(position.size())),
            ended: ended(&self.game, Some(format!("neither side can move, the score is {score:+}"))),
        }
    }

    fn drawing(&self) -> Option<String> {
        Some(format!("{}\n", self.game.position()))
    }
}
