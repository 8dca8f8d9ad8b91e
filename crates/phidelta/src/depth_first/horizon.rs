//! Searching for a win that is near enough.
//!
//! Idea: of a position that is known to be won within so many plies the table has lost how. A new search finds a win
//! at once, from what the table knows of other positions; but those wins may be longer ones, which lead round. So
//! the search leaves out what ends too late: a win counts only if its end, seen from the root, is not behind the
//! *horizon*. Most of what a proof was made of is still there and near enough, so that little is searched.
//!
//! Source: the project's own.
//! Invariant: nothing is stored that is not true without a horizon. It hides answers, and gives none.

use super::Engine;
use crate::game::{Game, Key};
use crate::number::Numbers;

/// What the numbers of searches with a horizon have beyond those of others: any constant.
pub(super) const LANE: Key = 0x3c6e_f372_fe94_f82b_a54f_f53a_5f1d_36f1;

/// How far a search for a win looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    /// What the winner's positions are worth.
    pub(crate) value: Numbers,
    /// Plies from the root to the end at most.
    pub(crate) plies: u32,
}

/// Whether an answer at `depth` plies from the root is behind the horizon, if there is one.
#[inline]
pub(super) fn hides(horizon: Option<Horizon>, depth: usize, numbers: Numbers, length: u32) -> bool {
    let Some(Horizon { value, plies }) = horizon else { return false };
    numbers == value && length as usize + depth > plies as usize
}

impl<G: Game> Engine<'_, '_, G> {
    /// Whether an answer of the table is behind the horizon at the position that comes next on the path.
    #[inline]
    pub(super) fn is_hidden(&self, numbers: Numbers, length: u32) -> bool {
        hides(self.horizon, self.path.len() - self.base, numbers, length)
    }
}
