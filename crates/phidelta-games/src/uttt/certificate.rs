//! Positions as certificates have them.

use phidelta::{Certifiable, Game, Outcome};

use super::game::Uttt;
use super::position::Move;

impl Certifiable for Uttt {
    fn position_text(&self) -> String {
        self.position().to_text()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// No line of boards is left for the one who needs it.
    fn is_settled(&mut self) -> bool {
        self.shortcut().is_some_and(|answer| answer.outcome == Outcome::Draw)
    }
}
