//! `phidelta resume`: goes on with a search that was written down.

use std::path::PathBuf;
use std::time::Duration;

use phidelta::Algorithm;
use phidelta_desk::Request;

use crate::checkpoint::{CheckpointFile, PaceArgs};
use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::size;
use crate::solve::{Job, OutputArgs, Written, execute};

const EXAMPLES: &str = "\
Examples:
  phidelta solve connect4 5x4:33 --checkpoint four.pdck --every 10m
  phidelta resume four.pdck
  phidelta resume four.pdck --time 3600 --certificate proof.txt";

/// What `phidelta resume` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// The checkpoint that `phidelta solve --checkpoint` wrote; it is written again
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Search in another way, with what is solved already
    #[arg(long, value_name = "NAME")]
    algorithm: Option<Algorithm>,

    /// Memory of the search, if it is to be another than before
    #[arg(long, value_name = "SIZE", value_parser = size::memory)]
    memory: Option<u64>,

    /// Threads of the search, if there are to be others than before; auto is one for each core
    #[arg(long, value_name = "N", value_parser = size::threads)]
    threads: Option<usize>,

    /// Stop after so many nodes, those before included [default: as before]
    #[arg(long, value_name = "N", value_parser = size::count)]
    nodes: Option<u64>,

    /// Stop after so many more seconds of wall time
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    time: Option<Duration>,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    pace: PaceArgs,
}

/// Goes on.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let file = CheckpointFile::of(&args.file)?;
    let (Some(head), Some(subject)) = (file.head(), file.subject()?) else {
        return Err(Failure::input(format!("{}: there is no such file", args.file.display())));
    };
    let algorithm = match args.algorithm {
        Some(algorithm) => algorithm,
        None => head.algorithm.parse().map_err(|error| file.refused(error))?,
    };
    // A run that has used up its nodes has a limit only if it gets another.
    let before = head.node_limit.filter(|&limit| head.nodes < limit);
    let request = Request::new()
        .algorithm(Some(algorithm))
        .memory(args.memory.unwrap_or(head.memory))
        .threads(args.threads.unwrap_or(head.threads.clamp(1, 1024) as usize))
        .nodes(args.nodes.or(before))
        .time(args.time);
    let (problem, game) = (subject.problem()?, subject.game()?);
    let pace = args.pace.pace_or(head.pace);
    let written = Some(Written { pace, subject: subject.to_text(), file });
    let request = subject.wanted(request);
    execute(Job { game, problems: vec![problem], request, written, list: None }, &args.output)
}
