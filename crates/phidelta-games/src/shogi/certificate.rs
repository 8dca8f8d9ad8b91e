//! Positions as certificates have them: SFEN with both hands in full.

use phidelta::{Certifiable, Stock};

use super::hand::Hand;
use super::mv::Move;
use super::tsume::Tsume;

impl Certifiable for Tsume {
    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// What the attacker does not hold the defender does.
    fn set_stock(&mut self, stock: Stock) -> bool {
        self.set_attacker_hand(Hand::from_bits(stock))
    }
}
