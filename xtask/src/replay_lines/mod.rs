//! `cargo xtask replay-lines`: every mate line that the solver gives, replayed by rules of others.
//!
//! A file has a problem a line, `SFEN` and notes behind a tab. Each is solved within the limits; a line
//! that proves a mate is played by `shogi_legality_lite`: every move must be legal, every move of the
//! attacker a check, no position may come twice, and the last one must be mate. Anything else is a fault.
//!
//! Invariant: a line that is changed in any move is a fault.

mod replay;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use phidelta::{Algorithm, Limits, Solver, Verdict};
use phidelta_games::shogi::{Move, Tsume};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = ["shogi"])]
    game: String,
    /// Files with a problem a line; notes stand behind a tab
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Seconds for a problem
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds)]
    time: f64,
    /// Memory of a search: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = memory)]
    memory: u64,
    /// How to search
    #[arg(long, value_name = "NAME", default_value = "df-pn+tca+snda")]
    algorithm: Algorithm,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|&s| Duration::try_from_secs_f64(s).is_ok());
    seconds.ok_or_else(|| "expected seconds such as 2 or 0.5".into())
}

fn memory(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    // Less is a forgotten unit.
    bytes.filter(|&bytes| bytes >= 1 << 20).ok_or_else(|| "expected at least 1M, such as 256M or 1G".into())
}

/// What came out of a file.
#[derive(Default, Debug)]
struct Count {
    problems: u64,
    proved: u64,
    disproved: u64,
    unknown: u64,
    replayed: u64,
    faults: u64,
}

/// Solves and replays all files; false if there was a fault.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let width = args.files.iter().map(|file| file.display().to_string().chars().count()).max().unwrap_or(0);
    let row = |file: &str, cells: [String; 6]| {
        let cells: String = cells.iter().map(|cell| format!("  {cell:>9}")).collect();
        println!("{file:<width$}{cells}");
    };
    row("file", ["problems", "proved", "disproved", "unknown", "replayed", "faults"].map(String::from));
    let mut sum = Count::default();
    for file in &args.files {
        let name = file.display().to_string();
        let count = one_file(args, file)?;
        row(&name, count.cells());
        sum.add(&count);
    }
    row("all", sum.cells());
    Ok(sum.faults == 0)
}

impl Count {
    fn cells(&self) -> [String; 6] {
        [self.problems, self.proved, self.disproved, self.unknown, self.replayed, self.faults]
            .map(|number| number.to_string())
    }

    fn add(&mut self, other: &Count) {
        self.problems += other.problems;
        self.proved += other.proved;
        self.disproved += other.disproved;
        self.unknown += other.unknown;
        self.replayed += other.replayed;
        self.faults += other.faults;
    }
}

fn one_file(args: &Args, file: &PathBuf) -> Result<Count> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let problems: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.split('\t').next().unwrap_or_default().trim()))
        .filter(|(_, sfen)| !sfen.is_empty() && !sfen.starts_with('#'))
        .collect();
    let bar = ProgressBar::new(problems.len() as u64); // hidden unless standard error is a terminal
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {wide_bar} {eta}") {
        bar.set_style(style);
    }
    let mut count = Count::default();
    for (number, sfen) in problems {
        let place = format!("{}:{number}", file.display());
        let fault = one_problem(args, sfen, &mut count).map_err(|error| anyhow!("{place}: {error}"))?;
        count.problems += 1;
        if let Some(fault) = fault {
            count.faults += 1;
            println!("fault: {place}: {fault}\n  {sfen}");
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(count)
}

/// Solves a problem and replays its line; what is wrong with it.
fn one_problem(args: &Args, sfen: &str, count: &mut Count) -> Result<Option<String>> {
    let mut game = Tsume::from_sfen(sfen)?;
    let limits = Limits::default().with_time(Duration::from_secs_f64(args.time));
    let report = Solver::new(args.algorithm).memory(args.memory).limits(limits).solve(&mut game)?;
    match report.verdict {
        Verdict::Disproved => count.disproved += 1,
        Verdict::Unknown(_) => count.unknown += 1,
        Verdict::Proved => {
            count.proved += 1;
            // The time may be up before the line has been put together; the verdict stands.
            if report.line_complete {
                count.replayed += 1;
                let line: Vec<String> = report.line.iter().map(Move::to_string).collect();
                return Ok(replay::objection(&game.position().to_string(), &line));
            }
        }
    }
    Ok(None)
}
