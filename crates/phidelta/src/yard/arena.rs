//! The memory of a yard's tree: nodes by number, up to a capacity.
//!
//! Invariants: stored nodes are exactly those that can be reached from the root; what is freed is used again. As long as
//! nothing is freed, children have rising numbers in move order.

use super::virtual_numbers::Virtual;
use crate::game::{Key, Side};
use crate::history::Depth;
use crate::number::{Number, Numbers};

/// A node of the tree.
pub type NodeId = u32;

/// No node.
const NONE: NodeId = NodeId::MAX;

/// The root.
pub const ROOT: NodeId = 0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node<L, G> {
    pub(super) key: Key,
    parent: NodeId,
    /// The next of its siblings, or of the freed nodes.
    next: NodeId,
    first: NodeId,
    /// Where all is kept: another node with the same position, or itself.
    pub(super) same: NodeId,
    /// Plies from the root.
    pub(super) depth: Depth,
    pub(super) numbers: Numbers,
    pub(super) shown: Virtual,
    /// Solved: the depth of the highest ancestor that the answer needs.
    pub(super) dependency: Depth,
    /// What one more branch costs in weak numbers: known of inner nodes, like the side.
    pub(super) unit: Number,
    /// Leaves in work at it and below.
    pub(super) jobs: u32,
    pub(super) load: L,
    pub(super) ground: G,
    pub(super) side: Side,
    /// A leaf in work, or one whose position is.
    pub(super) busy: bool,
    /// A leaf of which a job can find no more.
    pub(super) stuck: bool,
    /// There is work to be had at it or below.
    pub(super) free: bool,
}

impl<L, G> Node<L, G> {
    /// A leaf without a parent.
    pub(super) fn new(load: L, key: Key, numbers: Numbers, (dependency, ground): (Depth, G)) -> Node<L, G> {
        Node {
            key,
            parent: NONE,
            next: NONE,
            first: NONE,
            same: NONE,
            depth: 0,
            numbers,
            shown: Virtual::of(numbers),
            dependency,
            unit: 1,
            jobs: 0,
            load,
            ground,
            side: Side::Attacker,
            busy: false,
            stuck: false,
            free: !numbers.is_solved(),
        }
    }
}

/// The nodes.
#[derive(Clone, Debug)]
pub(super) struct Arena<L, G> {
    nodes: Vec<Node<L, G>>,
    capacity: usize,
    /// Freed nodes, linked by `next`.
    freed: NodeId,
    stored: usize,
}

impl<L: Copy, G: Copy> Arena<L, G> {
    /// An arena for so many nodes at most, with a root.
    pub(super) fn new(capacity: u64, mut root: Node<L, G>) -> Arena<L, G> {
        root.same = ROOT;
        let capacity = capacity.clamp(1, u64::from(NONE)) as usize;
        Arena { nodes: vec![root], capacity, freed: NONE, stored: 1 }
    }

    /// Asks the system for all the memory there will ever be; `None` if it does not give it.
    pub(super) fn reserve(&mut self) -> Option<()> {
        self.nodes.try_reserve_exact(self.capacity - self.nodes.len()).ok()
    }

    /// Nodes in use.
    pub(super) fn stored(&self) -> usize {
        self.stored
    }

    /// Nodes that there is room for, those in use included.
    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node<L, G> {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<L, G> {
        &mut self.nodes[id as usize]
    }

    /// The node above, if it is not the root.
    #[inline]
    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).parent)
    }

    /// Whether a node has no children.
    #[inline]
    pub(super) fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).first == NONE
    }

    /// The children in move order.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        std::iter::successors(some(self.node(id).first), move |&child| some(self.node(child).next))
    }

    /// The next child of the same parent.
    pub(super) fn sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).next)
    }

    /// A node, and all above it up to the root.
    pub(super) fn upwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&at| self.parent(at))
    }

    /// Gives a leaf its children, in their order. The caller has looked that there is room.
    pub(super) fn expand(&mut self, parent: NodeId, children: impl Iterator<Item = Node<L, G>>) {
        let depth = self.node(parent).depth + 1;
        let mut last = NONE;
        for child in children {
            let node = Node { parent, depth, ..child };
            let id = match some(self.freed) {
                Some(id) => {
                    self.freed = self.node(id).next;
                    *self.node_mut(id) = node;
                    id
                }
                None => {
                    self.nodes.push(node);
                    (self.nodes.len() - 1) as NodeId
                }
            };
            self.stored += 1;
            match some(last) {
                None => self.node_mut(parent).first = id,
                Some(last) => self.node_mut(last).next = id,
            }
            last = id;
        }
    }

    /// Frees all below a node, which becomes a leaf.
    pub(super) fn strip(&mut self, id: NodeId) {
        let mut at = id;
        loop {
            if let Some(child) = some(self.node(at).first) {
                self.node_mut(at).first = self.node(child).next;
                at = child;
                continue;
            }
            if at == id {
                return;
            }
            let parent = self.node(at).parent;
            self.node_mut(at).next = self.freed;
            self.freed = at;
            self.stored -= 1;
            at = parent;
        }
    }
}

#[inline]
fn some(id: NodeId) -> Option<NodeId> {
    (id != NONE).then_some(id)
}
