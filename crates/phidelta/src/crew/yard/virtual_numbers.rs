//! What a node's numbers would be if all work in progress succeeded.
//!
//! Idea: a leaf in work is shown as solved, for the side it favours. The next worker then asks what else is
//! needed, and parts from the others at the right height of the tree.
//!
//! Source: virtual wins and losses of job-level proof-number search (Wu et al. 2011) and of SPDFPN (Pawlewicz and
//! Hayward 2013). What differs: they are a type of their own that never becomes [`Numbers`], so that
//! nothing virtual is ever stored or believed. The tree of `phidelta-cluster`, which gives jobs to other machines, has the
//! same numbers.
//! Invariant: without work in progress they are the numbers.

use crate::aggregate::{Aggregate, Share, Tally};
use crate::game::Side;
use crate::number::{Ceiling, INFINITY, Number, Numbers};

/// Numbers that rest on hope: what a node's would be if all work in progress succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Virtual(Numbers);

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
    pub fn tally(&self, children: impl Iterator<Item = Numbers>, side: Side) -> Tally {
        let shares = children.map(|numbers| {
            let (phi, delta) = numbers.seen_by(side);
            Share { phi, delta, marked: false, old: false }
        });
        Tally::of(self.aggregate, shares)
    }

    /// The numbers of a node from its children's.
    pub fn numbers(&self, children: impl Iterator<Item = Numbers>, side: Side, unit: Number) -> Numbers {
        let (phi, delta) = self.tally(children, side).numbers(self.aggregate, unit, self.ceiling);
        Numbers::from_view(phi, delta, side)
    }
}

impl Virtual {
    /// Where nobody works.
    pub fn of(numbers: Numbers) -> Virtual {
        Virtual(numbers)
    }

    /// Where somebody does: as if he had solved it, for the side for which that is easier.
    pub fn in_work(numbers: Numbers) -> Virtual {
        Virtual(if numbers.pn <= numbers.dn { Numbers::PROVED } else { Numbers::DISPROVED })
    }

    /// The same without hope: as if the work had brought nothing but more to do, half as much again. Where jobs
    /// seldom solve their leaf, as on other machines, this is nearer to what comes of them.
    pub fn harder(numbers: Numbers) -> Virtual {
        let more = |number: Number| number.saturating_add(number / 2).saturating_add(1).min(INFINITY - 1);
        let grown = |number: Number| if number == 0 || number == INFINITY { number } else { more(number) };
        Virtual(Numbers { pn: grown(numbers.pn), dn: grown(numbers.dn) })
    }

    /// Whether there would be nothing left to do.
    pub fn is_solved(self) -> bool {
        self.0.is_solved()
    }

    /// What a side would still have to do.
    pub fn seen_by(self, side: Side) -> (Number, Number) {
        self.0.seen_by(side)
    }

    /// What children make of their parent, at which one more branch costs `unit` in weak numbers; and which of
    /// them would come next.
    pub fn combined(
        children: impl Iterator<Item = Virtual>,
        side: Side,
        unit: Number,
        policy: Policy,
    ) -> (Virtual, usize) {
        let tally = policy.tally(children.map(|child| child.0), side);
        let (phi, delta) = tally.numbers(policy.aggregate, unit, policy.ceiling);
        (Virtual(Numbers::from_view(phi, delta, side)), tally.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_hope_there_is_more_to_do_but_nothing_is_solved() {
        assert_eq!(Virtual::harder(Numbers::new(4, 1)), Virtual::of(Numbers::new(7, 2)));
        assert!(!Virtual::harder(Numbers::new(INFINITY - 1, INFINITY - 1)).is_solved());
        assert_eq!(Virtual::harder(Numbers::PROVED), Virtual::of(Numbers::PROVED));
    }

    #[test]
    fn hope_is_for_the_side_that_is_nearer_to_its_end() {
        assert_eq!(Virtual::in_work(Numbers::new(3, 4)), Virtual::of(Numbers::PROVED));
        assert_eq!(Virtual::in_work(Numbers::new(4, 3)), Virtual::of(Numbers::DISPROVED));
        let policy = Policy { aggregate: Aggregate::Sum, ceiling: Ceiling::HIGHEST };
        let children = [Virtual::of(Numbers::new(2, 3)), Virtual::in_work(Numbers::new(1, 5))];
        let (defender, best) = Virtual::combined(children.into_iter(), Side::Defender, 1, policy);
        assert_eq!((defender, best), (Virtual::of(Numbers::new(2, 3)), 0), "the other is as good as proved");
        assert!(Virtual::combined(children.into_iter(), Side::Attacker, 1, policy).0.is_solved());
    }
}
