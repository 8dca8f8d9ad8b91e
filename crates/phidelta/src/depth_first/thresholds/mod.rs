//! When the search leaves a position, and which child it enters with which thresholds.
//!
//! This is all in which df-pn, PDS and PN* differ. Each is one file.

mod df_pn;
mod pds;
mod pn_star;

pub(super) use df_pn::widened;

use super::frame::{Child, Frame};
use crate::aggregate::{Aggregate, Cap, Share, Tally};
use crate::number::{Ceiling, Number, Numbers};
use crate::verdict::Reason;

/// A discipline of thresholds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Thresholds {
    /// Leave when one number has reached its threshold.
    DfPn {
        /// ε of the 1+ε trick.
        epsilon: f64,
    },
    /// Leave when both have.
    Pds,
    /// Proof numbers only.
    PnStar,
}

/// A child to enter, with its thresholds seen by the side to move at the parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) child: usize,
    pub(super) phi_limit: Number,
    pub(super) delta_limit: Number,
}

/// What a choice is made from.
pub(super) struct ChoiceContext<'s, M> {
    pub(super) frame: &'s mut Frame,
    pub(super) children: &'s [Child<M>],
    pub(super) tally: &'s Tally,
    /// (φ, δ) of the frame.
    pub(super) phi: Number,
    pub(super) delta: Number,
    /// The price of one more branch in weak numbers.
    pub(super) unit: Number,
    pub(super) aggregate: Aggregate,
    pub(super) cap: Cap,
    pub(super) ceiling: Ceiling,
}

impl<M> ChoiceContext<'_, M> {
    /// A child's (φ, δ), seen by the side to move here.
    #[inline]
    fn seen(&self, child: usize) -> (Number, Number) {
        (self.children[child].phi, self.children[child].delta)
    }

    /// How far a child's δ may grow before the frame's reaches its threshold.
    #[inline(always)] // so that the tally stays in registers
    fn delta_room(&self, child: usize, share: Share) -> Number {
        let limit = self.frame.delta_limit;
        let rest = self.cap.rest(limit, self.aggregate, self.tally, share, self.unit);
        debug_assert!(i64::from(limit) - rest > i64::from(self.seen(child).1));
        (i64::from(limit) - rest).clamp(1, i64::from(self.ceiling.get())) as Number
    }
}

impl Thresholds {
    /// The thresholds a search starts with at its root.
    pub(super) fn first(self, ceiling: Ceiling) -> Numbers {
        match self {
            Thresholds::DfPn { .. } => Numbers::new(ceiling.get(), ceiling.get()),
            Thresholds::Pds => Numbers::new(1, 1),
            Thresholds::PnStar => Numbers::new(2, ceiling.get()),
        }
    }

    /// The next ones, after a visit of the root that ended with `numbers`.
    pub(super) fn next(self, limits: Numbers, numbers: Numbers, ceiling: Ceiling) -> Result<Numbers, Reason> {
        match self {
            // The first limits were the highest there are.
            Thresholds::DfPn { .. } => Err(Reason::Saturated),
            Thresholds::Pds => pds::next(limits, numbers, ceiling),
            Thresholds::PnStar => pn_star::next(limits, numbers, ceiling),
        }
    }

    /// Whether an unsolved position is left.
    #[inline]
    pub(super) fn reached(self, frame: &Frame, phi: Number, delta: Number) -> bool {
        match self {
            Thresholds::DfPn { .. } => phi >= frame.phi_limit || delta >= frame.delta_limit,
            Thresholds::Pds => phi >= frame.phi_limit && delta >= frame.delta_limit,
            Thresholds::PnStar => pn_star::reached(frame, phi, delta),
        }
    }

    /// The child to enter. `share` tells what a child contributes.
    #[inline]
    pub(super) fn choose<M>(
        self,
        context: ChoiceContext<'_, M>,
        share: impl Fn(usize) -> Share,
    ) -> Result<Choice, Reason> {
        match self {
            Thresholds::DfPn { epsilon } => Ok(df_pn::choose(context, epsilon, share)),
            Thresholds::Pds => pds::choose(context),
            Thresholds::PnStar => Ok(pn_star::choose(context, share)),
        }
    }
}
