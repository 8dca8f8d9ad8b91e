//! `phidelta solve`: from the command line to reports.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use phidelta::{Algorithm, Pace};
use phidelta_desk::page::{self, Table};
use phidelta_desk::{DEFAULT_ALGORITHM, Events, GameKind, Language, Outcome, Problem, Request, Subject};

use crate::certificate::Certificates;
use crate::checkpoint::{CheckpointFile, EVERY, PaceArgs};
use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::futile::FutileName;
use crate::input::{Input, games_help};
use crate::kif::Kif;
use crate::language::LanguageArg;
use crate::leaves::{self, LeafList};
use crate::output::{self, Target, print};
use crate::progress::{self, StatusRow};
use crate::size;
use crate::trace::Trace;

/// What `phidelta solve` was given.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "phidelta solve [OPTIONS] <GAME> <POSITION>\n       phidelta solve [OPTIONS] <GAME> --file <FILE>"
)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    #[arg(long, value_name = "NAME", help = algorithm_help())]
    algorithm: Option<Algorithm>,

    /// Memory of a search, at least 1M; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Threads of a search; auto is one for each core (docs/threads.md)
    #[arg(long, value_name = "N", default_value = "1", value_parser = size::threads)]
    threads: usize,

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

    /// Say what every move is worth; with --shortest also how soon it wins (shogi)
    ///
    /// All moves together have the limits of one search, beside the search for the answer.
    #[arg(long)]
    all: bool,

    /// Interpositions that composition counting leaves out
    #[arg(long, value_name = "WHICH", default_value = "exact", requires = "shortest")]
    futile: FutileName,

    #[command(flatten)]
    output: OutputArgs,

    /// Write the search down to this file now and then, on Ctrl-C and at its end, and go on from there if
    /// the file exists (docs/resume.md)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    pace: PaceArgs,

    /// Write the first moves behind the answer and the positions they rest on, to be solved one by one:
    /// for proofs too large for a certificate (docs/certificate.md); "-" prints it in place of the report
    #[arg(long, value_name = "FILE", group = "written", conflicts_with = "checkpoint")]
    leaf_list: Option<String>,

    /// Plies from the position to the leaves of the list
    #[arg(long, value_name = "N", default_value_t = leaves::PLIES, requires = "leaf_list",
        value_parser = clap::value_parser!(u32).range(1..=leaves::MOST_PLIES))]
    leaf_plies: u32,

    /// Share one problem out among so many workers of this process, who share a table;
    /// the answer is put together from their certificates, and always checked
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..),
        conflicts_with_all = ["file", "model", "shortest", "all", "kif", "trace", "checkpoint", "threads",
            "leaf_list"])]
    workers: Option<u16>,

    /// Write down in this folder what the workers find; the same command goes on from there
    #[arg(long, value_name = "DIR", requires = "workers")]
    state: Option<PathBuf>,

    /// Nodes of the first jobs of workers; later ones are larger
    #[arg(long, value_name = "N", requires = "workers", value_parser = size::count)]
    job_nodes: Option<u64>,
}

/// How the answer is told, here and by `phidelta resume`.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("written").args(["kif", "certificate"]).multiple(true))]
pub(crate) struct OutputArgs {
    /// Print one JSON object a line for each problem (docs/json.md)
    #[arg(long)]
    json: bool,

    /// Write position and line as KIF, for shogi programs; "-" prints it in place of the report
    #[arg(long, value_name = "FILE")]
    kif: Option<String>,

    /// Write the strategy behind the answer, for anyone to check (docs/certificate.md); as text, or small
    /// if the name ends in .pdc; "-" prints it in place of the report
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,

    /// Have the answer checked by an independent checker
    #[arg(long)]
    verify: bool,

    /// Replace the KIF file, the certificate or the leaf list if it exists
    #[arg(long, requires = "written")]
    force: bool,

    /// Print every step of the search to the standard error
    #[arg(long)]
    trace: bool,

    #[command(flatten)]
    language: LanguageArg,
}

fn algorithm_help() -> String {
    format!("How to search: `phidelta algorithms` lists the names [default: {DEFAULT_ALGORITHM}]")
}

fn after_help() -> String {
    format!(
        "{}\n\
         Examples:\n  \
           phidelta solve graph kishimoto_fig1\n  \
           phidelta solve graph kishimoto_fig1 --algorithm df-pn+tca --nodes 1M\n  \
           phidelta solve graph '{{\"root\":\"A\",\"nodes\":{{\"A\":{{\"type\":\"OR\",\"value\":\"win\"}}}}}}'\n  \
           phidelta solve graph --file my.json --goal draw --json\n  \
           phidelta graph okabe --layers 20 | phidelta solve graph --file - --trace\n  \
           phidelta solve shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1'\n  \
           phidelta solve shogi --file problems.sfen --time 10\n  \
           phidelta solve shogi --file problem.kif --kif solution.kif\n  \
           phidelta solve shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1' --shortest --all\n  \
           phidelta solve connect4 7x6:4444432655552 --all\n  \
           phidelta solve uttt --file positions.txt --time 60 --memory 1G\n  \
           phidelta solve uttt --file positions.txt --verify\n  \
           phidelta solve connect4 5x4:33 --certificate proof.txt\n  \
           phidelta solve connect4 5x4:33 --leaf-list leaves.txt --leaf-plies 6\n  \
           phidelta solve synthetic 'depth=10 seed=3' --memory 1G --time 60\n  \
           phidelta solve connect4 5x4:33 --checkpoint four.pdck --every 10m\n\n\
         Ctrl-C ends the search with the report so far; a second one ends the command at once.\n\n\
         {EXIT_CODES}",
        games_help()
    )
}

/// Solves what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    if let Some(workers) = args.workers {
        return share_out(args, workers.into());
    }
    if args.pace.is_given() && args.checkpoint.is_none() {
        return Err(Failure::input("--every, --checkpoint-nodes: expected --checkpoint FILE, too"));
    }
    let problems = args.input.read(args.goal.as_deref())?;
    let request = request(args)?;
    let written =
        args.checkpoint.as_deref().map(|name| written(args, name, &problems, &request)).transpose()?;
    let list = args.leaf_list.as_deref();
    let list = list.map(|file| LeafList::new(file, args.output.force, args.leaf_plies)).transpose()?;
    execute(Job { game: args.input.game, problems, request, written, list }, &args.output)
}

/// Solves a problem with several workers.
fn share_out(args: &Args, workers: usize) -> Result<Code> {
    use phidelta_cluster::client::JobSize;
    use phidelta_cluster::problem::Problem;

    // A quarter for the tree and the checker, the rest for the searches.
    let tree = args.memory / 4;
    let asked = Problem {
        game: args.input.game.name().into(),
        position: args.input.position().into(),
        goal: args.goal.clone(),
        rules: args.input.rules().to_vec(),
        // The tree of jobs is the client's; the jobs are its depth-first half.
        algorithm: args.algorithm.map(|algorithm| job_of(algorithm).to_string()),
        size: args.job_nodes.map_or_else(JobSize::default, JobSize::from),
        memory: tree,
        state: args.state.clone(),
    };
    let wanted = crate::workers::Wanted {
        certificate: args.output.certificate.as_deref(),
        force: args.output.force,
        json: args.output.json,
        progress: false,
        time: args.time,
        nodes: args.nodes,
    };
    crate::workers::solve(&asked, workers, args.memory - tree, &wanted)
}

/// How the jobs of a search are done.
fn job_of(mut algorithm: Algorithm) -> Algorithm {
    if algorithm.family == phidelta::Family::PnDfPn {
        algorithm.family = phidelta::Family::DfPn;
        algorithm.job_nodes = Algorithm::new(phidelta::Family::DfPn).job_nodes;
    }
    algorithm
}

/// The file that a search is written down to.
fn written(args: &Args, name: &Path, problems: &[Problem], request: &Request) -> Result<Written> {
    let [problem] = problems else {
        let count = problems.len();
        return Err(Failure::input(format!(
            "--checkpoint: it is that of one problem, expected one, not {count}"
        )));
    };
    let text = args.input.text_to_keep()?;
    let goal = args.goal.as_deref();
    let subject = Subject::new(problem, text.as_deref(), goal, args.input.rules(), request);
    let file = CheckpointFile::of(name)?;
    if let Some(found) = file.subject()?
        && let Some(other) = found.difference(&subject)
    {
        return Err(file.refused(format!("it was written for {other}")));
    }
    let pace = args.pace.pace_or(Pace::Time(EVERY));
    Ok(Written { file, pace, subject: subject.to_text() })
}

/// A search that is written down.
pub(crate) struct Written {
    pub(crate) file: CheckpointFile,
    pub(crate) pace: Pace,
    pub(crate) subject: String,
}

/// What is to be solved.
pub(crate) struct Job {
    pub(crate) game: &'static dyn GameKind,
    pub(crate) problems: Vec<Problem>,
    pub(crate) request: Request,
    /// Where the search is written down; then there is one problem.
    pub(crate) written: Option<Written>,
    /// Where the tree and its leaves go; then there is one problem.
    pub(crate) list: Option<LeafList>,
}

/// Solves all problems of a job, and tells what was found.
pub(crate) fn execute(job: Job, args: &OutputArgs) -> Result<Code> {
    let Job { game, mut problems, request, mut written, list } = job;
    let kif = args.kif.as_ref().map(|file| Target::of(file, args.force)).transpose()?;
    let certificates =
        Certificates::new(args.certificate.as_deref(), args.force, args.verify, game, problems.len())?;
    let listed = list.as_ref().map(LeafList::target);
    let targets =
        [("--kif", kif.as_ref()), ("--certificate", certificates.target()), ("--leaf-list", listed)];
    output::one_standard(args.json, &targets)?;
    let printed = targets.iter().any(|(_, target)| *target == Some(&Target::Standard));
    list.as_ref().map_or(Ok(()), |list| list.check(game, &problems))?;
    let kif = Kif::new(kif, game)?;
    let request = certificates.ask(request);
    // Not earlier: while input is read, Ctrl-C shall end the command as usual.
    let stop = crate::interrupt::flag()?;
    let request = request.stop(Arc::clone(&stop));
    let mut watch = Watch::new(args.trace, args.language.chosen());
    let total = problems.len();
    let silent = kif.is_report() || printed;
    let mut printer = Printer::new(args, kif, silent, &problems)?;
    for (i, problem) in problems.iter_mut().enumerate() {
        if stop.load(Ordering::Relaxed) {
            printer.code = Code::Unknown;
            break;
        }
        watch.start(problem.given(), (total > 1).then_some((i + 1, total)));
        let mut solver = request.solver(game);
        if let Some(Written { file, pace, subject }) = written.take() {
            solver = file.set_up(solver, pace, subject)?;
        }
        let (outcome, published) = certificates.run(&mut solver, problem, &request, watch.events())?;
        let told = list.as_ref().map(|list| list.write(solver, problem, &outcome, watch.events()));
        watch.finish();
        printer.take(problem, &outcome)?;
        published?;
        printer.add(told.transpose()?)?;
    }
    printer.finish()
}

/// What is asked of the desk.
fn request(args: &Args) -> Result<Request> {
    if args.shortest && !args.input.game.has_lengths() {
        let name = args.input.game.name();
        return Err(Failure::input(format!("--shortest: {name} has no lengths, expected shogi")));
    }
    let mut request = Request::new()
        .algorithm(args.algorithm)
        .memory(args.memory)
        .nodes(args.nodes)
        .time(args.time)
        .threads(args.threads);
    if args.shortest {
        request = request.shortest(args.futile.into());
    }
    if args.all {
        request = request.all_moves();
    }
    Ok(request)
}

/// Prints outcomes as they come, in the form that was asked for.
struct Printer {
    json: bool,
    language: Language,
    kif: Kif,
    table: Table,
    /// Whether there is a table: several problems, for people.
    many: bool,
    /// Something else has the standard output.
    silent: bool,
    code: Code,
}

impl Printer {
    fn new(args: &OutputArgs, kif: Kif, silent: bool, problems: &[Problem]) -> Result<Printer> {
        let language = args.language.chosen();
        let table = Table::new(problems.iter().map(Problem::given), args.verify, language);
        let many = problems.len() > 1 && !args.json && !silent;
        if many {
            print(&table.head())?;
        }
        Ok(Printer { json: args.json, language, kif, table, many, silent, code: Code::Done })
    }

    fn take(&mut self, problem: &Problem, outcome: &Outcome) -> Result<()> {
        if outcome.is_open() && self.code == Code::Done {
            self.code = Code::Unknown;
        }
        if let Some(why) = outcome.verification.failure() {
            progress::say(&format!("error: {}: {why}", outcome.given));
            self.code = Code::Failed;
        }
        self.kif.take(problem, outcome)?;
        if self.silent {
            return Ok(());
        }
        print(&match (self.json, self.many) {
            (true, _) => outcome.json(),
            (false, true) => self.table.row(outcome),
            (false, false) => page::solved(outcome, self.language),
        })
    }

    /// More about the problem told last, for people.
    fn add(&self, rows: Option<String>) -> Result<()> {
        if self.json || self.silent {
            return Ok(());
        }
        rows.map_or(Ok(()), |rows| print(&rows))
    }

    fn finish(self) -> Result<Code> {
        if self.many {
            print(&self.table.total())?;
        }
        self.kif.finish()?;
        Ok(self.code)
    }
}

/// Who looks on: a trace, a row on the terminal, or nobody.
enum Watch {
    Trace(Trace),
    Row(StatusRow),
    Nobody(()),
}

impl Watch {
    fn new(trace: bool, language: Language) -> Watch {
        if trace {
            return Watch::Trace(Trace::new());
        }
        StatusRow::on_terminal().map_or(Watch::Nobody(()), |row| Watch::Row(row.speaks(language)))
    }

    fn start(&mut self, position: &str, number: Option<(usize, usize)>) {
        match self {
            Watch::Trace(trace) => trace.head(position),
            Watch::Row(row) => row.label(number.map_or(String::new(), |(i, n)| format!("{i}/{n}  "))),
            Watch::Nobody(()) => {}
        }
    }

    fn events(&mut self) -> &mut dyn Events {
        match self {
            Watch::Trace(trace) => trace,
            Watch::Row(row) => row,
            Watch::Nobody(nobody) => nobody,
        }
    }

    fn finish(&mut self) {
        match self {
            Watch::Trace(trace) => trace.flush(),
            Watch::Row(row) => row.clear(),
            Watch::Nobody(()) => {}
        }
    }
}
