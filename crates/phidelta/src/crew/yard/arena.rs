//! The memory of the yard's tree: an arena that is allocated once and never grows.
//!
//! Like `best_first/tree.rs`, with what a tree without a game needs beyond that: who moves, which position it is,
//! how deep, and who works there.
//!
//! Invariants: stored nodes are exactly those that can be reached from the root; what is freed is used again.

use super::virtual_numbers::Virtual;
use crate::depth_first::Branch;
use crate::finding::Finding;
use crate::game::{Key, Side, Stock};
use crate::number::{Number, Numbers};

/// A node's place in the arena.
pub(super) type NodeId = u32;

/// No node.
const NONE: NodeId = NodeId::MAX;

/// The root's place.
pub(super) const ROOT: NodeId = 0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: NodeId,
    next: NodeId,
    first: NodeId,
    last: NodeId,
    pub(super) key: Key,
    pub(super) finding: Finding,
    pub(super) virtual_: Virtual,
    /// Nodes of the jobs at and below it.
    pub(super) work: u64,
    pub(super) stock: Stock,
    /// Plies from the root.
    pub(super) depth: u32,
    /// Who moves, and what one more branch costs: known of inner nodes.
    pub(super) side: Side,
    pub(super) unit: Number,
    /// A leaf in work, or one whose position is.
    pub(super) busy: bool,
    /// A leaf of which a job can find no more.
    pub(super) stuck: bool,
    /// There is work to be had at it or below.
    pub(super) free: bool,
}

impl Node {
    fn new(parent: NodeId, depth: u32, finding: Finding, key: Key, stock: Stock) -> Node {
        Node {
            parent,
            next: NONE,
            first: NONE,
            last: NONE,
            key,
            finding,
            virtual_: Virtual::of(finding.numbers),
            work: 0,
            stock,
            depth,
            side: Side::Attacker,
            unit: 1,
            busy: false,
            stuck: false,
            free: !finding.numbers.is_solved(),
        }
    }
}

/// The nodes.
#[derive(Debug)]
pub(super) struct Arena<M> {
    nodes: Vec<Node>,
    /// The moves of all nodes but the root.
    moves: Vec<M>,
    capacity: usize,
    /// Freed nodes, linked by `next`.
    free: NodeId,
    stored: usize,
}

impl<M: Copy> Arena<M> {
    /// An arena of at most `bytes` with an unsolved root, or `None` if the system does not give them.
    pub(super) fn new(bytes: u64, key: Key, stock: Stock) -> Option<Arena<M>> {
        let node_bytes = (size_of::<Node>() + size_of::<M>()) as u64;
        let capacity = (bytes / node_bytes).clamp(1, u64::from(NONE)) as usize;
        let (mut nodes, mut moves) = (Vec::new(), Vec::new());
        nodes.try_reserve_exact(capacity).ok()?;
        moves.try_reserve_exact(capacity).ok()?;
        nodes.push(Node::new(NONE, 0, Finding::open(Numbers::UNIT), key, stock));
        Some(Arena { nodes, moves, capacity, free: NONE, stored: 1 })
    }

    /// Share of the places in use, 0 to 1.
    pub(super) fn used(&self) -> f64 {
        self.stored as f64 / self.capacity as f64
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Whether a node has no children.
    pub(super) fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).first == NONE
    }

    /// The children in move order.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        let some = |id: NodeId| (id != NONE).then_some(id);
        std::iter::successors(some(self.node(id).first), move |&child| some(self.node(child).next))
    }

    /// The moves from the root to a node.
    pub(super) fn line_to(&self, mut id: NodeId) -> Vec<M> {
        let mut line = Vec::with_capacity(self.node(id).depth as usize);
        while id != ROOT {
            line.push(self.moves[id as usize - 1]);
            id = self.node(id).parent;
        }
        line.reverse();
        line
    }

    /// Whether a node stands below another.
    pub(super) fn is_below(&self, mut id: NodeId, above: NodeId) -> bool {
        while id != ROOT {
            id = self.node(id).parent;
            if id == above {
                return true;
            }
        }
        false
    }

    /// Counts nodes of a job at a node and at all above it.
    pub(super) fn add_work(&mut self, mut id: NodeId, nodes: u64) {
        while id != NONE {
            let node = self.node_mut(id);
            node.work += nodes;
            id = node.parent;
        }
    }

    /// Gives a node one more child, the last in order. False if the arena is full.
    pub(super) fn append(&mut self, parent: NodeId, branch: &Branch<M>) -> bool {
        let depth = self.node(parent).depth + 1;
        let node = Node::new(parent, depth, branch.finding, branch.key, branch.stock);
        let id = if self.free != NONE {
            let id = self.free;
            self.free = self.node(id).next;
            *self.node_mut(id) = node;
            self.moves[id as usize - 1] = branch.mv;
            id
        } else if self.nodes.len() < self.capacity {
            self.nodes.push(node);
            self.moves.push(branch.mv);
            (self.nodes.len() - 1) as NodeId
        } else {
            return false;
        };
        self.stored += 1;
        let last = self.node(parent).last;
        if last == NONE {
            self.node_mut(parent).first = id;
        } else {
            self.node_mut(last).next = id;
        }
        self.node_mut(parent).last = id;
        true
    }

    /// Frees all below a node, which becomes a leaf.
    pub(super) fn strip(&mut self, id: NodeId) {
        let mut at = self.node(id).first;
        while at != NONE {
            let node = *self.node(at);
            let mut next = node.next;
            if node.first != NONE {
                // Its children take its place in the list of what is still to be freed.
                self.node_mut(node.last).next = next;
                next = node.first;
            }
            self.node_mut(at).next = self.free;
            self.free = at;
            self.stored -= 1;
            at = next;
        }
        let node = self.node_mut(id);
        (node.first, node.last) = (NONE, NONE);
    }

    /// Nodes in use.
    #[cfg(test)]
    pub(super) fn stored(&self) -> usize {
        self.stored
    }
}
