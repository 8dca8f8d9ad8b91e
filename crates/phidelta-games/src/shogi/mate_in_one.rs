//! Mate in one, and whether there is a check at all: what is seen of a fresh position without search.
//!
//! Playing every check to see whether it mates would be most of what a fresh position costs. But a mate
//! must reach all *flights* of the king, the squares it could go to, and mostly by the piece that gives
//! check: from where a kind of piece does both is known from the flights alone. So not the pieces are gone
//! through but these squares, of which there are few: who bears on one tells who could come there, whether the
//! checker would be taken, and whether it is supported. Hardly any check is left to be played. Discovered checks
//! are all played.
//!
//! What is missed is a check that opens a line to the last flight for another piece, and one that reaches
//! four flights at once, which hardly any does: a search finds them a ply later.
//!
//! Invariants: a mate found is one; where there is no flight none is missed; "no check" is exact.

use super::attacks;
use super::bitboard::Bitboard;
use super::checks::Targets;
use super::generate::may_promote;
use super::hand::Hand;
use super::mv::Move;
use super::position::Position;
use super::types::{Color, Kind, Square};

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
        let covered = self.attacked_beside(king, self.side());
        let flights = attacks::king(king) - self.pieces(self.side().flip()) - covered;
        // Three at most: hardly any check reaches four.
        if flights.without_first().without_first().without_first().is_empty()
            && let Some(mv) = self.mate_in_one(king, flights, covered, scratch)
        {
            return Sight::Mate(mv);
        }
        if !counts && (self.has_close_drop(king) || self.has_close_step(king)) {
            return Sight::Open(None);
        }
        let targets = Targets::here(self, king);
        if !self.has_easy_drop(&targets) && !self.has_check(&targets, scratch) {
            return Sight::NoCheck;
        }
        Sight::Open(counts.then(|| Seen {
            flights: flights.count(),
            checks: self.count_checks(&targets),
            held: self.hand(self.side()).total(),
        }))
    }

    /// The first check, in the order of the generator, that mates a king with these `flights`, of the squares beside
    /// which these are `covered`.
    fn mate_in_one(
        &mut self,
        king: Square,
        flights: Bitboard,
        covered: Bitboard,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        scratch.clear();
        let us = self.side();
        let (own, occupied, beside) = (self.pieces(us), self.occupied(), attacks::king(king));
        let theirs = self.pieces(us.flip()) - Bitboard::of(king);
        let blockers = self.blockers(king, us, occupied);
        let reach = Reach::of(self, king, flights);
        let (allowed, pinned, own_king) = self.bounds();
        let squares = (reach.any & allowed) - own;
        let droppable = reach.by_drop(self.hand(us)) - occupied;
        // Beside the king nobody comes to where none of us bears on, and what is dropped there is taken.
        for to in squares - (beside - covered) {
            let bears = self.bearing(to, occupied);
            // Without a double check whoever is not pinned takes the checker.
            let taken = bears.meets(theirs - blockers);
            if !taken && droppable.has(to) {
                self.push_reaching_drops(to, &reach, scratch);
            }
            let close = beside.has(to);
            let ours = bears & own;
            for from in ours - self.pieces_of(us, Kind::KING) - blockers {
                // What leaves a line to the king may pin a taker.
                if taken && attacks::ray_through(king, from).is_empty() {
                    continue;
                }
                // Nobody else supports it, not even from behind: the king takes it.
                if close && ours.has_one() && !self.is_backed(to, from, king) {
                    continue;
                }
                if pinned.has(from) && !attacks::ray_through(own_king, from).has(to) {
                    continue;
                }
                self.push_reaching_steps(from, to, &reach, scratch);
            }
        }
        if blockers.meets(own) {
            self.push_unveiling_checks(king, &reach, scratch);
        }
        if scratch.len() > 1 {
            scratch.sort_unstable_by_key(|&mv| place_in_list(mv, king, blockers));
        }
        scratch.iter().copied().find(|&mv| self.mates(mv))
    }

    /// Appends the drops on a square from which they reach all flights.
    fn push_reaching_drops(&self, to: Square, reach: &Reach, out: &mut Vec<Move>) {
        let us = self.side();
        for kind in self.hand(us).kinds() {
            // No pawn mates by being dropped.
            if kind != Kind::PAWN && !attacks::dead_squares(us, kind).has(to) && reach.has(self, kind, to) {
                out.push(Move::drop(us, kind, to));
            }
        }
    }

    /// Appends the moves from one square to the other from which they reach all flights.
    fn push_reaching_steps(&self, from: Square, to: Square, reach: &Reach, out: &mut Vec<Move>) {
        let (us, kind, mv) = (self.side(), self.kind_at(from), self.step(from, to));
        if kind.can_promote() && may_promote(us, from, to) && reach.has(self, kind.promoted(), to) {
            out.push(mv.promoting());
        }
        if reach.has(self, kind, to) && !attacks::dead_squares(us, kind).has(to) {
            out.push(mv);
        }
    }

    /// Appends the checks of pieces that stand alone between one of our sliders and the king: all by which they
    /// leave the line, and of the others those that reach all flights.
    #[cold]
    fn push_unveiling_checks(&self, king: Square, reach: &Reach, out: &mut Vec<Move>) {
        let others = out.len();
        self.push_unveilers(&Targets::here(self, king), out);
        let mut kept = others;
        for index in others..out.len() {
            let mv = out[index];
            if leaves_line(mv, king) || reach.has(self, mv.kind_after(), mv.to()) {
                out[kept] = mv;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Whether a slider of the side to move stands behind a piece that goes from one square to the other, or behind
    /// the king that would take it there.
    fn is_backed(&self, to: Square, from: Square, king: Square) -> bool {
        let lines = attacks::ray_through(to, from) | attacks::ray_through(to, king);
        lines.meets(self.sliders(self.side()) - Bitboard::of(from))
    }

    fn mates(&mut self, mv: Move) -> bool {
        self.place(mv);
        let mates = self.is_mate();
        self.take_away(mv);
        mates
    }
}

/// Whether a piece gives check by leaving its line with the king.
fn leaves_line(mv: Move, king: Square) -> bool {
    !attacks::ray_through(king, mv.origin()).has(mv.to())
}

/// What tells in which order the generator lists two checks: the king's, those of other pieces by their squares
/// (first the ones by which they unveil another), drops by the value of the piece.
fn place_in_list(mv: Move, king: Square, blockers: Bitboard) -> u32 {
    let to = mv.to().index() as u32;
    if mv.is_drop() {
        let value = Kind::IN_HAND.iter().position(|&kind| kind == mv.kind()).unwrap_or_default() as u32;
        return 1 << 31 | value << 7 | to;
    }
    if mv.kind() == Kind::KING {
        return to;
    }
    let unveils = blockers.has(mv.origin()) && leaves_line(mv, king);
    let (from, stays) = (mv.origin().index() as u32, u32::from(!unveils));
    1 << 30 | from << 9 | stays << 8 | to << 1 | u32::from(!mv.is_promotion())
}

/// From which squares a piece of each kind gives check and attacks all flights of the king: at least on an empty
/// board, and for sliders from beside the king where something could come between.
struct Reach {
    /// By [`ROW`].
    rows: [Bitboard; ROWS],
    /// All of them.
    any: Bitboard,
    /// The king, and the squares that are to be attacked.
    king: Square,
    flights: Bitboard,
}

const ROWS: usize = 9;

/// The row of each kind: golds and what moves like them share one.
const ROW: [u8; 16] = {
    let mut rows = [0; 16];
    let mut kind = 0;
    while kind < 16 {
        rows[kind as usize] = match Kind::from_bits(kind) {
            Kind::HORSE => 7,
            Kind::DRAGON => 8,
            promoted if promoted.is_promoted() => Kind::GOLD.index() as u8,
            plain => plain.index() as u8,
        };
        kind += 1;
    }
    rows
};

impl Reach {
    fn of(position: &Position, king: Square, flights: Bitboard) -> Reach {
        let (us, them) = (position.side(), position.side().flip());
        // Always three, so that no loop ends where nobody expects it: where there are fewer, the king's square again.
        let three = flights.first_three_or(king);
        let common = |of: fn(Color, Square) -> Bitboard| {
            three.iter().fold(of(them, king), |common, &flight| common & of(them, flight))
        };
        let (gold, silver) = (common(attacks::gold), common(attacks::silver));
        let (pawn, knight) = (common(attacks::pawn), common(attacks::knight));
        let (mut lance, mut bishop, mut rook) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let (mut horse, mut dragon) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if position.hand(us).has_slider() || !position.sliders(us).is_empty() {
            let beside = attacks::king(king);
            (bishop, rook) = if position.hand(them).goes_anywhere() {
                (attacks::diagonals(king) & beside, attacks::orthogonals(king) & beside)
            } else {
                let occupied = position.occupied();
                (attacks::bishop(king, occupied), attacks::rook(king, occupied))
            };
            lance = rook & attacks::lance_ray(them, king);
            (horse, dragon) = (bishop | beside, rook | beside);
            for flight in three {
                let (diagonals, orthogonals) = (attacks::diagonals(flight), attacks::orthogonals(flight));
                bishop &= diagonals;
                rook &= orthogonals;
                horse &= diagonals | attacks::king(flight);
                dragon &= orthogonals | attacks::king(flight);
                lance &= attacks::lance_ray(them, flight);
            }
        }
        // What a bishop or rook reaches a horse or dragon does, too; a lance reaches what a rook does.
        let any = gold | silver | pawn | knight | horse | dragon;
        Reach { rows: [pawn, lance, knight, silver, bishop, rook, gold, horse, dragon], any, king, flights }
    }

    /// The squares from which something of a hand may, if it is dropped there.
    #[inline]
    fn by_drop(&self, hand: Hand) -> Bitboard {
        let of = |kind: Kind| if hand.has(kind) { self.rows[kind.index()] } else { Bitboard::EMPTY };
        of(Kind::LANCE)
            | of(Kind::KNIGHT)
            | of(Kind::SILVER)
            | of(Kind::GOLD)
            | of(Kind::BISHOP)
            | of(Kind::ROOK)
    }

    /// Whether a piece of a kind gives check from a square and attacks all flights from there.
    #[inline]
    fn has(&self, position: &Position, kind: Kind, to: Square) -> bool {
        self.rows[ROW[kind.index()] as usize].has(to)
            && (!kind.slides() || self.sees_flights(position, kind, to))
    }

    /// Whether a slider's lines to the flights are free. The king does not hide them.
    fn sees_flights(&self, position: &Position, kind: Kind, to: Square) -> bool {
        let through = position.occupied() - Bitboard::of(self.king);
        (self.flights - attacks::of(position.side(), kind, to, through)).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Tsume;

    fn leaves_no_answer(position: &Position, mv: Move) -> bool {
        let (mut behind, mut answers) = (position.clone(), Vec::new());
        behind.play(mv);
        behind.evasions(&mut answers);
        answers.is_empty()
    }

    /// What is seen against playing every check, on positions of random play: what mates does, what is said to have
    /// no check has none, and of a king without flights the first mate of the list is found.
    #[test]
    fn what_is_seen_is_so() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut scratch, mut found, mut missed, mut checkless) = (Vec::new(), 0, 0, 0);
        for line in crate::suites::TSUME.text.lines().filter(|line| !line.starts_with('#')) {
            let sfen = line.split('\t').next().unwrap();
            let start = Tsume::from_sfen(sfen).unwrap().position().clone();
            for _ in 0..40 {
                let mut position = start.clone();
                for _ in 0..6 {
                    let mut checks = Vec::new();
                    position.checks(&mut checks);
                    let mates: Vec<Move> =
                        checks.iter().copied().filter(|&mv| leaves_no_answer(&position, mv)).collect();
                    let king = position.king(position.side().flip()).unwrap();
                    let covered = position.attacked_beside(king, position.side());
                    let through = position.occupied() ^ Bitboard::of(king);
                    for square in attacks::king(king) {
                        let attacked = position.attacked(square, position.side(), through);
                        assert_eq!(covered.has(square), attacked, "{position} {square}");
                    }
                    let flights = attacks::king(king) - position.pieces(position.side().flip()) - covered;
                    let before = position.clone();
                    match position.sight(false, &mut scratch) {
                        Sight::Mate(mv) => {
                            found += 1;
                            assert!(mates.contains(&mv), "{position} {mv}");
                            assert!(!flights.is_empty() || mv == mates[0], "{position} {mv}");
                        }
                        Sight::NoCheck => {
                            checkless += 1;
                            assert!(checks.is_empty(), "{position}");
                        }
                        Sight::Open(_) => {
                            assert!(!checks.is_empty(), "{position}");
                            assert!(!flights.is_empty() || mates.is_empty(), "{position}");
                            missed += usize::from(!mates.is_empty());
                        }
                    }
                    assert!(position == before, "a look changes nothing");
                    if checks.is_empty() {
                        break;
                    }
                    position.play(checks[rng.usize(..checks.len())]);
                    let mut answers = Vec::new();
                    position.evasions(&mut answers);
                    if answers.is_empty() {
                        break;
                    }
                    position.play(answers[rng.usize(..answers.len())]);
                }
            }
        }
        assert!(found > 500 && checkless > 100 && missed * 20 < found, "{found} {checkless} {missed}");
    }
}
