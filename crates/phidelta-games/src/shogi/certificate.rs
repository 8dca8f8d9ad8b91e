//! Positions as certificates have them: SFEN with both hands spelt out, `-` for an empty one.
//!
//! Readers of mate problems take a defender's hand that is not written for "all the rest". Here nothing is
//! left out: `RG-` says that White has nothing.

use phidelta::{Certifiable, Stock};

use super::hand::Hand;
use super::mv::Move;
use super::tsume::Tsume;
use super::types::{Color, Square};

impl Certifiable for Tsume {
    fn position_text(&self) -> String {
        let position = self.position();
        let empty = |color| position.hand(color).is_empty();
        let text = position.to_string();
        let (board, hands) = text.split_at(text.find(' ').map_or(0, |blank| blank + " b ".len()));
        match (empty(Color::Black), empty(Color::White)) {
            (false, false) => text,
            (false, true) => format!("{board}{}- 1", hands.trim_end_matches(" 1")),
            (true, false) => format!("{board}-{hands}"),
            (true, true) => format!("{board}-- 1"),
        }
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
