//! The truth about every node, from the ends of the game backwards.
//!
//! Idea: one side must *force* something, the other one is content with going round for ever. If a
//! repetition fails the attacker, the proved nodes are those from which he forces an end that reaches
//! his goal: the least set that holds those ends, every node of his with a child in it, and every node
//! of the defender with all children in it. If a repetition fails the defender, it is he who must
//! force an end, and all nodes from which he cannot are proved. A forced end needs no node twice, so
//! that this is also the value of the game in which the second visit of a node ends it.
//!
//! Source: retrograde analysis is folklore (Ströhlein 1970; Thompson 1986); the counters are those of
//! linear-time Horn satisfiability (Dowling, Gallier 1984).
//! Invariant: equal to a plain fixed point, and to a full search of all paths.

use phidelta::{Question, Side};

use super::{Graph, NodeId};

/// Whether the attacker reaches his goal, for each node taken as the root. An open leaf counts as an
/// end at which he does not. Takes time and memory linear in nodes and edges.
pub fn solve(graph: &Graph) -> Vec<bool> {
    solve_with(graph, false)
}

/// The same with open leaves left open: `None` where the answer depends on them.
pub fn verdicts(graph: &Graph) -> Vec<Option<bool>> {
    let (at_worst, at_best) = (solve_with(graph, false), solve_with(graph, true));
    at_worst.into_iter().zip(at_best).map(|(worst, best)| (worst == best).then_some(worst)).collect()
}

fn solve_with(graph: &Graph, open_reaches_goal: bool) -> Vec<bool> {
    let question = Question::of(&graph.game());
    // Repetition helps the one who does not have to force anything.
    let forcing = if question.repetition().is_proved() { Side::Defender } else { Side::Attacker };
    let parents = Parents::of(graph);

    // How many children must still be shown to be forced before the node itself is.
    let mut missing: Vec<u32> = graph
        .ids()
        .map(|id| if graph.side(id) == forcing { 1 } else { graph.children(id).len() as u32 })
        .collect();
    let mut forced = vec![false; graph.len()];
    let mut ready: Vec<NodeId> = Vec::new();
    for id in graph.ids().filter(|&id| graph.children(id).is_empty()) {
        let reached = graph.value(id).map_or(open_reaches_goal, |value| question.answer(value).is_proved());
        if reached == (forcing == Side::Attacker) {
            forced[id as usize] = true;
            ready.push(id);
        }
    }
    while let Some(id) = ready.pop() {
        for &parent in parents.of_node(id) {
            let parent = parent as usize;
            missing[parent] = missing[parent].saturating_sub(1);
            if missing[parent] == 0 && !forced[parent] {
                forced[parent] = true;
                ready.push(parent as NodeId);
            }
        }
    }
    forced.into_iter().map(|forced| forced == (forcing == Side::Attacker)).collect()
}

/// The edges, turned round.
struct Parents {
    first: Vec<usize>,
    edges: Vec<NodeId>,
}

impl Parents {
    fn of(graph: &Graph) -> Parents {
        // Counts, then running totals, then each edge in its place.
        let mut first = vec![0; graph.len() + 1];
        for id in graph.ids() {
            for &child in graph.children(id) {
                first[child as usize + 1] += 1;
            }
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut edges = vec![0; first[graph.len()]];
        for id in graph.ids() {
            for &child in graph.children(id) {
                edges[next[child as usize]] = id;
                next[child as usize] += 1;
            }
        }
        Parents { first, edges }
    }

    fn of_node(&self, id: NodeId) -> &[NodeId] {
        &self.edges[self.first[id as usize]..self.first[id as usize + 1]]
    }
}
