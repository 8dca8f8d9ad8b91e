//! First numbers of unexplored positions: does a move look good for the attacker?
//!
//! The more ways out a check leaves, the more there is to prove: its proof number is one [`UNIT`] for each.
//! A check by a piece that cannot be taken for nothing is harder to refute than one by a piece that can; a
//! checker that was taken, or an interposition that stands, more likely ends the attack than an
//! interposition that is lost at once: how many pieces of either side bear on the square the move goes to.
//! Nothing is played for it.
//!
//! Source: liberties as GPSshogi counts them; attackers and defenders as tsume-shogi programs use them
//! (df-pn+, Nagai 2002; KomoringHeights). What differs: numbers in steps of one [`UNIT`], and no distance to
//! the king.
//! Invariant: both numbers are at least 1; they change the order of a search, never its answer.

use phidelta::{Number, Numbers};

use super::attacks;
use super::bitboard::Bitboard;
use super::first_numbers::{CHECK, Cell, EVASION, cell};
use super::mate_in_one::Seen;
use super::mv::Move;
use super::position::Position;
use super::types::{Kind, Square};

/// The number of a move of which nothing good or bad is seen. Twice the smallest, so that half of it can
/// be said.
pub(super) const UNIT: Number = 2;

/// Looks good for the attacker.
const GOOD: Numbers = Numbers::new(UNIT, 2 * UNIT);
/// Nothing to be seen.
const EVEN: Numbers = Numbers::new(UNIT, UNIT);
/// Looks bad for the attacker.
const BAD: Numbers = Numbers::new(2 * UNIT, UNIT);

/// What is around the king that is attacked, before a check: enough to see what a check leaves it.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    king: Square,
    /// Squares beside the king where none of its own side stands.
    beside: Bitboard,
    /// Those of them that it could go to now.
    flights: Bitboard,
    /// Pieces of either side that alone stand between one of our sliders and the king.
    blockers: Bitboard,
    /// Our sliders and theirs.
    sliders: [Bitboard; 2],
    /// Squares of which it is known what bears on them, and those on which a drop was looked at.
    borne: Bitboard,
    looked_at: Bitboard,
    /// What bears on each square that is `borne`. Those of other squares are of positions before.
    bears: [Bitboard; Square::COUNT],
    /// What was seen of any drop on a square that was looked at.
    drops: [Drop; Square::COUNT],
}

impl Default for Surroundings {
    /// Of no position.
    fn default() -> Surroundings {
        Surroundings {
            king: Square::NONE,
            beside: Bitboard::EMPTY,
            flights: Bitboard::EMPTY,
            blockers: Bitboard::EMPTY,
            sliders: [Bitboard::EMPTY; 2],
            borne: Bitboard::EMPTY,
            looked_at: Bitboard::EMPTY,
            bears: [Bitboard::EMPTY; Square::COUNT],
            drops: [Drop::default(); Square::COUNT],
        }
    }
}

impl Surroundings {
    /// What bears on a square of the position that they are of.
    #[inline]
    fn bearing(&mut self, position: &Position, square: Square) -> Bitboard {
        if !self.borne.has(square) {
            self.borne |= Bitboard::of(square);
            self.bears[square.index()] = position.bearing(square, position.occupied());
        }
        self.bears[square.index()]
    }
}

/// What all drops on one square have in common.
#[derive(Clone, Copy, Debug, Default)]
struct Drop {
    /// Ways out beside squares for the king.
    ways: u8,
    /// Whether it stands.
    stands: bool,
}

/// What a check leaves.
#[derive(Clone, Copy, Debug)]
struct Ways {
    /// Squares that the king can go to.
    flights: Bitboard,
    /// Where those stand that can take the checker, the king included.
    takers: Bitboard,
    comes_between: bool,
}

impl Ways {
    /// How many there are.
    #[inline]
    fn count(&self) -> u32 {
        // Nobody stands where the king can go to: one count does for both.
        debug_assert!(!self.flights.meets(self.takers));
        (self.flights | self.takers).count() + u32::from(self.comes_between)
    }
}

impl Position {
    /// The surroundings of the king of the side that is not to move; false if there is none.
    pub(super) fn survey(&self, around: &mut Surroundings) -> bool {
        let us = self.side();
        let Some(king) = self.king(us.flip()) else { return false };
        let beside = attacks::king(king) - self.pieces(us.flip());
        around.king = king;
        around.beside = beside;
        around.flights = beside - self.attacked_beside(king, us);
        around.blockers = self.blockers(king, us, self.occupied());
        around.sliders = [self.sliders(us), self.sliders(us.flip())];
        (around.borne, around.looked_at) = (Bitboard::EMPTY, Bitboard::EMPTY);
        true
    }

    /// The ways out that a check leaves: squares for the king, takes of the checker (by the squares of the
    /// takers), and whether something can come between. What the piece has left uncovered and the lines it has
    /// opened count; a square that a drop hides from one of our own sliders does not. `bears` is what bears on
    /// the square the check goes to.
    fn ways_out(&self, mv: Move, around: &Surroundings, bears: Bitboard) -> Ways {
        let (us, to) = (self.side(), mv.to());
        let (king, target) = (Bitboard::of(around.king), Bitboard::of(to));
        let from = mv.from().map_or(Bitboard::EMPTY, Bitboard::of);
        let occupied = (self.occupied() - from) | target;
        // The king does not hide from a slider behind itself.
        let through = occupied - king;
        let is_safe = |square: Square| (self.attackers(square, us, through) - from).is_empty();
        let covered = attacks::of(us, mv.kind_after(), to, through);
        let shut = covered | target;
        let mut flights = around.flights - shut;
        if around.blockers.meets(from) {
            flights = flights.into_iter().filter(|&square| is_safe(square)).collect();
        }
        if !mv.is_drop() {
            let left = attacks::of(us, mv.kind(), mv.origin(), self.occupied() - king);
            let left = (around.beside & left) - around.flights - shut;
            flights |= left.into_iter().filter(|&square| is_safe(square)).collect();
        }
        // The move itself, or the king's stepping aside, may open a line to the square for a slider behind.
        let left_behind = mv.from().map_or(Bitboard::EMPTY, |from| attacks::ray_through(to, from)) - from;
        let [ours, theirs] = around.sliders;
        let may_be_taken = || {
            ((bears & self.pieces(us)) - from).is_empty()
                && (!ours.meets(left_behind | attacks::ray_through(to, around.king)) || is_safe(to))
        };
        let king_takes = attacks::king(around.king).has(to) && may_be_taken();
        let takers = match theirs.meets(left_behind) {
            true => self.attackers(to, us.flip(), occupied),
            false => bears & self.pieces(us.flip()),
        };
        let mut takers = takers - king - around.blockers;
        if king_takes {
            takers |= king;
        }
        let comes_between = !attacks::between(around.king, to).is_empty() && covered.has(around.king);
        Ways { flights, takers, comes_between }
    }

    /// The cell of the position behind a check.
    pub(super) fn check_cell(&self, mv: Move, around: &Surroundings) -> Cell {
        let ways = self.ways_out(mv, around, self.bearing(mv.to(), self.occupied()));
        let man = match mv.kind_after() {
            Kind::PAWN => 0,
            Kind::LANCE | Kind::KNIGHT => 1,
            Kind::SILVER => 2,
            Kind::BISHOP => 4,
            Kind::ROOK => 5,
            Kind::HORSE | Kind::DRAGON => 6,
            _ => 3,
        };
        let taken = match mv.captured() {
            None => 0,
            Some(Kind::PAWN) => 1,
            Some(_) => 2,
        };
        let how = if mv.is_drop() {
            0
        } else if mv.kind_after() == mv.kind() {
            1
        } else {
            2
        };
        let far = !attacks::king(around.king).has(mv.to());
        let stands = self.stands(mv);
        let (ways, takers) = (ways.count() as usize, ways.takers.count() as usize);
        let digits = [ways, takers, man, usize::from(stands), taken, how, usize::from(far)];
        Cell::Check(cell(CHECK, digits))
    }

    /// The cell of the position behind an evasion, of which this was seen.
    pub(super) fn evasion_cell(&self, mv: Move, seen: Seen) -> Cell {
        let takes = mv.captured().is_some();
        let kind = match (mv.kind() == Kind::KING, takes, mv.is_drop()) {
            (true, false, _) => 0,
            (true, true, _) => 1,
            (false, true, _) => 2,
            (false, false, false) => 3,
            (false, false, true) => 4,
        };
        let checks = match seen.checks {
            0..=2 => 0,
            3..=4 => 1,
            5..=6 => 2,
            7..=9 => 3,
            10..=13 => 4,
            14..=19 => 5,
            20..=29 => 6,
            _ => 7,
        };
        let held = match seen.held {
            held @ 0..=2 => held as usize,
            3..=4 => 3,
            _ => 4,
        };
        let stands = mv.kind() != Kind::KING && self.stands(mv);
        Cell::Evasion(cell(EVASION, [kind, seen.flights as usize, checks, held, usize::from(stands)]))
    }

    /// Of the position behind a check.
    pub(super) fn estimate_check(&self, mv: Move, around: &mut Surroundings) -> Numbers {
        if mv.is_drop() {
            return self.estimate_drop(mv, around);
        }
        let takes = mv.captured().is_some_and(|kind| kind != Kind::PAWN);
        let bears = around.bearing(self, mv.to());
        let ways = self.ways_out(mv, around, bears).count().max(1) as Number;
        let dn = if takes || self.outnumbers(mv, bears) { 2 * UNIT } else { UNIT };
        Numbers::new(ways * UNIT, dn)
    }

    /// The same for a drop. It leaves no square and opens no line: but for the squares that it covers, all drops on
    /// one square are alike.
    fn estimate_drop(&self, mv: Move, around: &mut Surroundings) -> Numbers {
        let to = mv.to();
        if !around.looked_at.has(to) {
            let bears = around.bearing(self, to);
            let ways = self.ways_out(mv, around, bears);
            let ways = ways.takers.count() + u32::from(ways.comes_between);
            around.drops[to.index()] = Drop { ways: ways as u8, stands: self.outnumbers(mv, bears) };
            around.looked_at |= Bitboard::of(to);
        }
        let Drop { ways, stands } = around.drops[to.index()];
        let through = self.occupied() - Bitboard::of(around.king);
        let covered = attacks::of(mv.color(), mv.kind(), to, through);
        let flights = (around.flights - covered - Bitboard::of(to)).count();
        let ways = (flights + u32::from(ways)).max(1) as Number;
        Numbers::new(ways * UNIT, if stands { 2 * UNIT } else { UNIT })
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
        self.outnumbers(mv, self.bearing(mv.to(), self.occupied()))
    }

    /// The same where it is known what bears on the square.
    fn outnumbers(&self, mv: Move, bears: Bitboard) -> bool {
        let us = self.side();
        let mut theirs = (bears & self.pieces(us.flip())).into_iter();
        if mv.is_drop() && theirs.next().is_none() {
            return true;
        }
        // Man against man: who has one left? Few have more than two.
        let ours = bears & self.pieces(us);
        ours.into_iter().any(|_| theirs.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Tsume;
    use crate::shogi::types::Color;

    /// What the position behind a check has of answers, found by playing it.
    fn ways_played(position: &mut Position, mv: Move) -> u32 {
        let mut answers = Vec::new();
        position.play(mv);
        position.evasions(&mut answers);
        let checkers = position.checkers();
        position.undo(mv);
        let king = answers.iter().filter(|answer| answer.kind() == Kind::KING).count();
        let others = answers.iter().filter(|answer| answer.kind() != Kind::KING);
        let mut takers: Vec<_> = others.clone().filter(|answer| checkers.has(answer.to())).collect();
        takers.dedup_by_key(|answer| answer.from());
        let between = others.clone().any(|answer| !checkers.has(answer.to()));
        king as u32 + takers.len() as u32 + u32::from(between)
    }

    /// The ways out are seen from here as well as from behind the check, but for discovered checks that
    /// something could come between, and drops that hide a square from a slider.
    #[test]
    fn ways_out_are_those_behind_the_check() {
        let suite = crate::suites::TSUME.text;
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut seen, mut same) = (0, 0);
        for line in suite.lines().filter(|line| !line.starts_with('#')) {
            let sfen = line.split('\t').next().unwrap();
            let mut position = Tsume::from_sfen(sfen).unwrap().position().clone();
            for _ in 0..4 {
                let mut moves = Vec::new();
                position.checks(&mut moves);
                let mut around = Surroundings::default();
                if moves.is_empty() || !position.survey(&mut around) {
                    break;
                }
                for &mv in &moves {
                    let (to, occupied) = (mv.to(), position.occupied());
                    let bears = position.bearing(to, occupied);
                    let by = |color| position.attackers(to, color, occupied);
                    assert_eq!(bears, by(Color::Black) | by(Color::White));
                    let guess = position.ways_out(mv, &around, bears).count();
                    let truth = ways_played(&mut position, mv);
                    seen += 1;
                    same += u32::from(guess == truth);
                }
                position.play(moves[rng.usize(..moves.len())]);
                moves.clear();
                position.evasions(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
        assert!(seen > 3_000 && same * 100 > seen * 95, "{same} of {seen}");
    }
}
