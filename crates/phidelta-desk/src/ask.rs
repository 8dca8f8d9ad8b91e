//! From a game to its answer as text, and news of the search on the way.

use phidelta::{Draws, Game, Goal, MoveNumbers, Observer, Progress, Report, SolveError, Solver, Step, Value};

use crate::events::{Events, Phase, SHOWN_MOVES};
use crate::lengths::{FirstMove, Lengths};

/// What a search found, with moves as text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The library's report.
    pub report: Report<String>,
    /// What is known of the value for the side to move, where it was asked for.
    pub bounds: Option<Bounds>,
    /// The exact score for the side to move, where it was asked for and found.
    pub score: Option<i32>,
    /// What is known of the shortest win, where it was asked for.
    pub shortest: Option<Lengths>,
    /// Every first move, where they were asked for.
    pub moves: Option<Vec<FirstMove>>,
}

/// The least and the largest value that are still possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// At least this.
    pub least: Value,
    /// At most this.
    pub most: Value,
}

impl Answer {
    /// The answer to a single question.
    pub(crate) fn to_question(report: Report<String>) -> Answer {
        Answer { report, bounds: None, score: None, shortest: None, moves: None }
    }

    /// The value, where it was asked for and is decided.
    pub fn value(&self) -> Option<Value> {
        self.bounds.filter(|bounds| bounds.least == bounds.most).map(|bounds| bounds.least)
    }

    /// Whether something that was asked for beside the answer is open.
    pub fn is_open(&self) -> bool {
        let lengths = self.shortest.as_ref().is_some_and(|lengths| lengths.open.is_some());
        let moves = self.moves.iter().flatten().any(|first| first.verdict == "unknown");
        lengths || moves
    }
}

/// The moves of a line from an index on, as text: how a move is written may depend on those before it.
pub(crate) type Notation<'a, M> = dyn Fn(&[M], usize) -> Vec<String> + 'a;

/// Asks the one question of `game`; `text` is how it writes its moves.
pub(crate) fn ask<G: Game + Clone + Send>(
    solver: &mut Solver,
    game: &mut G,
    events: &mut dyn Events,
    text: &Notation<'_, G::Move>,
) -> Result<Answer, SolveError>
where
    G::Move: Send,
{
    let report = solver.solve_with_crew(game, &mut Interpreter { text, events })?;
    Ok(Answer::to_question(translated(report, text)))
}

/// Asks for the value of `game`: a win, a draw or a loss of the side to move, who must be the attacker.
pub(crate) fn ask_value<G: Draws + Clone + Send>(
    solver: &mut Solver,
    game: &mut G,
    events: &mut dyn Events,
    text: &Notation<'_, G::Move>,
) -> Result<Answer, SolveError>
where
    G::Move: Send,
{
    let found = solver.value_with_crew(game, &mut Interpreter { text, events })?;
    let bounds = Some(Bounds { least: found.least, most: found.most });
    Ok(Answer { bounds, ..Answer::to_question(translated(found.report, text)) })
}

/// Asks for the value, or only whether the goal is reached if there is one.
pub(crate) fn ask_goal<G: Draws + Clone + Send>(
    goal: Option<Goal>,
    solver: &mut Solver,
    game: &mut G,
    events: &mut dyn Events,
    text: &Notation<'_, G::Move>,
) -> Result<Answer, SolveError>
where
    G::Move: Send,
{
    let Some(goal) = goal else { return ask_value(solver, game, events, text) };
    game.set_goal(goal);
    ask(solver, game, events, text)
}

/// The word for what [`ask_goal`] asks.
pub(crate) fn question_word(goal: Option<Goal>) -> &'static str {
    match goal {
        None => "value",
        Some(Goal::Win) => "win",
        Some(Goal::Draw) => "draw",
    }
}

/// A report with its moves as text.
pub(crate) fn translated<M>(report: Report<M>, text: &Notation<'_, M>) -> Report<String> {
    let line = text(&report.line, 0);
    report.with_line(line)
}

/// Turns news about moves into news about text.
pub(crate) struct Interpreter<'a, M> {
    pub(crate) text: &'a Notation<'a, M>,
    pub(crate) events: &'a mut dyn Events,
}

impl<M: Copy> Observer<M> for Interpreter<'_, M> {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        let line = (self.text)(&progress.line[..progress.line.len().min(self.events.shown_moves())], 0);
        let root = self.named(progress.root, &[]);
        self.events.progress(&progress.with_moves(&line, &root));
    }

    fn phase(&mut self, phase: phidelta::Phase) {
        self.events.phase(phase.into());
    }

    fn written(&mut self, done: u64, of: u64) {
        self.events.advance(Phase::Checkpoint, done, of);
    }

    fn hold(&mut self) -> bool {
        self.events.hold()
    }

    fn wants_steps(&self) -> bool {
        self.events.wants_steps()
    }

    fn step(&mut self, step: &Step<'_, M>) {
        let depth = step.line.len();
        let line = (self.text)(step.line, depth.saturating_sub(SHOWN_MOVES));
        let children = self.named(step.children, step.line);
        self.events.step(&step.with_moves(&line, &children), depth);
    }
}

impl<M: Copy> Interpreter<'_, M> {
    /// Moves behind a line, as text.
    fn named(&self, moves: &[MoveNumbers<M>], line: &[M]) -> Vec<MoveNumbers<String>> {
        let mut line = line.to_vec();
        let mut name = |mv: M| {
            line.push(mv);
            let text = (self.text)(&line, line.len() - 1).pop().unwrap_or_default();
            line.pop();
            text
        };
        moves.iter().map(|found| MoveNumbers::new(name(found.mv), found.numbers)).collect()
    }
}
