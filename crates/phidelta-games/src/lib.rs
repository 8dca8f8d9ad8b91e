//! Games for the proof-number searches of [`phidelta`].
//!
//! Each module is one game: its rules, its text format, and what helps to experiment with it.

pub mod graph;
pub mod shogi;
pub mod synthetic;
