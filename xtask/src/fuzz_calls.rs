//! `cargo xtask fuzz-calls`: any calls of the library's interface in any order, against the truth.

use anyhow::Result;
use phidelta_testing::driver::{Counts, session};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Sessions, each of some dozens of calls on one solver
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,
    /// The seed of the first session
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Runs the sessions; false if one went wrong, which is printed.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut counts = Counts::default();
    for seed in (args.seed..).take(args.count as usize) {
        if let Err(error) = session(seed, &mut counts) {
            println!("{error}");
            return Ok(false);
        }
    }
    println!("{} sessions: {counts:?}", args.count);
    Ok(true)
}
