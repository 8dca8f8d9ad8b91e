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

use phidelta::{Algorithm, Goal, LINE_UP, Limits, Reason, Report, Solver, Verdict};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::synthetic::Synthetic;
use serde::Serialize;

use crate::failure::{Code, Failure, Result};
use crate::output::print;
use crate::size;
use phidelta_desk::format::{grouped, rounded};
use phidelta_desk::text::{Align, Columns};
use phidelta_desk::{self as desk, GameKind, Problem};

/// How it ends. A run that meets its limit of nodes is what a benchmark is for; a problem of a suite that does
/// has no answer.
const EXIT_CODES: &str = "\
Exit codes:
  0  done: every run was made; of a suite: every problem has an answer
  1  a file cannot be read, the system gives no memory, or an answer has failed its check
  2  wrong usage or bad input: unknown option, algorithm or game, malformed position
  3  Ctrl-C; or a problem of a suite ended without an answer";

/// What `phidelta bench` was given.
#[derive(clap::Args)]
#[command(after_help = format!("\
The last line is a signature: it changes when a verdict or a node count does, never with the speed.
Options change it too. Without any the whole takes about a quarter of a minute.

Examples:
  phidelta bench --nodes 20K
  phidelta bench --algorithm df-pn+tca --nodes 100K --memory 64M
  phidelta bench --algorithm df-pn+tca --nodes 100K --json
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

    /// Order moves of the suite by what `phidelta learn` has written to this file, not by what ships
    #[arg(long, value_name = "FILE", requires = "file")]
    model: Option<String>,

    /// Only this algorithm instead of the usual list; for a suite instead of the game's own
    #[arg(long, value_name = "NAME")]
    algorithm: Option<Algorithm>,

    /// Nodes a run may take [default: 1M, for a suite as many as it needs]
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Memory of a run, at least 1M [default: 16M, for a suite 256M]
    #[arg(long, value_name = "SIZE", value_parser = size::memory)]
    memory: Option<u64>,

    /// Threads of a search of the suite; auto is one for each core (docs/threads.md)
    #[arg(long, value_name = "N", default_value = "1", value_parser = size::threads, requires = "file")]
    threads: usize,

    /// Print one JSON object a line for each run, and one for all of them (docs/json.md)
    #[arg(long)]
    json: bool,
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

/// Runs everything.
pub(crate) fn run(args: &Args) -> Result<Code> {
    if let (Some(game), Some(file)) = (args.game, &args.file) {
        return suite::run(args, game, file);
    }
    let algorithms = match args.algorithm {
        Some(algorithm) => vec![algorithm],
        None => {
            let line_up = LINE_UP.iter().filter(|contest| contest.benchmark);
            line_up.map(|contest| contest.name.parse().map_err(Failure::input)).collect::<Result<_>>()?
        }
    };
    let stop = crate::interrupt::flag()?;
    let mut problems = problems();
    let rows = Rows::new(&problems, &algorithms, args.json);
    rows.head()?;
    let mut signature = Signature::default();
    let mut total = Total::default();
    for problem in &mut problems {
        for algorithm in &algorithms {
            let report = one(args, *algorithm, problem, &stop)?;
            if report.verdict == Verdict::Unknown(Reason::Stopped) {
                total.stopped = true;
                print(&if args.json { json(&total) } else { "stopped: no signature\n".into() })?;
                return Ok(Code::Unknown);
            }
            signature.add(problem.given(), &algorithm.to_string(), &report);
            total.add(report.verdict.is_decided(), report.stats.nodes, report.elapsed);
            rows.row(problem.given(), *algorithm, &report)?;
        }
    }
    total.signature = Some(signature.text());
    if args.json {
        print(&json(&total))?;
        return Ok(Code::Done);
    }
    print(&format!(
        "total {} nodes, {:.3} s, {} nodes/s\nsignature {}\n",
        grouped(total.nodes),
        total.seconds,
        rounded(total.nodes as f64 / total.seconds.max(1e-9)),
        signature.text()
    ))?;
    Ok(Code::Done)
}

/// Prints runs as they end, as a table or as JSON (docs/json.md).
struct Rows {
    columns: Columns,
    json: bool,
}

/// A run as JSON; its fields in this order.
#[derive(Serialize)]
struct JsonRun<'a> {
    problem: &'a str,
    algorithm: String,
    verdict: String,
    reason: Option<String>,
    nodes: u64,
    counted: u64,
    counts: &'a str,
    seconds: f64,
    nodes_per_second: u64,
}

impl Rows {
    fn new(problems: &[Problem], algorithms: &[Algorithm], json: bool) -> Rows {
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
        Rows { columns, json }
    }

    fn head(&self) -> Result<()> {
        if self.json {
            return Ok(());
        }
        print(&self.columns.row(["problem", "algorithm", "verdict", "nodes", "seconds", "nodes/s"]))
    }

    fn row(&self, problem: &str, algorithm: Algorithm, report: &Report<String>) -> Result<()> {
        if self.json {
            let reason = match report.verdict {
                Verdict::Unknown(reason) => Some(reason.to_string()),
                Verdict::Proved | Verdict::Disproved => None,
            };
            return print(&json(&JsonRun {
                problem,
                algorithm: algorithm.to_string(),
                verdict: report.verdict.to_string(),
                reason,
                nodes: report.stats.nodes,
                counted: report.stats.counted,
                counts: algorithm.counts(),
                seconds: seconds_of(report.elapsed),
                nodes_per_second: report.nodes_per_second() as u64,
            }));
        }
        print(&self.columns.row([
            problem.to_string(),
            algorithm.to_string(),
            report.verdict.to_string(),
            grouped(report.stats.nodes),
            format!("{:.3}", report.elapsed.as_secs_f64()),
            rounded(report.nodes_per_second()),
        ]))
    }
}

/// All runs together, the last object of `--json`; its fields in this order.
#[derive(Serialize)]
struct Total {
    runs: usize,
    decided: usize,
    nodes: u64,
    seconds: f64,
    /// Whether Ctrl-C has ended it.
    stopped: bool,
    /// `None` where not all was run, or the clock may have ended a search.
    signature: Option<String>,
    version: &'static str,
}

impl Default for Total {
    fn default() -> Total {
        let version = env!("CARGO_PKG_VERSION");
        Total { runs: 0, decided: 0, nodes: 0, seconds: 0.0, stopped: false, signature: None, version }
    }
}

impl Total {
    fn add(&mut self, decided: bool, nodes: u64, elapsed: Duration) {
        self.runs += 1;
        self.decided += usize::from(decided);
        self.nodes += nodes;
        self.seconds = seconds_of(Duration::from_secs_f64(self.seconds) + elapsed);
    }
}

/// Seconds to the microsecond: finer digits are noise.
fn seconds_of(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// A value in one row.
fn json(value: &impl Serialize) -> String {
    // Numbers and texts only: there is nothing in them that JSON could not say.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn one(
    args: &Args,
    algorithm: Algorithm,
    problem: &mut Problem,
    stop: &Arc<AtomicBool>,
) -> Result<Report<String>> {
    let limits =
        Limits::default().with_nodes(args.nodes.unwrap_or(DEFAULT_NODES)).with_stop(Arc::clone(stop));
    let solver = Solver::new(algorithm).memory(args.memory.unwrap_or(DEFAULT_MEMORY)).limits(limits);
    // Nobody looks at a line here, and finding a long one may take longer than the search.
    let mut solver = solver.lines(false);
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
    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }

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
