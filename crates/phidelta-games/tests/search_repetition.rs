//! What a repeated position is worth is the game's to say.
//!
//! Claim: whether a repetition fails the attacker, fails the defender or is a draw, and whether the goal
//! is a win or at least a draw, every search that promises to end on graphs with cycles gives the verdict
//! of retrograde analysis, and a line that shows it; the others are never wrong.

use phidelta::{Family, Goal, Reason, Repetition, Solver, Verdict};
use phidelta_games::graph::generate::{Shape, cyclic};
use phidelta_testing::algorithms::all;
use phidelta_testing::line::Truth;
use phidelta_testing::{node_limit, solve};

/// Nodes after which a search that promised to end counts as endless.
const ENDLESS: u64 = 2_000_000;

/// How long the others may try, in nodes.
const SHORT: u64 = 500;

fn agrees(goal: Goal, repetition: Repetition) {
    let algorithms = all();
    let (mut proved, mut disproved, mut by_repetition) = (0, 0, 0);
    for seed in 0..100 {
        let pick = |choices: &[u32], divisor: u64| choices[(seed / divisor) as usize % choices.len()];
        let shape = Shape {
            nodes: pick(&[6, 10, 16, 24], 1),
            most_children: pick(&[2, 3], 4),
            largest_init: pick(&[1, 4], 8),
            span: pick(&[3, u32::MAX], 2),
            leaf: 0.2,
            draw: 0.3,
            goal,
            repetition,
            ..Shape::default()
        };
        let graph = cyclic(&shape, seed);
        let truth = Truth::of(&graph);
        match truth.verdict() {
            Verdict::Proved => proved += 1,
            _ => disproved += 1,
        }
        for &algorithm in &algorithms {
            let nodes = if algorithm.ends_on_cycles() { ENDLESS } else { SHORT };
            let solver = Solver::new(algorithm).limits(node_limit(nodes)).table_entries(1024);
            // A tree has a node for every path.
            let memory = if algorithm.family.is_best_first() { 64 << 20 } else { 1 << 20 };
            let report = solve(&mut solver.memory(memory), &graph);
            if let Some(objection) = truth.objection(&report) {
                panic!("{algorithm}: {objection}\n{}", graph.to_json());
            }
            match report.verdict {
                Verdict::Unknown(Reason::MemoryFull) if algorithm.family.is_best_first() => {}
                Verdict::Unknown(reason) if algorithm.ends_on_cycles() => {
                    panic!("{algorithm} does not end: {reason}\n{}", graph.to_json())
                }
                _ => {}
            }
            if algorithm.family == Family::AlphaBeta && report.line_complete {
                let end = report.line.last().map_or(graph.root(), |&id| id);
                by_repetition += u32::from(graph.value(end).is_none());
            }
        }
    }
    assert!(proved >= 5 && disproved >= 5, "{proved} proved, {disproved} disproved");
    assert!(by_repetition > 0, "no verdict rests on a repetition");
}

#[test]
fn a_win_where_repetition_fails_the_attacker() {
    agrees(Goal::Win, Repetition::AttackerFails);
}

#[test]
fn a_win_where_repetition_fails_the_defender() {
    agrees(Goal::Win, Repetition::DefenderFails);
}

#[test]
fn a_win_where_repetition_is_a_draw() {
    agrees(Goal::Win, Repetition::Draw);
}

#[test]
fn a_draw_where_repetition_fails_the_attacker() {
    agrees(Goal::Draw, Repetition::AttackerFails);
}

#[test]
fn a_draw_where_repetition_fails_the_defender() {
    agrees(Goal::Draw, Repetition::DefenderFails);
}

#[test]
fn a_draw_where_repetition_is_a_draw() {
    agrees(Goal::Draw, Repetition::Draw);
}
