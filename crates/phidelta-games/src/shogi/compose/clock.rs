//! The clock in the attacker's stock: moves left beside the pieces in hand.
//!
//! Invariant: hand and moves come out as they went in, up to the largest clock.

use phidelta::Stock;

use super::super::hand::Hand;

/// What a stopped clock shows: the most that eleven bits beside a hand can say.
pub(super) const STOPPED: u32 = (1 << (32 - Hand::DENSE_BITS)) - 1;

/// The largest clock that runs, in moves of the attacker. The longest known problem takes 763.
pub const MOST_MOVES: u32 = STOPPED - 1;

/// The attacker's stock: a hand and the moves left.
#[inline]
pub(super) fn stock(hand: Hand, moves: u32) -> Stock {
    hand.dense() | moves.min(STOPPED) << Hand::DENSE_BITS
}

/// The hand in a stock.
#[inline]
pub(super) fn hand_of(stock: Stock) -> Hand {
    Hand::from_dense(stock)
}

/// The moves left in a stock.
#[inline]
pub(super) fn moves_of(stock: Stock) -> u32 {
    stock >> Hand::DENSE_BITS
}
