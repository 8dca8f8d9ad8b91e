//! A look a few moves ahead: alpha-beta to a small depth with [`Weights`] at its leaves.
//!
//! It orders the moves of the search proper, labels positions for training and plays its games. The
//! recursion is as deep as asked and the passes on the way. Nothing here is an answer.
//!
//! Invariant: the value is that of plain minimax to the same depth with the same weights.

use super::bitboard::{flips, mobility, squares};
use super::board::{Size, score};
use super::patterns::{Indices, Patterns};
use super::weights::{DISC, Weights};

/// Above every value.
pub(super) const MOST: i32 = 1 << 20;

/// A position with the indices of its patterns, seen by the side to move.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) empties: u32,
    /// Whether the side to move is the one that the indices call first.
    first: bool,
    indices: Indices,
}

impl Seen {
    /// The position after a pass.
    #[inline]
    pub(super) fn passed(&self) -> Seen {
        Seen { own: self.opp, opp: self.own, first: !self.first, ..*self }
    }
}

/// A shallow search.
pub(super) struct Shallow<'e> {
    weights: &'e Weights,
    patterns: &'static Patterns,
    board: u64,
    size: Size,
    /// Positions looked at so far.
    pub(super) nodes: u64,
}

impl<'e> Shallow<'e> {
    pub(super) fn new(weights: &'e Weights) -> Shallow<'e> {
        let size = weights.size();
        Shallow { weights, patterns: Patterns::of(size), board: size.board(), size, nodes: 0 }
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// A position as the search wants it.
    pub(super) fn see(&self, own: u64, opp: u64) -> Seen {
        let empties = (self.board & !(own | opp)).count_ones();
        Seen { own, opp, empties, first: true, indices: self.patterns.indices(own, opp) }
    }

    /// The position behind a move that turns these discs.
    #[inline]
    pub(super) fn after(&self, seen: &Seen, square: u8, turned: u64) -> Seen {
        Seen {
            own: seen.opp & !turned,
            opp: seen.own | turned | 1 << square,
            empties: seen.empties - 1,
            first: !seen.first,
            indices: self.patterns.played(&seen.indices, square, turned, seen.first),
        }
    }

    /// The expected score of the side to move, in sixteenths of a disc, without a look ahead.
    #[inline]
    pub(super) fn value(&self, seen: &Seen) -> i32 {
        self.weights.value(&seen.indices, seen.first, seen.empties)
    }

    /// The same so many moves ahead; exact between the bounds, otherwise on the right side of them.
    pub(super) fn search(&mut self, seen: &Seen, depth: u32, mut least: i32, most: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.value(seen);
        }
        let moves = mobility(seen.own, seen.opp, self.board);
        if moves == 0 {
            if mobility(seen.opp, seen.own, self.board) == 0 {
                return DISC * score(seen.own, seen.opp, self.size.area());
            }
            return -self.search(&seen.passed(), depth, -most, -least);
        }
        let mut list = [(0i32, 0u8, 0u64); 36];
        let mut count = 0;
        for (square, place) in squares(moves).zip(&mut list) {
            let turned = flips(square, seen.own, seen.opp);
            // Few replies first, where an order is worth its cost.
            let rank = if depth < 2 {
                0
            } else {
                let (own, opp) = (seen.opp & !turned, seen.own | turned | 1 << square);
                let replies = mobility(own, opp, self.board);
                -(super::last::weighted(replies, self.size) as i32)
            };
            *place = (rank, square, turned);
            count += 1;
        }
        let list = &mut list[..count];
        let mut best = -MOST;
        for next in 0..count {
            if depth >= 2 {
                let first = (next..count).max_by_key(|&i| (list[i].0, -(i as i32))).unwrap_or(next);
                list.swap(next, first);
            }
            let (_, square, turned) = list[next];
            let child = self.after(seen, square, turned);
            let value = -self.search(&child, depth - 1, -most, -least);
            if value > best {
                best = value;
                least = least.max(value);
                if best >= most {
                    break;
                }
            }
        }
        best
    }
}
