//! `phidelta compose check`: is a mate problem sound?
//!
//! All of the judging is in the library (`phidelta_games::shogi::compose`), its words and pages are the
//! desk's ([`phidelta_desk::compose`]).

mod certificates;
mod state;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Subcommand;
use phidelta::{Algorithm, Limits, Solver};
use phidelta_desk::compose::{self, ALGORITHM, ComposeError, Composition};
use phidelta_desk::{Events, Source};
use phidelta_games::shogi::KifuFormat;
use phidelta_games::shogi::compose::CheckOptions;

use crate::failure::{Code, EXIT_CODES, Result};
use crate::futile::FutileName;
use crate::input::{name_of, read_bytes};
use crate::language::LanguageArg;
use crate::output::{self, print};
use crate::progress::{self, Line};
use crate::size;
use state::State;

/// What `phidelta compose` was given.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Go down the solution of a mate problem and report every fault, with a line of play (docs/compose.md)
    Check(Box<CheckArgs>),
}

const EXAMPLES: &str = "\
Examples:
  phidelta compose check '9/8k/9/8P/9/9/9/9/9 b 2G 1'
  phidelta compose check problem.kif --language ja --html report.html
  phidelta compose check '9/8k/9/8P/9/9/9/9/9 b 2G 1' --solution 'G*1c 1b1a G*1b' --json
  phidelta compose check problem.kif --time 3600 --state problem.state --kif report.kif";

/// What `phidelta compose check` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
struct CheckArgs {
    /// The problem: SFEN, or the name of a file in KIF, KI2, CSA or JKF ("-": the standard input)
    #[arg(value_name = "SFEN|FILE", allow_hyphen_values = true)]
    problem: String,

    /// The solution in USI, moves separated by spaces; without it a record's moves, or the solver's own
    /// main line
    #[arg(long, value_name = "MOVES")]
    solution: Option<String>,

    /// Do not take a record's moves as the solution
    #[arg(long, conflicts_with = "solution")]
    own_line: bool,

    /// Interpositions that are not counted
    #[arg(long, value_name = "WHICH", default_value = "exact")]
    futile: FutileName,

    /// Do not look for pieces that do nothing
    #[arg(long)]
    no_pieces: bool,

    #[command(flatten)]
    language: LanguageArg,

    /// How to search
    #[arg(long, value_name = "NAME", default_value = ALGORITHM)]
    algorithm: Algorithm,

    /// Memory, at least 1M; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Nodes for each question, at most: what is not decided then is undecided
    #[arg(long, value_name = "N", default_value = "1M", value_parser = size::count)]
    question_nodes: u64,

    /// Stop after so many nodes
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Stop after so many seconds of wall time
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    time: Option<Duration>,

    /// Keep what is found in a file, and go on from there if it exists
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Write the main line, faults as variations, and comments as KIF
    #[arg(long, value_name = "FILE")]
    kif: Option<PathBuf>,

    /// Write a page with diagrams that can be printed
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write a checked certificate of every "does not mate" into a folder (docs/certificate.md)
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

/// Does what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let What::Check(args) = &args.what;
    let composition = read_problem(args)?;
    for file in args.kif.iter().chain(&args.html) {
        output::check(file, args.force)?;
    }
    let mut state = State::open(args.state.as_deref(), &composition, args.futile.into())?;
    let stop = crate::interrupt::flag()?;
    let limits = Limits { nodes: args.nodes, time: args.time, stop: Some(Arc::clone(&stop)) };
    let mut solver =
        Solver::new(args.algorithm).memory(args.memory).limits(limits).progress_interval(progress::INTERVAL);
    let options = CheckOptions {
        futile: args.futile.into(),
        question_nodes: args.question_nodes,
        pieces: !args.no_pieces,
    };
    let known = state.notes.solution();
    let mut line = Line::on_terminal();
    let mut nobody = ();
    let events = line.as_mut().map_or(&mut nobody as &mut dyn Events, |line| line);
    let found = compose::check(&mut solver, &composition, known.as_deref(), &options, &mut state, events);
    if let Some(line) = &mut line {
        line.clear();
    }
    state.save()?;
    let found = found.map_err(|error| match error {
        ComposeError::Input(error) => error.into(),
        ComposeError::Solve(error) => error.into(),
        error => crate::failure::Failure::Other(error.into()),
    })?;
    if let Some(folder) = &args.certificate {
        let limits =
            Limits { nodes: Some(args.question_nodes), stop: Some(Arc::clone(&stop)), ..Limits::default() };
        let mut solver = Solver::new(args.algorithm).memory(args.memory).limits(limits);
        let count = certificates::write(folder, args.force, &found, &mut solver)?;
        progress::say(&format!(
            "{}: {} certificates, checked; {} could not be written",
            folder.display(),
            count.written,
            count.missing
        ));
    }
    print_all(args, &found)?;
    Ok(if found.is_open() { Code::Unknown } else { Code::Done })
}

/// Writes the files that were asked for, and prints the page or the object.
fn print_all(args: &CheckArgs, found: &compose::CheckedProblem) -> Result<()> {
    let language = args.language.chosen();
    if let Some(file) = &args.kif {
        output::write(&found.kif(language), Some(file), args.force)?;
    }
    if let Some(file) = &args.html {
        output::write(&found.html(language), Some(file), args.force)?;
    }
    print(&if args.json { found.json() } else { found.text(language) })
}

/// Reads the problem and its solution.
fn read_problem(args: &CheckArgs) -> Result<Composition> {
    let text = &args.problem;
    let composition = if KifuFormat::of_name(text).is_some() || text == "-" {
        let bytes = read_bytes(text)?;
        Composition::read(Source::File { name: &name_of(text), bytes: &bytes })?
    } else {
        Composition::read(Source::Text(text))?
    };
    Ok(match &args.solution {
        Some(solution) => {
            let words = solution.split([' ', ',', '_']).filter(|word| !word.is_empty());
            composition.with_solution(&words.map(str::to_string).collect::<Vec<_>>())?
        }
        None if args.own_line => composition.without_solution(),
        None => composition,
    })
}
