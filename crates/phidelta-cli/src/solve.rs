//! `phidelta solve`: from the command line to reports.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cpu_time::ProcessTime;
use phidelta::{Algorithm, Limits, Solver};

use crate::certificate::{Certificates, Verification};
use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::games::lengths::FutileName;
use crate::games::{DEFAULT_ALGORITHM, Problem, Watch, Wish};
use crate::input::{Input, games_help};
use crate::kif::Kif;
use crate::output::print;
use crate::progress::{self, Line};
use crate::report::{Rows, Solved};
use crate::size;
use crate::trace::Trace;

/// What `phidelta solve` was given.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "phidelta solve [OPTIONS] <GAME> <POSITION>\n       phidelta solve [OPTIONS] <GAME> --file <FILE>"
)]
#[command(after_help = after_help(), group = clap::ArgGroup::new("written").args(["kif", "certificate"]).multiple(true))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    #[arg(long, value_name = "NAME", help = algorithm_help())]
    algorithm: Option<Algorithm>,

    /// Memory of a search, at least 1M; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Stop a search after so many nodes: 1_000_000, 10M, 1e6
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Stop a search after so many seconds of wall time
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    time: Option<Duration>,

    /// Ask one question: a goal as the game lists it below; without it games with draws say win, draw
    /// or loss for the side to move
    ///
    /// Almost every game with draws has "win", and "draw" for at least a draw.
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,

    /// Prove the least number of plies, too, and give that line (shogi, docs/compose.md)
    #[arg(long)]
    shortest: bool,

    /// List every first move that wins; with --shortest also how soon (shogi)
    #[arg(long)]
    all: bool,

    /// Interpositions that composition counting leaves out
    #[arg(long, value_name = "WHICH", default_value = "exact", requires = "shortest")]
    futile: FutileName,

    /// Print one JSON object a line for each problem (docs/json.md)
    #[arg(long)]
    json: bool,

    /// Write position and line as KIF, for shogi programs; "-" prints it in place of the report
    #[arg(long, value_name = "FILE")]
    kif: Option<String>,

    /// Write the strategy behind the answer, for anyone to check (docs/certificate.md); as text, or small
    /// if the name ends in .pdc
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,

    /// Have the answer checked by an independent checker
    #[arg(long)]
    verify: bool,

    /// Replace the KIF file or the certificate if it exists
    #[arg(long, requires = "written")]
    force: bool,

    /// Print every step of the search to the standard error
    #[arg(long)]
    trace: bool,
}

fn algorithm_help() -> String {
    format!("How to search: `phidelta algorithms` lists the names [default: {DEFAULT_ALGORITHM}]")
}

fn after_help() -> String {
    format!(
        "{}\n\
         Examples:\n  \
           phidelta solve graph kishimoto_fig1\n  \
           phidelta solve graph kishimoto_fig1 --algorithm df-pn --nodes 1M\n  \
           phidelta solve graph '{{\"root\":\"A\",\"nodes\":{{\"A\":{{\"type\":\"OR\",\"value\":\"win\"}}}}}}'\n  \
           phidelta solve graph --file my.json --goal draw --json\n  \
           phidelta graph okabe --layers 20 | phidelta solve graph --file - --trace\n  \
           phidelta solve shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1'\n  \
           phidelta solve shogi --file problems.sfen --time 10\n  \
           phidelta solve shogi --file problem.kif --kif solution.kif\n  \
           phidelta solve shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1' --shortest --all\n  \
           phidelta solve connect4 7x6:44444326\n  \
           phidelta solve uttt --file positions.txt --time 60 --memory 1G\n  \
           phidelta solve uttt --file positions.txt --verify\n  \
           phidelta solve connect4 5x4: --certificate proof.txt\n  \
           phidelta solve synthetic 'depth=14 seed=3' --memory 1G --time 60\n\n\
         Ctrl-C ends the search with the report so far; a second one ends the command at once.\n\n\
         {EXIT_CODES}",
        games_help()
    )
}

/// Solves what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let algorithm = match args.algorithm {
        Some(algorithm) => algorithm,
        None => args.input.game.algorithm().parse().map_err(Failure::input)?,
    };
    let mut problems = args.input.read(args.goal.as_deref())?;
    let mut kif = Kif::new(args.kif.as_deref(), args.force, args.json, args.input.game)?;
    let certificates = Certificates::new(
        args.certificate.as_deref(),
        args.force,
        args.verify,
        args.input.game,
        problems.len(),
    )?;
    let wish = Wish { shortest: args.shortest, all: args.all, futile: args.futile };
    if (wish.shortest || wish.all) && !args.input.game.has_lengths() {
        let name = args.input.game.name();
        return Err(Failure::input(format!("--shortest, --all: {name} has no lengths, expected shogi")));
    }
    // Not earlier: while input is read, Ctrl-C shall end the command as usual.
    let stop = crate::interrupt::flag()?;
    let mut looker = Looker::new(args.trace);
    let many = problems.len() > 1;
    let mut rows = Rows::new(problems.iter().map(|problem| problem.position()), args.verify);
    if many && !args.json && !kif.is_report() {
        print(&rows.head())?;
    }
    let total = problems.len();
    let mut code = Code::Done;
    for (i, problem) in problems.iter_mut().enumerate() {
        if stop.load(Ordering::Relaxed) {
            code = Code::Unknown;
            break;
        }
        looker.start(problem.position(), many.then_some((i + 1, total)));
        let limits = Limits { nodes: args.nodes, time: args.time, stop: Some(Arc::clone(&stop)) };
        let solver = Solver::new(algorithm).memory(args.memory).limits(limits);
        let solved = solve_one(solver, algorithm, problem.as_mut(), looker.watch(), &certificates, &wish)?;
        looker.finish();
        if (solved.reason().is_some() || solved.answer.more.is_open()) && code == Code::Done {
            code = Code::Unknown;
        }
        if let Verification::Failed(why) = &solved.verification {
            progress::say(&format!("error: {}: {why}", solved.position));
            code = Code::Failed;
        }
        if kif.take(problem.as_ref(), &solved)? {
            continue;
        }
        print(&match (args.json, many) {
            (true, _) => solved.json(),
            (false, false) => solved.long(),
            (false, true) => rows.row(&solved),
        })?;
    }
    if many && !args.json && !kif.is_report() {
        print(&rows.total())?;
    }
    kif.finish()?;
    Ok(code)
}

/// Solves a problem and has its answer certified. A new solver for each: the counts of one must not depend
/// on those before it.
pub(crate) fn solve_one(
    solver: Solver,
    algorithm: Algorithm,
    problem: &mut dyn Problem,
    watch: &mut dyn Watch,
    certificates: &Certificates,
    wish: &Wish,
) -> Result<Solved> {
    let mut solver = solver.progress_interval(progress::INTERVAL);
    let before = ProcessTime::try_now().ok();
    let more = if wish.shortest || wish.all { problem.ask_more(&mut solver, watch, wish) } else { None };
    let answer = match more {
        Some(answer) => answer?,
        None => problem.solve(&mut solver, watch)?,
    };
    let cpu = before.and_then(|start| start.try_elapsed().ok()).unwrap_or_default();
    let verification = certificates.of(problem, &mut solver, &answer)?;
    let (position, question) = (problem.position().to_string(), problem.question());
    let for_people = problem.for_people(&answer.report.line);
    Ok(Solved { position, question, answer, for_people, cpu, algorithm, verification })
}

/// Who looks on: a trace, a line on the terminal, or nobody.
enum Looker {
    Trace(Trace),
    Line(Line),
    Nobody(()),
}

impl Looker {
    fn new(trace: bool) -> Looker {
        if trace {
            return Looker::Trace(Trace::new());
        }
        Line::on_terminal().map_or(Looker::Nobody(()), Looker::Line)
    }

    fn start(&mut self, position: &str, number: Option<(usize, usize)>) {
        match self {
            Looker::Trace(trace) => trace.head(position),
            Looker::Line(line) => line.label(number.map_or(String::new(), |(i, n)| format!("{i}/{n}  "))),
            Looker::Nobody(()) => {}
        }
    }

    fn watch(&mut self) -> &mut dyn Watch {
        match self {
            Looker::Trace(trace) => trace,
            Looker::Line(line) => line,
            Looker::Nobody(nobody) => nobody,
        }
    }

    fn finish(&mut self) {
        match self {
            Looker::Trace(trace) => trace.flush(),
            Looker::Line(line) => line.clear(),
            Looker::Nobody(()) => {}
        }
    }
}
