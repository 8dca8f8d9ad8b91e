//! Positions as certificates have them.
//!
//! The key of the search merges positions that differ in stones without a future. A checker would have to
//! be told why; so certificates tell all stones of open boards apart, and are larger for it.

use phidelta::{Certifiable, Game, Key, Outcome, mix};

use super::game::Uttt;
use super::position::{Move, Player};

impl Certifiable for Uttt {
    fn position_text(&self) -> String {
        self.position().to_text()
    }

    /// All stones of open boards, and the signs of closed ones: the key of the search tells less apart.
    fn identity(&self) -> Key {
        let position = self.position();
        let mut key = mix(position.side() as u64);
        let mut add = |bits: u64| key = mix(bits ^ key as u64) ^ key.rotate_right(64).wrapping_mul(3);
        for board in 0..9 {
            let index = usize::from(board);
            let stones = |player| u64::from(position.stones(player, index));
            let won = |player| u64::from(position.has_won(player, board));
            add(match position.is_closed(board) {
                true => 1 << 40 | won(Player::X) << 1 | won(Player::O),
                false => stones(Player::X) << 9 | stones(Player::O),
            });
        }
        add(u64::from(position.allowed()));
        key
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The same, sign by sign: most of a certificate is moves.
    fn write_move(&self, mv: Move, out: &mut String) {
        out.extend([b'a' + mv.board, b'a' + mv.cell].map(char::from));
    }

    /// No line of boards is left for the one who needs it.
    fn is_settled(&mut self) -> bool {
        self.shortcut().is_some_and(|answer| answer.outcome == Outcome::Draw)
    }
}
