//! What every move of a position is worth.
//!
//! Idea: the position behind a move is a question of its own, or several where there are more than two
//! answers. The questions form a ladder: who reaches a rung reaches those below it. All moves share one table
//! and the limits of one search, and take turns with budgets that double, so that one that is too hard does
//! not keep the others from being decided.
//!
//! Invariant: a bound is a proof or a disproof of the search, never a guess. The worth of a move is that of
//! the position behind it, asked by itself.

use std::time::Duration;

use phidelta::{Draws, Game, Goal, Observer, Reason, SolveError, Solver, Stats, Value, Verdict};

use crate::ask::{Answer, Interpreter, Notation};
use crate::events::Events;
use crate::lengths::FirstMove;

/// Nodes of the first turn of each move: some hundredths of a second.
const FIRST_TURN_NODES: u64 = 10_000;

/// What may be asked of a position, from the least to the most.
pub(crate) struct Ladder<'a, G> {
    /// How many questions there are.
    pub(crate) rungs: usize,
    /// The one to begin with, counted from 1.
    pub(crate) first: usize,
    /// The position, asking whether the attacker reaches a rung, counted from 1.
    pub(crate) asking: &'a dyn Fn(&G, usize) -> G,
    /// Whether moves come with a line that shows their worth.
    pub(crate) lines: bool,
}

/// All moves, and what they took.
#[derive(Default)]
pub(crate) struct Moves {
    pub(crate) moves: Vec<FirstMove>,
    pub(crate) stats: Stats,
    pub(crate) elapsed: Duration,
}

impl Moves {
    /// Adds them to the answer about the position itself.
    pub(crate) fn added_to(self, mut answer: Answer) -> Answer {
        let report = &mut answer.report;
        report.stats.add(&self.stats);
        report.elapsed += self.elapsed;
        answer.moves = Some(self.moves);
        answer
    }
}

/// A move, with how many rungs the attacker reaches behind it.
struct Judged<G: Game> {
    mv: G::Move,
    behind: G,
    least: usize,
    most: usize,
    /// The rung to be asked next, and how far the one after it may be away.
    next: usize,
    step: usize,
    /// Something else than its turn has ended its question: more of the same would not help.
    given_up: bool,
    line: Vec<G::Move>,
}

impl<G: Game + Clone> Judged<G> {
    fn new(game: &G, mv: G::Move, ladder: &Ladder<'_, G>) -> Judged<G> {
        let mut behind = game.clone();
        behind.play(mv);
        Judged {
            mv,
            behind,
            least: 0,
            most: ladder.rungs,
            next: ladder.first,
            step: 1,
            given_up: false,
            line: Vec::new(),
        }
    }

    fn is_decided(&self) -> bool {
        self.least == self.most
    }

    fn is_over(&self) -> bool {
        self.is_decided() || self.given_up
    }

    /// Takes the answer to the question it stood at; false if there was none.
    fn take(&mut self, verdict: Verdict, rungs: usize) -> bool {
        match verdict {
            Verdict::Proved => self.least = self.next,
            Verdict::Disproved => self.most = self.next - 1,
            Verdict::Unknown(reason) => {
                self.given_up = reason != Reason::NodeLimit;
                return false;
            }
        }
        // Away from the first one, twice as far each time, until there is a bound on the other side.
        if self.most == rungs {
            self.next = (self.least + self.step).min(self.most);
            self.step *= 2;
        } else if self.least == 0 {
            self.next = (self.most + 1).saturating_sub(self.step).max(1);
            self.step *= 2;
        } else {
            self.next = self.least + (self.most - self.least).div_ceil(2);
        }
        true
    }
}

/// Asks what each move of `game` is worth; none where it has ended.
fn judge<G: Game + Clone>(
    solver: &mut Solver,
    game: &G,
    ladder: &Ladder<'_, G>,
    observer: &mut dyn Observer<G::Move>,
) -> Result<(Vec<Judged<G>>, Stats, Duration), SolveError> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    let mut all: Vec<Judged<G>> = moves.into_iter().map(|mv| Judged::new(game, mv, ladder)).collect();
    let mut inquiry = solver.inquiry();
    let mut nodes = FIRST_TURN_NODES;
    while all.iter().any(|judged| !judged.is_over()) && inquiry.exhausted().is_none() {
        for judged in &mut all {
            while !judged.is_over() && inquiry.exhausted().is_none() {
                let mut asked = (ladder.asking)(&judged.behind, judged.next);
                let report = inquiry.ask_for(&mut asked, nodes, observer)?;
                if !judged.take(report.verdict, ladder.rungs) {
                    break;
                }
            }
        }
        nodes = nodes.saturating_mul(2);
    }
    for judged in all.iter_mut().filter(|judged| ladder.lines && judged.is_decided()) {
        // Shown as what he does reach, where he reaches anything.
        let mut asked = (ladder.asking)(&judged.behind, judged.least.max(1));
        let mut report = inquiry.ask(&mut asked, observer)?;
        inquiry.show(&mut asked, &mut report)?;
        judged.line = report.line;
    }
    Ok((all, inquiry.stats(), inquiry.elapsed()))
}

/// The same as text; `worth` says what it means to reach a number of rungs.
pub(crate) fn all_moves<G: Game + Clone>(
    solver: &mut Solver,
    game: &G,
    ladder: &Ladder<'_, G>,
    worth: &dyn Fn(usize) -> Worth,
    events: &mut dyn Events,
    text: &Notation<'_, G::Move>,
) -> Result<Moves, SolveError> {
    let (all, stats, elapsed) = judge(solver, game, ladder, &mut Interpreter { text, events })?;
    let moves = all.iter().map(|judged| {
        let worth = judged.is_decided().then(|| worth(judged.least));
        FirstMove {
            mv: text(&[judged.mv], 0).concat(),
            verdict: worth.as_ref().map_or("unknown", |worth| worth.verdict()).into(),
            value: worth.and_then(|worth| worth.value),
            score: worth.and_then(|worth| worth.score),
            least: None,
            most: None,
            line: text(&judged.line, 0),
            notation: Vec::new(),
        }
    });
    Ok(Moves { moves: moves.collect(), stats, elapsed })
}

/// What a move is worth.
#[derive(Clone, Copy)]
pub(crate) struct Worth {
    /// Whether what was asked is reached.
    reached: bool,
    value: Option<Value>,
    score: Option<i32>,
}

impl Worth {
    /// The answer to the one question.
    pub(crate) fn of_question(rungs: usize) -> Worth {
        Worth { reached: rungs > 0, value: None, score: None }
    }

    /// A loss, a draw or a win.
    pub(crate) fn of_value(rungs: usize) -> Worth {
        let value = [Value::Loss, Value::Draw, Value::Win][rungs.min(2)];
        Worth { reached: value == Value::Win, value: Some(value), score: None }
    }

    /// A score.
    pub(crate) fn of_score(score: i32) -> Worth {
        Worth { reached: true, value: None, score: Some(score) }
    }

    fn verdict(&self) -> &'static str {
        if self.reached { "proved" } else { "disproved" }
    }
}

/// Every move of a game with draws: its value, or whether the goal is reached if there is one.
pub(crate) fn all_moves_of_goal<G: Draws + Clone>(
    goal: Option<Goal>,
    solver: &mut Solver,
    game: &G,
    events: &mut dyn Events,
    text: &Notation<'_, G::Move>,
) -> Result<Moves, SolveError> {
    let asking = |game: &G, rung: usize| {
        let mut game = game.clone();
        game.set_goal(goal.unwrap_or(if rung == 2 { Goal::Win } else { Goal::Draw }));
        game
    };
    let rungs = if goal.is_some() { 1 } else { 2 };
    let worth = if goal.is_some() { Worth::of_question } else { Worth::of_value };
    all_moves(
        solver,
        game,
        &Ladder { rungs, first: rungs, asking: &asking, lines: true },
        &worth,
        events,
        text,
    )
}

/// Every move of a game with one question.
pub(crate) fn all_moves_of_question<G: Game + Clone>(
    solver: &mut Solver,
    game: &G,
    events: &mut dyn Events,
    text: &Notation<'_, G::Move>,
) -> Result<Moves, SolveError> {
    let asking = |game: &G, _: usize| game.clone();
    let ladder = Ladder { rungs: 1, first: 1, asking: &asking, lines: true };
    all_moves(solver, game, &ladder, &Worth::of_question, events, text)
}

#[cfg(test)]
mod tests {
    use phidelta_games::synthetic::Synthetic;

    use super::*;

    /// Climbs to a known height, and counts the questions.
    fn climb(height: usize, rungs: usize, first: usize) -> usize {
        let game = Synthetic::new(2, 2, 1);
        let asking = |game: &Synthetic, _: usize| game.clone();
        let ladder = Ladder { rungs, first, asking: &asking, lines: false };
        let mut judged = Judged::new(&game, 0, &ladder);
        let mut asked = 0;
        while !judged.is_decided() {
            assert!((judged.least + 1..=judged.most).contains(&judged.next), "{height} of {rungs}");
            let verdict = if height >= judged.next { Verdict::Proved } else { Verdict::Disproved };
            assert!(judged.take(verdict, rungs));
            asked += 1;
        }
        assert_eq!(judged.least, height);
        asked
    }

    #[test]
    fn every_height_is_found_in_few_steps() {
        for height in 0..=64 {
            for first in [1, 32, 33, 64] {
                assert!(climb(height, 64, first) <= 13, "{height} from {first}");
            }
        }
        for height in 0..=2 {
            assert!(climb(height, 2, 2) <= 2);
        }
        assert_eq!((climb(0, 1, 1), climb(1, 1, 1)), (1, 1));
    }
}
