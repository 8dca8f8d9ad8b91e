//! The positions of a strategy, in little memory.
//!
//! A position is found by what it is without the attacker's stock; those that differ in the stock alone
//! are chained. Of those that will do the first one counts: whatever is added later, the answer stays the
//! same, so that a second walk refers to what the first one did.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::game::{Key, Stock};

/// Bytes that a position takes in the map: 25, its spare places, the old map while it grows. The node comes
/// to that, and as much again in spare.
const MAP_BYTES: usize = 88;

/// The number of a position; from 1.
pub(super) type PositionNumber = u32;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) stock: Stock,
    /// The next one with another stock, or 0.
    next: PositionNumber,
    /// The winner's move, where he is to move.
    pub(super) choice: Option<M>,
    /// How many moves lead to it.
    pub(super) references: u32,
    /// Its number in the certificate, once it has been written.
    pub(super) written: u32,
}

/// Positions and what is to be done there.
#[derive(Debug)]
pub(super) struct Strategy<M> {
    first: HashMap<[u64; 2], PositionNumber, BuildHasherDefault<Mixed>>,
    nodes: Vec<Node<M>>,
}

impl<M> Strategy<M> {
    pub(super) fn new() -> Strategy<M> {
        Strategy { first: HashMap::default(), nodes: Vec::new() }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.nodes.len() * (MAP_BYTES + 2 * size_of::<Node<M>>())) as u64
    }

    /// Adds a position; `None` if there are too many.
    pub(super) fn add(&mut self, place: Key, stock: Stock, choice: Option<M>) -> Option<PositionNumber> {
        let number = PositionNumber::try_from(self.nodes.len() + 1).ok()?;
        let next = self.first.insert(halves(place), number).unwrap_or(0);
        self.nodes.push(Node { stock, next, choice, references: 0, written: 0 });
        Some(number)
    }

    /// The position added first of those with this place that will do.
    pub(super) fn find(&self, place: Key, will_do: impl Fn(&Node<M>) -> bool) -> Option<PositionNumber> {
        let mut number = *self.first.get(&halves(place))?;
        let mut found = None;
        while number != 0 {
            let node = self.node(number);
            if will_do(node) {
                found = Some(number);
            }
            number = node.next;
        }
        found
    }

    pub(super) fn node(&self, number: PositionNumber) -> &Node<M> {
        &self.nodes[number as usize - 1]
    }

    pub(super) fn node_mut(&mut self, number: PositionNumber) -> &mut Node<M> {
        &mut self.nodes[number as usize - 1]
    }
}

/// Keys are mixed well already: their halves, one after the other, need no more than to be put together.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write_u64(&mut self, half: u64) {
        self.0 = self.0.rotate_left(32) ^ half;
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut half = [0; 8];
            half[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(half));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn halves(key: Key) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    #[test]
    fn the_first_position_that_will_do_is_found_whatever_comes_later() {
        let mut strategy: Strategy<u8> = Strategy::new();
        let place = mix(7);
        let first = strategy.add(place, 3, Some(1)).unwrap();
        let second = strategy.add(place, 5, None).unwrap();
        let elsewhere = strategy.add(!place, 3, None).unwrap();
        assert_eq!((first, second, elsewhere), (1, 2, 3));
        assert_eq!(strategy.find(place, |node| node.stock >= 3), Some(first));
        assert_eq!(strategy.find(place, |node| node.stock > 3), Some(second));
        assert_eq!(strategy.find(place, |node| node.stock > 5), None);
        assert_eq!(strategy.find(mix(8), |_| true), None);
        assert_eq!((strategy.node(first).choice, strategy.node(second).choice), (Some(1), None));
    }

    #[test]
    fn keys_that_differ_in_one_half_are_different_positions() {
        let mut strategy: Strategy<()> = Strategy::new();
        let keys: Vec<Key> = (0..100).flat_map(|i| [mix(i), mix(i) ^ 1, mix(i) ^ (1 << 64)]).collect();
        let numbers: Vec<u32> = keys.iter().map(|&key| strategy.add(key, 0, None).unwrap()).collect();
        for (&key, &number) in keys.iter().zip(&numbers) {
            assert_eq!(strategy.find(key, |_| true), Some(number));
        }
        assert!(strategy.bytes() >= 300 * MAP_BYTES as u64);
    }
}
