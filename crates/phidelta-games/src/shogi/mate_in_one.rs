//! Mate in one, and whether there is a check at all: what is seen of a fresh position without search.
//!
//! Playing every check to see whether it mates would be most of what a fresh position costs. But a mate
//! must reach all *flights* of the king, the squares it could go to, and mostly by the piece that gives
//! check: from where a kind of piece does both is known from the flights alone, and hardly any check is
//! left to be played. Discovered checks are all played.
//!
//! What is missed is a check that opens a line to the last flight for another piece, and one that reaches
//! four flights at once: a search finds them a ply later.
//!
//! Invariants: a mate found is one; where there is no flight none is missed; "no check" is exact.

use super::attacks;
use super::bitboard::Bitboard;
use super::checks::Targets;
use super::mv::Move;
use super::position::Position;
use super::types::{Kind, Square};

/// Flights above which no mate is looked for: hardly any check reaches four squares beside the king's.
const MOST_FLIGHTS: usize = 3;

/// What is seen of the attacker's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// He mates with this move.
    Mate(Move),
    /// He has no check.
    NoCheck,
    /// Something else: more of it if it was asked for.
    Open(Option<Seen>),
}

/// What is seen of an attacker's turn that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    /// Squares that the king could go to.
    pub(super) flights: u32,
    /// About how many checks there are.
    pub(super) checks: u32,
    /// Pieces that the attacker has in hand.
    pub(super) held: u32,
}

impl Position {
    /// Looks at the position of an attacker to move, and counts what is seen if `counts`. `scratch` is any vector.
    pub(super) fn sight(&mut self, counts: bool, scratch: &mut Vec<Move>) -> Sight {
        let Some(king) = self.king(self.side().flip()) else {
            return Sight::Open(counts.then(Seen::default));
        };
        let targets = Targets::here(self, king);
        scratch.clear();
        let flights = self.flights(king);
        if flights.into_iter().nth(MOST_FLIGHTS).is_none() {
            if flights.is_empty() {
                self.push_checks(&targets, scratch);
            } else {
                self.push_checks(&targets.reaching(self, flights), scratch);
            }
            if let Some(mv) = scratch.iter().copied().find(|&mv| self.mates(mv)) {
                return Sight::Mate(mv);
            }
        }
        let seen = counts.then(|| Seen {
            flights: flights.count(),
            checks: self.count_checks(&targets),
            held: self.hand(self.side()).total(),
        });
        if !scratch.is_empty() || self.has_easy_drop(&targets) {
            return Sight::Open(seen);
        }
        self.push_checks(&targets, scratch);
        if scratch.is_empty() { Sight::NoCheck } else { Sight::Open(seen) }
    }

    fn mates(&mut self, mv: Move) -> bool {
        self.play(mv);
        let mates = self.is_mate();
        self.undo(mv);
        mates
    }

    /// Where the opponent's king could go if it were his turn.
    fn flights(&self, king: Square) -> Bitboard {
        let us = self.side();
        let attacked = self.attacked_by(us, self.occupied() ^ Bitboard::of(king));
        attacks::king(king) & !self.pieces(us.flip()) & !attacked
    }
}

impl Targets {
    /// The same with only those squares from which a piece attacks all flights, too.
    fn reaching(&self, position: &Position, flights: Bitboard) -> Targets {
        let mut reaching = self.clone();
        let them = position.side().flip();
        let through = position.occupied() ^ Bitboard::of(self.king);
        for flight in flights {
            let step = attacks::king(flight);
            let gold = attacks::gold(them, flight);
            let mut keep = |kind: Kind, from: Bitboard| reaching.by_kind[kind.index()] &= from;
            keep(Kind::PAWN, attacks::pawn(them, flight));
            keep(Kind::KNIGHT, attacks::knight(them, flight));
            keep(Kind::SILVER, attacks::silver(them, flight));
            for kind in [Kind::GOLD, Kind::PRO_PAWN, Kind::PRO_LANCE, Kind::PRO_KNIGHT, Kind::PRO_SILVER] {
                keep(kind, gold);
            }
            let (bishop, rook) = (attacks::bishop(flight, through), attacks::rook(flight, through));
            keep(Kind::LANCE, rook & attacks::lance_ray(them, flight));
            keep(Kind::BISHOP, bishop);
            keep(Kind::ROOK, rook);
            keep(Kind::HORSE, bishop | step);
            keep(Kind::DRAGON, rook | step);
        }
        reaching
    }
}
