//! The shortest mate, by closing in on it from both sides.
//!
//! Idea: "a mate within m moves" is a question of its own ([`Clocked`]); a proof bounds the shortest mate
//! from above, a disproof from below. Short mates are found by asking for 1, 2, 3 … moves. Where that
//! becomes dear, the clock is stopped: is there a mate at all? The proof of that bounds the shortest mate
//! from above, and from there questions go down in steps that double, as long as each is decided soon; then
//! one move less than the best mate known. Questions from below take turns with them, with a smaller
//! budget: they are decided for good only when the bounds meet, but what they find is true at any time.
//! All share one table.
//!
//! Raw plies come last: a mate takes no fewer of them than by any counting that leaves some out.
//!
//! Invariants: bounds are proofs and disproofs, never guesses; the shortest length is that of a plain
//! minimax.

mod line;
mod walk;

use std::time::Duration;

use phidelta::{Game, Reason, Side, SolveError, Solver, Stats, Verdict};

use super::super::mv::Move;
use super::super::tsume::Tsume;
use super::asker::{Asker, Watcher};
use super::clock::MOST_MOVES;
use super::clocked::Clocked;
use super::futile::Futile;

/// Nodes for each question on the way up, before it is known whether there is a mate at all: some
/// hundredths of a second.
const WAY_UP_NODES: u64 = 20_000;
/// Moves up to which this goes on: beyond them it is better to know first whether there is a mate at all,
/// for a check that goes on for ever is withstood, however long the clock.
const WAY_UP_MOVES: u32 = 25;
/// Nodes for all of them together.
const WAY_UP_NODES_IN_ALL: u64 = 100_000;
/// Nodes to look for any mate, before it is the turn of short ones again; four times as many each time.
const FIRST_MATE_NODES: u64 = 100_000;
/// Nodes for a question from above, before it is the turn of one from below.
const FIRST_TURN_NODES: u64 = 100_000;
/// Moves of a mate from which on it is walked back along.
const WALK_FROM: u32 = 20;
/// What a question from below may take of that: a quarter.
const SHARE_BELOW: u64 = 4;
/// The part of all limits that is kept back for the line, and by composition counting for the raw plies.
const KEPT_FOR_LINE: f64 = 0.1;
const KEPT_FOR_RAW: f64 = 0.35;

/// What is known of the shortest mate.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    find_shortest(&mut Asker::new(solver, watcher), game, futile)
}

/// The same without asking for 1, 2, 3 … moves first. For tests.
#[doc(hidden)]
pub fn shortest_from_above(
    solver: &mut Solver,
    game: &Tsume,
    futile: Futile,
    watcher: &mut dyn Watcher,
) -> Result<Shortest, SolveError> {
    let asker = &mut Asker::new(solver, watcher);
    let mut search = ShortestSearch::new(asker, game, futile);
    search.climbs = false;
    search.game.stops_from(1);
    Ok(search.run()?.0)
}

/// Raw lengths, and lengths by composition counting.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    if futile == Futile::Off {
        return Ok(Lengths { raw: find_shortest(asker, game, futile)?, counted: None });
    }
    let mut first = ShortestSearch::new(asker, game, futile);
    first.kept = KEPT_FOR_RAW;
    let (mut counted, most) = first.run()?;
    if !counted.verdict.is_proved() {
        return Ok(Lengths { raw: counted, counted: None });
    }
    let mut second = ShortestSearch::new(asker, game, Futile::Off);
    second.least = moves(counted.least, second.side).max(second.least);
    second.most = most;
    let (mut raw, _) = second.run()?;
    if !raw.verdict.is_decided() {
        // There is a mate; only how many plies it takes when all are counted is not known.
        raw.verdict = Verdict::Proved;
    }
    if !raw.line_complete && counted.line_complete {
        (raw.line, raw.line_complete) = ([&counted.line[..], &counted.tail].concat(), true);
    }
    if raw.most.is_some() && (counted.most.is_none() || raw.most < counted.most) {
        // What is within so many plies in all is within them by counting, too.
        (counted.most, counted.line_complete) = (raw.most, raw.line_complete);
        (counted.line, counted.tail) = (raw.line.clone(), Vec::new());
        counted.open = counted.open.filter(|_| counted.most != Some(counted.least));
    }
    let (stats, elapsed) = (raw.stats, raw.elapsed);
    Ok(Lengths { raw, counted: Some(Shortest { stats, elapsed, ..counted }) })
}

/// The same for someone who asks more.
pub(super) fn find_shortest(
    asker: &mut Asker<'_, '_>,
    game: &Tsume,
    futile: Futile,
) -> Result<Shortest, SolveError> {
    Ok(ShortestSearch::new(asker, game, futile).run()?.0)
}

/// Moves of the attacker in so many plies, with `side` to move.
fn moves(plies: u32, side: Side) -> u32 {
    (plies + u32::from(side == Side::Attacker)) / 2
}

/// Plies of a mate that takes so many moves of the attacker, with `side` to move.
pub(super) fn plies(side: Side, moves: u32) -> u32 {
    (2 * moves).saturating_sub(u32::from(side == Side::Attacker))
}

struct ShortestSearch<'h, 's, 'w> {
    asker: &'h mut Asker<'s, 'w>,
    game: Clocked,
    futile: Futile,
    side: Side,
    /// In moves of the attacker, as are all bounds here.
    least: u32,
    most: Option<u32>,
    /// The same by raw plies.
    most_raw: Option<u32>,
    /// Why closing in has ended.
    reason: Option<Reason>,
    /// Whether it begins with 1, 2, 3 … moves.
    climbs: bool,
    /// The part of all limits that closing in leaves for what comes after it.
    kept: f64,
}

impl<'h, 's, 'w> ShortestSearch<'h, 's, 'w> {
    fn new(asker: &'h mut Asker<'s, 'w>, game: &Tsume, futile: Futile) -> ShortestSearch<'h, 's, 'w> {
        let side = game.side();
        let least = u32::from(side == Side::Attacker);
        let game = Clocked::new(game.clone(), MOST_MOVES, futile);
        ShortestSearch {
            asker,
            game,
            futile,
            side,
            least,
            most: None,
            most_raw: None,
            reason: None,
            climbs: true,
            kept: KEPT_FOR_LINE,
        }
    }

    /// What is found, and a bound of the raw plies from above, in moves of the attacker.
    fn run(mut self) -> Result<(Shortest, Option<u32>), SolveError> {
        let closed = self.close_in();
        self.reason = Some(self.asker.reason());
        self.asker.inquiry.hold_back(0.0);
        let verdict = closed?;
        let most_raw = self.most_raw;
        if self.most.is_none() {
            let (line, complete) = match verdict {
                Verdict::Disproved => self.asker.escape(&mut self.game)?,
                _ => (Vec::new(), false),
            };
            return Ok((self.end(verdict, line, Vec::new(), complete), None));
        }
        let (line, tail, complete) = self.line()?;
        Ok((self.end(Verdict::Proved, line, tail, complete), most_raw))
    }

    /// Brings the bounds together, or as near as the limits allow. Says whether there is a mate.
    fn close_in(&mut self) -> Result<Verdict, SolveError> {
        let short = |search: &mut Self| search.climb(WAY_UP_MOVES, WAY_UP_NODES, WAY_UP_NODES_IN_ALL);
        if self.most.is_none() && !(self.climbs && short(self)?) {
            let mut nodes = FIRST_MATE_NODES;
            loop {
                let verdict = self.any(nodes)?;
                if verdict.is_proved() {
                    break;
                }
                if verdict.is_disproved() || self.asker.is_over() {
                    return Ok(verdict);
                }
                // A short mate may be easier to find than any.
                if self.climb(MOST_MOVES, nodes / 2, nodes / 2)? {
                    break;
                }
                nodes = nodes.saturating_mul(4);
            }
        }
        self.asker.inquiry.hold_back(self.kept);
        // By raw plies it often is what it is by counting, and a short mate is easily overlooked.
        if self.most > Some(self.least) {
            self.ask(self.least, FIRST_TURN_NODES)?;
        }
        self.take_turns()?;
        Ok(Verdict::Proved)
    }

    fn end(self, verdict: Verdict, line: Vec<Move>, tail: Vec<Move>, line_complete: bool) -> Shortest {
        let closed = verdict.is_disproved() || verdict.is_proved() && self.most == Some(self.least);
        Shortest {
            verdict,
            least: plies(self.side, self.least.min(MOST_MOVES)),
            most: self.most.map(|most| plies(self.side, most)),
            open: self.reason.filter(|_| !closed),
            line,
            tail,
            line_complete,
            stats: self.asker.inquiry.stats(),
            elapsed: self.asker.inquiry.elapsed(),
            table_bytes: self.asker.table.0,
            table_used: self.asker.table.1,
        }
    }

    /// Asks for 1, 2, 3 … moves up to `moves`, as long as each is decided within `nodes` and all within `in_all`;
    /// true if the shortest mate is found.
    fn climb(&mut self, moves: u32, nodes: u64, in_all: u64) -> Result<bool, SolveError> {
        let end = self.asker.inquiry.stats().nodes.saturating_add(in_all);
        while self.least <= moves && self.most.is_none() {
            let left = end.saturating_sub(self.asker.inquiry.stats().nodes);
            if left == 0 || !self.ask(self.least, nodes.min(left))? {
                break;
            }
        }
        Ok(self.most.is_some())
    }

    /// Whether there is a mate at all; if so, how long the one found is.
    fn any(&mut self, nodes: u64) -> Result<Verdict, SolveError> {
        self.game.stop();
        let verdict = self.asker.within(&mut self.game, nodes)?;
        if verdict.is_proved() {
            match self.game.taken().filter(|&taken| taken <= MOST_MOVES) {
                Some(taken) => {
                    self.most = Some(taken.max(self.least));
                    self.most_raw = self.most;
                    self.tell();
                }
                // Longer than any clock, or of a length that is not known.
                None => _ = self.ask(MOST_MOVES, nodes)?,
            }
        }
        Ok(verdict)
    }

    /// Turns from above and from below until the bounds meet or the limits end it.
    fn take_turns(&mut self) -> Result<(), SolveError> {
        let (mut budget, mut down, mut up) = (FIRST_TURN_NODES, 1, 1);
        let mut walked = (0, 0);
        while let Some(most) = self.most.filter(|&most| most > self.least)
            && !self.asker.is_over()
        {
            if down == 1 && most >= WALK_FROM && walked != (most, budget) {
                self.walk_back(budget)?;
                walked = (most, budget);
            }
            let above = most.saturating_sub(down).max(self.least);
            if self.ask(above, budget)? {
                down = if self.most < Some(most) { down.saturating_mul(2) } else { 1 };
                continue;
            }
            if down > 1 {
                down = 1;
                continue;
            }
            let below = self.least + up - 1;
            if below < above && !self.asker.is_over() && self.ask(below, budget / SHARE_BELOW)? {
                up *= 2;
                continue;
            }
            up = 1;
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
        self.tell();
        Ok(true)
    }

    fn tell(&mut self) {
        let least = plies(self.side, self.least.min(MOST_MOVES));
        self.asker.watcher.bounds(least, self.most.map(|most| plies(self.side, most)));
    }
}
