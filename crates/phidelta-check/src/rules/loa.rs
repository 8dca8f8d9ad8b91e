//! Lines of Action.
//!
//! Rules: `both-connected=draw no-move=pass repetition=third`, with the other choices `mover-wins`, `loss`
//! and `second`. A position is 64 squares, a1, b1 … h8, of `X` (Black), `O` (White) and `-`, and who is to
//! move; that of the heading may go on with `moves` and the moves played since. A move is `b1-b3`, `b1xb3`
//! or `pass`.
//!
//! A piece moves in a straight line exactly as many squares as there are pieces of either colour on that
//! line, over its own, not over the opponent's, and captures by landing. Whoever has all pieces connected,
//! diagonals included, wins. Positions that the moves of the heading have used up (they occurred as often
//! as a position may) are draws when they are reached again.

use std::collections::{HashMap, HashSet};

use super::{Goal, Outcome, Rules, Word};

/// The variant, who attacks, and which positions are used up.
#[derive(Clone, Debug)]
pub struct Loa {
    mover_wins: bool,
    stuck_loses: bool,
    /// Occurrences before the one that is a draw.
    borne: usize,
    attacker: u8,
    spent: HashSet<Position>,
    /// The position of the heading as a text: the first board and the names of the moves since.
    root: String,
}

/// A position: the squares of Black and of White, one bit each, a1, b1 … h8 from the lowest.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pieces: [u64; 2],
    side: u8,
}

/// The four directions of lines.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Pieces that each side begins with.
const MOST_PIECES: u32 = 12;

/// Bytes of the heading's position: ten thousand moves.
const LONGEST_HISTORY: usize = 64 << 10;

fn other(side: u8) -> u8 {
    if side == b'X' { b'O' } else { b'X' }
}

fn on_board(file: i32, rank: i32) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// The bit of a square.
fn bit(file: i32, rank: i32) -> u64 {
    1 << (rank * 8 + file)
}

/// The squares of a set and all their neighbours.
fn grown(set: u64) -> u64 {
    // Nothing goes round the edge from one file to the other.
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    row | row << 8 | row >> 8
}

impl Position {
    fn read(text: &str) -> Result<Position, String> {
        let (squares, side) = text.split_once(' ').ok_or("expected a board and a side")?;
        let side = match side {
            "X" => b'X',
            "O" => b'O',
            _ => return Err(format!("side '{side}', expected X or O")),
        };
        let squares = squares.as_bytes();
        if squares.len() != 64 || squares.iter().any(|sign| !b"XO-".contains(sign)) {
            return Err("expected 64 squares of X, O and -".into());
        }
        let set = |side: u8| {
            let of_side = squares.iter().enumerate().filter(|&(_, &sign)| sign == side);
            of_side.fold(0, |set, (square, _)| set | 1 << square)
        };
        let pieces: [u64; 2] = [set(b'X'), set(b'O')];
        if pieces.iter().any(|set| !(1..=MOST_PIECES).contains(&set.count_ones())) {
            return Err(format!("expected 1 to {MOST_PIECES} pieces of each side"));
        }
        Ok(Position { pieces, side })
    }

    fn of(&self, side: u8) -> u64 {
        self.pieces[usize::from(side == b'O')]
    }

    fn is_of(&self, side: u8, file: i32, rank: i32) -> bool {
        self.of(side) & bit(file, rank) != 0
    }

    fn is_taken(&self, file: i32, rank: i32) -> bool {
        (self.pieces[0] | self.pieces[1]) & bit(file, rank) != 0
    }

    /// Whether all pieces of a side can be reached from one of them, from neighbour to neighbour.
    fn is_connected(&self, side: u8) -> bool {
        let all = self.of(side);
        let mut reached = all & all.wrapping_neg();
        loop {
            let more = grown(reached) & all;
            if more == reached {
                return reached == all;
            }
            reached = more;
        }
    }

    /// Pieces on the whole line through a square.
    fn count(&self, file: i32, rank: i32, (right, up): (i32, i32)) -> i32 {
        let along = |sign: i32| {
            (1..)
                .map(move |step| (file + sign * right * step, rank + sign * up * step))
                .take_while(|&(file, rank)| on_board(file, rank))
                .filter(|&(file, rank)| self.is_taken(file, rank))
                .count() as i32
        };
        along(1) + along(-1) + i32::from(self.is_taken(file, rank))
    }

    /// The end of a move of a piece along a line, if it is legal.
    fn landing(&self, (file, rank): (i32, i32), (right, up): (i32, i32), far: i32) -> Option<(i32, i32)> {
        let to = (file + right * far, rank + up * far);
        if !on_board(to.0, to.1) || self.is_of(self.side, to.0, to.1) {
            return None;
        }
        let mut between = (1..far).map(|step| (file + right * step, rank + up * step));
        (!between.any(|(file, rank)| self.is_of(other(self.side), file, rank))).then_some(to)
    }

    /// The name and the end of a legal move.
    fn made(&self, (file, rank): (i32, i32), to: (i32, i32)) -> (Word, Position) {
        let takes = self.is_taken(to.0, to.1);
        let mut after = Position { side: other(self.side), ..self.clone() };
        after.pieces[usize::from(self.side == b'O')] ^= bit(file, rank) | bit(to.0, to.1);
        after.pieces[usize::from(self.side == b'X')] &= !bit(to.0, to.1);
        let [from_file, to_file] = [file, to.0].map(|file| b'a' + file as u8);
        let [from_rank, to_rank] = [rank, to.1].map(|rank| b'1' + rank as u8);
        (Word::new(&[from_file, from_rank, if takes { b'x' } else { b'-' }, to_file, to_rank]), after)
    }

    /// Moves of pieces.
    fn piece_moves(&self) -> Vec<(Word, Position)> {
        let mut out = Vec::new();
        let mut left = self.of(self.side);
        while left != 0 {
            let square = left.trailing_zeros() as i32;
            left &= left - 1;
            let from = (square % 8, square / 8);
            for (right, up) in DIRECTIONS {
                let far = self.count(from.0, from.1, (right, up));
                for way in [(right, up), (-right, -up)] {
                    out.extend(self.landing(from, way, far).map(|to| self.made(from, to)));
                }
            }
        }
        out
    }

    /// The position after the move of a piece with this name, if it is legal.
    fn piece_move(&self, wanted: &str) -> Option<Position> {
        let &[from_file, from_rank, _, to_file, to_rank] = wanted.as_bytes() else { return None };
        let square =
            |file: u8, rank: u8| (i32::from(file) - i32::from(b'a'), i32::from(rank) - i32::from(b'1'));
        let (from, to) = (square(from_file, from_rank), square(to_file, to_rank));
        if !on_board(from.0, from.1) || !on_board(to.0, to.1) || !self.is_of(self.side, from.0, from.1) {
            return None;
        }
        let way = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        if way == (0, 0) {
            return None;
        }
        // The same line, whichever way it is looked at.
        let far = self.count(from.0, from.1, way);
        let (name, after) = self.made(from, self.landing(from, way, far).filter(|&end| end == to)?);
        (name == Word::from(wanted)).then_some(after)
    }
}

impl Loa {
    /// The winner of a position, `None` for a draw; `None` outside if the game goes on.
    fn decided(&self, position: &Position) -> Option<Option<u8>> {
        let (side, mover) = (position.side, other(position.side));
        match (position.is_connected(mover), position.is_connected(side)) {
            (true, true) => return Some(self.mover_wins.then_some(mover)),
            (true, false) => return Some(Some(mover)),
            (false, true) => return Some(Some(side)),
            (false, false) => {}
        }
        if self.stuck_loses && position.piece_moves().is_empty() {
            return Some(Some(mover));
        }
        None
    }

    /// Plays the moves of the heading and notes what is used up by them.
    fn played<'t>(
        &mut self,
        mut position: Position,
        moves: impl Iterator<Item = &'t str>,
    ) -> Result<Position, String> {
        let mut before: HashMap<Position, usize> = HashMap::from([(position.clone(), 1)]);
        self.root = self.text(&position);
        let mut first = true;
        for word in moves {
            if self.decided(&position).is_some() || before[&position] > self.borne {
                return Err(format!("{word} after the end of the game"));
            }
            let found = self.moves(&position).into_iter().find(|(name, _)| *name == Word::from(word));
            let (name, after) = found.ok_or_else(|| format!("{word} is not legal"))?;
            self.root += if std::mem::take(&mut first) { " moves " } else { " " };
            self.root += &name.to_string();
            position = after;
            *before.entry(position.clone()).or_default() += 1;
        }
        let spent =
            |past: &Position, times: usize| times >= self.borne && (*past != position || times > self.borne);
        self.spent =
            before.into_iter().filter(|(past, times)| spent(past, *times)).map(|(past, _)| past).collect();
        Ok(position)
    }
}

impl Rules for Loa {
    type Position = Position;
    type Name = Word;

    fn new(rules: &str, position: &str) -> Result<(Loa, Position), String> {
        let mut game = Loa {
            mover_wins: false,
            stuck_loses: false,
            borne: 2,
            attacker: b'X',
            spent: HashSet::new(),
            root: String::new(),
        };
        let words: Vec<&str> = rules.split(' ').collect();
        let [both, stuck, repetition] = words.as_slice() else {
            return Err(format!("'{rules}', expected both-connected=… no-move=… repetition=…"));
        };
        match *both {
            "both-connected=draw" => {}
            "both-connected=mover-wins" => game.mover_wins = true,
            word => return Err(format!("'{word}' is no rule")),
        }
        match *stuck {
            "no-move=pass" => {}
            "no-move=loss" => game.stuck_loses = true,
            word => return Err(format!("'{word}' is no rule")),
        }
        match *repetition {
            "repetition=third" => {}
            "repetition=second" => game.borne = 1,
            word => return Err(format!("'{word}' is no rule")),
        }
        if position.len() > LONGEST_HISTORY {
            return Err("the position is too long".into());
        }
        let (board, moves) = match position.split_once(" moves ") {
            Some((board, moves)) => (board, Some(moves)),
            None => (position, None),
        };
        let first = Position::read(board)?;
        if first.is_connected(b'X') && first.is_connected(b'O') {
            return Err("both sides are connected: the game was over before".into());
        }
        let root = game.played(first, moves.into_iter().flat_map(|moves| moves.split(' ')))?;
        game.attacker = root.side;
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        Position::read(text)
    }

    fn text(&self, position: &Position) -> String {
        let sign = |square: usize| match position.pieces.map(|set| set >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '-',
        };
        (0..64).map(sign).chain([' ', char::from(position.side)]).collect()
    }

    fn root_text(&self, _root: &Position) -> String {
        self.root.clone()
    }

    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = vec![position.side];
        position.pieces.iter().for_each(|set| out.extend(set.to_le_bytes()));
        out
    }

    fn attacks(&self, position: &Position) -> bool {
        position.side == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        match self.decided(position) {
            Some(None) => Some(Outcome::Draw),
            Some(Some(winner)) if winner == self.attacker => Some(Outcome::Win),
            Some(Some(_)) => Some(Outcome::Loss),
            None => self.spent.contains(position).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, position: &Position) -> Vec<(Word, Position)> {
        let mut moves = position.piece_moves();
        if moves.is_empty() && !self.stuck_loses {
            let after = Position { side: other(position.side), ..position.clone() };
            moves.push((Word::new(b"pass"), after));
        }
        moves
    }

    fn play(&self, position: &Position, name: &str) -> Option<Position> {
        if self.end(position).is_some() {
            return None;
        }
        if name != "pass" {
            return position.piece_move(name);
        }
        // Who can move a piece must.
        let must = !self.stuck_loses && position.piece_moves().is_empty();
        must.then(|| Position { side: other(position.side), ..position.clone() })
    }

    /// A draw.
    fn repetition(&self, goal: Goal) -> Option<bool> {
        Some(goal.is_reached(Outcome::Draw))
    }
}
