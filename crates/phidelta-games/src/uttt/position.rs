//! The boards, how moves change them, and the key of a position.
//!
//! The key tells apart only what the rest of the game depends on. A stone that no line of its owner runs
//! through any more merely fills its cell, the contents of a closed board do not matter, and a board won
//! by a player who cannot make a line of it on the large board is merely closed. Positions that differ in
//! such things only have one key: they have the same moves and the same future.
//!
//! Invariants: the key kept by small changes is the one made anew; `undo` gives back the position.

use phidelta::{Key, mix};

use super::lines::{ALL, Set, completing, has_line, open_lines};

/// X begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Player {
    /// The one who began.
    X,
    /// The other.
    O,
}

impl Player {
    /// The other one.
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self as usize
    }
}

/// A cell of a board: both counted from 0, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move {
    /// The board.
    pub board: u8,
    /// The cell of it, and the board it sends to.
    pub cell: u8,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Position {
    /// The stones of each player on each board.
    stones: [[Set; 2]; 9],
    /// The boards each player has won.
    won: [Set; 2],
    /// Boards that are won or full.
    closed: Set,
    /// What open boards are good for: [`Position::flags`].
    judged: u64,
    /// Boards in which the side to move may play.
    allowed: Set,
    side: Player,
    /// The part of the key that a board contributes; 0 for closed ones.
    parts: [Key; 9],
    /// All of them together, and the part of the large board.
    sum: Key,
    /// The board whose part is that of the position before, or [`NONE`]. A search plays many moves only
    /// to look at what is behind them, and never asks for the key there.
    stale: u8,
    /// What `undo` cannot find out.
    past: Vec<Past>,
}

/// Where the flags of a kind begin: one more stone wins the board, a stone is on an open line, there is an
/// open line.
const NEAR: u32 = 0;
const BEGUN: u32 = 18;
const WINNABLE: u32 = 36;

/// All flags of the first board.
const EVERY_FLAG: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45;

/// No board.
const NONE: u8 = 9;

#[derive(Clone, Copy, Debug)]
struct Past {
    part: Key,
    sum: Key,
    judged: u64,
    allowed: Set,
}

impl Position {
    /// The position before the first move.
    pub fn start() -> Position {
        Position::new([[0; 2]; 9], None, Player::X)
    }

    /// A position with these stones; `forced` is the board that must be played in.
    pub(super) fn new(stones: [[Set; 2]; 9], forced: Option<u8>, side: Player) -> Position {
        let mut position = Position {
            stones,
            won: [0; 2],
            closed: 0,
            judged: 0,
            allowed: 0,
            side,
            parts: [0; 9],
            sum: 0,
            stale: NONE,
            past: Vec::with_capacity(81),
        };
        for (board, [x, o]) in stones.into_iter().enumerate() {
            position.won[0] |= Set::from(has_line(x)) << board;
            position.won[1] |= Set::from(has_line(o)) << board;
            if x | o == ALL {
                position.closed |= 1 << board;
            }
        }
        position.closed |= position.won[0] | position.won[1];
        for board in 0..9 {
            position.judged |= position.judge(board);
            position.parts[board] = position.part(board);
            position.sum ^= position.parts[board];
        }
        position.sum ^= large(position.won, position.closed);
        position.allowed = position.open() & forced.map_or(ALL, |board| 1 << board);
        position
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Player {
        self.side
    }

    /// Whose stone is in a cell.
    pub fn stone(&self, board: u8, cell: u8) -> Option<Player> {
        let [x, o] = self.stones[usize::from(board)];
        match (x >> cell & 1, o >> cell & 1) {
            (1, _) => Some(Player::X),
            (_, 1) => Some(Player::O),
            _ => None,
        }
    }

    /// Whether a board is won or full.
    pub fn is_closed(&self, board: u8) -> bool {
        self.closed >> board & 1 == 1
    }

    /// Whether a player has won a board.
    pub fn has_won(&self, player: Player, board: u8) -> bool {
        self.won[player.index()] >> board & 1 == 1
    }

    /// The board that must be played in, if there is no choice between boards by rule: several open ones
    /// and all of them allowed, or none left, is `None`.
    pub fn forced(&self) -> Option<u8> {
        let only = self.allowed.is_power_of_two() && self.allowed != self.open();
        only.then(|| self.allowed.trailing_zeros() as u8)
    }

    /// Whether a player has three boards in a line.
    #[inline]
    pub fn has_row(&self, player: Player) -> bool {
        has_line(self.won[player.index()])
    }

    /// Whether all boards are closed.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.closed == ALL
    }

    /// Boards that are not closed.
    #[inline]
    pub(super) fn open(&self) -> Set {
        ALL & !self.closed
    }

    /// Boards in which the side to move may play.
    #[inline]
    pub(super) fn allowed(&self) -> Set {
        self.allowed
    }

    #[inline]
    pub(super) fn won(&self, player: Player) -> Set {
        self.won[player.index()]
    }

    /// Open boards that a player would win with one more stone.
    #[inline]
    pub(super) fn near(&self, player: Player) -> Set {
        self.flags(NEAR, player)
    }

    /// Open boards where a player has a stone on an open line.
    #[inline]
    pub(super) fn begun(&self, player: Player) -> Set {
        self.flags(BEGUN, player)
    }

    /// Open boards that a player can still win.
    #[inline]
    pub(super) fn winnable(&self, player: Player) -> Set {
        self.flags(WINNABLE, player)
    }

    #[inline]
    pub(super) fn stones(&self, player: Player, board: usize) -> Set {
        self.stones[board][player.index()]
    }

    #[inline]
    pub(super) fn empty(&self, board: usize) -> Set {
        let [x, o] = self.stones[board];
        ALL & !(x | o)
    }

    /// All stones together.
    pub fn plies(&self) -> u32 {
        self.stones.iter().flatten().map(|set| set.count_ones()).sum()
    }

    /// Appends the legal moves of a game that goes on, by board and cell.
    #[inline]
    pub fn moves(&self, out: &mut Vec<Move>) {
        for board in bits(self.allowed) {
            out.extend(bits(self.empty(usize::from(board))).map(|cell| Move { board, cell }));
        }
    }

    /// Whether a move is legal in a game that goes on.
    pub fn is_legal(&self, mv: Move) -> bool {
        mv.board < 9
            && mv.cell < 9
            && self.allowed >> mv.board & 1 == 1
            && self.empty(usize::from(mv.board)) >> mv.cell & 1 == 1
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.settle();
        let (board, bit) = (usize::from(mv.board), 1 << mv.board);
        self.past.push(Past {
            part: self.parts[board],
            sum: self.sum,
            judged: self.judged,
            allowed: self.allowed,
        });
        let own = &mut self.stones[board][self.side.index()];
        *own |= 1 << mv.cell;
        if has_line(*own) {
            self.won[self.side.index()] |= bit;
            self.closed |= bit;
        } else if self.empty(board) == 0 {
            self.closed |= bit;
        }
        self.judged = self.judged & !(EVERY_FLAG << board) | self.judge(board);
        self.stale = mv.board;
        let target = 1 << mv.cell;
        self.allowed = if self.closed & target == 0 { target } else { self.open() };
        self.side = self.side.other();
    }

    /// Takes back the move played last.
    #[inline]
    pub fn undo(&mut self, mv: Move) {
        let Some(past) = self.past.pop() else { return };
        let (board, bit) = (usize::from(mv.board), 1 << mv.board);
        self.side = self.side.other();
        self.stones[board][self.side.index()] &= !(1 << mv.cell);
        // A board that is played in was open.
        self.won[self.side.index()] &= !bit;
        self.closed &= !bit;
        self.judged = past.judged;
        self.allowed = past.allowed;
        self.stale = NONE;
        self.parts[board] = past.part;
        self.sum = past.sum;
    }

    /// What a board is good for: for each kind of flag and each player nine bits, of which this sets the
    /// one of the board.
    #[inline]
    fn judge(&self, board: usize) -> u64 {
        let [x, o] = self.stones[board];
        if self.closed >> board & 1 == 1 {
            return 0;
        }
        let (x_lines, o_lines) = (open_lines(o), open_lines(x));
        let empty = ALL & !(x | o);
        let flags = u64::from(completing(x) & empty != 0) << NEAR
            | u64::from(completing(o) & empty != 0) << (NEAR + 9)
            | u64::from(x & x_lines != 0) << BEGUN
            | u64::from(o & o_lines != 0) << (BEGUN + 9)
            | u64::from(x_lines != 0) << WINNABLE
            | u64::from(o_lines != 0) << (WINNABLE + 9);
        flags << board
    }

    #[inline]
    fn flags(&self, kind: u32, player: Player) -> Set {
        (self.judged >> (kind + 9 * player as u32)) as Set & ALL
    }

    /// Brings the key up to date.
    #[inline]
    fn settle(&mut self) {
        if self.stale != NONE {
            self.sum = self.fresh_sum();
            let board = usize::from(self.stale);
            self.parts[board] = self.part(board);
            self.stale = NONE;
        }
    }

    /// What [`Position::sum`] is or should be.
    #[inline]
    fn fresh_sum(&self) -> Key {
        if self.stale == NONE {
            return self.sum;
        }
        let board = usize::from(self.stale);
        let sum = self.sum ^ self.parts[board] ^ self.part(board);
        let bit = 1 << board;
        if self.closed & bit == 0 {
            return sum;
        }
        // Before the last move it was open.
        let won = [self.won[0] & !bit, self.won[1] & !bit];
        sum ^ large(won, self.closed & !bit) ^ large(self.won, self.closed)
    }

    /// The identity of the position, as far as its future goes.
    #[inline]
    pub fn key(&self) -> Key {
        self.fresh_sum() ^ to_move(self.allowed, self.side)
    }

    /// What the key tells apart, spelt out.
    pub(super) fn essence(&self) -> String {
        let open = |board: &usize| self.closed >> board & 1 == 0;
        let boards: Vec<String> = (0..9)
            .filter(open)
            .map(|board| {
                let [x, o] = self.stones[board];
                let (x_live, o_live, filled) = (x & open_lines(o), o & open_lines(x), x | o);
                format!("{board}:{x_live:o}/{o_live:o}/{filled:o}")
            })
            .collect();
        let [x, o] = self.won;
        let (x_live, o_live) = (x & open_lines(self.closed & !x), o & open_lines(self.closed & !o));
        let (closed, allowed, side) = (self.closed, self.allowed & ALL, self.side);
        format!("{} won {x_live:o}/{o_live:o}/{closed:o} allowed {allowed:o} {side:?}", boards.join(" "))
    }

    /// The key after a legal move.
    #[inline]
    pub fn key_after(&mut self, mv: Move) -> Key {
        self.settle();
        let (board, bit) = (usize::from(mv.board), 1 << mv.board);
        let mut stones = self.stones[board];
        stones[self.side.index()] |= 1 << mv.cell;
        let (wins, target) = (has_line(stones[self.side.index()]), 1 << mv.cell);
        let rest = self.sum ^ self.parts[board];
        if !wins && stones[0] | stones[1] != ALL {
            let allowed = if self.closed & target == 0 { target } else { self.open() };
            return rest ^ small(board, stones) ^ to_move(allowed, self.side.other());
        }
        let mut won = self.won;
        won[self.side.index()] |= Set::from(wins) << board;
        let closed = self.closed | bit;
        let allowed = if closed & target == 0 { target } else { ALL & !closed };
        rest ^ large(self.won, self.closed) ^ large(won, closed) ^ to_move(allowed, self.side.other())
    }

    #[inline]
    fn part(&self, board: usize) -> Key {
        if self.closed >> board & 1 == 1 { 0 } else { small(board, self.stones[board]) }
    }
}

/// What an open board adds to the key: stones with open lines, and what is filled.
#[inline]
fn small(board: usize, [x, o]: [Set; 2]) -> Key {
    let live = [x & open_lines(o), o & open_lines(x)];
    let filled = x | o;
    // From 1 on: 0 in the upper bits is the large board.
    let number = board as u64 + 1;
    mix(number << 27 | u64::from(live[0]) << 18 | u64::from(live[1]) << 9 | u64::from(filled))
}

/// What the large board adds: boards won as far as they have open lines, and what is closed.
#[inline]
fn large(won: [Set; 2], closed: Set) -> Key {
    let [x, o] = won;
    let (x_live, o_live) = (x & open_lines(closed & !x), o & open_lines(closed & !o));
    // Beyond the 31 bits of a small board.
    mix(1 << 40 | u64::from(x_live) << 18 | u64::from(o_live) << 9 | u64::from(closed))
}

/// What the side to move and the boards it may play in add.
#[inline]
fn to_move(allowed: Set, side: Player) -> Key {
    let key = ALLOWED[usize::from(allowed & ALL)];
    // Any change that keeps all bits.
    if side == Player::X { key } else { !key.rotate_left(1) }
}

static ALLOWED: [Key; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] = mix(1 << 41 | set as u64);
        set += 1;
    }
    table
};

/// The members of a set, from the lowest.
#[inline]
pub(super) fn bits(set: Set) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let bit = left.trailing_zeros() as u8;
            left &= left - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_kept_by_small_changes_is_the_one_made_anew() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let mut position = Position::start();
            let mut moves = Vec::new();
            loop {
                moves.clear();
                if !position.has_row(Player::X) && !position.has_row(Player::O) {
                    position.moves(&mut moves);
                }
                let Some(mv) = random.choice(moves.iter().copied()) else { break };
                let (before, after) = (position.key(), position.key_after(mv));
                position.play(mv);
                position.undo(mv);
                assert_eq!(position.key(), before);
                position.play(mv);
                assert_eq!(position.key(), after);
                let forced =
                    position.allowed.is_power_of_two().then(|| position.allowed.trailing_zeros() as u8);
                let anew = Position::new(position.stones, forced, position.side);
                assert_eq!(position.key(), anew.key());
                assert_eq!((position.won, position.closed), (anew.won, anew.closed));
                assert_eq!(position.judged, anew.judged);
            }
        }
    }
}
