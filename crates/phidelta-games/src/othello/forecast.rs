//! A forecast of the exact score: a search for it that believes a look ahead where that is sure enough.
//!
//! Idea: a score takes two questions if the first is the right one, and every wrong one costs as much. A look
//! ahead of six moves is wrong by six discs on average. So the whole search is made first, to the end of the
//! game, but a position that looks ahead expects to be above or below the score asked about by a margin is
//! not searched: a few hundredths to a fifth of the nodes of the search proper, and mostly right. Two rounds,
//! the second with a wider margin around what the first has found. What it remembers, the moves that were
//! enough, is tried first in the search proper, and saves as much again.
//!
//! Source: Buro, *ProbCut: an effective selective extension of the alpha-beta algorithm* (1995); searches of
//! growing care before the exact one are usual in strong programs. Margins and depths were chosen by the
//! nodes of both searches together on positions of the program's own games.
//!
//! Nothing here is an answer. Recursion is bounded by the empty squares and the passes.
//! Invariant: with a margin that nothing exceeds it is the score of plain minimax; and the same position
//! always gets the same forecast, unless it was told to stop.

use super::bitboard::{flips, mobility, squares};
use super::board::score;
use super::last::Last;
use super::move_order;
use super::score::next;
use super::shallow::{MOST, Seen, Shallow};
use super::weights::{DISC, Weights};

/// The margins of the rounds, in discs.
const MARGINS: [i32; 2] = [8, 12];

/// A look ahead is tried where a position by itself looks this many discs away from the score.
const FAR: i32 = 8;

/// Empty squares up to which a position is solved.
const SOLVED: u32 = 8;

/// Moves of the look ahead: one for each so many empty squares above so many, up to so many.
const LOOK: (u32, u32, u32) = (3, 6, 5);

/// The same behind each move, to order moves.
const ORDER_LOOK: (u32, u32, u32) = (4, 12, 4);

/// Empty squares whose power of two is the size of the memory, at least and at most: 96 KiB and 6 MiB.
const MEMORY: (u32, u32) = (12, 18);

/// Positions between two looks at whether to stop: less than a millisecond.
const UNASKED: u32 = 16;

/// Nodes of a forecast, at most: some seconds. A position that takes more takes minutes to solve.
pub(super) const BUDGET: u64 = 1 << 26;

/// No square.
const NOWHERE: u8 = 64;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    own: u64,
    opp: u64,
    /// The least and the most that its side to move scores, in the round that says so.
    least: i8,
    most: i8,
    round: u8,
    /// The square of a move that was enough, in any round.
    best: u8,
}

/// No position: both have all squares.
const NO_POSITION: Entry = Entry { own: u64::MAX, opp: u64::MAX, least: 0, most: 0, round: 0, best: NOWHERE };

/// Positions of a forecast, the latest at each place.
#[derive(Debug)]
pub(super) struct Foreseen(Vec<Entry>);

impl Foreseen {
    fn new(empties: u32) -> Foreseen {
        Foreseen(vec![NO_POSITION; 1 << empties.clamp(MEMORY.0, MEMORY.1)])
    }

    /// The square of a move that was enough in this position.
    pub(super) fn best(&self, own: u64, opp: u64) -> Option<u8> {
        let entry = self.0[self.place(own, opp)];
        (entry.own == own && entry.opp == opp && entry.best != NOWHERE).then_some(entry.best)
    }

    fn place(&self, own: u64, opp: u64) -> usize {
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as usize & (self.0.len() - 1)
    }
}

/// A forecast being made.
pub(super) struct Forecast<'f> {
    shallow: Shallow<'f>,
    last: Last,
    board: u64,
    area: i32,
    foreseen: Foreseen,
    /// The round, from 1, and its margin in sixteenths of a disc.
    round: u8,
    margin: i32,
    /// Positions looked at by itself; the look ahead counts its own.
    nodes: u64,
    budget: u64,
    /// Positions until it is asked again whether to stop.
    unasked: u32,
    is_over: &'f mut dyn FnMut() -> bool,
    /// The budget is spent, or it was told to stop: what comes out now means nothing.
    halted: bool,
}

impl<'f> Forecast<'f> {
    /// One with at most about so many nodes, which ends early when `is_over` says so.
    pub(super) fn new(
        weights: &'f Weights,
        budget: u64,
        is_over: &'f mut dyn FnMut() -> bool,
    ) -> Forecast<'f> {
        let size = weights.size();
        Forecast {
            shallow: Shallow::new(weights),
            last: Last::new(size),
            board: size.board(),
            area: size.area() as i32,
            foreseen: Foreseen::new(0),
            round: 0,
            margin: 0,
            nodes: 0,
            budget,
            unasked: UNASKED,
            is_over,
            halted: false,
        }
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.shallow.nodes
    }

    /// What was remembered.
    pub(super) fn into_foreseen(self) -> Foreseen {
        self.foreseen
    }

    /// The score of `own`, to move, if it is what was expected or not far from it; even.
    pub(super) fn score(&mut self, own: u64, opp: u64, expected: i32) -> i32 {
        self.by_margins(own, opp, expected, &MARGINS)
    }

    fn by_margins(&mut self, own: u64, opp: u64, expected: i32, margins: &[i32]) -> i32 {
        let seen = self.shallow.see(own, opp);
        self.foreseen = Foreseen::new(seen.empties);
        let mut guess = expected;
        for (round, margin) in (1..).zip(margins) {
            (self.round, self.margin) = (round, margin * DISC);
            let (mut least, mut most) = (-self.area, self.area);
            let (mut asked, mut step) = (guess.clamp(least + 2, most), 2);
            while least < most {
                let reached = self.reaches(&seen, asked);
                if self.halted {
                    return guess.clamp(least, most);
                }
                if reached {
                    least = asked
                } else {
                    most = asked - 2
                }
                if least < most {
                    asked = next(least, most, self.area, &mut step);
                }
            }
            guess = least;
        }
        guess
    }

    /// Whether the side to move, by all likelihood, ends with at least `need` more discs; `need` is even.
    fn reaches(&mut self, seen: &Seen, need: i32) -> bool {
        self.nodes += 1;
        if self.must_halt() {
            return false;
        }
        if seen.empties <= SOLVED {
            self.last.nodes = 0;
            let reached = self.last.reaches(seen.own, seen.opp, need);
            self.nodes += self.last.nodes;
            return reached;
        }
        let moves = mobility(seen.own, seen.opp, self.board);
        if moves == 0 {
            if mobility(seen.opp, seen.own, self.board) == 0 {
                return score(seen.own, seen.opp, self.area as u32) >= need;
            }
            return !self.reaches(&seen.passed(), 2 - need);
        }
        let place = self.foreseen.place(seen.own, seen.opp);
        let (mut least, mut most, mut best) = (-self.area, self.area, NOWHERE);
        let entry = self.foreseen.0[place];
        if entry.own == seen.own && entry.opp == seen.opp {
            best = entry.best;
            if entry.round == self.round {
                (least, most) = (entry.least.into(), entry.most.into());
            }
            if need <= least || need > most {
                return need <= least;
            }
        }
        let reached = match self.believed(seen, need) {
            Some(reached) => reached,
            None => match self.enough(seen, need, moves, best) {
                Some(square) => {
                    best = square;
                    true
                }
                None => false,
            },
        };
        if !self.halted {
            (least, most) = if reached { (need, most) } else { (least, need - 2) };
            let (least, most, round) = (least as i8, most as i8, self.round);
            self.foreseen.0[place] = Entry { own: seen.own, opp: seen.opp, least, most, round, best };
        }
        reached
    }

    /// Whether a look ahead is sure of the answer, and which it is.
    fn believed(&mut self, seen: &Seen, need: i32) -> Option<bool> {
        // Between the scores that are enough and those that are not.
        let middle = DISC * (need - 1);
        let depth = look(seen.empties, LOOK);
        let value = self.shallow.value(seen);
        if value >= middle + DISC * FAR {
            let bound = middle + self.margin;
            (self.shallow.search(seen, depth, bound - 1, bound) >= bound).then_some(true)
        } else if value <= middle - DISC * FAR {
            let bound = middle - self.margin;
            (self.shallow.search(seen, depth, bound, bound + 1) <= bound).then_some(false)
        } else {
            None
        }
    }

    /// The square of a move by which `need` is reached; `best` is tried first.
    fn enough(&mut self, seen: &Seen, need: i32, moves: u64, best: u8) -> Option<u8> {
        let depth = look(seen.empties, ORDER_LOOK);
        // No position has more moves than that.
        let mut list = [(0i32, 0u8, 0u64); 36];
        let mut count = 0;
        for (square, place) in squares(moves).zip(&mut list) {
            let turned = flips(square, seen.own, seen.opp);
            let rank = if square == best {
                MOST
            } else {
                let child = self.shallow.after(seen, square, turned);
                let value = match depth {
                    0 => -self.shallow.value(&child),
                    _ => -self.shallow.search(&child, depth, -MOST, MOST),
                };
                value + move_order::counted(square, child.own, child.opp, self.shallow.size())
            };
            *place = (rank, square, turned);
            count += 1;
        }
        let list = &mut list[..count];
        list.sort_by_key(|&(rank, square, _)| (-rank, square));
        for &mut (_, square, turned) in list {
            let child = self.shallow.after(seen, square, turned);
            if !self.reaches(&child, 2 - need) {
                return Some(square);
            }
        }
        None
    }

    /// Whether there is no more to be done.
    fn must_halt(&mut self) -> bool {
        self.unasked -= 1;
        if self.unasked == 0 {
            self.unasked = UNASKED;
            self.halted |= self.nodes() >= self.budget || (self.is_over)();
        }
        self.halted
    }
}

/// The depth of a look ahead in moves: one for each `step` empty squares above `above`, at most `most`.
fn look(empties: u32, (step, above, most): (u32, u32, u32)) -> u32 {
    (empties.saturating_sub(above) / step).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::{Position, Size};

    /// A position with so many empty squares of a random game, if it comes to one.
    fn position(rng: &mut fastrand::Rng, size: Size, empties: u32) -> Option<(u64, u64)> {
        let mut position = Position::start(size);
        while position.empties() > empties {
            let moves = position.moves();
            position = position.after(*moves.get(rng.usize(..moves.len().max(1)))?);
        }
        Some((position.own, position.opp))
    }

    /// Believing nothing, it finds the score whatever it expects, and remembers moves that are enough.
    #[test]
    fn with_no_belief_it_is_the_score() {
        let mut rng = fastrand::Rng::with_seed(1);
        for number in 0..40 {
            let size = [Size::Six, Size::Eight][number % 2];
            let weights = Weights::shipped(size).expect("it ships");
            let empties = rng.u32(9..=11);
            let Some((own, opp)) = position(&mut rng, size, empties) else { continue };
            let mut is_over = || false;
            let mut forecast = Forecast::new(&weights, u64::MAX, &mut is_over);
            let expected = 2 * rng.i32(-15..=15);
            let mut last = Last::new(size);
            let exact = last.score(own, opp);
            // More than the board has, twice: nothing is sure enough.
            assert_eq!(forecast.by_margins(own, opp, expected, &[1000, 1000]), exact, "{own:#x} {opp:#x}");
            let foreseen = forecast.into_foreseen();
            if let Some(square) = foreseen.best(own, opp) {
                let turned = flips(square, own, opp);
                assert_ne!(turned, 0);
                let reply = last.score(opp & !turned, own | turned | 1 << square);
                assert!(-reply <= exact, "{own:#x} {opp:#x}");
            }
        }
    }

    /// Mostly right, never out of range, the same every time; told to stop, it does.
    #[test]
    fn it_is_near_the_score_and_repeatable() {
        let mut rng = fastrand::Rng::with_seed(2);
        let weights = Weights::shipped(Size::Eight).expect("it ships");
        let (mut off, mut seen) = (0, 0);
        for _ in 0..30 {
            let Some((own, opp)) = position(&mut rng, Size::Eight, 11) else { continue };
            let exact = Last::new(Size::Eight).score(own, opp);
            let run = |budget: u64, over: bool| {
                let mut is_over = || over;
                let mut forecast = Forecast::new(&weights, budget, &mut is_over);
                (forecast.score(own, opp, 0), forecast.nodes())
            };
            let (guess, nodes) = run(u64::MAX, false);
            assert_eq!((guess, nodes), run(u64::MAX, false));
            assert!(guess % 2 == 0 && guess.abs() <= 64);
            off += (guess - exact).abs();
            seen += 1;
            let (stopped, few) = run(u64::MAX, true);
            assert!(few <= nodes && stopped.abs() <= 64);
        }
        assert!(seen > 20 && off <= 2 * seen, "{off} discs off in {seen} positions");
    }
}
