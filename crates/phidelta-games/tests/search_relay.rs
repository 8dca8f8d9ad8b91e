//! A relay: two searches that take turns.
//!
//! Claims: it solves what either of the two solves, with its line, and as long as the first leg lasts it
//! is the first search, node for node; the first goes on where it was instead of beginning anew; one that
//! cannot go on leaves the rest to the other.

use phidelta::{Reason, Solver, Verdict};
use phidelta_games::graph::generate::{Shape, cyclic, dag, figure, uniform};
use phidelta_testing::algorithms::named;
use phidelta_testing::line::Truth;
use phidelta_testing::{SMALL, node_limit, solve, solver};

/// df-pn without a loop policy runs for ever on it; PDS does not.
const LOOP: &str = "kishimoto_fig1";

#[test]
fn the_other_search_solves_what_the_first_cannot() {
    let graph = figure(LOOP).expect("a figure");
    let alone = solve(&mut solver(named("df-pn"), 100_000), &graph);
    assert_eq!(alone.verdict, Verdict::Unknown(Reason::NodeLimit));
    for legs in ["relay=1", "relay=10", "relay=1K"] {
        let report = solve(&mut solver(named(&format!("df-pn+{legs}")), 100_000), &graph);
        assert!(report.verdict.is_decided() && report.line_complete, "{legs}: {:?}", report.verdict);
        assert_eq!(Truth::of(&graph).objection(&report), None, "{legs}");
    }
}

#[test]
fn a_first_leg_that_is_long_enough_is_the_search_alone() {
    let shape = Shape { nodes: 60, span: 6, ..Shape::default() };
    for graph in [uniform(6, 3, 5), cyclic(&shape, 3)] {
        let [alone, relay] = ["df-pn+tca+snda", "df-pn+tca+snda+relay=1M"].map(|name| {
            let solver = Solver::new(named(name)).memory(SMALL);
            solve(&mut solver.limits(node_limit(1_000_000)), &graph)
        });
        assert!(alone.verdict.is_decided());
        assert_eq!((alone.verdict, alone.stats, alone.line), (relay.verdict, relay.stats, relay.line));
    }
}

#[test]
fn a_search_goes_on_where_it_was() {
    // The answer costs little more than the two searches together: a first search that began anew with
    // each leg would need its nodes once more for each of the ten rounds.
    for seed in 0..20 {
        let graph = uniform(8, 3, seed);
        let nodes = |name: &str| {
            let report = solve(&mut Solver::new(named(name)), &graph);
            assert_eq!(Truth::of(&graph).objection(&report), None, "{name}");
            report.stats.nodes
        };
        let (alone, pds, relay) = (nodes("df-pn"), nodes("pds"), nodes("df-pn+relay=4"));
        assert!(relay <= 2 * alone + 200 || relay <= 6 * pds + 200, "{seed}: {alone}, {pds}, {relay}");
    }
}

#[test]
fn one_that_gives_up_leaves_the_rest_to_the_other() {
    // The graphs give first numbers of up to 4, with which df-pn soon reaches what counts as infinite
    // here; PDS starts from 1.
    let shape = Shape { nodes: 40, largest_init: 4, ..Shape::default() };
    let mut decided = 0;
    for seed in 0..200 {
        let graph = dag(&shape, seed);
        let verdict = |name: &str| solve(&mut solver(named(name), 100_000), &graph).verdict;
        let [first, second, relay] = ["df-pn+inf=6", "pds+inf=6", "df-pn+inf=6+relay=7"].map(verdict);
        assert!(relay.is_decided() || !(first.is_decided() || second.is_decided()), "{seed}");
        if let Verdict::Unknown(reason) = relay {
            assert_eq!(reason, Reason::Saturated, "{seed}");
        } else if !first.is_decided() {
            decided += 1;
        }
    }
    assert!(decided > 0, "the other search never mattered");
}
