//! The last cells: a small search of its own, without a table.
//!
//! Idea: most positions of a search are near its end, and there a look into the table costs more than to
//! play on. Wins in one, answers that are forced and cells below a winning one are seen in the bits, so
//! that only columns that can be played are; the middle comes first. Nothing is allocated.
//!
//! Source: the way in which Othello programs solve their last squares; the filters are J. Tromp's and
//! P. Pons's.
//!
//! Invariant: the answer is that of an exhaustive search.

use super::quick::Quick;

/// Empty cells from which on positions are solved here. From the start of a game on 7×6, two positions in
/// three of a search have fewer; fifty positions are looked at for each on average.
pub(super) const CELLS: u32 = 12;

/// The search: who needs a row, and where the columns are.
pub(super) struct Last {
    board: Quick,
    /// The columns, the middle first.
    columns: [u64; MOST],
    count: usize,
    /// Positions seen.
    pub(super) nodes: u64,
}

/// Columns of a board of 64 bits: at least two bits each.
const MOST: usize = 32;

impl Last {
    /// For a board whose columns have these feet, in the order in which they are tried.
    pub(super) fn new(board: Quick, height: u8, feet: impl Iterator<Item = u64>) -> Last {
        let (mut columns, mut count) = ([0; MOST], 0);
        for (column, foot) in columns.iter_mut().zip(feet) {
            // The bits of the cells; the one on top of them may be outside the word.
            *column = foot * ((1_u64 << height) - 1);
            count += 1;
        }
        Last { board, columns, count, nodes: 0 }
    }

    /// Whether the side to move, whose stones are `own`, gets what it wants: a row of its own if it is
    /// `needy`, otherwise that the other gets none. The game goes on.
    pub(super) fn reaches(&mut self, own: u64, stones: u64, needy: bool) -> bool {
        self.nodes += 1;
        let (board, other) = (self.board, own ^ stones);
        let playable = board.playable(stones);
        if board.completing(own) & playable != 0 {
            return true;
        }
        let threats = board.completing(other);
        let forced = threats & playable;
        let safe = if forced == 0 { playable } else { forced } & !(threats >> 1);
        if safe == 0 || forced & forced.wrapping_sub(1) != 0 {
            // A full board is what the one without need wants.
            return playable == 0 && !needy;
        }
        let rows = if needy { own } else { other } | board.cells & !stones;
        if !board.has_row(rows) {
            return !needy;
        }
        for column in 0..self.count {
            let cell = safe & self.columns[column];
            if cell != 0 && !self.reaches(other, stones | cell, !needy) {
                return true;
            }
        }
        false
    }
}
