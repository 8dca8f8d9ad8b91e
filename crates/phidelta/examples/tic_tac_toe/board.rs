// The rules of tic-tac-toe. X is the attacker.
use phidelta::{Game, Goal, Key, Outcome, Side, mix};

/// The squares that X and O have taken, a bit each; bit 0 is the upper left corner.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    pub x: u16,
    pub o: u16,
    pub goal: Goal,
}

/// Three rows, three columns, two diagonals: one octal digit is one row.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// Whether a side has three in a row.
pub fn has_line(squares: u16) -> bool {
    LINES.iter().any(|line| squares & line == *line)
}

impl Game for TicTacToe {
    type Move = u8;
    const ACYCLIC: bool = true; // squares are never freed

    fn side(&self) -> Side {
        if self.x.count_ones() == self.o.count_ones() { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend((0..9).filter(|square| (self.x | self.o) >> square & 1 == 0));
    }

    fn play(&mut self, square: u8) {
        let mover = if self.side() == Side::Attacker { &mut self.x } else { &mut self.o };
        *mover |= 1 << square;
    }

    fn undo(&mut self, square: u8) {
        self.x &= !(1 << square);
        self.o &= !(1 << square);
    }

    fn outcome(&self) -> Option<Outcome> {
        match (has_line(self.x), has_line(self.o)) {
            (true, _) => Some(Outcome::Win),
            (_, true) => Some(Outcome::Loss),
            _ => (self.x | self.o == FULL).then_some(Outcome::Draw),
        }
    }

    fn key(&self) -> Key {
        mix(u64::from(self.x) << 16 | u64::from(self.o))
    }

    fn goal(&self) -> Goal {
        self.goal
    }
}
