//! A text, a file or an edited board becomes a position that can be drawn.

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, Request};
use axum::http::header;
use phidelta_desk::view::{self, Board, BoardView};
use phidelta_desk::{InputError, Source};
use serde::{Deserialize, Serialize};

use super::body::{JSON_BYTES, bytes, check_length, json};
use crate::error::{Answer, Refused};

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PositionBody {
    /// The game; told by itself if it is missing.
    game: Option<String>,
    /// The game that the page shows: it comes first where several fit.
    hint: Option<String>,
    text: Option<String>,
    rules: Vec<String>,
    /// Moves to be played.
    moves: Vec<String>,
    /// A board that was set up by hand, and who is to move.
    board: Option<Board>,
    side: Option<String>,
    /// Whether the defender gets all that is left.
    rest: bool,
}

/// The name and the game of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct File {
    name: Option<String>,
    game: Option<String>,
}

pub(super) async fn position(Query(file): Query<File>, request: Request) -> Answer<Json<PositionAnswer>> {
    let kind = request.headers().get(header::CONTENT_TYPE).map(|kind| kind.as_bytes().to_vec());
    let body: Body = request.into_body();
    if kind.is_some_and(|kind| kind.starts_with(b"application/octet-stream")) {
        let bytes = bytes(body, JSON_BYTES).await?;
        let name = file.name.unwrap_or_else(|| "file".into());
        let source = Source::File { name: &name, bytes: &bytes };
        return view::detect(file.game.as_deref(), None, source, &[])
            .map(PositionAnswer::yes)
            .map_err(refused);
    }
    let asked: PositionBody = json(body).await?;
    // A board that is being set up is no error, only not ready.
    if let Some(board) = &asked.board {
        return set_up(&asked, board);
    }
    answer(&asked).map(PositionAnswer::yes)
}

/// A position, or why a board that was set up is none yet.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum PositionAnswer {
    View(Box<BoardView>),
    NotReady { error: serde_json::Value },
}

impl PositionAnswer {
    fn yes(view: BoardView) -> Json<PositionAnswer> {
        Json(PositionAnswer::View(Box::new(view)))
    }
}

/// A board that was set up by hand.
fn set_up(asked: &PositionBody, board: &Board) -> Answer<Json<PositionAnswer>> {
    let game = asked.game.as_deref().ok_or_else(|| Refused::bad("a board needs its game"))?;
    let side = asked.side.as_deref().unwrap_or_default();
    let text = view::position_of(game, board, side, asked.rest).map_err(refused)?;
    check_length(Some(game), &text)?;
    Ok(match view::of_text(game, &text, &asked.rules, &[]) {
        Ok(view) => PositionAnswer::yes(view),
        Err(error) => Json(PositionAnswer::NotReady { error: refused(error).json() }),
    })
}

fn refused(error: InputError) -> Refused {
    Refused::position(&error)
}

fn answer(asked: &PositionBody) -> Answer<BoardView> {
    let game = asked.game.as_deref();
    let text = asked.text.as_deref().ok_or_else(|| Refused::bad("no text and no board"))?;
    check_length(game, text)?;
    match game {
        Some(game) if !asked.moves.is_empty() => {
            view::of_text(game, text, &asked.rules, &asked.moves).map_err(refused)
        }
        _ => view::detect(game, asked.hint.as_deref(), Source::Text(text), &asked.rules).map_err(refused),
    }
}
