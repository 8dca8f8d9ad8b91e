//! The usual case, four in a row on a board of at most 64 bits, in words of the machine.
//!
//! Idea: as in [`super::shape`], with the loops over lengths written out: each direction takes a dozen
//! instructions, where lines of any length on boards of any size take a hundred.
//!
//! Invariant: what is said here is what [`Shape`] says.

use super::shape::Shape;

/// Stones in a row that are meant.
const ROW: u8 = 4;

/// A board of at most 64 bits on which four in a row win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quick {
    /// The lowest cell of each column.
    pub(super) bottom: u64,
    /// All cells.
    pub(super) cells: u64,
    /// The distances in bits between neighbours of a line that does not go straight up.
    steps: [u32; 3],
}

impl Quick {
    /// The same board, if it is of this kind. Three steps to the side must be less than a word.
    pub(super) fn of(shape: Shape) -> Option<Quick> {
        let (cells, bottom) = (u64::try_from(shape.cells()).ok()?, u64::try_from(shape.bottom()).ok()?);
        let height = u32::from(shape.height());
        // Nor may counting one up in the last column leave the word.
        let room = u32::from(shape.width()) * (height + 1) <= u64::BITS;
        (shape.row() == ROW && room && 3 * (height + 2) < u64::BITS).then_some(Quick {
            bottom,
            cells,
            steps: [height, height + 1, height + 2],
        })
    }

    /// The cell that a stone dropped into each column would take, for the columns that are not full.
    #[inline]
    pub(super) fn playable(self, stones: u64) -> u64 {
        stones.wrapping_add(self.bottom) & !stones & self.cells
    }

    /// Whether `stones` contain four in a row.
    #[inline]
    pub(super) fn has_row(self, stones: u64) -> bool {
        let straight = stones & stones >> 1;
        let found = self.steps.iter().fold(straight & straight >> 2, |found, &step| {
            let pairs = stones & stones >> step;
            found | (pairs & pairs >> (2 * step))
        });
        found != 0
    }

    /// The cells, empty or not, where one more stone would complete four in a row of `stones`.
    #[inline]
    pub(super) fn completing(self, stones: u64) -> u64 {
        // Straight up, or down into a gap.
        let (up, down) = (stones << 1, stones >> 1);
        let mut out = (up & stones << 2 & (stones << 3 | down)) | (down & stones >> 2 & (stones >> 3 | up));
        for step in self.steps {
            let (right, left) = (stones << step, stones >> step);
            out |= right & stones << (2 * step) & (stones << (3 * step) | left);
            out |= left & stones >> (2 * step) & (stones >> (3 * step) | right);
        }
        out & self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_the_shape_says() {
        let mut random = fastrand::Rng::with_seed(7);
        for (width, height) in [(7, 6), (9, 6), (8, 7), (4, 4), (1, 12), (16, 3), (32, 1), (5, 11)] {
            let shape = Shape::new(width, height, 4).unwrap();
            let quick = Quick::of(shape).unwrap();
            for density in [1, 2, 3] {
                for _ in 0..300 {
                    let stones = (0..density).fold(quick.cells, |stones, _| stones & random.u64(..));
                    let wide = u128::from(stones);
                    assert_eq!(quick.has_row(stones), shape.has_row(wide), "{shape:?} {stones:x}");
                    assert_eq!(
                        u128::from(quick.completing(stones)),
                        shape.completing(wide),
                        "{shape:?} {stones:x}"
                    );
                }
            }
            assert_eq!(u128::from(quick.playable(0)), shape.playable(0));
            assert_eq!(quick.playable(quick.cells), 0);
        }
    }

    #[test]
    fn other_boards_are_left_alone() {
        for (width, height, row) in [(7, 6, 3), (7, 6, 5), (13, 4, 4), (1, 20, 4), (10, 6, 4)] {
            assert_eq!(Quick::of(Shape::new(width, height, row).unwrap()), None, "{width}x{height}k{row}");
        }
    }
}
