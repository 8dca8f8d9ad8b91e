//! Giving memory up without forgetting what is worth most.
//!
//! Idea: the reverse of [`super::growth`]. Entries move down to their lines in a table of half the size;
//! where there is no room the one that is worth least is lost. The memory above goes back to the system.
//!
//! Invariants: every entry that is left is found; of entries that compete for a place none is kept that is
//! worth less than one that is lost.

use super::Table;
use super::growth::{FIRST_LINES, line_at, place_again};

impl Table {
    /// Halves the memory it may use. False if it is too small for that already.
    pub(crate) fn halve(&mut self) -> bool {
        // Lines come in pairs.
        let most = (self.most_lines / 2) & !1;
        if most < FIRST_LINES {
            return false;
        }
        self.most_lines = most;
        let before = self.lines;
        if before > most {
            self.lines = most;
            self.used = 0;
            // From the first pair to the last: an entry never moves up, so that it never meets one that
            // has still to move.
            for pair in 0..before / 2 {
                for (entry, home) in self.take_pair(pair) {
                    let line = line_at(place_again(entry.check, home, before), most);
                    let mut places = self.candidates(line);
                    let free = places.find(|&slot| self.entry(slot).is_free());
                    self.used += u64::from(free.is_some());
                    let least = || self.candidates(line).min_by_key(|&slot| self.entry(slot).worth());
                    let slot = free.or_else(least).filter(|&slot| {
                        let there = self.entry(slot);
                        there.is_free() || there.worth() < entry.worth()
                    });
                    if let Some(slot) = slot {
                        self.put_away(slot, line, entry);
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
    pub(crate) fn widen(&mut self) {
        self.most_lines = self.block.lines().len();
        self.full_at = self.high_water();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Replacement;
    use crate::game::mix;
    use crate::number::Numbers;
    use crate::table::{Link, Record};

    fn record(work: u64) -> Record {
        Record {
            numbers: Numbers::PROVED,
            work,
            distance: 0,
            bound: false,
            marks: 0,
            parent: Link::NONE,
            length: work as u32,
            dependency: 0,
            stock: 0,
        }
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
        assert!(table.halve() && table.bytes() <= 16 << 20);
        let after = (known(&table, true), known(&table, false));
        assert!(after.0 > 59_800 && after.1 > before.1 / 2, "{before:?} {after:?}");
        assert_eq!(table.entries(), (after.0 + after.1) as u64);
        while table.halve() {}
        assert!(table.bytes() >= 2 << 20 && table.bytes() < 4 << 20);
        assert!(known(&table, true) > 30_000);
        // It goes on as a table of its new size, and of its old one when it is allowed to.
        for i in 600_000..700_000 {
            table.store(mix(i), &record(5));
            assert!(table.probe(mix(i)).is_some());
        }
        table.widen();
        for i in 0..600_000 {
            table.store(mix(i), &record(work(i)));
        }
        assert!(known(&table, true) > 59_000 && known(&table, false) > 300_000);
    }

    #[test]
    fn small_tables_stay_as_they_are() {
        let mut table = Table::new(1 << 20, Replacement::KeepLarge).unwrap();
        table.store(mix(1), &record(1));
        assert!(!table.halve() && table.probe(mix(1)).is_some());
    }
}
