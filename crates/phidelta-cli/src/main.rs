//! The command `phidelta`: reads a position, asks the library, prints the report.
//!
//! Everything another front end would need is on the desk (`phidelta-desk`); here are arguments, files,
//! the terminal, exit codes and the runner of experiments.

mod algorithms;
mod args;
mod bench;
mod certificate;
mod check;
mod checkpoint;
mod clock;
#[cfg(feature = "cluster")]
mod cluster;
mod compose;
mod engine;
mod experiment;
mod failure;
mod futile;
mod generate;
mod graph;
mod input;
mod interrupt;
mod kif;
mod language;
mod learn;
mod leaves;
mod manual;
mod output;
mod progress;
mod resume;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod size;
mod solve;
mod spool;
mod trace;
mod tree;
mod usi;
mod workers;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::failure::Code;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(engine::arguments(std::env::args_os())) {
        Ok(cli) => cli,
        Err(message) => return refuse(&message),
    };
    let done = match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Resume(args) => resume::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Algorithms(args) => algorithms::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Tree(args) => tree::run(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args),
        Command::Compose(args) => compose::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Usi(args) => usi::run(&args),
        Command::Completions(args) => manual::complete(&args),
        Command::Man(args) => manual::write(&args),
    };
    exit(done.unwrap_or_else(|failure| {
        if let Some(message) = failure.message() {
            progress::say(&format!("error: {message}"));
        }
        failure.code()
    }))
}

/// Prints what the arguments ended in. Help and version come this way too.
fn refuse(message: &clap::Error) -> ExitCode {
    let text = message.render().to_string();
    let shown = failure::shown(&text);
    // Nobody to print to is no reason to fail louder.
    if !message.use_stderr() || shown == text {
        let _ = message.print();
    } else {
        progress::say(shown.trim_end());
    }
    exit(if message.use_stderr() { Code::Usage } else { Code::Done })
}

fn exit(code: Code) -> ExitCode {
    ExitCode::from(code as u8)
}
