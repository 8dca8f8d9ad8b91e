//! How much of his hand the attacker needs: proof pieces and disproof pieces.
//!
//! What is neither on the board nor in the attacker's hand is in the defender's: of two positions with
//! the same board, the one in which the attacker holds more leaves the defender less to drop. Every
//! check stays possible and no evasion is added, so that a mate with a hand is a mate with more, and an
//! escape from a hand an escape from less. Pawn-drop mate does not spoil this: the answers to a pawn
//! check are the king's moves and takes, never drops, so that it is mate with every hand or with none.
//!
//! *Least* is the smallest hand with which a mate found still works, *most* the largest with which an
//! escape does. Where a move is missing only because a piece is, the piece counts: a defender who cannot
//! interpose for want of a piece must go on wanting it.
//!
//! Source: proof pieces and disproof pieces (Seo 1999; Nagai 2002), in the plain form without exchange
//! of a stronger piece for a weaker one.
//! Invariant: on random small positions brute force agrees, whatever hand is compared.

use super::attacks;
use super::hand::Hand;
use super::mv::Move;
use super::position::Position;
use super::types::{Color, Kind};

impl Hand {
    /// The larger count of every kind.
    pub(super) fn or(self, other: Hand) -> Hand {
        Kind::IN_HAND.into_iter().fold(self, |hand, kind| hand.at_least(kind, other.count(kind)))
    }

    /// The smaller count of every kind.
    pub(super) fn and(self, other: Hand) -> Hand {
        Kind::IN_HAND.into_iter().fold(self, |hand, kind| hand.at_most(kind, other.count(kind)))
    }

    fn at_least(mut self, kind: Kind, count: u32) -> Hand {
        for _ in self.count(kind)..count {
            self = self.with(kind);
        }
        self
    }

    fn at_most(mut self, kind: Kind, count: u32) -> Hand {
        for _ in count..self.count(kind) {
            self = self.without(kind);
        }
        self
    }
}

/// What the attacker must hold before a move of his to hold `after` behind it.
fn least_before(mv: Move, after: Hand) -> Hand {
    match mv.captured() {
        _ if mv.is_drop() => after.with(mv.kind()),
        Some(kind) if after.has(kind.unpromoted()) => after.without(kind.unpromoted()),
        _ => after,
    }
}

/// What he may hold before a move of his to hold at most `after` behind it.
fn most_before(mv: Move, after: Hand) -> Hand {
    // The same change; a capture always finds its piece in `after`, which covers what he holds then.
    least_before(mv, after)
}

impl Position {
    /// The least hand of the attacker with which a mate still works. `replies`: his one move, or all of
    /// the defender's, with the least hands behind them.
    pub(super) fn least_hand(
        &self,
        attacker: Color,
        replies: &mut dyn Iterator<Item = (Move, Hand)>,
    ) -> Hand {
        if self.side() == attacker {
            return replies.next().map_or(self.hand(attacker), |(mv, after)| least_before(mv, after));
        }
        let need = replies.fold(Hand::EMPTY, |need, (_, after)| need.or(after));
        let (holds, lacks) = (self.hand(attacker), self.hand(attacker.flip()));
        let checkers = self.checkers();
        let Some(king) = self.king(self.side()).filter(|_| !checkers.has_many()) else { return need };
        let between = attacks::between(king, checkers.first());
        if between.is_empty() {
            return need;
        }
        Kind::IN_HAND.into_iter().fold(need, |need, kind| {
            let missing = !lacks.has(kind) && holds.has(kind);
            let mut squares = (between & !attacks::dead_squares(self.side(), kind)).into_iter();
            if missing && squares.any(|to| kind != Kind::PAWN || self.may_drop_pawn(to)) {
                need.at_least(kind, holds.count(kind))
            } else {
                need
            }
        })
    }

    /// All that is in hands.
    pub(super) fn both_hands(&self) -> Hand {
        let (one, other) = (self.hand(Color::Black), self.hand(Color::White));
        Kind::IN_HAND
            .into_iter()
            .fold(one, |all, kind| all.at_least(kind, one.count(kind) + other.count(kind)))
    }

    /// The largest hand of the attacker with which an escape still works. `replies`: all his moves, or
    /// one of the defender's, with the largest hands behind them.
    pub(super) fn most_hand(&self, attacker: Color, replies: &mut dyn Iterator<Item = (Move, Hand)>) -> Hand {
        let (holds, other) = (self.hand(attacker), self.hand(attacker.flip()));
        let all = self.both_hands();
        if self.side() != attacker {
            let Some((mv, after)) = replies.next() else { return holds };
            let most = all.and(after);
            if mv.is_drop() { most.at_most(mv.kind(), all.count(mv.kind()) - 1) } else { most }
        } else {
            let most = replies.fold(all, |most, (mv, after)| most.and(most_before(mv, after)));
            Kind::IN_HAND.into_iter().fold(most, |most, kind| {
                let wanted = !holds.has(kind) && other.has(kind) && self.has_drop_check(kind);
                if wanted { most.at_most(kind, 0) } else { most }
            })
        }
    }
}
