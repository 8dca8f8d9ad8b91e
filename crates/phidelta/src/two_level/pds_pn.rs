//! PDS-PN: a depth-first search whose new positions are first looked at by a best-first search.
//!
//! Idea: PDS needs little memory but is slow, because it learns of ends only by entering them; PN is
//! quick but fills the memory. So PDS does the first level, and each position that is not in its table
//! is evaluated by a bounded PN search, of which only the numbers of its root are kept. The bound grows
//! with the table as in PN²: small while the table is nearly empty.
//!
//! Source: Winands, Uiterwijk, van den Herik 2002. What differs: the tree of the second level has an
//! arena of its own, and N of the growth function is what table and arena hold together. A result that
//! rests on a repetition is kept for its path only.
//! Invariant: a position is evaluated once a visit of its parent, even if the table loses the result.

use crate::algorithm::Algorithm;
use crate::best_first::{SecondLevel, TreeWalk};
use crate::depth_first::{Leaf, LeafSearch};
use crate::finding::Finding;
use crate::game::{Game, Question};
use crate::verdict::Reason;

/// The second level.
pub(crate) struct PnLeaves<M> {
    second: SecondLevel<M>,
    algorithm: Algorithm,
}

impl<M: Copy> PnLeaves<M> {
    /// With an arena of `bytes`; `None` if the system does not give them.
    pub(crate) fn new(algorithm: &Algorithm, bytes: u64) -> Option<PnLeaves<M>> {
        Some(PnLeaves { second: SecondLevel::new(bytes)?, algorithm: *algorithm })
    }

    /// Bytes of the arena.
    pub(crate) fn bytes(&self) -> u64 {
        self.second.bytes()
    }
}

impl<G: Game> LeafSearch<G> for PnLeaves<G::Move> {
    fn evaluate(&mut self, leaf: Leaf<'_, '_, G>) -> Result<Finding, Reason> {
        let (first, room) = (leaf.table.entries(), self.second.capacity());
        let budget = self.algorithm.growth.budget(first, leaf.table.capacity() + room).min(room);
        let plies = leaf.game.plies();
        let mut run = TreeWalk {
            question: Question::of(&*leaf.game),
            game: leaf.game,
            path: leaf.path,
            monitor: leaf.monitor,
            stats: leaf.stats,
            table: None,
            algorithm: &self.algorithm,
            outer: Some((leaf.root, leaf.table.used())),
            outer_plies: plies,
        };
        self.second.evaluate(budget, &mut run)
    }
}
