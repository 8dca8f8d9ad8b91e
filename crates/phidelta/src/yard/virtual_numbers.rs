//! What a node's numbers look like while others work below it.
//!
//! Idea: a leaf in work is shown as if the work had brought nothing but more to do, half as much again. The next worker
//! then goes where one would look in that case, and parts from the others at the right height of the tree.
//!
//! Source: virtual wins and losses of job-level proof-number search (Wu et al. 2011) and of SPDFPN (Pawlewicz and
//! Hayward 2013). What differs: they show a leaf in work as solved, for the side it favours; most jobs solve nothing, and
//! with many of them out that is half as many jobs again (docs/measurements/cluster.md). And they are a type of their
//! own that never becomes [`Numbers`], so that nothing virtual is ever stored or believed.
//! Invariants: without work in progress they are the numbers; they are solved where the numbers are.

use crate::aggregate::{Aggregate, Share, Tally};
use crate::game::Side;
use crate::number::{Ceiling, INFINITY, Number, Numbers};

/// Numbers that expect no good: what a node's would be if all work in progress found only more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Virtual(Numbers);

/// How children combine.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// What several of them cost together.
    pub aggregate: Aggregate,
    /// The largest number below infinity.
    pub ceiling: Ceiling,
}

impl Policy {
    /// What children make of their parent.
    pub(super) fn tally(&self, children: impl Iterator<Item = Numbers>, side: Side) -> Tally {
        let shares = children.map(|numbers| {
            let (phi, delta) = numbers.seen_by(side);
            Share { phi, delta, marked: false, old: false }
        });
        Tally::of(self.aggregate, shares)
    }

    /// What is searched first of some children: that with the smallest rank.
    pub(super) fn rank(&self, shown: Virtual, side: Side) -> (Number, Number) {
        let (phi, delta) = shown.0.seen_by(side);
        (phi, if self.aggregate.breaks_ties_by_delta() { delta } else { 0 })
    }

    /// The numbers of a node from its children's.
    pub(super) fn numbers(
        &self,
        children: impl Iterator<Item = Numbers>,
        side: Side,
        unit: Number,
    ) -> Numbers {
        let (phi, delta) = self.tally(children, side).numbers(self.aggregate, unit, self.ceiling);
        Numbers::from_view(phi, delta, side)
    }
}

impl Virtual {
    /// Where nobody works.
    pub(super) fn of(numbers: Numbers) -> Virtual {
        Virtual(numbers)
    }

    /// Where somebody does: half as much again to do, and one more.
    pub(super) fn in_work(numbers: Numbers) -> Virtual {
        let more = |number: Number| number.saturating_add(number / 2).saturating_add(1).min(INFINITY - 1);
        let grown = |number: Number| if number == 0 || number == INFINITY { number } else { more(number) };
        Virtual(Numbers { pn: grown(numbers.pn), dn: grown(numbers.dn) })
    }

    /// What children make of their parent, at which one more branch costs `unit` in weak numbers.
    pub(super) fn combined(
        children: impl Iterator<Item = Virtual>,
        side: Side,
        unit: Number,
        policy: Policy,
    ) -> Virtual {
        Virtual(policy.numbers(children.map(|child| child.0), side, unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_more_to_do_but_nothing_is_solved() {
        assert_eq!(Virtual::in_work(Numbers::new(4, 1)), Virtual::of(Numbers::new(7, 2)));
        assert!(!Virtual::in_work(Numbers::new(INFINITY - 1, INFINITY - 1)).0.is_solved());
        assert_eq!(Virtual::in_work(Numbers::PROVED), Virtual::of(Numbers::PROVED));
    }

    #[test]
    fn what_is_shown_combines_like_numbers() {
        let policy = Policy { aggregate: Aggregate::Sum, ceiling: Ceiling::HIGHEST };
        let children = [Virtual::of(Numbers::new(3, 3)), Virtual::in_work(Numbers::new(2, 5))];
        let shown = |side| Virtual::combined(children.into_iter(), side, 1, policy);
        assert_eq!(shown(Side::Defender), Virtual::of(Numbers::new(7, 3)));
        assert_eq!(shown(Side::Attacker), Virtual::of(Numbers::new(3, 11)));
        let ranks = children.map(|child| policy.rank(child, Side::Attacker));
        assert_eq!(ranks, [(3, 0), (4, 0)], "the one in work was the better");
    }
}
