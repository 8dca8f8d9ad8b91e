//! `cargo xtask rules-twice`: the solver's rules against the checker's, on many random positions.
//!
//! The comparison is `crates/phidelta-check/tests/agreement.rs`, which looks at a sample when all tests are
//! run. Here it is built as users build the solver, and looks at as many positions of each game as asked.

use std::process::Command;

use anyhow::{Context, Result};

use crate::test::{program, root};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Positions of each game
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
}

/// Compares the rules; false if they differ somewhere.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut command = Command::new(program("CARGO", "cargo"));
    command.args(["test", "--release", "-p", "phidelta-check", "--test", "agreement"]);
    command.env("RULES_TWICE", args.count.to_string()).current_dir(root());
    Ok(command.status().context("cargo does not start")?.success())
}
