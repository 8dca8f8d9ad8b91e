//! A line of play keeps what it shows.
//!
//! Claim: in a graph with cycles a node may be won in general and lost on the path that leads to it,
//! because the way to win leads back over the path. A line never moves there: each of its nodes has the
//! verdict of the root on the line's own path.

use phidelta::{Algorithm, Family, Goal, Repetition, Solver};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic};
use phidelta_testing::algorithms::{all, named};
use phidelta_testing::line::Truth;
use phidelta_testing::{node_limit, sketch, solve};

fn objection(graph: &Graph, algorithm: Algorithm, entries: u64) -> Option<String> {
    let solver = Solver::new(algorithm).memory(1 << 20).limits(node_limit(100_000));
    let report = solve(&mut solver.table_entries(entries), graph);
    Truth::of(graph).objection(&report)
}

/// The first objections to an algorithm's lines on many graphs.
fn objections(algorithms: &[Algorithm], entries: u64, graphs: u64) -> Vec<String> {
    let mut found = Vec::new();
    for seed in 0..graphs {
        let shape = Shape {
            nodes: 5 + (seed % 15) as u32,
            leaf: 0.2,
            largest_init: if seed % 2 == 0 { 1 } else { 4 },
            goal: if seed % 5 == 0 { Goal::Draw } else { Goal::Win },
            repetition: if seed % 3 == 0 { Repetition::DefenderFails } else { Repetition::AttackerFails },
            ..Shape::default()
        };
        let graph = cyclic(&shape, seed);
        for &algorithm in algorithms {
            let objection = objection(&graph, algorithm, entries);
            found.extend(objection.map(|text| format!("{algorithm}, seed {seed}: {text}")));
        }
    }
    found
}

fn ending(wanted: impl Fn(&Algorithm) -> bool) -> Vec<Algorithm> {
    all().into_iter().filter(|algorithm| algorithm.ends_on_cycles() && wanted(algorithm)).collect()
}

#[test]
fn no_move_gives_it_away() {
    let algorithms = ending(|algorithm| algorithm.family != Family::PdsPn);
    assert_eq!(objections(&algorithms, 4096, 500), Vec::<String>::new());
}

#[test]
fn no_move_gives_it_away_behind_a_second_level() {
    let algorithms = ending(|algorithm| algorithm.family == Family::PdsPn);
    assert_eq!(objections(&algorithms, 4096, 3000), Vec::<String>::new());
}

#[test]
fn no_move_gives_it_away_with_a_tiny_table() {
    assert_eq!(objections(&ending(|_| true), 16, 3000), Vec::<String>::new());
}

/// The way to win is b, C, e, W. From C the table knows only d, which is won in general (by A), but
/// on this path leads back to A.
#[test]
fn the_smallest_line_that_goes_astray() {
    let graph = sketch("A: f b\nf: G\nG: h\nh: A\nb: C\nC: d e\nd: A\ne: W\nW = win");
    let report = solve(&mut Solver::new(named("pds-pn+tca+a=10+b=5")).memory(1 << 20), &graph);
    let names: Vec<&str> = report.line.iter().map(|&id| graph.name(id)).collect();
    assert_eq!((names, report.line_complete), (vec!["b", "C", "e", "W"], true));
}

/// The same with PN and a table that has lost the way to win.
#[test]
fn a_line_that_goes_astray_because_the_table_is_small() {
    let graph = sketch("A: b\nb: C\nC: d e\nd: F\nF: b\ne: G\nG: h\nh: W\nW = win");
    for entries in [4, 8, 16, 32] {
        for algorithm in ending(|_| true) {
            assert_eq!(objection(&graph, algorithm, entries), None, "{algorithm}, {entries} entries");
        }
    }
}
