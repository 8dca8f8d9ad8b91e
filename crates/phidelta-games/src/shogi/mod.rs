//! Shogi, made for mate problems (tsume-shogi): board, moves, text.
//!
//! The rules are complete: drops, promotion, pieces that could not move any more, two pawns on a file,
//! mate by a dropped pawn. Beside all legal moves there are two generators for the two sides of a mate
//! problem: only moves that give check, and only answers to a check.

mod attacks;
mod bitboard;
mod bits;
mod certificate;
mod checks;
pub mod compose;
mod error;
mod estimate;
mod evasions;
pub(crate) mod first_numbers;
mod generate;
mod hand;
mod kifu;
mod mate_in_one;
mod mv;
mod notation;
mod position;
mod sfen;
mod stock;
mod tsume;
mod types;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use error::{SfenError, SfenErrorKind};
pub use first_numbers::FirstNumbers;
pub use hand::Hand;
pub use kifu::{
    Kifu, KifuEnd, KifuError, KifuFormat, KifuNode, KifuTree, decode_kifu, read_moves, sfen_within,
};
pub use mv::Move;
pub use position::Position;
pub use tsume::Tsume;
pub use types::{Color, Kind, Piece, Square};
