//! A game by its rules alone, without the strengths it adds and the promises it makes.

use phidelta::{Game, Number, Numbers, Wrapper};

/// A game of which the search knows the rules and nothing else: it looks for repetitions, has no hints, no
/// order of moves, no stocks, no groups.
#[derive(Clone, Debug)]
pub struct Bare<G>(pub G);

impl<G: Game> Wrapper for Bare<G> {
    type Inner = G;

    const SEES_THROUGH: bool = true;
    const ACYCLIC: bool = false;
    const HINTS: bool = false;
    const HINTS_TELL_ENDS: bool = false;
    const ORDERED: bool = false;
    const WAITING_MOVES: bool = false;
    const RESOURCES: bool = false;
    const SHARED_NUMBERS: bool = false;
    const RELATED_QUESTION: bool = false;

    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }

    #[inline]
    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }

    fn estimate(&self) -> Numbers {
        Numbers::UNIT
    }

    fn edge_cost(&self, _mv: G::Move) -> Numbers {
        Numbers::new(0, 0)
    }

    fn average_estimate(&self) -> Number {
        1
    }

    fn shortcut(&mut self) -> Option<phidelta::Shortcut> {
        None
    }

    fn plies_left(&self) -> Option<u32> {
        None
    }

    fn stock(&self) -> phidelta::Stock {
        0
    }
}
