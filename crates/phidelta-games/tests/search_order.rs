//! df-pn is PN with another bookkeeping.
//!
//! Claim (Nagai 2002): on a tree, df-pn looks at the same leaves as PN with delayed evaluation, in the
//! same order, with any estimates. Where two leaves are equally good they may differ, and only there:
//! PN takes the first, df-pn stays on its line as long as no other is better. Both rules are checked
//! against a model of PN that keeps the whole tree and computes everything anew after each leaf.

use phidelta::{Event, INFINITY, Numbers, Observer, Side, Step, Verdict};
use phidelta_games::graph::generate::{Shape, tree};
use phidelta_games::graph::{Graph, NodeId};
use phidelta_testing::algorithms::named;
use phidelta_testing::solver;

/// Collects the leaves in the order in which they are looked at.
#[derive(Default)]
struct Leaves(Vec<NodeId>);

impl Observer<NodeId> for Leaves {
    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&mut self, step: &Step<'_, NodeId>) {
        if matches!(step.event, Event::Expand | Event::End) {
            // In a tree a node stands for its line; the root has none.
            self.0.push(step.line.last().copied().unwrap_or(0));
        }
    }
}

fn leaves(name: &str, graph: &Graph) -> (Vec<NodeId>, Verdict) {
    let mut leaves = Leaves::default();
    let mut solver = solver(named(name), 1_000_000);
    let report = solver.solve_observed(&mut graph.game(), &mut leaves).expect("the memory is there");
    assert!(report.verdict.is_decided(), "{name}: {:?}", report.verdict);
    (leaves.0, report.verdict)
}

/// What a tie is decided by.
#[derive(Clone, Copy, PartialEq)]
enum Ties {
    /// The first child.
    First,
    /// The child on the line of the last leaf; otherwise the first.
    Stay,
}

/// The leaves that PN looks at, by the book.
fn model(graph: &Graph, estimate: impl Fn(NodeId) -> Numbers, ties: Ties) -> Vec<NodeId> {
    let mut numbers: Vec<Numbers> = graph.ids().map(&estimate).collect();
    let mut expanded = vec![false; graph.len()];
    let mut order = Vec::new();
    let mut line: Vec<NodeId> = Vec::new();
    while !numbers[graph.root() as usize].is_solved() {
        // Down to a most-proving leaf.
        let last = std::mem::replace(&mut line, vec![graph.root()]);
        let mut here = graph.root();
        while expanded[here as usize] {
            let side = graph.side(here);
            let cost = |id: NodeId| numbers[id as usize].seen_by(side).0;
            let best = graph.children(here).iter().map(|&id| cost(id)).min().expect("expanded");
            let on_line =
                last.get(line.len()).copied().filter(|_| ties == Ties::Stay && last.starts_with(&line));
            here = match on_line.filter(|&id| cost(id) == best) {
                Some(id) => id,
                None => graph.children(here).iter().copied().find(|&id| cost(id) == best).expect("the best"),
            };
            line.push(here);
        }
        order.push(here);
        match graph.value(here) {
            Some(phidelta::Outcome::Win) => numbers[here as usize] = Numbers::PROVED,
            Some(_) => numbers[here as usize] = Numbers::DISPROVED,
            None => expanded[here as usize] = true,
        }
        // And up again.
        for &id in line.iter().rev().filter(|&&id| expanded[id as usize]) {
            let side = graph.side(id);
            let views = graph.children(id).iter().map(|&child| numbers[child as usize].seen_by(side));
            let phi = views.clone().map(|(phi, _)| phi).min().expect("children");
            // 0 at one of them means that the side to move has won: the sum is then infinite.
            let delta = views
                .map(|(_, delta)| delta)
                .try_fold(0u32, |sum, delta| if delta == INFINITY { None } else { sum.checked_add(delta) });
            numbers[id as usize] = Numbers::from_view(phi, delta.unwrap_or(INFINITY), side);
            assert!(numbers[id as usize].is_consistent());
        }
    }
    order
}

fn mobility(graph: &Graph, id: NodeId) -> Numbers {
    let moves = graph.children(id).len().max(1) as u32;
    match graph.side(id) {
        Side::Attacker => Numbers::new(1, moves),
        Side::Defender => Numbers::new(moves, 1),
    }
}

fn shape(number: u64, largest_init: u32) -> Shape {
    let pick = |choices: &[u32], divisor: u64| choices[(number / divisor) as usize % choices.len()];
    Shape {
        nodes: pick(&[10, 60, 400, 2000], 1),
        most_children: pick(&[2, 3, 5], 4),
        leaf: [0.05, 0.3][(number / 12) as usize % 2],
        largest_init,
        ..Shape::default()
    }
}

#[track_caller]
fn assert_same(expected: &[NodeId], found: &[NodeId], what: &str, graph: &Graph) {
    if expected != found {
        let first = expected.iter().zip(found).position(|(a, b)| a != b);
        panic!("{what}: leaf {first:?} of\n{expected:?}\n{found:?}\n{}", graph.to_json());
    }
}

/// Compares a search with the model on many trees.
#[track_caller]
fn compare(name: &str, ties: Ties, estimate: impl Fn(&Graph, NodeId) -> Numbers, largest_init: u32) {
    let mut total = 0;
    for number in 0..600 {
        let graph = tree(&shape(number, largest_init), number);
        let found = leaves(name, &graph).0;
        let expected = model(&graph, |id| estimate(&graph, id), ties);
        assert_same(&expected, &found, &format!("{name}, tree {number}"), &graph);
        total += found.len();
    }
    assert!(total > 10_000, "{name}: only {total} leaves");
}

#[test]
fn df_pn_and_pn_agree_leaf_by_leaf_where_estimates_differ() {
    let mut total = 0;
    for number in 0..800 {
        // So large a range that no two leaves are equally good.
        let graph = tree(&shape(number, 1_000_000), number);
        let (expected, verdict) = leaves("pn+delayed", &graph);
        for name in ["df-pn", "df-pn+tca", "df-pn(r)", "df-pn+nagai", "df-pn+snda", "df-pn+tca+snda(all)"] {
            let (found, same) = leaves(name, &graph);
            assert_same(&expected, &found, &format!("{name}, tree {number}"), &graph);
            assert_eq!(verdict, same);
        }
        total += expected.len();
    }
    assert!(total > 20_000, "only {total} leaves");
}

#[test]
fn df_pn_with_unit_estimates() {
    compare("df-pn+unit", Ties::Stay, |_, _| Numbers::UNIT, 1);
    compare("df-pn+tca+unit", Ties::Stay, |_, _| Numbers::UNIT, 1);
}

#[test]
fn df_pn_with_estimates_of_the_game() {
    compare("df-pn", Ties::Stay, |graph, id| graph.init(id), 3);
    compare("df-pn", Ties::Stay, |graph, id| graph.init(id), 20);
}

#[test]
fn df_pn_with_mobility() {
    compare("df-pn+mobility", Ties::Stay, mobility, 1);
}

#[test]
fn pn_with_unit_estimates() {
    compare("pn+delayed+unit", Ties::First, |_, _| Numbers::UNIT, 1);
}

#[test]
fn pn_with_estimates_of_the_game() {
    compare("pn+delayed", Ties::First, |graph, id| graph.init(id), 3);
}

#[test]
fn pn_with_mobility() {
    compare("pn+delayed+mobility", Ties::First, mobility, 1);
}

#[test]
fn weak_numbers_agree_too() {
    for number in 0..300 {
        let graph = tree(&shape(number, 1_000_000), number);
        let (expected, _) = leaves("wpn+delayed", &graph);
        assert_same(&expected, &leaves("df-wpn", &graph).0, &format!("tree {number}"), &graph);
    }
}

#[test]
fn other_searches_have_another_order() {
    // The claim would be empty if every search looked at these leaves in this order.
    for name in ["df-pn+unit", "df-pn+eps=1", "pds", "df-wpn", "pn*"] {
        let differs = (0..100).any(|number| {
            let graph = tree(&shape(number, 1_000_000), number);
            leaves("pn+delayed", &graph).0 != leaves(name, &graph).0
        });
        assert!(differs, "{name}");
    }
}
