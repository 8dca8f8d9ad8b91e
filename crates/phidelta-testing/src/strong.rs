//! A graph with strengths that games may add; what they say is the test's.

use phidelta::{Numbers, Shortcut, Wrapper};
use phidelta_games::graph::{Graph, GraphGame, NodeId};

/// A graph whose moves may cost something and whose nodes may be known.
pub struct Strong<'g> {
    /// The position.
    pub graph: GraphGame<'g>,
    /// What a move adds, by the nodes before and behind it.
    pub cost: &'g dyn Fn(NodeId, NodeId) -> Numbers,
    /// What is seen of a node.
    pub shortcut: &'g dyn Fn(NodeId) -> Option<Shortcut>,
    /// Positions it claims to have looked at for that.
    pub price: u64,
}

impl<'g> Strong<'g> {
    /// With no strength yet.
    pub fn new(graph: &'g Graph) -> Strong<'g> {
        Strong { graph: graph.game(), cost: &|_, _| Numbers::new(0, 0), shortcut: &|_| None, price: 0 }
    }
}

impl<'g> Wrapper for Strong<'g> {
    type Inner = GraphGame<'g>;

    fn inner(&self) -> &GraphGame<'g> {
        &self.graph
    }

    fn inner_mut(&mut self) -> &mut GraphGame<'g> {
        &mut self.graph
    }

    fn edge_cost(&self, mv: NodeId) -> Numbers {
        (self.cost)(self.graph.node(), mv)
    }

    fn shortcut(&mut self) -> Option<Shortcut> {
        (self.shortcut)(self.graph.node()).map(|answer| answer.with_nodes(self.price))
    }
}
