//! `phidelta learn`: numbers that order moves, from the program's own games.
//!
//! The model depends on game, positions and seed alone. After every step what was learned so far is kept
//! beside the wanted file, so that a course that was stopped goes on where it stopped.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use phidelta_games::learn::{self, Course, GAMES, Plan};

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::Target;
use crate::progress::{StatusRow, say};
use crate::size;

/// What `phidelta learn` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,

    /// Positions of each phase of the game to learn from
    #[arg(long, value_name = "N", default_value = "100K", value_parser = size::count)]
    positions: u64,

    /// Another seed, other games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The file to write, "-" for the standard output; beside a file, until it is done, FILE.part
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

fn after_help() -> String {
    format!(
        "Games that learn: {}. The same command gives the same model. Stopped, it goes on where it\n\
         stopped. 'phidelta solve GAME --model FILE' takes a model in place of the one that ships.\n\n\
         Examples:\n  \
           phidelta learn othello --positions 500 --out my.model\n  \
           phidelta learn othello-6x6 --positions 1000 --seed 2 --out small.model\n\n\
         {EXIT_CODES}",
        GAMES.join(", ")
    )
}

/// Learns.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let target = Target::of(&args.out, args.force)?;
    let positions = usize::try_from(args.positions).unwrap_or(usize::MAX);
    let plan = Plan::new(&args.game, positions, args.seed);
    // A stream has no place beside it: what goes there is learned in one go.
    let part = matches!(target, Target::File { .. }).then(|| part_of(&args.out));
    let kept = match &part {
        Some(part) if part.exists() => {
            Some(fs::read(part).with_context(|| format!("cannot read {}", part.display()))?)
        }
        _ => None,
    };
    let mut course = learn::start(&plan, kept.as_deref()).map_err(|error| match (&part, &kept) {
        (Some(part), Some(_)) => {
            Failure::input(format!("{}: {error}; remove it to begin anew", part.display()))
        }
        _ => Failure::input(error),
    })?;
    let model = follow(&mut *course, part.as_deref())?;
    target.write_bytes(&model)?;
    // What was kept is of no more use; a copy left over would only be read again.
    if let Some(part) = part {
        let _ = fs::remove_file(part);
    }
    Ok(Code::Done)
}

/// Goes through the course and tells what came of each step; the model's bytes.
fn follow(course: &mut dyn Course, part: Option<&Path>) -> Result<Vec<u8>> {
    let mut status = StatusRow::on_terminal();
    loop {
        if let Some(status) = &mut status {
            status.show(format!("step {} of {}", course.done() + 1, course.steps()));
        }
        let Some(told) = course.step() else { break };
        if let Some(status) = &mut status {
            status.clear();
        }
        say(&told);
        if let Some(part) = part {
            Target::of(part, true)?.write_bytes(&course.so_far().to_bytes())?;
        }
    }
    let model = course.model().ok_or_else(|| anyhow::anyhow!("the course ended without a model"))?;
    Ok(model.to_bytes())
}

fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_os_string();
    name.push(".part");
    name.into()
}
