//! Which move to try first, for searches that go by move order.
//!
//! Fastest first: a move after which the opponent has few replies is often good, and always cheap to
//! search. A reply in a corner weighs as much as four others. To that come, as smaller weights, the empty
//! squares beside one's own discs (where the opponent will find replies later), parity (the last move in
//! a quadrant is worth having) and taking a corner.
//!
//! With learned weights (`weights.rs`) a look a few moves ahead comes first and the count is the smaller
//! part.
//!
//! The factors were chosen by the nodes that alpha-beta needs on positions of its own games.

use super::bitboard::{flips, mobility, squares};
use super::board::{Move, Position, Size};
use super::last::{ODD, corners, quadrant};
use super::shallow::{MOST, Shallow};
use super::weights::{DISC, Weights};

/// Weights, all on one scale: what a reply costs …
const REPLY: i32 = 4;
/// … one in a corner on top of that …
const CORNER_REPLY: i32 = 16;
/// … an empty square beside a disc of the mover …
const OPEN_SQUARE: i32 = 1;
/// … and what a move in an odd quadrant …
const ODD_QUADRANT: i32 = 1;
/// … or in a corner is worth.
const CORNER: i32 = 2;

/// How promising a move to `square` is, seen after it: `own` is to reply, on `replies`.
#[inline]
pub(super) fn of(square: u8, own: u64, opp: u64, replies: u64, size: Size) -> i32 {
    let empty = size.board() & !(own | opp);
    let odd = squares(empty | 1 << square).fold(0, |odd, square| odd ^ quadrant(square));
    let has = |set: u64| i32::from(set >> square & 1 == 1);
    let count = |set: u64| set.count_ones() as i32;
    ODD_QUADRANT * has(ODD[odd as usize & 15]) + CORNER * has(corners(size))
        - REPLY * count(replies)
        - CORNER_REPLY * count(replies & corners(size))
        - OPEN_SQUARE * count(around(opp) & empty)
}

/// The same on the scale of what a look ahead expects, with the replies counted here.
#[inline]
pub(super) fn counted(square: u8, own: u64, opp: u64, size: Size) -> i32 {
    COUNTED * of(square, own, opp, mobility(own, opp, size.board()), size)
}

/// A set and the squares beside it.
#[inline]
fn around(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    wide | wide << 8 | wide >> 8
}

/// Empty squares from which on moves are ordered by what they look worth.
pub(super) const EVALUATED: u32 = 8;

/// A look ahead behind each move begins above so many empty squares, and is one move deeper for each of
/// so many more: what it costs is little beside the search it orders.
const LOOK_ABOVE: u32 = 12;
const LOOK_STEP: u32 = 3;
/// The deepest, in moves.
const LOOK_MOST: u32 = 6;
/// Where a position looks this much worse than is needed, in discs, all moves will have to be tried and
/// their order matters little: the look ahead is two moves less deep.
const BEHIND: i32 = 8;
const BEHIND_LESS: u32 = 2;
/// Moves that are worse than the best by so much, in sixteenths of a disc, need not be told apart.
const APART: i32 = 10 * DISC;
/// A unit of the promise by counting, in sixteenths of a disc.
const COUNTED: i32 = 16;

/// How promising all moves of a position are to a side that needs a score: by what a look ahead expects
/// behind each, and by counting. Returns the positions seen on the way.
pub(super) fn evaluated(
    position: &Position,
    need: i32,
    moves: &[Move],
    weights: &Weights,
    out: &mut Vec<i32>,
) -> u64 {
    let size = position.size();
    let mut shallow = Shallow::new(weights);
    let seen = shallow.see(position.own, position.opp);
    let mut depth = (seen.empties.saturating_sub(LOOK_ABOVE) / LOOK_STEP).min(LOOK_MOST);
    if depth > 0 && shallow.value(&seen) < DISC * (need - BEHIND) {
        depth = depth.saturating_sub(BEHIND_LESS);
    }
    let mut best = -MOST;
    for mv in moves {
        let Some(square) = mv.square() else {
            out.push(0);
            continue;
        };
        let turned = flips(square, position.own, position.opp);
        let child = shallow.after(&seen, square, turned);
        let value = match depth {
            0 => -shallow.value(&child),
            _ => -shallow.search(&child, depth, -MOST, APART - best),
        };
        best = best.max(value);
        out.push(value + counted(square, child.own, child.opp, size));
    }
    shallow.nodes
}
