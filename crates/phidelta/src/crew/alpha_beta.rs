//! Alpha-beta as a worker's duty: all of them search the root, and put off what others are at.

use std::sync::Arc;

use super::body::Hands;
use crate::algorithm::Algorithm;
use crate::alpha_beta::Kept;
use crate::game::{Game, Stock};
use crate::number::Numbers;
use crate::table::Presence;
use crate::trail::Trail;
use crate::verdict::Reason;

/// An alpha-beta search and all it needs but the table.
#[derive(Debug)]
pub(super) struct AlphaBeta<G: Game> {
    /// At the root, or at the end of `line`.
    game: G,
    line: Vec<G::Move>,
    kept: Kept<G::Move>,
    presence: Option<Arc<Presence>>,
}

impl<G: Game> AlphaBeta<G> {
    /// A search of the game's present position with a stack of at most so many bytes.
    pub(super) fn new(game: G, algorithm: &Algorithm, stack: u64) -> AlphaBeta<G> {
        let kept = Kept::new(&game, algorithm, stack);
        AlphaBeta { game, line: Vec::new(), kept, presence: None }
    }

    /// The others join.
    pub(super) fn join(&mut self, presence: &Arc<Presence>) {
        self.kept.announce(presence);
        self.presence = Some(Arc::clone(presence));
    }

    /// Goes on for about so many nodes; `Some` when the search has ended.
    pub(super) fn stretch(
        &mut self,
        nodes: u64,
        hands: &mut Hands<'_, '_, G>,
    ) -> Option<Result<Numbers, Reason>> {
        let AlphaBeta { game, line, kept, presence } = self;
        let hands = (&mut *hands.table, &mut *hands.monitor, &mut *hands.stats);
        kept.stretch((game, line), hands, presence.as_deref(), nodes)
    }

    /// The stock at the root.
    pub(super) fn stock(&mut self) -> Stock {
        drop(Trail::resume(&mut self.game, &mut self.line, 0));
        self.game.stock()
    }
}
