//! The defender's answers to a check.
//!
//! Against two checkers only the king can move. Against one the king moves, the checker is taken, or
//! something comes between; each of these squares is asked which pieces reach it, so that pieces that
//! cannot help are never looked at. A pinned piece can never answer a check by another piece: its line
//! meets the checker's only in the king.
//!
//! Invariant: the same moves as an independent generator of all legal moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::mv::Move;
use super::position::Position;
use super::types::{Kind, Square};

impl Position {
    /// Appends all legal moves of a side to move that is in check: takes by pieces, moves of the king,
    /// interpositions by pieces, then by drops.
    pub fn evasions(&self, out: &mut Vec<Move>) {
        let us = self.side();
        let Some(king) = self.king(us) else { return };
        let checkers = self.checkers();
        if checkers.is_empty() {
            return;
        }
        let double = checkers.has_many();
        let helpers = self.pieces(us) & !self.pinned() & !Bitboard::of(king);
        if !double {
            self.push_moves_to(checkers.first(), helpers, out);
        }
        let attacked = self.attacked_beside(king, us.flip());
        for to in attacks::king(king) & !self.pieces(us) & !attacked {
            out.push(self.step(king, to));
        }
        if double {
            return;
        }
        let between = attacks::between(king, checkers.first());
        for to in between {
            self.push_moves_to(to, helpers, out);
        }
        self.push_drops(between, out);
    }

    /// Whether a side to move that is in check is mated. The king's moves are tried first: they are what
    /// most often answers.
    pub(super) fn is_mate(&self) -> bool {
        let us = self.side();
        let Some(king) = self.king(us) else { return false };
        let mut flights = (attacks::king(king) & !self.pieces(us)).into_iter();
        if flights.any(|to| self.king_may_go(king, to)) {
            return false;
        }
        let checkers = self.checkers();
        if checkers.is_empty() {
            return false;
        }
        if checkers.has_many() {
            return true;
        }
        let helpers = self.pieces(us) & !self.pinned() & !Bitboard::of(king);
        let between = attacks::between(king, checkers.first());
        let mut squares = (checkers | between).into_iter();
        if squares.any(|to| !(self.attackers(to, us, self.occupied()) & helpers).is_empty()) {
            return false;
        }
        let hand = self.hand(us);
        !Kind::IN_HAND.into_iter().any(|kind| {
            let mut squares = (between & !attacks::dead_squares(us, kind)).into_iter();
            hand.has(kind) && squares.any(|to| kind != Kind::PAWN || self.may_drop_pawn(to))
        })
    }

    /// Appends the moves of some of our pieces to a square.
    #[inline]
    fn push_moves_to(&self, to: Square, helpers: Bitboard, out: &mut Vec<Move>) {
        for from in self.attackers(to, self.side(), self.occupied()) & helpers {
            self.push_steps(self.kind_at(from), from, to, out);
        }
    }
}
