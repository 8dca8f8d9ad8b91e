//! Which squares a piece attacks, from tables made by the compiler.
//!
//! Steps are looked up. A slider's ray is cut behind its first blocker without a loop: on a ray of rising
//! squares that blocker is the lowest bit `b` of the occupied part, and `b ^ (b - 1)` keeps everything
//! up to it (everything, if there is none); on a falling ray it is the highest bit, with square 0, behind
//! which there is nothing, as a guard, and the ray that goes on from there is taken away.
//!
//! Invariant: equal to walking the board square by square.

use super::bitboard::Bitboard;
use super::types::{Color, Kind, Square};

const N: usize = Square::COUNT;

/// The eight directions as steps of (file, rank). An odd one is the opposite of the one before it.
const DIRECTIONS: [(i32, i32); 8] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)];
/// Black's forward direction; White's is the next.
const FORWARD: usize = 0;
/// Not on one line.
const NOWHERE: u8 = 8;

/// The bit at a file and rank counted from 0, or nothing outside the board.
const fn bit(file: i32, rank: i32) -> u128 {
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 { 1 << (file * 9 + rank) } else { 0 }
}

/// The bits at a file and its neighbours on a rank.
const fn row(file: i32, rank: i32) -> u128 {
    bit(file - 1, rank) | bit(file, rank) | bit(file + 1, rank)
}

/// All squares in each direction from each square.
/// Nowhere, and the opposite of that, there are none.
static RAYS: [[Bitboard; N]; 10] = boards(RAY_BITS);
const RAY_BITS: [[u128; N]; 10] = {
    let mut rays = [[0; N]; 10];
    let mut d = 0;
    while d < 8 {
        let (df, dr) = DIRECTIONS[d];
        let mut s = 0;
        while s < N {
            let (mut f, mut r) = (s as i32 / 9 + df, s as i32 % 9 + dr);
            while bit(f, r) != 0 {
                rays[d][s] |= bit(f, r);
                f += df;
                r += dr;
            }
            s += 1;
        }
        d += 1;
    }
    rays
};

/// The direction from one square to another.
static DIRECTION: [[u8; N]; N] = {
    let mut table = [[NOWHERE; N]; N];
    let mut s = 0;
    while s < N {
        let mut d = 0;
        while d < 8 {
            let mut rest = RAY_BITS[d][s];
            while rest != 0 {
                table[s][rest.trailing_zeros() as usize] = d as u8;
                rest &= rest - 1;
            }
            d += 1;
        }
        s += 1;
    }
    table
};

/// Diagonals through each square, without it.
static DIAGONALS: [Bitboard; N] = crosses(4);
/// File and rank of each square, without it.
static ORTHOGONALS: [Bitboard; N] = crosses(0);

const fn crosses(first: usize) -> [Bitboard; N] {
    let mut table = [Bitboard::EMPTY; N];
    let mut s = 0;
    while s < N {
        let (mut d, mut bits) = (first, 0);
        while d < first + 4 {
            bits |= RAY_BITS[d][s];
            d += 1;
        }
        table[s] = Bitboard::from_bits(bits);
        s += 1;
    }
    table
}

/// Rows of [`NEAR`]: along diagonals, along files and ranks, as a lance of Black and of White, with a step of a king.
const BY_DIAGONAL: usize = 0;
const BY_ORTHOGONAL: usize = 1;
const BY_LANCE: usize = 2;
const BY_STEP: usize = 4;
const NEAR_ROWS: usize = 5;

/// From where a piece comes near a king on each square: it would attack a square beside it on an empty board.
static NEAR: [[Bitboard; N]; NEAR_ROWS] = boards({
    let mut table = [[0; N]; NEAR_ROWS];
    let mut s = 0;
    while s < N {
        let mut attacked = [0; NEAR_ROWS];
        attacked[BY_DIAGONAL] = DIAGONALS[s].bits();
        attacked[BY_ORTHOGONAL] = ORTHOGONALS[s].bits();
        attacked[BY_LANCE] = RAY_BITS[FORWARD][s];
        attacked[BY_LANCE + 1] = RAY_BITS[FORWARD + 1][s];
        attacked[BY_STEP] = STEP_BITS[0][ROYAL][s];
        let mut king = 0;
        while king < N {
            let mut row = 0;
            while row < NEAR_ROWS {
                if attacked[row] & STEP_BITS[0][ROYAL][king] != 0 {
                    table[row][king] |= 1 << s;
                }
                row += 1;
            }
            king += 1;
        }
        s += 1;
    }
    table
});

/// Sets of squares, row by row.
const fn boards<const ROWS: usize>(bits: [[u128; N]; ROWS]) -> [[Bitboard; N]; ROWS] {
    let mut boards = [[Bitboard::EMPTY; N]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let mut s = 0;
        while s < N {
            boards[row][s] = Bitboard::from_bits(bits[row][s]);
            s += 1;
        }
        row += 1;
    }
    boards
}

/// Rows of [`STEPS`].
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const SILVER: usize = 2;
const GOLD: usize = 3;
const ROYAL: usize = 4;
const NO_STEP: usize = 5;
const STEP_ROWS: usize = 6;

/// The row of each kind: what steps like a king, and what does not step at all, have one each.
const STEP_ROW: [u8; 16] = {
    let mut rows = [GOLD as u8; 16];
    rows[Kind::PAWN.index()] = PAWN as u8;
    rows[Kind::KNIGHT.index()] = KNIGHT as u8;
    rows[Kind::SILVER.index()] = SILVER as u8;
    rows[Kind::KING.index()] = ROYAL as u8;
    rows[Kind::HORSE.index()] = ROYAL as u8;
    rows[Kind::DRAGON.index()] = ROYAL as u8;
    rows[Kind::LANCE.index()] = NO_STEP as u8;
    rows[Kind::BISHOP.index()] = NO_STEP as u8;
    rows[Kind::ROOK.index()] = NO_STEP as u8;
    rows
};

/// Steps of pawn, knight, silver, gold and king of each colour.
static STEPS: [[[Bitboard; N]; STEP_ROWS]; 2] = [boards(STEP_BITS[0]), boards(STEP_BITS[1])];
const STEP_BITS: [[[u128; N]; STEP_ROWS]; 2] = {
    let mut table = [[[0; N]; STEP_ROWS]; 2];
    let mut c = 0;
    while c < 2 {
        let up = if c == 0 { -1 } else { 1 };
        let mut s = 0;
        while s < N {
            let (f, r) = (s as i32 / 9, s as i32 % 9);
            let ahead = row(f, r + up);
            table[c][PAWN][s] = bit(f, r + up);
            table[c][KNIGHT][s] = bit(f - 1, r + 2 * up) | bit(f + 1, r + 2 * up);
            table[c][SILVER][s] = ahead | bit(f - 1, r - up) | bit(f + 1, r - up);
            table[c][ROYAL][s] = ahead | bit(f - 1, r) | bit(f + 1, r) | row(f, r - up);
            table[c][GOLD][s] = ahead | bit(f - 1, r) | bit(f + 1, r) | bit(f, r - up);
            s += 1;
        }
        c += 1;
    }
    table
};

/// Where a pawn, knight, silver or gold of a colour must stand to be able to give check by moving: by
/// the square of the king. (Promotion as a gold is allowed for wherever the target lies in the zone.)
static CHECKERS: [[[Bitboard; N]; 4]; 2] = [boards(CHECKER_BITS[0]), boards(CHECKER_BITS[1])];
const CHECKER_BITS: [[[u128; N]; 4]; 2] = {
    let mut table = [[[0; N]; 4]; 2];
    let mut c = 0;
    while c < 2 {
        let zone = PROMOTION_ZONE[c].bits();
        let mut row = 0;
        while row < 4 {
            let mut king = 0;
            while king < N {
                let plain = STEP_BITS[1 - c][row][king];
                let golden = if row == GOLD { 0 } else { STEP_BITS[1 - c][GOLD][king] };
                let mut s = 0;
                while s < N {
                    let steps = STEP_BITS[c][row][s];
                    let promoting = if zone >> s & 1 != 0 { steps } else { steps & zone };
                    if steps & plain | promoting & golden != 0 {
                        table[c][row][king] |= 1 << s;
                    }
                    s += 1;
                }
                king += 1;
            }
            row += 1;
        }
        c += 1;
    }
    table
};

const fn ranks(from: i32, to: i32) -> Bitboard {
    let mut set = 0;
    let mut f = 0;
    while f < 9 {
        let mut r = from;
        while r <= to {
            set |= bit(f, r - 1);
            r += 1;
        }
        f += 1;
    }
    Bitboard::from_bits(set)
}

/// The three far ranks of each colour.
const PROMOTION_ZONE: [Bitboard; 2] = [ranks(1, 3), ranks(7, 9)];
/// Where a pawn or lance could not move any more.
const LAST_RANK: [Bitboard; 2] = [ranks(1, 1), ranks(9, 9)];
/// Where a knight could not.
const LAST_TWO_RANKS: [Bitboard; 2] = [ranks(1, 2), ranks(8, 9)];

/// The squares where pieces of the colour promote.
#[inline]
pub(super) fn promotion_zone(color: Color) -> Bitboard {
    PROMOTION_ZONE[color.index()]
}

/// Where a piece could not stand because it could never move again.
#[inline]
pub(super) fn dead_squares(color: Color, kind: Kind) -> Bitboard {
    match kind {
        Kind::PAWN | Kind::LANCE => LAST_RANK[color.index()],
        Kind::KNIGHT => LAST_TWO_RANKS[color.index()],
        _ => Bitboard::EMPTY,
    }
}

/// The squares of the file of a square.
#[inline]
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard::from_bits(0x1ff << (9 * (square.index() / 9)))
}

/// The squares of the file and its neighbours.
#[inline]
pub(super) fn files_around(square: Square) -> Bitboard {
    let first = (9 * (square.index() / 9)) as i32 - 9;
    let three: u128 = (1 << 27) - 1;
    Bitboard::from_bits(if first < 0 { three >> 9 } else { three << first } & Bitboard::ALL.bits())
}

/// A ray of rising squares up to and including the first occupied one. Odd directions rise.
#[inline]
fn rising(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][square.index()];
    let blockers = (ray & occupied).bits();
    ray & Bitboard::from_bits(blockers ^ blockers.wrapping_sub(1))
}

/// The same for falling squares and even directions.
#[inline]
fn falling(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][square.index()];
    let blockers = (ray & occupied).bits() | 1;
    let first = blockers.ilog2();
    ray ^ RAYS[direction][first as usize]
}

/// What a pawn attacks.
#[inline]
pub(super) fn pawn(color: Color, square: Square) -> Bitboard {
    STEPS[color.index()][PAWN][square.index()]
}

/// What a knight attacks.
#[inline]
pub(super) fn knight(color: Color, square: Square) -> Bitboard {
    STEPS[color.index()][KNIGHT][square.index()]
}

/// What a silver attacks.
#[inline]
pub(super) fn silver(color: Color, square: Square) -> Bitboard {
    STEPS[color.index()][SILVER][square.index()]
}

/// What a gold attacks.
#[inline]
pub(super) fn gold(color: Color, square: Square) -> Bitboard {
    STEPS[color.index()][GOLD][square.index()]
}

/// What a king attacks.
#[inline]
pub(super) fn king(square: Square) -> Bitboard {
    STEPS[0][ROYAL][square.index()]
}

/// What a lance attacks.
#[inline]
pub(super) fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match color {
        Color::Black => falling(FORWARD, square, occupied),
        Color::White => rising(FORWARD + 1, square, occupied),
    }
}

/// What a bishop attacks.
#[inline(never)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    falling(4, square, occupied)
        | rising(5, square, occupied)
        | falling(6, square, occupied)
        | rising(7, square, occupied)
}

/// What a rook attacks.
#[inline(never)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    falling(0, square, occupied)
        | rising(1, square, occupied)
        | falling(2, square, occupied)
        | rising(3, square, occupied)
}

/// What a lance could attack on an empty board.
#[inline]
pub(super) fn lance_ray(color: Color, square: Square) -> Bitboard {
    RAYS[FORWARD + color.index()][square.index()]
}

/// What a bishop could attack on an empty board.
#[inline]
pub(super) fn diagonals(square: Square) -> Bitboard {
    DIAGONALS[square.index()]
}

/// What a rook could attack on an empty board.
#[inline]
pub(super) fn orthogonals(square: Square) -> Bitboard {
    ORTHOGONALS[square.index()]
}

/// What a piece attacks.
#[inline]
pub(super) fn of(color: Color, kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps_of(color, kind, square);
    if kind.slides() { steps | lines(color, kind, square, occupied) } else { steps }
}

/// Squares from which a bishop, a rook or a lance of the colour comes near a king.
#[inline]
pub(super) fn near_lines(color: Color, king: Square) -> [Bitboard; 3] {
    [BY_DIAGONAL, BY_ORTHOGONAL, BY_LANCE + color.index()].map(|row| NEAR[row][king.index()])
}

/// Squares from which what steps like a king comes near one.
#[inline]
pub(super) fn near_steps(king: Square) -> Bitboard {
    NEAR[BY_STEP][king.index()]
}

/// What a piece attacks with a step.
#[inline]
pub(super) fn steps_of(color: Color, kind: Kind, square: Square) -> Bitboard {
    STEPS[color.index()][STEP_ROW[kind.index()] as usize][square.index()]
}

/// What a piece that slides attacks along its lines.
fn lines(color: Color, kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::LANCE => lance(color, square, occupied),
        Kind::BISHOP | Kind::HORSE => bishop(square, occupied),
        _ => rook(square, occupied),
    }
}

/// What sets of pieces that step attack together: pawns, knights, silvers and golds. All pieces of a set
/// move at once, as shifts of the whole board.
#[inline]
pub(super) fn steps(
    color: Color,
    pawns: Bitboard,
    knights: Bitboard,
    silvers: Bitboard,
    golds: Bitboard,
) -> Bitboard {
    // A rank is one bit, a file nine; what stands on the last rank would step into the next file.
    let up = |set: u128| (set & !LAST_RANK[0].bits()) >> 1;
    let down = |set: u128| (set & !LAST_RANK[1].bits()) << 1;
    let forward = |set: u128| if color == Color::Black { up(set) } else { down(set) };
    let back = |set: u128| if color == Color::Black { down(set) } else { up(set) };
    let (gold, silver) = (forward(golds.bits()), forward(silvers.bits()));
    let sidewards = gold | golds.bits() | silver | back(silvers.bits()) | forward(forward(knights.bits()));
    let straight = forward(pawns.bits()) | gold | silver | back(golds.bits());
    Bitboard::from_bits((straight | sidewards << 9 | sidewards >> 9) & Bitboard::ALL.bits())
}

/// From where a pawn, knight, silver or gold might give check to a king by moving: no square is missing,
/// some may be too many.
#[inline]
pub(super) fn possible_checkers(color: Color, kind: Kind, king: Square) -> Bitboard {
    let row = match kind {
        Kind::PAWN => PAWN,
        Kind::KNIGHT => KNIGHT,
        Kind::SILVER => SILVER,
        _ => GOLD,
    };
    CHECKERS[color.index()][row][king.index()]
}

/// The squares strictly between two squares of one line; otherwise none.
#[inline]
pub(super) fn between(a: Square, b: Square) -> Bitboard {
    let direction = DIRECTION[a.index()][b.index()] as usize;
    RAYS[direction][a.index()] & RAYS[direction ^ 1][b.index()]
}

/// The squares from `a` (exclusive) through `b` to the edge; none if they are not on one line.
#[inline]
pub(super) fn ray_through(a: Square, b: Square) -> Bitboard {
    RAYS[DIRECTION[a.index()][b.index()] as usize][a.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares() -> impl Iterator<Item = Square> {
        Bitboard::ALL.into_iter()
    }

    fn walk(square: Square, occupied: Bitboard, directions: &[(i32, i32)], far: bool) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for (df, dr) in directions {
            let (mut f, mut r) = (i32::from(square.file()) + df, i32::from(square.rank()) + dr);
            while let Some(to) = Square::new(f.max(0) as u8, r.max(0) as u8) {
                set |= Bitboard::of(to);
                if !far || occupied.has(to) {
                    break;
                }
                (f, r) = (f + df, r + dr);
            }
        }
        set
    }

    #[test]
    fn attacks_equal_walking_the_board() {
        let mut rng = fastrand::Rng::with_seed(5);
        let straight = [(0, -1), (0, 1), (-1, 0), (1, 0)];
        let diagonal = [(-1, -1), (1, 1), (-1, 1), (1, -1)];
        for round in 0..300 {
            let mut occupied = rng.u128(..) & Bitboard::ALL.bits();
            for _ in 0..round % 4 {
                occupied &= rng.u128(..);
            }
            let occupied = Bitboard::from_bits(occupied);
            for square in squares() {
                let check = |kind, color, expected| {
                    assert_eq!(of(color, kind, square, occupied), expected, "{kind:?} {square}");
                };
                for color in Color::ALL {
                    let up = if color == Color::Black { -1 } else { 1 };
                    let ahead = [(-1, up), (0, up), (1, up)];
                    check(Kind::PAWN, color, walk(square, occupied, &[(0, up)], false));
                    check(Kind::LANCE, color, walk(square, occupied, &[(0, up)], true));
                    check(Kind::KNIGHT, color, walk(square, occupied, &[(-1, 2 * up), (1, 2 * up)], false));
                    let silver = [&ahead[..], &[(-1, -up), (1, -up)]].concat();
                    check(Kind::SILVER, color, walk(square, occupied, &silver, false));
                    let gold = [&ahead[..], &[(-1, 0), (1, 0), (0, -up)]].concat();
                    for kind in [Kind::GOLD, Kind::PRO_PAWN, Kind::PRO_SILVER] {
                        check(kind, color, walk(square, occupied, &gold, false));
                    }
                    let (rook, bishop) =
                        (walk(square, occupied, &straight, true), walk(square, occupied, &diagonal, true));
                    let king = walk(square, occupied, &[straight, diagonal].concat(), false);
                    check(Kind::ROOK, color, rook);
                    check(Kind::BISHOP, color, bishop);
                    check(Kind::KING, color, king);
                    check(Kind::DRAGON, color, rook | king);
                    check(Kind::HORSE, color, bishop | king);
                }
            }
        }
    }

    #[test]
    fn lines_between_squares() {
        for a in squares() {
            for b in squares() {
                let open = bishop(a, Bitboard::of(b)) | rook(a, Bitboard::of(b));
                let line = a != b && (diagonals(a) | orthogonals(a)).has(b);
                assert_eq!(open.has(b), line);
                if !line {
                    assert!(between(a, b).is_empty() && ray_through(a, b).is_empty());
                    continue;
                }
                assert!(ray_through(a, b).has(b) && !ray_through(a, b).has(a));
                // Every square between is seen from both ends, and stops both.
                for s in between(a, b) {
                    assert!(between(b, a).has(s) && ray_through(a, b).has(s));
                    let open = bishop(a, Bitboard::of(s)) | rook(a, Bitboard::of(s));
                    assert!(open.has(s) && !open.has(b));
                }
                let steps = (a.file().abs_diff(b.file())).max(a.rank().abs_diff(b.rank()));
                assert_eq!(between(a, b).count(), u32::from(steps) - 1);
            }
        }
    }

    #[test]
    fn files_and_neighbours() {
        for s in squares() {
            assert!(file_of(s).into_iter().all(|t| t.file() == s.file()) && file_of(s).count() == 9);
            let around = squares().filter(|t| t.file().abs_diff(s.file()) <= 1);
            assert_eq!(files_around(s), around.fold(Bitboard::EMPTY, |set, t| set | Bitboard::of(t)));
        }
    }
}
