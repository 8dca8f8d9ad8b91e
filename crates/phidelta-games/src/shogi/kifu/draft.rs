//! A record being put together, whatever its format: pieces, hands, side to move, moves.

use std::ops::Range;

use super::super::error::{SfenError, SfenErrorKind as Wrong};
use super::super::position::Position;
use super::super::sfen::Reader;
use super::super::types::{Color, Kind, Piece, Square};
use super::moves::Written;

/// A record as it was read.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// With the defender's hand, which the text may leave out.
    pub(super) start: Position,
    /// Where the position stands in the text.
    pub(super) place: Range<usize>,
    /// The main line.
    pub(super) moves: Vec<Written>,
    /// What else its head says: 作品名, 作者 and others, in their order.
    pub(super) headers: Vec<(String, String)>,
}

/// A record being read.
pub(super) struct Draft {
    reader: Reader,
    /// Whose hand the text gives, by colour.
    given: [bool; 2],
    /// Which of them it names by role (攻方, 玉方), the attacker being taken for Black.
    by_role: [bool; 2],
    /// Whether there is a diagram.
    board: bool,
    /// A position that came as a whole.
    preset: Option<Position>,
    side: Option<Color>,
    /// Who has all that is left.
    rest: Option<Color>,
    /// Where the position stands, as far as it was read.
    place: Option<Range<usize>>,
    pub(super) moves: Vec<Written>,
    pub(super) headers: Vec<(String, String)>,
}

impl Draft {
    pub(super) fn new() -> Draft {
        Draft {
            reader: Reader::new(),
            given: [false; 2],
            by_role: [false; 2],
            board: false,
            preset: None,
            side: None,
            rest: None,
            place: None,
            moves: Vec::new(),
            headers: Vec::new(),
        }
    }

    /// Whether a position or moves have been read.
    pub(super) fn has_content(&self) -> bool {
        self.place.is_some() || !self.moves.is_empty()
    }

    pub(super) fn has_board(&self) -> bool {
        self.board
    }

    /// Says that a diagram begins.
    pub(super) fn begin_board(&mut self, place: &Range<usize>) {
        self.board = true;
        self.mark(place);
    }

    pub(super) fn has_preset(&self) -> bool {
        self.preset.is_some()
    }

    pub(super) fn has_hand(&self, color: Color) -> bool {
        self.given[color.index()]
    }

    pub(super) fn side(&self) -> Option<Color> {
        self.side
    }

    /// Notes where the position stands; the first place counts.
    pub(super) fn mark(&mut self, place: &Range<usize>) {
        self.place.get_or_insert_with(|| place.clone());
    }

    pub(super) fn set_side(&mut self, side: Color) {
        self.side = Some(side);
    }

    pub(super) fn set_preset(&mut self, position: Position) {
        self.preset = Some(position);
    }

    pub(super) fn put(&mut self, square: Square, piece: Piece, place: Range<usize>) -> Result<(), SfenError> {
        if self.reader.position.piece(square).is_some() {
            return Err(SfenError::unexpected(
                place,
                format!("a second piece on {square}"),
                "an empty square",
            ));
        }
        self.reader.put(square, piece, place)
    }

    /// Says that the hand of a colour was named by role, Black being the attacker.
    pub(super) fn name_by_role(&mut self, color: Color) {
        self.by_role[color.index()] = true;
    }

    /// Gives hands that were named by role to White as the attacker and Black as the defender.
    fn turn_roles(&mut self) -> Result<(), SfenError> {
        if Color::ALL.iter().any(|color| self.given[color.index()] && !self.by_role[color.index()]) {
            let place = self.place.clone().unwrap_or(0..0);
            let expected = "先手 and 後手, or 攻方 and 玉方";
            return Err(SfenError::unexpected(
                place,
                "two hands of the same side, named in two ways",
                expected,
            ));
        }
        let position = &mut self.reader.position;
        let [black, white] = Color::ALL.map(|color| position.hand(color));
        position.set_hand(Color::Black, white);
        position.set_hand(Color::White, black);
        self.given.swap(0, 1);
        self.rest = self.rest.map(Color::flip);
        Ok(())
    }

    /// Says that a side's hand is as the text gives it, be it empty.
    pub(super) fn give_hand(&mut self, color: Color) {
        self.given[color.index()] = true;
    }

    /// Puts pieces into a hand.
    pub(super) fn add(
        &mut self,
        color: Color,
        kind: Kind,
        count: u32,
        place: Range<usize>,
    ) -> Result<(), SfenError> {
        if kind == Kind::KING || kind.is_promoted() {
            let found = format!("a {} in hand", kind.name());
            return Err(SfenError::unexpected(place, found, "one of 飛 角 金 銀 桂 香 歩"));
        }
        self.reader.count(kind, count, place)?;
        let position = &mut self.reader.position;
        let hand = (0..count).fold(position.hand(color), |hand, _| hand.with(kind));
        position.set_hand(color, hand);
        self.give_hand(color);
        Ok(())
    }

    /// Gives a side all that is left at the end.
    pub(super) fn give_rest(&mut self, color: Color, place: Range<usize>) -> Result<(), SfenError> {
        if self.rest.is_some() {
            return Err(SfenError::unexpected(place, "the rest a second time", "it to be given once"));
        }
        self.rest = Some(color);
        self.give_hand(color);
        Ok(())
    }

    /// The record, if all is well with its position.
    pub(super) fn finish(mut self) -> Result<Record, SfenError> {
        if self.side == Some(Color::White) && self.by_role != [false; 2] {
            self.turn_roles()?;
        }
        let place = self.place.unwrap_or(0..0);
        if !self.board {
            // A named start has empty hands: pieces in them belong to a diagram that is missing.
            let empty = Color::ALL.iter().all(|&color| self.reader.position.hand(color).is_empty());
            if !empty || self.given != [false; 2] && self.preset.is_none() {
                return Err(SfenError::unexpected(place, "pieces in hand without a board", "a diagram"));
            }
            let mut start = self.preset.unwrap_or_else(Position::start);
            start.set_side(self.side.unwrap_or(start.side()));
            return Ok(Record { start, place, moves: self.moves, headers: self.headers });
        }
        let mut start = self.reader.position;
        start.set_side(self.side.unwrap_or(Color::Black));
        let opponent = start.side().flip();
        if let Some(color) = self.rest {
            start.add_rest(color);
        } else if !self.given[opponent.index()] {
            start.complete_hand(opponent);
        }
        if start.in_check(opponent) {
            let king = self.reader.kings[opponent.index()].clone();
            return Err(SfenError::at(king, Wrong::OpponentInCheck(opponent)));
        }
        Ok(Record { start, place, moves: self.moves, headers: self.headers })
    }
}

impl Position {
    /// Gives a side all pieces of a set that are not in play.
    fn add_rest(&mut self, color: Color) {
        let mut hand = self.hand(color);
        for kind in Kind::IN_HAND {
            for _ in self.total(kind)..kind.in_set() {
                hand = hand.with(kind);
            }
        }
        self.set_hand(color, hand);
    }
}
