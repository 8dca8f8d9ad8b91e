//! First numbers of a position: how hard it looks to prove and to disprove.
//!
//! Mobility (Allis): to refute the side to move, all its moves must be refuted, so δ starts with their
//! number. That is far off where there is a threat: if the opponent would win with his next move, nearly
//! all replies lose at once, and a search that looks one move ahead sees it. So a threatened side's δ
//! starts at 1. The idea of letting an evaluation make first numbers is that of EF-PN (Winands and
//! Schadd 2010); what is evaluated here is nothing but whether the opponent is one move from connection.
//! Other first numbers (`+unit`, `+mobility`) are the library's.
//!
//! Invariant: numbers are at least 1; those after a move equal those of the position played
//! (`loa_differential`).

use phidelta::{Numbers, Side};

/// First numbers where `side` is to move, and is threatened or not; `moves` counts its moves.
#[inline]
pub(super) fn numbers(side: Side, threatened: bool, moves: impl FnOnce() -> u32) -> Numbers {
    Numbers::from_view(1, if threatened { 1 } else { moves().max(1) }, side)
}
