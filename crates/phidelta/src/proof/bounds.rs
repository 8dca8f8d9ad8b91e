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
        let mut behind =
            |mv: G::Move| self.behind(mv, |oracle| oracle.within(bound - 1, depth - 1, looks));
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
