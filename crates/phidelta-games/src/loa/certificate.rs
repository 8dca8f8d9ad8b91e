//! Positions as certificates have them.

use phidelta::Certifiable;

use super::game::Loa;
use super::types::Move;

impl Certifiable for Loa {
    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}
