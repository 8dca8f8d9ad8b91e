//! The games that make suites: what each takes if nothing is said.
//!
//! Invariant: the names are those by which the games are known everywhere else.

use std::fmt;
use std::ops::RangeInclusive;

use phidelta::{Algorithm, Value};

use super::{Counts, GenerateError, Mates, Plan, SelfPlay, Standing, mates, rows};
use crate::loa::Loa;
use crate::othello::Othello;
use crate::uttt::Uttt;

/// Games that are played for each position at most. Of the rarest kind in the usual suites one game in some
/// twenty has one.
const GAMES_EACH: u64 = 200;

/// Placements for each mate problem at most: they cost less than games, and few mate.
const PLACEMENTS_EACH: u64 = 5000;

/// Memory of each search, in bytes: that of a search which was not told otherwise. Suites are made anew with
/// the same figure.
const MEMORY: u64 = 256 << 20;

type Make = fn(&Plan, &mut dyn FnMut(Standing)) -> Result<Vec<String>, GenerateError>;

/// What makes the suites of a game.
#[non_exhaustive]
pub struct Maker {
    /// The game.
    pub name: &'static str,
    /// Where positions come from.
    pub source: &'static str,
    /// What tells how far a game is.
    pub counts: Counts,
    /// What a row of a suite begins comments with.
    pub comment: char,
    /// What a row consists of, in a sentence.
    pub columns: &'static str,
    /// The nodes that answers take in a usual suite.
    pub nodes: RangeInclusive<u64>,
    /// How far games are in a usual suite.
    pub stages: RangeInclusive<u32>,
    /// The only value in a usual suite, if it has only one.
    pub value: Option<Value>,
    /// Games or placements for each position, at most.
    pub each: u64,
    make: Make,
}

/// All of them, in the order in which front ends offer them.
pub static MAKERS: &[Maker] = &[
    Maker::of_self_play::<Loa>("loa"),
    Maker::of_self_play::<Othello>("othello"),
    Maker::of_mates("shogi"),
    Maker::of_self_play::<Uttt>("uttt"),
];

impl Maker {
    const fn of_self_play<G: SelfPlay>(name: &'static str) -> Maker {
        Maker {
            name,
            source: "from self-play, with values",
            counts: G::COUNTS,
            comment: G::COMMENT,
            columns: G::COLUMNS,
            nodes: G::NODES,
            stages: G::STAGES,
            value: G::VALUE,
            each: GAMES_EACH,
            make: rows::<G>,
        }
    }

    const fn of_mates(name: &'static str) -> Maker {
        Maker {
            name,
            source: "from random placements that mate",
            counts: Mates::COUNTS,
            comment: Mates::COMMENT,
            columns: Mates::COLUMNS,
            nodes: Mates::NODES,
            stages: Mates::STAGES,
            value: Mates::VALUE,
            each: PLACEMENTS_EACH,
            make: mates,
        }
    }

    /// The maker of a game; otherwise which games there are.
    pub fn find(name: &str) -> Result<&'static Maker, String> {
        MAKERS.iter().find(|maker| maker.name == name).ok_or_else(|| {
            let names: Vec<&str> = MAKERS.iter().map(|maker| maker.name).collect();
            format!("no suites of this game, expected {}", names.join(", "))
        })
    }

    /// The plan of a usual suite of so many positions.
    pub fn plan(&self, count: usize, algorithm: Algorithm) -> Plan {
        Plan {
            count,
            seed: 1,
            nodes: self.nodes.clone(),
            stages: self.stages.clone(),
            value: self.value,
            games: self.each.saturating_mul(count as u64),
            algorithm,
            memory: MEMORY,
        }
    }

    /// The rows of a suite. `watch` hears of every game.
    pub fn rows(&self, plan: &Plan, watch: &mut dyn FnMut(Standing)) -> Result<Vec<String>, GenerateError> {
        if self.counts == Counts::Mate && plan.value != Some(Value::Win) {
            return Err(GenerateError::OnlyWins);
        }
        (self.make)(plan, watch)
    }
}

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
