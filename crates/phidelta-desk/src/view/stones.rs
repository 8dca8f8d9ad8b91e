//! Boards of stones: Othello, lines of action, ultimate tic-tac-toe, connect four.

use std::collections::BTreeMap;

use phidelta::Game;
use phidelta_games::connect4::ConnectFour;
use phidelta_games::loa::{self, Loa};
use phidelta_games::othello;
use phidelta_games::text::TextError;
use phidelta_games::uttt;

use super::{Board, BoardView, EndView, MoveView};
use crate::error::{InputError, Place};
use crate::games::loa_rules;

fn refused(text: &str, error: &TextError) -> InputError {
    InputError::of_text(&Place::Text, text, error)
}

fn view(
    game: &'static str,
    text: String,
    side: &'static str,
    board: Board,
    moves: Vec<MoveView>,
) -> BoardView {
    BoardView {
        game,
        text,
        rules: Vec::new(),
        side,
        board,
        moves,
        ended: None,
        last: Vec::new(),
        goals: Vec::new(),
        format: None,
        candidates: Vec::new(),
    }
}

/// `X` or `O`.
fn letter(first: bool) -> &'static str {
    if first { "X" } else { "O" }
}

/// A board of letters and numbers; `up` if the first rank is at the bottom.
fn lettered(shape: &str, side: u8, up: bool) -> Board {
    let row = |rank: u8| (0..side).map(|file| name(file, rank)).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = (0..side).map(row).collect();
    if up {
        rows.reverse();
    }
    Board { shape: shape.into(), rows, ..Board::default() }
}

fn name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Othello.
pub(super) fn othello(text: &str, moves: &[String]) -> Result<BoardView, InputError> {
    let mut position = othello::Position::from_text(text).map_err(|error| refused(text, &error))?;
    let mut last = Vec::new();
    for text in moves {
        let mv = position.read_move(text).map_err(|error| refused(text, &error))?;
        position = position.after(mv);
        last = if mv.square().is_some() { vec![mv.text(position.size())] } else { Vec::new() };
    }
    let size = position.size();
    let mut board = lettered("othello", size.side(), false);
    for rank in 0..size.side() {
        for file in 0..size.side() {
            let bit = 1_u64 << size.square(file, rank);
            for color in [othello::Color::Black, othello::Color::White] {
                if position.discs(color) & bit != 0 {
                    board.cells.insert(name(file, rank), letter(color == othello::Color::Black).into());
                }
            }
        }
    }
    let moves = position.moves().into_iter().map(|mv| {
        let text = mv.text(size);
        MoveView { to: mv.square().map(|_| text.clone()), mv: text, ..MoveView::default() }
    });
    let over = position.is_over();
    let moves = if over { Vec::new() } else { moves.collect() };
    let side = letter(position.side() == othello::Color::Black);
    let mut view = view("othello", position.text(), side, board, moves);
    let score = position.score();
    view.ended = over.then(|| EndView { how: format!("neither side can move, the score is {score:+}") });
    view.last = last;
    Ok(view)
}

/// Lines of action. What was played before may matter, and stays in the text.
pub(super) fn loa(text: &str, rules: &[String], moves: &[String]) -> Result<BoardView, InputError> {
    let mut given = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !moves.is_empty() {
        given.push_str(if given.contains(" moves ") { " " } else { " moves " });
        given.push_str(&moves.join(" "));
    }
    let rules = loa_rules(rules)?;
    let history = loa::History::from_text(&given, rules).map_err(|error| refused(&given, &error))?;
    let position = history.position();
    let mut board = lettered("loa", 8, true);
    for square in (0..64).map(loa::Square::new) {
        if let Some(color) = position.piece(square) {
            board.cells.insert(square.to_string(), letter(color == loa::Color::Black).into());
        }
    }
    let end = history.end();
    let mut legal = Vec::new();
    if end.is_none() {
        position.legal_moves(rules, &mut legal);
    }
    let moves = legal.iter().map(|mv| MoveView {
        mv: mv.to_string(),
        from: (!mv.is_pass()).then(|| mv.from().to_string()),
        to: (!mv.is_pass()).then(|| mv.to().to_string()),
        ..MoveView::default()
    });
    let last = moves_of_last(&given);
    let side = letter(position.side() == loa::Color::Black);
    let mut view = view("loa", given.clone(), side, board, moves.collect());
    view.ended = Loa::new(&history).end().or(end).map(|end| EndView { how: loa::end_name(end).into() });
    view.last = last;
    Ok(view)
}

/// Squares of the last move of a list.
fn moves_of_last(text: &str) -> Vec<String> {
    let last = text.split_once(" moves ").and_then(|(_, moves)| moves.split_whitespace().last());
    last.map(|mv| mv.split(['-', 'x']).map(str::to_string).collect()).unwrap_or_default()
}

/// A board of Othello or lines of action as text: the squares from a1 on.
pub(super) fn text(board: &Board, side: &str, up: bool) -> String {
    let mut rows: Vec<&Vec<String>> = board.rows.iter().collect();
    if up {
        rows.reverse();
    }
    let sign = |name: &String| board.cells.get(name).map_or("-", String::as_str);
    let squares: String = rows.into_iter().flatten().map(sign).collect();
    format!("{squares} {side}")
}

/// The cell of nine boards in a row and column of the whole.
fn cell(row: u8, column: u8) -> String {
    let index = |value: u8| char::from(b'a' + value);
    format!("{}{}", index(row / 3 * 3 + column / 3), index(row % 3 * 3 + column % 3))
}

/// Ultimate tic-tac-toe.
pub(super) fn uttt(text: &str, moves: &[String]) -> Result<BoardView, InputError> {
    let text = [&[text.trim()][..], &moves.iter().map(String::as_str).collect::<Vec<_>>()].concat().join(" ");
    let position = uttt::Position::from_text(&text).map_err(|error| refused(&text, &error))?;
    let row = |row: u8| (0..9).map(|column| cell(row, column)).collect::<Vec<_>>();
    let mut board = Board { shape: "uttt".into(), rows: (0..9).map(row).collect(), ..Board::default() };
    for (large, small) in (0..9_u8).flat_map(|large| (0..9_u8).map(move |small| (large, small))) {
        let mv = uttt::Move { board: large, cell: small };
        if let Some(player) = position.stone(large, small) {
            board.cells.insert(mv.to_string(), player.to_string());
        }
    }
    let winner = |large: u8| {
        let won =
            [uttt::Player::X, uttt::Player::O].into_iter().find(|&player| position.has_won(player, large));
        won.map_or_else(
            || if position.is_closed(large) { "#".into() } else { String::new() },
            |player| player.to_string(),
        )
    };
    board.large = Some((0..9).map(winner).collect());
    let mut legal = Vec::new();
    let ended = position.ended();
    if ended.is_none() {
        position.moves(&mut legal);
        board.lit = legal.iter().map(ToString::to_string).collect();
    }
    let moves = legal.iter().map(|mv| MoveView {
        mv: mv.to_string(),
        to: Some(mv.to_string()),
        ..MoveView::default()
    });
    let side = letter(position.side() == uttt::Player::X);
    let last = moves_last(&text);
    let mut view = view("uttt", position.to_text(), side, board, moves.collect());
    view.ended = ended.map(|how| EndView { how });
    view.last = last;
    Ok(view)
}

/// The last move of a list behind a position.
fn moves_last(text: &str) -> Vec<String> {
    text.split_whitespace().skip(1).last().map(|mv| vec![mv.to_string()]).unwrap_or_default()
}

/// Lines of three.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Nine boards as text. A board is forced if all squares that are lit are in it.
pub(super) fn uttt_text(board: &Board, side: &str) -> String {
    let sign = |large: usize, small: usize| {
        let name = format!("{}{}", char::from(b'a' + large as u8), char::from(b'a' + small as u8));
        board.cells.get(&name).map_or('.', |stone| stone.chars().next().unwrap_or('.'))
    };
    let lit: Vec<char> = board.lit.iter().filter_map(|name| name.chars().next()).collect();
    let forced = lit.first().filter(|first| lit.iter().all(|other| other == *first));
    let large: String = (0..9)
        .map(|large| {
            let won = ['X', 'O'].into_iter().find(|&player| {
                LINES.iter().any(|line| line.iter().all(|&small| sign(large, small) == player))
            });
            let full = (0..9).all(|small| sign(large, small) != '.');
            let here = forced == Some(&char::from(b'a' + large as u8));
            won.unwrap_or(if full {
                '#'
            } else if here {
                '@'
            } else {
                '.'
            })
        })
        .collect();
    let boards: Vec<String> = (0..9).map(|large| (0..9).map(|small| sign(large, small)).collect()).collect();
    format!("{side};{large};{}", boards.join("/"))
}

/// Connect four: columns played.
pub(super) fn connect4(text: &str, moves: &[String]) -> Result<BoardView, InputError> {
    let played = format!("{}{}", text.trim(), moves.concat());
    let game = ConnectFour::from_text(&played).map_err(|error| refused(&played, &error))?;
    let shape = game.shape();
    let (width, height) = (shape.width(), shape.height());
    let stones: Vec<Vec<bool>> =
        (0..width).map(|column| (0..height).map_while(|level| game.stone(column, level)).collect()).collect();
    let legal = if game.outcome().is_none() {
        (0..width).filter(|&column| game.has_room(column)).collect()
    } else {
        Vec::new()
    };
    let mut view = stacked(played, height, &stones, &legal, |column| game.move_text(column));
    view.ended = game.ended().map(|how| EndView { how });
    if let Some(column) = moves.last().and_then(|mv| u8::from_str_radix(mv, 36).ok()) {
        let level = stones.get(usize::from(column).wrapping_sub(1)).map_or(0, Vec::len);
        view.last = vec![format!("{column}.{level}")];
    }
    Ok(view)
}

/// Connect four as certificates have it: the stones of each column from the bottom.
pub(super) fn columns(rules: &str, position: &str) -> Result<BoardView, InputError> {
    let wrong = || InputError::new(Place::Text, "no columns of X and O, expected some with / between them");
    let size = rules.split_once('x').and_then(|(_, rest)| rest.split('k').next());
    let height: u8 = size.and_then(|height| height.parse().ok()).ok_or_else(wrong)?;
    let stones: Vec<Vec<bool>> =
        position.split('/').map(|column| column.chars().map(|sign| sign == 'X').collect()).collect();
    let legal: Vec<u8> = (0_u8..)
        .zip(&stones)
        .filter(|(_, column)| column.len() < usize::from(height))
        .map(|(at, _)| at)
        .collect();
    let text = |column: u8| char::from_digit(u32::from(column) + 1, 36).unwrap_or('?').to_string();
    Ok(stacked(position.into(), height, &stones, &legal, text))
}

/// A board of columns; a click anywhere in one plays it.
fn stacked(
    text: String,
    height: u8,
    stones: &[Vec<bool>],
    legal: &[u8],
    move_text: impl Fn(u8) -> String,
) -> BoardView {
    let square = |column: usize, level: usize| format!("{}.{}", column + 1, level + 1);
    let rows = (0..usize::from(height)).rev();
    let rows = rows.map(|level| (0..stones.len()).map(|column| square(column, level)).collect());
    let mut cells = BTreeMap::new();
    for (column, levels) in stones.iter().enumerate() {
        for (level, &first) in levels.iter().enumerate() {
            cells.insert(square(column, level), letter(first).to_string());
        }
    }
    let count: usize = stones.iter().map(Vec::len).sum();
    let moves = legal.iter().map(|&column| {
        let at = usize::from(column);
        MoveView {
            mv: move_text(column),
            to: Some(square(at, stones[at].len())),
            also: (0..usize::from(height)).map(|level| square(at, level)).collect(),
            ..MoveView::default()
        }
    });
    let board = Board { shape: "connect4".into(), rows: rows.collect(), cells, ..Board::default() };
    view("connect4", text, letter(count.is_multiple_of(2)), board, moves.collect())
}
