//! JKF, the JSON Kifu Format: one record, or a list of them.
//!
//! `initial.preset` names a starting position or is `OTHER`, then `initial.data` has side, board by file and
//! rank, and hands. `moves` has a move an entry; the first entry stands for the start. JSON that is no JSON
//! is an error of its row; elsewhere the message says which part is wrong.

use std::ops::Range;

use serde_json::Value;

use super::super::error::SfenError;
use super::super::types::{Color, Kind, Piece, Square};
use super::csa::kind_of;
use super::draft::{Draft, Record};
use super::handicap;
use super::moves::{Form, Written};

/// Reads all records of a text.
pub(super) fn read(text: &str) -> Result<Vec<Record>, SfenError> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let before: usize =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (before + error.column().saturating_sub(1)).min(text.len());
        let message = error.to_string();
        let found = format!("no JSON ({})", message.split(" at line ").next().unwrap_or_default());
        SfenError::unexpected(at..at, found, "a record in JSON")
    })?;
    match &value {
        Value::Array(list) => list.iter().map(record).collect(),
        _ => Ok(vec![record(&value)?]),
    }
}

/// JSON values have no place in the text.
const PLACE: Range<usize> = 0..0;

fn wrong<T>(path: &str, value: Option<&Value>, expected: &'static str) -> Result<T, SfenError> {
    // Longer values are not worth showing.
    let shown = value.map_or("missing".to_string(), |value| value.to_string().chars().take(40).collect());
    Err(SfenError::unexpected(PLACE, format!("{path} is {shown}"), expected))
}

fn record(value: &Value) -> Result<Record, SfenError> {
    if !value.is_object() {
        return wrong("the record", Some(value), "an object with 'initial' and 'moves'");
    }
    let mut draft = Draft::new();
    draft.mark(&PLACE);
    match value.get("initial") {
        None | Some(Value::Null) if value.get("moves").is_some() => {}
        Some(initial) if initial.is_object() => position(&mut draft, initial)?,
        other => return wrong("'initial'", other, "an object with 'preset'"),
    }
    if let Some(headers) = value.get("header").and_then(Value::as_object) {
        let texts =
            headers.iter().filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_string())));
        draft.headers.extend(texts);
    }
    let moves = match value.get("moves") {
        None => &[],
        Some(Value::Array(list)) => list.as_slice(),
        other => return wrong("'moves'", other, "a list of moves"),
    };
    for (i, entry) in moves.iter().enumerate() {
        match entry.get("move") {
            Some(mv) => draft.moves.push(one_move(mv, &format!("moves[{i}].move"))?),
            // The entry of the start, which may hold comments.
            None if i == 0 => {}
            None => break,
        }
    }
    draft.finish()
}

fn position(draft: &mut Draft, initial: &Value) -> Result<(), SfenError> {
    let preset = initial.get("preset");
    match preset.and_then(Value::as_str) {
        Some("OTHER") => {}
        Some(name) => match handicap::named(name) {
            Some(position) => {
                draft.set_preset(position);
                return Ok(());
            }
            None => return wrong("initial.preset", preset, "HIRATE, a handicap such as KA, or OTHER"),
        },
        None => return wrong("initial.preset", preset, "HIRATE, a handicap such as KA, or OTHER"),
    }
    let data = initial.get("data");
    let Some(Value::Object(data)) = data else {
        return wrong("initial.data", data, "an object with 'color', 'board' and 'hands'");
    };
    draft.set_side(color(data.get("color"), "initial.data.color")?);
    draft.begin_board(&PLACE);
    let Some(files) = data.get("board").and_then(Value::as_array).filter(|files| files.len() == 9) else {
        return wrong("initial.data.board", data.get("board"), "nine files of nine squares");
    };
    for (file, ranks) in (1..=9).zip(files) {
        let path = format!("initial.data.board[{}]", file - 1);
        let Some(ranks) = ranks.as_array().filter(|ranks| ranks.len() == 9) else {
            return wrong(&path, Some(ranks), "nine squares");
        };
        for (rank, cell) in (1..=9).zip(ranks) {
            let Some(letters) = cell.get("kind").filter(|kind| !kind.is_null()) else { continue };
            let path = format!("{path}[{}]", rank - 1);
            let kind = kind(Some(letters), &path)?;
            let piece = Piece::new(color(cell.get("color"), &path)?, kind);
            // Both are within 1 to 9.
            if let Some(square) = Square::new(file, rank) {
                draft.put(square, piece, PLACE)?;
            }
        }
    }
    for side in Color::ALL {
        let hand = data.get("hands").and_then(|hands| hands.get(side.index()));
        let path = format!("initial.data.hands[{}]", side.index());
        let Some(Value::Object(hand)) = hand else {
            return wrong(&path, hand, "an object such as {\"FU\":2}");
        };
        for (letters, count) in hand {
            let path = format!("{path}.{letters}");
            let Some(number) = count.as_u64().filter(|&number| number <= 18) else {
                return wrong(&path, Some(count), "a number up to 18");
            };
            let kind = kind(Some(&Value::String(letters.clone())), &path)?;
            if number > 0 {
                draft.add(side, kind, number as u32, PLACE)?;
            }
        }
    }
    Ok(())
}

fn color(value: Option<&Value>, path: &str) -> Result<Color, SfenError> {
    match value.and_then(Value::as_u64) {
        Some(0) => Ok(Color::Black),
        Some(1) => Ok(Color::White),
        _ => wrong(path, value, "the colour 0 or 1"),
    }
}

fn kind(value: Option<&Value>, path: &str) -> Result<Kind, SfenError> {
    match value.and_then(Value::as_str).and_then(kind_of) {
        Some(kind) => Ok(kind),
        None => wrong(path, value, "a piece such as FU, KI or OU"),
    }
}

fn square(value: Option<&Value>, path: &str) -> Result<Option<Square>, SfenError> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(None) };
    let number = |name: &str| value.get(name).and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
    match number("x").zip(number("y")).and_then(|(file, rank)| Square::new(file, rank)) {
        Some(square) => Ok(Some(square)),
        None => wrong(path, Some(value), "a square such as {\"x\":7,\"y\":6}"),
    }
}

fn one_move(value: &Value, path: &str) -> Result<Written, SfenError> {
    let color = match value.get("color") {
        None => None,
        some => Some(color(some, &format!("{path}.color"))?),
    };
    let mut to = square(value.get("to"), &format!("{path}.to"))?;
    if value.get("same").and_then(Value::as_bool) == Some(true) {
        to = None;
    } else if to.is_none() {
        return wrong(&format!("{path}.to"), None, "a square such as {\"x\":7,\"y\":6}");
    }
    let from = square(value.get("from"), &format!("{path}.from"))?;
    let kind = kind(value.get("piece"), &format!("{path}.piece"))?;
    let promotes = value.get("promote").and_then(Value::as_bool) == Some(true);
    let form = Form::Exact { from, kind, promotes };
    Ok(Written { place: PLACE, text: path.to_string(), color, to, form })
}
