//! Othello on 8×8 and 6×6 boards: who wins, and by how much.

pub mod bitboard;
mod board;
mod certificate;
mod estimate;
mod forecast;
mod game;
mod last;
mod move_order;
mod patterns;
mod processor;
mod score;
mod shallow;
mod stability;
mod text;
pub mod training;
mod weights;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use board::{Color, Move, Position, Size};
pub use game::{LAST_SQUARES, MOST_LAST_SQUARES, Othello};
pub use score::{Scored, score};
pub use stability::stable;
pub use weights::Weights;
