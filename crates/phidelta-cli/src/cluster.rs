//! `phidelta cluster`: a problem for several machines. All but arguments and printing is in `phidelta-cluster`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use phidelta::Algorithm;
use phidelta_cluster::client::{Client, JobSize, Totals};
use phidelta_cluster::local::Threads;
use phidelta_cluster::message::MessageError;
use phidelta_cluster::nats::{self, Access, Nats, Service, Settings, WorkerNote};
use phidelta_cluster::problem::{self, Problem, Solution};
use phidelta_cluster::referee::Rules;
use phidelta_cluster::run::{RunError, RunLimits, Spectator};
use phidelta_cluster::transport::Transport;
use phidelta_desk::{self as desk, GameKind};
use serde::Serialize;

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::{Target, print};
use crate::progress::{self, StatusRow};
use crate::size;

/// What `phidelta cluster` was given.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Solve a position with all workers that are there
    Solve(SolveArgs),
    /// Work for whoever asks
    Worker(WorkerArgs),
    /// Say who is there and what there is to do
    Status(StatusArgs),
}

/// How to reach the broker.
#[derive(clap::Args, Debug)]
struct Broker {
    /// The NATS server, started with JetStream: nats://HOST:PORT or tls://HOST:PORT
    ///
    /// User and password are taken from the environment, PHIDELTA_NATS_USER and PHIDELTA_NATS_PASSWORD, or a
    /// token from PHIDELTA_NATS_TOKEN: never from the command line, which others can read.
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    server: String,

    /// A file with the certificate authority of the server, for TLS
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,

    /// Seconds that a job may be silent before it goes to somebody else
    #[arg(long, value_name = "S", default_value = "30", value_parser = size::seconds)]
    patience: Duration,
}

impl Broker {
    fn settings(&self) -> Result<Settings> {
        if self.server.contains('@') {
            return Err(Failure::input(
                "--server: a password on the command line can be read by others, expected it in \
                 PHIDELTA_NATS_PASSWORD",
            ));
        }
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let user = variable("PHIDELTA_NATS_USER");
        let access = match (variable("PHIDELTA_NATS_TOKEN"), user, variable("PHIDELTA_NATS_PASSWORD")) {
            (Some(token), _, _) => Access::Token(token),
            (None, Some(user), password) => Access::User(user, password.unwrap_or_default()),
            (None, None, _) => Access::Open,
        };
        let mut settings = Settings::new(&self.server);
        (settings.access, settings.authority) = (access, self.ca.clone());
        settings.patience = self.patience.max(Duration::from_secs(1));
        Ok(settings)
    }
}

#[derive(clap::Args, Debug)]
#[command(after_help = format!("\
Examples:
  phidelta cluster solve connect4 6x5: --server nats://server:4222
  phidelta cluster solve shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1' --server nats://server:4222 --certificate proof.txt
  phidelta cluster solve uttt --state run1 --server nats://server:4222 < position

The answer counts only with a certificate that the checker has passed. See docs/cluster.md.

{EXIT_CODES}"))]
struct SolveArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = desk::find)]
    game: GameArg,

    /// The position, as the game writes it
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,

    #[command(flatten)]
    broker: Broker,

    /// Ask one question: a goal as the game lists it
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,

    /// Choose a variant of the rules; may be given several times
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,

    /// How workers search [default: the game's own search]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<Algorithm>,

    /// Write down what happens in this folder; the same command goes on from there
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,

    /// Memory of the tree; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Nodes of the first jobs; later ones are larger
    #[arg(long, value_name = "N", value_parser = size::count, default_value = "20000")]
    job_nodes: u64,

    /// Stop after so many nodes of all workers
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Stop after so many seconds of wall time
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    time: Option<Duration>,

    /// Write the certificate; "-" prints it in place of the report
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,

    /// Replace the certificate if it exists
    #[arg(long, requires = "certificate")]
    force: bool,

    /// Print one JSON object (docs/cluster.md)
    #[arg(long)]
    json: bool,
}

type GameArg = &'static dyn GameKind;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta cluster worker --server nats://server:4222
  phidelta cluster worker --server nats://server:4222 --threads 16 --memory 32G

Ctrl-C ends it; its jobs go to others. See docs/cluster.md.")]
struct WorkerArgs {
    #[command(flatten)]
    broker: Broker,

    /// Jobs at once [default: cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Memory of all jobs together; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size::memory)]
    memory: u64,

    /// How it is called [default: the machine's name and the process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta cluster status --server nats://server:4222
  phidelta cluster status --server nats://server:4222 --json")]
struct StatusArgs {
    #[command(flatten)]
    broker: Broker,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Does what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    match &args.command {
        Command::Solve(args) => solve(args),
        Command::Worker(args) => work(args),
        Command::Status(args) => status(args),
    }
}

fn solve(args: &SolveArgs) -> Result<Code> {
    let position = match &args.position {
        Some(position) => position.clone(),
        None => std::io::read_to_string(std::io::stdin()).map_err(|error| anyhow!(error))?.trim().into(),
    };
    let least = args.job_nodes.max(1);
    let asked = Problem {
        game: args.game.name().into(),
        position,
        goal: args.goal.clone(),
        rules: args.rules.clone(),
        algorithm: args.algorithm.map(|algorithm| algorithm.to_string()),
        size: JobSize { least, most: JobSize::default().most.max(least), ..JobSize::default() },
        memory: args.memory,
        state: args.state.clone(),
    };
    let mut transport = Nats::new(args.broker.settings()?);
    let wanted = Wanted {
        certificate: args.certificate.as_deref(),
        force: args.force,
        json: args.json,
        time: args.time,
        nodes: args.nodes,
    };
    answer(&asked, &mut transport, &wanted)
}

/// Limits of a run, and what is wanted of its answer.
pub(crate) struct Wanted<'a> {
    pub(crate) certificate: Option<&'a str>,
    pub(crate) force: bool,
    pub(crate) json: bool,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
}

/// The same with threads of this process as workers.
pub(crate) fn solve_here(asked: &Problem, workers: usize, memory: u64, wanted: &Wanted<'_>) -> Result<Code> {
    answer(asked, &mut Threads::new(workers, memory), wanted)
}

fn answer(asked: &Problem, transport: &mut dyn Transport, wanted: &Wanted<'_>) -> Result<Code> {
    let target = wanted.certificate.map(|file| Target::of(file, wanted.force)).transpose()?;
    let stop = crate::interrupt::flag()?;
    let limits = RunLimits { time: wanted.time, nodes: wanted.nodes, stop: Some(&*stop as &AtomicBool) };
    let started = Instant::now();
    let mut watch = Watch { line: StatusRow::on_terminal(), last: None };
    let solution = problem::solve(asked, transport, &limits, &mut watch);
    watch.clear();
    let solution = solution.map_err(failure)?;
    let standard = target == Some(Target::Standard);
    if !standard {
        print(&if wanted.json {
            json(asked, &solution, started.elapsed())
        } else {
            page(asked, &solution, started.elapsed())
        })?;
    }
    if let (Some(target), Some(_)) = (&target, &solution.answer) {
        target.write_bytes(&solution.certificate)?;
    }
    Ok(if solution.answer.is_some() { Code::Done } else { Code::Unknown })
}

fn failure(error: RunError) -> Failure {
    match error {
        RunError::Message(error @ (MessageError::Problem(_) | MessageError::TooLong { .. })) => {
            Failure::input(error)
        }
        RunError::Log(error @ phidelta_cluster::log::LogError::OtherRun { .. }) => Failure::input(error),
        RunError::Log(error @ phidelta_cluster::log::LogError::Damaged { .. }) => Failure::input(error),
        error => Failure::Other(anyhow!(error)),
    }
}

fn page(asked: &Problem, solution: &Solution, elapsed: Duration) -> String {
    let Solution { question, answer, positions, open, totals, .. } = solution;
    let said = match (answer, open) {
        (Some(claim), _) => format!("{} (verified)", problem::word(*claim)),
        (None, why) => format!("unknown ({})", why.as_deref().unwrap_or("no answer")),
    };
    let mut rows = vec![
        ("answer", said),
        ("question", format!("{question} of {} {}", asked.game, asked.position)),
        ("jobs", jobs(totals)),
        ("nodes", format!("{} ({} wasted)", short(totals.nodes), short(totals.wasted_nodes))),
        ("time", format!("{:.1} s", elapsed.as_secs_f64())),
    ];
    if answer.is_some() {
        rows.push(("proof", format!("{positions} positions, checked")));
    }
    let mut text: String = rows.iter().map(|(name, value)| format!("{name:<10} {value}\n")).collect();
    for (name, stats) in &totals.workers {
        let share = stats.millis as f64 / 1000.0 / elapsed.as_secs_f64().max(1e-3);
        let lies = if stats.lies > 0 { "  NOT BELIEVED: the checker refused an answer" } else { "" };
        let nodes = short(stats.nodes);
        text += &format!(
            "worker     {name:<24} {:>6} jobs {nodes:>8} nodes {:>4.0} %{lies}\n",
            stats.jobs,
            100.0 * share
        );
    }
    text
}

fn jobs(totals: &Totals) -> String {
    let Totals { done, redone, wasted, certificates, dead, .. } = totals;
    format!("{done} done, {certificates} solved, {wasted} wasted, {redone} lost and redone, {dead} given up")
}

/// A count in a few signs.
fn short(count: u64) -> String {
    phidelta_desk::format::rounded(count as f64)
}

/// The object of `--json`; its fields in this order.
#[derive(Serialize)]
struct Json<'a> {
    position: &'a str,
    game: &'a str,
    question: &'a str,
    answer: Option<String>,
    verified: bool,
    open: Option<&'a str>,
    proof_positions: u64,
    seconds: f64,
    resumed: u64,
    #[serde(flatten)]
    totals: &'a Totals,
}

fn json(asked: &Problem, solution: &Solution, elapsed: Duration) -> String {
    let object = Json {
        position: &asked.position,
        game: &asked.game,
        question: &solution.question,
        answer: solution.answer.map(problem::word),
        verified: solution.answer.is_some(),
        open: solution.open.as_deref(),
        proof_positions: solution.positions,
        seconds: elapsed.as_secs_f64(),
        resumed: solution.resumed,
        totals: &solution.totals,
    };
    format!("{}\n", serde_json::to_string(&object).unwrap_or_default())
}

/// A line on the terminal, and notes.
struct Watch {
    line: Option<StatusRow>,
    last: Option<Instant>,
}

impl Watch {
    fn clear(&mut self) {
        self.line.iter_mut().for_each(StatusRow::clear);
    }
}

impl Spectator<Rules> for Watch {
    fn progress(&mut self, client: &Client<Rules>, elapsed: Duration) {
        let due = self.last.is_none_or(|last| last.elapsed() >= progress::INTERVAL);
        let Some(line) = self.line.as_mut().filter(|_| due) else { return };
        self.last = Some(Instant::now());
        let (totals, numbers) = (client.totals(), client.numbers());
        let busy: u64 = totals.workers.values().map(|worker| worker.millis).sum();
        line.show(format!(
            "{} jobs, {} in flight, {} wasted, {} lost  {} nodes  pn {} dn {}  tree {} ({:.0} %)  {} workers, {:.0} % busy",
            totals.done,
            client.in_flight(),
            totals.wasted,
            totals.redone,
            short(totals.nodes),
            numbers.pn,
            numbers.dn,
            client.tree().len(),
            100.0 * client.tree().used(),
            totals.workers.len(),
            busy as f64 / 10.0 / elapsed.as_secs_f64().max(1e-3) / totals.workers.len().max(1) as f64,
        ));
    }

    fn note(&mut self, text: &str) {
        self.clear();
        if self.line.is_some() || !std::io::stderr().is_terminal() {
            progress::say(text);
        }
    }
}

fn work(args: &WorkerArgs) -> Result<Code> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = crate::interrupt::flag()?;
    let service = Service {
        name: args.name.clone().unwrap_or_else(machine),
        threads: args.threads.map_or(cores, usize::from),
        memory: args.memory,
        stop,
    };
    let settings = args.broker.settings()?;
    let tell = |note: WorkerNote| match note {
        WorkerNote::Ready => {
            let place = nats::shown(&settings.server);
            progress::say(&format!("{} works for {place} with {} threads", service.name, service.threads));
        }
        WorkerNote::Trouble(text) => progress::say(&text),
        _ => {}
    };
    nats::serve(&settings, &service, &tell).map_err(|error| anyhow!(error))?;
    Ok(Code::Done)
}

/// The machine's name, if it has one, and the process.
fn machine() -> String {
    let name = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let name = name.trim();
    format!("{}-{}", if name.is_empty() { "worker" } else { name }, std::process::id())
}

fn status(args: &StatusArgs) -> Result<Code> {
    let seen = nats::status(&args.broker.settings()?).map_err(|error| anyhow!(error))?;
    if args.json {
        let text = serde_json::to_string(&seen).unwrap_or_default();
        print(&format!("{text}\n"))?;
        return Ok(Code::Done);
    }
    let mut text = format!("jobs       {} waiting or in work\nresults    {} kept\n", seen.jobs, seen.results);
    for (id, game, position) in &seen.runs {
        text += &format!("run        {id}  {game} {position}\n");
    }
    for worker in &seen.workers {
        let version = if worker.fits { "" } else { "  another version, cannot work here" };
        text += &format!(
            "worker     {:<24} {}/{} busy  {:>6} jobs {:>8} nodes{version}\n",
            worker.name,
            worker.busy,
            worker.threads,
            worker.jobs,
            short(worker.nodes)
        );
    }
    if seen.workers.is_empty() {
        text += "worker     none\n";
    }
    print(&text)?;
    Ok(Code::Done)
}
