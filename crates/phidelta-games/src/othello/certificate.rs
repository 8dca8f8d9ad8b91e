//! Positions as certificates have them: the board and its side to move.

use phidelta::Certifiable;

use super::board::Move;
use super::game::Othello;

impl Certifiable for Othello {
    fn position_text(&self) -> String {
        self.position().text()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.text(self.position().size())
    }

    /// Discs that can never be turned decide it. What the last squares are worth a checker does not see.
    fn is_settled(&mut self) -> bool {
        self.settled().is_some()
    }
}
