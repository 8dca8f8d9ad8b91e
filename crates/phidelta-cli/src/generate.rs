//! `phidelta generate`: suites of endgame positions from self-play, and of mate problems.
//!
//! What is written depends on the options alone, which its head repeats: a suite is named by its command
//! line. It is a file as `phidelta solve GAME --file` reads it.

mod range;

use std::path::PathBuf;

use clap::ValueEnum;
use phidelta::Value;
use phidelta_games::generate::{Counts, GenerateError, MAKERS, Maker, Plan, Standing};

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::Target;
use crate::progress::StatusRow;
use crate::size;
use phidelta_desk as desk;
use phidelta_desk::format::grouped;
use phidelta_desk::format::plural;
use range::{Nodes, Stages};

/// What `phidelta generate` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = Maker::find)]
    game: &'static Maker,

    /// Positions
    ///
    /// A suite is the beginning of every longer one with the same seed.
    #[arg(long, value_name = "N", default_value = "10", value_parser = count)]
    count: usize,

    /// Another seed, other games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Nodes that the solver needs: LEAST-MOST such as 1K-1M, or easy (1-1K), medium (1K-100K),
    /// hard (100K-10M)
    #[arg(long, value_name = "NODES")]
    difficulty: Option<Nodes>,

    /// Plies played before the position, such as 36-45; for loa plies before the end of the game, for
    /// shogi plies of the mate
    #[arg(long, value_name = "A-B", conflicts_with = "empties")]
    plies: Option<Stages>,

    /// Empty squares, such as 15-20
    #[arg(long, value_name = "A-B")]
    empties: Option<Stages>,

    /// Only positions with this value for the side to move
    #[arg(long, value_name = "VALUE")]
    value: Option<ValueName>,

    /// Give up after so many games, for shogi placements [default: 200 for each position, 5000 in shogi]
    #[arg(long, value_name = "N", value_parser = size::count)]
    games: Option<u64>,

    /// Write to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

fn after_help() -> String {
    let usual: String = MAKERS
        .iter()
        .map(|maker| {
            let (option, nodes) = (stage_option(maker), Nodes(maker.nodes.clone()));
            let (stages, value) = (Stages(maker.stages.clone()), ValueName::from(maker.value));
            let word = value.word();
            format!("  {:10} --difficulty {nodes} {option} {stages} --value {word}\n", maker.name)
        })
        .collect();
    format!(
        "A simple player plays the games; for shogi pieces are thrown down around a king. The game's usual\n\
         search finds the values. The same command writes the same bytes on every machine. The head of the\n\
         suite names command and columns.\n\n\
         Games, and what is taken if nothing is said:\n{usual}\n\
         Examples:\n  \
           phidelta generate loa --count 3 --seed 1 --out wins.txt\n  \
           phidelta generate loa --difficulty hard --plies 9-15 --count 1\n  \
           phidelta generate othello --empties 10-12 --count 5 --out endgames.obf\n  \
           phidelta generate shogi --difficulty easy --count 2 --out mates.sfen\n  \
           phidelta generate uttt --plies 45 --value draw --count 1\n  \
           phidelta generate uttt --plies 45 --count 2 | phidelta solve uttt --file -\n\n\
         A hundred positions take half a minute or more, hard ones longer.\n\n\
         {EXIT_CODES}"
    )
}

/// The option that says how far games are.
fn stage_option(maker: &Maker) -> &'static str {
    if maker.counts == Counts::Empties { "--empties" } else { "--plies" }
}

fn count(text: &str) -> std::result::Result<usize, String> {
    usize::try_from(size::count(text)?).map_err(|_| "too large".into())
}

/// A value, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum ValueName {
    Win,
    Draw,
    Loss,
    Any,
}

impl ValueName {
    fn value(self) -> Option<Value> {
        match self {
            ValueName::Win => Some(Value::Win),
            ValueName::Draw => Some(Value::Draw),
            ValueName::Loss => Some(Value::Loss),
            ValueName::Any => None,
        }
    }

    fn word(self) -> String {
        self.value().map_or("any".into(), |value| value.to_string())
    }
}

impl From<Option<Value>> for ValueName {
    fn from(value: Option<Value>) -> ValueName {
        match value {
            Some(Value::Win) => ValueName::Win,
            Some(Value::Draw) => ValueName::Draw,
            Some(Value::Loss) => ValueName::Loss,
            None => ValueName::Any,
        }
    }
}

/// Makes a suite.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let plan = plan(args)?;
    let target = Target::or_standard(args.out.as_deref(), args.force)?;
    let mut status = StatusRow::on_terminal();
    let made = args.game.rows(&plan, &mut |standing| {
        if let Some(status) = &mut status {
            status.show(progress(standing, plan.count));
        }
    });
    drop(status);
    let rows = made.map_err(|error| match error {
        GenerateError::Solve(error) => error.into(),
        GenerateError::OnlyWins => Failure::input(format!("--value: {error}")),
        other => Failure::from(
            anyhow::anyhow!(other).context("no suite: take a wider --difficulty, or more --games"),
        ),
    })?;
    let mut text = head(args.game, &plan);
    for row in rows {
        text.push_str(&row);
        text.push('\n');
    }
    target.write(&text)?;
    Ok(Code::Done)
}

fn progress(standing: Standing, wanted: usize) -> String {
    format!("{} of {wanted} positions  {} tries", standing.rows, grouped(standing.games))
}

fn plan(args: &Args) -> Result<Plan> {
    let maker = args.game;
    let wrong = if maker.counts == Counts::Empties {
        args.plies.is_some().then_some("--plies")
    } else {
        args.empties.is_some().then_some("--empties")
    };
    if let Some(wrong) = wrong {
        return Err(Failure::input(format!(
            "{wrong}: {} does not count them, expected {}",
            maker.name,
            stage_option(maker)
        )));
    }
    let algorithm = desk::default_algorithm(desk::find(maker.name).map_err(Failure::input)?);
    let mut plan = maker.plan(args.count, algorithm);
    plan.seed = args.seed;
    if let Some(nodes) = &args.difficulty {
        plan.nodes = nodes.0.clone();
    }
    if let Some(stages) = args.plies.as_ref().or(args.empties.as_ref()) {
        plan.stages = stages.0.clone();
    }
    if let Some(value) = args.value {
        plan.value = value.value();
    }
    if let Some(games) = args.games {
        plan.games = games;
    }
    Ok(plan)
}

/// The comments in front: what is in the file, and how to make it again.
fn head(maker: &Maker, plan: &Plan) -> String {
    let Plan { count, seed, games, .. } = plan;
    let (name, option) = (maker.name, stage_option(maker));
    let (nodes, stages) = (Nodes(plan.nodes.clone()), Stages(plan.stages.clone()));
    let value = ValueName::from(plan.value).word();
    let goal = if value == "win" && maker.counts != Counts::Mate { " --goal win" } else { "" };
    let rows = [
        format!("{} of {name} {}", plural(*count, "position", "positions"), maker.source),
        format!(
            "command: phidelta generate {name} --count {count} --seed {seed} --difficulty {nodes} \
             {option} {stages} --value {value} --games {games}"
        ),
        format!("version: {}", env!("CARGO_PKG_VERSION")),
        format!("lines: {}", maker.columns),
        format!("nodes: those of 'phidelta solve {name}{goal}' with its usual search, {}", plan.algorithm),
    ];
    rows.iter().map(|row| format!("{} {row}\n", maker.comment)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_maker_is_a_game_of_the_command() {
        for maker in MAKERS {
            assert!(desk::find(maker.name).is_ok(), "{}", maker.name);
            assert!(Maker::find(maker.name).is_ok());
        }
        assert!(Maker::find("chess").unwrap_err().contains("loa"));
    }
}
