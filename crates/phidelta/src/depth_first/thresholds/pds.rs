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

use super::{Choice, Scene};
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

pub(super) fn choose<M>(scene: Scene<'_, M>) -> Result<Choice, Reason> {
    let level = scene.frame.level.max(scene.phi);
    scene.frame.level = level;
    let rank = |child: usize| {
        let (phi, delta) = scene.seen(child);
        (if phi == 0 { 0 } else { phi.max(level) }, delta)
    };
    // min_by_key takes the first of equals.
    let child = (0..scene.children.len()).min_by_key(|&child| rank(child)).unwrap_or(0);
    let (phi, delta) = scene.seen(child);
    let raise_delta =
        scene.frame.delta_limit > scene.delta && (delta <= phi || scene.frame.phi_limit <= scene.phi);
    Ok(if raise_delta {
        Choice { child, phi_limit: phi, delta_limit: raised(delta, scene.ceiling)? }
    } else {
        Choice { child, phi_limit: raised(phi, scene.ceiling)?, delta_limit: delta }
    })
}

fn raised(number: Number, ceiling: Ceiling) -> Result<Number, Reason> {
    if number < ceiling.get() { Ok(number + 1) } else { Err(Reason::Saturated) }
}
