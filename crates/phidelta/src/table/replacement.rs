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
use super::layout::{Place, work_code};
use crate::algorithm::Replacement;

impl Table {
    /// Clears a place for a new entry of a slot whose places are all taken.
    pub(super) fn replace(&mut self, slot: usize, work: u64) -> Place {
        match self.replacement {
            Replacement::KeepLarge => {
                let least = self.candidates(slot).min_by_key(|&place| self.entry_at(place).worth());
                least.expect("a slot has places")
            }
            Replacement::TwoBig => {
                let places = &self.block.slots()[slot];
                let big = places.entry(0);
                if work_code(work) >= big.work_code() {
                    self.move_down(slot);
                    (slot * 2) as Place
                } else {
                    (slot * 2 + 1) as Place
                }
            }
        }
    }

    /// Moves the entry in the first place of a slot to the second.
    fn move_down(&mut self, slot: usize) {
        let place = &self.block.slots()[slot];
        if !self.sealed {
            place.put(1, place.entry(0).settled(), false);
        } else if let (Some((_, big)), Some((seen, _))) = (place.any_sealed(0), place.any_sealed(1)) {
            place.put_sealed(1, seen, big, false);
        }
    }
}
