//! Exact answers that a game sees without search.
//!
//! Claims: every search asks for them and then visits fewer nodes; with `no-shortcuts` none does; they never
//! change a verdict, on graphs with cycles either.

use std::cell::Cell;

use phidelta::{Algorithm, Outcome, Shortcut};
use phidelta_games::graph::generate::{Shape, cyclic, dag, tree};
use phidelta_games::graph::{Graph, NodeId, retrograde};
use phidelta_testing::algorithms::all;
use phidelta_testing::solver;
use phidelta_testing::strong::Strong;

/// Nodes of a search to which one node of `every` is known (none if 0) for a `price`, and how often it asked.
/// What it finds is checked.
fn search(graph: &Graph, truths: &[bool], algorithm: Algorithm, every: u64, price: u64) -> (u64, u64) {
    let asked = Cell::new(0);
    let shortcut = |at: NodeId| {
        asked.set(asked.get() + 1);
        let known = every > 0 && (phidelta::mix(u64::from(at)) as u64).is_multiple_of(every);
        let outcome = if truths[at as usize] { Outcome::Win } else { Outcome::Loss };
        known.then_some(Shortcut::new(outcome, 1))
    };
    let mut game = Strong { shortcut: &shortcut, price, ..Strong::new(graph) };
    let report = solver(algorithm, 20_000).lines(false).solve(&mut game).expect("the memory is there");
    let truth = truths[graph.root() as usize];
    if report.verdict.is_decided() {
        assert_eq!(report.verdict.is_proved(), truth, "{algorithm}, one of {every}\n{}", graph.to_json());
    } else {
        assert!(!algorithm.ends_on_cycles(), "{algorithm}: {}\n{}", report.verdict, graph.to_json());
    }
    (report.stats.nodes, asked.get())
}

#[test]
fn every_search_asks_unless_it_is_told_not_to() {
    let shape = Shape { nodes: 200, leaf: 0.3, ..Shape::default() };
    let graphs: Vec<Graph> = (0..8).map(|seed| tree(&shape, seed)).collect();
    let truths: Vec<Vec<bool>> = graphs.iter().map(retrograde::solve).collect();
    for algorithm in all().into_iter().filter(|algorithm| algorithm.shortcuts) {
        let bare = algorithm.with_shortcuts(false);
        let (mut with, mut without) = (0, 0);
        for (graph, truths) in graphs.iter().zip(&truths) {
            let (nodes, asked) = search(graph, truths, algorithm, 3, 0);
            assert!(asked > 0 || nodes < 3, "{algorithm} does not ask");
            with += nodes;
            let (nodes, asked) = search(graph, truths, bare, 3, 0);
            assert_eq!(asked, 0, "{bare} asks");
            without += nodes;
        }
        assert!(with < without, "{algorithm}: {with} nodes, {without} without");
    }
}

#[test]
fn answers_never_change_a_verdict() {
    for seed in 0..60 {
        let shape = Shape { nodes: 5 + (seed % 30) as u32, leaf: 0.2, ..Shape::default() };
        for graph in [dag(&shape, seed), cyclic(&shape, seed)] {
            let truths = retrograde::solve(&graph);
            for algorithm in all() {
                for (every, price) in [(0, 0), (2, 0), (5, 7)] {
                    search(&graph, &truths, algorithm, every, price);
                }
            }
        }
    }
}
