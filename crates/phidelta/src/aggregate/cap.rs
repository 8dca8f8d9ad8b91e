//! A cap on sums: no more open leaves than the work below a position can have left.
//!
//! Idea: δ is to say how many open leaves the opponent must win at least. A search of *w* nodes leaves at
//! most some *N·w* of them open, N being what the moves of one position come to. A sum beyond that counts
//! positions more than once; where lines merge again and again it grows exponentially with the depth, drowns
//! what is true in it, and in the end reaches the ceiling, where a search must give up (a mate of 695 plies
//! after 218,534 nodes). So a sum counts up to the cap; what lies beyond counts as in weak numbers: the
//! hardest child, and a unit for each other.
//!
//! Source: the project's own. KomoringHeights takes the largest instead of the sum where numbers come near
//! its infinity; here the work says much earlier what can be true.
//! Invariants: never above the aggregate that is capped; never below the smaller of it and weak numbers; no
//! cap, no change.

use super::{Aggregate, Share, Tally};
use crate::number::{Ceiling, Number};

/// A cap stays this many times below the ceiling: weak numbers grow on from there by single units, so that
/// no search comes near it.
const BELOW_CEILING: Number = 16;

/// What δ of one position may come to as a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cap(u64);

impl Cap {
    /// The cap of a position below which `work` nodes were searched, with `leaves` for each of them and for
    /// the next one; `None` for no cap.
    #[inline]
    pub(crate) fn of(leaves: Option<Number>, work: u64, ceiling: Ceiling) -> Cap {
        let Some(leaves) = leaves else { return Cap(u64::MAX) };
        let most = u64::from(ceiling.get() / BELOW_CEILING);
        Cap(u64::from(leaves).saturating_mul(work.saturating_add(1)).min(most))
    }

    /// δ of a position that is not solved, which is `delta` by its aggregate.
    #[inline]
    pub(crate) fn delta(self, delta: Number, tally: &Tally, unit: Number, ceiling: Ceiling) -> Number {
        if u64::from(delta) <= self.0 {
            return delta;
        }
        let weak = Aggregate::Weak.delta(tally, unit, ceiling);
        delta.min(weak.max(self.0 as Number))
    }

    /// [`Aggregate::rest`] for a parent that is left at `limit`: beyond the cap both the sum and weak numbers
    /// must get there.
    #[inline]
    pub(crate) fn rest(
        self,
        limit: Number,
        aggregate: Aggregate,
        tally: &Tally,
        child: Share,
        unit: Number,
    ) -> i64 {
        let rest = aggregate.rest(tally, child, unit);
        if u64::from(limit) <= self.0 {
            return rest;
        }
        rest.min(Aggregate::Weak.rest(tally, child, unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_CEILING: Ceiling = Ceiling::HIGHEST;

    #[test]
    fn a_sum_counts_as_far_as_the_work_can_account_for_it() {
        let tally =
            Tally::of(Aggregate::Sum, [(3, 50), (4, 70), (5, 60)].map(|(p, d)| Share::new(p, d)).into_iter());
        let delta = |leaves, work| {
            let sum = Aggregate::Sum.delta(&tally, 2, NO_CEILING);
            Cap::of(leaves, work, NO_CEILING).delta(sum, &tally, 2, NO_CEILING)
        };
        assert_eq!(delta(None, 0), 180, "no cap");
        assert_eq!(delta(Some(64), 2), 180, "three nodes can leave 192");
        assert_eq!(delta(Some(64), 1), 128, "two cannot leave more than 128");
        assert_eq!(delta(Some(8), 1), 74, "the hardest child and a unit for each other");
    }

    /// While the chosen child stays below its limit, the parent stays below its own; there it leaves.
    #[test]
    fn limits_are_tight() {
        let mut rng = fastrand::Rng::with_seed(17);
        for _ in 0..10_000 {
            let mut shares: Vec<Share> =
                (0..rng.usize(1..6)).map(|_| Share::new(1, rng.u32(1..50))).collect();
            let (leaves, work, unit) = (Some(rng.u32(1..40)), rng.u64(0..8), rng.u32(1..3));
            let cap = Cap::of(leaves, work, NO_CEILING);
            let delta = |shares: &[Share]| {
                let tally = Tally::of(Aggregate::Sum, shares.iter().copied());
                let sum = Aggregate::Sum.delta(&tally, unit, NO_CEILING);
                (cap.delta(sum, &tally, unit, NO_CEILING), sum, tally)
            };
            let (now, sum, tally) = delta(&shares);
            let weak = Aggregate::Weak.delta(&tally, unit, NO_CEILING);
            assert!(now <= sum && now >= sum.min(weak));
            let limit = now + rng.u32(1..100);
            let rest = cap.rest(limit, Aggregate::Sum, &tally, shares[0], unit);
            let room = i64::from(limit) - rest;
            assert!(room > i64::from(shares[0].delta), "a child that is entered may grow");
            shares[0].delta = room as u32 - 1;
            assert!(delta(&shares).0 < limit);
            shares[0].delta = room as u32;
            assert!(delta(&shares).0 >= limit, "{shares:?} {cap:?} {limit}");
        }
    }

    #[test]
    fn it_stays_far_below_the_ceiling() {
        let cap = Cap::of(Some(64), u64::MAX, Ceiling::below(1_600));
        assert_eq!(cap, Cap(99));
    }
}
