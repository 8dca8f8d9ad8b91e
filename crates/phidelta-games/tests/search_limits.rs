//! A search that meets a limit says *unknown* and why, in every algorithm.
//!
//! Claims: the node limit is exact; an expired time, a stop flag set before or during the search and a
//! memory that is too small each end it with their own reason; the game is back where it was; the same
//! solver goes on to solve the problem when it is given more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use phidelta::{
    Algorithm, Family, Growth, LEAST_MEMORY, Limits, Observer, Progress, Reason, SolveError, Solver, Verdict,
};
use phidelta_games::graph::generate::{Shape, chain, cyclic, uniform};
use phidelta_games::graph::{Graph, NodeId};
use phidelta_games::synthetic::Synthetic;
use phidelta_testing::algorithms::{all, named};
use phidelta_testing::line::Truth;
use phidelta_testing::{SMALL, node_limit, solve};

/// Graphs on which every search needs more than a few nodes: the second one of four hundred tried.
fn graphs() -> [Graph; 2] {
    let shape = Shape { nodes: 30, most_children: 4, leaf: 0.2, span: 9, ..Shape::default() };
    [uniform(6, 3, 5), cyclic(&shape, 398)]
}

/// Nodes that are enough for both graphs, in searches that promise to end.
const ENOUGH: u64 = 1_000_000;

fn ends_on(algorithm: &Algorithm, graph: &Graph) -> bool {
    graph.is_acyclic() || algorithm.ends_on_cycles()
}

/// Solves with what was learned so far, and without limits that matter.
fn finishes(solver: Solver, graph: &Graph) {
    let mut solver = solver.limits(node_limit(ENOUGH));
    if !ends_on(solver.algorithm(), graph) {
        return;
    }
    let report = solve(&mut solver, graph);
    let what = solver.algorithm();
    assert!(report.verdict.is_decided(), "{what}: {:?}", report.verdict);
    assert_eq!(Truth::of(graph).objection(&report), None, "{what}");
}

#[test]
fn the_node_limit_is_exact() {
    for graph in graphs() {
        let truth = Truth::of(&graph);
        for algorithm in all() {
            let mut cut_short = 0;
            for limit in [0, 1, 2, 3, 5, 8, 13, 40, 100] {
                let mut solver = Solver::new(algorithm).memory(SMALL).limits(node_limit(limit));
                let report = solve(&mut solver, &graph);
                assert!(report.stats.nodes <= limit, "{algorithm}: {} of {limit}", report.stats.nodes);
                assert_eq!(truth.objection(&report), None, "{algorithm}");
                if let Verdict::Unknown(reason) = report.verdict {
                    assert_eq!((reason, report.stats.nodes), (Reason::NodeLimit, limit), "{algorithm}");
                    cut_short += 1;
                    finishes(solver, &graph);
                }
            }
            assert!(cut_short >= 4, "{algorithm}: the graph is too easy");
        }
    }
}

#[test]
fn many_short_searches_make_a_long_one() {
    // Each try knows what the last one found, so that 50 nodes at a time are enough in the end for
    // searches that live on their table.
    let graph = uniform(7, 3, 1);
    for name in ["df-pn", "df-pn+tca", "df-pn(r)", "df-pn+tca+snda", "pds", "pn*"] {
        let mut solver = Solver::new(named(name)).memory(SMALL).limits(node_limit(50));
        let tries = (1..1000).find(|_| solve(&mut solver, &graph).verdict.is_decided());
        assert!(tries.is_some_and(|tries| tries > 1), "{name}: {tries:?}");
    }
}

#[test]
fn no_time_at_all() {
    for graph in graphs() {
        for algorithm in all() {
            let limits = Limits::default().with_time(Duration::ZERO);
            let mut solver = Solver::new(algorithm).memory(SMALL).limits(limits);
            let report = solve(&mut solver, &graph);
            assert_eq!(report.verdict, Verdict::Unknown(Reason::TimeLimit), "{algorithm}");
            assert!(report.stats.nodes <= 1 && report.line.is_empty(), "{algorithm}");
            finishes(solver, &graph);
        }
    }
}

/// A game that no search gets to the end of.
fn endless() -> Synthetic {
    Synthetic::new(5, 60, 1)
}

/// Second levels large enough to be stopped in the middle.
fn with_large_second_level(algorithm: Algorithm) -> Algorithm {
    let growth = Growth { a: 1000.0, b: 100.0 };
    match algorithm.family {
        Family::Pn2 | Family::PdsPn => algorithm.with_growth(growth),
        Family::PnDfPn => algorithm.with_job_nodes(1 << 30),
        _ => algorithm,
    }
}

#[test]
fn a_little_time() {
    for algorithm in all().into_iter().map(with_large_second_level) {
        let limits = Limits::default().with_time(Duration::from_millis(5));
        let mut solver = Solver::new(algorithm).memory(16 << 20).limits(limits);
        let (mut game, root) = (endless(), endless());
        let report = solver.solve(&mut game).expect("the memory is there");
        assert_eq!(report.verdict, Verdict::Unknown(Reason::TimeLimit), "{algorithm}");
        assert!(report.elapsed >= Duration::from_millis(5), "{algorithm}");
        // Generous: other tests run at the same time.
        assert!(report.elapsed < Duration::from_secs(60), "{algorithm}: {:?}", report.elapsed);
        assert_eq!(game, root, "{algorithm}");
    }
}

#[test]
fn a_stop_flag_that_is_set_already() {
    for graph in graphs() {
        for algorithm in all() {
            let stop = Some(Arc::new(AtomicBool::new(true)));
            let mut solver = Solver::new(algorithm).memory(SMALL).limits(Limits::default().with_stop(stop));
            let report = solve(&mut solver, &graph);
            assert_eq!(report.verdict, Verdict::Unknown(Reason::Stopped), "{algorithm}");
            assert!(report.stats.nodes <= 1, "{algorithm}");
            finishes(solver, &graph);
        }
    }
}

/// Tells that the search has begun.
struct Begun(AtomicBool);

impl Observer<u8> for &Begun {
    fn progress(&mut self, _progress: &Progress<'_, u8>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_stop_flag_set_from_another_thread() {
    for algorithm in all().into_iter().map(with_large_second_level) {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits::default().with_stop(Arc::clone(&stop));
        let solver = Solver::new(algorithm).memory(16 << 20).limits(limits);
        let mut solver = solver.progress_interval(Duration::ZERO);
        let (mut game, root) = (endless(), endless());
        let begun = Begun(AtomicBool::new(false));
        let (report, stopped_at) = std::thread::scope(|scope| {
            let alarm = scope.spawn(|| {
                while !begun.0.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_micros(200));
                }
                stop.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let report = solver.solve_observed(&mut game, &mut &begun).expect("the memory is there");
            (report, alarm.join().expect("an alarm does not panic"))
        });
        assert_eq!(report.verdict, Verdict::Unknown(Reason::Stopped), "{algorithm}");
        assert!(report.stats.nodes >= 1, "{algorithm}");
        assert!(stopped_at.elapsed() < Duration::from_secs(60), "{algorithm}");
        assert_eq!(game, root, "{algorithm}");
    }
}

/// A chain too long for the least memory, not so long that small second levels take for ever.
const PLIES: u32 = 3_000;

#[test]
fn too_little_memory() {
    let graph = chain(PLIES);
    for algorithm in all() {
        let mut solver = Solver::new(algorithm).memory(LEAST_MEMORY).limits(node_limit(10 * ENOUGH));
        let report = solve(&mut solver, &graph);
        assert_eq!(report.verdict, Verdict::Unknown(Reason::MemoryFull), "{algorithm}");
        let mut solver = solver.memory(64 << 20);
        let report = solve(&mut solver, &graph);
        assert_eq!(report.verdict, Verdict::Proved, "{algorithm}");
    }
}

#[test]
fn hardly_any_memory_is_an_error() {
    for algorithm in all() {
        for given in [0, 1, 1024, LEAST_MEMORY - 1] {
            let error = Solver::new(algorithm).memory(given).solve(&mut chain(3).game()).unwrap_err();
            assert_eq!(error, SolveError::TooLittleMemory { given, least: LEAST_MEMORY }, "{algorithm}");
            assert!(error.to_string().contains(&given.to_string()), "{error}");
        }
    }
}

#[test]
fn the_least_memory_is_enough_for_small_problems() {
    let graph = uniform(5, 2, 1);
    for algorithm in all() {
        let report = solve(&mut Solver::new(algorithm).memory(LEAST_MEMORY), &graph);
        assert_eq!(Truth::of(&graph).objection(&report), None, "{algorithm}");
        assert!(report.verdict.is_decided(), "{algorithm}: {:?}", report.verdict);
        let bytes = report.table_bytes;
        assert!(bytes > 0 && bytes <= LEAST_MEMORY, "{algorithm}: {bytes} bytes");
    }
}

#[test]
fn progress_is_told_and_is_told_at_the_interval() {
    struct Clock(Vec<Duration>);
    impl phidelta::Observer<u8> for Clock {
        fn progress(&mut self, progress: &phidelta::Progress<'_, u8>) {
            assert!(progress.nodes > 0 && (0.0..=1.0).contains(&progress.table_used));
            assert!(progress.numbers.is_consistent() && !progress.numbers.is_solved());
            self.0.push(progress.elapsed);
        }
    }
    for name in ["df-pn", "pn", "pn2", "pds-pn", "pn-dfpn", "alpha-beta", "pn*", "pds"] {
        let limits = Limits::default().with_time(Duration::from_millis(300));
        let solver = Solver::new(named(name)).limits(limits);
        let mut clock = Clock(Vec::new());
        let mut solver = solver.progress_interval(Duration::from_millis(10));
        let report = solver.solve_observed(&mut endless(), &mut clock).expect("the memory is there");
        assert!(!report.verdict.is_decided(), "{name}");
        assert!((1..=30).contains(&clock.0.len()), "{name}: {:?}", clock.0);
        assert!(clock.0.windows(2).all(|w| w[1] - w[0] >= Duration::from_millis(9)), "{name}: {:?}", clock.0);
    }
}

#[test]
fn a_root_that_has_ended_needs_one_node() {
    for (name, verdict) in
        [("win", Verdict::Proved), ("loss", Verdict::Disproved), ("draw", Verdict::Disproved)]
    {
        let graph = phidelta_testing::sketch(&format!("A = {name}"));
        for algorithm in all() {
            let report = solve(&mut Solver::new(algorithm).memory(SMALL).limits(node_limit(10)), &graph);
            let line: &[NodeId] = &report.line;
            assert_eq!((report.verdict, line, report.line_complete), (verdict, &[][..], true), "{algorithm}");
        }
    }
}
