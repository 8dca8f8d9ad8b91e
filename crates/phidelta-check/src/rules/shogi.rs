//! Mate problems of shogi.
//!
//! The rules are `tsume`, or `mated` where the side to move is the one to be mated. A position is that of
//! SFEN, board, side to move, hands and the number 1, but that an empty hand is written as `-`, too: `RG-`
//! says that White has nothing, where `RG` leaves it to the reader. A move is that of USI: `7g7f`, `8h2b+`,
//! `G*5b`.
//!
//! The side to move in the position of the heading attacks, under `mated` the other one. Each of his moves
//! must give check, and he fails when he has none, or when a position is repeated. The defender may play
//! anything legal and is mated if there is nothing. Either king may be missing, except that of the
//! defender. Under `mated` he must be in check at the root: who is not has no mate to be shown. Not legal are: a move that leaves one's own king in check; a piece that could never move
//! again; a second unpromoted pawn on a file by a drop; mate by a dropped pawn.

use super::{Goal, Outcome, Rules, Turn, Word};

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

/// What stands on a square: nothing, or [`WHITES`] and a kind.
type Piece = u8;

const NONE: Piece = 0;
const WHITES: Piece = 16;

/// Kinds. Promoted ones are [`PROMOTED`] more.
const PAWN: Piece = 1;
const LANCE: Piece = 2;
const KNIGHT: Piece = 3;
const SILVER: Piece = 4;
const GOLD: Piece = 5;
const BISHOP: Piece = 6;
const ROOK: Piece = 7;
const KING: Piece = 8;
const PROMOTED: Piece = 8;
/// Kinds that can be in hand are below this; a gold and a king have no promotion.
const HANDS: usize = 8;

/// The letters of the kinds, by number.
const LETTERS: [char; 9] = ['.', 'P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'];
/// How many of each a set has.
const SET: [u8; 9] = [0, 18, 4, 4, 4, 4, 2, 2, 2];

/// The ways to a neighbour: down and right. The opposite of a way is as far from the list's other end.
const WAYS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Ways as Black sees them, one bit each, the first of [`WAYS`] the lowest.
const FORWARD: u8 = 0b0000_0010;
const STRAIGHT: u8 = 0b0101_1010;
const DIAGONAL: u8 = 0b1010_0101;
const LIKE_GOLD: u8 = 0b0101_1111;
const LIKE_SILVER: u8 = 0b1010_0111;

/// The ways that each kind goes for a single step.
const STEPS: [u8; 16] = [
    0,
    FORWARD,
    0,
    0,
    LIKE_SILVER,
    LIKE_GOLD,
    0,
    0,
    0xff, // none, P, L, N, S, G, B, R, K
    LIKE_GOLD,
    LIKE_GOLD,
    LIKE_GOLD,
    LIKE_GOLD,
    0,
    STRAIGHT,
    DIAGONAL, // promoted P, L, N, S, none, B, R
];
/// The ways that each kind goes as far as it likes.
const SLIDES: [u8; 16] = [0, 0, FORWARD, 0, 0, 0, DIAGONAL, STRAIGHT, 0, 0, 0, 0, 0, 0, DIAGONAL, STRAIGHT];

fn kind(piece: Piece) -> Piece {
    piece & 15
}

fn owner(piece: Piece) -> Side {
    if piece & WHITES == 0 { Black } else { White }
}

/// A kind as a side's piece.
fn of(side: Side, kind: Piece) -> Piece {
    if side == Black { kind } else { kind | WHITES }
}

/// The kind with a letter of [`LETTERS`].
fn kind_of(letter: char) -> Option<Piece> {
    Some(match letter {
        'P' => PAWN,
        'L' => LANCE,
        'N' => KNIGHT,
        'S' => SILVER,
        'G' => GOLD,
        'B' => BISHOP,
        'R' => ROOK,
        'K' => KING,
        _ => return None,
    })
}

/// The letter of a plain kind as a side's piece.
fn letter(side: Side, kind: Piece) -> char {
    let letter = LETTERS[usize::from(kind)];
    if side == Black { letter } else { letter.to_ascii_lowercase() }
}

/// The kind that a captured piece is in hand.
fn plain(kind: Piece) -> Piece {
    if kind > KING { kind - PROMOTED } else { kind }
}

fn can_promote(kind: Piece) -> bool {
    kind < KING && kind != GOLD
}

/// Whether a piece goes one of [`WAYS`], for one step or for more.
fn goes(piece: Piece, way: usize, far: bool) -> bool {
    let seen = if owner(piece) == Black { way } else { 7 - way };
    let kind = usize::from(kind(piece));
    let ways = if far { SLIDES[kind] } else { STEPS[kind] | SLIDES[kind] };
    ways >> seen & 1 == 1
}

/// A square: rows from the top times nine, and columns from the left as printed: file 9 is column 0.
type Square = u8;

/// The square so far down and to the right, if it is on the board.
const fn step(square: Square, (down, right): (i8, i8)) -> Option<Square> {
    let (row, column) = ((square / 9) as i8 + down, (square % 9) as i8 + right);
    if row < 0 || row > 8 || column < 0 || column > 8 {
        return None;
    }
    Some((row * 9 + column) as Square)
}

/// One step from each square on each of [`WAYS`], made once: most of checking a mate is going along rows.
const NEIGHBOURS: [[Option<Square>; 8]; 81] = {
    let mut neighbours = [[None; 8]; 81];
    let mut square = 0;
    while square < 81 {
        let mut way = 0;
        while way < 8 {
            neighbours[square][way] = step(square as Square, WAYS[way]);
            way += 1;
        }
        square += 1;
    }
    neighbours
};

/// The next square on one of [`WAYS`], if it is on the board.
fn neighbour(square: Square, way: usize) -> Option<Square> {
    NEIGHBOURS[usize::from(square)][way]
}

/// Where a side's knight jumps from a square.
fn jumps(square: Square, side: Side) -> impl Iterator<Item = Square> {
    let down = if side == Black { -2 } else { 2 };
    [-1, 1].into_iter().filter_map(move |right| step(square, (down, right)))
}

/// Rows from the far end of the board, as a side sees it: 0 is the last.
fn from_end(square: Square, side: Side) -> u8 {
    if side == Black { square / 9 } else { 8 - square / 9 }
}

/// Whether an unpromoted piece could never move from a square.
fn is_dead(kind: Piece, square: Square, side: Side) -> bool {
    match kind {
        PAWN | LANCE => from_end(square, side) < 1,
        KNIGHT => from_end(square, side) < 2,
        _ => false,
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    Board { from: Square, to: Square, promotes: bool },
    Drop { kind: Piece, to: Square },
}

impl Move {
    fn read(text: &str) -> Option<Move> {
        let square = |file: u8, rank: u8| {
            let on_board = (b'1'..=b'9').contains(&file) && (b'a'..=b'i').contains(&rank);
            on_board.then(|| (rank - b'a') * 9 + (b'9' - file))
        };
        match *text.as_bytes() {
            [letter, b'*', file, rank] => {
                let kind = kind_of(char::from(letter)).filter(|&kind| kind < KING)?;
                Some(Move::Drop { kind, to: square(file, rank)? })
            }
            [a, b, c, d] => Some(Move::Board { from: square(a, b)?, to: square(c, d)?, promotes: false }),
            [a, b, c, d, b'+'] => {
                Some(Move::Board { from: square(a, b)?, to: square(c, d)?, promotes: true })
            }
            _ => None,
        }
    }

    fn name(self) -> Word {
        let square = |square: Square| [b'9' - square % 9, b'a' + square / 9];
        match self {
            Move::Board { from, to, promotes } => {
                let ([file, rank], [to_file, to_rank]) = (square(from), square(to));
                Word::new(&[file, rank, to_file, to_rank, b'+'][..if promotes { 5 } else { 4 }])
            }
            Move::Drop { kind, to } => {
                let [file, rank] = square(to);
                Word::new(&[LETTERS[usize::from(kind)] as u8, b'*', file, rank])
            }
        }
    }
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    board: [Piece; 81],
    side: Side,
    /// How many of each kind Black and White have in hand.
    hands: [[u8; HANDS]; 2],
    /// Where the kings stand.
    kings: [Option<Square>; 2],
}

impl Position {
    fn at(&self, square: Square) -> Piece {
        self.board[usize::from(square)]
    }

    fn is_of(&self, square: Square, side: Side) -> bool {
        self.at(square) != NONE && owner(self.at(square)) == side
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let all = self.board.iter().enumerate().filter(|&(_, &piece)| piece != NONE);
        all.filter(move |&(_, &piece)| owner(piece) == side).map(|(square, &piece)| (square as Square, piece))
    }

    fn hand(&self, side: Side) -> &[u8; HANDS] {
        &self.hands[usize::from(side == White)]
    }

    /// Calls `visit` for each piece of a side that attacks a square, with the squares between, until that is
    /// true.
    fn attackers(&self, square: Square, by: Side, visit: &mut dyn FnMut(Square, &[Square]) -> bool) -> bool {
        for way in 0..WAYS.len() {
            let (mut between, mut count) = ([0; 8], 0);
            let mut here = neighbour(square, way);
            while let Some(from) = here {
                let piece = self.at(from);
                if piece != NONE {
                    let attacks = owner(piece) == by && goes(piece, 7 - way, count > 0);
                    if attacks && visit(from, &between[..count]) {
                        return true;
                    }
                    break;
                }
                between[count] = from;
                count += 1;
                here = neighbour(from, way);
            }
        }
        // A knight attacks from where one of the other side would jump to.
        jumps(square, by.other()).any(|from| self.at(from) == of(by, KNIGHT) && visit(from, &[]))
    }

    /// Whether a side's king is attacked; a side without a king never is.
    fn in_check(&self, side: Side) -> bool {
        let king = self.kings[usize::from(side == White)];
        king.is_some_and(|king| self.attackers(king, side.other(), &mut |_, _| true))
    }

    /// Where a piece can go, apart from what it leaves its king to.
    fn reach(&self, from: Square, piece: Piece, visit: &mut dyn FnMut(Square) -> bool) -> bool {
        let us = owner(piece);
        let mut go = |to: Square| {
            let taken = self.at(to);
            // Nobody takes a king; a position in which one could be taken is refused.
            let free = taken == NONE || (owner(taken) != us && kind(taken) != KING);
            free && visit(to)
        };
        if kind(piece) == KNIGHT {
            return jumps(from, us).any(go);
        }
        for way in (0..WAYS.len()).filter(|&way| goes(piece, way, false)) {
            let mut here = neighbour(from, way);
            while let Some(to) = here {
                if go(to) {
                    return true;
                }
                if self.at(to) != NONE || !goes(piece, way, true) {
                    break;
                }
                here = neighbour(to, way);
            }
        }
        false
    }

    /// The position after a move that [`Position::is_possible`]; `None` if it leaves the own king in check.
    fn after(&self, mv: Move) -> Option<Position> {
        let us = self.side;
        let mut after = self.clone();
        after.side = us.other();
        let hand = &mut after.hands[usize::from(us == White)];
        match mv {
            Move::Drop { kind, to } => {
                hand[usize::from(kind)] -= 1;
                after.board[usize::from(to)] = of(us, kind);
            }
            Move::Board { from, to, promotes } => {
                let (piece, taken) = (self.at(from), self.at(to));
                if taken != NONE {
                    hand[usize::from(plain(kind(taken)))] += 1;
                }
                after.board[usize::from(from)] = NONE;
                after.board[usize::from(to)] = if promotes { piece + PROMOTED } else { piece };
                if kind(piece) == KING {
                    after.kings[usize::from(us == White)] = Some(to);
                }
            }
        }
        (!after.in_check(us)).then_some(after)
    }

    /// Whether a piece of the side to move may go so, as far as promotion is concerned.
    fn may_land(&self, piece: Piece, from: Square, to: Square, promotes: bool) -> bool {
        let us = self.side;
        let zone = from_end(from, us) < 3 || from_end(to, us) < 3;
        if promotes { zone && can_promote(kind(piece)) } else { !is_dead(kind(piece), to, us) }
    }

    /// Whether the side to move may drop a kind that it holds, as far as the square is concerned.
    fn may_drop(&self, dropped: Piece, to: Square) -> bool {
        let pawn = of(self.side, PAWN);
        let two_pawns = || (0..9).any(|row| self.board[usize::from(row * 9 + to % 9)] == pawn);
        self.at(to) == NONE && !is_dead(dropped, to, self.side) && (dropped != PAWN || !two_pawns())
    }

    /// Whether the side to move can make a move, whatever becomes of its king.
    fn is_possible(&self, mv: Move) -> bool {
        match mv {
            Move::Drop { kind, to } => self.hand(self.side)[usize::from(kind)] > 0 && self.may_drop(kind, to),
            Move::Board { from, to, promotes } => {
                self.is_of(from, self.side)
                    && self.reach(from, self.at(from), &mut |other| other == to)
                    && self.may_land(self.at(from), from, to, promotes)
            }
        }
    }

    /// Mate by a dropped pawn.
    fn is_pawn_mate(mv: Move, after: &Position) -> bool {
        // The answer to a pawn's check is never a drop, so that it does not matter which drops are legal.
        matches!(mv, Move::Drop { kind: PAWN, .. })
            && after.in_check(after.side)
            && !after.candidates(&mut |_, _| true)
    }

    /// Calls `visit` for all moves that do not leave the own king in check, until that is true; mates by
    /// dropped pawns are still among them.
    fn candidates(&self, visit: &mut dyn FnMut(Move, Position) -> bool) -> bool {
        let us = self.side;
        let king = self.kings[usize::from(us == White)];
        let (mut answers, mut count, mut checks) = ([0; 9], 0, 0);
        if let Some(king) = king {
            self.attackers(king, us.other(), &mut |from, between| {
                answers[..between.len()].copy_from_slice(between);
                answers[between.len()] = from;
                (count, checks) = (between.len() + 1, checks + 1);
                false
            });
        }
        if checks == 0 {
            if self
                .pieces(us)
                .any(|(from, piece)| self.reach(from, piece, &mut |to| self.goes(from, to, visit)))
            {
                return true;
            }
            return (0..81).any(|to| self.drops(to, visit));
        }
        if king.is_some_and(|from| self.reach(from, of(us, KING), &mut |to| self.goes(from, to, visit))) {
            return true;
        }
        // In check a piece other than the king must take the piece that gives it or go between; if two
        // give check, none can do both.
        let answers = if checks == 1 { &answers[..count] } else { &[] };
        answers.iter().any(|&to| {
            // A piece goes where it attacks.
            self.attackers(to, us, &mut |from, _| kind(self.at(from)) != KING && self.goes(from, to, visit))
                || self.drops(to, visit)
        })
    }

    /// Calls `visit` for the moves of a piece to a square that it can go to, with promotion and without, that
    /// do not leave the own king in check, until that is true.
    fn goes(&self, from: Square, to: Square, visit: &mut dyn FnMut(Move, Position) -> bool) -> bool {
        [true, false].into_iter().any(|promotes| {
            let mv = Move::Board { from, to, promotes };
            self.may_land(self.at(from), from, to, promotes)
                && self.after(mv).is_some_and(|after| visit(mv, after))
        })
    }

    /// Calls `visit` for all drops on a square that do not leave the own king in check, until that is true.
    fn drops(&self, to: Square, visit: &mut dyn FnMut(Move, Position) -> bool) -> bool {
        (1..HANDS as Piece).any(|kind| {
            let mv = Move::Drop { kind, to };
            self.is_possible(mv) && self.after(mv).is_some_and(|after| visit(mv, after))
        })
    }
}

fn read_board(text: &str) -> Result<[Piece; 81], String> {
    let mut board = [NONE; 81];
    let rows = text.split('/');
    let mut square = 0;
    for (row, text) in rows.enumerate() {
        let wrong = |what: &str| Err(format!("rank '{text}' {what}"));
        let mut promoted = false;
        for sign in text.chars() {
            if let Some(empty) = sign.to_digit(10).filter(|&empty| empty > 0 && !promoted) {
                square += empty as usize;
                continue;
            }
            if sign == '+' && !promoted {
                promoted = true;
                continue;
            }
            let side = if sign.is_ascii_uppercase() { Black } else { White };
            let Some(kind) = kind_of(sign.to_ascii_uppercase()) else { return wrong("is no rank") };
            if row > 8 || square >= 9 * (row + 1) || (promoted && !can_promote(kind)) {
                return wrong("is no rank");
            }
            if !promoted && is_dead(kind, square as Square, side) {
                return wrong("has a piece that could never move");
            }
            board[square] = of(side, if promoted { kind + PROMOTED } else { kind });
            (square, promoted) = (square + 1, false);
        }
        if square != 9 * (row + 1) || promoted {
            return wrong("has not nine squares");
        }
    }
    if square == 81 { Ok(board) } else { Err("expected nine ranks".into()) }
}

/// Reads the hands of Black and White, one behind the other: that of each side has its pieces, or `-`.
fn read_hands(text: &str) -> Result<[[u8; HANDS]; 2], String> {
    let wrong = || format!("hands '{text}', expected those of Black and of White, - for an empty one");
    let mut hands = [[0; HANDS]; 2];
    let mut number = None;
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            // A set has 18 of a kind at most.
            let more = number.unwrap_or(0) * 10 + digit as u8;
            number = Some(more).filter(|&more| more <= SET[1]);
            if number.is_none() {
                return Err(wrong());
            }
            continue;
        }
        if sign == '-' {
            continue;
        }
        let kind = kind_of(sign.to_ascii_uppercase()).map(usize::from);
        let kind = kind.filter(|&kind| kind < HANDS).ok_or_else(wrong)?;
        let hand: &mut u8 = &mut hands[usize::from(sign.is_ascii_lowercase())][kind];
        *hand = (*hand + number.take().unwrap_or(1)).min(SET[1] + 1);
    }
    // Order, signs for empty hands and needless numbers show when the position is written again.
    if number.is_none() { Ok(hands) } else { Err(wrong()) }
}

impl Tsume {
    /// Calls `visit` for all legal moves until that is true.
    fn each(&self, position: &Position, visit: &mut dyn FnMut(Move, Position) -> bool) -> bool {
        let attacks = self.attacks(position);
        position.candidates(&mut |mv, after| {
            let legal = !Position::is_pawn_mate(mv, &after) && (!attacks || after.in_check(after.side));
            legal && visit(mv, after)
        })
    }
}

impl Rules for Tsume {
    type Position = Position;
    const MOVER_ATTACKS: bool = false;
    type Name = Word;

    fn new(rules: &str, position: &str) -> Result<(Tsume, Position), String> {
        let mated = match rules {
            "tsume" => false,
            "mated" => true,
            _ => return Err(format!("'{rules}', expected 'tsume' or 'mated'")),
        };
        let mut game = Tsume { attacker: Black };
        let root = game.read(position)?;
        game.attacker = if mated { root.side.other() } else { root.side };
        if root.kings[usize::from(game.attacker == Black)].is_none() {
            return Err("the side to be mated has no king".into());
        }
        if mated && !root.in_check(root.side) {
            return Err("the side to be mated is to move, but not in check".into());
        }
        Ok((game, root))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let mut words = text.split(' ');
        let [Some(board), Some(side), Some(hands), Some(_), None] = [(); 5].map(|()| words.next()) else {
            return Err(format!("'{text}', expected board, side, hands and a number"));
        };
        let side = match side {
            "b" => Black,
            "w" => White,
            _ => return Err(format!("side '{side}', expected b or w")),
        };
        let mut position =
            Position { board: read_board(board)?, side, hands: read_hands(hands)?, kings: [None; 2] };
        let mut count = [0; 9];
        // Files with a pawn, one bit each, of Black and White.
        let mut pawns = [0u16; 2];
        for (square, &piece) in position.board.iter().enumerate().filter(|&(_, &piece)| piece != NONE) {
            let mine = usize::from(owner(piece) == White);
            count[usize::from(plain(kind(piece)))] += 1;
            if kind(piece) == KING && position.kings[mine].replace(square as Square).is_some() {
                return Err("a side has two kings".into());
            }
            let file = 1 << (square % 9);
            if kind(piece) == PAWN && pawns[mine] & file != 0 {
                return Err("two pawns on a file".into());
            }
            pawns[mine] |= if kind(piece) == PAWN { file } else { 0 };
        }
        for kind in 1..HANDS {
            if count[kind] + position.hands[0][kind] + position.hands[1][kind] > SET[kind] {
                return Err(format!("more {} than a set has", LETTERS[kind]));
            }
        }
        if position.in_check(side.other()) {
            return Err("the side that is not to move is in check".into());
        }
        Ok(position)
    }

    fn text(&self, position: &Position) -> String {
        // As long as most are.
        let mut out = String::with_capacity(96);
        for (row, squares) in position.board.chunks(9).enumerate() {
            if row > 0 {
                out.push('/');
            }
            let mut empty = 0;
            let digit = |empty: u8| char::from(b'0' + empty);
            for &piece in squares {
                if piece == NONE {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    out.push(digit(empty));
                    empty = 0;
                }
                if kind(piece) > KING {
                    out.push('+');
                }
                out.push(letter(owner(piece), plain(kind(piece))));
            }
            if empty > 0 {
                out.push(digit(empty));
            }
        }
        out += if position.side == Black { " b " } else { " w " };
        for side in [Black, White] {
            if position.hand(side).iter().all(|&count| count == 0) {
                out.push('-');
            }
            // The strongest first, as USI has it.
            for kind in (1..HANDS).rev() {
                match position.hand(side)[kind] {
                    0 => continue,
                    1 => {}
                    count => out += &count.to_string(),
                }
                out.push(letter(side, kind as Piece));
            }
        }
        out += " 1";
        out
    }

    fn pack(&self, position: &Position) -> Vec<u8> {
        let mut out = Vec::with_capacity(SQUARES_END + 2 * HANDS);
        out.push(u8::from(position.side == White));
        out.extend(position.board);
        position.hands.iter().for_each(|hand| out.extend(hand));
        out
    }

    /// There is no draw.
    fn asks(&self, goal: Goal) -> bool {
        goal == Goal::Win
    }

    fn attacks(&self, position: &Position) -> bool {
        position.side == self.attacker
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        let lost = if self.attacks(position) { Outcome::Loss } else { Outcome::Win };
        (!self.each(position, &mut |_, _| true)).then_some(lost)
    }

    fn moves(&self, position: &Position) -> Vec<(Word, Position)> {
        let mut out = Vec::new();
        self.each(position, &mut |mv, after| {
            out.push((mv.name(), after));
            false
        });
        out
    }

    fn turn(&self, position: &Position) -> Turn<Word, Position> {
        let moves = self.moves(position);
        let lost = if self.attacks(position) { Outcome::Loss } else { Outcome::Win };
        if moves.is_empty() { Turn::Ended(lost) } else { Turn::Moves(moves) }
    }

    fn play(&self, position: &Position, name: &str) -> Option<Position> {
        let mv = Move::read(name).filter(|&mv| position.is_possible(mv))?;
        let after = position.after(mv)?;
        let checks = !self.attacks(position) || after.in_check(after.side);
        (checks && !Position::is_pawn_mate(mv, &after)).then_some(after)
    }

    /// The same board and side to move; the side that has won holds at least as much of everything here, the
    /// other one at most as much. Why that is enough: docs/certificate.md.
    fn follows(&self, position: &Position, line: &[u8], proved: bool) -> bool {
        let packed = self.pack(position);
        let attacker = usize::from(self.attacker == White);
        let winner = if proved { attacker } else { 1 - attacker };
        let hand = |bytes: &[u8], side: usize, kind: usize| bytes[SQUARES_END + HANDS * side + kind];
        packed[..SQUARES_END] == line[..SQUARES_END]
            && (0..HANDS).all(|kind| {
                hand(&packed, winner, kind) >= hand(line, winner, kind)
                    && hand(&packed, 1 - winner, kind) <= hand(line, 1 - winner, kind)
            })
    }

    /// The attacker fails.
    fn repetition(&self, _goal: Goal) -> Option<bool> {
        Some(false)
    }
}

/// Bytes of a packed position before the hands: the side to move and the board.
const SQUARES_END: usize = 1 + 81;
