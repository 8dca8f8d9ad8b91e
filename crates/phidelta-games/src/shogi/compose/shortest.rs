//! The shortest mate, by closing in on it from both sides.
//!
//! Idea: "a mate within m moves" is a question of its own ([`Clocked`]); a proof bounds the shortest mate
//! from above, a disproof from below. Short mates are found by asking for 1, 2, 3 … moves. Where that
//! becomes dear, the plain question is asked: is there a mate at all? The line found gives a first guess
//! from above, and then questions from above (one move less than the best mate known) and from below
//! (steps that double) take turns, each with a budget that grows when neither is decided. All of them
//! share one table.
//!
//! The line walks along the last proof and the last disproof at once: the attacker by moves that keep to
//! the proof, the defender by answers with which the next smaller clock fails.
//!
//! Invariants: bounds are proofs and disproofs, never guesses; the shortest length is that of a plain
//! minimax; the line has exactly that length and ends with mate.

use std::time::Duration;

use phidelta::{
    Game, Inquiry, Observer, Outcome, Progress, Reason, Report, Side, SolveError, Solver, Stats, Verdict,
};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::clocked::{Clocked, Futile, MOST_MOVES, Step};

/// Nodes for each question on the way up, before it is known whether there is a mate at all: some
/// hundredths of a second.
const WAY_UP_NODES: u64 = 20_000;
/// Nodes for a question from above or below, before it is the other's turn.
const FIRST_TURN_NODES: u64 = 100_000;
/// Nodes to look whether a move is known to be right, before the next one is looked at.
const LOOK_NODES: u64 = 1_000;

/// What is known of the shortest mate.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// Whether there is a mate. Unknown if a limit came first.
    pub verdict: Verdict,
    /// A mate takes at least so many plies, as far as there is one.
    pub least: u32,
    /// There is a mate within so many plies.
    pub most: Option<u32>,
    /// Why the bounds are not equal, where there is a mate.
    pub open: Option<Reason>,
    /// The shortest mate with the longest defence; if the bounds are not equal, the best one known; how
    /// the defender escapes if there is none.
    pub line: Vec<Move>,
    /// Whether the line goes to its end.
    pub line_complete: bool,
    /// Counters of all questions.
    pub stats: Stats,
    /// Wall time of all questions.
    pub elapsed: Duration,
    /// The last report, for what the table took.
    pub table: (u64, f64),
}

impl Shortest {
    /// The length, where it is proved.
    pub fn length(&self) -> Option<u32> {
        self.most.filter(|&most| self.verdict.is_proved() && most == self.least)
    }
}

/// Someone who looks on.
pub trait Watcher {
    /// How a question stands.
    fn progress(&mut self, _progress: &Progress<'_, Move>) {}

    /// The bounds, in plies, have come nearer.
    fn bounds(&mut self, _least: u32, _most: Option<u32>) {}
}

impl Watcher for () {}

/// Finds the shortest mate of the side to move, within the solver's limits. What `futile` names is not
/// counted. The game is the same afterwards.
pub fn shortest(
    solver: &mut Solver,
    game: &Tsume,
    futile: Futile,
    watcher: &mut dyn Watcher,
) -> Result<Shortest, SolveError> {
    Hunt::new(solver, game, futile, watcher).run()
}

/// Plies of a mate that takes so many moves of the attacker, who is to move.
pub(super) fn plies(moves: u32) -> u32 {
    (2 * moves).saturating_sub(1)
}

/// What a question brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Closer,
    Open,
}

struct Hunt<'h> {
    inquiry: Inquiry<'h>,
    game: Clocked,
    /// In moves of the attacker, as are all bounds here.
    least: u32,
    most: Option<u32>,
    watcher: &'h mut dyn Watcher,
    table: (u64, f64),
    last_reason: Option<Reason>,
}

impl<'h> Hunt<'h> {
    fn new(solver: &'h mut Solver, game: &Tsume, futile: Futile, watcher: &'h mut dyn Watcher) -> Hunt<'h> {
        Hunt {
            inquiry: solver.inquiry(),
            game: Clocked::new(game.clone(), MOST_MOVES, futile),
            least: 1,
            most: None,
            watcher,
            table: (0, 0.0),
            last_reason: None,
        }
    }

    fn run(mut self) -> Result<Shortest, SolveError> {
        if !self.climb()? {
            let mut plain = self.game.tsume().clone();
            let mut report = self.inquiry.ask(&mut plain, &mut Plain(self.watcher))?;
            self.note(&report);
            if report.verdict.is_decided() {
                self.inquiry.show(&mut plain, &mut report)?;
            }
            if !report.verdict.is_proved() {
                return Ok(self.end(report.verdict, report.line, report.line_complete));
            }
            let guess = (report.line.len() as u32).div_ceil(2);
            self.close_in(guess)?;
            if self.most.is_none() {
                return Ok(self.end(report.verdict, report.line, report.line_complete));
            }
        }
        if self.least > MOST_MOVES {
            return Ok(self.end(Verdict::Disproved, Vec::new(), false));
        }
        let (line, complete) = self.line()?;
        Ok(self.end(Verdict::Proved, line, complete))
    }

    fn end(self, verdict: Verdict, line: Vec<Move>, line_complete: bool) -> Shortest {
        let closed = !verdict.is_proved() || self.most == Some(self.least);
        let open = self.inquiry.exhausted().or(self.last_reason).unwrap_or(Reason::NodeLimit);
        Shortest {
            verdict,
            least: plies(self.least.min(MOST_MOVES)),
            most: self.most.map(plies),
            open: (!closed).then_some(open),
            line,
            line_complete,
            stats: self.inquiry.stats(),
            elapsed: self.inquiry.elapsed(),
            table: self.table,
        }
    }

    /// Asks for 1, 2, 3 … moves as long as that is cheap; true if the shortest mate is found, or that there
    /// is none.
    fn climb(&mut self) -> Result<bool, SolveError> {
        while self.least <= MOST_MOVES {
            if self.ask(self.least, WAY_UP_NODES)? == Turn::Open {
                return Ok(false);
            }
            if self.most.is_some() {
                return Ok(true);
            }
        }
        // No clock helps. The plain question says so with a line.
        Ok(false)
    }

    /// Turns from above and from below until the bounds meet or the limits end it.
    fn close_in(&mut self, guess: u32) -> Result<(), SolveError> {
        let (mut budget, mut step, mut guess) = (FIRST_TURN_NODES, 1, guess.clamp(1, MOST_MOVES));
        while self.most != Some(self.least) && self.inquiry.exhausted().is_none() {
            let above = self.most.map_or(guess.max(self.least), |most| most - 1).min(MOST_MOVES);
            if self.ask(above, budget)? == Turn::Closer {
                // A guess that was too small: the plain proof was not within its own line.
                guess = (guess + guess / 4 + 1).max(self.least);
                continue;
            }
            if self.inquiry.exhausted().is_some() {
                break;
            }
            let below = (self.least + step - 1).min(above.saturating_sub(1));
            if below >= self.least && self.ask(below, budget)? == Turn::Closer {
                step *= 2;
                continue;
            }
            step = 1;
            budget = budget.saturating_mul(2);
        }
        Ok(())
    }

    /// Asks for a mate within so many moves.
    fn ask(&mut self, moves: u32, nodes: u64) -> Result<Turn, SolveError> {
        self.game.wind(moves);
        let verdict = self.look(nodes)?;
        match verdict {
            Verdict::Proved => {
                let taken = self.game.taken().unwrap_or(moves).clamp(self.least, moves);
                self.most = Some(self.most.map_or(taken, |most| most.min(taken)));
            }
            Verdict::Disproved => {
                let failed = self.game.failed().unwrap_or(moves).max(moves);
                // Never above a proof, whatever a table may have mixed up.
                let failed = self.most.map_or(failed, |most| failed.min(most - 1));
                self.least = self.least.max(failed + 1);
            }
            Verdict::Unknown(_) => return Ok(Turn::Open),
        }
        self.watcher.bounds(plies(self.least.min(MOST_MOVES)), self.most.map(plies));
        Ok(Turn::Closer)
    }

    /// Asks about the game as it stands.
    fn look(&mut self, nodes: u64) -> Result<Verdict, SolveError> {
        let report = self.inquiry.ask_for(&mut self.game, nodes, &mut Timed(self.watcher))?;
        self.note(&report);
        Ok(report.verdict)
    }

    fn note<M>(&mut self, report: &Report<M>) {
        self.table = (report.table_bytes, report.table_used);
        if let Verdict::Unknown(reason) = report.verdict {
            self.last_reason = Some(reason);
        }
    }

    /// A line of the best mate known, and whether it is complete.
    fn line(&mut self) -> Result<(Vec<Move>, bool), SolveError> {
        let Some(mut left) = self.most else { return Ok((Vec::new(), false)) };
        // While the bounds differ there is no disproof to defend by: any answer will do.
        let exact = left == self.least;
        let mut line = Vec::new();
        let complete = loop {
            self.game.wind(left);
            if self.game.tsume().outcome() == Some(Outcome::Win) {
                break true;
            }
            let step = match self.game.side() {
                Side::Attacker => self.keep(left)?,
                Side::Defender => self.last_longest(left, exact)?,
            };
            let Some(step) = step else { break left == 0 && self.game.side() == Side::Defender };
            self.game.wind(left);
            self.game.play(step);
            line.push(step);
            left = self.game.left();
        };
        for &step in line.iter().rev() {
            self.game.undo(step);
        }
        Ok((line.into_iter().map(|step| step.mv).collect(), complete))
    }

    /// The attacker's move that mates within `left` moves.
    fn keep(&mut self, left: u32) -> Result<Option<Step>, SolveError> {
        self.pick(left.saturating_sub(1), Verdict::Proved)
    }

    /// The defender's move after which there is no mate in less than `left` moves; without `exact`, a
    /// move that lasts as long as is easily seen.
    fn last_longest(&mut self, left: u32, exact: bool) -> Result<Option<Step>, SolveError> {
        if left == 0 {
            return Ok(None);
        }
        if exact {
            return self.pick(left - 1, Verdict::Disproved);
        }
        let mut best: Option<(u32, Step)> = None;
        let mut moves = Vec::new();
        self.game.wind(left);
        self.game.moves(&mut moves);
        for step in moves {
            self.game.play(step);
            self.game.wind(left);
            let verdict = self.look(u64::MAX);
            let taken = self.game.taken().unwrap_or(left);
            self.game.undo(step);
            if !verdict?.is_proved() {
                return Ok(None);
            }
            if best.is_none_or(|(most, _)| taken > most) {
                best = Some((taken, step));
            }
        }
        Ok(best.map(|(_, step)| step))
    }

    /// The first move behind which the clock `left` brings `wanted`. All are looked at with a small budget
    /// first: the table knows the right one.
    fn pick(&mut self, left: u32, wanted: Verdict) -> Result<Option<Step>, SolveError> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut nodes = LOOK_NODES;
        while !moves.is_empty() && self.inquiry.exhausted().is_none() {
            let mut open = Vec::new();
            for step in moves {
                self.game.play(step);
                if !step.free {
                    self.game.wind(left);
                }
                let verdict = self.look(nodes);
                self.game.undo(step);
                match verdict? {
                    verdict if verdict == wanted => return Ok(Some(step)),
                    Verdict::Unknown(_) => open.push(step),
                    _ => {}
                }
            }
            moves = open;
            nodes = nodes.saturating_mul(4);
        }
        Ok(None)
    }
}

/// Passes on news of questions with a clock.
struct Timed<'w>(&'w mut dyn Watcher);

impl Observer<Step> for Timed<'_> {
    fn progress(&mut self, progress: &Progress<'_, Step>) {
        let line: Vec<Move> = progress.line.iter().map(|step| step.mv).collect();
        let &Progress { numbers, nodes, elapsed, table_used, .. } = progress;
        self.0.progress(&Progress { numbers, nodes, elapsed, table_used, line: &line });
    }
}

/// Passes on news of the question without one.
struct Plain<'w>(&'w mut dyn Watcher);

impl Observer<Move> for Plain<'_> {
    fn progress(&mut self, progress: &Progress<'_, Move>) {
        self.0.progress(progress);
    }
}
