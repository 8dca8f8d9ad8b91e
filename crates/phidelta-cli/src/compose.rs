//! `phidelta compose check`: is a mate problem sound?
//!
//! All of the judging is in the library (`phidelta_games::shogi::compose`); here are its words and pages.

mod certificates;
mod html;
mod json;
mod page;
mod state;
mod words;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use phidelta::{Algorithm, Limits, Solver};
use phidelta_games::shogi::compose::{CheckError, Checked, Checkup, Soundness, check, read_solution};
use phidelta_games::shogi::{Kifu, KifuError, KifuFormat, Move, Tsume, decode_kifu};

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::games::lengths::{FutileName, Teller};
use crate::input::read_bytes;
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

/// The language of pages.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Language {
    /// English
    En,
    /// Japanese
    Ja,
}

/// How to search when nothing is said: hundreds of small questions, for which a relay is of no use.
const ALGORITHM: &str = "df-pn+tca+snda+eps=0.25";

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

    /// Language of the page, of comments and of the HTML
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Language,

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

/// A problem, its solution and what was found.
pub(crate) struct Finished {
    pub(crate) game: Tsume,
    pub(crate) checked: Checked,
    pub(crate) futile: FutileName,
    /// Whether the solution was given.
    pub(crate) given: bool,
}

impl Finished {
    /// What is played from the beginning where a fault is shown.
    pub(crate) fn before(&self, ply: usize) -> &[Move] {
        &self.checked.solution[..ply.min(self.checked.solution.len())]
    }

    /// The problem after so many plies of the solution.
    pub(crate) fn at(&self, ply: usize) -> phidelta_games::shogi::Position {
        let mut position = self.game.position().clone();
        for &mv in self.before(ply) {
            position.play(mv);
        }
        position
    }
}

/// Does what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let What::Check(args) = &args.what;
    let (game, record) = read_problem(&args.problem)?;
    let given = match &args.solution {
        Some(text) => {
            Some(text.split([' ', ',', '_']).filter(|word| !word.is_empty()).map(str::to_string).collect())
        }
        None => (!args.own_line && !record.is_empty()).then_some(record),
    };
    let given: Option<Vec<String>> = given;
    let refused =
        |error: &dyn std::fmt::Display| Failure::input(format!("solution: {error}; nothing is concluded"));
    let line = given.as_ref().map(|texts| read_solution(&game, texts)).transpose();
    let line = line.map_err(|error| refused(&error))?;
    for file in args.kif.iter().chain(&args.html) {
        output::check(file, args.force)?;
    }
    let mut state = State::open(args.state.as_deref(), &game, line.as_deref(), args.futile)?;
    let stop = crate::interrupt::flag()?;
    let limits = Limits { nodes: args.nodes, time: args.time, stop: Some(Arc::clone(&stop)) };
    let mut solver =
        Solver::new(args.algorithm).memory(args.memory).limits(limits).progress_interval(progress::INTERVAL);
    let checkup =
        Checkup { futile: args.futile.into(), question_nodes: args.question_nodes, pieces: !args.no_pieces };
    let known = line.clone().or_else(|| state.solution());
    let mut bar = Line::on_terminal();
    let mut nobody = ();
    let watch = bar.as_mut().map_or(&mut nobody as &mut dyn crate::games::Watch, |bar| bar);
    let found = check(&mut solver, &game, known.as_deref(), &checkup, &mut state, &mut Teller(watch));
    if let Some(bar) = &mut bar {
        bar.clear();
    }
    state.save()?;
    let checked = match found {
        Ok(checked) => checked,
        Err(CheckError::Solve(error)) => return Err(error.into()),
        Err(error) => return Err(refused(&error)),
    };
    let finished = Finished { game, checked, futile: args.futile, given: line.is_some() };
    if let Some(folder) = &args.certificate {
        let limits =
            Limits { nodes: Some(args.question_nodes), stop: Some(Arc::clone(&stop)), ..Limits::default() };
        let mut solver = Solver::new(args.algorithm).memory(args.memory).limits(limits);
        let count = certificates::write(folder, args.force, &finished, &mut solver)?;
        progress::say(&format!(
            "{}: {} certificates, checked; {} could not be written",
            folder.display(),
            count.written,
            count.missing
        ));
    }
    if let Some(file) = &args.kif {
        output::write(&page::kif(&finished, args.language), Some(file), args.force)?;
    }
    if let Some(file) = &args.html {
        output::write(&html::page(&finished, args.language), Some(file), args.force)?;
    }
    print(&if args.json { json::object(&finished) } else { page::text(&finished, args.language) })?;
    let undecided =
        finished.checked.soundness() == Soundness::Undecided || !finished.checked.undecided.is_empty();
    Ok(if undecided { Code::Unknown } else { Code::Done })
}

/// Reads the problem, and the moves of its record.
fn read_problem(text: &str) -> Result<(Tsume, Vec<String>)> {
    let format = KifuFormat::of_name(text);
    if format.is_none() && text != "-" {
        let game = Tsume::from_sfen(text).map_err(|error| {
            let marked: String = error.marked(text).lines().map(|line| format!("\n  {line}")).collect();
            Failure::input(format!("SFEN:1:{}: {}{marked}", error.column(text), error.kind))
        })?;
        return Ok((game, Vec::new()));
    }
    let refused = |error: KifuError| {
        let marked: String = error.marked().lines().map(|line| format!("\n  {line}")).collect();
        Failure::input(format!("{text}:{}:{}: {}{marked}", error.line, error.column, error.kind))
    };
    let content = decode_kifu(&read_bytes(text)?).map_err(refused)?;
    let Some(format) = format.or_else(|| KifuFormat::of_text(&content)) else {
        return read_problem(content.trim()).map(|(game, _)| (game, Vec::new()));
    };
    let kifu = Kifu::read(&content, format).map_err(refused)?;
    if kifu.count() != 1 {
        return Err(Failure::input(format!("{text}: {} records, expected one problem", kifu.count())));
    }
    let game = kifu.problem(0, 0).map_err(refused)?;
    let moves = kifu.moves(0, kifu.plies(0)).map_err(refused)?;
    Ok((game, moves.iter().map(Move::to_string).collect()))
}
