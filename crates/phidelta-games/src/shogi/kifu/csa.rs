//! CSA, the format of the Computer Shogi Association, versions 2 and 3.
//!
//! Statements stand on rows or between commas: `P1` to `P9` draw the board, `PI` is the start of a game
//! without some pieces, `P+` and `P-` add pieces (square 00 is the hand, `AL` all that is left), `+` or `-`
//! says who is to move, `+7776FU` is a move. `/` on its own row separates records.

use std::ops::Range;

use super::super::error::SfenError;
use super::super::position::Position;
use super::super::types::{Color, Kind, Piece, Square};
use super::draft::{Draft, Record};
use super::kakinoki::rows;
use super::moves::{Form, Written};

/// Reads all records of a text.
pub(super) fn read(text: &str) -> Result<Vec<Record>, SfenError> {
    let mut records = Vec::new();
    let mut draft = Draft::new();
    let mut ended = false;
    for (at, row) in rows(text) {
        if row == "/" {
            finish(std::mem::replace(&mut draft, Draft::new()), at, &mut records)?;
            ended = false;
            continue;
        }
        // Only these may hold free text, with commas in it.
        if row.starts_with(['\'', 'N', '$', 'V']) {
            continue;
        }
        let mut start = at;
        for part in row.split(',') {
            let place = start..start + part.len();
            start = place.end + 1;
            if part.starts_with('%') {
                ended = true;
            } else if !ended {
                statement(&mut draft, part, place)?;
            }
        }
    }
    finish(draft, text.len(), &mut records)?;
    Ok(records)
}

fn finish(draft: Draft, end: usize, records: &mut Vec<Record>) -> Result<(), SfenError> {
    if !draft.has_content() {
        return Ok(());
    }
    if draft.side().is_none() {
        return Err(SfenError::unexpected(
            end..end,
            "the record ends here",
            "a line '+' or '-': who is to move",
        ));
    }
    records.push(draft.finish()?);
    Ok(())
}

fn statement(draft: &mut Draft, text: &str, place: Range<usize>) -> Result<(), SfenError> {
    let bytes = text.as_bytes();
    if !text.is_ascii() {
        return Err(unknown(text, place));
    }
    match bytes {
        [] | [b'T', ..] => Ok(()),
        [b'P', b'I', ..] => initial(draft, &text[2..], place.start + 2, &place),
        [b'P', rank @ b'1'..=b'9', ..] => row(draft, rank - b'0', text, &place),
        [b'P', sign @ (b'+' | b'-'), ..] => {
            pieces(draft, color_of(*sign), &text[2..], place.start + 2, &place)
        }
        [sign @ (b'+' | b'-')] => {
            if draft.side().is_some() {
                return Err(SfenError::unexpected(place, "who is to move a second time", "a move"));
            }
            draft.set_side(color_of(*sign));
            draft.mark(&place);
            Ok(())
        }
        [sign @ (b'+' | b'-'), ..] => one_move(draft, color_of(*sign), text, place),
        _ => Err(unknown(text, place)),
    }
}

fn unknown(text: &str, place: Range<usize>) -> SfenError {
    let found = format!("'{}'", text.chars().take(20).collect::<String>());
    SfenError::unexpected(place, found, "a statement of CSA: PI, P1 to P9, P+, P-, +, -, a move, % or '")
}

fn color_of(sign: u8) -> Color {
    if sign == b'-' { Color::White } else { Color::Black }
}

/// The kind that two letters stand for.
pub(super) fn kind_of(letters: &str) -> Option<Kind> {
    Some(match letters {
        "FU" => Kind::PAWN,
        "KY" => Kind::LANCE,
        "KE" => Kind::KNIGHT,
        "GI" => Kind::SILVER,
        "KI" => Kind::GOLD,
        "KA" => Kind::BISHOP,
        "HI" => Kind::ROOK,
        "OU" => Kind::KING,
        "TO" => Kind::PRO_PAWN,
        "NY" => Kind::PRO_LANCE,
        "NK" => Kind::PRO_KNIGHT,
        "NG" => Kind::PRO_SILVER,
        "UM" => Kind::HORSE,
        "RY" => Kind::DRAGON,
        _ => return None,
    })
}

/// A square of two digits; `Some(None)` is 00, the hand.
fn square_of(digits: &[u8]) -> Option<Option<Square>> {
    match digits {
        [b'0', b'0'] => Some(None),
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::new(file - b'0', rank - b'0').map(Some),
        _ => None,
    }
}

/// Groups of a square and a kind: `11OU00KI`. The text is ASCII.
fn groups(
    text: &str,
    at: usize,
) -> impl Iterator<Item = Result<(Option<Square>, &str, Range<usize>), SfenError>> {
    let text = text.trim_end();
    (0..text.len()).step_by(4).map(move |i| {
        let group = &text[i..text.len().min(i + 4)];
        let place = at + i..at + i + group.len();
        let square = square_of(group.as_bytes().get(..2).unwrap_or_default()).filter(|_| group.len() == 4);
        match square {
            Some(square) => Ok((square, &group[2..], place)),
            None => Err(SfenError::unexpected(
                place,
                format!("'{group}'"),
                "a square and a piece such as 11OU or 00KI",
            )),
        }
    })
}

fn bad_kind(letters: &str, place: Range<usize>) -> SfenError {
    SfenError::unexpected(place, format!("'{letters}'"), "a piece such as FU, KI or OU")
}

/// The start of a game without the pieces named.
fn initial(draft: &mut Draft, text: &str, at: usize, place: &Range<usize>) -> Result<(), SfenError> {
    let mut gone = Vec::new();
    let start = Position::start();
    for group in groups(text, at) {
        let (square, letters, place) = group?;
        let kind = kind_of(letters).ok_or_else(|| bad_kind(letters, place.clone()))?;
        let there = square.and_then(|square| start.piece(square));
        if there.is_none_or(|piece| piece.kind() != kind) {
            return Err(SfenError::unexpected(
                place,
                format!("no {letters} there to take away"),
                "a piece of the start",
            ));
        }
        gone.extend(square);
    }
    draft.begin_board(place);
    for square in start.occupied() {
        if let Some(piece) = start.piece(square).filter(|_| !gone.contains(&square)) {
            draft.put(square, piece, place.clone())?;
        }
    }
    // Who gives a handicap has nothing in hand.
    Color::ALL.into_iter().for_each(|color| draft.give_hand(color));
    Ok(())
}

/// A rank of nine squares of three characters: `P1-KY * …`.
fn row(draft: &mut Draft, rank: u8, text: &str, place: &Range<usize>) -> Result<(), SfenError> {
    draft.begin_board(place);
    // Spaces at the end of the last square may be missing.
    if text.len() > 2 + 27 || text.len() < 2 + 26 {
        let found = format!("rank {rank} has {} characters", text.len() - 2);
        return Err(SfenError::unexpected(place.clone(), found, "nine squares of three: ' * ' or '+FU'"));
    }
    for file in 0..9 {
        let from = 2 + 3 * usize::from(file);
        let cell = &text[from..text.len().min(from + 3)];
        let here = place.start + from..place.start + from + cell.len();
        if cell.trim() == "*" {
            continue;
        }
        let piece = match cell.as_bytes() {
            [sign @ (b'+' | b'-'), ..] => kind_of(&cell[1..]).map(|kind| Piece::new(color_of(*sign), kind)),
            _ => None,
        };
        let wrong =
            || SfenError::unexpected(here.clone(), format!("'{cell}'"), "a square: ' * ', '+FU' or '-OU'");
        let piece = piece.ok_or_else(wrong)?;
        if let Some(square) = Square::new(9 - file, rank) {
            draft.put(square, piece, here)?;
        }
    }
    Ok(())
}

/// Pieces of a side, one by one.
fn pieces(
    draft: &mut Draft,
    color: Color,
    text: &str,
    at: usize,
    place: &Range<usize>,
) -> Result<(), SfenError> {
    draft.begin_board(place);
    for group in groups(text, at) {
        let (square, letters, place) = group?;
        if square.is_none() && letters == "AL" {
            draft.give_rest(color, place)?;
            continue;
        }
        let kind = kind_of(letters).ok_or_else(|| bad_kind(letters, place.clone()))?;
        match square {
            Some(square) => draft.put(square, Piece::new(color, kind), place)?,
            None => draft.add(color, kind, 1, place)?,
        }
    }
    Ok(())
}

fn one_move(draft: &mut Draft, color: Color, text: &str, place: Range<usize>) -> Result<(), SfenError> {
    let bytes = text.as_bytes();
    let from = square_of(bytes.get(1..3).unwrap_or_default());
    let to = square_of(bytes.get(3..5).unwrap_or_default()).flatten();
    let kind = text.get(5..).map(str::trim_end).and_then(kind_of);
    let (Some(from), Some(to), Some(kind)) = (from, to, kind) else {
        return Err(SfenError::unexpected(place, format!("'{text}'"), "a move such as +7776FU or -0055KA"));
    };
    let form = Form::After { from, kind };
    draft.moves.push(Written { place, text: text.to_string(), color: Some(color), to: Some(to), form });
    Ok(())
}
