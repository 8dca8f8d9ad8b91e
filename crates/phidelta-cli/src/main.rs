//! The command `phidelta`: reads a position, asks the library, prints the report.
//!
//! Everything another front end would need is in the library; here are only the words around it.

mod algorithms;
mod args;
mod bench;
mod certificate;
mod check;
mod compose;
mod experiment;
mod failure;
mod games;
mod generate;
mod graph;
mod input;
mod interrupt;
mod kif;
mod learn;
mod lines;
mod output;
mod progress;
mod report;
mod show;
mod size;
mod solve;
mod spool;
mod text;
mod trace;
mod tree;
mod usi;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::failure::Code;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(message) => {
            // Help and version come this way too. Nobody to print to is no reason to fail louder.
            let _ = message.print();
            return exit(if message.use_stderr() { Code::Usage } else { Code::Done });
        }
    };
    let done = match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Algorithms(args) => algorithms::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Compose(args) => compose::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Usi(args) => usi::run(&args),
    };
    exit(done.unwrap_or_else(|failure| {
        if let Some(message) = failure.message() {
            progress::say(&format!("error: {message}"));
        }
        failure.code()
    }))
}

fn exit(code: Code) -> ExitCode {
    ExitCode::from(code as u8)
}
