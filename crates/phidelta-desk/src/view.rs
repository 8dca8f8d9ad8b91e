//! Positions for the eye: which piece is on which square, and which squares a move is about.
//!
//! Front ends that draw boards know no rules. They get squares in the order of the board, pieces by
//! square, and the legal moves with their squares; they give back moves, or pieces by square
//! ([`position_of`]). A position is shown in the text that reads back as the same position; those of
//! certificates are shown as well ([`of_certificate`]).

mod graph;
mod samples;
mod shogi;
mod stones;

use std::collections::BTreeMap;

use phidelta_games::shogi::KifuFormat;
use serde::{Deserialize, Serialize};

use crate::error::{InputError, Place};
use crate::games::{GameKind, Options, find};
use crate::layout::Drawing;
use crate::read::{Source, read};

pub(crate) use graph::drawing as graph_drawing;
pub use samples::{SAMPLES, Sample};

/// The games that can be drawn, in the order in which a front end offers them.
pub const DRAWN: [&str; 6] = ["shogi", "othello", "loa", "uttt", "connect4", "graph"];

/// A position that can be drawn.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardView {
    /// The game.
    pub game: &'static str,
    /// The position, in the text that is read again.
    pub text: String,
    /// Variants of the rules that are not the usual ones: `NAME=VALUE`.
    pub rules: Vec<String>,
    /// Who is to move: `black`, `white`, `X`, `O`, `OR`, `AND`.
    pub side: &'static str,
    /// The board.
    pub board: Board,
    /// The legal moves.
    pub moves: Vec<MoveView>,
    /// How the game has ended, if it has.
    pub ended: Option<EndView>,
    /// Squares of the last move.
    pub last: Vec<String>,
    /// Goals that can be asked for here; empty where all can.
    pub goals: Vec<&'static str>,
    /// What the text was, where that was told apart: `KIF`, `SFEN`.
    pub format: Option<String>,
    /// Other games that read the text as well.
    pub candidates: Vec<&'static str>,
}

/// What is on a board.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Board {
    /// How it is drawn: the name of the game.
    pub shape: String,
    /// The squares, row by row as they are drawn.
    pub rows: Vec<Vec<String>>,
    /// Pieces by square.
    pub cells: BTreeMap<String, String>,
    /// Pieces in hand by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<BTreeMap<String, BTreeMap<String, u32>>>,
    /// Squares that a rule points at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lit: Vec<String>,
    /// Who has won each of nine boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub large: Option<Vec<String>>,
    /// A graph, laid out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(skip_deserializing)]
    pub drawing: Option<Drawing>,
    /// A graph as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The node of a graph where play stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<String>,
}

/// A legal move.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct MoveView {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// In Japanese, where the game has that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ja: Option<String>,
    /// The square it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The square it goes to; none for a pass.
    pub to: Option<String>,
    /// The piece that is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<String>,
    /// Whether it promotes, where there is a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promote: Option<bool>,
    /// Squares that mean the same move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EndView {
    /// What ended it.
    pub how: String,
}

/// A picture of a board within a line of play.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Diagram {
    /// Moves before it.
    pub ply: usize,
    /// The move that led here.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The same in Japanese.
    pub ja: Option<String>,
    /// Its squares.
    pub last: Vec<String>,
    /// The board.
    pub board: Board,
}

/// A line of play in Japanese; empty for games that have no such notation.
pub fn japanese(game: &str, text: &str, line: &[String]) -> Vec<String> {
    if game == "shogi" { shogi::japanese(text, line) } else { Vec::new() }
}

/// The boards along a line of shogi, the first one included.
pub fn diagrams(text: &str, line: &[String]) -> Vec<Diagram> {
    shogi::diagrams(text, line)
}

/// Shows a position that is read, after some more moves.
pub fn of_text(game: &str, text: &str, rules: &[String], moves: &[String]) -> Result<BoardView, InputError> {
    let mut view = match game {
        "shogi" => shogi::of_text(text, moves),
        "othello" => stones::othello(text, moves),
        "loa" => stones::loa(text, rules, moves),
        "uttt" => stones::uttt(text, moves),
        "connect4" => stones::connect4(text, moves),
        "graph" => graph::of_text(text, moves),
        _ => Err(InputError::option(format!("game '{game}'"), "it cannot be drawn")),
    }?;
    view.rules = rules.to_vec();
    Ok(view)
}

/// Shows a position of a certificate.
pub fn of_certificate(game: &str, rules: &str, position: &str) -> Result<BoardView, InputError> {
    match game {
        "connect4" => stones::columns(rules, position),
        "graph" => graph::at(rules, position),
        "loa" => {
            let rules: Vec<String> = rules.split_whitespace().map(str::to_string).collect();
            of_text(game, position, &rules, &[])
        }
        _ => of_text(game, position, &[], &[]),
    }
}

/// The text of a board that was set up by hand; `rest` gives all pieces that are left to the defender.
pub fn position_of(game: &str, board: &Board, side: &str, rest: bool) -> Result<String, InputError> {
    match game {
        "shogi" => Ok(shogi::text(board, side, rest)),
        "othello" | "loa" => Ok(stones::text(board, side, game == "loa")),
        "uttt" => Ok(stones::uttt_text(board, side)),
        _ => Err(InputError::option(format!("game '{game}'"), "its positions are played, not set up")),
    }
}

/// Reads whatever it is: the game is told by itself unless it is given. `hint` is the game that a text
/// belongs to if several fit.
pub fn detect(
    game: Option<&str>,
    hint: Option<&str>,
    source: Source<'_>,
    rules: &[String],
) -> Result<BoardView, InputError> {
    let names: Vec<&str> = match game {
        Some(name) => vec![name],
        None => {
            let mut names = DRAWN.to_vec();
            names.sort_by_key(|name| Some(*name) != hint);
            names
        }
    };
    let mut found: Vec<BoardView> = Vec::new();
    let mut refused: Vec<(usize, InputError)> = Vec::new();
    for name in names {
        let kind = find(name).map_err(|message| InputError::option(format!("game '{name}'"), message))?;
        let rules = if game.is_some() { rules } else { &[] };
        match read_one(kind, source, rules) {
            Ok(view) => found.push(view),
            Err(error) => refused.push((reached(&error), error)),
        }
    }
    if found.is_empty() {
        // The reader that came furthest knows best what is wrong.
        let furthest = refused.into_iter().rev().max_by_key(|(reached, _)| *reached);
        return Err(furthest.map_or_else(|| InputError::new(Place::Text, "no position"), |(_, error)| error));
    }
    let candidates = found.iter().map(|view| view.game).collect();
    let mut view = found.swap_remove(0);
    view.candidates = candidates;
    Ok(view)
}

/// How far a reader came before it gave up, in characters; rows count for many.
fn reached(error: &InputError) -> usize {
    error.line.unwrap_or(1).saturating_sub(1) * 1000 + error.column.unwrap_or(0)
}

/// Reads a source as a position of one game.
fn read_one(kind: &dyn GameKind, source: Source<'_>, rules: &[String]) -> Result<BoardView, InputError> {
    let name = kind.name();
    let options = Options::new(kind, None, rules)?;
    match source {
        Source::Text(text) => {
            // A record that was pasted is read like a file.
            let record = name == "shogi" && KifuFormat::of_text(text).is_some();
            if record {
                return record_view(text.as_bytes(), "pasted text");
            }
            let text = kind.cut(first_row(kind, text)).unwrap_or(text).trim();
            let mut view = of_text(name, text, rules, &[])?;
            view.format = Some(format_name(name).into());
            Ok(view)
        }
        Source::File { name: file, bytes } => {
            if name == "shogi"
                && let Ok(view) = record_view(bytes, file)
            {
                return Ok(view);
            }
            if name == "graph" {
                let text = crate::read::text_of(bytes, file)?;
                let mut view = of_text(name, text, rules, &[])?;
                view.format = Some("JSON".into());
                return Ok(view);
            }
            let problems = read(kind, source, &options)?;
            let first = problems.first().map(|problem| problem.given().to_string()).unwrap_or_default();
            let mut view = of_text(name, &first, rules, &[])?;
            view.format = Some(format_name(name).into());
            Ok(view)
        }
    }
}

/// Of a text with several rows the first that has a position; graphs are one text.
fn first_row<'a>(kind: &dyn GameKind, text: &'a str) -> &'a str {
    if kind.name() == "graph" {
        return text;
    }
    text.lines().find(|row| kind.cut(row).is_some_and(|part| !part.trim().is_empty())).unwrap_or(text)
}

/// The start of a game record.
fn record_view(bytes: &[u8], name: &str) -> Result<BoardView, InputError> {
    shogi::record(bytes, name)
}

/// What the texts of a game are called.
fn format_name(game: &str) -> &'static str {
    match game {
        "shogi" => "SFEN",
        "othello" => "OBF",
        "graph" => "JSON",
        "connect4" => "columns",
        _ => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_again() {
        for sample in SAMPLES {
            let view = of_text(sample.game, sample.text, &[], &[]).unwrap();
            let again = of_text(sample.game, &view.text, &[], &[]).unwrap();
            assert_eq!(view.board.cells, again.board.cells, "{}", sample.text);
            assert_eq!(view.side, again.side);
            let found = detect(None, Some(sample.game), Source::Text(sample.text), &[]).unwrap();
            assert_eq!(found.game, sample.game);
        }
    }

    #[test]
    fn a_board_set_up_by_hand_is_the_position() {
        for sample in SAMPLES.iter().filter(|sample| !matches!(sample.game, "connect4" | "graph")) {
            let view = of_text(sample.game, sample.text, &[], &[]).unwrap();
            let text = position_of(sample.game, &view.board, view.side, false).unwrap();
            let again = of_text(sample.game, &text, &[], &[]).unwrap();
            assert_eq!(view.board.cells, again.board.cells, "{}", sample.text);
            assert_eq!(view.moves.len(), again.moves.len(), "{}", sample.text);
        }
    }

    #[test]
    fn every_move_can_be_played() {
        for sample in SAMPLES {
            let view = of_text(sample.game, sample.text, &[], &[]).unwrap();
            for mv in view.moves.iter().take(20) {
                let next = of_text(sample.game, &view.text, &[], std::slice::from_ref(&mv.mv)).unwrap();
                assert_ne!(
                    (next.side, &next.board.cells, &next.text),
                    (view.side, &view.board.cells, &view.text)
                );
            }
        }
    }

    #[test]
    fn the_reader_that_came_furthest_says_what_is_wrong() {
        let error = detect(None, None, Source::Text("9/8k/9/8P/9/9/9/9/9x b 2G 1"), &[]).unwrap_err();
        assert!(error.column.is_some_and(|column| column > 15), "{error}");
        let error = detect(Some("othello"), None, Source::Text("f5q9"), &[]).unwrap_err();
        assert_eq!(error.column, Some(3), "{error}");
    }
}
