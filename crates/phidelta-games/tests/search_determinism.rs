//! The same run twice gives the same counts.
//!
//! Claim: with one thread everything a search reports but its time is a function of the question, the
//! algorithm, the memory and the limits.

use phidelta::{Repetition, Solver};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic, dag, figure, tree, uniform};
use phidelta_testing::algorithms::all;
use phidelta_testing::{SMALL, node_limit, solve};

fn graphs() -> Vec<Graph> {
    let shape = Shape { nodes: 60, largest_init: 4, span: 6, ..Shape::default() };
    let mut graphs = vec![uniform(6, 3, 5), tree(&shape, 1), dag(&shape, 2), cyclic(&shape, 3)];
    graphs.push(cyclic(&Shape { repetition: Repetition::DefenderFails, ..shape }, 4));
    graphs.extend(["kishimoto_fig1", "ghi_min", "wpns_fig1"].iter().filter_map(|name| figure(name)));
    assert_eq!(graphs.len(), 8);
    graphs
}

#[test]
fn two_runs_agree_in_every_count() {
    for graph in graphs() {
        for algorithm in all() {
            for entries in [16, 4096] {
                let run = || {
                    let solver = Solver::new(algorithm).memory(SMALL).table_entries(entries);
                    let mut solver = solver.limits(node_limit(3_000)).drop_stores(7);
                    let report = solve(&mut solver, &graph);
                    let (stats, numbers) = (report.stats, report.numbers);
                    let used = (report.table_bytes, report.table_used.to_bits());
                    (report.verdict, stats, numbers, report.line, report.line_complete, used)
                };
                assert_eq!(run(), run(), "{algorithm}, {entries} entries, {:?}", graph.title());
            }
        }
    }
}

#[test]
fn observing_changes_nothing() {
    struct Nosy(u64);
    impl phidelta::Observer<u32> for Nosy {
        fn wants_steps(&self) -> bool {
            true
        }
        fn step(&mut self, _step: &phidelta::Step<'_, u32>) {
            self.0 += 1;
        }
    }
    for graph in graphs() {
        for algorithm in all() {
            let solver = || Solver::new(algorithm).memory(SMALL).limits(node_limit(3_000));
            let alone = solve(&mut solver(), &graph);
            let mut nosy = Nosy(0);
            let seen = solver().solve_observed(&mut graph.game(), &mut nosy).expect("the memory is there");
            assert!(nosy.0 > 0, "{algorithm}");
            assert_eq!((alone.verdict, alone.stats), (seen.verdict, seen.stats), "{algorithm}");
            assert_eq!((alone.numbers, alone.line), (seen.numbers, seen.line), "{algorithm}");
        }
    }
}
