//! The rules, as the searches see them.
//!
//! Stones are kept for the side to move and for both together: to play is to change sides and to add a
//! stone, and both numbers together are the position.
//!
//! Invariants: `undo` gives back the position; the shortcut says what a full search would.

use phidelta::{Certifiable, Draws, Game, Goal, Key, Outcome, Shortcut, Side, mix};

use super::shape::Shape;

/// What the attacker being to move adds to the key: nothing that a board or a shape gives.
const ATTACKS: Key = mix(0xc4a7_0000_0000_0001);

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
}

impl ConnectFour {
    /// An empty board.
    pub fn new(shape: Shape) -> ConnectFour {
        let bits = [shape.width(), shape.height(), shape.row()]
            .into_iter()
            .fold(0, |all, n| all << 8 | u64::from(n));
        ConnectFour { shape, own: 0, stones: 0, attacks: true, goal: Goal::Win, salt: mix(bits) }
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
        self.shape.has_row(self.own ^ self.stones)
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
        let (width, playable) = (self.shape.width(), self.shape.playable(self.stones));
        let middle = width / 2;
        for i in 0..width {
            // The middle, one to the left, one to the right, …
            let away = i.div_ceil(2);
            let column = if i % 2 == 1 { middle - away } else { middle + away };
            if playable & self.landing(column) != 0 {
                out.push(column);
            }
        }
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
        // In each column the stones of the side to move below a bit that marks the height: every position
        // has its own number.
        let bits = self.own + self.stones + self.shape.bottom();
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        // The side has a number of its own: on a board of 128 bits all of them are taken.
        let side = if self.attacks { ATTACKS } else { 0 };
        mix(low) ^ mix(high).rotate_left(64) ^ side ^ self.salt
    }

    fn describe(&self) -> String {
        let (width, height, row) = (self.shape.width(), self.shape.height(), self.shape.row());
        let (text, side) = (self.position_text(), self.side());
        format!("connect four {width}x{height}k{row} {text}, {side:?} to move")
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    /// A win with the next stone; a loss because one stone cannot stop the opponent's next; and a goal
    /// that no row is left for.
    #[inline]
    fn shortcut(&mut self) -> Option<Shortcut> {
        let answer = |outcome, length| Some(Shortcut { outcome, length, stock: 0 });
        if let Some(outcome) = self.outcome() {
            return answer(outcome, 0);
        }
        let (shape, other) = (self.shape, self.own ^ self.stones);
        let playable = shape.playable(self.stones);
        if shape.completing(self.own) & playable != 0 {
            return answer(self.mover(true), 1);
        }
        let threats = shape.completing(other);
        let forced = threats & playable;
        // Not below a cell where the opponent then wins.
        let safe = (if forced == 0 { playable } else { forced }) & !(threats >> 1);
        if safe == 0 || forced & (forced.wrapping_sub(1)) != 0 {
            return answer(self.mover(false), 2);
        }
        // The one who needs a row of his own to get what he wants: the attacker for a win, the defender
        // to spoil a draw.
        let needy = if self.attacks == (self.goal == Goal::Win) { self.own } else { other };
        let empty = shape.cells() & !self.stones;
        (!shape.has_row(needy | empty)).then(|| Shortcut {
            outcome: Outcome::Draw,
            length: empty.count_ones(),
            stock: 0,
        })
    }
}

impl Draws for ConnectFour {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}
