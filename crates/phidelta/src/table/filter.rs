//! Which slots may know a position: a byte for each slot of the table.
//!
//! Idea: of the children of a new position most are new themselves, and a look-up that finds nothing
//! costs as much as one that does: a cache line from memory. So each slot has a byte beside the table, in
//! which three bits of a key choose a bit; the bit is set when an entry of that slot is stored. While it
//! is not, the slot need not be read at all. All bytes together are a 64th of the table: those of 64 MiB
//! fit the second-level cache.
//!
//! The filter of a table beyond [`FILTERED_SLOTS`] would itself have to come from far away: there it is left
//! alone.
//!
//! Source: Bloom's filter (1970) with a single hash. Where an entry is replaced or collected, the bytes of
//! its pair of slots are made anew.
//!
//! Invariant: while it is in use, the bits that are set are those of the entries in the table. Where workers
//! share it a bit may get lost, and the entry with it.

use super::Table;
use super::atomic::Ordering::Relaxed;
use super::slot::Slot;
use crate::game::Key;

/// Bytes of a slot with its filter.
pub(super) const SLOT_BYTES: usize = size_of::<Slot>() + 1;

/// Slots up to which a table is filtered: 128 MiB with 2 MiB of filter. At 64 MiB it saves a sixth of the
/// time of a search, at 1 GiB it costs some percent. Fewer in tests, so that they cross it.
const FILTERED_SLOTS: usize = if cfg!(test) { 1 << 17 } else { 1 << 21 };

/// The bit of a key: bits that say nothing of the slot of a table that is filtered. They are the board's in games
/// with resources ([`crate::stock_key`]): what is absent is so with any stock.
#[inline]
fn bit(check: u64) -> u8 {
    1 << (check >> 44 & 7)
}

impl Table {
    /// Whether the filter is in use.
    #[inline]
    pub(crate) fn is_filtered(&self) -> bool {
        self.slots <= FILTERED_SLOTS
    }

    /// Whether slot `home` may have an entry of its own with this key.
    #[inline]
    pub(super) fn may_know(&self, home: usize, key: Key) -> bool {
        !self.is_filtered() || self.block.filter()[home].load(Relaxed) & bit(key as u64) != 0
    }

    /// Loads what [`Table::probe`] will read. Says whether there may be anything: if not, it need not be asked.
    ///
    /// The byte itself may have to come from afar. So nothing waits for it here, not even a branch: what is
    /// loaded where the slot need not be is the byte once more.
    #[inline(always)] // into the loops over all moves
    pub(crate) fn prefetch_known(&self, key: Key) -> bool {
        let slot = self.slot_of(key);
        if !self.is_filtered() {
            self.prefetch_slot(slot);
            return true;
        }
        let known = self.block.filter()[slot].load(Relaxed) & bit(key as u64) != 0;
        self.block.prefetch_if(known, slot);
        if self.is_crowded() {
            self.block.prefetch_if(known, slot ^ 1);
        }
        known
    }

    /// Notes an entry whose own slot is `home`.
    #[inline]
    pub(super) fn note(&mut self, home: usize, check: u64) {
        if !self.is_filtered() {
            return;
        }
        let byte = &self.block.filter()[home];
        let noted = byte.load(Relaxed);
        if !self.sealed {
            byte.store(noted | bit(check), Relaxed);
        } else if noted & bit(check) == 0 {
            // Only then: writing takes the cache line, 64 slots' bytes, away from all other workers.
            byte.fetch_or(bit(check), Relaxed);
        }
    }

    /// Forgets what is noted of a pair of neighbouring slots.
    pub(super) fn forget_pair(&mut self, pair: usize) {
        self.block.filter()[2 * pair..][..2].iter().for_each(|byte| byte.store(0, Relaxed));
    }

    /// Notes all entries of a pair of neighbouring slots, and no others.
    pub(super) fn note_pair(&mut self, pair: usize) {
        if !self.is_filtered() {
            return;
        }
        let mut bytes = [0; 2];
        for (slot, half) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            if let Some(entry) = self.whole_entry(2 * pair + slot, half) {
                bytes[slot ^ usize::from(entry.is_away())] |= bit(entry.check);
            }
        }
        for (byte, noted) in self.block.filter()[2 * pair..][..2].iter().zip(bytes) {
            byte.store(noted, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Replacement;
    use crate::game::mix;
    use crate::number::Numbers;
    use crate::table::Record;

    #[test]
    fn what_is_said_to_be_absent_is_not_found() {
        let mut table = Table::new(1 << 16, Replacement::KeepLarge).unwrap();
        let mut absent = 0;
        for i in 0..2000 {
            if !table.prefetch_known(mix(i)) {
                assert!(table.probe(mix(i)).is_none());
                absent += 1;
            }
            // Every other key, so that there is always something that is not there.
            if i % 2 == 0 {
                table.store(mix(i), &Record::open(Numbers::new(2, 3), 4, 5));
                assert!(table.prefetch_known(mix(i)));
            }
        }
        assert!(absent > 500, "{absent}");
    }
}
