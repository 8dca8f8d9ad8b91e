//! The board and its lines as bits.
//!
//! Idea (widely used, first described by J. Tromp): a column takes `height + 1` bits, from the bottom up,
//! and the topmost of them stays empty. Lines then are steps of one length (1, height, height + 1,
//! height + 2), and no line can run from one column into the next, because it would cross an empty bit.
//!
//! Invariant: rows and winning cells are those of a plain search through all lines.

/// Bits that a board may take.
const BITS: u32 = u128::BITS;

/// The size of a board and how many stones in a row win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    width: u8,
    height: u8,
    row: u8,
    /// The lowest cell of each column.
    bottom: u128,
    /// All cells.
    cells: u128,
}

impl Shape {
    /// The board of the shops: seven columns, six rows, four in a row.
    pub const USUAL: Shape = match Shape::new(7, 6, 4) {
        Some(shape) => shape,
        None => panic!("seven columns of seven bits fit"),
    };

    /// A board, if it has at least one cell and at most 35 columns, fits into 128 bits (a column takes
    /// one more than its height), and if at least two in a row are asked for.
    pub const fn new(width: u8, height: u8, row: u8) -> Option<Shape> {
        let bits = width as u32 * (height as u32 + 1);
        if width == 0 || height == 0 || width > 35 || bits > BITS || row < 2 {
            return None;
        }
        let (mut bottom, mut cells, mut column) = (0_u128, 0_u128, 0);
        while column < width as u32 {
            let low = column * (height as u32 + 1);
            bottom |= 1 << low;
            // Height is at most 127, since a width of one leaves 128 bits for height + 1.
            cells |= ((1_u128 << height) - 1) << low;
            column += 1;
        }
        Some(Shape { width, height, row, bottom, cells })
    }

    /// Columns.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Cells of a column.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Stones in a row that win.
    pub fn row(self) -> u8 {
        self.row
    }

    /// All cells.
    #[inline]
    pub(super) fn cells(self) -> u128 {
        self.cells
    }

    /// The lowest cell of each column.
    #[inline]
    pub(super) fn bottom(self) -> u128 {
        self.bottom
    }

    /// The lowest cell of one column.
    #[inline]
    pub(super) fn foot(self, column: u8) -> u128 {
        1 << self.bit(column, 0)
    }

    /// The cell that a stone dropped into each column would take, for the columns that are not full.
    #[inline]
    pub(super) fn playable(self, stones: u128) -> u128 {
        // Counting one up in every column carries to its first empty bit.
        stones.wrapping_add(self.bottom) & !stones & self.cells
    }

    /// The bit of a cell.
    #[inline]
    pub(super) fn bit(self, column: u8, level: u8) -> u32 {
        u32::from(column) * (u32::from(self.height) + 1) + u32::from(level)
    }

    /// The same stones seen from behind the board.
    pub(super) fn mirrored(self, stones: u128) -> u128 {
        let bits = u32::from(self.height) + 1;
        // A column of 128 bits is the only one.
        let column = if bits == BITS { u128::MAX } else { (1 << bits) - 1 };
        let last = u32::from(self.width) - 1;
        (0..=last).fold(0, |out, n| out | (stones >> (n * bits) & column) << ((last - n) * bits))
    }

    /// The distances in bits between neighbours of a line: up, and the three directions to the right.
    #[inline]
    fn steps(self) -> [u32; 4] {
        let height = u32::from(self.height);
        [1, height, height + 1, height + 2]
    }

    /// Whether `stones` contain a winning row.
    #[inline]
    pub(super) fn has_row(self, stones: u128) -> bool {
        let row = u32::from(self.row);
        self.steps().into_iter().any(|step| {
            // The lower ends of runs of `length`, doubled as long as that does not pass the goal.
            let (mut runs, mut length) = (stones, 1);
            while length < row && runs != 0 {
                let more = length.min(row - length);
                runs &= runs.checked_shr(step * more).unwrap_or(0);
                length += more;
            }
            runs != 0
        })
    }

    /// The cells, empty or not, where one more stone would complete a row of `stones`.
    #[inline]
    pub(super) fn completing(self, stones: u128) -> u128 {
        let up = |bits: u128, step: u32| bits.checked_shl(step).unwrap_or(0);
        let down = |bits: u128, step: u32| bits.checked_shr(step).unwrap_or(0);
        let mut out = 0;
        for step in self.steps() {
            // Cells with `before` stones in a row behind them, and all the others needed ahead.
            let mut behind = u128::MAX;
            for before in 0..self.row {
                let mut both = behind;
                let mut ahead = down(stones, step);
                for _ in before + 1..self.row {
                    both &= ahead;
                    ahead = down(ahead, step);
                }
                out |= both;
                behind = up(behind & stones, step);
            }
        }
        out & self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows of a board as bits, by coordinates.
    fn rows(shape: Shape) -> Vec<u128> {
        let (width, height, row) = (i32::from(shape.width), i32::from(shape.height), i32::from(shape.row));
        let mut out = Vec::new();
        for x in 0..width {
            for y in 0..height {
                for (dx, dy) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                    let (last_x, last_y) = (x + dx * (row - 1), y + dy * (row - 1));
                    if (0..width).contains(&last_x) && (0..height).contains(&last_y) {
                        let cell = |i: i32| 1_u128 << shape.bit((x + dx * i) as u8, (y + dy * i) as u8);
                        out.push((0..row).map(cell).sum());
                    }
                }
            }
        }
        out
    }

    #[test]
    fn rows_and_completing_cells_are_those_of_all_lines() {
        let mut random = fastrand::Rng::with_seed(4);
        for (width, height, row) in [
            (7, 6, 4),
            (4, 4, 3),
            (5, 4, 2),
            (1, 9, 4),
            (9, 1, 4),
            (8, 15, 5),
            (16, 7, 4),
            (3, 3, 7),
            (1, 127, 3),
        ] {
            let shape = Shape::new(width, height, row).unwrap();
            let rows = rows(shape);
            for density in [1, 2, 3] {
                for _ in 0..200 {
                    let mut stones = shape.cells;
                    for _ in 0..density {
                        stones &= random.u128(..);
                    }
                    let has = |stones: u128| rows.iter().any(|row| stones & row == *row);
                    assert_eq!(shape.has_row(stones), has(stones), "{shape:?} {stones:x}");
                    let completing = shape.completing(stones);
                    for bit in (0..BITS).filter(|bit| shape.cells >> bit & 1 == 1) {
                        let with =
                            rows.iter().any(|row| row >> bit & 1 == 1 && (stones | 1 << bit) & row == *row);
                        assert_eq!(completing >> bit & 1 == 1, with, "{shape:?} {stones:x} {bit}");
                    }
                }
            }
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        for (width, height, row) in [(0, 6, 4), (7, 0, 4), (7, 6, 1), (36, 2, 4), (7, 18, 4), (16, 8, 4)] {
            assert_eq!(Shape::new(width, height, row), None);
        }
        assert!(Shape::new(16, 7, 4).is_some() && Shape::new(1, 127, 4).is_some());
    }
}
