//! A walk through a graph, as the searches see it.

use phidelta::{Draws, Game, Goal, Key, Numbers, Outcome, Repetition, Side, mix};

use super::{Graph, NodeId};

/// A [`Graph`] played as a game: a move is the child it leads to.
///
/// An open leaf is neither finished nor has it moves, so that a search which gets there and needs it
/// ends with the verdict *unknown*.
#[derive(Clone, Debug)]
pub struct GraphGame<'g> {
    graph: &'g Graph,
    goal: Goal,
    here: NodeId,
    /// Where the moves played so far started from.
    path: Vec<NodeId>,
}

impl<'g> GraphGame<'g> {
    pub(super) fn new(graph: &'g Graph, here: NodeId) -> GraphGame<'g> {
        GraphGame { graph, goal: graph.goal(), here, path: Vec::new() }
    }

    /// The same place with another question: two of them tell a win from a draw from a loss.
    pub fn with_goal(mut self, goal: Goal) -> GraphGame<'g> {
        self.goal = goal;
        self
    }

    /// The graph that is played on.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The node reached.
    pub fn node(&self) -> NodeId {
        self.here
    }
}

impl Game for GraphGame<'_> {
    type Move = NodeId;

    #[inline]
    fn side(&self) -> Side {
        self.graph.side(self.here)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<NodeId>) {
        out.extend_from_slice(self.graph.children(self.here));
    }

    #[inline]
    fn play(&mut self, child: NodeId) {
        debug_assert!(self.graph.children(self.here).contains(&child));
        self.path.push(self.here);
        self.here = child;
    }

    #[inline]
    fn undo(&mut self, child: NodeId) {
        debug_assert_eq!(self.here, child);
        if let Some(parent) = self.path.pop() {
            self.here = parent;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.graph.value(self.here)
    }

    #[inline]
    fn key(&self) -> Key {
        self.graph.key(self.here)
    }

    /// The node with its children, and enough of the graph to tell it from others.
    fn describe(&self) -> String {
        let (graph, here) = (self.graph, self.here);
        let (title, nodes, print) = (graph.title().unwrap_or_default(), graph.len(), graph.fingerprint);
        let (name, side, value, children) =
            (graph.name(here), graph.side(here), graph.value(here), graph.children(here));
        format!("graph {title} of {nodes} nodes {print:x}, {name} {side:?} {value:?} {children:?}")
    }

    #[inline]
    fn key_after(&mut self, child: NodeId) -> Key {
        self.graph.key(child)
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn repetition(&self) -> Repetition {
        self.graph.repetition()
    }

    #[inline]
    fn estimate(&self) -> Numbers {
        self.graph.init(self.here)
    }
}

impl Draws for GraphGame<'_> {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}

impl Graph {
    #[inline]
    fn key(&self, id: NodeId) -> Key {
        mix(u64::from(id)) ^ self.fingerprint
    }
}
