//! What people see: text that lines up, in their language.

mod checked;
mod position;
mod solved;
mod table;

pub use checked::checked;
pub use position::position;
pub use solved::solved;
pub use table::{Table, check_word};

/// Characters of a position that a table shows; more would push the numbers off the screen.
pub const POSITION_WIDTH: usize = 32;

/// Characters of a line of play that a table shows.
pub(crate) const LINE_WIDTH: usize = 24;
