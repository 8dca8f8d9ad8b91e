//! Two questions about one game, on one table.
//!
//! Claim: one solver asked for a win, then for at least a draw (or the other way round), then for a win
//! again answers each as if it had been asked alone: what one question found is not taken for the other.

use phidelta::{Game, Goal, Reason, Repetition, Solver, Value, Verdict};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic, dag, tree, uniform};
use phidelta_testing::algorithms::all;
use phidelta_testing::line::Truth;
use phidelta_testing::solver;

/// One graph with both goals. Positions have the same keys: the goal is not part of a position.
fn pair(make: fn(&Shape, u64) -> Graph, seed: u64) -> [Graph; 2] {
    let repetition =
        [Repetition::AttackerFails, Repetition::DefenderFails, Repetition::Draw][seed as usize % 3];
    let nodes = [8, 14, 30][seed as usize / 3 % 3];
    let shape = Shape { nodes, leaf: 0.25, draw: 0.5, span: 8, repetition, ..Shape::default() };
    [Goal::Win, Goal::Draw].map(|goal| make(&Shape { goal, ..shape.clone() }, seed))
}

fn ask(solver: &mut Solver, graph: &Graph, what: &str) {
    let mut game = graph.game();
    let report = solver.solve(&mut game).expect("the memory is there");
    assert_eq!(game.key(), graph.game().key());
    if let Some(objection) = Truth::of(graph).objection(&report) {
        panic!("{}, {what}: {objection}\n{}", solver.algorithm(), graph.to_json());
    }
    let promised = graph.is_acyclic() || solver.algorithm().ends_on_cycles();
    assert!(report.verdict.is_decided() || !promised, "{}: {:?}", solver.algorithm(), report.verdict);
}

fn two_questions(make: fn(&Shape, u64) -> Graph, seeds: u64) {
    let mut draws = 0;
    for seed in 0..seeds {
        let graphs = pair(make, seed);
        let [win, draw] = &graphs;
        draws += u32::from(Truth::of(win).verdict() != Truth::of(draw).verdict());
        for algorithm in all() {
            let nodes = if win.is_acyclic() || algorithm.ends_on_cycles() { 1_000_000 } else { 500 };
            let mut first = solver(algorithm, nodes);
            ask(&mut first, win, "win first");
            ask(&mut first, draw, "draw after win");
            ask(&mut first, win, "win again");
            let mut second = solver(algorithm, nodes);
            ask(&mut second, draw, "draw first");
            ask(&mut second, win, "win after draw");
        }
    }
    assert!(u64::from(draws) * 10 > seeds, "only {draws} of {seeds} graphs are drawn");
}

#[test]
fn on_trees() {
    two_questions(tree, 60);
}

#[test]
fn on_graphs_without_cycles() {
    two_questions(dag, 60);
}

#[test]
fn on_graphs_with_cycles() {
    two_questions(cyclic, 60);
}

fn true_value(win: &Graph, draw: &Graph) -> Value {
    match (Truth::of(win).verdict(), Truth::of(draw).verdict()) {
        (Verdict::Proved, _) => Value::Win,
        (_, Verdict::Proved) => Value::Draw,
        _ => Value::Loss,
    }
}

#[test]
fn the_value_is_that_of_both_questions() {
    for seed in 0..60 {
        let [win, draw] = pair(dag, seed);
        let truth = true_value(&win, &draw);
        for algorithm in all() {
            let mut game = win.game();
            let found = solver(algorithm, 1_000_000).value(&mut game).expect("the memory is there");
            assert_eq!(found.value(), Some(truth), "{algorithm}, seed {seed}");
            assert_eq!(found.report.verdict.is_proved(), truth == Value::Win);
            assert!(found.report.line_complete, "{algorithm}, seed {seed}");
            assert_eq!((game.goal(), game.key()), (Goal::Win, win.game().key()));
        }
    }
}

/// With two threads both questions are asked at once, then one after the other.
#[test]
fn questions_side_by_side_give_the_same_value() {
    let mut shared = 0;
    for seed in 0..120 {
        let make = if seed % 2 == 0 { dag } else { cyclic };
        let [win, draw] = pair(make, seed);
        let truth = true_value(&win, &draw);
        for algorithm in all() {
            let promised = win.is_acyclic() || algorithm.ends_on_cycles();
            for nodes in [20, if promised { 1_000_000 } else { 500 }] {
                let mut solver = solver(algorithm, nodes).threads(2);
                let mut game = win.game();
                let found = solver.value_with_crew(&mut game, &mut ()).expect("the memory is there");
                assert!(found.least <= truth && truth <= found.most, "{algorithm}, seed {seed}");
                assert!(found.value().is_some() || !promised || nodes == 20, "{algorithm}, seed {seed}");
                assert!(found.report.stats.nodes <= nodes, "{algorithm}, seed {seed}");
                assert_eq!((game.goal(), game.key()), (Goal::Win, win.game().key()));
                shared += u32::from(found.report.threads == 2);
            }
        }
    }
    assert!(shared > 1000, "only {shared} of them were asked side by side");
}

#[test]
fn a_stop_ends_questions_side_by_side() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let [win, _] = pair(dag, 8);
    let limits = phidelta::Limits::default().with_stop(stop);
    let mut solver = Solver::new("df-pn".parse().unwrap()).limits(limits).threads(2);
    let found = solver.value_with_crew(&mut win.game(), &mut ()).expect("the memory is there");
    assert_eq!((found.value(), found.report.verdict), (None, Verdict::Unknown(Reason::Stopped)));
}

#[test]
fn the_limits_of_a_value_hold_for_both_questions_together() {
    let mut second = 0;
    for seed in 0..60 {
        let [graph, _] = pair(dag, seed);
        let algorithm = phidelta_testing::algorithms::named("df-pn");
        let all = solver(algorithm, 1_000_000).value(&mut graph.game()).expect("the memory is there");
        let nodes = all.report.stats.nodes;
        for limit in 1..nodes {
            let found = solver(algorithm, limit).value(&mut graph.game()).expect("the memory is there");
            assert_eq!(found.report.verdict, Verdict::Unknown(Reason::NodeLimit), "{limit} of {nodes}");
            assert_eq!((found.value(), found.report.stats.nodes), (None, limit));
            second += u32::from(found.most == Value::Draw);
        }
        let found = solver(algorithm, nodes).value(&mut graph.game()).expect("the memory is there");
        assert_eq!(found.value(), all.value());
    }
    assert!(second > 100, "only {second} searches were ended in the second question");
}

#[test]
fn a_table_serves_two_graphs() {
    // The same ids, other rules: one solver must not mix them up.
    for seed in 0..40 {
        let graphs: Vec<Graph> = (0..3).map(|i| pair(cyclic, 3 * seed + i)).map(|[win, _]| win).collect();
        for algorithm in all().into_iter().filter(|algorithm| algorithm.ends_on_cycles()) {
            let mut solver = solver(algorithm, 1_000_000);
            for graph in graphs.iter().chain(&graphs) {
                ask(&mut solver, graph, "several graphs");
            }
        }
    }
}

#[test]
fn a_second_time_costs_next_to_nothing() {
    let graph = uniform(7, 3, 1);
    for name in ["df-pn", "df-pn+tca+snda", "pds", "pn*", "alpha-beta", "pn+shared"] {
        let mut solver = solver(phidelta_testing::algorithms::named(name), 1_000_000);
        let first = phidelta_testing::solve(&mut solver, &graph);
        let second = phidelta_testing::solve(&mut solver, &graph);
        assert!(first.stats.nodes > 20, "{name}: {}", first.stats.nodes);
        assert_eq!((second.verdict, second.stats.nodes), (first.verdict, 1), "{name}");
        assert!(second.verdict.is_decided(), "{name}");
        assert_eq!(first.line, second.line, "{name}");
        solver.forget();
        assert_eq!(phidelta_testing::solve(&mut solver, &graph).stats, first.stats, "{name}");
    }
}
