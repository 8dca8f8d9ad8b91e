//! A line of play keeps what it shows.
//!
//! Claim: in a graph with cycles a node may be won in general and lost on the path that leads to it,
//! because the way to win leads back over the path. A line never moves there: each of its nodes has the
//! verdict of the root on the line's own path.

mod common;

use common::algorithms::{all, named};
use common::line::Truth;
use common::{node_limit, sketch, solve};
use phidelta::{Algorithm, Family, Goal, Repetition, Solver};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic};

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

/// The table of one search serves another, which must not read its marks: here alpha-beta's notes made
/// the search for the line believe that n11 was lost.
#[test]
fn a_line_is_not_misled_by_the_notes_of_another_search() {
    let graph = sketch(
        "N0: n7\n\
         n1: N8 N0\n\
         N2: n7 n19 n5\n\
         n3: N18 N24 N2 N10\n\
         N4: n9 n15 n23 n21\n\
         n5: N16\n\
         N6: n1 n15\n\
         n7: N14 N8 N6 N10\n\
         N8 = win\n\
         n9: N26\n\
         N10: n3 n27 n11\n\
         n11: N20\n\
         N12: n19\n\
         N14: n1 n9 n11\n\
         n15: N10 N16 N26 N28\n\
         N16: n21 n3\n\
         N18: n1 n23 n3\n\
         n19: N28 N16 N22 N0\n\
         N20: n25 n5 n19 n21\n\
         n21: N8 N6 N12 N20\n\
         N22: n19 n11\n\
         n23: N12\n\
         N24 = loss\n\
         n25: N4 N8\n\
         N26 = win\n\
         n27: N0 N6 N20\n\
         N28: n11",
    );
    assert_eq!(objection(&graph, named("alpha-beta+two-big"), 16), None);
}
