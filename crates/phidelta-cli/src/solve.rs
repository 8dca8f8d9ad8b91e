//! `phidelta solve`: from the command line to reports.
//!
//! All positions are read before the first search starts: a slip in the last line of a file shows at
//! once, not after a night.

use std::fs;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use cpu_time::ProcessTime;
use phidelta::{Algorithm, Goal, Limits, Solver};

use crate::args::GoalName;
use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::games::{self, GAMES, GameKind, Layout, Options, Place, Problem, Watch};
use crate::kif::Kif;
use crate::output::print;
use crate::progress::{self, Line};
use crate::report::{Rows, Solved};
use crate::size;
use crate::trace::Trace;

/// What `phidelta solve` was given.
#[derive(clap::Args)]
#[command(
    override_usage = "phidelta solve [OPTIONS] <GAME> <POSITION>\n       phidelta solve [OPTIONS] <GAME> --file <FILE>"
)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = games::find)]
    game: &'static dyn GameKind,

    /// The position, as the game writes it
    #[arg(value_name = "POSITION", required_unless_present = "file", conflicts_with = "file")]
    position: Option<String>,

    /// Read positions from a file, one a line; "-" is the standard input
    ///
    /// What follows a tab is a note; empty lines and lines that start with # are skipped. For graphs the
    /// file is one JSON graph.
    #[arg(long, value_name = "FILE")]
    file: Option<String>,

    /// Of a game record take the position after N moves, not the first one
    #[arg(long, value_name = "N")]
    ply: Option<u16>,

    /// How to search: `phidelta algorithms` lists the names
    #[arg(long, value_name = "NAME", default_value = "df-pn+tca+snda")]
    algorithm: Algorithm,

    /// Memory of a search, at least 1M; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = size::DEFAULT_MEMORY, value_parser = size::memory)]
    memory: u64,

    /// Stop a search after so many nodes: 1_000_000, 10M, 1e6
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Stop a search after so many seconds of wall time
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    time: Option<Duration>,

    /// What the attacker wants, whatever the position says: "draw" is at least a draw
    #[arg(long, value_name = "GOAL")]
    goal: Option<GoalName>,

    /// Print one JSON object a line for each problem (docs/json.md)
    #[arg(long)]
    json: bool,

    /// Write position and line as KIF, for shogi programs; "-" prints it in place of the report
    #[arg(long, value_name = "FILE")]
    kif: Option<String>,

    /// Replace the KIF file if it exists
    #[arg(long, requires = "kif")]
    force: bool,

    /// Print every step of the search to the standard error
    #[arg(long)]
    trace: bool,
}

impl std::fmt::Debug for Args {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Args").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

fn after_help() -> String {
    let games: String = GAMES.iter().map(|game| format!("  {:10} {}\n", game.name(), game.about())).collect();
    format!(
        "Games:\n{games}\n\
         Examples:\n  \
           phidelta solve graph kishimoto_fig1\n  \
           phidelta solve graph kishimoto_fig1 --algorithm df-pn --nodes 1M\n  \
           phidelta solve graph '{{\"root\":\"A\",\"nodes\":{{\"A\":{{\"type\":\"OR\",\"value\":\"win\"}}}}}}'\n  \
           phidelta solve graph --file my.json --goal draw --json\n  \
           phidelta graph okabe --layers 20 | phidelta solve graph --file - --trace\n  \
           phidelta solve shogi '9/8k/9/8P/9/9/9/9/9 b 2G 1'\n  \
           phidelta solve shogi --file problems.sfen --time 10\n  \
           phidelta solve shogi --file problem.kif --kif solution.kif\n  \
           phidelta solve synthetic 'depth=14 seed=3' --memory 1G --time 60\n\n\
         Ctrl-C ends the search with the report so far; a second one ends the command at once.\n\n\
         {EXIT_CODES}"
    )
}

/// Solves what was asked for.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let mut problems = read(args)?;
    let mut kif = Kif::new(args.kif.as_deref(), args.force, args.json, args.game)?;
    // Not earlier: while input is read, Ctrl-C shall end the command as usual.
    let stop = crate::interrupt::flag()?;
    let mut looker = Looker::new(args.trace);
    let many = problems.len() > 1;
    let mut rows = Rows::new(problems.iter().map(|problem| problem.position()));
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
        let solved = solve_one(args, problem.as_mut(), &stop, looker.watch())?;
        looker.finish();
        if solved.reason().is_some() {
            code = Code::Unknown;
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

fn solve_one(
    args: &Args,
    problem: &mut dyn Problem,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn Watch,
) -> Result<Solved> {
    let limits = Limits { nodes: args.nodes, time: args.time, stop: Some(Arc::clone(stop)) };
    // A new table for each problem: the counts of one must not depend on those before it.
    let mut solver =
        Solver::new(args.algorithm).memory(args.memory).limits(limits).progress_interval(progress::INTERVAL);
    let before = ProcessTime::try_now().ok();
    let answer = problem.solve(&mut solver, watch)?;
    let cpu = before.and_then(|start| start.try_elapsed().ok()).unwrap_or_default();
    let (position, question) = (problem.position().to_string(), problem.question());
    let for_people = problem.for_people(&answer.report.line);
    Ok(Solved { position, question, answer, for_people, cpu, algorithm: args.algorithm })
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

/// Reads all positions.
fn read(args: &Args) -> Result<Vec<Box<dyn Problem>>> {
    let options = Options { goal: args.goal.map(Goal::from) };
    if let Some(position) = &args.position {
        if args.ply.is_some() {
            return Err(Failure::input(
                "--ply: a position has no moves to count, expected --file and a game record",
            ));
        }
        return Ok(vec![args.game.read(position, &Place::Argument, &options)?]);
    }
    let file = args.file.as_deref().unwrap_or("-");
    let bytes = read_bytes(file)?;
    if let Some(problems) = args.game.read_records(&bytes, &name_of(file), args.ply.unwrap_or(0).into())? {
        return Ok(problems);
    }
    if args.ply.is_some() {
        return Err(Failure::input(format!("--ply: {} is no game record, expected one", name_of(file))));
    }
    let text = text_of(bytes, file)?;
    match args.game.layout() {
        Layout::Whole => Ok(vec![args.game.read(&text, &Place::File(name_of(file)), &options)?]),
        Layout::Lines => {
            let problems = positions(&text)
                .map(|(line, position)| args.game.read(position, &Place::Line(name_of(file), line), &options))
                .collect::<Result<Vec<_>>>()?;
            if problems.is_empty() {
                let name = name_of(file);
                return Err(Failure::input(format!("{name}: no position in it, expected one a line")));
            }
            Ok(problems)
        }
    }
}

/// How a file is called in messages.
fn name_of(file: &str) -> String {
    if file == "-" { "standard input".into() } else { file.into() }
}

/// The text of a file, or of the standard input if it is called "-".
pub(crate) fn read_text(file: &str) -> Result<String> {
    text_of(read_bytes(file)?, file)
}

fn read_bytes(file: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(file),
    };
    Ok(read.with_context(|| format!("cannot read {}", name_of(file)))?)
}

fn text_of(bytes: Vec<u8>, file: &str) -> Result<String> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        Failure::input(format!("{}:{line}: expected text in UTF-8", name_of(file)))
    })?;
    // Some editors put a byte order mark in front.
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// The positions of a text and their lines, counted from 1.
fn positions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().zip(1..).filter_map(|(line, number)| {
        let position = line.split('\t').next().unwrap_or_default().trim();
        (!position.is_empty() && !line.starts_with('#')).then_some((number, position))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_comments_and_empty_lines_are_skipped() {
        let text = "# head\n\na b\tnote\tmore\r\n   \n\tonly a note\n c \n";
        assert_eq!(positions(text).collect::<Vec<_>>(), [(3, "a b"), (6, "c")]);
    }
}
