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

    /// The same, sign by sign: most of a certificate is moves.
    fn write_move(&self, mv: Move, out: &mut String) {
        let Some(square) = mv.square() else { return out.push_str("ps") };
        let (file, rank) = self.position().size().file_rank(square);
        out.extend([b'a' + file, b'1' + rank].map(char::from));
    }

    /// Discs that can never be turned decide it. What the last squares are worth a checker does not see.
    fn is_settled(&mut self) -> bool {
        self.settled().is_some()
    }
}
