//! The 46 lines of the board, and all that can happen on one.
//!
//! A piece moves along a row, a column or one of two diagonals, exactly as far as there are pieces on
//! that line. So what can move on a line depends on nothing but what stands on it. The contents of a
//! line are a number in base three (empty, Black, White), one digit a square, and for each number a
//! table holds how far pieces go, who can go up and down the line, and how many moves that makes. A move on
//! the board changes at most eight digits; nothing is ever counted again.
//!
//! Invariant: the table is what a walk along the line says, for all 9840 contents (`tests`); the sums
//! kept by positions equal those counted afresh.

use super::types::{Color, Square};

/// Rows, columns, and diagonals of both kinds (of one square and more).
pub(super) const LINES: usize = 8 + 8 + 15 + 15;

/// Contents of lines of 1 to 8 squares: 3 + 9 + … + 6561.
const CONTENTS: usize = 9840;

/// Where a square lies on one of its lines.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) line: u8,
    /// The number of the square on the line, from 0.
    pub(super) step: u8,
    /// 3 to the power of that.
    pub(super) weight: u16,
}

/// What the next square of a row, a column, a rising and a falling diagonal adds to a square's index.
pub(super) const STRIDES: [u8; 4] = [1, 8, 9, 7];

/// The four places of each square, in the order of [`STRIDES`].
pub(super) static PLACES: [[Place; 4]; Square::COUNT] = {
    let mut places = [[Place { line: 0, step: 0, weight: 1 }; 4]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let (file, rank) = (square & 7, square >> 3);
        // A rising diagonal begins on file a or rank 1, a falling one (h1 to a8) on file h or rank 1.
        let rising = if file < rank { file } else { rank };
        let falling = if 7 - file < rank { 7 - file } else { rank };
        let lines = [rank, 8 + file, 16 + 7 + file - rank, 31 + file + rank];
        let steps = [file, rank, rising, falling];
        let mut i = 0;
        while i < 4 {
            places[square][i] =
                Place { line: lines[i] as u8, step: steps[i] as u8, weight: 3u16.pow(steps[i] as u32) };
            i += 1;
        }
        square += 1;
    }
    places
};

/// The four lines of each square as sets, in the order of [`STRIDES`].
pub(super) static SETS: [[u64; 4]; Square::COUNT] = {
    let mut sets = [[0; 4]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut other = 0;
        while other < Square::COUNT {
            let mut i = 0;
            while i < 4 {
                if PLACES[square][i].line == PLACES[other][i].line {
                    sets[square][i] |= 1 << other;
                }
                i += 1;
            }
            other += 1;
        }
        square += 1;
    }
    sets
};

/// The squares that share a line with each square.
pub(super) static SEEN: [u64; Square::COUNT] = {
    let mut seen = [0; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let [a, b, c, d] = SETS[square];
        seen[square] = (a | b | c | d) & !(1 << square);
        square += 1;
    }
    seen
};

/// The empty contents of each line: where its lengths' part of the tables begins.
pub(super) static EMPTY: [u16; LINES] = {
    let mut empty = [0; LINES];
    let mut line = 0;
    while line < LINES {
        let length = match line {
            0..16 => 8,
            16..31 => 8 - (line as i32 - 23).abs(),
            _ => 8 - (line as i32 - 38).abs(),
        };
        empty[line] = first(length as u32);
        line += 1;
    }
    empty
};

/// The number of contents of shorter lines.
const fn first(length: u32) -> u16 {
    (3u16.pow(length) - 3) / 2
}

/// What can happen on a line.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// How far every piece on it moves: the number of pieces.
    pub(super) distance: u8,
    /// By colour: the places whose pieces can move towards higher numbers.
    pub(super) up: [u8; 2],
    /// The same towards lower numbers.
    pub(super) down: [u8; 2],
}

/// By contents.
pub(super) static TABLE: [Line; CONTENTS] = {
    let mut table = [Line { distance: 0, up: [0; 2], down: [0; 2] }; CONTENTS];
    let mut length = 1;
    while length <= 8 {
        let mut code = 0;
        while code < 3usize.pow(length) {
            table[first(length) as usize + code] = work_out(length, code);
            code += 1;
        }
        length += 1;
    }
    table
};

/// The number of moves on a line: Black's in the low half, White's in the high half. A board has at
/// most 96 for each, so that sums need no more room.
pub(super) static MOBILITY: [u16; CONTENTS] = {
    let mut table = [0; CONTENTS];
    let mut i = 0;
    while i < CONTENTS {
        let line = &TABLE[i];
        let black = line.up[0].count_ones() + line.down[0].count_ones();
        let white = line.up[1].count_ones() + line.down[1].count_ones();
        table[i] = (black | white << 8) as u16;
        i += 1;
    }
    table
};

/// A line's moves, with sets of places instead of a walk.
const fn work_out(length: u32, mut code: usize) -> Line {
    let mut sets = [0u32; 2];
    let mut place = 0;
    while code > 0 {
        match code % 3 {
            1 => sets[0] |= 1 << place,
            2 => sets[1] |= 1 << place,
            _ => {}
        }
        code /= 3;
        place += 1;
    }
    let distance = (sets[0] | sets[1]).count_ones();
    let mut line = Line { distance: distance as u8, up: [0; 2], down: [0; 2] };
    let board = (1u32 << length) - 1;
    let mut color = 0;
    while color < 2 {
        let (own, other) = (sets[color], sets[1 - color]);
        // What an opponent's piece on the way keeps from moving.
        let (mut above, mut below) = (0, 0);
        let mut i = 1;
        while i < distance {
            above |= other >> i;
            below |= other << i;
            i += 1;
        }
        let target = board & !own;
        line.up[color] = (own & (target >> distance) & !above) as u8;
        line.down[color] = (own & (target << distance) & !below) as u8;
        color += 1;
    }
    line
}

/// What a piece of a colour adds to the contents of a line, in units of its place's weight.
#[inline]
pub(super) const fn digit(color: Color) -> u16 {
    color.index() as u16 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every contents of every length, walked square by square.
    #[test]
    fn a_piece_moves_as_far_as_there_are_pieces_over_its_own_and_not_over_others() {
        for length in 1..=8u32 {
            for code in 0..3usize.pow(length) {
                let cells: Vec<usize> = (0..length).map(|i| code / 3usize.pow(i) % 3).collect();
                let pieces = cells.iter().filter(|&&cell| cell > 0).count() as i32;
                let mut expected = Line { distance: pieces as u8, ..Line::default() };
                for (i, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell > 0) {
                    for way in [1, -1] {
                        let walk: Vec<i32> = (1..=pieces).map(|n| i as i32 + way * n).collect();
                        let end = walk[walk.len() - 1];
                        if !(0..length as i32).contains(&end) || cells[end as usize] == cell {
                            continue;
                        }
                        let jumped = walk[..walk.len() - 1].iter().map(|&at| cells[at as usize]);
                        if jumped.into_iter().any(|other| other == 3 - cell) {
                            continue;
                        }
                        let set = if way > 0 { &mut expected.up } else { &mut expected.down };
                        set[cell - 1] |= 1 << i;
                    }
                }
                assert_eq!(TABLE[first(length) as usize + code], expected, "{cells:?}");
            }
        }
    }

    #[test]
    fn places_follow_each_other_along_a_line() {
        for (square, places) in PLACES.iter().enumerate() {
            for (place, stride) in places.iter().zip(STRIDES) {
                let start = square - usize::from(place.step) * usize::from(stride);
                let same = PLACES[start].iter().filter(|other| other.line == place.line && other.step == 0);
                assert_eq!(same.count(), 1);
                assert_eq!(place.weight, 3u16.pow(place.step.into()));
            }
        }
        let lengths: usize = (0..LINES)
            .map(|line| PLACES.iter().flatten().filter(|place| usize::from(place.line) == line).count())
            .inspect(|length| assert!((1..=8).contains(length)))
            .sum();
        assert_eq!(lengths, 4 * 64);
    }

    #[test]
    fn lines_have_room_for_all_their_squares() {
        for (line, empty) in EMPTY.iter().enumerate() {
            let length = PLACES.iter().flatten().filter(|place| usize::from(place.line) == line).count();
            assert_eq!(*empty, first(length as u32), "line {line}");
        }
    }
}
