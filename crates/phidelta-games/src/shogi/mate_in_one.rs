//! Mate in one, found among the checks.
//!
//! Playing every check to see whether it mates is most of what a fresh position costs. But most checks
//! leave the king a square to go to, and that shows without playing: the king's *flights* are found
//! once, and a check that does not reach all of them is no mate. A flight was attacked by nothing
//! before; afterwards only the piece that moved can attack it, or a slider behind the place it left.
//! Where such a slider is, and where all flights are reached, the move is played and looked at.
//!
//! Invariant: the first check in order that mates, as if each had been played.

use super::attacks;
use super::bitboard::Bitboard;
use super::mv::Move;
use super::position::Position;
use super::types::Square;

impl Position {
    /// The first of some legal checks that mates.
    pub(super) fn mate_in_one(&mut self, checks: &[Move]) -> Option<Move> {
        let king = self.king(self.side().flip())?;
        let flights = self.flights(king);
        checks.iter().copied().find(|&mv| {
            if self.leaves_flight(mv, king, flights) {
                return false;
            }
            self.play(mv);
            let mates = self.is_mate();
            self.undo(mv);
            mates
        })
    }

    /// Where the opponent's king could go if it were his turn.
    fn flights(&self, king: Square) -> Bitboard {
        let us = self.side();
        let through = self.occupied() ^ Bitboard::of(king);
        let near = attacks::king(king) & !self.pieces(us.flip());
        let safe = near.into_iter().filter(|&square| !self.attacked(square, us, through));
        safe.fold(Bitboard::EMPTY, |flights, square| flights | Bitboard::of(square))
    }

    /// Whether the king surely has a flight after a check. `false` says nothing.
    #[inline]
    fn leaves_flight(&self, mv: Move, king: Square, flights: Bitboard) -> bool {
        let us = self.side();
        let to = Bitboard::of(mv.to());
        let through = (self.occupied() ^ Bitboard::of(king)) | to;
        let left = flights & !attacks::of(us, mv.kind_after(), mv.to(), through);
        match mv.from() {
            // A flight under the drop itself: the king takes the piece.
            None => !left.is_empty(),
            Some(from) => !(left & !to).is_empty() && !self.slides_to(from, us),
        }
    }
}
