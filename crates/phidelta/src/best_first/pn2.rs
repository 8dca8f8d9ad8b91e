//! PN²: a proof-number search whose leaves are evaluated by a second proof-number search.
//!
//! Idea: a tree that fills the memory ends plain PN. PN² throws most of it away as it goes: at each
//! selected leaf a second search grows a tree of bounded size, of which only the children of its root
//! are kept, with the numbers found. The bound grows with the first tree ([`crate::Growth`]): small
//! at first, when much is still to be learned, and up to the size of the first tree later.
//!
//! Source: Allis 1994; Breuker, Uiterwijk, van den Herik 2001 (growth function). What differs: both
//! levels live in one arena. The second search grows its tree in place, below the first level's leaf,
//! and is then cut back to the leaf's children, so that nothing is copied and the memory is split
//! as the formula has it: x nodes of the first level leave N − x for the second, N = capacity. Leaves
//! kept from a second level were tested when that generated them and are not tested again.
//!
//! PDS-PN evaluates positions of its depth-first level by the same bounded search, in an arena of its
//! own: [`SecondLevel`].
//!
//! Invariants: after each expansion the first level's tree is stored and nothing else; a second search
//! stores at most its budget and the children of one expansion more; the leaf is always expanded.

use super::pn::{Expander, Plain, grow};
use super::tree::{NodeId, Tree};
use super::tree_walk::TreeWalk;
use crate::algorithm::Evaluation;
use crate::finding::Finding;
use crate::game::Game;
use crate::history::Depth;
use crate::observer::Event;
use crate::verdict::Reason;

/// Looks at a leaf of the first level by a search in place.
#[derive(Debug)]
pub(crate) struct Squared<M> {
    plain: Plain<M>,
}

impl<M: Copy> Squared<M> {
    pub(crate) fn new() -> Squared<M> {
        Squared { plain: Plain::new(Evaluation::Immediate) }
    }
}

impl<G: Game> Expander<G> for Squared<G::Move> {
    fn evaluation(&self) -> Evaluation {
        Evaluation::Immediate
    }

    fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        leaf: NodeId,
        _repeated: Option<Depth>,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<(), Reason> {
        let stored = tree.stored();
        let budget = run.algorithm.growth.budget(stored, tree.capacity());
        let before = tree.finding(leaf);
        // The leaf belongs to both levels.
        if let Err(reason) = bounded(tree, leaf, stored - 1 + budget, &mut self.plain, run) {
            if run.monitor.keeps(reason) {
                // What is left will be written down: the first level's tree, as it was.
                tree.strip(leaf);
                tree.set(leaf, before);
            }
            return Err(reason);
        }
        tree.strip_children(leaf);
        Ok(())
    }
}

/// Grows until there are more than `room` nodes. What would end a search by itself only ends this
/// level, if there is something to show for it: the level above decides what that means.
fn bounded<G: Game>(
    tree: &mut Tree<G::Move>,
    root: NodeId,
    room: u64,
    plain: &mut Plain<G::Move>,
    run: &mut TreeWalk<'_, '_, G>,
) -> Result<(), Reason> {
    match grow(tree, root, room, plain, run) {
        Err(Reason::MemoryFull | Reason::Saturated) if !tree.is_leaf(root) => Ok(()),
        ended => ended,
    }
}

/// A bounded PN search that evaluates single positions for a search above it.
#[derive(Debug)]
pub(crate) struct SecondLevel<M> {
    tree: Tree<M>,
    plain: Plain<M>,
}

impl<M: Copy> SecondLevel<M> {
    /// With an arena of `bytes`, which all evaluations use in turn; `None` if the system does not give
    /// them.
    pub(crate) fn new(bytes: u64) -> Option<SecondLevel<M>> {
        Some(SecondLevel { tree: Tree::new(bytes)?, plain: Plain::new(Evaluation::Immediate) })
    }

    /// Nodes the arena can hold.
    pub(crate) fn capacity(&self) -> u64 {
        self.tree.capacity()
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        self.tree.bytes()
    }

    /// Searches the present position, storing hardly more than `budget` nodes.
    ///
    /// The position is not on the path yet, which holds those above it (acyclic games need none). It is
    /// counted here, as a node and as generated. A dependency is a depth of that path.
    pub(crate) fn evaluate<G: Game<Move = M>>(
        &mut self,
        budget: u64,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<Finding, Reason> {
        run.enter(&self.tree)?;
        run.stats.counted += 1;
        if let Some(finding) = run.look() {
            run.trace(Event::End, finding.numbers);
            return Ok(finding);
        }
        let first = Finding::open(self.plain.estimate(run));
        run.monitor.grant()?;
        let root = self.tree.plant(first).ok_or(Reason::MemoryFull)?;
        if !G::ACYCLIC {
            run.path.push_position(&*run.game, run.key());
        }
        let ended = bounded(&mut self.tree, root, budget, &mut self.plain, run);
        if !G::ACYCLIC {
            run.path.pop();
        }
        ended.map(|()| self.tree.finding(root))
    }
}
