//! The points on which players of the game differ.
//!
//! Repetition needs a word. Rules count how often a position occurs in a game: the third time (or the
//! second) it is a draw. A search asks whether somebody can force a win, and for that the count does not
//! matter. Whoever can force a win from a position can do it in a number of moves that shrinks with
//! each of them, so without coming back to a position at all; and whoever cannot is held by an opponent who
//! keeps to positions from which he cannot, until the count is full whatever it is. So a search takes a
//! position that comes back on its own line as drawn at once, and the answers to "win?" and "at least a
//! draw?" are the same for every count.
//!
//! What does matter is the game *before* the position: one that has already occurred as often as the
//! rules bear is drawn when it is reached again, by whatever line. A list of moves tells such positions;
//! they are given to the game ([`super::Loa`]) and end it. There the two counts differ.

/// The rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub struct Rules {
    /// When a move connects both sides.
    pub both: Both,
    /// When a player has no move.
    pub stuck: Stuck,
    /// When a position comes back.
    pub repetition: Count,
}

impl Rules {
    /// The same with another rule for moves that connect both sides.
    #[must_use]
    pub const fn with_both(mut self, both: Both) -> Rules {
        self.both = both;
        self
    }

    /// The same with another rule for players without a move.
    #[must_use]
    pub const fn with_stuck(mut self, stuck: Stuck) -> Rules {
        self.stuck = stuck;
        self
    }

    /// The same with another rule for positions that come back.
    #[must_use]
    pub const fn with_repetition(mut self, repetition: Count) -> Rules {
        self.repetition = repetition;
        self
    }
}

/// A move connects both sides, which only a capture can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Both {
    /// A draw.
    #[default]
    Draw,
    /// The player who moved wins.
    MoverWins,
}

/// A player has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Stuck {
    /// He passes.
    #[default]
    Passes,
    /// He loses.
    Loses,
}

/// The occurrence of a position, with the same side to move, that is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Count {
    /// The second.
    Second,
    /// The third.
    #[default]
    Third,
}

impl Count {
    /// How often a position may occur before.
    pub const fn borne(self) -> usize {
        match self {
            Count::Second => 1,
            Count::Third => 2,
        }
    }
}
