//! A game whose rules cost next to nothing, so that a benchmark sees the engine alone.

use phidelta::{Game, Key, Outcome, Side, mix};

/// A random game tree (or DAG) of fixed branching, made up on the fly.
#[derive(Clone)]
pub struct Synthetic<const ACYCLIC: bool> {
    state: Vec<u64>,
    branching: u64,
    /// States of one depth; `u64::MAX` makes a tree, a small number a DAG with many transpositions.
    width: u64,
}

impl<const ACYCLIC: bool> Synthetic<ACYCLIC> {
    pub fn new(branching: u64, width: u64, seed: u64) -> Self {
        Synthetic { state: vec![seed], branching, width }
    }

    fn here(&self) -> u64 {
        *self.state.last().expect("the root stays")
    }

    #[inline]
    fn after(&self, mv: u8) -> u64 {
        let spread = (self.here() ^ (u64::from(mv) << 56)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spread = spread ^ (spread >> 29);
        if self.width == u64::MAX { spread } else { spread % self.width + ((self.state.len() as u64) << 40) }
    }
}

impl<const ACYCLIC: bool> Game for Synthetic<ACYCLIC> {
    type Move = u8;
    const ACYCLIC: bool = ACYCLIC;

    fn side(&self) -> Side {
        if self.state.len() % 2 == 1 { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(0..self.branching as u8);
    }

    fn play(&mut self, mv: u8) {
        self.state.push(self.after(mv));
    }

    fn undo(&mut self, _: u8) {
        self.state.pop();
    }

    /// One position in 64 is an end, won or lost as the hash has it: the tree stays undecided long.
    fn outcome(&self) -> Option<Outcome> {
        let hash = (self.here() ^ 0x5bd1).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40;
        match hash % 128 {
            0 => Some(Outcome::Win),
            1 => Some(Outcome::Loss),
            _ => None,
        }
    }

    fn key(&self) -> Key {
        mix(self.here().wrapping_mul(2) + self.state.len() as u64 % 2)
    }

    fn key_after(&mut self, mv: u8) -> Key {
        mix(self.after(mv).wrapping_mul(2) + (self.state.len() as u64 + 1) % 2)
    }
}
