//! Ultimate tic-tac-toe as a [`Game`].
//!
//! Shortcuts are exact; each is tested against an exhaustive search:
//!
//! - a win with the next move;
//! - a loss because every move lets the opponent win with his next, looked at move by move: a move may
//!   itself fill the cell that the opponent needs, close the board it is in, or send him elsewhere;
//! - a goal out of reach because its side has no line of boards left that it has won or can still win.

use phidelta::{Draws, Game, Goal, Key, Numbers, Outcome, Shortcut, Side, mix};

use super::lines::{ALL, LINES, Set, completing, has_line, open_lines};
use super::position::{Move, Player, Position, bits};

/// A position and the question whether the attacker reaches his goal.
#[derive(Clone, Debug)]
pub struct Uttt {
    position: Position,
    attacker: Player,
    goal: Goal,
    salt: Key,
}

impl Uttt {
    /// Does the side to move win?
    pub fn new(position: Position) -> Uttt {
        let attacker = position.side();
        Uttt::with_attacker(position, attacker)
    }

    /// Does this player win?
    pub fn with_attacker(position: Position, attacker: Player) -> Uttt {
        // Any number that the keys of positions do not use.
        let salt = mix(u64::MAX - attacker as u64);
        Uttt { position, attacker, goal: Goal::Win, salt }
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    fn outcome_if(&self, winner: Player) -> Outcome {
        if winner == self.attacker { Outcome::Win } else { Outcome::Loss }
    }
}

impl Position {
    /// The boards in which a player could win the game at once, were he allowed to move there.
    #[inline]
    fn threats(&self, player: Player) -> Set {
        let mut boards = completing(self.won(player)) & self.open();
        for board in bits(boards) {
            let board_index = usize::from(board);
            if completing(self.stones(player, board_index)) & self.empty(board_index) == 0 {
                boards &= !(1 << board);
            }
        }
        boards
    }

    /// Whether the opponent can win at once after every move of the side to move, given the boards in
    /// which he threatens to.
    #[inline]
    fn is_lost(&self, threats: Set) -> bool {
        let (us, them) = (self.side(), self.side().other());
        bits(self.allowed()).all(|board| {
            let (index, bit) = (usize::from(board), 1 << board);
            let (own, empty) = (self.stones(us, index), self.empty(index));
            let critical = completing(self.stones(them, index)) & empty;
            bits(empty).all(|cell| {
                let cell_bit: Set = 1 << cell;
                let closes = has_line(own | cell_bit) || empty == cell_bit;
                // The threat in the board itself goes when the board closes or its last cell is filled.
                let gone = threats & bit != 0 && (closes || critical & !cell_bit == 0);
                let left = if gone { threats & !bit } else { threats };
                let open = if closes { self.open() & !bit } else { self.open() };
                let sent = if open & cell_bit != 0 { cell_bit } else { open };
                left & sent != 0
            })
        })
    }

    /// Whether a player has no line of boards left that he has won or can still win.
    #[inline]
    fn is_hopeless(&self, player: Player) -> bool {
        let won = self.won(player);
        let mut good = won | self.open();
        if !LINES.iter().any(|line| good & line == *line) {
            return true;
        }
        for board in bits(self.open()) {
            if open_lines(self.stones(player.other(), usize::from(board))) == 0 {
                good &= !(1 << board);
            }
        }
        !has_line(good)
    }
}

impl Game for Uttt {
    type Move = Move;

    const ACYCLIC: bool = true;

    #[inline]
    fn side(&self) -> Side {
        if self.position.side() == self.attacker { Side::Attacker } else { Side::Defender }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        self.position.moves(out);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.position.play(mv);
    }

    #[inline]
    fn undo(&mut self, mv: Move) {
        self.position.undo(mv);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = self.position.side().other();
        if self.position.has_row(last) {
            return Some(self.outcome_if(last));
        }
        self.position.is_full().then_some(Outcome::Draw)
    }

    #[inline]
    fn key(&self) -> Key {
        self.position.key() ^ self.salt
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> Key {
        self.position.key_after(mv) ^ self.salt
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    #[inline]
    fn shortcut(&mut self) -> Option<Shortcut> {
        let answer = |outcome, length| Some(Shortcut { outcome, length, stock: 0 });
        if let Some(outcome) = self.outcome() {
            return answer(outcome, 0);
        }
        let position = &self.position;
        let (us, them) = (position.side(), position.side().other());
        if position.threats(us) & position.allowed() != 0 {
            return answer(self.outcome_if(us), 1);
        }
        let threats = position.threats(them);
        if threats != 0 && position.is_lost(threats) {
            return answer(self.outcome_if(them), 2);
        }
        // Who needs a line to get what he wants: the attacker to win, the defender to spoil a draw.
        let needy = if self.goal == Goal::Win { self.attacker } else { self.attacker.other() };
        if position.is_hopeless(needy) {
            // At most so many plies are left.
            let cells = bits(position.open()).map(|board| position.empty(usize::from(board)).count_ones());
            return answer(Outcome::Draw, cells.sum());
        }
        None
    }

    #[inline]
    fn estimate(&self) -> Numbers {
        Numbers::UNIT
    }
}

impl Draws for Uttt {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}

/// Kept for tests of the shortcuts.
#[allow(dead_code)]
const _: Set = ALL;
