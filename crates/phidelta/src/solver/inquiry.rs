//! Several questions that share one table and the limits of one.
//!
//! Idea: a value in a game with draws is the answer to two questions, an exact score the answer to a
//! few more. Each is asked with what the ones before it have left of the nodes and of the time, so that
//! a limit holds for all of them together, and each finds in the table what the others left there.
//!
//! Invariant: the value is the one that a plain minimax finds, or the limits ended the search.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{RunCrew, Solver};
use crate::checkpoint::question_key;
use crate::clock::Instant;
use crate::error::SolveError;
use crate::game::{Game, Goal, Question, Stock};
use crate::limits::Limits;
use crate::number::Numbers;
use crate::observer::Observer;
use crate::verdict::{Reason, Report, Stats, Value, Verdict};

/// A game whose goal can be chosen, because it has draws. [`Solver::value`] then says win, draw or loss.
///
/// ```
/// use phidelta::{Draws, Solver, Value};
#[doc = include_str!("../../examples/tic_tac_toe/board.rs")]
///
/// impl Draws for TicTacToe {
///     fn set_goal(&mut self, goal: Goal) {
///         self.goal = goal;
///     }
/// }
///
/// let mut solver = Solver::new("df-pn".parse()?);
/// let mut empty = TicTacToe { x: 0, o: 0, goal: Goal::Win };
/// assert_eq!(solver.value(&mut empty)?.value(), Some(Value::Draw));
/// // O has answered a corner with the square beside it.
/// let mut mistake = TicTacToe { x: 0o001, o: 0o002, goal: Goal::Win };
/// assert_eq!(solver.value(&mut mistake)?.value(), Some(Value::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Draws: Game {
    /// Sets what [`Game::goal`] says. The position stays as it is.
    fn set_goal(&mut self, goal: Goal);
}

/// What [`Solver::value`] found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Valued<M> {
    /// The value is at least this.
    pub least: Value,
    /// The value is at most this.
    pub most: Value,
    /// Counters, times and limits of all questions together. The verdict is *proved* for a win,
    /// *disproved* for a draw or a loss, and unknown as long as the value is; the line is that of the
    /// last question: of a loss or a draw that the attacker cannot, or can, reach at least a draw.
    pub report: Report<M>,
}

impl<M> Valued<M> {
    /// The value, if it is decided.
    pub fn value(&self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}

/// Questions asked one after the other under the limits of one search.
///
/// ```
/// use phidelta::{Limits, Solver};
/// # use phidelta::{Game, Key, Outcome, Side, mix};
/// # #[derive(Clone)]
/// # struct Heap { left: u32, attacker: bool }
/// # impl Game for Heap {
/// #     type Move = u32;
/// #     const ACYCLIC: bool = true;
/// #     fn side(&self) -> Side { if self.attacker { Side::Attacker } else { Side::Defender } }
/// #     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.left.min(2)); }
/// #     fn play(&mut self, n: u32) { self.left -= n; self.attacker = !self.attacker; }
/// #     fn undo(&mut self, n: u32) { self.left += n; self.attacker = !self.attacker; }
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         (self.left == 0).then_some(if self.attacker { Outcome::Loss } else { Outcome::Win })
/// #     }
/// #     fn key(&self) -> Key { mix(u64::from(self.left) << 1 | u64::from(self.attacker)) }
/// # }
///
/// // Which heaps of one or two to take are lost for the side to move?
/// let mut solver = Solver::new("df-pn".parse()?).limits(Limits::default().with_nodes(100_000));
/// let mut inquiry = solver.inquiry();
/// let mut lost = Vec::new();
/// for left in 1..10 {
///     let report = inquiry.ask(&mut Heap { left, attacker: true }, &mut ())?;
///     if report.verdict.is_disproved() {
///         lost.push(left);
///     }
/// }
/// assert_eq!(lost, [3, 6, 9]);
/// assert!(inquiry.stats().nodes < 100_000 && inquiry.exhausted().is_none());
/// // What was found is still there, without a search.
/// assert!(inquiry.recall(&Heap { left: 9, attacker: true }).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Inquiry<'s> {
    pub(super) solver: &'s mut Solver,
    pub(super) stats: Stats,
    pub(super) elapsed: Duration,
    /// The part of nodes and time that is kept back.
    kept: f64,
    /// How busy two threads were while questions were asked side by side, if they were.
    pub(super) beside: Option<f64>,
}

impl Solver {
    /// Starts a series of questions that share this solver's table and limits.
    pub fn inquiry(&mut self) -> Inquiry<'_> {
        let (stats, elapsed, kept, beside) = (Stats::default(), Duration::ZERO, 0.0, None);
        Inquiry { solver: self, stats, elapsed, kept, beside }
    }

    /// What the present position is worth for the attacker: does he win, does he reach at least
    /// a draw? What the game's estimate expects is asked first. Position and goal are the same afterwards.
    pub fn value<G: Draws>(&mut self, game: &mut G) -> Result<Valued<G::Move>, SolveError> {
        self.value_observed(game, &mut ())
    }

    /// The same, with news on the way.
    pub fn value_observed<G: Draws>(
        &mut self,
        game: &mut G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Valued<G::Move>, SolveError> {
        let goal = game.goal();
        let valued = self.inquiry().value(game, observer, None);
        game.set_goal(goal);
        valued
    }

    /// The same with as many threads as the solver may use ([`Solver::solve_with_crew`]).
    pub fn value_with_crew<G: Draws + Clone + Send>(
        &mut self,
        game: &mut G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Valued<G::Move>, SolveError>
    where
        G::Move: Send,
    {
        let (goal, crew) = (game.goal(), self.crew_for());
        let mut inquiry = self.inquiry();
        let first = inquiry.first_goal(game);
        let [one, other] = [first, if first == Goal::Win { Goal::Draw } else { Goal::Win }].map(|goal| {
            let mut asked = game.clone();
            asked.set_goal(goal);
            asked
        });
        let asked = inquiry.ask_beside(one, other, observer);
        let valued = asked.and_then(|_| inquiry.value(game, observer, crew));
        game.set_goal(goal);
        valued
    }
}

impl Inquiry<'_> {
    /// Asks the question of `game`, with what is left of the limits. Counters and times of the report are
    /// those of all questions so far; it has no line yet.
    pub fn ask<G: Game>(
        &mut self,
        game: &mut G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError> {
        self.ask_for(game, u64::MAX, observer)
    }

    /// The same with at most so many nodes for this question.
    pub fn ask_for<G: Game>(
        &mut self,
        game: &mut G,
        nodes: u64,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError> {
        self.ask_by(game, nodes, observer, None)
    }

    /// The same with as many threads as the solver may use ([`Solver::solve_with_crew`]).
    pub fn ask_crew_for<G: Game + Clone + Send>(
        &mut self,
        game: &mut G,
        nodes: u64,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Report<G::Move>, SolveError>
    where
        G::Move: Send,
    {
        let crew = self.solver.crew_for();
        self.ask_by(game, nodes, observer, crew)
    }

    /// Does work that is no question but belongs to them, a look ahead that says what to ask first: its nodes,
    /// which it returns beside what it made, and its time count. It must keep to what is [left] of the nodes,
    /// and end soon when what it is given says so: the time is over or the search was stopped.
    ///
    /// [left]: Inquiry::left
    pub fn prepare<T>(&mut self, work: impl FnOnce(&mut dyn FnMut() -> bool) -> (T, u64)) -> T {
        let (limits, started) = (self.left(), Instant::now());
        let mut is_over = || {
            limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
                || limits.time.is_some_and(|time| started.elapsed() >= time)
        };
        let (made, nodes) = work(&mut is_over);
        self.stats.nodes += nodes;
        self.elapsed += started.elapsed();
        made
    }

    /// Whether questions are searched by several workers at a time.
    pub fn has_crew(&self) -> bool {
        self.solver.has_crew()
    }

    /// What is left of the limits.
    pub fn left(&self) -> Limits {
        let limits = self.limits();
        Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(self.stats.nodes)),
            time: limits.time.map(|time| time.saturating_sub(self.elapsed)),
            stop: limits.stop,
        }
    }

    fn ask_by<G: Game>(
        &mut self,
        game: &mut G,
        nodes: u64,
        observer: &mut dyn Observer<G::Move>,
        crew: Option<RunCrew<G>>,
    ) -> Result<Report<G::Move>, SolveError> {
        let mut rest = self.left();
        let left = rest.nodes.unwrap_or(u64::MAX);
        let own_limit = nodes < left;
        rest.nodes = (left.min(nodes) < u64::MAX).then(|| left.min(nodes));
        let mut report = self.solver.answer(game, &rest, own_limit, observer, crew)?;
        self.stats.add(&report.stats);
        self.elapsed += report.elapsed;
        report.stats = self.stats;
        report.elapsed = self.elapsed;
        if let Some(busy) = self.beside.filter(|_| report.threads == 1) {
            (report.threads, report.busy) = (2, busy);
        }
        Ok(report)
    }

    /// What earlier questions have left in the table about the question of `game`, without a search: the
    /// answer, and the stock with which it still holds.
    pub fn recall<G: Game>(&mut self, game: &G) -> Option<(Verdict, Stock)> {
        if self.solver.keys_met().is_some() {
            return None;
        }
        let key = question_key(game);
        if let Some(told) = self.solver.recorder.as_mut().and_then(|recorder| recorder.recalled(key)) {
            return told;
        }
        let found = self.look_up(game);
        if let Some(recorder) = &mut self.solver.recorder {
            recorder.recall(key, found);
        }
        found
    }

    fn look_up<G: Game>(&self, game: &G) -> Option<(Verdict, Stock)> {
        let salt = Question::of(game).salt();
        let (key, board, stock) = (game.key() ^ salt, game.board_key() ^ salt, game.stock());
        let table = self.solver.table.as_ref()?;
        let own = table.probe(key).map(|record| (record.numbers, record.stock));
        let (numbers, stock) = own.filter(|(numbers, _)| numbers.is_solved()).or_else(|| {
            let found = if G::RESOURCES { table.answer_for(game, board, stock) } else { None };
            found.map(|answer| (answer.numbers, answer.stock))
        })?;
        Some((Verdict::from_numbers(numbers, Reason::Saturated), stock))
    }

    /// What ends all questions, if it has come: a limit of the solver, not one of a question.
    pub fn exhausted(&self) -> Option<Reason> {
        let limits = self.limits();
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            Some(Reason::Stopped)
        } else if limits.nodes.is_some_and(|nodes| self.stats.nodes >= nodes) {
            Some(Reason::NodeLimit)
        } else if limits.time.is_some_and(|time| self.elapsed >= time) {
            Some(Reason::TimeLimit)
        } else {
            None
        }
    }

    /// Keeps a part of nodes and time back, 0 to 1: until it is set free again the limits are that much
    /// smaller.
    pub fn hold_back(&mut self, part: f64) {
        self.kept = part.clamp(0.0, 1.0);
    }

    /// The limits without what is kept back.
    fn limits(&self) -> Limits {
        let Limits { nodes, time, stop } = self.solver.limits.clone();
        let part = 1.0 - self.kept;
        if self.kept == 0.0 {
            return Limits { nodes, time, stop };
        }
        Limits {
            nodes: nodes.map(|nodes| (nodes as f64 * part) as u64),
            time: time.map(|time| time.mul_f64(part)),
            stop,
        }
    }

    /// Counters of all questions so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Wall time of all questions so far.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Adds the line of play to the report of a question. The game must still ask it.
    pub fn show<G: Game>(&mut self, game: &mut G, report: &mut Report<G::Move>) -> Result<(), SolveError> {
        self.solver.show(game, report, &mut ())
    }

    fn value<G: Draws>(
        &mut self,
        game: &mut G,
        observer: &mut dyn Observer<G::Move>,
        crew: Option<RunCrew<G>>,
    ) -> Result<Valued<G::Move>, SolveError> {
        let (mut least, mut most) = (Value::Loss, Value::Win);
        let mut asked = self.first_goal(game);
        let mut report = loop {
            game.set_goal(asked);
            let report = self.ask_by(game, u64::MAX, observer, crew)?;
            match (asked, report.verdict) {
                (_, Verdict::Unknown(_)) => return Ok(Valued { least, most, report }),
                (Goal::Win, Verdict::Proved) => least = Value::Win,
                (Goal::Win, Verdict::Disproved) => most = Value::Draw,
                (Goal::Draw, Verdict::Proved) => least = Value::Draw,
                (Goal::Draw, Verdict::Disproved) => most = Value::Loss,
            }
            if least == most {
                break report;
            }
            asked = if asked == Goal::Win { Goal::Draw } else { Goal::Win };
        };
        // A draw is shown as what he does reach, not as the win that he does not.
        if least == Value::Draw && asked == Goal::Win {
            game.set_goal(Goal::Draw);
            report = self.ask_by(game, u64::MAX, observer, crew)?;
        }
        self.solver.keep_answer(observer);
        self.solver.show(game, &mut report, observer)?;
        (report.verdict, report.numbers) = match least {
            Value::Win => (Verdict::Proved, Numbers::PROVED),
            _ => (Verdict::Disproved, Numbers::DISPROVED),
        };
        Ok(Valued { least, most, report })
    }

    /// The question to begin with: a win and a loss need only one, if it is the right one.
    fn first_goal<G: Draws>(&self, game: &mut G) -> Goal {
        game.set_goal(Goal::Win);
        let numbers = game.estimate();
        if numbers.pn > numbers.dn { Goal::Draw } else { Goal::Win }
    }
}
