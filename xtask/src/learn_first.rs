//! `cargo xtask learn-first`: the learned first numbers of mate problems, made anew.
//!
//! The model that ships was made by the command in its first line. Here that course is gone through again, and
//! what comes out is held against the file byte by byte: so that nobody has to believe where its numbers come
//! from, and a search that has changed is noticed.

use std::fs;

use anyhow::{Context, Result, bail};
use phidelta_games::learn::{Plan, start};

use crate::test::root;

/// The model that ships.
const FILE: &str = "crates/phidelta-games/models/shogi.model";

/// What to learn from.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Positions that are thrown down at random and searched; as many as for the model that ships, unless told
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,

    /// What the random numbers start with
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write what was learned in place of the model that ships
    #[arg(long)]
    write: bool,
}

/// Learns; false if the model that ships is another one.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let plan = Plan::new("shogi", args.positions as usize, args.seed);
    let mut course = start(&plan, None)?;
    while let Some(told) = course.step() {
        println!("{told}");
    }
    let Some(model) = course.model() else { bail!("the course ended without a model") };
    let (file, made) = (root().join(FILE), model.to_bytes());
    if args.write {
        fs::write(&file, &made).with_context(|| format!("cannot write {FILE}"))?;
        println!("{FILE}: {} bytes, by '{}'", made.len(), plan.command());
        return Ok(true);
    }
    let same = fs::read(&file).with_context(|| format!("cannot read {FILE}"))? == made;
    println!("{FILE}: {}", if same { "the same, byte by byte" } else { "another one; --write replaces it" });
    Ok(same)
}
