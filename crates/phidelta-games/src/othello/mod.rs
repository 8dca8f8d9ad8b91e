//! Othello on 8×8 and 6×6 boards: who wins, and by how much.

pub mod bitboard;
mod board;
mod certificate;
mod estimate;
mod game;
mod last;
mod promise;
mod score;
mod stability;
mod text;

pub use board::{Color, Move, Position, Size};
pub use game::{LAST_SQUARES, MOST_LAST_SQUARES, Othello};
pub use score::{Scored, score};
pub use stability::stable;
