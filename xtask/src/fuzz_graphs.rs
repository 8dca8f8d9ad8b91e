//! Random graphs against the truth: every search, tiny tables, lost stores.
//!
//! Each graph is solved by retrograde analysis and by every algorithm. A verdict that differs is an
//! error; so is *unknown* from an algorithm that promises to end. Trees and DAGs go to all algorithms,
//! graphs with cycles to those that promise to end there (and, for wrong verdicts only, to the others).

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use phidelta::{Algorithm, Game, Limits, Question, Reason, Solver, Verdict};
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::graph::{Graph, NodeId, retrograde};

/// The nodes after which a search of such a small graph counts as endless.
const ENDLESS: u64 = 2_000_000;

/// Searches without a loop policy may run for ever on cycles: there only the verdict is looked at,
/// within so many nodes.
const UNPROMISED: u64 = 2_000;

/// Best-first trees and the other searches that no loop policy belongs to.
const PLAIN: [&str; 14] = [
    "pn",
    "pn+delayed",
    "pn+mobility",
    "pn+shared",
    "wpn",
    "wpn+delayed+unit",
    "pn+bns",
    "pn2+a=20+b=5",
    "pn2+shared",
    "pn2+wpns+a=5+b=2",
    "alpha-beta",
    "alpha-beta+two-big",
    "pn+delayed+shared+two-big",
    "pn+unit",
];

/// Every algorithm of the run.
pub fn algorithms() -> Vec<Algorithm> {
    let mut names: Vec<String> = PLAIN.iter().map(|name| name.to_string()).collect();
    for loops in ["", "+tca", "+r"] {
        for aggregate in ["", "+wpns", "+bns", "+nagai", "+snda", "+snda(all)", "+weak-source"] {
            names.push(format!("df-pn{loops}{aggregate}"));
            names.push(format!("pn-dfpn{loops}{aggregate}+jobs=5"));
            if aggregate != "+bns" {
                names.push(format!("pds{loops}{aggregate}"));
                names.push(format!("pn*{loops}{aggregate}"));
                names.push(format!("pds-pn{loops}{aggregate}+a=10+b=5"));
            }
        }
        for part in
            ["eps=0.25", "immediate", "mobility", "unit", "two-big", "costs", "snda+eps=1+immediate+mobility"]
        {
            names.push(format!("df-pn{loops}+{part}"));
        }
    }
    names.iter().map(|name| name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}

/// What came out of all runs of one algorithm.
#[derive(Default, Clone, Copy, Debug)]
pub struct Count {
    right: u64,
    unknown: u64,
    short_lines: u64,
    nodes: u64,
    most_nodes: u64,
}

/// Runs `count` graphs of each kind. Stops at the first error.
pub fn run(count: u64, seed: u64, only: Option<&str>, report: bool) -> Result<()> {
    let mut algorithms = algorithms();
    if let Some(only) = only {
        algorithms = vec![only.parse()?];
    }
    let mut counts: BTreeMap<(String, &str), Count> = BTreeMap::new();
    for number in 0..count {
        let mut rng = fastrand::Rng::with_seed(seed.wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for kind in ["tree", "dag", "cyclic"] {
            let graph = random_graph(&mut rng, kind);
            let truth = match retrograde::solve(&graph)[graph.root() as usize] {
                true => Verdict::Proved,
                false => Verdict::Disproved,
            };
            let entries = [16, 32, 64, 256, 4096][rng.usize(..5)];
            let drops = rng.bool().then(|| rng.u64(..));
            for algorithm in &algorithms {
                let key = (algorithm.to_string(), kind);
                let count = counts.entry(key).or_default();
                if let Err(error) = check(&graph, kind, truth, algorithm, entries, drops, count) {
                    println!("{}", graph.to_json());
                    bail!(
                        "graph {number} of seed {seed}, {kind}, {entries} entries, drops {drops:?}: {error}"
                    );
                }
            }
        }
    }
    if report {
        println!(
            "{:<46} {:<7} {:>9} {:>8} {:>12} {:>9}",
            "algorithm", "graphs", "right", "unknown", "nodes", "most"
        );
        for ((name, kind), c) in &counts {
            println!(
                "{name:<46} {kind:<7} {:>9} {:>8} {:>12} {:>9}",
                c.right, c.unknown, c.nodes, c.most_nodes
            );
        }
    }
    Ok(())
}

fn check(
    graph: &Graph,
    kind: &str,
    truth: Verdict,
    algorithm: &Algorithm,
    entries: u64,
    drops: Option<u64>,
    count: &mut Count,
) -> Result<()> {
    let promised = kind != "cyclic" || algorithm.ends_on_cycles();
    let nodes = Some(if promised { ENDLESS } else { UNPROMISED });
    let limits = Limits { nodes, ..Limits::default() };
    let mut solver = Solver::new(*algorithm)
        .memory(if algorithm.family.is_best_first() { 64 << 20 } else { 1 << 20 })
        .limits(limits)
        .table_entries(entries);
    if let Some(seed) = drops {
        solver = solver.drop_stores(seed);
    }
    let mut game = graph.game();
    let before = game.key();
    let report = solver.solve(&mut game)?;
    count.nodes += report.stats.nodes;
    count.most_nodes = count.most_nodes.max(report.stats.nodes);
    if game.key() != before {
        bail!("{algorithm} left the game in another position");
    }
    match report.verdict {
        Verdict::Unknown(Reason::NodeLimit | Reason::Saturated) if !promised => count.unknown += 1,
        Verdict::Unknown(reason) => bail!("{algorithm} does not end: {reason}, truth {truth}"),
        verdict if verdict != truth => bail!("{algorithm} says {verdict}, truth {truth}"),
        verdict => {
            count.right += 1;
            count.short_lines += u64::from(!report.line_complete);
            if !line_shows(graph, verdict, &report.line, report.line_complete) {
                let names: Vec<&str> = report.line.iter().map(|&id| graph.name(id)).collect();
                bail!("{algorithm} shows {verdict} by the line {}", names.join(" "));
            }
        }
    }
    Ok(())
}

/// Whether a line consists of moves of the graph and, if complete, ends as the verdict says.
fn line_shows(graph: &Graph, verdict: Verdict, line: &[NodeId], complete: bool) -> bool {
    let question = Question::of(&graph.game());
    let mut seen = vec![graph.root()];
    for &next in line {
        let here = *seen.last().expect("starts with the root");
        if !graph.children(here).contains(&next) {
            return false;
        }
        if let Some(rest) = seen.iter().position(|&id| id == next) {
            let last = seen.len() == line.len() && rest < seen.len();
            return last
                && complete
                && Verdict::from_numbers(question.repetition(), Reason::Stopped) == verdict;
        }
        seen.push(next);
    }
    let end = graph.value(*seen.last().expect("starts with the root")).map(|value| question.answer(value));
    match end {
        Some(numbers) => complete && Verdict::from_numbers(numbers, Reason::Stopped) == verdict,
        None => !complete,
    }
}

fn random_graph(rng: &mut fastrand::Rng, kind: &str) -> Graph {
    let shape = Shape {
        nodes: if rng.bool() { rng.u32(4..20) } else { rng.u32(20..60) },
        most_children: rng.u32(1..=4),
        leaf: [0.05, 0.15, 0.3][rng.usize(..3)],
        draw: if rng.u8(..4) == 0 { 0.3 } else { 0.0 },
        largest_init: if rng.bool() { 1 } else { 4 },
        span: if rng.bool() { u32::MAX } else { rng.u32(2..6) },
        ..Shape::default()
    };
    let seed = rng.u64(..);
    let graph = match kind {
        "tree" => generate::tree(&shape, seed),
        "dag" => generate::dag(&shape, seed),
        _ => generate::cyclic(&shape, seed),
    };
    graph
}
