//! `phidelta bench`: the same problems every time, a signature of what was counted, and the speed.
//!
//! The signature is a hash of the problems, the algorithms, their verdicts and their node counts, never
//! of times: a change of it means that some search does something else than before, and two
//! machines that agree on it have done the same work. Speeds are for comparing on one machine only.
//!
//! Invariant: two runs with the same options print the same signature.
//!
//! With a game and a file it runs that suite instead ([`suite`]).

mod suite;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use phidelta::{Algorithm, Goal, Limits, Reason, Report, Solver, Verdict};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::synthetic::Synthetic;

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::print;
use crate::size;
use phidelta_desk::format::{grouped, short};
use phidelta_desk::text::{Align, Columns};
use phidelta_desk::{self as desk, GameKind, Problem};

/// What `phidelta bench` was given.
#[derive(clap::Args)]
#[command(after_help = format!("\
The last line is a signature: it changes when a verdict or a node count does, never with the speed.
Options change it too.

Examples:
  phidelta bench
  phidelta bench --algorithm df-pn+tca --nodes 5M --memory 64M
  phidelta bench shogi --file problems.sfen --verify --time 10

{EXIT_CODES}"))]
pub(crate) struct Args {
    /// Run a suite of this game instead
    #[arg(value_name = "GAME", value_parser = desk::find, requires = "file")]
    game: Option<&'static dyn GameKind>,

    /// The suite: positions, one a line; "-" is the standard input
    #[arg(long, value_name = "FILE", requires = "game")]
    file: Option<String>,

    /// Have every answer of the suite checked by an independent checker
    #[arg(long, requires = "file")]
    verify: bool,

    /// Stop a search of the suite after so many seconds of wall time
    #[arg(long, value_name = "S", value_parser = size::seconds, requires = "file")]
    time: Option<Duration>,

    /// Ask one question about each position of the suite, as with `phidelta solve`
    #[arg(long, value_name = "GOAL", requires = "file")]
    goal: Option<String>,

    /// Choose a variant of the rules of the suite's game; may be given several times
    #[arg(long = "rule", value_name = "NAME=VALUE", requires = "file")]
    rules: Vec<String>,

    /// Only this algorithm instead of the usual list; for a suite instead of the game's own
    #[arg(long, value_name = "NAME")]
    algorithm: Option<Algorithm>,

    /// Nodes a run may take [default: 1M, for a suite as many as it needs]
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Memory of a run, at least 1M [default: 16M, for a suite 256M]
    #[arg(long, value_name = "SIZE", value_parser = size::memory)]
    memory: Option<u64>,
}

impl std::fmt::Debug for Args {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Args").field("file", &self.file).finish_non_exhaustive()
    }
}

/// So many that all runs together take some seconds.
const DEFAULT_NODES: u64 = 1_000_000;
/// Small enough that tables are full, as they are on hard problems.
const DEFAULT_MEMORY: u64 = 16 << 20;

/// One of each kind, and the strong combinations.
const ALGORITHMS: [&str; 14] = [
    "pn",
    "wpn",
    "pn2",
    "pn*",
    "pds",
    "df-pn",
    "df-pn(r)",
    "df-pn+tca",
    "df-pn+tca+wpns",
    "df-pn+tca+snda",
    "df-pn+tca+weak-source+eps=0.25",
    "pds-pn",
    "pn-dfpn+tca",
    "alpha-beta",
];

/// Runs everything.
pub(crate) fn run(args: &Args) -> Result<Code> {
    if let (Some(game), Some(file)) = (args.game, &args.file) {
        return suite::run(args, game, file);
    }
    let algorithms = match args.algorithm {
        Some(algorithm) => vec![algorithm],
        None => ALGORITHMS.iter().map(|name| name.parse().map_err(Failure::input)).collect::<Result<_>>()?,
    };
    let stop = crate::interrupt::flag()?;
    let mut problems = problems();
    let width = problems.iter().map(|problem| problem.given().len()).max().unwrap_or(0);
    let names = algorithms.iter().map(|algorithm| algorithm.to_string().len()).max().unwrap_or(0);
    let columns = Columns::new([
        (width, Align::Left),
        (names, Align::Left),
        (9, Align::Left),
        (11, Align::Right),
        (8, Align::Right),
        (7, Align::Right),
    ]);
    print(&columns.row(["problem", "algorithm", "verdict", "nodes", "seconds", "nodes/s"]))?;
    let mut signature = Signature::default();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for problem in &mut problems {
        for algorithm in &algorithms {
            let report = one(args, *algorithm, problem, &stop)?;
            if report.verdict == Verdict::Unknown(Reason::Stopped) {
                print("stopped: no signature\n")?;
                return Ok(Code::Unknown);
            }
            let name = algorithm.to_string();
            signature.add(problem.given(), &name, &report);
            nodes += report.stats.nodes;
            time += report.elapsed;
            print(&columns.row([
                problem.given().to_string(),
                name,
                report.verdict.to_string(),
                grouped(report.stats.nodes),
                format!("{:.3}", report.elapsed.as_secs_f64()),
                short(report.nodes_per_second()),
            ]))?;
        }
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    print(&format!(
        "total {} nodes, {:.3} s, {} nodes/s\nsignature {:016x}\n",
        grouped(nodes),
        time.as_secs_f64(),
        short(speed),
        signature.0
    ))?;
    Ok(Code::Done)
}

fn one(
    args: &Args,
    algorithm: Algorithm,
    problem: &mut Problem,
    stop: &Arc<AtomicBool>,
) -> Result<Report<String>> {
    let limits =
        Limits { nodes: args.nodes.or(Some(DEFAULT_NODES)), time: None, stop: Some(Arc::clone(stop)) };
    let mut solver = Solver::new(algorithm).memory(args.memory.unwrap_or(DEFAULT_MEMORY)).limits(limits);
    let mut report = problem.solve(&mut solver, &mut ())?.report;
    if stop.load(Ordering::Relaxed) {
        // It may have come too late for the search to notice.
        report.verdict = Verdict::Unknown(Reason::Stopped);
    }
    Ok(report)
}

/// FNV-1a over 64 bits: small, and enough to tell two lists of counts apart.
struct Signature(u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xcbf2_9ce4_8422_2325)
    }
}

impl Signature {
    fn add(&mut self, problem: &str, algorithm: &str, report: &Report<String>) {
        self.add_line(problem, algorithm, &report.verdict.to_string(), report.stats.nodes);
    }

    fn add_line(&mut self, problem: &str, algorithm: &str, answer: &str, nodes: u64) {
        let text = format!("{problem}\t{algorithm}\t{answer}\t{nodes}\n");
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The problems: merges, loops, and trees large enough to measure.
fn problems() -> Vec<Problem> {
    let mut out: Vec<Problem> = Vec::new();
    let mut graph = |name: &str, graph: Graph| {
        out.push(Problem::of_graph(name, graph, Goal::Win));
    };
    for name in ["kishimoto_fig1", "ghi_min"] {
        if let Some(figure) = generate::figure(name) {
            graph(name, figure);
        }
    }
    graph("okabe 16", generate::okabe(16, Some(phidelta::Outcome::Win)));
    graph("chain 10000", generate::chain(10_000));
    // Shapes and seeds for which neither a dozen nodes nor a million are enough.
    let shape = Shape { nodes: 5000, least_children: 2, most_children: 4, ..Shape::default() };
    graph("dag 5000", generate::dag(&Shape { leaf: 0.1, span: 100, ..shape.clone() }, 1));
    graph("cyclic 5000", generate::cyclic(&Shape { leaf: 0.2, span: 1000, ..shape }, 2));
    let mut synthetic = |name: &str, game: Synthetic| {
        out.push(Problem::of_synthetic(name, game));
    };
    synthetic("tree 5^8", Synthetic::new(5, 8, 1));
    synthetic("tree 5^40", Synthetic::new(5, 40, 1));
    synthetic("merging 5^40", Synthetic::new(5, 40, 1).with_width(10_000));
    out
}
