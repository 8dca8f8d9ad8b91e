//! Which entry gives way when all places of a new one are taken.
//!
//! *Keep large* (the default): the entry with the least worth goes, where worth is the work behind an
//! entry, fourfold if it is solved: what is cheapest to find again is lost first.
//!
//! *TwoBIG*: two entries a slot. The new entry takes the first place if it has at least as much work
//! behind it as the one there, which then moves to the second place; otherwise it takes the second.
//! Source: Breuker, Uiterwijk, van den Herik 1996; used for the first level by the PDS-PN paper.
//!
//! Invariants: the table never grows; of two candidates the one with less worth is the one to go.

use super::Table;
use super::layout::{Place, Slot, work_code};
use crate::algorithm::Replacement;

impl Table {
    /// Clears a place for a new entry of a slot whose places are all taken.
    pub(super) fn replace(&mut self, slot: usize, work: u64) -> Place {
        match self.replacement {
            Replacement::KeepLarge => {
                let least = self.candidates(slot).min_by_key(|&place| self.entry(place).worth());
                least.expect("a slot has places")
            }
            Replacement::TwoBig => {
                let Slot { entries: [big, new] } = &mut self.block.slots_mut()[slot];
                if work_code(work) >= big.work_code() {
                    *new = *big;
                    (slot * 2) as Place
                } else {
                    (slot * 2 + 1) as Place
                }
            }
        }
    }
}
