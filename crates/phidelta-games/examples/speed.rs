//! The engine's speed on a game whose rules cost next to nothing: visits a CPU second.
//!
//! `cargo run --release --example speed -- [--nodes N] [--table MIB] [--width N] [--rounds N] [--listen]
//! [ALGORITHM …]`
//!
//! Each figure is the median of some rounds; in each round every algorithm has its turn, so that a busy
//! moment of the machine does not hit one of them alone. A search is that of an undecided tree (or with
//! `--width` of a graph in which lines merge) of branching 5 that stops at the node limit. CPU time,
//! because machines are shared. `--listen` has progress reported ten times a second.

use std::time::Duration;

use cpu_time::ProcessTime;
use phidelta::{Algorithm, Game, Limits, Observer, Progress, SolveError, Solver};
use phidelta_games::synthetic::Synthetic;
use phidelta_testing::bare::Bare;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut run = Measurement { nodes: 10_000_000, table: 64, listen: false };
    let (mut rounds, mut width) = (1, None);
    let mut names: Vec<String> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().unwrap_or_default().parse::<u64>();
        match arg.as_str() {
            "--nodes" => run.nodes = number()?,
            "--table" => run.table = number()?,
            "--width" => width = Some(number()?),
            "--rounds" => rounds = number()?.max(1) as usize,
            "--listen" => run.listen = true,
            name => names.push(name.to_string()),
        }
    }
    if names.is_empty() {
        names = ["df-pn", "df-pn+tca", "df-pn+tca+snda"].map(String::from).to_vec();
    }
    let algorithms: Vec<Algorithm> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    let mut game = Synthetic::new(5, 40, 7);
    if let Some(width) = width {
        game = game.with_width(width);
    }
    if rounds > 1 {
        // A virtual machine pays for the first use of its memory, once.
        run.speed(&algorithms[0], &mut game.clone())?;
    }
    let mut speeds = vec![(Vec::new(), Vec::new()); names.len()];
    for _ in 0..rounds {
        for (algorithm, (acyclic, cyclic)) in algorithms.iter().zip(&mut speeds) {
            acyclic.push(run.speed(algorithm, &mut game.clone())?);
            cyclic.push(run.speed(algorithm, &mut Bare(game.clone()))?);
        }
    }
    println!(
        "{:<28} {:>10} {:>9} {:>11} {:>12}",
        "algorithm", "table MiB", "nodes M", "acyclic M/s", "cyclic M/s"
    );
    for (name, (acyclic, cyclic)) in names.iter().zip(&mut speeds) {
        let (table, million) = (run.table, run.nodes as f64 / 1e6);
        let (acyclic, cyclic) = (median(acyclic), median(cyclic));
        println!("{name:<28} {table:>10} {million:>9.1} {acyclic:>11.2} {cyclic:>12.2}");
    }
    Ok(())
}

/// What is measured.
struct Measurement {
    nodes: u64,
    /// MiB.
    table: u64,
    listen: bool,
}

impl Measurement {
    /// Million nodes a CPU second.
    fn speed<G: Game>(&self, algorithm: &Algorithm, game: &mut G) -> Result<f64, SolveError> {
        // The table gets seven eighths of the memory.
        let memory = (self.table << 20) * 8 / 7;
        let limits = Limits::default().with_nodes(self.nodes);
        let mut solver = Solver::new(*algorithm)
            .memory(memory)
            .limits(limits)
            .progress_interval(Duration::from_millis(100));
        let start = ProcessTime::now();
        let report = match self.listen {
            true => solver.solve_observed(game, &mut Listener(String::new()))?,
            false => solver.solve(game)?,
        };
        Ok(report.stats.nodes as f64 / start.elapsed().as_secs_f64() / 1e6)
    }
}

/// Writes each report down, as a program would that shows it.
struct Listener(String);

impl<M> Observer<M> for Listener {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        let Progress { numbers, nodes, table_used, line, .. } = progress;
        self.0 = format!("{numbers:?} {nodes} {table_used} {}", line.len());
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
