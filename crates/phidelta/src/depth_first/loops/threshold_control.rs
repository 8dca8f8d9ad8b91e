//! TCA, the threshold controlling algorithm: numbers stay as they are, thresholds are raised.
//!
//! Idea: a loop shows in that a position is left at once each time, because its number has already
//! reached the threshold. At a position with an old child the thresholds are therefore lifted just
//! above the numbers, and so below it, until a leaf is expanded or a repetition is found. Either is
//! progress.
//!
//! Source: Kishimoto 2010. The flag is handed down by value and cleared at the first leaf; thresholds
//! are raised once a visit and stay raised for the rest of it.
//! Invariant: on the loop of Figure 1 there, the proof is found with every aggregate.

use super::super::frame::Frame;
use crate::number::{Ceiling, Number};

/// Raises the thresholds of a frame that is entered, if it has an old child or stands below one.
#[inline]
pub(in super::super) fn raise(
    frame: &mut Frame,
    has_old: bool,
    phi: Number,
    delta: Number,
    ceiling: Ceiling,
) {
    frame.raising |= has_old;
    if frame.first_time && frame.raising {
        frame.phi_limit = frame.phi_limit.max(phi.saturating_add(1)).min(ceiling.get());
        frame.delta_limit = frame.delta_limit.max(delta.saturating_add(1)).min(ceiling.get());
    }
}
