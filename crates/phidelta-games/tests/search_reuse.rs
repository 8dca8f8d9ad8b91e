//! One solver, many positions: what its table keeps is true of every one of them.
//!
//! Claim: a solver that is asked about each node of a graph, one after another, answers each as if it
//! had been asked alone, whatever its table has kept or lost and whatever the lines of play have added
//! to it.

use phidelta::{Algorithm, Family, Solver, Verdict};
use phidelta_games::graph::generate::{Shape, cyclic, dag};
use phidelta_games::graph::{Graph, retrograde};
use phidelta_testing::algorithms::{all, named};
use phidelta_testing::{node_limit, sketch};

/// What is wrong with the answers about each node in turn.
fn objection(graph: &Graph, solver: &mut Solver) -> Option<String> {
    let truth = retrograde::solve(graph);
    graph.ids().find_map(|id| {
        let report = solver.solve(&mut graph.game_at(id)).expect("the memory is there");
        let wrong = if truth[id as usize] { Verdict::Disproved } else { Verdict::Proved };
        let text = || format!("{}: {} is {wrong}\n{}", solver.algorithm(), graph.name(id), graph.to_json());
        (report.verdict == wrong).then(text)
    })
}

fn sweep(algorithms: &[Algorithm], graphs: u64) {
    for seed in 0..graphs {
        let shape = Shape {
            nodes: 5 + (seed % 15) as u32,
            leaf: 0.2,
            largest_init: if seed % 2 == 0 { 1 } else { 4 },
            ..Shape::default()
        };
        for graph in [dag(&shape, seed), cyclic(&shape, seed)] {
            for &algorithm in algorithms {
                for (entries, drops) in [(16, None), (4096, None), (4096, Some(seed))] {
                    let mut solver = Solver::new(algorithm).memory(1 << 18).table_entries(entries);
                    solver = solver.limits(node_limit(1_000));
                    if let Some(seed) = drops {
                        solver = solver.drop_stores(seed);
                    }
                    if let Some(objection) = objection(&graph, &mut solver) {
                        panic!("{objection}\n{entries} entries, stores lost: {drops:?}");
                    }
                }
            }
        }
    }
}

/// Searches that keep more than numbers in their entries: marked moves, or a depth.
fn keeps_more(algorithm: &Algorithm) -> bool {
    algorithm.aggregate.marks_sources() || algorithm.family == Family::AlphaBeta
}

#[test]
fn every_node_of_a_graph() {
    let algorithms: Vec<Algorithm> = all().into_iter().filter(|algorithm| !keeps_more(algorithm)).collect();
    sweep(&algorithms, 60);
}

#[test]
fn every_node_of_a_graph_where_entries_keep_more() {
    let algorithms: Vec<Algorithm> = all().into_iter().filter(keeps_more).collect();
    sweep(&algorithms, 600);
}

/// No game on this graph ever ends, so that the attacker, who fails by repetition, wins nowhere.
#[test]
fn nothing_is_won_where_nothing_ends() {
    let graph = sketch("A: c\nB: i\nc: J H\nH: m\ni: A\nJ: m o\nm: J\no: A");
    for aggregate in ["", "+nagai", "+snda", "+snda(all)", "+weak-source"] {
        let mut solver = Solver::new(named(&format!("df-pn+tca{aggregate}"))).memory(1 << 20);
        for name in ["A", "B", "c"] {
            let mut game = graph.game_at(graph.id(name).expect("it is there"));
            let report = solver.solve(&mut game).expect("the memory is there");
            assert_eq!(report.verdict, Verdict::Disproved, "{name} by {}", solver.algorithm());
        }
    }
}
