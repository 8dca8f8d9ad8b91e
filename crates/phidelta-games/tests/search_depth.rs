//! Lines of 100,000 plies on a stack of 256 KiB.
//!
//! Claim: no search recurses over the depth of the game. With enough memory every one solves a chain of
//! 10⁵ plies and tells its line to the end, whether it ends with the game or with a repetition; a search
//! that has not enough says so.

use phidelta::{Algorithm, Family, Growth, Loops, Reason, Replacement, Solver, Verdict};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::chain;
use phidelta_testing::algorithms::{all, named};
use phidelta_testing::{SMALL, node_limit, sketch, solve};

const PLIES: usize = 100_000;

/// Bytes of the thread's stack.
const STACK: usize = 256 << 10;

/// Runs a test where recursion would show.
fn in_a_small_thread(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Second levels that stay small: on a single line, one that grows with the first level takes the
/// square of its length.
fn with_small_second_level(algorithm: Algorithm) -> Algorithm {
    match algorithm.family {
        Family::Pn2 | Family::PdsPn => algorithm.with_growth(Growth { a: 1e9, b: 1e6 }),
        _ => algorithm,
    }
}

/// Every algorithm with a loop policy.
fn with_loops(loops: Loops) -> impl Iterator<Item = Algorithm> {
    let algorithms = all().into_iter().filter(move |algorithm| algorithm.loops == loops);
    algorithms.map(with_small_second_level)
}

/// One step of alpha-beta is a sixteenth of the depth: 17 times the length, and room above that.
const NODES: u64 = 50 * PLIES as u64;

/// Enough memory for the line, with a table that is quick to make.
fn roomy(algorithm: Algorithm) -> Solver {
    Solver::new(algorithm).memory(1 << 30).table_entries(1 << 19).limits(node_limit(NODES))
}

fn solves_the_chain(loops: Loops) {
    in_a_small_thread(move || {
        let graph = chain(PLIES as u32);
        for algorithm in with_loops(loops) {
            let report = solve(&mut roomy(algorithm), &graph);
            assert_eq!(report.verdict, Verdict::Proved, "{algorithm}");
            // Two places a bucket lose much of a line, and to find all of it again costs too much.
            if algorithm.replacement == Replacement::KeepLarge {
                assert!(report.line_complete, "{algorithm}: a line of {} plies", report.line.len());
            }
            assert_eq!(report.line_complete, report.line.len() == PLIES, "{algorithm}");
        }
    });
}

#[test]
fn a_chain_without_a_loop_policy() {
    solves_the_chain(Loops::None);
}

#[test]
fn a_chain_with_threshold_control() {
    solves_the_chain(Loops::ThresholdControl);
}

#[test]
fn a_chain_with_minimal_distances() {
    solves_the_chain(Loops::MinimalDistance);
}

/// One algorithm of each kind of search.
const KINDS: [&str; 12] = [
    "pn",
    "pn+delayed+shared",
    "pn2",
    "pn*+tca",
    "pds+tca",
    "df-pn",
    "df-pn+tca+snda",
    "df-pn(r)",
    "df-pn+tca+immediate",
    "pds-pn+tca",
    "pn-dfpn+tca+jobs=5",
    "alpha-beta",
];

/// A ring: the last move leads back to the first position, which fails the attacker.
fn ring() -> Graph {
    let name = |i: usize| if i.is_multiple_of(2) { format!("A{i}") } else { format!("a{i}") };
    let lines: Vec<String> = (0..PLIES).map(|i| format!("{}: {}", name(i), name((i + 1) % PLIES))).collect();
    sketch(&lines.join("\n"))
}

#[test]
fn a_ring() {
    in_a_small_thread(|| {
        let graph = ring();
        for algorithm in KINDS.map(named).map(with_small_second_level) {
            let report = solve(&mut roomy(algorithm), &graph);
            assert_eq!(report.verdict, Verdict::Disproved, "{algorithm}");
            // All below the root holds on this path only, and what the table loses of it costs as much
            // to find again as the whole search: the line may stop short.
            assert!(!report.line.is_empty(), "{algorithm}");
            assert_eq!(report.line_complete, report.line.len() == PLIES, "{algorithm}");
        }
    });
}

/// A ladder: at each step the side to move can also lose at once, so that the numbers change all the
/// way and each step has a second child.
fn ladder(plies: usize) -> Graph {
    let mut lines = Vec::new();
    for i in 0..plies {
        let (here, next, exit, end) =
            if i.is_multiple_of(2) { ("A", "a", "x", "loss") } else { ("a", "A", "X", "win") };
        lines.push(format!("{here}{i}: {exit}{i} {next}{}", i + 1));
        lines.push(format!("{exit}{i} = {end}"));
    }
    lines.push(format!("A{plies} = win"));
    sketch(&lines.join("\n"))
}

#[test]
fn a_ladder() {
    in_a_small_thread(|| {
        // A tree whose root changes with every leaf is updated all the way up each time.
        let (long, short) = (ladder(PLIES), ladder(PLIES / 20));
        for algorithm in KINDS.map(named).map(with_small_second_level) {
            let graph = if algorithm.family.is_best_first() { &short } else { &long };
            let report = solve(&mut roomy(algorithm), graph);
            assert_eq!(report.verdict, Verdict::Proved, "{algorithm}");
            assert!(report.line_complete, "{algorithm}: a line of {} plies", report.line.len());
            assert_eq!(report.line.len(), (graph.len() - 1) / 2, "{algorithm}");
        }
    });
}

#[test]
fn too_little_memory_for_the_line() {
    in_a_small_thread(|| {
        let graph = chain(PLIES as u32);
        for loops in [Loops::None, Loops::ThresholdControl, Loops::MinimalDistance] {
            for algorithm in with_loops(loops) {
                let mut solver = Solver::new(algorithm).memory(SMALL).limits(node_limit(NODES));
                let report = solve(&mut solver, &graph);
                assert_eq!(report.verdict, Verdict::Unknown(Reason::MemoryFull), "{algorithm}");
            }
        }
    });
}
