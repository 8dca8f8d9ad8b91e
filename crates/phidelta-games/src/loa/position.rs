//! A position: two sets of pieces, the side to move, and what is kept up with every move.
//!
//! Invariant: contents of lines, numbers of moves and the key equal those counted afresh; `undo` gives
//! back an equal position.

use phidelta::Key;

use super::connection;
use super::lines::{self, EMPTY, LINES, MOBILITY, PLACES, SETS, STRIDES, TABLE};
use super::types::{Color, Move, Square, squares};
use super::zobrist;

/// Black's pieces at the start: the bottom and top rows without corners.
const START_BLACK: u64 = 0x7e00_0000_0000_007e;
/// White's: the left and right files without corners.
const START_WHITE: u64 = 0x0081_8181_8181_8100;

/// A position.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// By colour.
    pieces: [u64; 2],
    key: Key,
    /// What stands on each line, as an index into the tables of [`lines`].
    contents: [u16; LINES],
    /// How many moves the sides have: Black in the low half, White in the high half.
    mobility: u16,
    side: Color,
}

impl Position {
    /// The start of a game: Black to move.
    pub fn start() -> Position {
        Position::from_sets(START_BLACK, START_WHITE, Color::Black)
    }

    /// The position with these pieces; bit 0 is a1, bit 1 is b1. Squares in both sets are Black's.
    pub(super) fn from_sets(black: u64, white: u64, side: Color) -> Position {
        let key = if side == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        let mut position = Position { pieces: [0; 2], key, contents: EMPTY, mobility: 0, side };
        for (color, set) in [(Color::Black, black), (Color::White, white & !black)] {
            for square in squares(set) {
                position.pieces[color.index()] |= square.bit();
                position.key ^= zobrist::piece(color, square);
                position.change(square, lines::digit(color));
            }
        }
        position
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The pieces of a side; bit 0 is a1, bit 1 is b1.
    #[inline]
    pub fn pieces(&self, color: Color) -> u64 {
        self.pieces[color.index()]
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.pieces(color) & square.bit() != 0)
    }

    /// Whether all pieces of a side hang together.
    #[inline]
    pub fn is_connected(&self, color: Color) -> bool {
        connection::is_connected(self.pieces(color))
    }

    /// How many moves a side has, or would have if it were its turn. A pass is none.
    #[inline]
    pub fn mobility(&self, color: Color) -> u32 {
        u32::from(self.mobility >> (8 * color.index()) & 0xff)
    }

    /// The identity of board and side to move.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Adds `digit` to what all lines of a square hold there.
    #[inline]
    fn change(&mut self, square: Square, digit: u16) {
        for place in &PLACES[square.index()] {
            let contents = &mut self.contents[usize::from(place.line)];
            let before = MOBILITY[usize::from(*contents)];
            // Wrapping: a digit that is taken away comes as its negative.
            *contents = contents.wrapping_add(digit.wrapping_mul(place.weight));
            let now = MOBILITY[usize::from(*contents)];
            self.mobility = self.mobility.wrapping_add(now).wrapping_sub(before);
        }
    }

    /// What `mv` changes in the key, apart from the side to move.
    #[inline]
    fn key_change(mv: Move, mover: Color) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let captured = if mv.captures() { zobrist::piece(mover.flip(), to) } else { 0 };
        zobrist::piece(mover, from) ^ zobrist::piece(mover, to) ^ captured
    }

    /// The key after a legal move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let changed = self.key ^ zobrist::WHITE_TO_MOVE;
        if mv.is_pass() { changed } else { changed ^ Position::key_change(mv, self.side) }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let mover = self.side;
        self.key = self.key_after(mv);
        self.side = mover.flip();
        if mv.is_pass() {
            return;
        }
        let (from, to, own) = (mv.from(), mv.to(), lines::digit(mover));
        self.pieces[mover.index()] ^= from.bit() | to.bit();
        self.change(from, own.wrapping_neg());
        if mv.captures() {
            self.pieces[mover.flip().index()] ^= to.bit();
            self.change(to, own.wrapping_sub(lines::digit(mover.flip())));
        } else {
            self.change(to, own);
        }
    }

    /// Takes back the move played last.
    #[inline]
    pub fn undo(&mut self, mv: Move) {
        self.side = self.side.flip();
        let mover = self.side;
        self.key ^= zobrist::WHITE_TO_MOVE;
        if mv.is_pass() {
            return;
        }
        self.key ^= Position::key_change(mv, mover);
        let (from, to, own) = (mv.from(), mv.to(), lines::digit(mover));
        self.pieces[mover.index()] ^= from.bit() | to.bit();
        self.change(from, own);
        if mv.captures() {
            self.pieces[mover.flip().index()] ^= to.bit();
            self.change(to, lines::digit(mover.flip()).wrapping_sub(own));
        } else {
            self.change(to, own.wrapping_neg());
        }
    }

    /// Appends all moves of pieces; none for a side that can only pass. The order is that of the squares they start from.
    #[inline]
    pub fn moves(&self, out: &mut Vec<Move>) {
        for from in squares(self.pieces(self.side)) {
            self.moves_from(from, |mv| out.push(mv));
        }
    }

    /// Each move of the side to move from a square that it occupies.
    #[inline]
    fn moves_from(&self, from: Square, mut each: impl FnMut(Move)) {
        let (mover, opponent) = (self.side.index(), self.pieces(self.side.flip()));
        for (place, stride) in PLACES[from.index()].iter().zip(STRIDES) {
            let line = &TABLE[usize::from(self.contents[usize::from(place.line)])];
            let way = line.distance * stride;
            let bit = 1 << place.step;
            for (goes, to) in [
                (line.up[mover] & bit != 0, (from.index() as u8).wrapping_add(way)),
                (line.down[mover] & bit != 0, (from.index() as u8).wrapping_sub(way)),
            ] {
                if goes {
                    let to = Square::new(to);
                    each(Move::new(from, to, opponent & to.bit() != 0));
                }
            }
        }
    }

    /// How many moves a side will have after a legal move.
    #[inline]
    pub(super) fn mobility_after(&self, mv: Move, color: Color) -> u32 {
        if mv.is_pass() {
            return self.mobility(color);
        }
        let own = lines::digit(self.side);
        let landed = if mv.captures() { own.wrapping_sub(lines::digit(self.side.flip())) } else { own };
        let mut mobility = self.mobility;
        let starts = &PLACES[mv.from().index()];
        for (from, to) in starts.iter().zip(&PLACES[mv.to().index()]) {
            let before = self.contents[usize::from(from.line)];
            let mut now = before.wrapping_sub(own.wrapping_mul(from.weight));
            let added = landed.wrapping_mul(to.weight);
            if from.line == to.line {
                // The line it moves along.
                now = now.wrapping_add(added);
            } else {
                let before = self.contents[usize::from(to.line)];
                let gain = MOBILITY[usize::from(before.wrapping_add(added))];
                mobility = mobility.wrapping_add(gain).wrapping_sub(MOBILITY[usize::from(before)]);
            }
            let gain = MOBILITY[usize::from(now)];
            mobility = mobility.wrapping_add(gain).wrapping_sub(MOBILITY[usize::from(before)]);
        }
        u32::from(mobility >> (8 * color.index()) & 0xff)
    }
}

/// The first move of `own` from a square to `targets`, none of which is its own, that is accepted.
#[inline]
pub(super) fn move_into(
    own: u64,
    other: u64,
    from: Square,
    targets: u64,
    accept: impl Fn(Move) -> bool,
) -> Option<Move> {
    let start = from.index() as u32;
    for (line, stride) in SETS[from.index()].into_iter().zip(STRIDES) {
        let hit = targets & line;
        if hit == 0 {
            continue;
        }
        let far = ((own | other) & line).count_ones() * u32::from(stride);
        for to in [start + far, start.wrapping_sub(far)] {
            // A sum beyond the board, or on another line, is not among the targets.
            if to >= 64 || hit >> to & 1 == 0 {
                continue;
            }
            let to = Square::new(to as u8);
            let (low, high) = (from.bit().min(to.bit()), from.bit().max(to.bit()));
            let between = line & (high - 1) & !(low | (low - 1));
            let mv = Move::new(from, to, other & to.bit() != 0);
            if between & other == 0 && accept(mv) {
                return Some(mv);
            }
        }
    }
    None
}
