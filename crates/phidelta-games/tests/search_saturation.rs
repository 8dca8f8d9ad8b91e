//! Numbers that grow too large make a search give up; they never make it lie.
//!
//! Claim: with infinity set to 3, 10 or 1000 and estimates far above it, every verdict is the truth or
//! *unknown*, on trees, DAGs and graphs with cycles, and on graphs made to saturate.

use phidelta::{Algorithm, Ceiling, Family, Number, Reason, Solver, Verdict};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic, dag, tree};
use phidelta_testing::algorithms::{all, named};
use phidelta_testing::line::Truth;
use phidelta_testing::{node_limit, sketch, solve, solver};

const INFINITIES: [Number; 3] = [3, 10, 1000];

/// Counts by reason, so that a test can see that saturation did occur.
#[derive(Default, Debug)]
struct Count {
    decided: u64,
    saturated: u64,
    limited: u64,
}

fn check(graph: &Graph, truth: &Truth<'_>, algorithm: Algorithm, count: &mut Count) {
    // A small table: thousands of them are made.
    let mut solver = Solver::new(algorithm).memory(1 << 17).limits(node_limit(2_000)).table_entries(256);
    let report = solve(&mut solver, graph);
    if let Some(objection) = truth.objection(&report) {
        panic!("{algorithm}: {objection}\n{}", graph.to_json());
    }
    match report.verdict {
        Verdict::Unknown(Reason::Saturated) => count.saturated += 1,
        Verdict::Unknown(Reason::NodeLimit | Reason::MemoryFull) => count.limited += 1,
        Verdict::Unknown(reason) => panic!("{algorithm}: {reason}\n{}", graph.to_json()),
        _ => count.decided += 1,
    }
}

/// Every algorithm with every infinity on `graphs` graphs of one kind; each graph meets one infinity.
fn sweep(make: fn(&Shape, u64) -> Graph, graphs: u64) -> Count {
    let mut count = Count::default();
    let algorithms = all();
    for seed in 0..graphs {
        let pick = |choices: &[u32], divisor: u64| choices[(seed / divisor) as usize % choices.len()];
        let shape = Shape {
            nodes: pick(&[8, 20, 45], 3),
            most_children: pick(&[2, 3, 6], 1),
            largest_init: pick(&[2, 12, 1_500, Number::MAX], 2),
            span: pick(&[4, u32::MAX], 5),
            leaf: 0.2,
            ..Shape::default()
        };
        let graph = make(&shape, seed);
        let truth = Truth::of(&graph);
        let ceiling = Ceiling::below(INFINITIES[(seed / 7) as usize % INFINITIES.len()]);
        for algorithm in &algorithms {
            check(&graph, &truth, algorithm.with_ceiling(ceiling), &mut count);
        }
    }
    count
}

#[test]
fn on_trees() {
    let count = sweep(tree, 350);
    assert!(count.saturated > 1_000 && count.decided > 1_000, "{count:?}");
}

#[test]
fn on_graphs_without_cycles() {
    let count = sweep(dag, 350);
    assert!(count.saturated > 1_000 && count.decided > 1_000, "{count:?}");
}

#[test]
fn on_graphs_with_cycles() {
    let count = sweep(cyclic, 350);
    assert!(count.saturated > 1_000 && count.decided > 1_000, "{count:?}");
}

/// An attacker's move to a position with so many replies, each of which loses at once but the last.
fn wide(replies: usize, last: &str) -> Graph {
    let names: Vec<String> = (0..replies).map(|i| format!("R{i}")).collect();
    let mut text = format!("A: b\nb: {}\n", names.join(" "));
    for i in 0..replies {
        let end = if i + 1 == replies { last } else { "win" };
        text += &format!("R{i}: r{i}\nr{i} = {end}\n");
    }
    sketch(&text)
}

/// The same for the defender: so many moves of the attacker, each of which is refuted but the last.
fn wide_for_the_attacker(moves: usize, last: &str) -> Graph {
    let names: Vec<String> = (0..moves).map(|i| format!("m{i}")).collect();
    let mut text = format!("A: {}\n", names.join(" "));
    for i in 0..moves {
        let end = if i + 1 == moves { last } else { "loss" };
        text += &format!("m{i}: M{i}\nM{i} = {end}\n");
    }
    sketch(&text)
}

#[test]
fn more_replies_than_numbers() {
    for (replies, last) in [(998, "win"), (999, "win"), (1_000, "loss"), (1_100, "win"), (1_100, "loss")] {
        for graph in [wide(replies, last), wide_for_the_attacker(replies, last)] {
            let truth = Truth::of(&graph);
            for algorithm in all() {
                let algorithm = algorithm.with_ceiling(Ceiling::below(1000));
                let mut solver = solver(algorithm, 20_000);
                let report = solve(&mut solver, &graph);
                let objection = truth.objection(&report);
                assert_eq!(objection, None, "{algorithm}, {replies} replies, the last a {last}");
            }
        }
    }
}

#[test]
fn a_sum_that_is_too_large_is_unknown_for_that_reason() {
    for name in ["df-pn", "pn", "pn+delayed", "pn2", "pn*", "pn-dfpn"] {
        let limited =
            |inf: &str| Solver::new(named(&format!("{name}+inf={inf}"))).limits(node_limit(1_000_000));
        let graph = wide(1_100, "win");
        let report = solve(&mut limited("1000"), &graph);
        assert_eq!(report.verdict, Verdict::Unknown(Reason::Saturated), "{name}");
        assert!(report.numbers.pn < 1000 && report.numbers.dn < 1000, "{name}: {:?}", report.numbers);
        assert_eq!(solve(&mut limited("2000"), &graph).verdict, Verdict::Proved, "{name}");
    }
}

#[test]
fn the_other_verdict_never_comes_from_a_ceiling() {
    // The smallest infinity, on the smallest graphs with both verdicts: nothing but 1 and 2 is finite.
    let graphs = [
        sketch("A: b c\nb: B1 B2\nc: C1\nB1 = win\nB2 = loss\nC1 = win"),
        sketch("A: b c\nb: B1 B2\nc: C1\nB1 = win\nB2 = loss\nC1 = loss"),
        sketch("A: b\nb: B1 B2 B3 B4\nB1 = win\nB2 = win\nB3 = win\nB4 = win"),
        sketch("A: b c d e\nb = loss\nc = loss\nd = loss\ne = loss"),
        sketch("A: b\nb: A"),
    ];
    for graph in &graphs {
        let truth = Truth::of(graph);
        for algorithm in all() {
            let algorithm = algorithm.with_ceiling(Ceiling::below(3));
            let report = solve(&mut solver(algorithm, 1_000), graph);
            assert_eq!(truth.objection(&report), None, "{algorithm}\n{}", graph.to_json());
            if algorithm.family == Family::AlphaBeta {
                assert!(report.verdict.is_decided(), "{algorithm} has no numbers to saturate");
            }
        }
    }
}
