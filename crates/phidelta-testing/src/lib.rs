//! What the tests of several crates share: every algorithm there is, the truth about graphs, games with
//! strengths of the test's choice, and plain second implementations of the rules of each game.
//!
//! For tests, benchmarks and `xtask` only; nothing here is published.

#![allow(missing_docs, reason = "helpers of tests, named after what they do")]

pub mod algorithms;
pub mod bare;
pub mod broker;
pub mod checkpoint;
pub mod compose;
pub mod connect4;
pub mod driver;
pub mod forge;
pub mod line;
pub mod loa;
pub mod othello;
pub mod scenarios;
pub mod shogi;
pub mod strong;
pub mod uttt;

use phidelta::{Algorithm, Game, Limits, Report, Solver};
use phidelta_games::graph::{Graph, NodeId};

/// Memory that is enough for small graphs, in bytes; a small table is quick to make.
pub const SMALL: u64 = 1 << 20;

/// A solver with little memory that gives up after so many nodes.
pub fn solver(algorithm: Algorithm, nodes: u64) -> Solver {
    Solver::new(algorithm).memory(SMALL).limits(node_limit(nodes))
}

pub fn node_limit(nodes: u64) -> Limits {
    Limits::default().with_nodes(nodes)
}

/// Solves a graph and sees to it that the game is back at the root.
pub fn solve(solver: &mut Solver, graph: &Graph) -> Report<NodeId> {
    let mut game = graph.game();
    let report = solver.solve(&mut game).expect("the memory is there");
    assert_eq!(game.node(), graph.root(), "{} leaves the game elsewhere", solver.algorithm());
    assert_eq!(game.key(), graph.game().key());
    report
}

/// A graph in short form: one node a line, `name: children` or `name = value`. Names in capitals are OR
/// nodes, the others AND nodes; the first line is the root.
pub fn sketch(text: &str) -> Graph {
    let mut nodes = Vec::new();
    let mut root = None;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, rest) = line.split_once([':', '=']).expect("name: children, or name = value");
        let name = name.trim();
        root.get_or_insert(name);
        let side = if name.starts_with(char::is_uppercase) { "OR" } else { "AND" };
        let rest = if line.contains('=') {
            format!("\"value\": \"{}\"", rest.trim())
        } else {
            let children: Vec<String> = rest.split_whitespace().map(|child| format!("{child:?}")).collect();
            format!("\"children\": [{}]", children.join(", "))
        };
        nodes.push(format!("\"{name}\": {{\"type\": \"{side}\", {rest}}}"));
    }
    let root = root.expect("a first line");
    let text = format!("{{\"root\": \"{root}\", \"nodes\": {{{}}}}}", nodes.join(", "));
    Graph::from_json(&text).unwrap_or_else(|error| panic!("{error}"))
}
