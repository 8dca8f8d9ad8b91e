//! The last squares: whether a side reaches a score, when few squares are empty.
//!
//! A negamax with a null window: the only question is "does the side to move end with at least `need`
//! more discs?". Scores are even, so that the opponent's question behind a move is "at least `2 − need`".
//! The fewer squares are left, the plainer the routine:
//!
//! | empty squares | order of moves |
//! |---|---|
//! | 1, 2 | as they come |
//! | 3, 4 | parity: quadrants with an odd number of empty squares first, there one hopes for the last move |
//! | 5 | the same, on the squares that a fill has found to be moves |
//! | 6 and more | fewest replies first, parity as a small addition |
//!
//! From six squares on a side whose opponent has enough stable discs is given up at once, and answers are
//! kept in a small cache of whole positions with bounds of their scores, which serves all questions.
//!
//! Sources: parity and fastest-first are old Othello lore (Rosenbloom 1982; Andersson's endgame solver);
//! the last move is counted, not played. Recursion is bounded by the empty squares and the passes.
//! Invariant: the answer is that of plain minimax, for every `need`, on both sizes.

use super::board::{Size, score};
use super::processor;

/// Empty squares from which on the opponent's stable discs are counted: below, solving costs less.
const BOUNDED: u32 = 6;

/// Empty squares from which on moves are sorted by the number of replies.
const SORTED: u32 = 6;

/// Empty squares from which on answers are kept for a while: below, solving costs less than looking.
const KEPT: u32 = 6;

/// Entries of the cache, a power of two: 1.5 MiB, about what a processor has near it.
const CACHE: usize = 1 << 16;

/// Solves last squares and counts the positions it looks at.
#[derive(Debug)]
pub(super) struct Last {
    size: Size,
    board: u64,
    area: i32,
    /// Positions looked at so far.
    pub(super) nodes: u64,
    /// Answers of a while ago; made when they are first of use.
    cache: Vec<Entry>,
}

/// A position, own discs first, and the least and the most its side to move scores, as bytes.
type Entry = [u64; 3];

/// No position: both have all squares. Not zeros, which the system would give as pages to be copied when they are first
/// written to; with several threads each of those interrupts the other cores, twenty microseconds a page.
const NO_POSITION: Entry = [u64::MAX; 3];

/// The bounds of an entry.
#[inline(always)]
fn bounds(entry: &Entry) -> (i32, i32) {
    (i32::from(entry[2] as u8 as i8), i32::from((entry[2] >> 8) as u8 as i8))
}

/// A clone answers the same and counts the same whatever was asked before: it begins without a cache.
impl Clone for Last {
    fn clone(&self) -> Last {
        Last { nodes: self.nodes, ..Last::new(self.size) }
    }
}

impl Last {
    pub(super) fn new(size: Size) -> Last {
        Last { size, board: size.board(), area: size.area() as i32, nodes: 0, cache: Vec::new() }
    }

    /// Whether `own`, to move, ends with at least `need` more discs; `need` is even.
    pub(super) fn reaches(&mut self, own: u64, opp: u64, need: i32) -> bool {
        if self.cache.is_empty() && (self.board & !(own | opp)).count_ones() >= KEPT {
            self.cache = vec![NO_POSITION; CACHE];
        }
        processor::reaches(self, own, opp, need)
    }

    /// The score of `own`, to move, with best play.
    pub(super) fn score(&mut self, own: u64, opp: u64) -> i32 {
        let (mut least, mut most) = (-self.area, self.area);
        let mut asked = 0;
        let mut step = 4;
        while least < most {
            if self.reaches(own, opp, asked) {
                least = asked
            } else {
                most = asked - 2
            }
            // Away from the middle in growing steps, then halves: the upper of two even numbers.
            asked = match (least == -self.area, most == self.area) {
                (true, false) => most + 2 - step,
                (false, true) => least + step,
                _ => (least + (most - least) / 2 + 1) & !1,
            }
            .clamp(least + 2, most.max(least + 2));
            step *= 2;
        }
        least
    }

    fn ended(&self, own: u64, opp: u64) -> i32 {
        score(own, opp, self.area as u32)
    }

    /// What the cache says of "does `own` reach `need`?", and the entry's place.
    #[inline(always)]
    fn recall(&self, own: u64, opp: u64, need: i32) -> (Option<bool>, usize) {
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let place = (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as usize & (CACHE - 1);
        let answer = match self.cache.get(place) {
            Some(entry) if entry[0] == own && entry[1] == opp => {
                let (least, most) = bounds(entry);
                if need <= least {
                    Some(true)
                } else if need > most {
                    Some(false)
                } else {
                    None
                }
            }
            _ => None,
        };
        (answer, place)
    }

    #[inline(always)]
    fn keep(&mut self, place: usize, own: u64, opp: u64, need: i32, reached: bool) {
        let Some(entry) = self.cache.get_mut(place) else { return };
        let same = entry[0] == own && entry[1] == opp;
        let (least, most) = if same { bounds(entry) } else { (-self.area, self.area) };
        let (least, most) = if reached { (need, most) } else { (least, need - 2) };
        *entry = [own, opp, u64::from(least as i8 as u8) | u64::from(most as i8 as u8) << 8];
    }
}

/// The routine, with ways to find moves and what they turn, compiled for a kind of processor. It has no
/// closures: those would be compiled for that kind, and what calls them would not.
macro_rules! routine {
    ($(#[$feature:meta])* $flips:path, $mobility:path) => {
        use $crate::othello::bitboard::{AROUND, squares};
        use $crate::othello::last::{BOUNDED, KEPT, Last, MOST, ODD, SORTED, quadrant, turned_by_last, weighted};
        use $crate::othello::stability::stable;

        $(#[$feature])*
        pub(in $crate::othello) fn reaches(last: &mut Last, own: u64, opp: u64, need: i32) -> bool {
            let empty = last.board & !(own | opp);
            let mut odd = 0;
            for square in squares(empty) {
                odd ^= quadrant(square);
            }
            match empty.count_ones() {
                0 => {
                    last.nodes += 1;
                    last.ended(own, opp) >= need
                }
                1 => one(last, own, opp, need, empty),
                2 => two(last, own, opp, need, empty),
                left @ 3..=4 => few(last, own, opp, need, odd, left),
                left => some(last, own, opp, need, odd, left),
            }
        }

        /// One square left.
        #[inline]
        $(#[$feature])*
        fn one(last: &mut Last, own: u64, opp: u64, need: i32, empty: u64) -> bool {
            last.nodes += 1;
            let square = empty.trailing_zeros() as u8;
            let discs = own.count_ones() as i32;
            let turned = turned_by_last(square, own);
            let left = if turned != 0 {
                discs + turned + 1
            } else {
                let turned = turned_by_last(square, opp);
                // Nobody can play there: it goes to whoever has more.
                let goes_to_own = turned == 0 && 2 * discs > last.area - 1;
                discs - turned + i32::from(goes_to_own)
            };
            2 * left - last.area >= need
        }

        /// The position for the opponent after `own` plays on `square`; `None` if that turns nothing.
        #[inline]
        $(#[$feature])*
        fn played(square: u8, own: u64, opp: u64) -> Option<(u64, u64)> {
            if AROUND[square as usize & 63] & opp == 0 {
                return None;
            }
            let turned = $flips(square, own, opp);
            if turned == 0 {
                return None;
            }
            Some((opp & !turned, own | turned | 1 << square))
        }

        /// Two squares left.
        #[inline]
        $(#[$feature])*
        fn two(last: &mut Last, own: u64, opp: u64, need: i32, empty: u64) -> bool {
            last.nodes += 1;
            let first = empty & empty.wrapping_neg();
            let second = empty ^ first;
            let mut moved = false;
            for (here, other) in [(first, second), (second, first)] {
                if let Some((own, opp)) = played(here.trailing_zeros() as u8, own, opp) {
                    moved = true;
                    if !one(last, own, opp, 2 - need, other) {
                        return true;
                    }
                }
            }
            if moved {
                return false;
            }
            // A pass: the opponent must be refuted on both squares.
            for (here, other) in [(first, second), (second, first)] {
                if let Some((own, opp)) = played(here.trailing_zeros() as u8, opp, own) {
                    if !moved {
                        last.nodes += 1;
                        moved = true;
                    }
                    if !one(last, own, opp, need, other) {
                        return false;
                    }
                }
            }
            moved || last.ended(own, opp) >= need
        }

        /// Three or four squares left: all are tried.
        $(#[$feature])*
        fn few(last: &mut Last, own: u64, opp: u64, need: i32, odd: u8, left: u32) -> bool {
            last.nodes += 1;
            match try_few(last, own, opp, need, odd, left) {
                Some(reached) => reached,
                None => {
                    last.nodes += 1;
                    match try_few(last, opp, own, 2 - need, odd, left) {
                        Some(reached) => !reached,
                        None => {
                            last.nodes -= 1;
                            last.ended(own, opp) >= need
                        }
                    }
                }
            }
        }

        /// `None` if there is no move.
        #[inline]
        $(#[$feature])*
        fn try_few(last: &mut Last, own: u64, opp: u64, need: i32, odd: u8, left: u32) -> Option<bool> {
            let empty = last.board & !(own | opp);
            let first = empty & ODD[odd as usize & 15];
            let mut moved = None;
            for set in [first, empty ^ first] {
                for square in squares(set) {
                    let Some((own, opp)) = played(square, own, opp) else { continue };
                    let reached = if left == 3 {
                        two(last, own, opp, 2 - need, empty ^ (1 << square))
                    } else {
                        few(last, own, opp, 2 - need, odd ^ quadrant(square), left - 1)
                    };
                    if !reached {
                        return Some(true);
                    }
                    moved = Some(false);
                }
            }
            moved
        }

        /// Five squares or more.
        $(#[$feature])*
        fn some(last: &mut Last, own: u64, opp: u64, need: i32, odd: u8, left: u32) -> bool {
            last.nodes += 1;
            if left >= BOUNDED && hopeless(last, opp, own, need) {
                return false;
            }
            if left < KEPT {
                return all(last, own, opp, need, odd, left);
            }
            let (known, place) = last.recall(own, opp, need);
            if let Some(reached) = known {
                return reached;
            }
            let reached = all(last, own, opp, need, odd, left);
            last.keep(place, own, opp, need, reached);
            reached
        }

        /// The same, by its moves.
        #[inline]
        $(#[$feature])*
        fn all(last: &mut Last, own: u64, opp: u64, need: i32, odd: u8, left: u32) -> bool {
            let moves = $mobility(own, opp, last.board);
            if moves == 0 {
                if $mobility(opp, own, last.board) == 0 {
                    return last.ended(own, opp) >= need;
                }
                return !some(last, opp, own, 2 - need, odd, left);
            }
            if left >= SORTED {
                return sorted(last, own, opp, need, odd, left, moves);
            }
            let first = moves & ODD[odd as usize & 15];
            for set in [first, moves ^ first] {
                for square in squares(set) {
                    let turned = $flips(square, own, opp);
                    let (own, opp) = (opp & !turned, own | turned | 1 << square);
                    if !next(last, own, opp, 2 - need, odd ^ quadrant(square), left - 1) {
                        return true;
                    }
                }
            }
            false
        }

        #[inline]
        $(#[$feature])*
        fn next(last: &mut Last, own: u64, opp: u64, need: i32, odd: u8, left: u32) -> bool {
            if left <= 4 {
                few(last, own, opp, need, odd, left)
            } else {
                some(last, own, opp, need, odd, left)
            }
        }

        /// Tries the moves that leave few replies first, after one that the cache knows to be enough.
        $(#[$feature])*
        fn sorted(last: &mut Last, own: u64, opp: u64, need: i32, odd: u8, left: u32, moves: u64) -> bool {
            let mut list = [(0u32, 0u8, 0u64); MOST];
            let mut count = 0;
            let first = ODD[odd as usize & 15];
            for (square, place) in squares(moves).zip(&mut list) {
                let turned = $flips(square, own, opp);
                let (own, opp) = (opp & !turned, own | turned | 1 << square);
                if left > KEPT && last.recall(own, opp, 2 - need).0 == Some(false) {
                    return true;
                }
                let replies = weighted($mobility(own, opp, last.board), last.size);
                let even = u32::from(first >> square & 1 == 0);
                *place = (2 * replies + even, square, turned);
                count += 1;
            }
            let list = &mut list[..count];
            for this in 0..count {
                let mut best = this;
                for other in this + 1..count {
                    if list[other].0 < list[best].0 {
                        best = other;
                    }
                }
                list.swap(this, best);
                let (_, square, turned) = list[this];
                let (own, opp) = (opp & !turned, own | turned | 1 << square);
                if !next(last, own, opp, 2 - need, odd ^ quadrant(square), left - 1) {
                    return true;
                }
            }
            false
        }

        /// Whether the opponent's stable discs alone keep the side to move below `need`.
        #[inline]
        $(#[$feature])*
        fn hopeless(last: &Last, opp: u64, own: u64, need: i32) -> bool {
            let enough = (last.area - need) / 2;
            // Most of his discs must be stable for that: not worth a look with few of them.
            (opp.count_ones() as i32) > enough && (stable(opp, own, last.size).count_ones() as i32) > enough
        }
    };
}

/// For every processor.
pub(super) mod plain {
    routine!(crate::othello::bitboard::flips, crate::othello::bitboard::mobility);
}

/// For processors of [`processor::is_wide`].
#[cfg(target_arch = "x86_64")]
pub(super) mod wide {
    routine!(
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        crate::othello::wide::flips,
        crate::othello::wide::mobility
    );
}

/// The most empty squares that are asked about; no position has more moves than that.
const MOST: usize = 16;

/// Replies, those in a corner counted three times.
#[inline(always)]
pub(super) fn weighted(moves: u64, size: Size) -> u32 {
    moves.count_ones() + 2 * (moves & corners(size)).count_ones()
}

/// The corners of the board.
#[inline(always)]
pub(super) fn corners(size: Size) -> u64 {
    match size {
        Size::Six => 0x0042_0000_0000_4200,
        Size::Eight => 0x8100_0000_0000_0081,
    }
}

/// The bit of the quadrant a square belongs to.
#[inline(always)]
pub(super) fn quadrant(square: u8) -> u8 {
    1 << ((square >> 2 & 1) | (square >> 4 & 2))
}

/// The squares of the quadrants in a set of four bits.
pub(super) static ODD: [u64; 16] = {
    let quarters: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];
    let mut sets = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut quarter = 0;
        while quarter < 4 {
            if set >> quarter & 1 == 1 {
                sets[set] |= quarters[quarter];
            }
            quarter += 1;
        }
        set += 1;
    }
    sets
};

/// How many discs `own` turns on the last empty square, where every other square is his or the
/// opponent's. Squares off the board count as the opponent's; nothing of `own` is behind them.
#[inline(always)]
fn turned_by_last(square: u8, own: u64) -> i32 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    // Gathers the file into the highest byte: the bit of each rank moves to its own place there.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (file, rank) = (square & 7, square >> 3);
    let along_rank = (own >> (square & 56)) & 0xff;
    let along_file = ((own >> file) & A_FILE).wrapping_mul(GATHER) >> 56;
    let [rising, falling] = DIAGONALS[square as usize & 63];
    let (by_file, by_rank) = (&TURNED[file as usize & 7], &TURNED[rank as usize & 7]);
    i32::from(by_file[along_rank as usize & 255])
        + i32::from(by_rank[along_file as usize & 255])
        + i32::from(by_file[((own & rising).wrapping_mul(A_FILE) >> 56) as usize & 255])
        + i32::from(by_file[((own & falling).wrapping_mul(A_FILE) >> 56) as usize & 255])
}

/// Discs turned on a line of eight by playing at a place, for the player's own discs; the rest is the
/// opponent's.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut turned = 0;
            let mut step = 1;
            while place + step < 8 {
                if own >> (place + step) & 1 == 1 {
                    turned += step - 1;
                    break;
                }
                step += 1;
            }
            step = 1;
            while step <= place {
                if own >> (place - step) & 1 == 1 {
                    turned += step - 1;
                    break;
                }
                step += 1;
            }
            table[place][own] = turned as u8;
            own += 1;
        }
        place += 1;
    }
    table
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - square % 8, other / 8 - square / 8);
            if dx == dy {
                lines[square as usize][0] |= 1 << other;
            }
            if dx == -dy {
                lines[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    lines
};
