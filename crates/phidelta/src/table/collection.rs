//! Small-tree collection: when the table is nearly full, the entries with the least work go.
//!
//! Idea: most entries are leaves that cost one node to find again; the few with large subtrees carry
//! the search. One pass counts the entries of each worth, the smallest worth is chosen that leaves the
//! table at most at its low-water mark, a second pass frees everything up to it.
//!
//! Source: Nagai 1999 (SmallTreeGC). What differs: the limit is found in one pass over a histogram
//! instead of being raised step by step, and solved entries count fourfold.
//! Invariants: a collection leaves at most 70 % in use; no entry that stays is worth less than one
//! that goes.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::Table;
use super::layout::WORTHS;
use super::slot::Slot;
use crate::algorithm::Replacement;

/// A collection starts when this share of the places is in use: above it a new entry too often finds
/// all of its four places taken.
const HIGH_WATER: f64 = 0.875;

/// … and leaves at most this share in use, so that the pass over the table pays.
const LOW_WATER: f64 = 0.70;

/// The number of entries at which `capacity` places count as full. Under TwoBIG, where an entry has two
/// places to go to, half of them are taken long before.
pub(super) fn high_water(capacity: u64, replacement: Replacement) -> u64 {
    match replacement {
        Replacement::KeepLarge => (capacity as f64 * HIGH_WATER) as u64,
        Replacement::TwoBig => capacity / 2,
    }
}

impl Table {
    /// Frees the entries with the least worth, with several hands if it is shared. TwoBIG is a complete
    /// replacement scheme of its own: it fills all places and never collects.
    #[cold]
    pub(super) fn collect(&mut self, hands: usize) {
        if self.replacement == Replacement::TwoBig {
            self.full_at = u64::MAX;
            return;
        }
        let all = 0..self.block.slots().len() / 2;
        let count = Mutex::new(vec![0u64; WORTHS]);
        let mut left = self.share_out(hands, all.clone(), |table, pairs| table.count_worths(pairs, &count));
        // What workers that share the table have counted may be wrong.
        debug_assert!(left == self.used || self.sealed);
        let keep = (self.capacity() as f64 * LOW_WATER) as u64;
        let count = count.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut limit = 0;
        while left > keep && limit < WORTHS {
            left -= count[limit];
            limit += 1;
        }
        self.share_out(hands, all, |table, pairs| table.free_below(limit, pairs));
        self.used = left;
        self.collections += 1;
    }

    /// Adds the entries of each worth; how many there are.
    fn count_worths(&self, pairs: Range<usize>, sum: &Mutex<Vec<u64>>) -> u64 {
        let mut count = vec![0u64; WORTHS];
        for slot in &self.block.slots()[2 * pairs.start..2 * pairs.end] {
            for half in (0..2).filter(|&half| !slot.is_free(half)) {
                count[slot.entry(half).worth()] += 1;
            }
        }
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.iter_mut().zip(&count).for_each(|(sum, count)| *sum += count);
        count.iter().sum()
    }

    /// Frees what is worth less. Slots come in pairs of neighbours; what is left away from its slot makes that
    /// overflow.
    fn free_below(&mut self, limit: usize, pairs: Range<usize>) -> u64 {
        for at in pairs {
            let pair = &self.block.slots()[2 * at..][..2];
            for slot in pair {
                for half in 0..2 {
                    if !slot.is_free(half) && slot.entry(half).worth() < limit {
                        slot.clear(half);
                    }
                }
            }
            let away = |slot: &Slot| (0..2).any(|half| !slot.is_free(half) && slot.entry(half).is_away());
            let overflows = [away(&pair[1]), away(&pair[0])];
            pair[0].set_overflow(overflows[0]);
            pair[1].set_overflow(overflows[1]);
            if 2 * at < self.slots {
                self.note_pair(at);
            }
        }
        0
    }
}
