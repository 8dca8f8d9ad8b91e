//! Edge costs change the order of a search, never its verdict.
//!
//! Claim: with any costs on the moves, large ones and different ones for the two numbers included,
//! every depth-first search with `+costs` finds the truth, and it looks at the costs.

use phidelta::{Algorithm, Numbers};
use phidelta_games::graph::generate::{Shape, cyclic, dag};
use phidelta_games::graph::{Graph, NodeId, retrograde};
use phidelta_testing::solver;
use phidelta_testing::strong::Strong;

fn nodes(graph: &Graph, algorithm: Algorithm, most: u32) -> u64 {
    let cost = |from: NodeId, to: NodeId| {
        let spread = phidelta::mix(u64::from(to) << 8 | u64::from(from)) as u32;
        Numbers::new(spread % most, (spread >> 16) % most)
    };
    let mut game = Strong { cost: &cost, ..Strong::new(graph) };
    let report = solver(algorithm, 200_000).solve(&mut game).expect("enough memory");
    let truth = retrograde::solve(graph)[graph.root() as usize];
    // The highest costs saturate every sum: then nothing may be known, but nothing wrong either.
    if most == u32::MAX && !report.verdict.is_decided() {
        return report.stats.nodes;
    }
    assert!(report.verdict.is_decided(), "{algorithm}, costs below {most}\n{}", graph.to_json());
    assert_eq!(report.verdict.is_proved(), truth, "{algorithm}, costs below {most}\n{}", graph.to_json());
    report.stats.nodes
}

#[test]
fn tolls_never_change_a_verdict() {
    let mut changed = 0;
    for seed in 0..400 {
        let shape = Shape { nodes: 5 + (seed % 20) as u32, leaf: 0.2, ..Shape::default() };
        for (graph, loops) in
            [(dag(&shape, seed), ""), (cyclic(&shape, seed), "+tca"), (cyclic(&shape, seed), "+r")]
        {
            for base in ["df-pn", "pds", "pn*"] {
                for aggregate in ["", "+wpns", "+snda", "+weak-source"] {
                    let algorithm: Algorithm = format!("{base}{loops}{aggregate}+costs").parse().unwrap();
                    let free = nodes(&graph, algorithm, 1);
                    for most in [3, 50, u32::MAX] {
                        changed += u64::from(nodes(&graph, algorithm, most) != free);
                    }
                }
            }
        }
    }
    assert!(changed > 1000, "{changed}: costs are looked at");
}
