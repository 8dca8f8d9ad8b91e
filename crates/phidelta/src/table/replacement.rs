//! Which entry gives way when all places of a new one are taken.
//!
//! *Keep large* (the default): the entry with the least worth goes, where worth is the work behind an
//! entry, fourfold if it is solved: what is cheapest to find again is lost first.
//!
//! *TwoBIG*: two entries a line. The new entry takes the first place if it has at least as much work
//! behind it as the one there, which then moves to the second place; otherwise it takes the second.
//! Source: Breuker, Uiterwijk, van den Herik 1996; used for the first level by the PDS-PN paper.
//!
//! Invariants: the table never grows; of two candidates the one with less worth is the one to go.

use super::Table;
use super::layout::{Line, Slot, work_code};
use crate::algorithm::Replacement;

impl Table {
    /// Clears a place for a new entry of a line whose places are all taken.
    pub(super) fn replace(&mut self, line: usize, work: u64) -> Slot {
        match self.replacement {
            Replacement::KeepLarge => {
                let least = self.candidates(line).min_by_key(|&slot| self.entry(slot).worth());
                least.expect("a line has places")
            }
            Replacement::TwoBig => {
                let Line { entries: [big, new] } = &mut self.block.lines_mut()[line];
                if work_code(work) >= big.work_code() {
                    *new = *big;
                    (line * 2) as Slot
                } else {
                    (line * 2 + 1) as Slot
                }
            }
        }
    }
}
