//! The tree of a search on several machines: the [`phidelta::yard`] of the library, in which everything is kept.
//!
//! What is below a solved node stays, for the certificate of the whole; so every node knows why it is solved
//! ([`Support`]). Moves are numbers of names.

use phidelta::yard::{self, Child, Depth, Ground, INDEPENDENT, NodeId, Policy, ROOT, Solved, Yard};
use phidelta::{Aggregate, Ceiling, Key, Numbers, Side};

/// How children combine: plain proof-number search.
const POLICY: Policy = Policy { aggregate: Aggregate::Sum, ceiling: Ceiling::HIGHEST };

/// Why a node is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// It is not.
    None,
    /// The game has ended.
    End,
    /// The position stands on its own path, at this node.
    Repetition(NodeId),
    /// A certificate that was checked, by its number.
    Certificate(u32),
    /// Its children.
    Children,
    /// Another node with the same position.
    Elsewhere(NodeId),
}

impl Ground for Support {
    const OPEN: Support = Support::None;

    fn of_children(_: bool, _: impl Iterator<Item = (Depth, Support)>) -> Support {
        Support::Children
    }

    fn elsewhere(self, node: NodeId) -> Support {
        Support::Elsewhere(node)
    }
}

/// The tree; a node carries the number of the move that leads to it.
pub type Tree = Yard<u32, Support>;

/// What came of a look at a leaf.
pub type Given = yard::Given<u32, Support>;

/// Bytes of a node with its place by its key.
pub const NODE_BYTES: u64 = Tree::node_bytes(Solved::Kept);

/// A tree of an open root.
pub fn new(key: Key, bytes: u64) -> Tree {
    Yard::new(bytes, POLICY, Solved::Kept, (0, key))
}

/// A move of a leaf as the rules have it: whether the attacker has reached his goal, where the game has ended, and
/// otherwise what it starts with. Where a position that comes again is worth something, `repetition` says what.
pub fn child(
    tree: &Tree,
    leaf: NodeId,
    (mv, key): (u32, Key),
    state: Result<bool, Numbers>,
    repetition: Option<bool>,
) -> Child<u32, Support> {
    let (numbers, dependency, ground) = match state {
        Ok(reached) => (numbers_of(reached), INDEPENDENT, Support::End),
        Err(open) => {
            let worth = repetition.and_then(|reached| {
                let above = tree.upwards(leaf).find(|&at| tree.key(at) == key)?;
                Some((numbers_of(reached), tree.depth(above), Support::Repetition(above)))
            });
            worth.unwrap_or((open, INDEPENDENT, Support::None))
        }
    };
    Child { load: mv, key, numbers, dependency, ground }
}

/// Whether the attacker reaches his goal, if that is known.
pub fn answer(tree: &Tree) -> Option<bool> {
    solved(tree.numbers(ROOT))
}

/// The child that shows a win of the side to move: the one that rests on the least.
pub fn decider(tree: &Tree, at: NodeId) -> Option<NodeId> {
    let numbers = tree.numbers(at);
    let of_value = tree.children(at).filter(|&id| numbers.is_solved() && tree.numbers(id) == numbers);
    of_value.max_by_key(|&id| (tree.dependency(id), std::cmp::Reverse(id)))
}

/// How much of the likelier answer is solved, 0 to 1: at each position of the loser the replies count alike,
/// at each of the winner his best move alone. Looks at so many nodes at most; what is behind them counts
/// as open.
pub fn share_solved(tree: &Tree, most: usize) -> f64 {
    let root = tree.numbers(ROOT);
    let winner = if root.pn <= root.dn { Side::Attacker } else { Side::Defender };
    let (mut todo, mut looked, mut solved) = (vec![(ROOT, 1.0)], 0, 0.0);
    while let Some((id, weight)) = todo.pop() {
        looked += 1;
        if tree.numbers(id).is_solved() {
            solved += weight;
        } else if looked < most {
            let open = |child: &NodeId| tree.numbers(*child).seen_by(winner).0;
            if tree.side(id) == winner {
                todo.extend(tree.children(id).min_by_key(open).map(|child| (child, weight)));
            } else {
                let part = weight / tree.children(id).count().max(1) as f64;
                todo.extend(tree.children(id).map(|child| (child, part)));
            }
        }
    }
    solved
}

/// Whether the attacker reaches his goal, if the numbers say so.
pub fn solved(numbers: Numbers) -> Option<bool> {
    numbers.is_solved().then(|| numbers.is_proved())
}

fn numbers_of(proved: bool) -> Numbers {
    if proved { Numbers::PROVED } else { Numbers::DISPROVED }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use phidelta::Outcome;
    use phidelta_games::graph::{Graph, generate, retrograde};

    use super::*;

    /// Solves a graph with jobs that bring one position's children, many out at once, results in any order, some
    /// lost, some twice.
    fn solve(graph: &Graph, seed: u64) -> Tree {
        let mut dice = fastrand::Rng::with_seed(seed);
        let root = graph.root();
        let mut tree = new(Key::from(root), 64 << 20);
        let mut out = Vec::new();
        for _ in 0..200_000 {
            if answer(&tree).is_some() {
                break;
            }
            if dice.u8(..8) < 5 || out.is_empty() {
                match tree.take() {
                    Some(ticket) => out.push(ticket),
                    None => assert!(!out.is_empty(), "an open tree has something to do"),
                }
            }
            if dice.bool() {
                continue;
            }
            let ticket = out.swap_remove(dice.usize(..out.len()));
            let given = match tree.leaf(ticket) {
                Some(leaf) if dice.u8(..10) > 0 => {
                    let name = tree.line(leaf).last().copied().unwrap_or(root);
                    let child = |&id: &u32| {
                        let ended = graph.value(id).map(|value| value == Outcome::Win);
                        let state = ended.ok_or(Numbers::UNIT);
                        child(&tree, leaf, (id, Key::from(id)), state, Some(false))
                    };
                    let children = graph.children(name).iter().map(child).collect();
                    Given::Open { numbers: tree.numbers(leaf), side: graph.side(name), unit: 1, children }
                }
                _ => Given::Nothing,
            };
            tree.give(ticket, given.clone()).unwrap();
            if dice.u8(..10) == 0 {
                tree.give(ticket, given).unwrap();
            }
        }
        tree
    }

    /// Every node of the winner's strategy is solved by something that is there.
    fn check_supports(tree: &Tree, graph: &Graph) {
        // A strategy that lives by repetitions goes round.
        let (mut todo, mut seen) = (vec![ROOT], HashSet::new());
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            assert!(tree.numbers(id).is_solved());
            match tree.ground(id) {
                Support::End => assert!(graph.value(*tree.load(id)).is_some()),
                Support::Repetition(above) => {
                    assert!(above != id && tree.upwards(id).any(|at| at == above));
                    assert_eq!(tree.key(above), tree.key(id));
                }
                Support::Elsewhere(other) => {
                    assert_eq!((tree.key(other), tree.numbers(other)), (tree.key(id), tree.numbers(id)));
                    todo.push(other);
                }
                Support::Children if solved(tree.numbers(id)) == Some(tree.side(id) == Side::Attacker) => {
                    todo.push(decider(tree, id).expect("a winning move"));
                }
                Support::Children => todo.extend(tree.children(id)),
                support => panic!("{support:?}"),
            }
        }
    }

    #[test]
    fn any_order_of_results_gives_the_answer_of_retrograde_analysis() {
        let shape = generate::Shape { nodes: 16, ..generate::Shape::default() };
        let mut decided = 0;
        for seed in 0..300 {
            for graph in
                [generate::tree(&shape, seed), generate::dag(&shape, seed), generate::cyclic(&shape, seed)]
            {
                if graph.children(graph.root()).is_empty() || graph.ids().any(|id| graph.is_open(id)) {
                    continue;
                }
                let truth = retrograde::solve(&graph)[graph.root() as usize];
                let tree = solve(&graph, seed);
                assert_eq!(answer(&tree), Some(truth), "{}", graph.to_json());
                check_supports(&tree, &graph);
                decided += 1;
            }
        }
        assert!(decided > 300, "{decided}");
    }

    #[test]
    fn a_node_is_as_small_as_is_told() {
        assert_eq!(NODE_BYTES, 144, "docs/measurements/cluster.md: 10⁶ nodes in 137 MiB");
    }
}
