//! `phidelta experiment`: the papers' experiments, and a grid of the user's own.
//!
//! An experiment is a grid of runs ([`grid`]) and a report on them. Named ones are a file each in `named/`;
//! a grid of the user's own is a TOML file ([`own`]). Runs that are finished stay in a results file
//! ([`results`]): the same command goes on where it was stopped.

mod document;
mod grid;
mod html;
mod made;
mod markdown;
mod named;
mod own;
mod pieces;
mod plot;
mod record;
mod results;
mod runner;
mod small_graphs;
mod suite;
mod summary;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::{Target, print};
use crate::size;
use grid::Bounds;
use named::{Experiment, Found, NAMED};
use own::Own;
use phidelta_desk::format::plural;
use phidelta_desk::format::{bytes, grouped};
use phidelta_desk::text::cut;
use phidelta_desk::{self as desk, GameKind};
use record::Machine;
use results::Results;
use runner::End;
use suite::Suite;

/// What `phidelta experiment` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// The experiment, "list", or a grid of your own: FILE.toml (docs/experiments.md)
    #[arg(value_name = "NAME")]
    name: String,

    /// Problems to use in place of those that come with the command; may be given several times
    ///
    /// The game is found by reading the file; say it where two games could: loa=FILE.
    #[arg(long, value_name = "[GAME=]FILE")]
    suite: Vec<String>,

    /// Nodes of each run: 1_000_000, 10M
    #[arg(long, value_name = "N", value_parser = size::count)]
    limit: Option<u64>,

    /// Wall time of each run in seconds, beside its nodes; what is solved then depends on the machine
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    time: Option<Duration>,

    /// Memory of each run, at least 1M; N jobs take N times as much
    ///
    /// Parts of an experiment that compare sizes of memory keep their own.
    #[arg(long, value_name = "SIZE", value_parser = size::memory)]
    memory: Option<u64>,

    /// At most N problems of each suite, taken from all of it
    #[arg(long, value_name = "N", value_parser = count)]
    sample: Option<usize>,

    /// Runs at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    jobs: usize,

    /// The folder of results and reports [default: phidelta-NAME, with --quick phidelta-NAME-quick]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// A small form that ends within a minute or so
    #[arg(long)]
    quick: bool,

    /// Leave times out of the reports: two reports of the same runs are then equal
    #[arg(long)]
    no_times: bool,
}

fn count(text: &str) -> std::result::Result<usize, String> {
    usize::try_from(size::count(text)?).map_err(|_| "too large".into())
}

fn after_help() -> String {
    let names: String =
        NAMED.iter().map(|named| format!("  {:15} {}\n", named.name(), named.shows())).collect();
    format!(
        "Experiments:\n{names}\n\
         Results are kept in DIR/results.jsonl, a line a run, as soon as a run has ended. Ctrl-C, or\n\
         whatever else ends the command, loses the runs it was at; the same command goes on from there.\n\
         Then DIR/report.md and DIR/report.html are written.\n\n\
         Examples:\n  \
           phidelta experiment list\n  \
           phidelta experiment wpns --quick --sample 2 --limit 2K\n  \
           phidelta experiment loops --suite problems.sfen --limit 10K --jobs 2 --out loops\n  \
           phidelta experiment my-grid.toml\n\n\
         {EXIT_CODES}"
    )
}

/// What the user wants of an experiment.
#[derive(Clone, Debug, Default)]
struct Wanted {
    quick: bool,
    nodes: Option<u64>,
    time: Option<Duration>,
    memory: Option<u64>,
    sample: Option<usize>,
    /// Games with their files, if any were given.
    suites: Vec<(&'static str, String)>,
}

impl Wanted {
    /// The suites of a game: those given, or the one that comes with the command if none was.
    fn suites(&self, game: &str, goal: Option<&str>) -> Result<Vec<Suite>> {
        if self.suites.is_empty() {
            return Ok(vec![Suite::usual(game, goal)?]);
        }
        let kind = desk::find(game).map_err(Failure::input)?;
        let files = self.suites.iter().filter(|(of, _)| *of == game);
        files.map(|(_, file)| Suite::of_file(kind, file, goal)).collect()
    }

    /// A suite, or so many of its problems: `quick` of them in the small form.
    fn sampled(&self, suite: Suite, quick: usize) -> Suite {
        let most = self.sample.unwrap_or(if self.quick { quick } else { usize::MAX });
        suite.sampled(most)
    }

    /// What a run may take, if the user does not say otherwise.
    fn bounds(&self, full: u64, quick: u64, memory: u64) -> Bounds {
        let nodes = if self.quick { quick } else { full };
        self.over(Bounds { nodes, time: None, memory })
    }

    /// Bounds with what the user says in place of the usual.
    fn over(&self, usual: Bounds) -> Bounds {
        Bounds {
            nodes: self.nodes.unwrap_or(usual.nodes),
            time: self.time.or(usual.time),
            memory: self.memory.unwrap_or(usual.memory),
        }
    }
}

/// Runs an experiment, or lists them.
pub(crate) fn run(args: &Args) -> Result<Code> {
    if args.name == "list" {
        for named in NAMED {
            print(&format!("{:15} {}\n{:15}   {}\n", named.name(), named.shows(), "", named.paper()))?;
        }
        return Ok(Code::Done);
    }
    let mut wanted = Wanted {
        quick: args.quick,
        nodes: args.limit,
        time: args.time,
        memory: args.memory,
        sample: args.sample,
        suites: Vec::new(),
    };
    if args.name.ends_with(".toml") {
        if !args.suite.is_empty() {
            return Err(Failure::input("--suite: a grid of your own names its suites itself"));
        }
        let own = Own::read(&args.name, &wanted)?;
        return perform(&own, &wanted, args);
    }
    let named = NAMED.iter().find(|named| named.name() == args.name).ok_or_else(|| {
        let names: Vec<&str> = NAMED.iter().map(|named| named.name()).collect();
        Failure::input(format!(
            "unknown experiment '{}'; expected list, {} or a file FILE.toml",
            cut(&args.name, 60),
            names.join(", ")
        ))
    })?;
    for text in &args.suite {
        wanted.suites.push(suite_of(text, *named)?);
    }
    perform(*named, &wanted, args)
}

/// The game and the file of `--suite`.
fn suite_of(text: &str, named: &dyn Experiment) -> Result<(&'static str, String)> {
    let known: Vec<&'static dyn GameKind> =
        named.games().iter().filter_map(|game| desk::find(game).ok()).collect();
    let refuse = |what: String| {
        Err(Failure::input(format!(
            "--suite {text}: {what}; {} has problems of {}",
            named.name(),
            named.games().join(", ")
        )))
    };
    if let Some((name, file)) = text.split_once('=')
        && desk::find(name).is_ok()
    {
        return match known.iter().find(|game| game.name() == name) {
            Some(game) => Ok((game.name(), file.into())),
            None => refuse(format!("there is no {name} in this experiment")),
        };
    }
    let mut failures = Vec::new();
    let mut read = Vec::new();
    for game in &known {
        match Suite::of_file(*game, text, None) {
            Ok(_) => read.push(game.name()),
            Err(Failure::Other(error)) => return Err(Failure::Other(error)),
            Err(failure) => failures.push(failure),
        }
    }
    match (read.as_slice(), failures.into_iter().next()) {
        ([game], _) => Ok((game, text.into())),
        ([], Some(failure)) if known.len() == 1 => Err(failure),
        ([], _) => refuse("no game reads all its positions; say which it is: GAME=FILE".into()),
        (several, _) => refuse(format!("{} read it; say which it is: GAME=FILE", several.join(" and "))),
    }
}

fn perform(experiment: &dyn Experiment, wanted: &Wanted, args: &Args) -> Result<Code> {
    let grid = experiment.grid(wanted)?;
    let keys = grid.keys();
    if keys.is_empty() {
        return Err(Failure::input("nothing to run: no suite of this experiment's games was given"));
    }
    let needed = keys.iter().map(|key| key.memory).max().unwrap_or(0).saturating_mul(args.jobs as u64);
    let machine = Machine::here();
    if machine.memory > 0 && needed > machine.memory {
        return Err(Failure::input(format!(
            "{} of {} each need {}, the machine has {}: take fewer --jobs or less --memory",
            plural(args.jobs, "job", "jobs"),
            bytes(needed / args.jobs as u64),
            bytes(needed),
            bytes(machine.memory)
        )));
    }
    let quick = if wanted.quick { "-quick" } else { "" };
    let out = args.out.clone().unwrap_or_else(|| format!("phidelta-{}{quick}", experiment.name()).into());
    std::fs::create_dir_all(&out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let mut results = Results::open(&out.join("results.jsonl"))?;
    let before = keys.iter().filter(|key| results.get(key).is_some()).count();
    let others = results.len() - before;
    let mut opening = format!("{}: {}", experiment.name(), plural(keys.len(), "run", "runs"));
    if before > 0 {
        opening.push_str(&format!(", {} of them done before", grouped(before as u64)));
    }
    if others > 0 {
        opening.push_str(&format!("; {} of other settings are left alone", plural(others, "run", "runs")));
    }
    print(&(opening + "\n"))?;
    let stop = crate::interrupt::flag()?;
    if let End::Stopped { done } = runner::run(&keys, &mut results, args.jobs, &stop)? {
        print(&format!("stopped: {} of {} runs are done, the same command goes on\n", done, keys.len()))?;
        return Ok(Code::Unknown);
    }
    let found = experiment.report(&grid, &results, !args.no_times);
    write(&out, &framed(experiment, &grid, found, args), !args.no_times)
}

/// The report with what every report says first: what it shows, how it was made, claims.
fn framed(experiment: &dyn Experiment, grid: &grid::Grid, found: Found, args: &Args) -> Found {
    let Found { document, claims } = found;
    let mut whole = document::Document::new(document.title);
    whole.text(experiment.shows().to_string() + ".");
    if !experiment.paper().is_empty() {
        whole.text(format!("After {}.", experiment.paper()));
    }
    whole.code(command(args));
    let settings = || grid.sections.iter().flat_map(|section| &section.settings);
    let nodes =
        (settings().map(|s| s.nodes).min().unwrap_or(0), settings().map(|s| s.nodes).max().unwrap_or(0));
    let limit = if nodes.0 == nodes.1 {
        grouped(nodes.0)
    } else {
        format!("{} to {}", grouped(nodes.0), grouped(nodes.1))
    };
    whole.text(format!(
        "phidelta {}; {} of at most {limit} nodes each. Nodes are positions entered; totals and ratios are of \
         problems that all compared searches have solved.",
        env!("CARGO_PKG_VERSION"),
        plural(grid.keys().len(), "run", "runs"),
    ));
    if !args.no_times {
        let Machine { cpu, cores, memory, system } = Machine::here();
        whole.text(format!("Report written on {cpu}, {cores} cores, {}, {system}.", bytes(*memory)));
    }
    whole.claims(&claims);
    whole.blocks.extend(document.blocks);
    Found { document: whole, claims }
}

/// The command, with files by name only: where they are is nobody's business.
fn command(args: &Args) -> String {
    let name = |file: &str| {
        let stem = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned());
        stem.unwrap_or_else(|| file.into())
    };
    let mut out = format!("phidelta experiment {}", name(&args.name));
    for suite in &args.suite {
        match suite.split_once('=') {
            Some((game, file)) => out.push_str(&format!(" --suite {game}={}", name(file))),
            None => out.push_str(&format!(" --suite {}", name(suite))),
        }
    }
    if let Some(limit) = args.limit {
        out.push_str(&format!(" --limit {limit}"));
    }
    if let Some(time) = args.time {
        out.push_str(&format!(" --time {}", time.as_secs_f64()));
    }
    if let Some(memory) = args.memory {
        out.push_str(&format!(" --memory {memory}"));
    }
    if let Some(sample) = args.sample {
        out.push_str(&format!(" --sample {sample}"));
    }
    if args.quick {
        out.push_str(" --quick");
    }
    out
}

fn write(out: &Path, found: &Found, times: bool) -> Result<Code> {
    let document = &found.document;
    let plots = out.join("plots");
    std::fs::create_dir_all(&plots).with_context(|| format!("cannot make the folder {}", plots.display()))?;
    for (name, plot) in document.plots() {
        Target::of(plots.join(name), true)?.write(&plot.svg(true))?;
    }
    Target::of(out.join("report.md"), true)?.write(&markdown::render(document, "plots"))?;
    Target::of(out.join("report.html"), true)?.write(&html::render(document))?;
    for claim in &found.claims {
        let holds = match claim.holds {
            Some(true) => "agrees",
            Some(false) => "DIFFERS",
            None => "not decided",
        };
        print(&format!("{holds:11} {}: {}\n", claim.text, claim.ours))?;
    }
    let html = out.join("report.html");
    print(&format!(
        "report: {} and report.md{}\n",
        html.display(),
        if times { "" } else { ", without times" }
    ))?;
    Ok(Code::Done)
}
