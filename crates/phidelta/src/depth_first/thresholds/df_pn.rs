//! df-pn: stay with the best child until it is no longer the best, or until the parent is done.
//!
//! Idea: the most-proving leaf lies below the child with the smallest φ. Its φ may grow past that of
//! the second best child by no more than one, and its δ by what the parent's threshold leaves. On a
//! tree this expands the leaves in the order of best-first PN search.
//!
//! Source: Nagai 1999, 2002. The 1+ε trick (Pawlewicz and Lew 2007) lets the child's φ grow past the
//! second best by a factor instead, so that the search changes its mind, and loses what the table
//! forgot, less often. What differs: the room for δ is what the aggregate says ([`super::super`]).
//! Invariant: on a tree, with ε = 0, the order of expanded leaves equals that of PN.

use super::{Choice, ChoiceContext};
use crate::aggregate::Share;
use crate::number::{INFINITY, Number};

#[inline]
pub(super) fn choose<M>(
    context: ChoiceContext<'_, M>,
    epsilon: f64,
    share: impl Fn(usize) -> Share,
) -> Choice {
    let child = context.tally.best;
    let phi_limit = context.frame.phi_limit.min(widened(context.tally.second, epsilon));
    Choice { child, phi_limit, delta_limit: context.delta_room(child, share(child)) }
}

/// The φ at which the best child is left for the second best.
#[inline]
pub(in super::super) fn widened(second: Number, epsilon: f64) -> Number {
    if second == INFINITY {
        return INFINITY;
    }
    let next = second.saturating_add(1);
    if epsilon == 0.0 {
        return next;
    }
    // `as` saturates: a huge product stays below infinity by the min().
    next.max((f64::from(second) * (1.0 + epsilon)) as Number).min(INFINITY - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_one_more_or_a_factor_more() {
        assert_eq!(widened(3, 0.0), 4);
        assert_eq!(widened(3, 0.25), 4);
        assert_eq!(widened(100, 0.25), 125);
        assert_eq!(widened(INFINITY, 0.25), INFINITY);
        assert_eq!(widened(INFINITY - 2, 1.0), INFINITY - 1);
    }
}
