//! What searches hand to each other: the finding about a position, the answer of a whole search.

use crate::game::Stock;
use crate::history::{Depth, INDEPENDENT};
use crate::number::Numbers;
use crate::verdict::{Reason, Verdict};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    /// Its numbers.
    pub(crate) numbers: Numbers,
    /// Solved: the depth of the highest ancestor the result needs.
    pub(crate) dependency: Depth,
    /// Solved: plies to the end by the strategy found.
    pub(crate) length: u32,
}

impl Finding {
    /// An unsolved position.
    pub(crate) const fn open(numbers: Numbers) -> Finding {
        Finding { numbers, dependency: INDEPENDENT, length: 0 }
    }

    /// A finished game.
    pub(crate) const fn end(numbers: Numbers) -> Finding {
        Finding::open(numbers)
    }

    /// A position that repeats the one at `depth`.
    pub(crate) const fn repetition(numbers: Numbers, depth: Depth) -> Finding {
        Finding { numbers, dependency: depth, length: 0 }
    }
}

/// What a search found.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) numbers: Numbers,
    /// Share of the table or tree in use.
    pub(crate) used: f64,
    /// Bytes allocated for it.
    pub(crate) bytes: u64,
    /// The stock with which the verdict still holds.
    pub(crate) stock: Stock,
}

impl Answer {
    /// Nothing was found.
    pub(crate) fn none(reason: Reason) -> Answer {
        Answer { verdict: Verdict::Unknown(reason), numbers: Numbers::UNIT, used: 0.0, bytes: 0, stock: 0 }
    }
}
