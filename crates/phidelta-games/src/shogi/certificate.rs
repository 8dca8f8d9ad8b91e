//! Positions as certificates have them: SFEN with both hands in full.

use phidelta::{Certifiable, Stock};

use super::hand::Hand;
use super::mv::Move;
use super::tsume::Tsume;
use super::types::Square;

impl Certifiable for Tsume {
    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// Mate in one.
    fn ending_move(&mut self) -> Option<Move> {
        self.mating_move()
    }

    /// The same, sign by sign: most of a certificate is moves.
    fn write_move(&self, mv: Move, out: &mut String) {
        let signs = |square: Square| [b'0' + square.file(), b'a' - 1 + square.rank()].map(char::from);
        if mv.is_drop() {
            out.extend([mv.kind().letter(), '*']);
        } else {
            out.extend(signs(mv.origin()));
        }
        out.extend(signs(mv.to()));
        if mv.is_promotion() {
            out.push('+');
        }
    }

    /// What the attacker does not hold the defender does.
    fn set_stock(&mut self, stock: Stock) -> bool {
        self.set_attacker_hand(Hand::from_bits(stock))
    }
}
