//! Lines of Action: forced wins some plies before the end of a game.

use std::ops::RangeInclusive;

use phidelta::{SolveError, Solver, Value};

use super::{Counts, Found, MOST_PLIES, SelfPlay, Solved, Spread, value_of};
use crate::loa::{History, Loa, Position, Rules};

impl SelfPlay for Loa {
    const DEPTH: u32 = 3;
    const OPENING: u32 = 6;
    /// A step of one piece out of ten.
    const MARGIN: i32 = 10;
    const COUNTS: Counts = Counts::PliesLeft;
    const SPREAD: Spread = Spread::Nodes;

    fn start() -> Loa {
        asked(&Position::start())
    }

    /// Who stands closer together, and who can move more.
    fn appraise(&self) -> i32 {
        let position = self.position();
        let own = |color| 3 * position.mobility(color) as i32 - scatter(position.pieces(color));
        let side = position.side();
        own(side) - own(side.flip())
    }

    fn stage(&self, left: u32) -> u32 {
        left
    }

    fn solve(&self, solver: &mut Solver, only_wins: bool) -> Result<Solved, SolveError> {
        value_of(asked(self.position()), solver, only_wins)
    }

    /// From what a person sees to what takes a second.
    const NODES: RangeInclusive<u64> = 100..=1_000_000;
    /// All of any game.
    const STAGES: RangeInclusive<u32> = 1..=MOST_PLIES;
    const VALUE: Option<Value> = Some(Value::Win);

    const COMMENT: char = '%';
    const COLUMNS: &'static str = "squares a1 to h1, a2 to h8 (X Black, O White) and side to move; value for that \
                                   side; nodes of the search, number of the game, plies played, plies until \
                                   its end";

    fn row(&self, found: &Found) -> String {
        let Found { value, nodes, game, ply, stage, .. } = found;
        let position = self.position();
        format!("{position}; {value}; % nodes={nodes} game={game} ply={ply} plies_left={stage}")
    }
}

/// The question about a position without the game before it: a row of a suite does not tell that.
fn asked(position: &Position) -> Loa {
    Loa::new(&History::new(position.clone(), Rules::default()))
}

/// How far the pieces stand from their middle: 100 for each square of an average piece.
fn scatter(pieces: u64) -> i32 {
    let squares = || (0..64).filter(|square| pieces >> square & 1 != 0);
    let count = (squares().count() as i32).max(1);
    let middle = |coordinate: fn(i32) -> i32| {
        let sum: i32 = squares().map(coordinate).sum();
        (2 * sum + count) / (2 * count)
    };
    let (file, rank) = (middle(|square| square % 8), middle(|square| square / 8));
    let far: i32 = squares().map(|square| (square % 8 - file).abs().max((square / 8 - rank).abs())).sum();
    100 * far / count
}
