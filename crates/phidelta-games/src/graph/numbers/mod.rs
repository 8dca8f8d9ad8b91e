//! The numbers of all nodes at once, as if every inner node had been expanded.
//!
//! A search sees such numbers only in the end, if at all; papers print them in their figures. They are
//! made with the very formulas the searches use ([`phidelta::Tally`]), so that a figure reproduced
//! here is a test of those. An open leaf keeps its first numbers.
//!
//! [`true_numbers`] are the numbers all the formulas try to come near: how many leaves are really needed when
//! each is counted once. Finding them is NP-hard on graphs with shared nodes, so it is for small ones.
//!
//! Source: Allis, van der Meulen, van den Herik 1994.
//! Invariant: on a tree the plain sum is exact; on any graph without cycles it is never too small.

use std::collections::{HashMap, VecDeque};

use phidelta::{Aggregate, Ceiling, Number, Numbers, Question, Share, Tally};

pub use super::error::CyclicError;
use super::{Graph, NodeId};

mod exact;
pub use exact::{ExactError, true_numbers};

/// What the numbers depend on beside the graph and the aggregate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    marks: HashMap<NodeId, Vec<NodeId>>,
    distances: Option<Vec<u32>>,
    unit: Number,
    ceiling: Ceiling,
}

impl Default for Rule {
    /// No marks, no distances, a branch costs 1, and numbers as large as the type allows.
    fn default() -> Rule {
        Rule { marks: HashMap::new(), distances: None, unit: 1, ceiling: Ceiling::HIGHEST }
    }
}

impl Rule {
    /// The default.
    pub fn new() -> Rule {
        Rule::default()
    }

    /// Marks children of a source node as branches that merge again. As in the searches only as many
    /// count as the aggregate can hold, the first ones first.
    pub fn mark(mut self, source: NodeId, children: &[NodeId]) -> Rule {
        self.marks.entry(source).or_default().extend(children);
        self
    }

    /// Counts as df-pn(r): an unsolved child that is not farther from the root than its parent is left
    /// out, unless all are. One distance for each node; see [`distances`].
    pub fn distances(mut self, distances: Vec<u32>) -> Rule {
        self.distances = Some(distances);
        self
    }

    /// Sets the price of one more branch in weak numbers and branch numbers.
    pub fn unit(mut self, unit: Number) -> Rule {
        self.unit = unit;
        self
    }

    /// Sets the largest finite number.
    pub fn ceiling(mut self, ceiling: Ceiling) -> Rule {
        self.ceiling = ceiling;
        self
    }

    fn is_marked(&self, aggregate: Aggregate, parent: NodeId, child: NodeId) -> bool {
        let limit = aggregate.mark_limit() as usize;
        self.marks.get(&parent).is_some_and(|marks| marks.iter().take(limit).any(|&mark| mark == child))
    }

    fn is_old(&self, parent: NodeId, child: NodeId) -> bool {
        let Some(distances) = &self.distances else { return false };
        match (distances.get(parent as usize), distances.get(child as usize)) {
            (Some(parent), Some(child)) => child <= parent,
            _ => false,
        }
    }
}

/// The numbers of every node of a graph without cycles, by id.
pub fn of(graph: &Graph, aggregate: Aggregate, rule: &Rule) -> Result<Vec<Numbers>, CyclicError> {
    let question = Question::of(&graph.game());
    let mut numbers = vec![Numbers::UNIT; graph.len()];
    for id in graph.children_first()? {
        numbers[id as usize] = if let Some(value) = graph.value(id) {
            question.answer(value)
        } else if graph.is_open(id) {
            rule.ceiling.clamp_estimate(graph.init(id))
        } else {
            let side = graph.side(id);
            let shares = shares(graph, id, &numbers).zip(graph.children(id)).map(|(mut share, &child)| {
                share.marked = rule.is_marked(aggregate, id, child);
                share.old = share.phi != 0 && share.delta != 0 && rule.is_old(id, child);
                share
            });
            let (phi, delta) = Tally::of(aggregate, shares).numbers(aggregate, rule.unit, rule.ceiling);
            Numbers::from_view(phi, delta, side)
        };
    }
    Ok(numbers)
}

/// The leaf a best-first search would look at next: from the root always to the child that needs least.
/// Ties go to the first. If the root is solved, it is a leaf that helped to solve it.
pub fn most_proving(graph: &Graph, numbers: &[Numbers]) -> NodeId {
    let mut id = graph.root();
    // No longer way without a cycle: numbers given for a graph with cycles must not hang this.
    for _ in 0..graph.len() {
        let Some(&first) = graph.children(id).first() else { break };
        let best = Tally::of(Aggregate::Sum, shares(graph, id, numbers)).best;
        id = graph.children(id).get(best).copied().unwrap_or(first);
    }
    id
}

/// How many moves each node is away from the root at least; the largest number if it cannot be reached.
pub fn distances(graph: &Graph) -> Vec<u32> {
    let mut distances = vec![u32::MAX; graph.len()];
    distances[graph.root() as usize] = 0;
    let mut queue = VecDeque::from([graph.root()]);
    while let Some(id) = queue.pop_front() {
        for &child in graph.children(id) {
            if distances[child as usize] == u32::MAX {
                distances[child as usize] = distances[id as usize] + 1;
                queue.push_back(child);
            }
        }
    }
    distances
}

/// What the children contribute to a node, without marks and without distances.
fn shares<'a>(graph: &'a Graph, id: NodeId, numbers: &'a [Numbers]) -> impl Iterator<Item = Share> + 'a {
    let side = graph.side(id);
    graph.children(id).iter().map(move |&child| {
        let (phi, delta) = numbers[child as usize].seen_by(side);
        Share::new(phi, delta)
    })
}
