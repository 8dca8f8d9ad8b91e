//! The synthetic game without its promise that no position occurs twice.

use phidelta::{Game, Key, Outcome, Side};
use phidelta_games::synthetic::Synthetic;

/// A synthetic game in which the search must look for repetitions, as in most real games.
#[derive(Clone, Debug)]
pub struct Undeclared(pub Synthetic);

impl Game for Undeclared {
    type Move = u8;

    const HINTS: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.0.side()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u8>) {
        self.0.moves(out);
    }

    #[inline]
    fn play(&mut self, mv: u8) {
        self.0.play(mv);
    }

    #[inline]
    fn undo(&mut self, mv: u8) {
        self.0.undo(mv);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    #[inline]
    fn key(&self) -> Key {
        self.0.key()
    }

    #[inline]
    fn key_after(&mut self, mv: u8) -> Key {
        self.0.key_after(mv)
    }
}
