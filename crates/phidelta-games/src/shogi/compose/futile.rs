//! Futile interpositions (無駄合): which there may be, and what may be taken for free.
//!
//! The readings in use differ in which interpositions are not counted; docs/compose.md has them side by
//! side. What a free capture does is a matter of the clock ([`super::Clocked`]).
//!
//! Invariant: the key of a right tells its square and the piece that has it.

use phidelta::{Key, mix};

use super::super::mv::Move;
use super::super::types::Square;

/// Which interpositions are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum Futile {
    /// All are counted: raw plies.
    Off,
    /// Not counted: a drop where the defender has nothing but drops, taken by the checking piece with
    /// mate, or with a position of which the same is true.
    Strict,
    /// Not counted: a drop that the checking piece takes at once, if with the piece given back there is
    /// still mate in the moves that were left before the drop.
    #[default]
    Exact,
    /// The same for any piece that comes between, by a drop or a move, and is taken by any piece with
    /// check.
    Loose,
}

/// A move, and what it does to the clock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Whether what it takes goes back, and the clock with it.
    pub free: bool,
    /// Whether the defender stops the clock with it, for the rest of the game.
    pub stops: bool,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.free { "=" } else { "" };
        write!(f, "{}{mark}{}", self.mv, if self.stops { "~" } else { "" })
    }
}

impl From<Move> for Step {
    fn from(mv: Move) -> Step {
        Step { mv, free: false, stops: false }
    }
}

/// Tells keys of rights from everything else that is mixed.
const RIGHT: u64 = 0x7269_6768 << 32;

/// What may be taken for free: a piece on a square, by the checking piece or by any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Right {
    pub(super) square: Square,
    pub(super) by: Option<Square>,
}

impl Right {
    pub(super) fn allows(self, mv: Move) -> bool {
        mv.to() == self.square && !mv.is_drop() && self.by.is_none_or(|by| mv.from() == Some(by))
    }

    pub(super) fn key(self) -> Key {
        let by = self.by.map_or(127, Square::index) as u64;
        mix(RIGHT | by << 8 | self.square.index() as u64)
    }
}
