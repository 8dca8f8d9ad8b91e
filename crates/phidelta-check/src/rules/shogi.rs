//! Mate problems of shogi.
//!
//! The rules are `tsume`, or `mated` where the side to move is the one to be mated. A position is SFEN: board, side to move, both hands in
//! full, and a move number that means nothing. A move is that of USI: `7g7f`, `8h2b+`, `G*5b`.
//!
//! The side to move in the position of the heading attacks, under `mated` the other one. Each of his moves must give check, and he fails
//! when he has none, or when a position is repeated. The defender may play anything legal and is mated if
//! there is nothing. Either king may be missing, except that of the defender. Not legal are: a move that
//! leaves one's own king in check; a piece that could never move again; a second unpromoted pawn on a file
//! by a drop; mate by a dropped pawn.

use super::{Goal, Outcome, Rules, Turn};

/// Who attacks.
#[derive(Clone, Debug)]
pub struct Tsume {
    attacker: Side,
}

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Moves up the board.
    Black,
    /// Moves down.
    White,
}

use Side::{Black, White};

impl Side {
    fn other(self) -> Side {
        if self == Black { White } else { Black }
    }
}

/// A piece: its letter in capitals, whether it is promoted, whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    letter: char,
    promoted: bool,
    side: Side,
}

/// A position. Columns are counted from the left as printed: file 9 is column 0; rows from the top.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    board: [[Option<Piece>; 9]; 9],
    side: Side,
    /// How many of [`LETTERS`] Black and White have in hand.
    hands: [[u8; 7]; 2],
}

/// Pieces that can be in hand.
const LETTERS: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
/// How many of each a set has.
const SET: [u8; 7] = [2, 2, 4, 4, 4, 4, 18];

/// Ways to go: down and right, as Black sees them.
type Ways = &'static [(i32, i32)];

const KING: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const GOLD: [(i32, i32); 6] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
const SILVER: [(i32, i32); 5] = [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const FORWARD: [(i32, i32); 1] = [(-1, 0)];
const JUMPS: [(i32, i32); 2] = [(-2, -1), (-2, 1)];

impl Piece {
    /// Single steps, and directions of long moves.
    fn ways(self) -> (Ways, Ways) {
        match (self.letter, self.promoted) {
            ('K', _) => (&KING, &[]),
            ('R', false) => (&[], &STRAIGHT),
            ('R', true) => (&DIAGONAL, &STRAIGHT),
            ('B', false) => (&[], &DIAGONAL),
            ('B', true) => (&STRAIGHT, &DIAGONAL),
            ('S', false) => (&SILVER, &[]),
            ('N', false) => (&JUMPS, &[]),
            ('L', false) => (&[], &FORWARD),
            ('P', false) => (&FORWARD, &[]),
            // A gold, and what is promoted to one.
            _ => (&GOLD, &[]),
        }
    }

    fn can_promote(self) -> bool {
        !self.promoted && !matches!(self.letter, 'K' | 'G')
    }
}

fn on_board(row: i32, column: i32) -> bool {
    (0..9).contains(&row) && (0..9).contains(&column)
}

/// Rows from the far end of the board, as a side sees it: 0 is the last.
fn from_end(row: i32, side: Side) -> i32 {
    if side == Black { row } else { 8 - row }
}

/// Whether an unpromoted piece could never move from this row.
fn is_dead(letter: char, row: i32, side: Side) -> bool {
    match letter {
        'P' | 'L' => from_end(row, side) < 1,
        'N' => from_end(row, side) < 2,
        _ => false,
    }
}

fn square(row: i32, column: i32) -> String {
    format!("{}{}", 9 - column, char::from(b'a' + row as u8))
}

fn drop_name(letter: char, row: i32, column: i32) -> String {
    format!("{letter}*{}", square(row, column))
}

fn hand_index(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&other| other == letter)
}

impl Position {
    fn at(&self, row: i32, column: i32) -> Option<Piece> {
        self.board[row as usize][column as usize]
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = (i32, i32, Piece)> + '_ {
        let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
        let piece = |(row, column)| self.at(row, column).map(|piece| (row, column, piece));
        all.filter_map(piece).filter(move |(_, _, piece)| piece.side == side)
    }

    /// Calls `visit` for each square a piece attacks, its own pieces' squares included, until that is true.
    fn reaches(
        &self,
        (row, column, piece): (i32, i32, Piece),
        mut visit: impl FnMut((i32, i32)) -> bool,
    ) -> bool {
        let sign = if piece.side == Black { 1 } else { -1 };
        let (steps, slides) = piece.ways();
        for &(down, right) in steps {
            let to = (row + sign * down, column + right);
            if on_board(to.0, to.1) && visit(to) {
                return true;
            }
        }
        for &(down, right) in slides {
            let mut to = (row + sign * down, column + right);
            while on_board(to.0, to.1) {
                if visit(to) {
                    return true;
                }
                if self.at(to.0, to.1).is_some() {
                    break;
                }
                to = (to.0 + sign * down, to.1 + right);
            }
        }
        false
    }

    /// The squares a piece attacks.
    fn reach(&self, piece: (i32, i32, Piece)) -> Vec<(i32, i32)> {
        let mut out = Vec::new();
        self.reaches(piece, |to| {
            out.push(to);
            false
        });
        out
    }

    /// Whether a side's king is attacked; a side without a king never is.
    fn in_check(&self, side: Side) -> bool {
        let Some((row, column, _)) = self.pieces(side).find(|(_, _, piece)| piece.letter == 'K') else {
            return false;
        };
        self.pieces(side.other()).any(|piece| self.reaches(piece, |to| to == (row, column)))
    }

    fn hand(&mut self, side: Side) -> &mut [u8; 7] {
        &mut self.hands[usize::from(side == White)]
    }

    /// All moves with accepted names that do not leave the own king in check; mates by dropped pawns are
    /// still among them.
    fn candidates(&self, accepted: impl Fn(&str) -> bool) -> Vec<(String, Position)> {
        let us = self.side;
        let mut out = Vec::new();
        let mut add = |name: String, mut after: Position| {
            if accepted(&name) && !after.in_check(us) {
                after.side = us.other();
                out.push((name, after));
            }
        };
        for (row, column, piece) in self.pieces(us) {
            for (to_row, to_column) in self.reach((row, column, piece)) {
                let taken = self.at(to_row, to_column);
                // Nobody takes a king; a position in which one could be taken is refused.
                if taken.is_some_and(|taken| taken.side == us || taken.letter == 'K') {
                    continue;
                }
                let mut after = self.clone();
                after.board[row as usize][column as usize] = None;
                if let Some(index) = taken.and_then(|taken| hand_index(taken.letter)) {
                    after.hand(us)[index] += 1;
                }
                let name = square(row, column) + &square(to_row, to_column);
                let mut put = |piece: Piece, name: String| {
                    let mut after = after.clone();
                    after.board[to_row as usize][to_column as usize] = Some(piece);
                    add(name, after);
                };
                let zone = from_end(row, us) < 3 || from_end(to_row, us) < 3;
                if zone && piece.can_promote() {
                    put(Piece { promoted: true, ..piece }, name.clone() + "+");
                }
                if piece.promoted || !is_dead(piece.letter, to_row, us) {
                    put(piece, name);
                }
            }
        }
        let hand = self.hands[usize::from(us == White)];
        let pawn = Piece { letter: 'P', promoted: false, side: us };
        let squares = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
        for (row, column) in squares.filter(|&(row, column)| self.at(row, column).is_none()) {
            let mut kinds: Vec<usize> = (0..LETTERS.len()).filter(|&index| hand[index] > 0).collect();
            kinds.retain(|&index| !is_dead(LETTERS[index], row, us));
            let two_pawns = (0..9).any(|row| self.at(row, column) == Some(pawn));
            kinds.retain(|&index| LETTERS[index] != 'P' || !two_pawns);
            kinds.retain(|&index| accepted(&drop_name(LETTERS[index], row, column)));
            if kinds.is_empty() {
                continue;
            }
            let mut after = self.clone();
            after.side = us.other();
            after.board[row as usize][column as usize] = Some(pawn);
            // Whatever is dropped here, it guards the king or does not.
            if after.in_check(us) {
                continue;
            }
            for index in kinds {
                let mut after = after.clone();
                after.board[row as usize][column as usize] = Some(Piece { letter: LETTERS[index], ..pawn });
                after.hand(us)[index] -= 1;
                out.push((drop_name(LETTERS[index], row, column), after));
            }
        }
        out
    }

    /// All legal moves with accepted names.
    fn legal(&self, accepted: impl Fn(&str) -> bool) -> Vec<(String, Position)> {
        let is_pawn_mate = |(name, after): &(String, Position)| {
            // The answer to a drop of a pawn beside the king is never a drop: candidates are enough.
            name.starts_with("P*") && after.in_check(after.side) && after.candidates(|_| true).is_empty()
        };
        let mut moves = self.candidates(accepted);
        moves.retain(|mv| !is_pawn_mate(mv));
        moves
    }
}

fn read_board(text: &str) -> Result<[[Option<Piece>; 9]; 9], String> {
    let mut board = [[None; 9]; 9];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(format!("{} ranks, expected nine", rows.len()));
    }
    for (row, text) in rows.into_iter().enumerate() {
        let (mut column, mut promoted) = (0, false);
        for sign in text.chars() {
            if let Some(empty) = sign.to_digit(10).filter(|&empty| empty > 0 && !promoted) {
                column += empty as usize;
                continue;
            }
            if sign == '+' && !promoted {
                promoted = true;
                continue;
            }
            let letter = sign.to_ascii_uppercase();
            let side = if sign.is_ascii_uppercase() { Black } else { White };
            let piece = Piece { letter, promoted, side };
            let known = letter == 'K' || hand_index(letter).is_some();
            let plain = Piece { promoted: false, ..piece };
            if !known || !sign.is_ascii_alphabetic() || column >= 9 || (promoted && !plain.can_promote()) {
                return Err(format!("rank '{text}' is no rank"));
            }
            if !promoted && is_dead(letter, row as i32, side) {
                return Err(format!("rank '{text}' has a piece that could never move"));
            }
            board[row][column] = Some(piece);
            (column, promoted) = (column + 1, false);
        }
        if column != 9 || promoted {
            return Err(format!("rank '{text}' has not nine squares"));
        }
    }
    Ok(board)
}

fn read_hands(text: &str) -> Result<[[u8; 7]; 2], String> {
    let mut hands = [[0; 7]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut number = String::new();
    for sign in text.chars() {
        if sign.is_ascii_digit() {
            number.push(sign);
            continue;
        }
        let index = hand_index(sign.to_ascii_uppercase()).filter(|_| sign.is_ascii_alphabetic());
        let count = if number.is_empty() { Some(1) } else { number.parse().ok() };
        let (Some(index), Some(count)) = (index, count) else {
            return Err(format!("hands '{text}' are no hands"));
        };
        let hand: &mut u8 = &mut hands[usize::from(sign.is_ascii_lowercase())][index];
        *hand = hand.checked_add(count).filter(|&n| n <= SET[index]).ok_or("too many pieces in hand")?;
        number.clear();
    }
    if number.is_empty() { Ok(hands) } else { Err(format!("hands '{text}' are no hands")) }
}

impl Tsume {
    /// The moves with accepted names.
    fn moves_named(&self, position: &Position, accepted: impl Fn(&str) -> bool) -> Vec<(String, Position)> {
        let mut moves = position.legal(accepted);
        if position.side == self.attacker {
            moves.retain(|(_, after)| after.in_check(after.side));
        }
        moves
    }
}

impl Rules for Tsume {
    type Position = Position;

    fn new(rules: &str, position: &str) -> Result<(Tsume, Position), String> {
        let mated = match rules {
            "tsume" => false,
            "mated" => true,
            _ => return Err(format!("'{rules}', expected 'tsume' or 'mated'")),
        };
        let mut game = Tsume { attacker: Black };
        let root = game.read(position)?;
        game.attacker = if mated { root.side.other() } else { root.side };
        if !root.pieces(game.attacker.other()).any(|(_, _, piece)| piece.letter == 'K') {
            return Err("the side to be mated has no king".into());
        }
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [board, side, hands, _] = words.as_slice() else {
            return Err(format!("'{text}', expected board, side, hands and a number"));
        };
        let side = match *side {
            "b" => Black,
            "w" => White,
            _ => return Err(format!("side '{side}', expected b or w")),
        };
        let position = Position { board: read_board(board)?, side, hands: read_hands(hands)? };
        for (index, letter) in LETTERS.into_iter().enumerate() {
            let on_board =
                position.board.iter().flatten().flatten().filter(|piece| piece.letter == letter).count();
            let in_hand = position.hands[0][index] + position.hands[1][index];
            if on_board + usize::from(in_hand) > SET[index].into() {
                return Err(format!("more {letter} than a set has"));
            }
        }
        for side in [Black, White] {
            let pieces: Vec<(i32, i32, Piece)> = position.pieces(side).collect();
            if pieces.iter().filter(|(_, _, piece)| piece.letter == 'K').count() > 1 {
                return Err("a side has two kings".into());
            }
            for column in 0..9 {
                let pawn = |(_, file, piece): &&(i32, i32, Piece)| {
                    *file == column && piece.letter == 'P' && !piece.promoted
                };
                if pieces.iter().filter(pawn).count() > 1 {
                    return Err("two pawns on a file".into());
                }
            }
        }
        if position.in_check(side.other()) {
            return Err("the side that is not to move is in check".into());
        }
        Ok(position)
    }

    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = vec![u8::from(position.side == White)];
        for piece in position.board.iter().flatten() {
            out.push(piece.map_or(b'.', |piece| {
                let letter =
                    if piece.side == Black { piece.letter } else { piece.letter.to_ascii_lowercase() };
                letter as u8 | if piece.promoted { 0x80 } else { 0 }
            }));
        }
        out.extend(position.hands.iter().flatten());
        out
    }

    fn attacks(&self, position: &Position) -> bool {
        position.side == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        let lost = if self.attacks(position) { Outcome::Loss } else { Outcome::Win };
        self.moves(position).is_empty().then_some(lost)
    }

    fn moves(&self, position: &Position) -> Vec<(String, Position)> {
        self.moves_named(position, |_| true)
    }

    fn turn(&self, position: &Position) -> Turn<Position> {
        let moves = self.moves(position);
        let lost = if self.attacks(position) { Outcome::Loss } else { Outcome::Win };
        if moves.is_empty() { Turn::Ended(lost) } else { Turn::Moves(moves) }
    }

    fn play(&self, position: &Position, name: &str) -> Option<Position> {
        self.moves_named(position, |other| other == name).pop().map(|(_, after)| after)
    }

    /// The attacker fails.
    fn repetition(&self, _goal: Goal) -> Option<bool> {
        Some(false)
    }
}
