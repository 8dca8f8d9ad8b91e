//! `phidelta cluster`: a problem for several machines. All but arguments and printing is in `phidelta-cluster`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use phidelta::Algorithm;
use phidelta_cluster::client::JobSize;
use phidelta_cluster::nats::{self, Access, Nats, Service, Settings, Status, WorkerNote};
use phidelta_cluster::problem::Problem;
use phidelta_desk::{self as desk, GameKind};

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::print;
use crate::workers::{self, Wanted, short};
use crate::{progress, size};

/// What `phidelta cluster` was given.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Solve a position with all workers that are there
    Solve(Box<SolveArgs>),
    /// Work for whoever asks
    Worker(WorkerArgs),
    /// Say who is there and what there is to do
    Status(StatusArgs),
}

/// How to reach the broker.
#[derive(clap::Args, Debug)]
struct Broker {
    /// The NATS server, started with JetStream: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    server: String,

    #[command(flatten)]
    keys: Keys,
}

impl Broker {
    fn settings(&self) -> Result<Settings> {
        self.keys.settings(&self.server, "--server")
    }
}

/// What opens the broker's door.
#[derive(clap::Args, Debug)]
pub(crate) struct Keys {
    /// A file with PHIDELTA_NATS_USER=… and PHIDELTA_NATS_PASSWORD=…, or with PHIDELTA_NATS_TOKEN=…
    ///
    /// Without it they are taken from the environment; never from the command line, which others can read.
    #[arg(long, value_name = "FILE")]
    credentials: Option<PathBuf>,

    /// A file with the certificate authority of the server, for TLS
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,

    /// A file with a certificate of one's own, for a server that asks for one
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The file with its key
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl Keys {
    /// How to reach the broker that the option of this name gives.
    pub(crate) fn settings(&self, server: &str, option: &str) -> Result<Settings> {
        if server.contains('@') {
            return Err(Failure::input(format!(
                "{option}: a password on the command line can be read by others, expected it in \
                 PHIDELTA_NATS_PASSWORD or in the file of --credentials",
            )));
        }
        let text = match &self.credentials {
            Some(file) => Some(
                std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?,
            ),
            None => None,
        };
        let mut settings = Settings::new(server);
        settings.access = access(|name| match &text {
            Some(text) => value(text, name),
            None => std::env::var(name).ok(),
        });
        settings.authority = self.ca.clone();
        settings.identity = self.tls_cert.clone().zip(self.tls_key.clone());
        Ok(settings)
    }
}

/// A value of a file with rows NAME=VALUE, as systemd reads them.
fn value(text: &str, name: &str) -> Option<String> {
    let rows = text.lines().map(str::trim).filter(|row| !row.starts_with('#'));
    let found = rows.filter_map(|row| row.split_once('=')).find(|(key, _)| key.trim() == name)?;
    Some(found.1.trim().trim_matches('"').to_string())
}

fn access(variable: impl Fn(&str) -> Option<String>) -> Access {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    if let Some(token) = variable("PHIDELTA_NATS_TOKEN") {
        return Access::Token(token);
    }
    match variable("PHIDELTA_NATS_USER") {
        Some(user) => Access::User(user, variable("PHIDELTA_NATS_PASSWORD").unwrap_or_default()),
        None => Access::Open,
    }
}

#[derive(clap::Args, Debug)]
#[command(after_help = format!("\
Examples:
  phidelta cluster solve connect4 5x4:33 --server nats://server:4222
  phidelta cluster solve connect4 5x4:33 --server nats://server:4222 --state run1
  phidelta cluster solve connect4 5x4:33 --server nats://server:4222 --certificate proof.txt

The answer counts only with a certificate that the checker has passed. See docs/cluster.md.

{EXIT_CODES}"))]
struct SolveArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = desk::find)]
    game: GameArg,

    /// The position, as the game writes it
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,

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

    /// Write down in this folder what the workers find; the same command goes on from there
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,

    /// Memory of the tree; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Nodes of the first jobs; later ones are larger
    #[arg(long, value_name = "N", value_parser = size::count)]
    job_nodes: Option<u64>,

    /// Seconds that a worker may be silent before its job goes to somebody else, at least 3
    #[arg(long, value_name = "S", default_value = "30", value_parser = size::seconds)]
    patience: Duration,

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

    /// Tell progress as JSON, one object a second on the standard error
    #[arg(long)]
    progress_json: bool,
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

    /// Jobs at once; auto is one for each core
    #[arg(long, value_name = "N", default_value = "auto", value_parser = size::threads)]
    threads: usize,

    /// Memory of all jobs together; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size::memory)]
    memory: u64,

    /// How it is called [default: the machine's name and the process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Tell of every job that was done
    #[arg(long)]
    verbose: bool,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta cluster status --server nats://server:4222
  phidelta cluster status --server nats://server:4222 --json")]
struct StatusArgs {
    #[command(flatten)]
    broker: Broker,

    /// Print one JSON object (docs/cluster.md)
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
    let asked = Problem {
        game: args.game.name().into(),
        position: args.position.clone(),
        goal: args.goal.clone(),
        rules: args.rules.clone(),
        algorithm: args.algorithm.map(|algorithm| algorithm.to_string()),
        size: args.job_nodes.map_or_else(JobSize::default, JobSize::from),
        memory: args.memory,
        state: args.state.clone(),
    };
    let mut settings = args.broker.settings()?;
    settings.patience = args.patience.max(nats::LEAST_PATIENCE);
    let wanted = Wanted {
        certificate: args.certificate.as_deref(),
        force: args.force,
        json: args.json,
        progress: args.progress_json,
        time: args.time,
        nodes: args.nodes,
    };
    workers::answer(&asked, &mut Nats::new(settings), &wanted)
}

fn work(args: &WorkerArgs) -> Result<Code> {
    let stop = crate::interrupt::flag()?;
    let name = args.name.clone().unwrap_or_else(machine);
    let service = Service { name, threads: args.threads, memory: args.memory, stop };
    let settings = args.broker.settings()?;
    let tell = |note: WorkerNote| match note {
        WorkerNote::Ready => {
            let place = nats::shown(&settings.server);
            progress::say(&format!("{} works for {place} with {} threads", service.name, service.threads));
        }
        WorkerNote::Trouble(text) => progress::say(&text),
        WorkerNote::Done { run, job, nodes, found } if args.verbose => {
            progress::say(&format!("job {job} of run {run}: {found}, {} nodes", short(nodes)));
        }
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
    let text = if args.json { serde_json::to_string(&seen).unwrap_or_default() + "\n" } else { page(&seen) };
    print(&text)?;
    Ok(Code::Done)
}

fn page(seen: &Status) -> String {
    let mut text = format!("jobs       {} waiting or in work\nresults    {} kept\n", seen.jobs, seen.results);
    for run in &seen.runs {
        text += &format!("run        {}  {} of {} {}\n", run.run, run.question, run.game, run.position);
        let stands = run.progress.as_ref().map_or("its client is not there".into(), workers::row);
        text += &format!("           {stands}\n");
    }
    for worker in &seen.workers {
        let version = if worker.fits {
            String::new()
        } else {
            format!("  version {}, cannot work here", worker.version)
        };
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
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_come_from_rows_of_a_file() {
        let text = "# who\nPHIDELTA_NATS_USER=me\n PHIDELTA_NATS_PASSWORD = \"a=b\" \n";
        let Access::User(user, password) = access(|name| value(text, name)) else { panic!("no user") };
        assert_eq!((user.as_str(), password.as_str()), ("me", "a=b"));
        let token = access(|name| value("PHIDELTA_NATS_TOKEN=t\nPHIDELTA_NATS_USER=me", name));
        assert!(matches!(token, Access::Token(token) if token == "t"));
        assert!(matches!(access(|name| value("PHIDELTA_NATS_USER=", name)), Access::Open));
    }
}
