//! What the three move generators share, and the one for all legal moves.
//!
//! A list is always made in the same way from the sets of a position, never from its history: equal
//! positions list their moves in the same order.
//!
//! Invariant: the same moves as an independent implementation (`shogi_legality_lite`), none twice.

use super::attacks;
use super::bitboard::Bitboard;
use super::mv::Move;
use super::position::Position;
use super::types::{Color, Kind, Piece, Square};

impl Position {
    /// Appends all legal moves.
    pub fn legal_moves(&self, out: &mut Vec<Move>) {
        if !self.checkers().is_empty() {
            return self.evasions(out);
        }
        let (us, own, occupied) = (self.side(), self.pieces(self.side()), self.occupied());
        let king = self.king(us);
        let pinned = self.pinned();
        for from in own {
            let kind = self.kind_at(from);
            let mut targets = attacks::of(us, kind, from, occupied) & !own;
            match king {
                Some(square) if square == from => {
                    for to in targets {
                        if self.king_may_go(from, to) {
                            out.push(self.step(from, to));
                        }
                    }
                    continue;
                }
                Some(square) if pinned.has(from) => targets &= attacks::ray_through(square, from),
                _ => {}
            }
            for to in targets {
                self.push_steps(kind, from, to, out);
            }
        }
        self.push_drops(!occupied, out);
    }

    /// The pieces of the side to move that must stay on their line with the king.
    #[inline]
    pub(super) fn pinned(&self) -> Bitboard {
        let us = self.side();
        match self.king(us) {
            Some(king) => self.blockers(king, us.flip(), self.occupied()) & self.pieces(us),
            None => Bitboard::EMPTY,
        }
    }

    /// A move of the side to move, without promotion.
    #[inline]
    pub(super) fn step(&self, from: Square, to: Square) -> Move {
        Move::step(Piece::new(self.side(), self.kind_at(from)), from, to, self.kind_at(to))
    }

    /// Whether the king of the side to move is safe on a square that it can reach.
    #[inline]
    pub(super) fn king_may_go(&self, from: Square, to: Square) -> bool {
        // The king does not hide from a slider behind itself.
        !self.attacked(to, self.side().flip(), self.occupied() ^ Bitboard::of(from))
    }

    /// Appends a move with promotion, without it, or both.
    #[inline]
    pub(super) fn push_steps(&self, kind: Kind, from: Square, to: Square, out: &mut Vec<Move>) {
        let us = self.side();
        let mv = self.step(from, to);
        if kind.can_promote() && may_promote(us, from, to) {
            out.push(mv.promoting());
            if attacks::dead_squares(us, kind).has(to) {
                return;
            }
        }
        out.push(mv);
    }

    /// Appends all legal drops on empty `targets`.
    #[inline]
    pub(super) fn push_drops(&self, targets: Bitboard, out: &mut Vec<Move>) {
        let us = self.side();
        let hand = self.hand(us);
        if hand.is_empty() || targets.is_empty() {
            return;
        }
        for kind in Kind::IN_HAND {
            if !hand.has(kind) {
                continue;
            }
            for to in targets & !attacks::dead_squares(us, kind) {
                if kind != Kind::PAWN || self.may_drop_pawn(to) {
                    out.push(Move::drop(us, kind, to));
                }
            }
        }
    }

    /// Whether the rules of the pawn allow a drop on an empty square that is not dead: no second pawn on
    /// the file, no mate.
    #[inline]
    pub(super) fn may_drop_pawn(&self, to: Square) -> bool {
        let us = self.side();
        if attacks::file_of(to).meets(self.pieces_of(us, Kind::PAWN)) {
            return false;
        }
        let gives_check = self.king(us.flip()).is_some_and(|king| attacks::pawn(us, to).has(king));
        !gives_check || !self.is_pawn_drop_mate(to)
    }

    /// Whether a pawn of the side to move, dropped in front of the opponent's king, would mate it.
    fn is_pawn_drop_mate(&self, to: Square) -> bool {
        let (us, them) = (self.side(), self.side().flip());
        let Some(king) = self.king(them) else { return false };
        let occupied = self.occupied() | Bitboard::of(to);
        // A check from the next square: take the pawn or run.
        let takers = self.attackers(to, them, occupied) & !Bitboard::of(king);
        if !takers.is_empty() && !(takers & !self.blockers(king, us, occupied)).is_empty() {
            return false;
        }
        let without_king = occupied ^ Bitboard::of(king);
        let mut flights = (attacks::king(king) & !self.pieces(them)).into_iter();
        flights.all(|flight| self.attacked(flight, us, without_king))
    }
}

/// Whether a move from one square to another may promote.
#[inline]
pub(super) fn may_promote(us: Color, from: Square, to: Square) -> bool {
    (attacks::promotion_zone(us)).meets(Bitboard::of(from) | Bitboard::of(to))
}
