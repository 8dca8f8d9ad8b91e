//! Ultimate tic-tac-toe: positions after given numbers of plies.

use std::ops::RangeInclusive;

use phidelta::{SolveError, Solver, Value};

use super::{Counts, Found, SelfPlay, Solved, Spread, value_of};
use crate::uttt::{Player, Position, Uttt};

/// The eight lines of three, of cells and of boards.
const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// What a line without an opponent's stone is worth by the own stones in it.
const WORTH: [i32; 4] = [0, 1, 4, 0];

/// What a line of boards is worth in lines of cells: winning a board is worth some stones.
const BOARDS: i32 = 8;

impl SelfPlay for Uttt {
    const DEPTH: u32 = 4;
    const OPENING: u32 = 4;
    /// A pair in a small board.
    const MARGIN: i32 = 4;
    const COUNTS: Counts = Counts::Plies;
    const SPREAD: Spread = Spread::Stage;

    fn start() -> Uttt {
        Uttt::new(Position::start())
    }

    /// Lines of boards that can still be made, then lines in open boards.
    fn appraise(&self) -> i32 {
        let position = self.position();
        let us = position.side();
        let mut score = BOARDS
            * lines(|board| match (position.has_won(us, board), position.is_closed(board)) {
                (true, _) => Cell::Own,
                (false, true) => Cell::Lost(!position.has_won(us.other(), board)),
                (false, false) => Cell::Open,
            });
        for board in (0..9).filter(|&board| !position.is_closed(board)) {
            score += lines(|cell| match position.stone(board, cell) {
                Some(player) if player == us => Cell::Own,
                Some(Player::X | Player::O) => Cell::Lost(false),
                None => Cell::Open,
            });
        }
        score
    }

    fn stage(&self, _left: u32) -> u32 {
        self.position().plies()
    }

    fn solve(&self, solver: &mut Solver, only_wins: bool) -> Result<Solved, SolveError> {
        value_of(Uttt::new(self.position().clone()), solver, only_wins)
    }

    /// A few seconds at most.
    const NODES: RangeInclusive<u64> = 1..=10_000_000;
    /// Games last some 50 to 60 plies; before ply 30 few positions can be solved.
    const STAGES: RangeInclusive<u32> = 36..=45;
    const VALUE: Option<Value> = None;

    const COMMENT: char = '#';
    const COLUMNS: &'static str =
        "plies played | value for the side to move | nodes of the search | number of the game | position";

    fn row(&self, found: &Found) -> String {
        let Found { value, nodes, game, ply, .. } = found;
        format!("{ply} | {value} | {nodes} | {game} | {}", self.position().to_text())
    }
}

/// A place of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Own,
    Open,
    /// The opponent's, or nobody's for good.
    Lost(bool),
}

/// What lines are worth for the one side, less what they are for the other.
fn lines(cell: impl Fn(u8) -> Cell) -> i32 {
    LINES
        .iter()
        .map(|line| {
            let count = |kind: Cell| line.iter().filter(|&&place| cell(place) == kind).count();
            match (count(Cell::Own), count(Cell::Lost(false)), count(Cell::Lost(true))) {
                (own, 0, 0) => WORTH[own],
                (0, theirs, 0) => -WORTH[theirs],
                _ => 0,
            }
        })
        .sum()
}
