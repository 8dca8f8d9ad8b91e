//! A graph with strengths that games may add; what they say is the test's.

use phidelta::{Game, Goal, Key, Numbers, Outcome, Repetition, Shortcut, Side};
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

impl Game for Strong<'_> {
    type Move = NodeId;

    fn side(&self) -> Side {
        self.graph.side()
    }

    fn moves(&self, out: &mut Vec<NodeId>) {
        self.graph.moves(out);
    }

    fn play(&mut self, mv: NodeId) {
        self.graph.play(mv);
    }

    fn undo(&mut self, mv: NodeId) {
        self.graph.undo(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.graph.outcome()
    }

    fn key(&self) -> Key {
        self.graph.key()
    }

    fn goal(&self) -> Goal {
        self.graph.goal()
    }

    fn repetition(&self) -> Repetition {
        self.graph.repetition()
    }

    fn estimate(&self) -> Numbers {
        self.graph.estimate()
    }

    fn edge_cost(&self, mv: NodeId) -> Numbers {
        (self.cost)(self.graph.node(), mv)
    }

    fn shortcut(&mut self) -> Option<Shortcut> {
        (self.shortcut)(self.graph.node())
    }

    fn shortcut_nodes(&self) -> u64 {
        self.price
    }
}
