//! Positions as certificates have them: SFEN with both hands in full.

use phidelta::Certifiable;

use super::mv::Move;
use super::tsume::Tsume;

impl Certifiable for Tsume {
    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}
