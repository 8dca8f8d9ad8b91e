//! Positions as certificates have them.

use phidelta::Certifiable;

use super::game::Loa;
use super::types::{Move, Square};

impl Certifiable for Loa {
    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// One that connects.
    fn ending_move(&mut self) -> Option<Move> {
        self.winning_move()
    }

    /// The same as [`Self::move_text`], sign by sign: most of a certificate is moves.
    fn write_move(&self, mv: Move, out: &mut String) {
        if mv.is_pass() {
            return out.push_str("pass");
        }
        let signs = |square: Square| [b'a' + square.file(), b'1' + square.rank()].map(char::from);
        out.extend(signs(mv.from()));
        out.push(if mv.captures() { 'x' } else { '-' });
        out.extend(signs(mv.to()));
    }
}
