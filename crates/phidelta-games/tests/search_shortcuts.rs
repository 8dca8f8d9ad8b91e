//! Exact answers that a game sees without search.
//!
//! Claims: every search asks for them and then visits fewer nodes; with `no-shortcuts` none does; they never
//! change a verdict, on graphs with cycles either.

mod common;

use std::cell::Cell;

use common::algorithms::all;
use common::{SMALL, node_limit};
use phidelta::{Algorithm, Game, Goal, Key, Numbers, Outcome, Repetition, Shortcut, Side, Solver};
use phidelta_games::graph::generate::{Shape, cyclic, dag, tree};
use phidelta_games::graph::{Graph, GraphGame, NodeId, retrograde};

/// A graph that knows the value of some of its nodes.
struct Seeing<'g> {
    graph: GraphGame<'g>,
    truths: &'g [bool],
    /// Of so many nodes one is known; none if 0.
    every: u64,
    /// Positions it claims to have looked at for an answer.
    price: u64,
    asked: &'g Cell<u64>,
}

impl Game for Seeing<'_> {
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

    fn shortcut(&mut self) -> Option<Shortcut> {
        self.asked.set(self.asked.get() + 1);
        let at = self.graph.node();
        let known = self.every > 0 && (phidelta::mix(u64::from(at)) as u64).is_multiple_of(self.every);
        let outcome = if self.truths[at as usize] { Outcome::Win } else { Outcome::Loss };
        known.then_some(Shortcut { outcome, length: 1, stock: 0 })
    }

    fn shortcut_nodes(&self) -> u64 {
        self.price
    }
}

/// Nodes of a search, and how often it asked for an answer. What it finds is checked.
fn search(graph: &Graph, truths: &[bool], algorithm: Algorithm, every: u64, price: u64) -> (u64, u64) {
    let asked = Cell::new(0);
    let mut game = Seeing { graph: graph.game(), truths, every, price, asked: &asked };
    let mut solver = Solver::new(algorithm).memory(SMALL).limits(node_limit(20_000)).lines(false);
    let report = solver.solve(&mut game).expect("the memory is there");
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
    for algorithm in all() {
        let bare = Algorithm { shortcuts: false, ..algorithm };
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
