//! Explicit AND/OR graphs, written in JSON.
//!
//! The smallest "game" there is: every position is a node with a name, and its moves are the children
//! listed for it. Made for the figures of papers, for experiments, and for tests with known answers.
//!
//! ```json
//! {
//!   "root": "A",
//!   "nodes": {
//!     "A": {"type": "OR", "children": ["B", "C"]},
//!     "B": {"type": "AND", "value": "win"},
//!     "C": {"type": "AND", "init": [2, 3]}
//!   }
//! }
//! ```
//!
//! A node has a `type` ("OR": the attacker is to move, "AND": the defender), and either a `value`
//! ("win", "draw", "loss" for the attacker), or `children`, or neither: then it is an *open* leaf,
//! about which nothing will ever be known. `init` gives the numbers the node starts with. The graph
//! may have a `name`, a `note`, a `goal` ("win", or "draw" for at least a draw) and a `repetition`
//! ("attacker-fails", "defender-fails", "draw"): what it means to reach a node a second time. The
//! sides need not alternate, nodes may be shared, and edges may lead back. A top-level `layers` is
//! read over; every other unknown key is an error, because it is most likely a slip of the pen.
//!
//! Invariant: what [`Graph::to_json`] writes, [`Graph::from_json`] reads as an equal graph.

mod certificate;
mod error;
mod game;
pub mod generate;
mod json;
pub mod numbers;
pub mod retrograde;

use std::collections::HashMap;

use phidelta::{Goal, Key, Numbers, Outcome, Repetition, Side, mix};

pub use error::{CyclicError, GraphError, Place};
pub use game::GraphGame;

/// A node: its place in the file, counted from 0.
pub type NodeId = u32;

/// An AND/OR graph with a root and the question asked about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    title: Option<String>,
    note: Option<String>,
    goal: Goal,
    repetition: Repetition,
    root: NodeId,
    nodes: Vec<Node>,
    /// The children of all nodes one after another.
    edges: Vec<NodeId>,
    ids: HashMap<String, NodeId>,
    fingerprint: Key,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    name: String,
    side: Side,
    value: Option<Outcome>,
    init: Numbers,
    /// Where its children start and end in `edges`.
    first: usize,
    end: usize,
}

/// A graph in the making: all that is left to do is to lay it out.
#[derive(Debug, Default)]
struct Draft {
    title: Option<String>,
    note: Option<String>,
    goal: Goal,
    repetition: Repetition,
    root: NodeId,
    nodes: Vec<Node>,
    edges: Vec<NodeId>,
}

impl Draft {
    /// Adds a node with the children appended to `edges` since the last call.
    fn push(&mut self, name: String, side: Side, value: Option<Outcome>, init: Numbers) {
        let first = self.nodes.last().map_or(0, |node| node.end);
        self.nodes.push(Node { name, side, value, init, first, end: self.edges.len() });
    }

    /// Names must be unique, ids in range, and no node may have both a value and children.
    fn finish(self) -> Graph {
        let ids = self.nodes.iter().zip(0..).map(|(node, id)| (node.name.clone(), id)).collect();
        let Draft { title, note, goal, repetition, root, nodes, edges } = self;
        let fingerprint = fingerprint(repetition, &nodes, &edges);
        Graph { title, note, goal, repetition, root, nodes, edges, ids, fingerprint }
    }
}

impl Graph {
    /// Reads a graph. All that is wrong with the text ends here, as an error that names the place.
    pub fn from_json(text: &str) -> Result<Graph, GraphError> {
        Ok(json::read(text)?.finish())
    }

    /// Writes the graph, one node a line, in the order of the nodes.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// What the graph is called.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// A remark for the reader.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// What the attacker wants.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// What a node met a second time on one path is worth.
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// Where the question is asked.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Asks about another node.
    pub fn set_root(&mut self, id: NodeId) {
        assert!((id as usize) < self.nodes.len(), "a node of the graph");
        self.root = id;
    }

    /// Nodes, reachable or not.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none; never true of a graph that was read.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, in the order of the file.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        // Never more nodes than ids: both the reader and the generators see to it.
        0..self.nodes.len() as NodeId
    }

    /// What a node is called.
    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    /// The node that is called so.
    pub fn id(&self, name: &str) -> Option<NodeId> {
        self.ids.get(name).copied()
    }

    /// Who is to move at a node.
    pub fn side(&self, id: NodeId) -> Side {
        self.node(id).side
    }

    /// Where the moves of a node lead.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        let node = self.node(id);
        &self.edges[node.first..node.end]
    }

    /// How the game ends at a node, if it does.
    pub fn value(&self, id: NodeId) -> Option<Outcome> {
        self.node(id).value
    }

    /// The numbers a node starts with, both at least 1.
    pub fn init(&self, id: NodeId) -> Numbers {
        self.node(id).init
    }

    /// Whether a node has neither a value nor children.
    pub fn is_open(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.value.is_none() && node.first == node.end
    }

    /// The game, at the root.
    pub fn game(&self) -> GraphGame<'_> {
        GraphGame::new(self, self.root)
    }

    /// The game, started at another node.
    pub fn game_at(&self, id: NodeId) -> GraphGame<'_> {
        GraphGame::new(self, id)
    }

    /// Whether no node can be reached from itself.
    pub fn is_acyclic(&self) -> bool {
        self.children_first().is_ok()
    }

    /// All nodes, each after its children.
    pub fn children_first(&self) -> Result<Vec<NodeId>, CyclicError> {
        // Takes away, again and again, a node whose parents are all gone (Kahn 1962).
        let mut parents_left = vec![0u32; self.len()];
        for &child in &self.edges {
            parents_left[child as usize] += 1;
        }
        let mut order: Vec<NodeId> = self.ids().filter(|&id| parents_left[id as usize] == 0).collect();
        let mut done = 0;
        while let Some(&id) = order.get(done) {
            done += 1;
            for &child in self.children(id) {
                parents_left[child as usize] -= 1;
                if parents_left[child as usize] == 0 {
                    order.push(child);
                }
            }
        }
        order.reverse();
        match self.ids().find(|&id| parents_left[id as usize] > 0) {
            None => Ok(order),
            Some(left) => Err(self.cycle_above(left, &parents_left)),
        }
    }

    /// Each node that is left has a parent that is left: going up must run into a cycle.
    fn cycle_above(&self, mut id: NodeId, parents_left: &[u32]) -> CyclicError {
        let mut parent = vec![id; self.len()];
        for up in self.ids().filter(|&up| parents_left[up as usize] > 0) {
            for &child in self.children(up) {
                parent[child as usize] = up;
            }
        }
        for _ in 0..self.len() {
            id = parent[id as usize];
        }
        CyclicError { node: self.name(id).to_string() }
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }
}

/// Tells graphs apart whose nodes have the same ids: a table may live longer than one graph.
/// The goal stays out, so that a table can be shared by two questions about one graph.
fn fingerprint(repetition: Repetition, nodes: &[Node], edges: &[NodeId]) -> Key {
    // Both halves of the last key go into the next one, so that 128 bits are carried along.
    let mut key = mix(repetition as u64);
    let mut add = |bits: u64| key = mix(bits ^ key as u64) ^ key.rotate_right(64).wrapping_mul(3);
    for node in nodes {
        let value = node.value.map_or(3, |value| value as u64);
        add((node.end as u64) << 3 | value << 1 | node.side as u64);
        add(u64::from(node.init.pn) << 32 | u64::from(node.init.dn));
    }
    for &child in edges {
        add(u64::from(child));
    }
    key
}
