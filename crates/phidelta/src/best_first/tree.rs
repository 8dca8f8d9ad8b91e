//! The tree of a best-first search: an arena that is allocated once and never grows.
//!
//! Idea: a proof-number tree is the search's memory, so its nodes are small, linked by index, and go
//! back to a free list as soon as they no longer matter: below a solved node nothing does.
//!
//! One node is six words of 32 bits; its move lies in an array beside (the root has none):
//!
//! | word | unsolved | solved |
//! |---|---|---|
//! | parent | parent | the same |
//! | next | next sibling | the same |
//! | pn | proof number | 0 (proved) or ∞ (disproved) |
//! | dn | disproof number | depth of the highest ancestor the result needs |
//! | first | first child | plies to the end by the strategy found |
//! | last | last child | index of the child that decided it |
//!
//! Source: Allis 1994 (subtrees of solved nodes are deleted). What differs: the solved node keeps what
//! decided it.
//! Invariants: stored nodes are exactly those that can be reached from the root; the arena never holds
//! more than its capacity; freeing needs no memory and no recursion.

use crate::finding::Finding;
use crate::number::{INFINITY, Number, Numbers};
use crate::observer::MoveNumbers;

/// A node's place in the arena.
pub(crate) type NodeId = u32;

/// No node; also "no child decided it": an end of the game, or a result from elsewhere.
pub(crate) const NONE: NodeId = NodeId::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: NodeId,
    next: NodeId,
    pn: Number,
    /// See the table above for these three.
    dn: u32,
    first: u32,
    last: u32,
}

impl Node {
    fn new(parent: NodeId, finding: Finding) -> Node {
        let mut node = Node { parent, next: NONE, pn: 1, dn: 1, first: NONE, last: NONE };
        node.set(finding, NONE);
        node
    }

    fn set(&mut self, finding: Finding, decider: u32) {
        self.pn = finding.numbers.pn;
        if finding.numbers.is_solved() {
            self.dn = finding.dependency;
            self.first = finding.length;
            self.last = decider;
        } else {
            self.dn = finding.numbers.dn;
        }
    }

    #[inline]
    fn is_solved(&self) -> bool {
        self.pn == 0 || self.pn == INFINITY
    }

    #[inline]
    fn numbers(&self) -> Numbers {
        match self.pn {
            0 => Numbers::PROVED,
            INFINITY => Numbers::DISPROVED,
            pn => Numbers { pn, dn: self.dn },
        }
    }

    #[inline]
    fn first_child(&self) -> NodeId {
        if self.is_solved() { NONE } else { self.first }
    }
}

/// The arena, with one tree in it.
#[derive(Debug)]
pub(crate) struct Tree<M> {
    nodes: Vec<Node>,
    /// The moves of all nodes but the root, which is node 0.
    moves: Vec<M>,
    capacity: usize,
    /// Freed nodes, linked by `next`.
    free: NodeId,
    stored: u64,
}

impl<M: Copy> Tree<M> {
    /// Bytes of one node.
    pub(crate) const NODE_BYTES: u64 = (size_of::<Node>() + size_of::<M>()) as u64;

    /// The root's place.
    pub(crate) const ROOT: NodeId = 0;

    /// An empty arena of at most `bytes`, or `None` if the system does not give them.
    pub(crate) fn new(bytes: u64) -> Option<Tree<M>> {
        let capacity = (bytes / Self::NODE_BYTES).min(u64::from(NONE)) as usize;
        let (mut nodes, mut moves) = (Vec::new(), Vec::new());
        nodes.try_reserve_exact(capacity).ok()?;
        moves.try_reserve_exact(capacity).ok()?;
        Some(Tree { nodes, moves, capacity, free: NONE, stored: 0 })
    }

    /// Nodes it can hold.
    pub(crate) fn capacity(&self) -> u64 {
        self.capacity as u64
    }

    /// Nodes it holds.
    pub(crate) fn stored(&self) -> u64 {
        self.stored
    }

    /// Share of the places in use, 0 to 1.
    pub(crate) fn used(&self) -> f64 {
        self.stored as f64 / self.capacity.max(1) as f64
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        self.capacity() * Self::NODE_BYTES
    }

    /// Forgets the tree.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.moves.clear();
        self.free = NONE;
        self.stored = 0;
    }

    /// Starts a new tree with nothing but its root. `None` if not even that has room.
    pub(crate) fn plant(&mut self, finding: Finding) -> Option<NodeId> {
        self.clear();
        if self.capacity == 0 {
            return None;
        }
        self.nodes.push(Node::new(NONE, finding));
        self.stored = 1;
        Some(Self::ROOT)
    }

    /// Gives an unsolved node one more child, the last in order. `None` if the arena is full.
    pub(crate) fn append(&mut self, parent: NodeId, mv: M, finding: Finding) -> Option<NodeId> {
        debug_assert!(!self.node(parent).is_solved());
        let id = if self.free != NONE {
            let id = self.free;
            self.free = self.node(id).next;
            self.nodes[id as usize] = Node::new(parent, finding);
            self.moves[id as usize - 1] = mv;
            id
        } else if self.nodes.len() < self.capacity {
            self.nodes.push(Node::new(parent, finding));
            self.moves.push(mv);
            (self.nodes.len() - 1) as NodeId
        } else {
            return None;
        };
        self.stored += 1;
        let last = self.node(parent).last;
        if last == NONE {
            self.nodes[parent as usize].first = id;
        } else {
            self.nodes[last as usize].next = id;
        }
        self.nodes[parent as usize].last = id;
        Some(id)
    }

    /// The numbers of a node.
    #[inline]
    pub(crate) fn numbers(&self, id: NodeId) -> Numbers {
        self.node(id).numbers()
    }

    /// All that is known of a node.
    #[inline]
    pub(crate) fn finding(&self, id: NodeId) -> Finding {
        let node = self.node(id);
        if node.is_solved() {
            Finding { numbers: node.numbers(), dependency: node.dn, length: node.first }
        } else {
            Finding::open(node.numbers())
        }
    }

    /// Which child decided a solved node, counted from 0 in move order.
    #[cfg(test)]
    pub(crate) fn decider(&self, id: NodeId) -> Option<usize> {
        let node = self.node(id);
        (node.is_solved() && node.last != NONE).then_some(node.last as usize)
    }

    /// The move that leads to a node. Not to be asked of the root.
    #[inline]
    pub(crate) fn mv(&self, id: NodeId) -> M {
        self.moves[id as usize - 1]
    }

    /// The node above.
    #[inline]
    pub(crate) fn parent(&self, id: NodeId) -> NodeId {
        self.node(id).parent
    }

    /// Whether a node has no children: not expanded, or solved.
    #[inline]
    pub(crate) fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).first_child() == NONE
    }

    /// The children in move order.
    #[inline]
    pub(crate) fn children(&self, id: NodeId) -> Children<'_> {
        Children { nodes: &self.nodes, next: self.node(id).first_child() }
    }

    /// The moves of a node and their numbers.
    pub(crate) fn numbers_of_moves(&self, id: NodeId) -> Vec<MoveNumbers<M>> {
        self.children(id).map(|(child, numbers)| MoveNumbers { mv: self.mv(child), numbers }).collect()
    }

    /// Changes the numbers of an unsolved node to other unsolved ones, or solves a leaf.
    #[inline]
    pub(crate) fn set(&mut self, id: NodeId, finding: Finding) {
        debug_assert!(!finding.numbers.is_solved() || self.is_leaf(id));
        self.nodes[id as usize].set(finding, NONE);
    }

    /// Solves a node and frees all below it. Returns how many nodes it had below.
    pub(crate) fn solve(&mut self, id: NodeId, finding: Finding, decider: usize) -> u64 {
        let freed = self.strip(id);
        self.nodes[id as usize].set(finding, decider as u32);
        freed
    }

    /// Frees all below a node, which becomes a leaf with the numbers it has.
    pub(crate) fn strip(&mut self, id: NodeId) -> u64 {
        if self.is_leaf(id) {
            return 0;
        }
        let mut freed = 0;
        let mut at = self.node(id).first;
        while at != NONE {
            let node = *self.node(at);
            let mut next = node.next;
            if node.first_child() != NONE {
                // Its children take its place in the list of what is still to be freed.
                self.nodes[node.last as usize].next = next;
                next = node.first;
            }
            self.nodes[at as usize].next = self.free;
            self.free = at;
            freed += 1;
            at = next;
        }
        self.stored -= freed;
        let node = &mut self.nodes[id as usize];
        (node.first, node.last) = (NONE, NONE);
        freed
    }

    /// Makes leaves of all children of a node.
    pub(crate) fn strip_children(&mut self, id: NodeId) {
        let mut child = self.node(id).first_child();
        while child != NONE {
            self.strip(child);
            child = self.node(child).next;
        }
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }
}

/// The children of a node in move order.
pub(crate) struct Children<'t> {
    nodes: &'t [Node],
    next: NodeId,
}

impl Iterator for Children<'_> {
    type Item = (NodeId, Numbers);

    #[inline]
    fn next(&mut self) -> Option<(NodeId, Numbers)> {
        let id = self.next;
        if id == NONE {
            return None;
        }
        let node = &self.nodes[id as usize];
        self.next = node.next;
        Some((id, node.numbers()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Finding = Finding::open(Numbers { pn: 3, dn: 5 });
    const PROVED: Finding = Finding { numbers: Numbers::PROVED, dependency: 7, length: 9 };

    /// Nodes below `id`, by walking.
    fn below<M: Copy>(tree: &Tree<M>, id: NodeId) -> u64 {
        let (mut count, mut stack) = (0, vec![id]);
        while let Some(id) = stack.pop() {
            for (child, _) in tree.children(id) {
                assert_eq!(tree.parent(child), id);
                count += 1;
                stack.push(child);
            }
        }
        count
    }

    #[test]
    fn the_layout_is_pinned() {
        assert_eq!(size_of::<Node>(), 24);
        assert_eq!(Tree::<u32>::NODE_BYTES, 28);
        assert_eq!(Tree::<u16>::NODE_BYTES, 26);
        let tree = Tree::<u32>::new(28 * 10 + 27).unwrap();
        assert_eq!((tree.capacity(), tree.bytes(), tree.stored()), (10, 280, 0));
    }

    #[test]
    fn children_keep_their_order_and_moves() {
        let mut tree = Tree::<char>::new(1 << 10).unwrap();
        let root = tree.plant(OPEN).unwrap();
        for (i, mv) in ['a', 'b', 'c'].into_iter().enumerate() {
            tree.append(root, mv, Finding::open(Numbers::new(i as u32 + 1, 1))).unwrap();
        }
        let seen: Vec<_> = tree.children(root).map(|(id, n)| (tree.mv(id), n.pn)).collect();
        assert_eq!(seen, [('a', 1), ('b', 2), ('c', 3)]);
    }

    #[test]
    fn a_solved_node_keeps_what_decided_it_and_nothing_below() {
        let mut tree = Tree::<u8>::new(1 << 10).unwrap();
        let root = tree.plant(OPEN).unwrap();
        let child = tree.append(root, 0, OPEN).unwrap();
        let leaf = tree.append(child, 0, OPEN).unwrap();
        tree.append(leaf, 0, PROVED).unwrap();
        assert_eq!(tree.solve(child, PROVED, 0), 2);
        assert_eq!((tree.finding(child), tree.decider(child)), (PROVED, Some(0)));
        assert_eq!((tree.stored(), below(&tree, root)), (2, 1));
        assert!(tree.is_leaf(child));
        assert_eq!((tree.finding(root), tree.decider(root)), (OPEN, None));
    }

    #[test]
    fn a_full_arena_says_so_and_freed_nodes_are_used_again() {
        let mut tree = Tree::<u8>::new(4 * Tree::<u8>::NODE_BYTES).unwrap();
        let root = tree.plant(OPEN).unwrap();
        for round in 0..3 {
            for mv in 0..3 {
                assert!(tree.append(root, mv, OPEN).is_some(), "round {round}");
            }
            assert!(tree.append(root, 3, OPEN).is_none());
            assert_eq!(tree.used(), 1.0);
            assert_eq!(tree.strip(root), 3);
            assert_eq!(tree.stored(), 1);
        }
        assert!(Tree::<u8>::new(3).unwrap().plant(OPEN).is_none());
    }

    /// The arena against plain counting.
    #[test]
    fn the_count_of_stored_nodes_is_right_whatever_happens() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut tree = Tree::<u16>::new(200 * Tree::<u16>::NODE_BYTES).unwrap();
        let root = tree.plant(OPEN).unwrap();
        for _ in 0..20_000 {
            let mut at = root;
            while !tree.is_leaf(at) && rng.u8(..) < 200 {
                let count = tree.children(at).count();
                at = tree.children(at).nth(rng.usize(..count)).unwrap().0;
            }
            match rng.u8(..20) {
                0 if at != root => {
                    let expected = below(&tree, at);
                    assert_eq!(tree.solve(at, PROVED, 1), expected);
                }
                1 => tree.strip_children(at),
                _ if tree.numbers(at).is_solved() => {}
                _ => {
                    let full = tree.stored() == tree.capacity();
                    assert_eq!(tree.append(at, 0, OPEN).is_none(), full);
                    if full {
                        tree.strip(root);
                    }
                }
            }
            assert_eq!(tree.stored(), 1 + below(&tree, root));
        }
    }

    #[test]
    fn a_long_chain_is_freed_on_a_small_stack() {
        let work = || {
            let mut tree = Tree::<u16>::new(16 << 20).unwrap();
            let root = tree.plant(OPEN).unwrap();
            let mut at = root;
            for _ in 0..300_000 {
                at = tree.append(at, 0, OPEN).unwrap();
            }
            assert_eq!(tree.strip(root), 300_000);
        };
        std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
    }
}
