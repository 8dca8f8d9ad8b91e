//! Exact numbers by brute force: all smallest sets of leaves that decide a node.
//!
//! Idea: to prove a node is to win one of certain sets of open leaves. At a node where one child is
//! enough these are the sets of all children, at one where all are needed the unions of one set from
//! each child. A set that holds another one is never needed. The number is the weight of the lightest
//! set, where a leaf weighs what its first numbers say: a leaf of 3 stands for three leaves of 1.
//!
//! Invariant: equal to trying all sets of open leaves.

use phidelta::{Ceiling, INFINITY, Number, Numbers, Question, Side};

use super::super::{Graph, NodeId};
use super::CyclicError;

/// The most open leaves: a bit for each in a set.
const MOST_LEAVES: usize = 128;

/// The most sets kept for a node, or made of two children: beyond this the quadratic comparison of
/// sets takes longer than a second.
const MOST_SETS: usize = 1 << 14;

/// Why exact numbers were not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExactError {
    /// The graph has a cycle.
    #[error(transparent)]
    Cyclic(#[from] CyclicError),
    /// The graph has too many open leaves.
    #[error("the graph has {0} open leaves, expected at most {MOST_LEAVES} for exact numbers")]
    TooManyLeaves(usize),
    /// There are too many ways to decide a node.
    #[error("node '{node}' can be decided in too many ways, expected at most {MOST_SETS} for exact numbers")]
    TooManySets {
        /// The node.
        node: String,
    },
}

/// A set of open leaves.
type Set = u128;

/// The exact numbers of every node, by id. Exponential in the worst case; it gives up before that hurts.
pub fn true_numbers(graph: &Graph) -> Result<Vec<Numbers>, ExactError> {
    let order = graph.children_first()?;
    let open: Vec<NodeId> = graph.ids().filter(|&id| graph.is_open(id)).collect();
    if open.len() > MOST_LEAVES {
        return Err(ExactError::TooManyLeaves(open.len()));
    }
    let proofs = lightest(graph, &order, &open, Side::Attacker)?;
    let disproofs = lightest(graph, &order, &open, Side::Defender)?;
    Ok(proofs.into_iter().zip(disproofs).map(|(pn, dn)| Numbers::new(pn, dn)).collect())
}

/// What `side` needs at each node at least to have its way.
fn lightest(graph: &Graph, order: &[NodeId], open: &[NodeId], side: Side) -> Result<Vec<Number>, ExactError> {
    let question = Question::of(&graph.game());
    let mut ways: Vec<Vec<Set>> = vec![Vec::new(); graph.len()];
    for &id in order {
        let too_many = || ExactError::TooManySets { node: graph.name(id).to_string() };
        ways[id as usize] = if let Some(value) = graph.value(id) {
            let won = question.answer(value).is_proved() == (side == Side::Attacker);
            if won { vec![0] } else { Vec::new() }
        } else if let Ok(leaf) = open.binary_search(&id) {
            vec![1 << leaf]
        } else if graph.side(id) == side {
            let all = graph.children(id).iter().flat_map(|&child| &ways[child as usize]).copied().collect();
            smallest(all).ok_or_else(too_many)?
        } else {
            let mut unions = vec![0];
            for &child in graph.children(id) {
                let child = &ways[child as usize];
                if unions.len() * child.len() > MOST_SETS {
                    return Err(too_many());
                }
                let all = unions.iter().flat_map(|one| child.iter().map(move |other| one | other)).collect();
                unions = smallest(all).ok_or_else(too_many)?;
            }
            unions
        };
    }
    let weight = |set: Set| -> u64 {
        let leaves = open.iter().enumerate().filter(|(leaf, _)| set >> leaf & 1 == 1);
        leaves.map(|(_, &id)| u64::from(graph.init(id).seen_by(side).0)).sum()
    };
    let number = |ways: Vec<Set>| match ways.into_iter().map(weight).min() {
        Some(weight) => Ceiling::HIGHEST.clamp(weight),
        None => INFINITY,
    };
    Ok(ways.into_iter().map(number).collect())
}

/// The sets that hold no other one; `None` if there are too many to compare.
fn smallest(mut sets: Vec<Set>) -> Option<Vec<Set>> {
    // Smaller sets first: a set can only be held by a later one.
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    if sets.len() > MOST_SETS {
        return None;
    }
    let mut kept: Vec<Set> = Vec::new();
    for set in sets {
        if kept.iter().all(|small| small & set != *small) {
            kept.push(set);
        }
    }
    Some(kept)
}
