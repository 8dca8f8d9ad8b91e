//! The rules, as the searches see them.
//!
//! Stones are kept for the side to move and for both together: to play is to change sides and to add a
//! stone, and both numbers together are the position.
//!
//! What it adds for the searches: wins in one and threats that cannot be stopped, goals that no row is left
//! for, the last cells ([`super::last`]), and for alpha-beta the number of plies left and an order of moves:
//! many cells that complete a row, then the middle.
//!
//! Invariants: `undo` gives back the position; the shortcut says what a full search would.

use phidelta::{Certifiable, Draws, Game, Goal, Key, Outcome, Shortcut, Side, mix};

use super::last::{self, Last};
use super::quick::Quick;
use super::shape::Shape;

/// What the attacker being to move adds to the key: nothing that a board or a shape gives.
const ATTACKS: Key = mix(0xc4a7_0000_0000_0001);

/// More than all cells of a board: by so much moves that cannot wait are before others.
const URGENT: i32 = 1000;

/// A position of connect four and the question whether the side that was to move at first reaches its
/// goal.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    shape: Shape,
    /// Stones of the side to move.
    own: u128,
    /// Stones of both.
    stones: u128,
    /// Whether the attacker is to move.
    attacks: bool,
    goal: Goal,
    /// Tells boards of different shape apart.
    salt: Key,
    /// The same board in 64 bits, if that is enough and four in a row win.
    quick: Option<Quick>,
}

impl ConnectFour {
    /// An empty board.
    pub fn new(shape: Shape) -> ConnectFour {
        let bits = [shape.width(), shape.height(), shape.row()]
            .into_iter()
            .fold(0, |all, n| all << 8 | u64::from(n));
        ConnectFour {
            shape,
            own: 0,
            stones: 0,
            attacks: true,
            goal: Goal::Win,
            salt: mix(bits),
            quick: Quick::of(shape),
        }
    }

    /// A board with these stones, those of each column from the bottom: `true` is a stone of the player who
    /// began. `None` if they do not fit, if their numbers are those of no game, or if the game was over before
    /// the last of them. The side to move is the attacker.
    pub fn from_columns(shape: Shape, columns: &[Vec<bool>]) -> Option<ConnectFour> {
        let mut game = ConnectFour::new(shape);
        if columns.len() != usize::from(shape.width()) {
            return None;
        }
        let mut first = 0;
        for (column, stones) in (0..).zip(columns) {
            if stones.len() > usize::from(shape.height()) {
                return None;
            }
            for (level, &is_first) in (0..).zip(stones) {
                let cell = 1_u128 << shape.bit(column, level);
                game.stones |= cell;
                first |= if is_first { cell } else { 0 };
            }
        }
        let (ones, others) = (first.count_ones(), (game.stones ^ first).count_ones());
        game.own = if ones == others { first } else { game.stones ^ first };
        ((ones == others || ones == others + 1) && !game.has_row(game.own)).then_some(game)
    }

    /// The size of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Makes the side to move the attacker: the one whose win the search asks for.
    pub fn attack(&mut self) {
        self.attacks = true;
    }

    /// Makes the side to move the defender.
    pub fn defend(&mut self) {
        self.attacks = false;
    }

    /// Whether a column has room.
    pub fn has_room(&self, column: u8) -> bool {
        column < self.shape.width() && self.landing(column) & self.shape.cells() != 0
    }

    /// Stones on the board.
    pub fn plies(&self) -> u32 {
        self.stones.count_ones()
    }

    /// Whose stone is in a cell, counted from the left and from the bottom: `Some(true)` for the player
    /// who made the first move of the game.
    pub fn stone(&self, column: u8, level: u8) -> Option<bool> {
        let cell = 1_u128 << self.shape.bit(column, level);
        let own_is_first = self.plies().is_multiple_of(2);
        (self.stones & cell != 0).then_some((self.own & cell != 0) == own_is_first)
    }

    /// Whether the player who moved last has completed a row.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.has_row(self.own ^ self.stones)
    }

    /// Whether no cell is empty.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stones == self.shape.cells()
    }

    /// The first empty bit of a column; outside the board if it is full.
    #[inline]
    fn landing(&self, column: u8) -> u128 {
        let foot = self.shape.foot(column);
        // The stones of the column, counted one up.
        let column = ((foot << self.shape.height()) - foot) & self.stones;
        column + foot
    }

    /// Columns in the order in which they are tried: the middle, one to the left, one to the right, …
    #[inline]
    fn columns(&self) -> impl Iterator<Item = u8> + use<> {
        let width = self.shape.width();
        let middle = width / 2;
        (0..width).map(move |i| {
            let away = i.div_ceil(2);
            if i % 2 == 1 { middle - away } else { middle + away }
        })
    }

    #[inline]
    fn has_row(&self, stones: u128) -> bool {
        match self.quick {
            Some(quick) => quick.has_row(stones as u64),
            None => self.shape.has_row(stones),
        }
    }

    #[inline]
    fn completing(&self, stones: u128) -> u128 {
        match self.quick {
            Some(quick) => quick.completing(stones as u64).into(),
            None => self.shape.completing(stones),
        }
    }

    /// The key of a position: the stones of the side to move, those of both, and whether the attacker moves.
    #[inline]
    fn key_of(&self, own: u128, stones: u128, attacks: bool) -> Key {
        // In each column the stones of the side to move below a bit that marks the height: every position
        // has its own number.
        let bits = own + stones + self.shape.bottom();
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        // The side has a number of its own: on a board of 128 bits all of them are taken.
        let side = if attacks { ATTACKS } else { 0 };
        mix(low) ^ mix(high).rotate_left(64) ^ side ^ self.salt
    }

    /// Whether the side to move needs a row of its own to get what it wants: the attacker for a win, the
    /// defender to spoil a draw.
    #[inline]
    fn is_needy(&self) -> bool {
        self.attacks == (self.goal == Goal::Win)
    }

    #[inline]
    fn empty(&self) -> u128 {
        self.shape.cells() & !self.stones
    }

    /// A win with the next stone; a loss because one stone cannot stop the opponent's next; and a goal that
    /// no row is left for.
    #[inline]
    pub(super) fn seen_at_once(&self) -> Option<Shortcut> {
        let answer = |outcome, length| Some(Shortcut::new(outcome, length));
        if let Some(outcome) = self.outcome() {
            return answer(outcome, 0);
        }
        let (shape, other) = (self.shape, self.own ^ self.stones);
        let playable = shape.playable(self.stones);
        if self.completing(self.own) & playable != 0 {
            return answer(self.mover(true), 1);
        }
        let threats = self.completing(other);
        let forced = threats & playable;
        // Not below a cell where the opponent then wins.
        let safe = (if forced == 0 { playable } else { forced }) & !(threats >> 1);
        if safe == 0 || forced & (forced.wrapping_sub(1)) != 0 {
            return answer(self.mover(false), 2);
        }
        // No row is left for the one who needs it.
        let (needy, empty) = (if self.is_needy() { self.own } else { other }, self.empty());
        if self.has_row(needy | empty) { None } else { answer(Outcome::Draw, empty.count_ones()) }
    }

    /// How soon to try a column, if the opponent completes a row in the cells `threats`.
    #[inline]
    fn priority(&self, column: u8, threats: u128) -> i32 {
        let cell = self.landing(column);
        let completing = self.completing(self.own | cell) & !(self.stones | cell);
        let urgent = i32::from(threats & cell != 0) - i32::from(threats & cell << 1 != 0);
        completing.count_ones() as i32 + urgent * URGENT
    }

    /// What the last cells say, if the board is of the usual kind and few are left.
    fn last_cells(&self) -> Option<Shortcut> {
        let (quick, left) = (self.quick?, self.empty().count_ones());
        if left > last::CELLS {
            return None;
        }
        let feet = self.columns().map(|column| self.shape.foot(column) as u64);
        let mut last = Last::new(quick, self.shape.height(), feet);
        let needy = self.is_needy();
        let reached = last.reaches(self.own as u64, self.stones as u64, needy);
        // Of whoever needs a row and gets none it is not known whether he loses: as good as a draw.
        let outcome = if reached == needy { self.mover(needy) } else { Outcome::Draw };
        Some(Shortcut::new(outcome, left).with_nodes(last.nodes - 1))
    }

    /// The outcome if the side to move wins or loses.
    #[inline]
    fn mover(&self, wins: bool) -> Outcome {
        if wins == self.attacks { Outcome::Win } else { Outcome::Loss }
    }
}

impl Game for ConnectFour {
    type Move = u8;

    const ACYCLIC: bool = true;

    #[inline]
    fn side(&self) -> Side {
        if self.attacks { Side::Attacker } else { Side::Defender }
    }

    /// The middle first: more rows run through it.
    #[inline]
    fn moves(&self, out: &mut Vec<u8>) {
        let playable = self.shape.playable(self.stones);
        out.extend(self.columns().filter(|&column| playable & self.landing(column) != 0));
    }

    #[inline]
    fn play(&mut self, column: u8) {
        let cell = self.landing(column);
        self.own ^= self.stones;
        self.stones |= cell;
        self.attacks = !self.attacks;
    }

    #[inline]
    fn undo(&mut self, column: u8) {
        // The topmost stone lies just below the first empty bit.
        self.stones ^= self.landing(column) >> 1;
        self.own ^= self.stones;
        self.attacks = !self.attacks;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            return Some(self.mover(false));
        }
        self.is_full().then_some(Outcome::Draw)
    }

    #[inline]
    fn key(&self) -> Key {
        self.key_of(self.own, self.stones, self.attacks)
    }

    #[inline]
    fn key_after(&mut self, column: u8) -> Key {
        self.key_of(self.own ^ self.stones, self.stones | self.landing(column), !self.attacks)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }

    /// The mirror image, in the first half of the game: later most positions that have a known one have come
    /// from positions that had one.
    fn twin_key(&self) -> Option<Key> {
        if 2 * self.stones.count_ones() > self.shape.cells().count_ones() {
            return None;
        }
        let stones = self.shape.mirrored(self.stones);
        (stones != self.stones || self.shape.mirrored(self.own) != self.own)
            .then(|| self.key_of(self.shape.mirrored(self.own), stones, self.attacks))
    }

    const ORDERED: bool = true;

    /// Cells where one more stone of the same colour completes a row. First of all where the opponent would
    /// win with the next stone, last of all below a cell where he then wins.
    fn move_priority(&mut self, column: u8) -> i32 {
        self.priority(column, self.completing(self.own ^ self.stones))
    }

    fn move_priorities(&mut self, moves: &[u8], out: &mut Vec<i32>) -> u64 {
        let threats = self.completing(self.own ^ self.stones);
        out.extend(moves.iter().map(|&column| self.priority(column, threats)));
        0
    }

    fn describe(&self) -> String {
        let (width, height, row) = (self.shape.width(), self.shape.height(), self.shape.row());
        let (text, side) = (self.position_text(), self.side());
        format!("connect four {width}x{height}k{row} {text}, {side:?} to move")
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    /// What is seen at once, and the last cells.
    #[inline]
    fn shortcut(&mut self) -> Option<Shortcut> {
        self.seen_at_once().or_else(|| self.last_cells())
    }
}

impl Draws for ConnectFour {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}
