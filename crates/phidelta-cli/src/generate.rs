//! `phidelta generate`: suites of endgame positions from self-play, and of mate problems.
//!
//! What is written depends on the options alone, which its head repeats: a suite is named by its command
//! line. It is a file as `phidelta solve GAME --file` reads it.

mod range;

use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use phidelta::Value;
use phidelta_games::generate::{self, Counts, GenerateError, Mates, Plan, SelfPlay, Standing};
use phidelta_games::{loa::Loa, othello::Othello, uttt::Uttt};

use crate::failure::{Code, EXIT_CODES, Failure, Result};
use crate::output::Target;
use crate::progress::Line;
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
    #[arg(value_name = "GAME", value_parser = find)]
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

/// Games that are played for each position at most if nothing is said. Of the rarest kind in the usual
/// suites one game in some twenty has one.
const GAMES_EACH: u64 = 200;

/// Placements for each mate problem at most: they cost less than games, and few mate.
const PLACEMENTS_EACH: u64 = 5000;

fn after_help() -> String {
    let usual: String = MAKERS
        .iter()
        .map(|maker| {
            let (option, nodes) = (maker.option(), Nodes(maker.nodes.clone()));
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

/// What makes the suites of a game.
struct Maker {
    name: &'static str,
    /// Where positions come from.
    source: &'static str,
    /// Games or placements for each position at most if nothing is said.
    each: u64,
    lines: Make,
    counts: Counts,
    comment: char,
    columns: &'static str,
    nodes: std::ops::RangeInclusive<u64>,
    stages: std::ops::RangeInclusive<u32>,
    value: Option<Value>,
}

type Make = fn(&Plan, &mut dyn FnMut(Standing)) -> std::result::Result<Vec<String>, GenerateError>;

/// The games, in the order of the help. The names are those of [`desk::games`].
static MAKERS: &[Maker] = &[
    Maker::of::<Loa>("loa"),
    Maker::of::<Othello>("othello"),
    Maker::of_mates("shogi"),
    Maker::of::<Uttt>("uttt"),
];

impl Maker {
    const fn of<G: SelfPlay>(name: &'static str) -> Maker {
        Maker {
            name,
            source: "from self-play, with values",
            each: GAMES_EACH,
            lines: generate::lines::<G>,
            counts: G::COUNTS,
            comment: G::COMMENT,
            columns: G::COLUMNS,
            nodes: G::NODES,
            stages: G::STAGES,
            value: G::VALUE,
        }
    }

    const fn of_mates(name: &'static str) -> Maker {
        Maker {
            name,
            source: "from random placements that mate",
            each: PLACEMENTS_EACH,
            lines: generate::mates,
            counts: Mates::COUNTS,
            comment: Mates::COMMENT,
            columns: Mates::COLUMNS,
            nodes: Mates::NODES,
            stages: Mates::STAGES,
            value: Mates::VALUE,
        }
    }

    /// The option that says how far games are.
    fn option(&self) -> &'static str {
        match self.counts {
            Counts::Plies | Counts::PliesLeft | Counts::Mate => "--plies",
            Counts::Empties => "--empties",
        }
    }
}

impl std::fmt::Debug for Maker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn find(name: &str) -> std::result::Result<&'static Maker, String> {
    MAKERS.iter().find(|maker| maker.name == name).ok_or_else(|| {
        let names: Vec<&str> = MAKERS.iter().map(|maker| maker.name).collect();
        format!("no suites of this game, expected {}", names.join(", "))
    })
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
    let mut line = Line::on_terminal();
    let made = (args.game.lines)(&plan, &mut |standing| {
        if let Some(line) = &mut line {
            line.show(progress(standing, plan.count));
        }
    });
    drop(line);
    let lines = made.map_err(|error| match error {
        GenerateError::Solve(error) => error.into(),
        other => Failure::from(
            anyhow::anyhow!(other).context("no suite: take a wider --difficulty, or more --games"),
        ),
    })?;
    let mut text = head(args.game, &plan);
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    target.write(&text)?;
    Ok(Code::Done)
}

fn progress(standing: Standing, wanted: usize) -> String {
    format!("{} of {wanted} positions  {} tries", standing.lines, grouped(standing.games))
}

fn plan(args: &Args) -> Result<Plan> {
    let maker = args.game;
    let wrong = match maker.counts {
        Counts::Empties => args.plies.is_some().then_some("--plies"),
        Counts::Plies | Counts::PliesLeft | Counts::Mate => args.empties.is_some().then_some("--empties"),
    };
    if let Some(wrong) = wrong {
        return Err(Failure::input(format!(
            "{wrong}: {} does not count them, expected {}",
            maker.name,
            maker.option()
        )));
    }
    if maker.counts == Counts::Mate && args.value.is_some_and(|value| value != ValueName::Win) {
        return Err(Failure::input("--value: a mate problem is won by the side to move, expected win"));
    }
    let stages = args.plies.as_ref().or(args.empties.as_ref());
    let nodes = args.difficulty.as_ref();
    let algorithm = desk::find(maker.name).map_err(Failure::input)?.algorithm();
    Ok(Plan {
        count: args.count,
        seed: args.seed,
        nodes: nodes.map_or(maker.nodes.clone(), |nodes| nodes.0.clone()),
        stages: stages.map_or(maker.stages.clone(), |stages| stages.0.clone()),
        value: args.value.map_or(maker.value, ValueName::value),
        games: args.games.unwrap_or_else(|| maker.each.saturating_mul(args.count as u64)),
        algorithm: algorithm.parse().map_err(Failure::input)?,
        memory: size::memory(size::DEFAULT_MEMORY).map_err(anyhow::Error::msg).context("memory")?,
    })
}

/// The comments in front: what is in the file, and how to make it again.
fn head(maker: &Maker, plan: &Plan) -> String {
    let Plan { count, seed, games, .. } = plan;
    let (name, option) = (maker.name, maker.option());
    let (nodes, stages) = (Nodes(plan.nodes.clone()), Stages(plan.stages.clone()));
    let value = ValueName::from(plan.value).word();
    let goal = if value == "win" && maker.counts != Counts::Mate { " --goal win" } else { "" };
    let lines = [
        format!("{} of {name} {}", plural(*count, "position", "positions"), maker.source),
        format!(
            "command: phidelta generate {name} --count {count} --seed {seed} --difficulty {nodes} \
             {option} {stages} --value {value} --games {games}"
        ),
        format!("version: {}", env!("CARGO_PKG_VERSION")),
        format!("lines: {}", maker.columns),
        format!("nodes: those of 'phidelta solve {name}{goal}' with its usual search, {}", plan.algorithm),
    ];
    lines.iter().map(|line| format!("{} {line}\n", maker.comment)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_maker_is_a_game_of_the_command() {
        for maker in MAKERS {
            assert!(desk::find(maker.name).is_ok(), "{}", maker.name);
            assert!(find(maker.name).is_ok());
        }
        assert!(find("chess").unwrap_err().contains("loa"));
    }
}
