//! A text, a file or an edited board becomes a position that can be drawn.

use serde::{Deserialize, Serialize};

use super::check_length;
use super::refusal::Refusal;
use crate::read::Source;
use crate::view::{self, Board, BoardView};

/// What is to be shown.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PositionRequest {
    /// The game; told by itself if it is missing.
    pub game: Option<String>,
    /// The game that the page shows: it comes first where several fit.
    pub hint: Option<String>,
    /// The position.
    pub text: Option<String>,
    /// Variants of the rules.
    pub rules: Vec<String>,
    /// Moves to be played.
    pub moves: Vec<String>,
    /// A board that was set up by hand.
    pub board: Option<Board>,
    /// Who is to move on it.
    pub side: Option<String>,
    /// Whether the defender gets all that is left.
    pub rest: bool,
}

/// A position, or why a board that was set up is none yet.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PositionAnswer {
    /// A position.
    View(Box<BoardView>),
    /// A board that is being set up is no error, only not ready.
    NotReady {
        /// What is missing.
        error: Refusal,
    },
}

/// Reads a text or a board.
pub fn position(asked: &PositionRequest) -> Result<PositionAnswer, Refusal> {
    if let Some(board) = &asked.board {
        return set_up(asked, board);
    }
    let game = asked.game.as_deref();
    let text = asked.text.as_deref().ok_or_else(|| Refusal::bad("no text and no board"))?;
    check_length(game, text)?;
    let view = match game {
        Some(game) if !asked.moves.is_empty() => view::of_text(game, text, &asked.rules, &asked.moves)?,
        _ => view::detect(game, asked.hint.as_deref(), Source::Text(text), &asked.rules)?,
    };
    Ok(PositionAnswer::View(Box::new(view)))
}

/// Reads the bytes of a file.
pub fn of_file(game: Option<&str>, name: &str, bytes: &[u8]) -> Result<PositionAnswer, Refusal> {
    let view = view::detect(game, None, Source::File { name, bytes }, &[])?;
    Ok(PositionAnswer::View(Box::new(view)))
}

/// A board that was set up by hand.
fn set_up(asked: &PositionRequest, board: &Board) -> Result<PositionAnswer, Refusal> {
    let game = asked.game.as_deref().ok_or_else(|| Refusal::bad("a board needs its game"))?;
    let side = asked.side.as_deref().unwrap_or_default();
    let text = view::position_of(game, board, side, asked.rest)?;
    check_length(Some(game), &text)?;
    Ok(match view::of_text(game, &text, &asked.rules, &[]) {
        Ok(view) => PositionAnswer::View(Box::new(view)),
        Err(error) => PositionAnswer::NotReady { error: error.into() },
    })
}
