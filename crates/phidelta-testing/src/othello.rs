//! Othello once more, as plainly as possible: an array of squares, walks along eight directions, and a
//! minimax without any cut. The truth that the fast rules are held to.
use phidelta_games::othello::{Color, Position, Size};

/// Squares by rank, then file: 1 is the side to move, -1 the other, 0 empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    pub side: usize,
    pub squares: Vec<i8>,
}

impl Plain {
    pub fn of(position: &Position) -> Plain {
        let side = position.size().side();
        let (own, opp) = (position.discs(position.side()), position.discs(position.side().flip()));
        let at = |i: u8| {
            let bit = 1u64 << position.size().square(i % side, i / side);
            i8::from(own & bit != 0) - i8::from(opp & bit != 0)
        };
        Plain { side: side.into(), squares: (0..side * side).map(at).collect() }
    }

    pub fn position(&self, color: Color) -> Position {
        let size = if self.side == 6 { Size::Six } else { Size::Eight };
        let set = |who: i8| {
            let here = |i: &usize| self.squares[*i] == who;
            (0..self.squares.len())
                .filter(here)
                .map(|i| 1u64 << size.square((i % self.side) as u8, (i / self.side) as u8))
                .fold(0, |set, bit| set | bit)
        };
        let (black, white) = if color == Color::Black { (set(1), set(-1)) } else { (set(-1), set(1)) };
        Position::new(size, black, white, color)
    }

    /// The discs that a move turns.
    fn turned(&self, square: usize) -> Vec<usize> {
        let mut all = Vec::new();
        if self.squares[square] != 0 {
            return all;
        }
        for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = ((square % self.side) as i32, (square / self.side) as i32);
            loop {
                (x, y) = (x + dx, y + dy);
                if x < 0 || y < 0 || x >= self.side as i32 || y >= self.side as i32 {
                    break;
                }
                let here = y as usize * self.side + x as usize;
                match self.squares[here] {
                    -1 => run.push(here),
                    1 => {
                        all.extend(run);
                        break;
                    }
                    _ => break,
                }
            }
        }
        all
    }

    pub fn moves(&self) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| !self.turned(square).is_empty()).collect()
    }

    pub fn pass(&self) -> Plain {
        Plain { side: self.side, squares: self.squares.iter().map(|disc| -disc).collect() }
    }

    pub fn play(&self, square: usize) -> Plain {
        let mut next = self.clone();
        for turned in self.turned(square) {
            next.squares[turned] = 1;
        }
        next.squares[square] = 1;
        next.pass()
    }

    pub fn is_over(&self) -> bool {
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    pub fn empties(&self) -> usize {
        self.squares.iter().filter(|&&disc| disc == 0).count()
    }

    /// The final score of the side to move, empty squares going to the winner.
    pub fn final_score(&self) -> i32 {
        let sum: i32 = self.squares.iter().map(|&disc| i32::from(disc)).sum();
        sum + sum.signum() * self.empties() as i32
    }

    /// The score with best play.
    pub fn value(&self) -> i32 {
        let moves = self.moves();
        if moves.is_empty() {
            return if self.is_over() { self.final_score() } else { -self.pass().value() };
        }
        moves.into_iter().map(|square| -self.play(square).value()).max().unwrap_or_default()
    }
}

/// A position of a random game with so many empty squares, if the game gets there and goes on.
pub fn late(rng: &mut fastrand::Rng, size: Size, empties: usize) -> Option<Plain> {
    let mut plain = Plain::of(&Position::start(size));
    loop {
        if plain.is_over() {
            return None;
        }
        if plain.empties() == empties {
            return Some(plain);
        }
        let moves = plain.moves();
        plain = if moves.is_empty() { plain.pass() } else { plain.play(moves[rng.usize(..moves.len())]) };
    }
}
