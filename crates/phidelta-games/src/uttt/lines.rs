//! Three in a row on nine cells, for all 512 sets of cells.
//!
//! A set is nine bits, row by row. The same tables serve the small boards and the large one.
//!
//! Invariant: each entry is what its definition says, by loops over the eight lines.

/// A set of cells of a board, or of boards.
pub(super) type Set = u16;

/// All nine.
pub(super) const ALL: Set = 0o777;

/// The eight lines.
pub(super) const LINES: [Set; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

/// Whether a set contains a line.
#[inline]
pub(super) fn has_line(set: Set) -> bool {
    COMPLETING[usize::from(set & ALL)] & LINE_FLAG != 0
}

/// The cells outside a set that would complete a line of it.
#[inline]
pub(super) fn completing(set: Set) -> Set {
    COMPLETING[usize::from(set & ALL)] & ALL
}

/// The cells of all lines that a set does not touch: where the opponent can still have one.
#[inline]
pub(super) fn open_lines(set: Set) -> Set {
    OPEN[usize::from(set & ALL)]
}

/// Marks sets that contain a line.
const LINE_FLAG: Set = 1 << 15;

static COMPLETING: [Set; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let missing = LINES[line] & !(set as Set);
            if missing == 0 {
                table[set] |= LINE_FLAG;
            } else if missing & (missing - 1) == 0 {
                table[set] |= missing;
            }
            line += 1;
        }
        set += 1;
    }
    table
};

static OPEN: [Set; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            if LINES[line] & set as Set == 0 {
                table[set] |= LINES[line];
            }
            line += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_loops() {
        let at = |set: Set, x: u16, y: u16| set >> (3 * y + x) & 1 == 1;
        let line = |set: Set| {
            (0..3).any(|i| (0..3).all(|j| at(set, i, j)) || (0..3).all(|j| at(set, j, i)))
                || (0..3).all(|i| at(set, i, i))
                || (0..3).all(|i| at(set, i, 2 - i))
        };
        for set in 0..512 {
            assert_eq!(has_line(set), line(set), "{set:o}");
            for cell in 0..9 {
                let bit = 1 << cell;
                let without = |set: Set| LINES.iter().any(|line| line & bit != 0 && line & set == line & !bit);
                assert_eq!(completing(set) & bit != 0, set & bit == 0 && without(set), "{set:o} {cell}");
                let free = LINES.iter().any(|line| line & bit != 0 && line & set == 0);
                assert_eq!(open_lines(set) & bit != 0, free, "{set:o} {cell}");
            }
        }
    }
}
