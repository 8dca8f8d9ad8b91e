//! First numbers of a position: how hard it looks to prove and to disprove.
//!
//! Mobility (Allis): to refute the side to move, all its moves must be refuted, so δ starts with their
//! number. That is far off where there is a threat: if the opponent would win with his next move, nearly
//! all replies lose at once, and a search that looks one move ahead sees it. So a threatened side's δ
//! starts at 1. The idea of letting an evaluation make first numbers is that of EF-PN (Winands and
//! Schadd 2010); what is evaluated here is nothing but whether the opponent is one move from connection.
//!
//! Invariant: numbers are at least 1; those after a move equal those of the position played
//! (`loa_differential`).

use phidelta::{Number, Numbers, Side};

use super::types::Color;

/// What first numbers are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Estimate {
    /// Nothing: 1 and 1.
    Unit,
    /// The number of moves of the side to move.
    Mobility,
    /// The number of moves, but 1 where the opponent would win with his next move.
    #[default]
    Threats,
}

impl Estimate {
    /// First numbers where `side` is to move and has so many moves; `threatened` is asked only if it
    /// matters.
    #[inline]
    pub(super) fn numbers(
        self,
        side: Color,
        attacker: Color,
        moves: impl FnOnce() -> u32,
        threatened: impl FnOnce() -> bool,
    ) -> Numbers {
        let delta: Number = match self {
            Estimate::Unit => 1,
            Estimate::Threats if threatened() => 1,
            Estimate::Mobility | Estimate::Threats => moves().max(1),
        };
        Numbers::from_view(1, delta, if side == attacker { Side::Attacker } else { Side::Defender })
    }
}
