//! Lines of Action: board, moves, text, and the question who wins.
//!
//! Black (`X`, first) begins on the top and bottom rows, White (`O`) on the left and right files. A piece
//! moves in a straight line exactly as many squares as there are pieces of either colour on that line;
//! it may jump its own, not the opponent's, and captures by landing. Whoever has all pieces connected,
//! diagonals included, wins. On three points players differ: [`Rules`].

mod certificate;
mod connection;
mod estimate;
mod game;
mod history;
mod lines;
mod position;
mod rules;
mod text;
mod types;
mod zobrist;

pub use game::Loa;
pub use history::{End, History, end_name};
pub use position::Position;
pub use rules::{Both, Count, Rules, Stuck};
pub use types::{Color, Move, Square};
