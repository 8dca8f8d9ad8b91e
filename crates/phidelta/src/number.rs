//! Proof and disproof numbers.
//!
//! The proof number of a position says how many leaves at least must still be won to prove it, the
//! disproof number how many must be lost to disprove it (Allis 1994). Two values are reserved: 0 and
//! [`INFINITY`]. A position is proved exactly when its numbers are (0, ∞) and disproved exactly when
//! they are (∞, 0); every other pair is finite and positive. A sum that grows too large stops at a
//! [`Ceiling`] below infinity, so that an overflow can make a search give up but never lie.

use crate::game::Side;

/// A proof or disproof number.
pub type Number = u32;

/// The reserved value "cannot be (dis)proved any more"; above every finite number.
pub const INFINITY: Number = Number::MAX;

/// The pair of numbers of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Numbers {
    /// Proof number: leaves that must be won so that the attacker reaches his goal.
    pub pn: Number,
    /// Disproof number: leaves that must be lost so that he does not.
    pub dn: Number,
}

impl Numbers {
    /// An unexplored position of which nothing is known.
    pub const UNIT: Numbers = Numbers { pn: 1, dn: 1 };
    /// The attacker reaches his goal.
    pub const PROVED: Numbers = Numbers { pn: 0, dn: INFINITY };
    /// The attacker does not reach his goal.
    pub const DISPROVED: Numbers = Numbers { pn: INFINITY, dn: 0 };

    /// A pair of finite numbers, or a solved pair.
    pub const fn new(pn: Number, dn: Number) -> Numbers {
        Numbers { pn, dn }
    }

    /// Whether the attacker is known to reach his goal.
    #[inline]
    pub const fn is_proved(self) -> bool {
        self.pn == 0
    }

    /// Whether the attacker is known to fail.
    #[inline]
    pub const fn is_disproved(self) -> bool {
        self.dn == 0
    }

    /// Whether either is known.
    #[inline]
    pub const fn is_solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// `pn == 0 ⇔ dn == ∞` and `dn == 0 ⇔ pn == ∞`: holds for every pair the searches produce.
    pub const fn is_consistent(self) -> bool {
        (self.pn == 0) == (self.dn == INFINITY) && (self.dn == 0) == (self.pn == INFINITY)
    }

    /// The numbers as (φ, δ), seen by `side`: φ is what it needs to reach *its* aim, δ what the other
    /// side needs. Applied to a node with the side to move there, and to its children with that same
    /// side, it makes one set of formulas serve OR and AND nodes: φ = min φ(child), δ = Σ δ(child).
    #[inline]
    pub const fn seen_by(self, side: Side) -> (Number, Number) {
        match side {
            Side::Attacker => (self.pn, self.dn),
            Side::Defender => (self.dn, self.pn),
        }
    }

    /// The inverse of [`Numbers::seen_by`].
    #[inline]
    pub const fn from_view(phi: Number, delta: Number, side: Side) -> Numbers {
        match side {
            Side::Attacker => Numbers { pn: phi, dn: delta },
            Side::Defender => Numbers { pn: delta, dn: phi },
        }
    }
}

/// The largest finite number; sums stop there.
///
/// It also serves as the threshold of the root: an unsolved root that reaches it has *saturated* and
/// the verdict is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ceiling(Number);

impl Ceiling {
    /// As high as the type allows.
    pub const HIGHEST: Ceiling = Ceiling(INFINITY - 1);

    /// Finite numbers stop just below `infinity`. At least 2, so that an unsolved 1 stays below it.
    pub const fn below(infinity: Number) -> Ceiling {
        Ceiling(if infinity < 3 { 2 } else { infinity - 1 })
    }

    /// The largest finite number.
    #[inline]
    pub const fn get(self) -> Number {
        self.0
    }

    /// A finite, possibly too large sum brought under the ceiling.
    #[inline]
    pub fn clamp(self, sum: u64) -> Number {
        sum.min(self.0 as u64) as Number
    }

    /// A first estimate brought into the range of unsolved numbers.
    #[inline]
    pub fn clamp_estimate(self, numbers: Numbers) -> Numbers {
        // Not `clamp`, which asks whether there is a range: the ceiling is at least 2.
        Numbers { pn: numbers.pn.max(1).min(self.0), dn: numbers.dn.max(1).min(self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_pairs_are_consistent_and_finite_ones_are_not_solved() {
        for n in [Numbers::UNIT, Numbers::PROVED, Numbers::DISPROVED, Numbers::new(7, 3)] {
            assert!(n.is_consistent());
        }
        assert!(!Numbers::new(0, 3).is_consistent());
        assert!(!Numbers::new(INFINITY, 3).is_consistent());
        assert!(!Numbers::UNIT.is_solved());
    }

    #[test]
    fn a_view_and_its_inverse_cancel() {
        let n = Numbers::new(4, 9);
        for side in [Side::Attacker, Side::Defender] {
            let (phi, delta) = n.seen_by(side);
            assert_eq!(Numbers::from_view(phi, delta, side), n);
        }
        assert_eq!(n.seen_by(Side::Defender), (9, 4));
    }

    #[test]
    fn sums_stop_below_infinity() {
        assert_eq!(Ceiling::HIGHEST.clamp(u64::MAX), INFINITY - 1);
        assert_eq!(Ceiling::below(1000).clamp(5000), 999);
        assert_eq!(Ceiling::below(0).get(), 2);
        assert_eq!(Ceiling::below(10).clamp_estimate(Numbers::new(0, 50)), Numbers::new(1, 9));
    }
}
