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

use phidelta::{Game, Outcome, Reason, Side, SolveError, Solver, Stats, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::asker::{Asker, Watcher};
use super::clocked::{Clocked, Futile, MOST_MOVES, Step};

/// Nodes for each question on the way up, before it is known whether there is a mate at all: some
/// hundredths of a second.
const WAY_UP_NODES: u64 = 20_000;
/// Moves up to which this goes on: beyond them it is better to know first whether there is a mate at all,
/// for a check that goes on for ever is withstood, however long the clock.
const WAY_UP_MOVES: u32 = 25;
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
    /// Why the bounds are not equal, unless there is no mate.
    pub open: Option<Reason>,
    /// The shortest mate with the longest defence; if the bounds are not equal, the best one known; how
    /// the defender escapes if there is none.
    pub line: Vec<Move>,
    /// How the line goes on to mate where it ends with interpositions that are not counted.
    pub tail: Vec<Move>,
    /// Whether line and tail go to the end.
    pub line_complete: bool,
    /// Counters of all questions.
    pub stats: Stats,
    /// Wall time of all questions.
    pub elapsed: Duration,
    /// Bytes of the table.
    pub table_bytes: u64,
    /// The share of them in use.
    pub table_used: f64,
}

impl Shortest {
    /// The length, where it is proved.
    pub fn length(&self) -> Option<u32> {
        self.most.filter(|&most| self.verdict.is_proved() && most == self.least)
    }
}

/// Finds the shortest mate, within the solver's limits. What `futile` names is not counted. Either side
/// may be to move.
pub fn shortest(
    solver: &mut Solver,
    game: &Tsume,
    futile: Futile,
    watcher: &mut dyn Watcher,
) -> Result<Shortest, SolveError> {
    hunt(&mut Asker::new(solver, watcher), game, futile)
}

/// Raw lengths, and lengths by composition counting.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// Every ply counts.
    pub raw: Shortest,
    /// What is futile does not; `None` if that is off, or there is no mate. Counters are those of both.
    pub counted: Option<Shortest>,
}

/// Finds the shortest mate by raw plies and by composition counting, within the limits of one search.
pub fn lengths(
    solver: &mut Solver,
    game: &Tsume,
    futile: Futile,
    watcher: &mut dyn Watcher,
) -> Result<Lengths, SolveError> {
    let asker = &mut Asker::new(solver, watcher);
    let raw = hunt(asker, game, Futile::Off)?;
    let wanted = futile != Futile::Off && raw.verdict.is_proved() && !asker.is_over();
    let counted = wanted.then(|| hunt(asker, game, futile)).transpose()?;
    Ok(Lengths { raw, counted })
}

/// The same for someone who asks more.
pub(super) fn hunt(asker: &mut Asker<'_, '_>, game: &Tsume, futile: Futile) -> Result<Shortest, SolveError> {
    Hunt::new(asker, game, futile).run()
}

/// Plies of a mate that takes so many moves of the attacker, with `side` to move.
pub(super) fn plies(side: Side, moves: u32) -> u32 {
    (2 * moves).saturating_sub(u32::from(side == Side::Attacker))
}

struct Hunt<'h, 's, 'w> {
    asker: &'h mut Asker<'s, 'w>,
    game: Clocked,
    futile: Futile,
    side: Side,
    /// In moves of the attacker, as are all bounds here.
    least: u32,
    most: Option<u32>,
}

impl<'h, 's, 'w> Hunt<'h, 's, 'w> {
    fn new(asker: &'h mut Asker<'s, 'w>, game: &Tsume, futile: Futile) -> Hunt<'h, 's, 'w> {
        let side = game.side();
        let least = u32::from(side == Side::Attacker);
        Hunt { asker, game: Clocked::new(game.clone(), MOST_MOVES, futile), futile, side, least, most: None }
    }

    fn run(mut self) -> Result<Shortest, SolveError> {
        let mut first = None;
        if !self.climb()? {
            let plain = self.game.tsume().clone();
            let report = self.asker.shown(&plain, u64::MAX)?;
            if report.verdict.is_proved() {
                self.close_in((report.line.len() as u32).div_ceil(2))?;
            }
            if self.most.is_none() {
                return Ok(self.end(report.verdict, report.line, Vec::new(), report.line_complete));
            }
            first = report.line_complete.then_some(report.line);
        }
        let (mut line, mut tail, mut complete) = self.line()?;
        if let (false, Some(first)) = (complete, first) {
            (line, tail, complete) = (first, Vec::new(), true);
        }
        Ok(self.end(Verdict::Proved, line, tail, complete))
    }

    fn end(self, verdict: Verdict, line: Vec<Move>, tail: Vec<Move>, line_complete: bool) -> Shortest {
        let closed = verdict.is_disproved() || verdict.is_proved() && self.most == Some(self.least);
        Shortest {
            verdict,
            least: plies(self.side, self.least.min(MOST_MOVES)),
            most: self.most.map(|most| plies(self.side, most)),
            open: (!closed).then(|| self.asker.reason()),
            line,
            tail,
            line_complete,
            stats: self.asker.inquiry.stats(),
            elapsed: self.asker.inquiry.elapsed(),
            table_bytes: self.asker.table.0,
            table_used: self.asker.table.1,
        }
    }

    /// Asks for 1, 2, 3 … moves as long as that is cheap; true if the shortest mate is found.
    fn climb(&mut self) -> Result<bool, SolveError> {
        while self.least <= WAY_UP_MOVES && self.ask(self.least, WAY_UP_NODES)? {
            if self.most.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Turns from above and from below until the bounds meet or the limits end it.
    fn close_in(&mut self, guess: u32) -> Result<(), SolveError> {
        let (mut budget, mut step, mut guess) = (FIRST_TURN_NODES, 1, guess.clamp(1, MOST_MOVES));
        while self.most != Some(self.least) && self.least <= MOST_MOVES && !self.asker.is_over() {
            let above = self.most.map_or(guess.max(self.least), |most| most - 1).min(MOST_MOVES);
            if self.ask(above, budget)? {
                // If it was too small: the plain proof was not within its own line.
                guess = guess + guess / 4 + 1;
                continue;
            }
            if self.asker.is_over() {
                break;
            }
            let below = self.least + step - 1;
            if below < above && self.ask(below, budget)? {
                step *= 2;
                continue;
            }
            step = 1;
            budget = budget.saturating_mul(2);
        }
        Ok(())
    }

    /// Asks for a mate within so many moves; whether that was decided.
    fn ask(&mut self, moves: u32, nodes: u64) -> Result<bool, SolveError> {
        self.game.wind(moves);
        match self.asker.within(&mut self.game, nodes)? {
            Verdict::Proved => {
                let taken = self.game.taken().unwrap_or(moves).clamp(self.least, moves);
                self.most = Some(self.most.map_or(taken, |most| most.min(taken)));
            }
            Verdict::Disproved => {
                let failed = self.game.failed().unwrap_or(moves).max(moves);
                let failed = self.most.map_or(failed, |most| failed.min(most - 1));
                self.least = self.least.max(failed + 1);
            }
            Verdict::Unknown(_) => return Ok(false),
        }
        let least = plies(self.side, self.least.min(MOST_MOVES));
        self.asker.watcher.bounds(least, self.most.map(|most| plies(self.side, most)));
        Ok(true)
    }

    /// A line of the best mate known, what follows that is not counted, and whether that is all.
    fn line(&mut self) -> Result<(Vec<Move>, Vec<Move>, bool), SolveError> {
        let Some(mut left) = self.most else { return Ok((Vec::new(), Vec::new(), false)) };
        // While the bounds differ there is no disproof to defend by: any answer will do.
        let exact = left == self.least;
        let mut line = Vec::new();
        let mut complete = true;
        while self.game.tsume().outcome() != Some(Outcome::Win) {
            self.game.wind(left);
            let step = match self.game.side() {
                Side::Attacker => self.pick(left.saturating_sub(1), Verdict::Proved)?,
                Side::Defender if left == 0 => None,
                Side::Defender if exact => self.pick(left - 1, Verdict::Disproved)?,
                Side::Defender => self.resist(left)?,
            };
            let Some(step) = step else {
                complete = false;
                break;
            };
            self.game.wind(left);
            self.game.play(step);
            line.push(step);
            left = self.game.left();
        }
        let mut tail = Vec::new();
        if self.game.side() == Side::Attacker && !line.is_empty() && !complete {
            // Only a free capture is in time: what was interposed belongs to what is not counted.
            if let Some(step) = line.pop() {
                self.game.undo(step);
            }
        }
        if !complete && self.futile != Futile::Off && !self.asker.is_over() {
            // Nothing but interpositions that are not counted: played out in full.
            let rest = hunt(self.asker, &self.game.tsume().clone(), Futile::Off)?;
            (tail, complete) = (rest.line, rest.verdict.is_proved() && rest.line_complete);
        }
        for &step in line.iter().rev() {
            self.game.undo(step);
        }
        Ok((line.into_iter().map(|step| step.mv).collect(), tail, complete))
    }

    /// A defence that lasts as long as is easily seen.
    fn resist(&mut self, left: u32) -> Result<Option<Step>, SolveError> {
        let mut best: Option<(u32, Step)> = None;
        for step in self.moves() {
            self.game.play(step);
            self.game.wind(left);
            let verdict = self.asker.within(&mut self.game, u64::MAX);
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

    /// The first move behind which the clock `left` brings `wanted`; no free capture, which is none on
    /// the board. All are looked at with a small budget first: the table knows the right one. Of the
    /// defender's, one is preferred that leaves the attacker nothing in hand at the end.
    fn pick(&mut self, left: u32, wanted: Verdict) -> Result<Option<Step>, SolveError> {
        let (mut moves, mut nodes) = (self.moves(), LOOK_NODES);
        let mut second = None;
        while !moves.is_empty() && !self.asker.is_over() {
            let mut open = Vec::new();
            for step in moves {
                self.game.play(step);
                self.game.wind(left);
                let mut verdict = self.asker.within(&mut self.game, nodes);
                if matches!(verdict, Ok(verdict) if verdict == wanted) && wanted.is_disproved() {
                    // The same length: can the attacker keep a piece?
                    self.game.wind(left + 1);
                    self.game.keep_a_piece(true);
                    let keeps = self.asker.within(&mut self.game, nodes);
                    self.game.keep_a_piece(false);
                    if !matches!(keeps, Ok(Verdict::Disproved)) {
                        second = second.or(Some(step));
                        verdict = keeps.map(|_| Verdict::Proved);
                    }
                }
                self.game.undo(step);
                match verdict? {
                    verdict if verdict == wanted => return Ok(Some(step)),
                    Verdict::Unknown(_) => open.push(step),
                    _ => {}
                }
            }
            if second.is_some() {
                break;
            }
            moves = open;
            nodes = nodes.saturating_mul(4);
        }
        Ok(second)
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.retain(|step| !step.free);
        moves
    }
}
