//! Connect four on any board that fits into 128 bits, with any number in a row.
//!
//! Two players drop stones into columns; the first with `row` stones in a straight line wins, a full
//! board is a draw. It is the worked example of "add a game in an afternoon" in CONTRIBUTING.md, one step
//! a file: `shape` has the geometry, `game` the rules as the searches see them, `notation` the text. `quick`
//! and `last` make the usual board fast.

mod certificate;
mod game;
mod last;
mod notation;
mod quick;
mod shape;

pub use game::ConnectFour;
pub use shape::Shape;
