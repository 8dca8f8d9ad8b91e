//! A way to the end that the table no longer shows, found again a few plies further down.
//!
//! Idea: the length of a solved position is a bound: some strategy ends the game within so many plies. That
//! stays true whatever becomes of the entries it was made of. The entry behind the right move may be lost, or
//! an answer with less stock and a longer way has taken its place; mostly those a little further down are still
//! there. So the winner's moves are followed for a few plies, as deep as it takes to find entries whose
//! lengths keep the bound. Nothing is searched, and the table is left as it is.
//!
//! Invariant: behind the move found the end is nearer than the bound, by lengths of the table alone.

use super::known::{Known, Oracle, UNKNOWN};
use crate::game::Game;

/// Plies behind the winner's move that are looked at: replies alone, then answers to them and their replies, and
/// so on. Each pair of plies costs some dozens of times as much as the one before.
const DEEPEST: u32 = 5;

/// Positions that are looked at for each depth: some milliseconds.
const LOOKS: u32 = 4_000;

impl<G: Game> Oracle<'_, '_, G> {
    /// A move of the winner behind which the end is less than `length` plies away, and how far at most.
    pub(super) fn restore(&mut self, moves: &[G::Move], length: u32) -> Option<(G::Move, u32)> {
        if length == UNKNOWN || length == 0 {
            return None;
        }
        for depth in (1..=DEEPEST).step_by(2) {
            let mut looks = LOOKS;
            let found = moves.iter().find_map(|&mv| {
                let after = self.behind(mv, |oracle| oracle.within(length - 1, depth, &mut looks))?;
                Some((mv, after))
            });
            self.monitor.add(u64::from(LOOKS - looks));
            if found.is_some() || self.monitor.is_exhausted() {
                return found;
            }
        }
        None
    }

    /// How far the end is away at most, if the table shows that it is within `bound` plies, at `depth` plies
    /// from here or before.
    fn within(&mut self, bound: u32, depth: u32, looks: &mut u32) -> Option<u32> {
        *looks = looks.checked_sub(1)?;
        match self.recall() {
            Known::Value(length) if length <= bound => return Some(length),
            Known::Other => return None,
            _ => {}
        }
        if depth == 0 || bound == 0 || self.game.outcome().is_some() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let by_winner = self.value.seen_by(self.game.side()).0 == 0;
        let mut behind = |mv: G::Move| self.behind(mv, |oracle| oracle.within(bound - 1, depth - 1, looks));
        if by_winner {
            return moves.into_iter().find_map(&mut behind).map(|length| length + 1);
        }
        let mut longest = 0;
        for mv in moves {
            longest = longest.max(behind(mv)?);
        }
        Some(longest + 1)
    }

    /// What `ask` says of the position behind a move.
    fn behind<T>(&mut self, mv: G::Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(mv);
        let said = ask(self);
        self.game.undo();
        said
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::algorithm::Replacement;
    use crate::game::{Key, Outcome, Side, mix};
    use crate::limits::{Limits, Monitor};
    use crate::number::Numbers;
    use crate::table::{Record, Table};
    use crate::trail::Trail;

    /// Positions in a row; at the end the attacker has won. Each side may also step aside, once and for all:
    /// then he has lost.
    #[derive(Clone)]
    struct Row(Vec<u32>);

    const END: u32 = 6;
    const ASIDE: u32 = 100;

    impl Game for Row {
        type Move = u32;
        fn side(&self) -> Side {
            if self.0.last().unwrap().is_multiple_of(2) { Side::Attacker } else { Side::Defender }
        }
        fn moves(&self, out: &mut Vec<u32>) {
            out.extend(if self.side() == Side::Attacker { &[ASIDE, 1][..] } else { &[1][..] });
        }
        fn play(&mut self, step: u32) {
            self.0.push(self.0.last().unwrap() + step);
        }
        fn undo(&mut self, _: u32) {
            self.0.pop();
        }
        fn outcome(&self) -> Option<Outcome> {
            match *self.0.last().unwrap() {
                END => Some(Outcome::Win),
                here if here >= ASIDE => Some(Outcome::Loss),
                _ => None,
            }
        }
        fn key(&self) -> Key {
            mix((*self.0.last().unwrap()).into())
        }
    }

    /// What `restore` finds at the beginning of the row, when the table has these lengths.
    fn restored(lengths: &[(u64, u32)], length: u32) -> Option<(u32, u32)> {
        at_the_beginning(lengths, |oracle| oracle.restore(&[ASIDE, 1], length))
    }

    /// What an oracle says at the beginning of the row, when the table has these lengths.
    fn at_the_beginning<T>(lengths: &[(u64, u32)], ask: impl FnOnce(&mut Oracle<'_, '_, Row>) -> T) -> T {
        let mut table = Table::new(1 << 16, Replacement::KeepLarge).unwrap();
        for &(position, length) in lengths {
            table.store(mix(position), &Record::solved(Numbers::PROVED, length, 0, 1));
        }
        let (mut game, mut line) = (Row(vec![0]), Vec::new());
        let limits = Limits::default();
        let mut monitor = Monitor::new(&limits, Duration::from_secs(1), None);
        let trail = Trail::new(&mut game, &mut line);
        let mut oracle = Oracle::new(trail, Numbers::PROVED, &mut table, 1 << 16, &mut monitor);
        let found = ask(&mut oracle);
        assert!(oracle.game.line().is_empty(), "all moves are taken back");
        found
    }

    #[test]
    fn entries_further_down_show_the_way() {
        assert_eq!(restored(&[(1, 50), (2, 4)], 6), Some((1, 5)), "a longer way in the first entry");
        assert_eq!(restored(&[(2, 4)], 6), Some((1, 5)), "a lost one");
        assert_eq!(restored(&[(1, 50), (2, 50), (3, 3)], 6), Some((1, 5)), "three plies down");
        assert_eq!(restored(&[(1, 50), (2, 50), (3, 50)], 6), Some((1, 5)), "the end of the game itself");
    }

    #[test]
    fn a_search_within_a_length_leaves_longer_ways_out() {
        let lengths = [(1, 50), (2, 49), (3, 3)];
        let found = at_the_beginning(&lengths, |oracle| oracle.decide());
        assert_eq!(found, Some((1, 51)), "what the table knows is taken as it is");
        let found = at_the_beginning(&lengths, |oracle| oracle.decide_within(6));
        assert_eq!(found, Some((1, 6)), "the entry of a near win is three plies down");
        let found = at_the_beginning(&lengths, |oracle| {
            oracle.decide_within(6);
            oracle.decide()
        });
        assert_eq!(found, Some((1, 6)), "the table keeps the shorter way");
        assert_eq!(at_the_beginning(&lengths, |oracle| oracle.decide_within(5)), None, "there is none");
    }

    /// Who has begun anew on a path knows nothing, and later on all that was known before.
    #[test]
    fn what_was_known_is_known_again() {
        at_the_beginning(&[(1, 50)], |oracle| {
            let known = |oracle: &mut Oracle<'_, '_, Row>| oracle.look(1, |o| o.recall()) == Known::Value(50);
            let key = oracle.key();
            oracle.enter(key);
            assert!(known(oracle));
            oracle.begin_anew();
            assert!(!known(oracle) && oracle.path.find(oracle.key()).is_some(), "the path is as it was");
            assert!(oracle.look(1, Oracle::search) == Known::Value(5), "the end is five plies away");
            oracle.remember(0);
            assert!(known(oracle));
            oracle.begin_anew();
            assert!(oracle.look(1, Oracle::recall) == Known::Value(5), "the same path, the same knowledge");
        });
    }

    #[test]
    fn a_way_that_is_too_long_is_none() {
        assert_eq!(restored(&[(1, 50), (2, 4)], 5), None);
        assert_eq!(restored(&[(2, 4)], UNKNOWN), None, "without a bound nothing is shorter than it");
    }
}
