//! The attacker's moves that give check.
//!
//! Seen from the opponent's king there is, for every kind of piece, a set of squares from which that
//! kind attacks it. A move to such a square is a direct check; a drop on one too. A piece that alone
//! stands between one of our sliders and the king gives check by leaving the line, wherever it goes. No
//! other move can give check, so nothing is generated and thrown away but what the safety of our own
//! king forbids.
//!
//! The sets can be made with the moving piece still in its place: were it in the way of its own check
//! from the new square, it would attack the king already, and it would not be our move.
//!
//! Invariant: the same moves as an independent generator of all legal moves, filtered for check.

use super::attacks;
use super::bitboard::Bitboard;
use super::generate::may_promote;
use super::mv::Move;
use super::position::Position;
use super::types::{Color, Kind, Square};

/// From which squares each kind of the attacker's pieces attacks the king.
pub(super) struct Targets {
    pub(super) king: Square,
    pub(super) by_kind: [Bitboard; Kind::COUNT],
    /// Our pieces that open a line to the king by leaving it.
    unveilers: Bitboard,
    /// Where a move may end: everywhere, or where it answers a check to our own king.
    allowed: Bitboard,
    /// Where a piece may be dropped.
    pub(super) drops: Bitboard,
    /// Our own king and the pieces it pins.
    own_king: Square,
    pinned: Bitboard,
}

impl Targets {
    /// For the side to move.
    pub(super) fn here(position: &Position, king: Square) -> Targets {
        Targets::of(position, position.side(), king, position.answers())
    }

    fn of(position: &Position, us: Color, king: Square, allowed: Bitboard) -> Targets {
        let (them, occupied) = (us.flip(), position.occupied());
        let mut by_kind = [Bitboard::EMPTY; Kind::COUNT];
        let gold = attacks::gold(them, king);
        let step = attacks::king(king);
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        by_kind[Kind::PAWN.index()] = attacks::pawn(them, king);
        // What a rook sees on the side our lances come from.
        by_kind[Kind::LANCE.index()] = rook & attacks::lance_ray(them, king);
        by_kind[Kind::KNIGHT.index()] = attacks::knight(them, king);
        by_kind[Kind::SILVER.index()] = attacks::silver(them, king);
        by_kind[Kind::BISHOP.index()] = bishop;
        by_kind[Kind::ROOK.index()] = rook;
        by_kind[Kind::GOLD.index()] = gold;
        by_kind[Kind::PRO_PAWN.index()] = gold;
        by_kind[Kind::PRO_LANCE.index()] = gold;
        by_kind[Kind::PRO_KNIGHT.index()] = gold;
        by_kind[Kind::PRO_SILVER.index()] = gold;
        by_kind[Kind::HORSE.index()] = bishop | step;
        by_kind[Kind::DRAGON.index()] = rook | step;
        let drops = allowed & !occupied;
        Targets {
            king,
            by_kind,
            unveilers: position.blockers(king, us, occupied) & position.pieces(us),
            allowed,
            drops,
            own_king: position.king(us).unwrap_or(Square::NONE),
            pinned: position.pinned(),
        }
    }
}

impl Position {
    /// Appends all legal moves of the side to move that give check: moves of pieces, then drops.
    /// The opponent's king must be there and not in check.
    pub fn checks(&self, out: &mut Vec<Move>) {
        let Some(king) = self.king(self.side().flip()) else { return };
        self.push_checks(&Targets::here(self, king), out);
    }

    /// The same for checks from some squares only.
    pub(super) fn push_checks(&self, targets: &Targets, out: &mut Vec<Move>) {
        let us = self.side();
        if let Some(own) = self.king(us).filter(|&own| targets.unveilers.has(own)) {
            self.push_king_checks(own, targets, out);
        }
        if targets.allowed.is_empty() {
            return;
        }
        for from in self.candidates(us, targets) {
            self.push_piece_checks(from, targets, out);
        }
        self.push_drop_checks(targets, out);
    }

    /// Where a move of a piece may end, those of our pieces that must stay on their line, and our king.
    #[inline]
    pub(super) fn bounds(&self) -> (Bitboard, Bitboard, Square) {
        match self.king(self.side()) {
            Some(own) => (self.answers(), self.pinned(), own),
            None => (Bitboard::ALL, Bitboard::EMPTY, Square::NONE),
        }
    }

    /// Appends the checks of the pieces that open a line to the king by leaving it.
    pub(super) fn push_unveilers(&self, targets: &Targets, out: &mut Vec<Move>) {
        let own = self.pieces_of(self.side(), Kind::KING);
        if targets.unveilers.meets(own) {
            self.push_king_checks(own.first(), targets, out);
        }
        for from in targets.unveilers & !own {
            self.push_piece_checks(from, targets, out);
        }
    }

    /// Whether there is a check at all. `scratch` is any vector.
    #[inline(never)]
    pub(super) fn has_check(&self, targets: &Targets, scratch: &mut Vec<Move>) -> bool {
        let us = self.side();
        scratch.clear();
        if let Some(own) = self.king(us).filter(|&own| targets.unveilers.has(own)) {
            self.push_king_checks(own, targets, scratch);
        }
        if scratch.is_empty() && !targets.allowed.is_empty() {
            let mut candidates = self.candidates(us, targets).into_iter();
            if !candidates.any(|from| {
                self.push_piece_checks(from, targets, scratch);
                !scratch.is_empty()
            }) {
                self.push_drop_checks(targets, scratch);
            }
        }
        !scratch.is_empty()
    }

    /// Whether there surely is a check by dropping something other than a pawn. `false` says nothing.
    pub(super) fn has_easy_drop(&self, targets: &Targets) -> bool {
        let us = self.side();
        Kind::IN_HAND.into_iter().any(|kind| {
            let squares = targets.by_kind[kind.index()] & targets.drops & !attacks::dead_squares(us, kind);
            kind != Kind::PAWN && self.hand(us).has(kind) && !squares.is_empty()
        })
    }

    /// Whether there surely is a check by dropping something other than a pawn close to the king: seen without
    /// looking along lines. `false` says nothing.
    pub(super) fn has_close_drop(&self, king: Square) -> bool {
        let (us, them) = (self.side(), self.side().flip());
        if self.king(us).is_some() {
            return false; // it may be in check itself
        }
        let (hand, free, beside) = (self.hand(us), !self.occupied(), attacks::king(king));
        let any = |kind: Kind, from: Bitboard| {
            hand.has(kind) && from.meets(free & !attacks::dead_squares(us, kind))
        };
        any(Kind::GOLD, attacks::gold(them, king))
            || any(Kind::SILVER, attacks::silver(them, king))
            || any(Kind::ROOK, attacks::orthogonals(king) & beside)
            || any(Kind::BISHOP, attacks::diagonals(king) & beside)
            || any(Kind::KNIGHT, attacks::knight(them, king))
            || any(Kind::LANCE, attacks::pawn(them, king))
    }

    /// Whether there surely is a check by a step of a piece close to the king: seen without looking along lines. `false`
    /// says nothing.
    pub(super) fn has_close_step(&self, king: Square) -> bool {
        let (us, them) = (self.side(), self.side().flip());
        if self.king(us).is_some() {
            return false; // it may be in check itself, or pin the piece
        }
        let (own, beside) = (self.pieces(us), attacks::king(king));
        for from in self.pieces_of(us, Kind::HORSE) | self.pieces_of(us, Kind::DRAGON) {
            if (attacks::king(from) - own).meets(beside) {
                return true;
            }
        }
        let gold = attacks::gold(them, king) - own;
        for from in self.golds_of(us) & attacks::possible_checkers(us, Kind::GOLD, king) {
            if attacks::gold(us, from).meets(gold) {
                return true;
            }
        }
        let zone = attacks::promotion_zone(us);
        let near = |kind| self.pieces_of(us, kind) & attacks::possible_checkers(us, kind, king);
        for from in near(Kind::SILVER) | near(Kind::KNIGHT) | near(Kind::PAWN) {
            let kind = self.kind_at(from);
            let reach = attacks::steps_of(us, kind, from) - own;
            let promoted = if zone.has(from) { reach } else { reach & zone };
            let plain = attacks::steps_of(them, kind, king) - attacks::dead_squares(us, kind);
            if reach.meets(plain) || promoted.meets(gold) {
                return true;
            }
        }
        false
    }

    /// About how many checks there are: drops exactly, but for pawns; a piece that might move counts once.
    #[inline]
    pub(super) fn count_checks(&self, targets: &Targets) -> u32 {
        let us = self.side();
        let hand = self.hand(us);
        let drops = |kind: Kind| {
            let squares = targets.by_kind[kind.index()] & targets.drops & !attacks::dead_squares(us, kind);
            if hand.has(kind) { squares.count() } else { 0 }
        };
        self.candidates(us, targets).count() + Kind::IN_HAND.into_iter().map(drops).sum::<u32>()
    }

    /// Where a piece other than the king may move to: everywhere, or where it answers a check.
    fn answers(&self) -> Bitboard {
        let checkers = self.checkers();
        match (self.king(self.side()), checkers.is_empty(), checkers.has_many()) {
            (Some(own), false, false) => checkers | attacks::between(own, checkers.first()),
            (_, true, _) => Bitboard::ALL,
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether a piece of this kind, if it were in hand, could be dropped with check.
    pub(super) fn has_drop_check(&self, kind: Kind) -> bool {
        let us = self.side();
        let Some(king) = self.king(us.flip()) else { return false };
        let targets = Targets::here(self, king);
        let free = targets.drops & !attacks::dead_squares(us, kind);
        let mut squares = (targets.by_kind[kind.index()] & free).into_iter();
        squares.any(|to| kind != Kind::PAWN || self.may_drop_pawn(to))
    }

    /// Our pieces except the king that might give check by moving.
    #[inline]
    fn candidates(&self, us: Color, targets: &Targets) -> Bitboard {
        let near = |kind| attacks::possible_checkers(us, kind, targets.king);
        let sliders = self.pieces_of(us, Kind::BISHOP)
            | self.pieces_of(us, Kind::ROOK)
            | self.pieces_of(us, Kind::HORSE)
            | self.pieces_of(us, Kind::DRAGON);
        let candidates = self.pieces_of(us, Kind::PAWN) & near(Kind::PAWN)
            | self.pieces_of(us, Kind::KNIGHT) & near(Kind::KNIGHT)
            | self.pieces_of(us, Kind::SILVER) & near(Kind::SILVER)
            | self.golds_of(us) & near(Kind::GOLD)
            | self.pieces_of(us, Kind::LANCE) & attacks::files_around(targets.king)
            | sliders;
        (candidates | targets.unveilers) & !self.pieces_of(us, Kind::KING)
    }

    /// Appends the checks by moving one piece that is not the king.
    #[inline]
    fn push_piece_checks(&self, from: Square, targets: &Targets, out: &mut Vec<Move>) {
        let us = self.side();
        let kind = self.kind_at(from);
        let mut reach = attacks::of(us, kind, from, self.occupied()) & !self.pieces(us) & targets.allowed;
        if targets.pinned.has(from) {
            reach &= attacks::ray_through(targets.own_king, from);
        }
        if targets.unveilers.has(from) {
            let leaving = reach & !attacks::ray_through(targets.king, from);
            for to in leaving {
                self.push_steps(kind, from, to, out);
            }
            reach &= !leaving;
        }
        let plain = reach & targets.by_kind[kind.index()];
        if !kind.can_promote() {
            for to in plain {
                out.push(self.step(from, to));
            }
            return;
        }
        let promoted = reach & targets.by_kind[kind.promoted().index()];
        let dead = attacks::dead_squares(us, kind);
        for to in plain | promoted {
            let mv = self.step(from, to);
            if promoted.has(to) && may_promote(us, from, to) {
                out.push(mv.promoting());
            }
            if plain.has(to) && !dead.has(to) {
                out.push(mv);
            }
        }
    }

    /// Appends the king's moves that open a line.
    #[cold]
    fn push_king_checks(&self, own: Square, targets: &Targets, out: &mut Vec<Move>) {
        let reach = attacks::king(own) & !self.pieces(self.side());
        for to in reach & !attacks::ray_through(targets.king, own) {
            if self.king_may_go(own, to) {
                out.push(self.step(own, to));
            }
        }
    }

    /// Appends the checks by dropping a piece.
    #[inline]
    fn push_drop_checks(&self, targets: &Targets, out: &mut Vec<Move>) {
        let us = self.side();
        let hand = self.hand(us);
        if hand.is_empty() {
            return;
        }
        for kind in Kind::IN_HAND {
            if !hand.has(kind) {
                continue;
            }
            for to in targets.by_kind[kind.index()] & targets.drops & !attacks::dead_squares(us, kind) {
                if kind != Kind::PAWN || self.may_drop_pawn(to) {
                    out.push(Move::drop(us, kind, to));
                }
            }
        }
    }
}
