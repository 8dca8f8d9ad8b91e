//! Ultimate tic-tac-toe: nine boards of tic-tac-toe that are the cells of a tenth.
//!
//! A move into a cell sends the opponent to the board at the same place; if that board is closed (won or
//! full) he may choose any open one. Three won boards in a line win; when all boards are closed without
//! a line the game is a draw.
//!
//! `lines` has tables about three in a row, `position` the boards and their key, `game` what the searches
//! are told, `notation` the text.

mod certificate;
mod game;
mod lines;
mod notation;
mod position;

pub use game::Uttt;
pub use position::{Move, Player, Position};
