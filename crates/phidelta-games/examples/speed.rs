//! The engine's speed on a game whose rules cost next to nothing: visits a CPU second.
//!
//! `cargo run --release --example speed -- [--nodes N] [--table MIB] [--width N] [ALGORITHM …]`
//!
//! Each row is one search of an undecided tree (or with `--width` of a graph in which lines merge) of
//! branching 5 that stops at the node limit. CPU time, because machines are shared.

#[path = "../benches/undeclared/mod.rs"]
mod undeclared;

use cpu_time::ProcessTime;
use phidelta::{Algorithm, Game, Limits, Report, SolveError, Solver};
use phidelta_games::synthetic::Synthetic;
use undeclared::Undeclared;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut nodes, mut table, mut width) = (10_000_000u64, 64u64, None);
    let mut names: Vec<String> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().unwrap_or_default().parse::<u64>();
        match arg.as_str() {
            "--nodes" => nodes = number()?,
            "--table" => table = number()?,
            "--width" => width = Some(number()?),
            name => names.push(name.to_string()),
        }
    }
    if names.is_empty() {
        names = ["df-pn", "df-pn+tca", "df-pn+tca+snda"].map(String::from).to_vec();
    }
    let mut game = Synthetic::new(5, 40, 7);
    if let Some(width) = width {
        game = game.with_width(width);
    }
    println!(
        "{:<28} {:>10} {:>9} {:>11} {:>12}",
        "algorithm", "table MiB", "nodes M", "acyclic M/s", "cyclic M/s"
    );
    for name in names {
        let algorithm: Algorithm = name.parse()?;
        let acyclic = speed(&algorithm, nodes, table, &mut game.clone())?;
        let cyclic = speed(&algorithm, nodes, table, &mut Undeclared(game.clone()))?;
        let million = nodes as f64 / 1e6;
        println!("{name:<28} {table:>10} {million:>9.1} {acyclic:>11.2} {cyclic:>12.2}");
    }
    Ok(())
}

/// Million nodes a CPU second.
fn speed<G: Game>(algorithm: &Algorithm, nodes: u64, table: u64, game: &mut G) -> Result<f64, SolveError> {
    // The table gets seven eighths of the memory.
    let memory = (table << 20) * 8 / 7;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut solver = Solver::new(*algorithm).memory(memory).limits(limits);
    let start = ProcessTime::now();
    let report: Report<G::Move> = solver.solve(game)?;
    Ok(report.stats.nodes as f64 / start.elapsed().as_secs_f64() / 1e6)
}
