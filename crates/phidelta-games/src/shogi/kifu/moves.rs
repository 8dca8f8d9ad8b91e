//! Moves as records write them, and how they are found among the legal ones.
//!
//! KIF names origin and target, CSA both and what stands there afterwards, KI2 only target and piece, with
//! a word that tells pieces of one kind apart. A move is that legal one which fits all that is written.

use std::ops::Range;

use super::super::error::{SfenError, SfenErrorKind as Wrong};
use super::super::mv::Move;
use super::super::notation::{Origin, Way, origin, way};
use super::super::position::Position;
use super::super::types::{Color, Kind, Square};
use super::words::Cursor;

/// A move as it is written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) place: Range<usize>,
    pub(super) text: String,
    /// Whose it is, if it says so.
    pub(super) color: Option<Color>,
    /// `None` is 同: where the move before ended.
    pub(super) to: Option<Square>,
    pub(super) form: Form,
}

/// What is written beside the target.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// KIF, JKF: where it comes from (nowhere: the hand), the piece before the move, whether it promotes.
    Exact { from: Option<Square>, kind: Kind, promotes: bool },
    /// CSA: where it comes from and the piece after the move.
    After { from: Option<Square>, kind: Kind },
    /// KI2: the piece before the move, whether it promotes, and words such as 右 or 打.
    Described { kind: Kind, promotes: bool, manner: Vec<char> },
}

/// Words that tell pieces of one kind apart; 行 and 入 are older words for 上.
const MANNERS: [char; 9] = ['左', '右', '直', '上', '寄', '引', '行', '入', '打'];

impl Written {
    /// Reads a move of KIF or KI2; the cursor goes on behind it.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Written, SfenError> {
        let (start, whole) = (cursor.at, cursor.rest);
        let wrong = |cursor: &Cursor<'_>, expected| {
            let end = cursor.at + cursor.peek().map_or(0, char::len_utf8);
            let found = cursor.peek().map_or("the line ends here".to_string(), |c| format!("'{c}'"));
            Err(SfenError::unexpected(cursor.at..end, found, expected))
        };
        let color = cursor.mark();
        let to = if cursor.eat("同") {
            cursor.spaces();
            None
        } else {
            match cursor.square() {
                Some(to) => Some(to),
                None => return wrong(cursor, "a square such as ７六, or 同"),
            }
        };
        let Some(kind) = cursor.kind() else {
            return wrong(cursor, "a piece such as 歩 or 成銀");
        };
        let (mut manner, mut promotes, mut from) = (Vec::new(), false, None);
        loop {
            if cursor.eat("不成") || cursor.eat("生") {
                promotes = false;
            } else if cursor.eat("成") {
                promotes = true;
            } else if let Some(c) = cursor.take(|c| MANNERS.contains(&c).then_some(c)) {
                manner.push(c);
            } else {
                break;
            }
        }
        let mut ahead = *cursor;
        // What else may stand in brackets is the time taken.
        if (ahead.eat("(") || ahead.eat("（"))
            && let Some(square) = ahead.square()
            && (ahead.eat(")") || ahead.eat("）"))
        {
            from = Some(square);
            *cursor = ahead;
        }
        let form = match from {
            Some(_) => Form::Exact { from, kind, promotes },
            None if manner == ['打'] => Form::Exact { from, kind, promotes },
            None => Form::Described { kind, promotes, manner },
        };
        let text = whole[..cursor.at - start].to_string();
        Ok(Written { place: start..cursor.at, text, color, to, form })
    }

    /// The legal move that is meant; `last` is where the move before ended.
    pub(super) fn find(&self, position: &Position, last: Option<Square>) -> Result<Move, SfenError> {
        let wrong = |kind| Err(SfenError::at(self.place.clone(), kind));
        let unexpected = |found: String, expected| wrong(Wrong::Unexpected { found, expected });
        if self.color.is_some_and(|color| color != position.side()) {
            let expected = match position.side() {
                Color::Black => "one of Black's",
                Color::White => "one of White's",
            };
            return unexpected(format!("{} is a move of the other side", self.text), expected);
        }
        let Some(to) = self.to.or(last) else {
            return unexpected("同 without a move before".into(), "a square such as ７六");
        };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|mv| mv.to() == to);
        match &self.form {
            &Form::Exact { from, kind, promotes } => {
                moves.retain(|mv| mv.from() == from && mv.kind() == kind && mv.is_promotion() == promotes);
            }
            &Form::After { from, kind } => moves.retain(|mv| mv.from() == from && mv.kind_after() == kind),
            Form::Described { kind, promotes, manner } => {
                moves.retain(|mv| mv.kind() == *kind && mv.is_promotion() == *promotes);
                describe(&mut moves, manner);
            }
        }
        match moves[..] {
            [mv] => Ok(mv),
            [] => wrong(Wrong::IllegalMove(self.text.clone())),
            _ => unexpected(
                format!("{} may be several moves", self.text),
                "a word such as 右, 左, 直, 上, 寄, 引 or 打",
            ),
        }
    }
}

/// Keeps the moves that fit the words. All have one kind and one target.
fn describe(moves: &mut Vec<Move>, manner: &[char]) {
    if manner.contains(&'打') {
        return moves.retain(|mv| mv.is_drop());
    }
    // A drop that a piece on the board could also make would have its word.
    if moves.iter().any(|mv| !mv.is_drop()) {
        moves.retain(|mv| !mv.is_drop());
    }
    if moves.len() < 2 {
        return;
    }
    let all: Vec<Square> = moves.iter().filter_map(|mv| mv.from()).collect();
    moves.retain(|mv| {
        let Some(from) = mv.from() else { return false };
        let (us, to) = (mv.color(), mv.to());
        // Two dragons or horses are told apart by how they stand to each other.
        let pair = matches!(mv.kind(), Kind::HORSE | Kind::DRAGON);
        let beside = |side: Origin| {
            origin(us, from, to) == side
                || pair && all.iter().all(|&other| other == from || origin(us, from, other) == side)
        };
        manner.iter().all(|word| match word {
            '左' => beside(Origin::Left),
            '右' => beside(Origin::Right),
            '直' => origin(us, from, to) == Origin::Straight && way(us, from, to) == Way::Up,
            '寄' => way(us, from, to) == Way::Sideways,
            '引' => way(us, from, to) == Way::Back,
            _ => way(us, from, to) == Way::Up,
        })
    });
}

/// The moves of a line from `start`, in USI (`G*1c 1b1a`) or in Japanese (`▲１三金 △１一玉`, `13金打、11玉`).
/// What says that it ends there (まで3手詰) is passed over.
pub fn read_moves(start: &Position, text: &str) -> Result<Vec<Move>, SfenError> {
    let (mut position, mut line) = (start.clone(), Vec::<Move>::new());
    let mut cursor = Cursor::new(text, 0);
    loop {
        while cursor.take(|c| (c.is_whitespace() || matches!(c, '、' | ',' | '，')).then_some(())).is_some()
        {
        }
        if cursor.rest.is_empty() || cursor.rest.starts_with("まで") {
            return Ok(line);
        }
        let word = cursor.rest.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
        let mv = if word.is_ascii() {
            let place = cursor.at..cursor.at + word.len();
            cursor.eat(word);
            position.read_move(word).map_err(|error| SfenError::at(place, error.kind))?
        } else {
            let last = line.last().map(|mv| mv.to());
            Written::read(&mut cursor)?.find(&position, last)?
        };
        position.play(mv);
        line.push(mv);
    }
}
