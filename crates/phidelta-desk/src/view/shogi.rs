//! Shogi boards.

use std::collections::BTreeMap;

use phidelta_games::shogi::{Color, Kind, Move, Position, Square, Tsume};

use super::{Board, BoardView, Diagram, EndView, MoveView};
use crate::error::{InputError, Place};
use crate::games::shogi::{played, read_kifu, refused_record};

/// Kinds that a hand holds, as letters.
const HAND: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/// Reads an SFEN, as a mate problem if it is one.
pub(super) fn of_text(text: &str, moves: &[String]) -> Result<BoardView, InputError> {
    let refused = |text: &str, error: phidelta_games::shogi::SfenError| {
        InputError::new(Place::Text, &error.kind).at(1, error.column(text)).marked(error.marked(text))
    };
    // A problem's defender holds what is left; a position by itself may be anything.
    let mut position = match Tsume::from_sfen(text) {
        Ok(problem) => problem.position().clone(),
        Err(error) => match Position::from_sfen(text) {
            Ok(position) => position,
            Err(_) => return Err(refused(text, error)),
        },
    };
    let mut last = Vec::new();
    let mut to = None;
    for text in moves {
        let mv = position.read_move(text).map_err(|error| refused(text, error))?;
        position.play(mv);
        last = mv.from().iter().map(Square::to_string).chain([mv.to().to_string()]).collect();
        to = Some(mv.to());
    }
    Ok(view(&position, last, to))
}

/// The first position of a game record.
pub(super) fn record(bytes: &[u8], name: &str) -> Result<BoardView, InputError> {
    let Some(kifu) = read_kifu(bytes, name)? else {
        return Err(InputError::new(
            Place::File(name.into()),
            "no game record, expected KIF, KI2, CSA or JKF",
        ));
    };
    let problem = kifu.problem(0, 0).map_err(|error| refused_record(name, &error));
    let position = match problem {
        Ok(problem) => problem.position().clone(),
        Err(error) if kifu.count() == 0 => return Err(error),
        Err(_) => kifu.start(0).clone(),
    };
    let mut view = view(&position, Vec::new(), None);
    view.format = Some("KIF, KI2, CSA or JKF".into());
    Ok(view)
}

/// A position, the squares of its last move, and where that went.
pub(super) fn view(position: &Position, last: Vec<String>, to: Option<Square>) -> BoardView {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let ended = legal.is_empty().then(|| EndView { how: "there is no legal move".into() });
    let text = position.to_string();
    let mut goals = Vec::new();
    if Tsume::from_sfen(&text).is_ok() {
        goals.push("mate");
    }
    if Tsume::mated_from_sfen(&text).is_ok() {
        goals.push("mated");
    }
    BoardView {
        game: "shogi",
        text,
        rules: Vec::new(),
        side: if position.side() == Color::Black { "black" } else { "white" },
        board: board(position),
        moves: legal.iter().map(|&mv| move_view(position, mv, &legal, to)).collect(),
        ended,
        last,
        goals,
        format: None,
        candidates: Vec::new(),
    }
}

/// Pieces and hands.
pub(crate) fn board(position: &Position) -> Board {
    let mut cells = BTreeMap::new();
    let mut rows = Vec::new();
    for rank in 1..=9_u8 {
        let mut row = Vec::new();
        for file in (1..=9_u8).rev() {
            let Some(square) = Square::new(file, rank) else { continue };
            if let Some(piece) = position.piece(square) {
                cells.insert(square.to_string(), piece.to_string());
            }
            row.push(square.to_string());
        }
        rows.push(row);
    }
    let hand = |color| {
        let hand = position.hand(color);
        HAND.iter()
            .filter_map(|&letter| Some((letter, Kind::from_letter(letter)?)))
            .filter(|(_, kind)| hand.has(*kind))
            .map(|(letter, kind)| (letter.to_string(), hand.count(kind)))
            .collect()
    };
    let hands = BTreeMap::from([
        ("black".to_string(), hand(Color::Black)),
        ("white".to_string(), hand(Color::White)),
    ]);
    Board { shape: "shogi".into(), rows, cells, hands: Some(hands), ..Board::default() }
}

fn move_view(position: &Position, mv: Move, legal: &[Move], last: Option<Square>) -> MoveView {
    let choice = |other: &&Move| other.from() == mv.from() && other.to() == mv.to() && !other.is_drop();
    let promote = (!mv.is_drop() && legal.iter().filter(choice).count() > 1).then_some(mv.is_promotion());
    MoveView {
        mv: mv.to_string(),
        ja: Some(position.japanese(mv, last)),
        from: mv.from().map(|square| square.to_string()),
        to: Some(mv.to().to_string()),
        drop: mv.is_drop().then(|| mv.kind().letter().to_string()),
        promote,
        also: Vec::new(),
    }
}

/// A board as SFEN, legal or not.
pub(super) fn text(board: &Board, side: &str, rest: bool) -> String {
    let mut out = String::new();
    for rank in 0..9_u8 {
        if rank > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for file in (1..=9_u8).rev() {
            let name = format!("{file}{}", char::from(b'a' + rank));
            match board.cells.get(&name) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        out.push_str(&empty.to_string());
                    }
                    empty = 0;
                    out.push_str(piece);
                }
            }
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
        }
    }
    let attacker = if side == "white" { "white" } else { "black" };
    out.push_str(if side == "white" { " w " } else { " b " });
    let before = out.len();
    for owner in ["black", "white"] {
        // What the defender holds is then worked out by the reader.
        if rest && owner != attacker {
            continue;
        }
        let hand = board.hands.as_ref().and_then(|hands| hands.get(owner));
        for letter in HAND {
            let count = hand.and_then(|hand| hand.get(&letter.to_string())).copied().unwrap_or(0);
            if count > 0 {
                let number = if count > 1 { count.to_string() } else { String::new() };
                let letter = if owner == "white" { letter.to_ascii_lowercase() } else { letter };
                out.push_str(&format!("{number}{letter}"));
            }
        }
    }
    if out.len() == before {
        out.push('-');
    }
    out.push_str(" 1");
    out
}

/// A line of play in Japanese, as far as it is legal.
pub(super) fn japanese(text: &str, line: &[String]) -> Vec<String> {
    let Some(start) = start(text) else { return Vec::new() };
    start.japanese_line(&played(&start, line))
}

/// The position of a text, with the defender's hand filled.
fn start(text: &str) -> Option<Position> {
    match Tsume::from_sfen(text) {
        Ok(problem) => Some(problem.position().clone()),
        Err(_) => Position::from_sfen(text).ok(),
    }
}

/// The diagrams along a line of play, the first one included.
pub(super) fn diagrams(text: &str, line: &[String]) -> Vec<Diagram> {
    let Some(mut position) = start(text) else { return Vec::new() };
    let moves = played(&position, line);
    let japanese = position.japanese_line(&moves);
    let mut out = vec![Diagram { ply: 0, board: board(&position), ..Diagram::default() }];
    for (ply, (&mv, ja)) in moves.iter().zip(japanese).enumerate() {
        position.play(mv);
        out.push(Diagram {
            ply: ply + 1,
            mv: Some(mv.to_string()),
            ja: Some(ja),
            last: mv.from().iter().map(Square::to_string).chain([mv.to().to_string()]).collect(),
            board: board(&position),
        });
    }
    out
}
