//! From a game to its answer as text, and news of the search on the way.

use super::lengths::More;
use phidelta::{Draws, Game, Goal, Observer, Progress, Report, SolveError, Solver, Step, Value};

/// What a search found, with moves as text.
pub(crate) struct Answer {
    /// The library's report.
    pub(crate) report: Report<String>,
    /// What is known of the value for the side to move, where it was asked for.
    pub(crate) bounds: Option<Bounds>,
    /// The exact score for the side to move, where it was asked for and found.
    pub(crate) score: Option<i32>,
    /// Lengths and first moves, where they were asked for.
    pub(crate) more: More,
}

/// The least and the largest value that are still possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) least: Value,
    pub(crate) most: Value,
}

impl Answer {
    /// The answer to a single question.
    pub(crate) fn to_question(report: Report<String>) -> Answer {
        Answer { report, bounds: None, score: None, more: More::default() }
    }

    /// The value, where it was asked for and is decided.
    pub(crate) fn value(&self) -> Option<Value> {
        self.bounds.filter(|bounds| bounds.least == bounds.most).map(|bounds| bounds.least)
    }
}

/// What a search returns.
pub(crate) type Answered = std::result::Result<Answer, SolveError>;

/// The moves of a line from an index on, as text: how a move is written may depend on those before it.
pub(crate) type Notation<'a, M> = dyn Fn(&[M], usize) -> Vec<String> + 'a;

/// Asks the one question of `game`; `text` is how it writes its moves.
pub(crate) fn ask<G: Game>(
    solver: &mut Solver,
    game: &mut G,
    watch: &mut dyn Watch,
    text: &Notation<'_, G::Move>,
) -> Answered {
    let report = solver.solve_observed(game, &mut Interpreter { text, watch })?;
    Ok(Answer::to_question(translated(report, text)))
}

/// Asks for the value of `game`: a win, a draw or a loss of the side to move, who must be the attacker.
pub(crate) fn ask_value<G: Draws>(
    solver: &mut Solver,
    game: &mut G,
    watch: &mut dyn Watch,
    text: &Notation<'_, G::Move>,
) -> Answered {
    let found = solver.value_observed(game, &mut Interpreter { text, watch })?;
    let bounds = Some(Bounds { least: found.least, most: found.most });
    Ok(Answer { report: translated(found.report, text), bounds, score: None, more: More::default() })
}

/// Asks for the value, or only whether the goal is reached if there is one.
pub(crate) fn ask_goal<G: Draws>(
    goal: Option<Goal>,
    solver: &mut Solver,
    game: &mut G,
    watch: &mut dyn Watch,
    text: &Notation<'_, G::Move>,
) -> Answered {
    let Some(goal) = goal else { return ask_value(solver, game, watch, text) };
    game.set_goal(goal);
    ask(solver, game, watch, text)
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

/// Someone who looks on while a search runs.
pub(crate) trait Watch {
    /// How it stands; the line is only the first moves of the one looked at.
    fn progress(&mut self, _progress: &Progress<'_, String>) {}

    /// What is being asked now, or what is known so far, in a few words.
    fn stage(&mut self, _text: &str) {}

    /// Whether steps are wanted.
    fn wants_steps(&self) -> bool {
        false
    }

    /// A step at `depth` plies; the line is only the last moves.
    fn step(&mut self, _step: &Step<'_, String>, _depth: usize) {}
}

/// Nobody looks on.
impl Watch for () {}

/// Moves of a line that a watcher gets to see: as many as fit into a terminal's line.
const SHOWN_MOVES: usize = 16;

/// Turns news about moves into news about text.
pub(crate) struct Interpreter<'a, M> {
    pub(crate) text: &'a Notation<'a, M>,
    pub(crate) watch: &'a mut dyn Watch,
}

impl<M> Observer<M> for Interpreter<'_, M> {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        let line = (self.text)(&progress.line[..progress.line.len().min(SHOWN_MOVES)], 0);
        let &Progress { numbers, nodes, elapsed, table_used, .. } = progress;
        self.watch.progress(&Progress { numbers, nodes, elapsed, table_used, line: &line });
    }

    fn wants_steps(&self) -> bool {
        self.watch.wants_steps()
    }

    fn step(&mut self, step: &Step<'_, M>) {
        let depth = step.line.len();
        let line = (self.text)(step.line, depth.saturating_sub(SHOWN_MOVES));
        let &Step { event, node, numbers, thresholds, .. } = step;
        self.watch.step(&Step { event, node, line: &line, numbers, thresholds }, depth);
    }
}
