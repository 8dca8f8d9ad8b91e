//! Edge costs change the order of a search, never its verdict.
//!
//! Claim: with any costs on the moves, large ones and different ones for the two numbers included,
//! every depth-first search with `+costs` finds the truth, and it looks at the costs.

use phidelta::{Algorithm, Game, Goal, Key, Limits, Numbers, Outcome, Repetition, Side, Solver};
use phidelta_games::graph::generate::{Shape, cyclic, dag};
use phidelta_games::graph::{Graph, GraphGame, NodeId, retrograde};

/// A graph whose moves cost something.
struct Tolls<'g> {
    graph: GraphGame<'g>,
    most: u32,
}

impl Game for Tolls<'_> {
    type Move = NodeId;

    fn side(&self) -> Side {
        self.graph.side()
    }

    fn moves(&self, out: &mut Vec<NodeId>) {
        self.graph.moves(out);
    }

    fn play(&mut self, mv: NodeId) {
        self.graph.play(mv);
    }

    fn undo(&mut self, mv: NodeId) {
        self.graph.undo(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.graph.outcome()
    }

    fn key(&self) -> Key {
        self.graph.key()
    }

    fn goal(&self) -> Goal {
        self.graph.goal()
    }

    fn repetition(&self) -> Repetition {
        self.graph.repetition()
    }

    fn edge_cost(&self, mv: NodeId) -> Numbers {
        let spread = phidelta::mix(u64::from(mv) << 8 | u64::from(self.graph.node())) as u32;
        Numbers::new(spread % self.most, (spread >> 16) % self.most)
    }
}

fn nodes(graph: &Graph, algorithm: Algorithm, most: u32) -> u64 {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let mut solver = Solver::new(algorithm).memory(1 << 20).limits(limits);
    let report = solver.solve(&mut Tolls { graph: graph.game(), most }).expect("enough memory");
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
