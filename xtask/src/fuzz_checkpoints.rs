//! `cargo xtask fuzz-checkpoints`: checkpoints with bits, bytes and pieces changed, cut and lost.

use anyhow::Result;
use phidelta_testing::checkpoint::{damage, forge};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Files to damage; a tenth as many get sums that fit and have to be read without a panic
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    count: u64,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Damages them; false if one was not refused.
pub(crate) fn run(args: &Args) -> Result<bool> {
    match damage(args.count, args.seed) {
        Ok(refused) => println!("{refused} damaged files, all refused"),
        Err(error) => {
            println!("{error}");
            return Ok(false);
        }
    }
    let forged = args.count / 10;
    let read = forge(forged, args.seed);
    println!("{forged} files with sums that fit, {read} read to their end, no panic");
    Ok(true)
}
