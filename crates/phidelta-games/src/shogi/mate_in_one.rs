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
use super::types::Kind;

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
        scratch.clear();
        let covered = self.attacked_beside(king, self.side());
        let flights = attacks::king(king) & !self.pieces(self.side().flip()) & !covered;
        let few = flights.into_iter().nth(MOST_FLIGHTS).is_none();
        if !few && !counts && self.has_close_drop(king) {
            return Sight::Open(None);
        }
        let targets = Targets::here(self, king);
        if few {
            self.push_checks(&targets.mating(self, flights, covered), scratch);
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
}

impl Targets {
    /// The same with only those squares from which a piece may mate a king that has these `flights`: it must attack
    /// them all, and nothing must be able to answer the check. What is dropped beside the king must be `covered`,
    /// no pawn mates by being dropped, and where the defender has a piece that can be dropped anywhere, no slider
    /// mates from afar. Moves that unveil another checker are all left.
    fn mating(&self, position: &Position, flights: Bitboard, covered: Bitboard) -> Targets {
        let mut mating = self.clone();
        let (us, them) = (position.side(), position.side().flip());
        let beside = attacks::king(self.king);
        mating.drops &= covered | !beside;
        mating.pawn_drops = Bitboard::EMPTY;
        let hand = position.hand(them);
        let comes_between = [Kind::GOLD, Kind::SILVER, Kind::BISHOP, Kind::ROOK];
        if comes_between.into_iter().any(|kind| hand.has(kind)) {
            for kind in [Kind::LANCE, Kind::BISHOP, Kind::ROOK, Kind::HORSE, Kind::DRAGON] {
                mating.by_kind[kind.index()] &= beside;
            }
        }
        // Lines are looked along only for those who are there.
        let is_there = |plain: Kind, promoted: Kind| {
            position.hand(us).has(plain)
                || !position.pieces_of(us, plain).is_empty()
                || !position.pieces_of(us, promoted).is_empty()
        };
        let (bishops, rooks) = (is_there(Kind::BISHOP, Kind::HORSE), is_there(Kind::ROOK, Kind::DRAGON));
        let lances = is_there(Kind::LANCE, Kind::LANCE);
        let through = position.occupied() ^ Bitboard::of(self.king);
        for flight in flights {
            let step = attacks::king(flight);
            let gold = attacks::gold(them, flight);
            let mut keep = |kind: Kind, from: Bitboard| mating.by_kind[kind.index()] &= from;
            keep(Kind::PAWN, attacks::pawn(them, flight));
            keep(Kind::KNIGHT, attacks::knight(them, flight));
            keep(Kind::SILVER, attacks::silver(them, flight));
            for kind in [Kind::GOLD, Kind::PRO_PAWN, Kind::PRO_LANCE, Kind::PRO_KNIGHT, Kind::PRO_SILVER] {
                keep(kind, gold);
            }
            if bishops {
                let bishop = attacks::bishop(flight, through);
                keep(Kind::BISHOP, bishop);
                keep(Kind::HORSE, bishop | step);
            }
            if rooks || lances {
                let rook = attacks::rook(flight, through);
                keep(Kind::LANCE, rook & attacks::lance_ray(them, flight));
                keep(Kind::ROOK, rook);
                keep(Kind::DRAGON, rook | step);
            }
        }
        mating
    }
}
