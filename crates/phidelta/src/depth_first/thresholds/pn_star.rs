//! PN*: iterative deepening on the proof number alone.
//!
//! Idea: ask whether the root can be proved with a proof number of at most 1, then 2, and so on. At an
//! OR node the same question is asked of the children, level by level; at an AND node the first
//! unsolved child, in move order, gets what the others leave of the budget. Nothing guides the search
//! towards a disproof: it is found when all alternatives are exhausted.
//!
//! Source: Seo 1995; Seo, Iida, Uiterwijk 2001. What differs: an OR node starts at the smallest number
//! the table knows for its children instead of at 1, which skips iterations that would find nothing.
//! A limit here is the first number that is too large, one above the paper's budget.
//! Invariant: n diamonds in a row are proved with budget n + 1.

use super::super::frame::Frame;
use super::{Choice, ChoiceContext};
use crate::aggregate::Share;
use crate::game::Side;
use crate::number::{Ceiling, Number, Numbers};
use crate::verdict::Reason;

pub(super) fn next(limits: Numbers, numbers: Numbers, ceiling: Ceiling) -> Result<Numbers, Reason> {
    let pn = limits.pn.max(numbers.pn);
    if pn < ceiling.get() { Ok(Numbers::new(pn + 1, limits.dn)) } else { Err(Reason::Saturated) }
}

#[inline]
pub(super) fn reached(frame: &Frame, phi: Number, delta: Number) -> bool {
    match frame.side {
        Side::Attacker => phi >= frame.phi_limit,
        Side::Defender => delta >= frame.delta_limit,
    }
}

pub(super) fn choose<M>(context: ChoiceContext<'_, M>, share: impl Fn(usize) -> Share) -> Choice {
    match context.frame.side {
        Side::Attacker => {
            let child = context.tally.best;
            let phi_limit = context.frame.phi_limit.min(context.phi + 1);
            Choice { child, phi_limit, delta_limit: context.ceiling.get() }
        }
        Side::Defender => {
            let unsolved = |&child: &usize| !context.children[child].is_solved();
            let child = (0..context.children.len()).find(unsolved).unwrap_or(0);
            let delta_limit = context.delta_room(child, share(child));
            Choice { child, phi_limit: context.ceiling.get(), delta_limit }
        }
    }
}
