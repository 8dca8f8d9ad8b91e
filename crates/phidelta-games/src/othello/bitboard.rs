//! Sets of squares as 64 bits: where a side can move, and what a move turns.
//!
//! Bit 0 is a1, bit 7 is h1, bit 8 is a2. A 6×6 board is the inner part of an 8×8 one: the ring around
//! it holds no disc, so that every line ends there by itself and one set of routines serves both sizes.
//!
//! Moves are found for all squares at once by filling along the eight directions (Kogge and Stone's
//! parallel prefix). What one move turns is found with arithmetic on its rays: upwards, a carry runs
//! through the opponent's discs to the first other square; downwards, that square is the highest bit.
//!
//! Invariant: both agree with a walk over an array, square by square, on random boards.

/// Squares that a step to the east or west may come from or go through.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares where `own` may play against `opp`; squares outside `board` never count.
#[inline(always)]
pub fn mobility(own: u64, opp: u64, board: u64) -> u64 {
    let across = opp & INNER_FILES;
    (axis::<1>(own, across) | axis::<8>(own, opp) | axis::<7>(own, across) | axis::<9>(own, across))
        & board
        & !(own | opp)
}

/// The squares behind runs of `opp` that begin beside `own`, both ways along a direction of `D` bits.
#[inline(always)]
fn axis<const D: u32>(own: u64, opp: u64) -> u64 {
    let mut up = opp & (own << D);
    let mut down = opp & (own >> D);
    up |= opp & (up << D);
    down |= opp & (down >> D);
    let pairs_up = opp & (opp << D);
    let pairs_down = pairs_up >> D;
    up |= pairs_up & (up << (2 * D));
    down |= pairs_down & (down >> (2 * D));
    up |= pairs_up & (up << (2 * D));
    down |= pairs_down & (down >> (2 * D));
    (up << D) | (down >> D)
}

/// What `own` turns by playing on `square`: nothing if the move is not legal.
#[inline(always)]
pub fn flips(square: u8, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let mut flipped = 0;
    for ray in &rays[..4] {
        // Everything off the ray is set, so that the carry starts at its first square.
        let end = (opp | !ray).wrapping_add(1) & own & ray;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in &rays[4..] {
        // Bit 0 only keeps the count defined: were it the end, it would not be `own` on the ray.
        let stop = (!opp & ray) | 1;
        let end = (1 << 63 >> stop.leading_zeros()) & own & ray;
        flipped |= (end << 1).wrapping_neg() & ray;
    }
    flipped
}

/// The squares from each square to the edge, without it: four directions up, then four down.
pub(super) static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let (dx, dy) = STEPS[way];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square as usize][way] |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            way += 1;
        }
        square += 1;
    }
    rays
}

/// The squares around each square.
pub(super) static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let ray = RAYS[square][way];
            // The nearest square of a ray is its lowest bit going up, its highest going down.
            if ray != 0 {
                around[square] |=
                    if way < 4 { ray & ray.wrapping_neg() } else { 1 << (63 - ray.leading_zeros()) };
            }
            way += 1;
        }
        square += 1;
    }
    around
}

/// The squares of a set, lowest first.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            square
        })
    })
}
