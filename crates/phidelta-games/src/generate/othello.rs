//! Othello: positions with given numbers of empty squares, and their exact scores.

use std::ops::RangeInclusive;

use phidelta::{SolveError, Solver, Value};

use super::{Counts, Found, SelfPlay, Solved, Spread, value_of};
use crate::othello::bitboard::mobility;
use crate::othello::{Othello, Position, Size, score};

/// The corners, and the squares diagonally next to them.
const CORNERS: u64 = 0x8100_0000_0000_0081;
const BESIDE: u64 = 0x0042_0000_0000_4200;

impl SelfPlay for Othello {
    const DEPTH: u32 = 4;
    const OPENING: u32 = 8;
    /// Two moves to choose from.
    const MARGIN: i32 = 8;
    const COUNTS: Counts = Counts::Empties;
    const SPREAD: Spread = Spread::Stage;

    fn start() -> Othello {
        Othello::new(Position::start(Size::Eight))
    }

    /// Corners, then moves to choose from; the squares beside empty corners are bad.
    fn appraise(&self) -> i32 {
        let position = self.position();
        let board = position.size().board();
        let (us, them) = (position.discs(position.side()), position.discs(position.side().flip()));
        let own = |own: u64, opp: u64| {
            let count = |set: u64| set.count_ones() as i32;
            4 * count(mobility(own, opp, board)) + 40 * count(own & CORNERS) - 10 * count(own & BESIDE)
        };
        own(us, them) - own(them, us)
    }

    fn stage(&self, _left: u32) -> u32 {
        self.position().empties()
    }

    /// The value first: its nodes are the row's. Then the score, with what the table has kept.
    fn solve(&self, solver: &mut Solver, only_wins: bool) -> Result<Solved, SolveError> {
        let game = Othello::new(*self.position());
        let solved = value_of(game.clone(), solver, only_wins)?;
        if solved.value.is_none() {
            return Ok(solved);
        }
        // Under the same limits once more; the row has none if they do not suffice.
        let scored = score(solver, &game, &mut ())?;
        Ok(Solved { score: scored.score(), ..solved })
    }

    /// Up to some ten seconds.
    const NODES: RangeInclusive<u64> = 1..=100_000_000;
    const STAGES: RangeInclusive<u32> = 15..=20;
    const VALUE: Option<Value> = None;

    const COMMENT: char = '%';
    const COLUMNS: &'static str = "squares a1 to h1, a2 to h8 (X Black, O White) and side to move; value for that \
                                   side, exact difference of discs, empty squares, nodes of the search for \
                                   the value, number of the game";

    fn row(&self, found: &Found) -> String {
        let Found { value, score, stage, nodes, game, .. } = found;
        let exact = score.map_or(String::new(), |score| format!(" exact={score:+}"));
        let position = self.position().text();
        format!("{position}; % value={value}{exact} empties={stage} nodes={nodes} game={game}")
    }
}
