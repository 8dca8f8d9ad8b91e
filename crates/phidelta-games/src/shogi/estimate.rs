//! First numbers of unexplored positions: does a move look good for the attacker?
//!
//! A check by a piece that cannot be taken for nothing is more likely to mate than one by a piece that
//! can; a checker that was taken, or an interposition that stands, more likely ends the attack than an
//! interposition that is lost at once. Seen from one square: how many pieces of either side bear on the
//! square the move goes to. Nothing is played for it.
//!
//! Source: estimates of attackers and defenders as tsume-shogi programs use them (df-pn+, Nagai 2002;
//! KomoringHeights). What differs: numbers in steps of one [`UNIT`], and no distance to the king.
//! Invariant: both numbers are at least 1; they change the order of a search, never its answer.

use phidelta::{Number, Numbers};

use super::mv::Move;
use super::position::Position;
use super::types::Kind;

/// The number of a move of which nothing good or bad is seen. Twice the smallest, so that half of it can
/// be said.
pub(super) const UNIT: Number = 2;

/// Looks good for the attacker.
const GOOD: Numbers = Numbers::new(UNIT, 2 * UNIT);
/// Nothing to be seen.
const EVEN: Numbers = Numbers::new(UNIT, UNIT);
/// Looks bad for the attacker.
const BAD: Numbers = Numbers::new(2 * UNIT, UNIT);

impl Position {
    /// Of the position behind a check.
    pub(super) fn estimate_check(&self, mv: Move) -> Numbers {
        let takes = mv.captured().is_some_and(|kind| kind != Kind::PAWN);
        if takes || self.stands(mv) { GOOD } else { BAD }
    }

    /// Of the position behind an answer to a check.
    pub(super) fn estimate_evasion(&self, mv: Move) -> Numbers {
        if mv.captured().is_some() {
            BAD
        } else if mv.kind() == Kind::KING {
            EVEN
        } else if self.stands(mv) {
            BAD
        } else {
            GOOD
        }
    }

    /// Whether more of our pieces bear on the square a move goes to than of theirs, the moving one
    /// included.
    fn stands(&self, mv: Move) -> bool {
        let (us, occupied) = (self.side(), self.occupied());
        let mut theirs = self.attackers(mv.to(), us.flip(), occupied).into_iter();
        if mv.is_drop() && theirs.next().is_none() {
            return true;
        }
        // Man against man: who has one left? Few have more than two.
        let ours = self.attackers(mv.to(), us, occupied);
        ours.into_iter().any(|_| theirs.next().is_none())
    }
}
