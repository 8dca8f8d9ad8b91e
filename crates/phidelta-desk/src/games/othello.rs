//! Othello: OBF boards or moves from the start; win, draw or loss, or a score.

use std::sync::Arc;

use phidelta::{Certifiable, Claim, Goal, Heading, PartQuestion, SolveError, Solver, Verdict};
use phidelta_games::othello::{Move, Othello, Position, Weights, score};

use super::options::unknown_goal;
use super::{GameKind, GoalWord, Options};
use crate::ask::{Answer, Interpreter, ask, ask_goal, question_word, translated};
use crate::certificate::{Certification, PartNews, Sink, certify_parts};
use crate::error::{InputError, Place};
use crate::events::Events;
use crate::leaf::{Leaf, Stand};
use crate::moves::{Ladder, Moves, Worth, all_moves, all_moves_of_goal, all_moves_of_question};
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

    fn reach(&self) -> &'static str {
        "22 empty squares take a second or so; more than 24 are out of reach"
    }

    fn certifies(&self) -> bool {
        true
    }

    fn cut<'a>(&self, row: &'a str) -> Option<&'a str> {
        rows::first_part(row, &['%', '#'], &[';', '\t'])
    }

    fn goals(&self) -> &'static [GoalWord] {
        &[
            ("value", "a win, a draw or a loss of the side to move (the usual question)"),
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

    fn read_model(&self, bytes: &[u8], options: &mut Options) -> Result<(), String> {
        let weights = Weights::from_bytes(bytes).map_err(|error| error.to_string())?;
        options.weights = Some(Arc::new(weights));
        Ok(())
    }

    fn read(&self, text: &str, place: &Place, options: &Options) -> Result<Problem, InputError> {
        let position = Position::from_text(text).map_err(|error| InputError::of_text(place, text, &error))?;
        let question = Question::read(self, options, position.size().area() as i32)?;
        let mut game = Othello::new(position);
        if let Some(weights) = &options.weights {
            if weights.size() != position.size() {
                let (for_side, side) = (weights.size().side(), position.size().side());
                let message = format!("for {for_side}x{for_side}, expected one for {side}x{side}");
                return Err(InputError::option("model", message));
            }
            game = game.with_weights(Some(weights.clone()));
        }
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
    /// `most` is the largest difference that the board can have, in discs.
    fn read(kind: &Kind, options: &Options, most: i32) -> Result<Question, InputError> {
        let Some(text) = options.goal_text() else { return Ok(Question::Value(None)) };
        if text == "score" {
            return Ok(Question::Score);
        }
        let Some(number) = text.strip_prefix("score") else {
            return options.goal(kind).map(Question::Value);
        };
        let number = number.trim_start().strip_prefix(">=").ok_or_else(|| unknown_goal(kind, text))?;
        let least: i32 = number.trim().parse().map_err(|_| unknown_goal(kind, text))?;
        if !(-most..=most).contains(&least) {
            let expected = format!("expected a score from -{most} to {most}");
            return Err(InputError::option(format!("goal '{text}'"), expected));
        }
        Ok(Question::AtLeast(least))
    }
}

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

    fn solve_moves(&mut self, solver: &mut Solver, events: &mut dyn Events) -> Result<Moves, SolveError> {
        let size = self.game.position().size();
        let text = |line: &[Move], from: usize| line[from..].iter().map(|mv| mv.text(size)).collect();
        match self.question {
            Question::Value(goal) => all_moves_of_goal(goal, solver, &self.game, events, &text),
            Question::AtLeast(least) => {
                let game = self.game.clone().with_score(least);
                all_moves_of_question(solver, &game, events, &text)
            }
            Question::Score => {
                // Scores are even: from all discs of the other side to all of one's own.
                let area = size.area() as usize;
                let score_of = |rungs: usize| 2 * rungs as i32 - area as i32;
                let asking = |game: &Othello, rung: usize| game.clone().with_score(score_of(rung));
                // A win of one disc first. A line of one question would not end with the score.
                let ladder = Ladder { rungs: area, first: area / 2 + 1, asking: &asking, lines: false };
                let worth = |rungs: usize| Worth::of_score(score_of(rungs));
                all_moves(solver, &self.game, &ladder, &worth, events, &text)
            }
        }
    }

    fn asked(&self) -> Option<PartQuestion> {
        match self.question {
            Question::Value(goal) => goal.map(PartQuestion::Goal),
            Question::AtLeast(least) => Some(PartQuestion::Score(least)),
            Question::Score => None,
        }
    }

    fn heading(&self) -> Heading {
        let side = self.game.position().size().side();
        let (rules, position) = (format!("{side}x{side}"), self.game.position_text());
        Heading::new("othello", rules, position)
    }

    fn certify(&mut self, solver: &mut Solver, claim: Claim, sink: &mut Sink<'_>) -> Certification {
        let done = certify_parts(&self.heading(), claim, sink, |writer, events, asked, verdict| {
            let game = self.game.clone();
            let mut game = match asked {
                PartQuestion::Goal(goal) => game.with_goal(goal),
                PartQuestion::Score(least) => game.with_score(least),
            };
            writer.part_observed(solver, &mut game, verdict, &mut PartNews(events))
        });
        Some(done)
    }

    fn leaf(&self, asked: PartQuestion) -> Result<Leaf, String> {
        let rules = |game: &Othello| {
            let side = game.position().size().side();
            format!("{side}x{side}")
        };
        let game = match asked {
            PartQuestion::Goal(goal) => self.game.clone().with_goal(goal),
            PartQuestion::Score(least) => self.game.clone().with_score(least),
        };
        Ok(Leaf::new(Stand { game, name: "othello", rules, asked, mover_attacks: true }))
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
