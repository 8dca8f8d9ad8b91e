//! `phidelta compose check`: is a mate problem sound?
//!
//! All of the judging is in the library (`phidelta_games::shogi::compose`), its words and pages are the
//! desk's ([`phidelta_desk::compose`]).

mod certificates;
mod state;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Subcommand;
use phidelta::{Algorithm, Limits, Pace, Solver};
use phidelta_desk::compose::{self, ALGORITHM, CheckedProblem, ComposeError, Composition};
use phidelta_desk::{Events, Source};
use phidelta_games::shogi::KifuFormat;
use phidelta_games::shogi::compose::{CheckOptions, Study};

use crate::checkpoint::EVERY;
use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::futile::FutileName;
use crate::input::{name_of, read_bytes};
use crate::language::LanguageArg;
use crate::output::{self, Target, print};
use crate::progress::{self, StatusRow};
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
  phidelta compose check '9/8k/9/8P/9/9/9/9/9 b 2G 1' --solution '１三金 １一玉 １二金打'
  phidelta compose check '4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1' --variations 2 --tries
  phidelta compose check problem.kif --time 3600 --state problem.state --kif report.kif";

/// What `phidelta compose check` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
struct CheckArgs {
    /// The problem: SFEN, or the name of a file in KIF, KI2, CSA, JKF or SFEN, of one problem or several
    /// ("-": the standard input)
    #[arg(value_name = "SFEN|FILE", allow_hyphen_values = true)]
    problem: String,

    /// The solution in USI or in Japanese notation; without it a record's moves, or the solver's own main
    /// line
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

    /// List the other defences (変化) with their lengths: at each move so many, the longest first, or "all"
    #[arg(long, value_name = "N|all", value_parser = variations, default_value = "0", hide_default_value = true)]
    variations: usize,

    /// List the tries (紛れ): every other check, and the answer that refutes it
    #[arg(long)]
    tries: bool,

    #[command(flatten)]
    language: LanguageArg,

    /// How to search
    #[arg(long, value_name = "NAME", default_value = ALGORITHM)]
    algorithm: Algorithm,

    /// Memory, at least 1M; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Threads of a search; auto is one for each core (docs/threads.md)
    #[arg(long, value_name = "N", default_value = "1", value_parser = size::threads)]
    threads: usize,

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

/// Reads how many defences are wanted.
fn variations(text: &str) -> std::result::Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| "expected a number, or all".into())
}

/// Does what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let What::Check(args) = &args.what;
    let problems = read_problems(args)?;
    let files = Files::of(args)?;
    let several = problems.len() > 1;
    if several && args.state.is_some() {
        let count = problems.len();
        return Err(Failure::input(format!("--state: it is kept of one problem, expected one, not {count}")));
    }
    let mut state = State::open(args.state.as_deref(), args.force, &problems[0], args.futile.into())?;
    let stop = crate::interrupt::flag()?;
    let mut found = Vec::with_capacity(problems.len());
    for (number, problem) in (1..).zip(&problems) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if number > 1 {
            state = State::open(None, false, problem, args.futile.into())?;
        }
        let (checked, saved) = check(args, problem, &mut state, &stop)?;
        // First what was found: a disk that is full must not swallow it.
        files.print(args, &checked)?;
        saved?;
        if let Some(folder) = &args.certificate {
            let folder = if several { folder.join(format!("{number:03}")) } else { folder.clone() };
            certify(args, &folder, &checked, &stop)?;
        }
        found.push(checked);
    }
    if several && !args.json && !files.any_standard() {
        print(&format!("\n{}", compose::table(&found, args.language.chosen())))?;
    }
    files.write(args, &found)?;
    let open = found.len() < problems.len() || found.iter().any(CheckedProblem::is_open);
    Ok(if open { Code::Unknown } else { Code::Done })
}

/// Checks one problem; what is kept of it is saved whatever comes of that.
fn check(
    args: &CheckArgs,
    problem: &Composition,
    state: &mut State,
    stop: &Arc<AtomicBool>,
) -> Result<(CheckedProblem, Result<()>)> {
    let limits = Limits::default().with_nodes(args.nodes).with_time(args.time).with_stop(Arc::clone(stop));
    let mut solver = Solver::new(args.algorithm)
        .memory(args.memory)
        .threads(args.threads)
        .limits(limits)
        .progress_interval(progress::INTERVAL);
    let options = CheckOptions::default()
        .with_futile(args.futile.into())
        .with_question_nodes(args.question_nodes)
        .with_pieces(!args.no_pieces);
    let known = state.notes.solution();
    // With a solution there are many small questions, which the notes keep; without one, a large one.
    if known.is_none()
        && problem.solution.is_none()
        && let Some((file, subject)) = state.search(args.force)?
    {
        solver = file.set_up(solver, Pace::Time(EVERY), subject)?;
    }
    let mut status = StatusRow::on_terminal().map(|row| row.speaks(args.language.chosen()));
    let mut nobody = ();
    let events = status.as_mut().map_or(&mut nobody as &mut dyn Events, |status| status);
    let found = compose::check(&mut solver, problem, known.as_deref(), &options, state, events);
    let saved = state.save();
    let mut found = found.map_err(|error| match error {
        ComposeError::Input(error) => error.into(),
        ComposeError::Solve(error) => error.into(),
        error => Failure::Other(error.into()),
    })?;
    if args.variations > 0 || args.tries {
        let study = Study::default()
            .with_futile(args.futile.into())
            .with_question_nodes(args.question_nodes)
            .with_variations(args.variations)
            .with_tries(args.tries);
        found.study(&mut solver, &study, events)?;
    }
    if let Some(status) = &mut status {
        status.clear();
    }
    Ok((found, saved))
}

/// Writes the certificates of a problem, and says how many there are.
fn certify(args: &CheckArgs, folder: &Path, found: &CheckedProblem, stop: &Arc<AtomicBool>) -> Result<()> {
    let limits = Limits::default().with_nodes(args.question_nodes).with_stop(Arc::clone(stop));
    let mut solver = Solver::new(args.algorithm).memory(args.memory).limits(limits);
    let count = certificates::write(folder, args.force, found, &mut solver)?;
    let said = args.language.chosen().certificates(count.written, count.missing);
    progress::say(&format!("{}: {said}", folder.display()));
    Ok(())
}

/// Where pages go.
struct Files {
    kif: Option<Target>,
    html: Option<Target>,
}

impl Files {
    fn of(args: &CheckArgs) -> Result<Files> {
        let target =
            |name: &Option<PathBuf>| name.as_ref().map(|name| Target::of(name, args.force)).transpose();
        let files = Files { kif: target(&args.kif)?, html: target(&args.html)? };
        output::one_standard(args.json, &[("--kif", files.kif.as_ref()), ("--html", files.html.as_ref())])?;
        Ok(files)
    }

    /// Whether a file has the standard output.
    fn any_standard(&self) -> bool {
        [&self.kif, &self.html].into_iter().flatten().any(|target| *target == Target::Standard)
    }

    /// Prints the page or the object, unless a file has the standard output.
    fn print(&self, args: &CheckArgs, found: &CheckedProblem) -> Result<()> {
        match (self.any_standard(), args.json) {
            (true, _) => Ok(()),
            (false, true) => print(&found.json()),
            (false, false) => print(&found.text(args.language.chosen())),
        }
    }

    /// Writes the files: records one after the other, one page for all.
    fn write(&self, args: &CheckArgs, found: &[CheckedProblem]) -> Result<()> {
        let language = args.language.chosen();
        if let Some(target) = &self.kif {
            let records: Vec<String> = found.iter().map(|found| found.kif(language)).collect();
            target.write(&records.join("\n"))?;
        }
        if let Some(target) = &self.html {
            target.write(&compose::html_of_all(found, language))?;
        }
        Ok(())
    }
}

/// Reads the problems and their solutions. There is at least one. A name is that of a file if there is one,
/// or if it ends like a record's.
fn read_problems(args: &CheckArgs) -> Result<Vec<Composition>> {
    let text = &args.problem;
    let is_file = text == "-" || KifuFormat::of_name(text).is_some() || Path::new(text).is_file();
    let problems = if is_file {
        let bytes = read_bytes(text)?;
        Composition::read(Source::File { name: &name_of(text), bytes: &bytes })?
    } else {
        Composition::read(Source::Text(text))?
    };
    let count = problems.len();
    match &args.solution {
        Some(_) if count > 1 => {
            Err(Failure::input(format!("--solution: it is that of one problem, expected one, not {count}")))
        }
        Some(solution) => {
            let with = problems.into_iter().map(|problem| problem.with_solution(solution));
            Ok(with.collect::<std::result::Result<_, _>>()?)
        }
        None if args.own_line => Ok(problems.into_iter().map(Composition::without_solution).collect()),
        None => Ok(problems),
    }
}
