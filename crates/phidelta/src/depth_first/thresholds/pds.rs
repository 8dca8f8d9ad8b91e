//! PDS: a position is left only when both numbers have reached their thresholds.
//!
//! Idea: the forerunner of df-pn. A child is entered with thresholds one above its own numbers on one
//! side: on the side that is easier for it, as long as the parent's threshold on that side is not yet
//! reached. Which child: all children up to the *level* the parent has reached in φ count as equal,
//! and of those the one with the smallest δ is taken.
//!
//! Source: Nagai 1998, in the form of NegaPDS (Winands et al. 2002, appendix). What differs: numbers
//! that have reached the ceiling end the search as saturated instead of being raised in vain.
//! Invariant: right on every graph on which it ends; a child is never entered without room to grow.

use super::{Choice, ChoiceContext};
use crate::number::{Ceiling, Number, Numbers};
use crate::verdict::Reason;

pub(super) fn next(limits: Numbers, numbers: Numbers, ceiling: Ceiling) -> Result<Numbers, Reason> {
    let Numbers { pn, dn } = numbers;
    Ok(if pn <= dn {
        Numbers::new(raised(pn, ceiling)?, limits.dn.max(dn))
    } else {
        Numbers::new(limits.pn.max(pn), raised(dn, ceiling)?)
    })
}

pub(super) fn choose<M>(context: ChoiceContext<'_, M>) -> Result<Choice, Reason> {
    let level = context.frame.level.max(context.phi);
    context.frame.level = level;
    let rank = |child: usize| {
        let (phi, delta) = context.seen(child);
        (if phi == 0 { 0 } else { phi.max(level) }, delta)
    };
    // min_by_key takes the first of equals.
    let child = (0..context.children.len()).min_by_key(|&child| rank(child)).unwrap_or(0);
    let (phi, delta) = context.seen(child);
    let raise_delta =
        context.frame.delta_limit > context.delta && (delta <= phi || context.frame.phi_limit <= context.phi);
    Ok(if raise_delta {
        Choice { child, phi_limit: phi, delta_limit: raised(delta, context.ceiling)? }
    } else {
        Choice { child, phi_limit: raised(phi, context.ceiling)?, delta_limit: delta }
    })
}

fn raised(number: Number, ceiling: Ceiling) -> Result<Number, Reason> {
    if number < ceiling.get() { Ok(number + 1) } else { Err(Reason::Saturated) }
}

#[cfg(test)]
mod tests {
    use super::super::super::frame::{Child, FREE, Frame, test_frame};
    use super::*;
    use crate::aggregate::{Aggregate, Cap, Share, Tally};
    use crate::game::Side;

    /// The choice at a frame with these thresholds, of children with these (φ, δ).
    fn chosen(limits: (Number, Number), children: &[(Number, Number)]) -> Result<Choice, Reason> {
        let mut frame = Frame { phi_limit: limits.0, delta_limit: limits.1, ..test_frame() };
        let ceiling = Ceiling::below(1000);
        let children: Vec<Child<usize>> = (children.iter().enumerate())
            .map(|(mv, &(phi, delta))| {
                let mut child = Child::new(0, mv, FREE, 0);
                child.set(Numbers::new(phi, delta), Side::Attacker, ceiling);
                child
            })
            .collect();
        let share =
            |child: &Child<usize>| Share { phi: child.phi, delta: child.delta, marked: false, old: false };
        let tally = Tally::of(Aggregate::Sum, children.iter().map(share));
        let (phi, delta) = tally.numbers(Aggregate::Sum, 1, ceiling);
        let aggregate = Aggregate::Sum;
        choose(ChoiceContext {
            frame: &mut frame,
            children: &children,
            tally: &tally,
            phi,
            delta,
            unit: 1,
            aggregate,
            cap: Cap::of(None, 0, ceiling),
            ceiling,
        })
    }

    #[test]
    fn the_side_that_is_easier_for_the_child_is_raised() {
        // δ is the smaller number, and there is room for it.
        let easy = chosen((5, 20), &[(4, 2), (7, 1)]).unwrap();
        assert_eq!(easy, Choice { child: 0, phi_limit: 4, delta_limit: 3 });
        // The frame's δ has reached its threshold: φ.
        let full = chosen((5, 3), &[(4, 2), (7, 1)]).unwrap();
        assert_eq!(full, Choice { child: 0, phi_limit: 5, delta_limit: 2 });
        // φ is the smaller one.
        let other = chosen((5, 20), &[(2, 9), (7, 1)]).unwrap();
        assert_eq!(other, Choice { child: 0, phi_limit: 3, delta_limit: 9 });
    }

    #[test]
    fn a_child_never_lacks_room_and_the_ceiling_ends_it() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let children: Vec<_> = (0..rng.usize(1..5)).map(|_| (rng.u32(1..9), rng.u32(1..9))).collect();
            let choice = chosen((rng.u32(1..30), rng.u32(1..30)), &children).unwrap();
            let (phi, delta) = children[choice.child];
            assert!((choice.phi_limit > phi) != (choice.delta_limit > delta), "{children:?} {choice:?}");
        }
        assert_eq!(chosen((5, 5), &[(999, 999)]), Err(Reason::Saturated));
    }

    #[test]
    fn the_root_is_raised_where_it_is_easier() {
        let ceiling = Ceiling::below(1000);
        assert_eq!(next(Numbers::new(1, 1), Numbers::new(3, 4), ceiling), Ok(Numbers::new(4, 4)));
        assert_eq!(next(Numbers::new(9, 1), Numbers::new(5, 2), ceiling), Ok(Numbers::new(9, 3)));
        assert_eq!(next(Numbers::new(1, 1), Numbers::new(999, 999), ceiling), Err(Reason::Saturated));
    }
}
