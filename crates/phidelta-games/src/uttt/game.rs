//! Ultimate tic-tac-toe as a [`Game`].
//!
//! Shortcuts are exact; each is tested against an exhaustive search:
//!
//! - a win with the next move;
//! - a loss because every move lets the opponent win with his next, looked at move by move: a move may
//!   itself fill the cell that the opponent needs, close the board it is in, or send him elsewhere;
//! - a goal out of reach because its side has no line of boards left that it has won or can still win.

use phidelta::{Draws, Game, Goal, Key, Number, Numbers, Outcome, Shortcut, Side, mix};

use super::lines::{ALL, Set, completing, has_line, on_lines, size, touched_lines};
use super::position::{Move, Player, Position, bits};

/// What a line is worth by the stones it needs: 24 shared among them.
const WEIGHTS: [u8; 16] = [24, 24, 12, 8, 6, 4, 4, 3, 3, 2, 0, 0, 0, 0, 0, 0];

/// Two lines at once, four bits each: the fewer stones, and the weights together.
static PAIRS: [(u8, u8); 256] = {
    let mut table = [(0, 0); 256];
    let mut pair = 0;
    while pair < 256 {
        let (first, second) = (pair & 15, pair >> 4);
        let least = if first < second { first } else { second };
        table[pair] = (least as u8, WEIGHTS[first] + WEIGHTS[second]);
        pair += 1;
    }
    table
};

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

    /// Who needs a line of boards to get what he wants: the attacker to win, the defender to spoil a draw.
    #[inline]
    fn needy(&self) -> Player {
        match self.goal {
            Goal::Win => self.attacker,
            Goal::Draw => self.attacker.other(),
        }
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
        completing(self.won(player)) & self.near(player)
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

    /// How far a player is from a line of boards: the stones that the nearest line still needs, and a
    /// weight of all lines that he can still make.
    #[inline]
    fn distance(&self, player: Player) -> (u32, u32) {
        let open = ALL & !self.won(player);
        let two = open & !self.near(player);
        let three = two & !self.begun(player);
        let lost = open & !self.winnable(player);
        // Up to nine stones a line; 15 for lines that cannot be made.
        let costs = (on_lines(open) + on_lines(two) + on_lines(three)) | touched_lines(lost);
        let (mut least, mut weight) = (u8::MAX, 0);
        for pair in costs.to_le_bytes() {
            let (nearest, both) = PAIRS[usize::from(pair)];
            least = least.min(nearest);
            weight += u32::from(both);
        }
        (u32::from(least), weight)
    }

    /// Whether a player has no line of boards left that he has won or can still win.
    #[inline]
    fn is_hopeless(&self, player: Player) -> bool {
        !has_line(self.won(player) | self.winnable(player))
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

    /// Without what has no future: positions share keys on purpose.
    fn describe(&self) -> String {
        format!("ultimate tic-tac-toe {}, {:?} attacks", self.position.essence(), self.attacker)
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
        let answer = |outcome, length| Some(Shortcut::new(outcome, length));
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
        if position.is_hopeless(self.needy()) {
            // At most so many plies are left.
            let cells = bits(position.open()).map(|board| position.empty(usize::from(board)).count_ones());
            return answer(Outcome::Draw, cells.sum());
        }
        None
    }

    /// To make a line of boards is as hard as the nearest one is far; to prevent it, as the lines left are
    /// many and near. Each costs more where the other side has many moves to choose from.
    #[inline]
    fn estimate(&self) -> Numbers {
        let position = &self.position;
        let needy = self.needy();
        let (least, weight) = position.distance(needy);
        // Shares found by counting the nodes of some dozens of positions; the neighbourhood is flat.
        let (make, prevent) = (1 + least * 3 / 4, 1 + weight / 2);
        let moves: u32 = bits(position.allowed()).map(|board| size(position.empty(usize::from(board)))).sum();
        let against_moves = |number: u32| number + number * moves / 8;
        let (pn, dn) = if needy == self.attacker { (make, prevent) } else { (prevent, make) };
        match self.side() {
            Side::Attacker => Numbers::new(pn, against_moves(dn)),
            Side::Defender => Numbers::new(against_moves(pn), dn),
        }
    }

    /// An average first number, for weak numbers.
    fn average_estimate(&self) -> Number {
        8
    }
}

impl Draws for Uttt {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}
