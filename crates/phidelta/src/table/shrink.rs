//! Giving memory up without forgetting what is worth most.
//!
//! Idea: the reverse of [`super::growth`]. Entries move down to their slots in a table of half the size;
//! where there is no room the one that is worth least is lost. The memory above goes back to the system.
//!
//! Invariants: every entry that is left is found; of entries that compete for a place none is kept that is
//! worth less than one that is lost.

use super::Table;
use super::growth::{FIRST_SLOTS, address_from_slot, slot_at};

impl Table {
    /// Halves the memory it may use. False if it is too small for that already, or if others use it.
    pub(crate) fn shrink_by_half(&mut self) -> bool {
        // Slots come in pairs.
        let most = (self.most_slots / 2) & !1;
        if most < FIRST_SLOTS || self.is_of_a_team() {
            return false;
        }
        self.most_slots = most;
        let before = self.slots;
        if before > most {
            self.slots = most;
            self.used = 0;
            // From the first pair to the last: an entry never moves up, so that it never meets one that
            // has still to move.
            for pair in 0..before / 2 {
                for (entry, home) in self.take_pair(pair) {
                    let Some(address) = address_from_slot(entry.check, home, before) else { continue };
                    let slot = slot_at(address, most);
                    let mut places = self.candidates(slot);
                    let free = places.find(|&place| self.is_free(place));
                    self.used += u64::from(free.is_some());
                    let least = || self.candidates(slot).min_by_key(|&place| self.entry_at(place).worth());
                    let place = free.or_else(least).filter(|&place| {
                        let there = self.entry_at(place);
                        there.is_free() || there.worth() < entry.worth()
                    });
                    if let Some(place) = place {
                        self.put_away(place, slot, entry);
                    }
                }
            }
            self.block.release(most);
            for pair in 0..most / 2 {
                self.note_pair(pair); // some entries have been replaced
            }
        }
        self.full_at = self.high_water();
        true
    }

    /// Lets it use all of its memory again.
    pub(crate) fn restore_size(&mut self) {
        self.most_slots = self.block.slots().len();
        self.full_at = self.high_water();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Replacement;
    use crate::game::mix;
    use crate::number::Numbers;
    use crate::table::Record;

    fn record(work: u64) -> Record {
        Record::solved(Numbers::PROVED, work as u32, 0, work)
    }

    #[test]
    fn what_is_worth_most_is_still_there() {
        let mut table = Table::new(32 << 20, Replacement::KeepLarge).unwrap();
        // One in ten cost much to find.
        let work = |i: u64| if i.is_multiple_of(10) { 1_000 + i % 64 } else { 1 + i % 8 };
        for i in 0..600_000 {
            table.store(mix(i), &record(work(i)));
        }
        let known = |table: &Table, much: bool| {
            let wanted = (0..600_000).filter(|i| (work(*i) > 999) == much);
            let there = wanted.filter(|&i| {
                let found = table.probe(mix(i));
                assert!(found.is_none_or(|found| found.length == work(i) as u32), "its own record");
                found.is_some()
            });
            there.count()
        };
        let before = (known(&table, true), known(&table, false));
        assert!(before.0 > 59_900, "{before:?}");
        assert!(table.shrink_by_half() && table.bytes() <= 16 << 20);
        let after = (known(&table, true), known(&table, false));
        assert!(after.0 > 59_800 && after.1 > before.1 / 2, "{before:?} {after:?}");
        assert_eq!(table.entries(), (after.0 + after.1) as u64);
        while table.shrink_by_half() {}
        assert!(table.bytes() >= 2 << 20 && table.bytes() < 4 << 20);
        assert!(known(&table, true) > 30_000);
        // It goes on as a table of its new size, and of its old one when it is allowed to.
        for i in 600_000..700_000 {
            table.store(mix(i), &record(5));
            assert!(table.probe(mix(i)).is_some());
        }
        table.restore_size();
        for i in 0..600_000 {
            table.store(mix(i), &record(work(i)));
        }
        assert!(known(&table, true) > 59_000 && known(&table, false) > 300_000);
    }

    #[test]
    fn small_tables_stay_as_they_are() {
        let mut table = Table::new(1 << 20, Replacement::KeepLarge).unwrap();
        table.store(mix(1), &record(1));
        assert!(!table.shrink_by_half() && table.probe(mix(1)).is_some());
    }
}
