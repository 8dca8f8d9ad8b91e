//! Where an entry stands, and how the table grows.
//!
//! Idea: a table begins with 2 MiB of small pages and grows whenever it is full, up to the memory it was
//! given: a search of a few thousand nodes that spread them over a gigabyte would spend most of its time
//! on getting zeroed pages from the system. For an entry to find its new slot, the slot must follow from
//! what the entry knows of its key. So the *address* of a key, a fraction of the slots, is made of its 15
//! highest bits, which the slot has told since the table was at its smallest, and of the low half, which
//! the entry holds.
//!
//! A key of which little is told apart by its slot would be told apart by its entry alone. Here an entry
//! compares 64 bits of the low half, the slot 15 more, and a solved entry 32 more.
//!
//! Invariants: growing loses no entry that has room in its new slot, and every entry is found again.

use std::ops::Range;

use super::atomic::Ordering::Relaxed;
use super::layout::Entry;
use super::slot::Slot;
use super::{Place, Table, collection};
use crate::game::Key;

/// Bits of the address that come from the high half of the key: those that tell the slots of a table of
/// [`FIRST_SLOTS`] apart.
pub(super) const HIGH_BITS: u32 = 15;

/// Slots that a table begins with: 2 MiB.
pub(super) const FIRST_SLOTS: usize = 1 << HIGH_BITS;

/// How many times as many slots a table has after it has grown. Moving the entries was an eighth of the
/// time of a million visits when it was twice; eight times makes that less than a thirtieth, and zeroing
/// the new pages still costs less than the search that has filled the old ones.
const GROWTH: usize = 8;

/// Slots from which on a table only doubles: 128 MiB. Entries keep their order when they move, so that both
/// ends of it are read and written in one sweep; zeroing eight times as many huge pages at once took a tenth of the
/// time of a search of two million nodes.
const LARGE: usize = 1 << 21;

/// The share of places in use at which a table grows: above it ever more entries find all their four
/// places taken, and would be lost without need.
const FULL: f64 = 0.5;

/// The address of a key as a fraction of all slots.
#[inline]
pub(super) fn address_of(key: Key) -> u64 {
    const HIGH: u64 = !(u64::MAX >> HIGH_BITS);
    ((key >> 64) as u64 & HIGH) | (key as u64 >> HIGH_BITS)
}

/// The slot of an address, out of `slots`.
#[inline]
pub(super) fn slot_at(address: u64, slots: usize) -> usize {
    ((u128::from(address) * slots as u128) >> 64) as usize
}

/// The address of an entry whose own slot is `home` of `slots`.
/// `None` if it does not belong there: workers that share a table may leave such a one.
pub(super) fn address_from_slot(check: u64, home: usize, slots: usize) -> Option<u64> {
    let low = check >> HIGH_BITS;
    let with = |high: u64| high << (64 - HIGH_BITS) | low;
    // The high bits that could lead to this slot differ by no more than one.
    let high = ((home as u64) << HIGH_BITS) / slots as u64;
    let near = high.saturating_sub(1)..=high + 1;
    let mut fits = near.filter(|&high| high >> HIGH_BITS == 0).map(with);
    fits.find(|&address| slot_at(address, slots) == home)
}

/// Entries with which a table settles ([`Block::settle`]): as many small pages cost as much as a huge one.
///
/// [`Block::settle`]: super::memory::Block::settle
pub(super) const SETTLED: u64 = 64;

impl Table {
    /// Goes on with the same few entries on huge pages.
    #[cold]
    pub(super) fn settle(&mut self) {
        if self.block.is_settled() || self.crew.is_some() {
            return;
        }
        debug_assert!(self.is_filtered(), "it is small as yet");
        // Where there is an entry its pair of slots is noted, though it may stand in the neighbour.
        let noted =
            |pair: &usize| self.block.filter()[2 * pair..][..2].iter().any(|byte| byte.load(Relaxed) != 0);
        let pairs: Vec<usize> = (0..self.slots / 2).filter(noted).collect();
        let slots = self.block.slots();
        let kept: Vec<_> = pairs.iter().map(|pair| [0, 1].map(|i| slots[2 * pair + i].words())).collect();
        pairs.iter().for_each(|pair| slots[2 * pair..][..2].iter().for_each(Slot::wipe));
        self.block.settle(self.slots);
        for (pair, both) in pairs.into_iter().zip(kept) {
            both.into_iter()
                .enumerate()
                .for_each(|(i, words)| self.block.slots()[2 * pair + i].set_words(words));
        }
    }

    /// Whether there are more slots to be had.
    pub(super) fn can_grow(&self) -> bool {
        self.slots < self.most_slots
    }

    /// Entries at which there is something to do: more slots, or a collection.
    pub(super) fn high_water(&self) -> u64 {
        let places = self.slots as u64 * 2;
        let last = collection::high_water(places, self.replacement);
        if self.can_grow() { last.min((places as f64 * FULL) as u64) } else { last }
    }

    /// Goes on with more slots; `hands` of a table that is shared move the entries.
    #[cold]
    pub(super) fn grow(&mut self, hands: usize) {
        let (before, all) = (self.slots, self.most_slots);
        debug_assert!(before >= FIRST_SLOTS, "smaller tables have all their slots from the start");
        let factor = if before < LARGE { GROWTH } else { 2 };
        self.slots = (before * factor).min(all);
        if !self.block.is_settled() {
            // Filled without a first entry: from a file, or by others.
            self.block.settle(0);
        }
        self.full_at = self.high_water();
        // From the last pairs to the first: an entry never moves down, so that it never meets one that has still
        // to move. Those of one round go where nothing stands that moves in the same round or later.
        let mut end = before / 2;
        while end > 0 {
            let first = (end as u128 * before as u128 / self.slots as u128) as usize + 1;
            let pairs = if hands > 1 && first < end { first..end } else { 0..end };
            end = pairs.start;
            let hands = if end > 0 { hands } else { 1 };
            let lost = self.share_out(hands, pairs, |table, pairs| table.move_up(pairs, before));
            self.used = self.used.saturating_sub(lost);
        }
    }

    /// Moves the entries of some pairs of slots to where they belong now; how many found no place.
    fn move_up(&mut self, pairs: Range<usize>, before: usize) -> u64 {
        let mut lost = 0;
        for pair in pairs.rev() {
            for (entry, home) in self.take_pair(pair) {
                let address = address_from_slot(entry.check, home, before);
                debug_assert!(address.is_some() || self.sealed, "an entry stands in its slot");
                let placed = address.and_then(|address| {
                    let slot = slot_at(address, self.slots);
                    let free = self.candidates(slot).find(|&place| self.is_free(place))?;
                    Some((free, slot))
                });
                match placed {
                    Some((place, slot)) => self.put_away(place, slot, entry),
                    None => lost += 1,
                }
            }
        }
        lost
    }

    /// Empties two neighbouring slots; tells what stood there, and in which slot it belongs.
    pub(super) fn take_pair(&mut self, pair: usize) -> impl Iterator<Item = (Entry, usize)> + use<> {
        self.forget_pair(pair);
        let slots = &self.block.slots()[2 * pair..][..2];
        let both = [0, 1].map(|i: usize| [0, 1].map(|half| self.whole_entry(2 * pair + i, half)));
        slots.iter().for_each(Slot::wipe);
        both.into_iter().enumerate().flat_map(move |(i, entries)| {
            let entries = entries.into_iter().flatten();
            entries.map(move |entry| (entry, 2 * pair + if entry.is_away() { 1 - i } else { i }))
        })
    }

    /// The entry in half a slot, with its key as it is, if there is one.
    #[inline]
    pub(super) fn whole_entry(&self, slot: usize, half: usize) -> Option<Entry> {
        let slot = &self.block.slots()[slot];
        let entry = if self.sealed { slot.any_sealed(half)?.1 } else { slot.entry(half) };
        (!entry.is_free()).then_some(entry)
    }

    /// Puts an entry of slot `home` into a free place there or in the neighbour.
    pub(super) fn put_away(&mut self, place: Place, home: usize, entry: Entry) {
        let slot = place as usize / 2;
        if slot != home {
            self.block.slots()[home].set_overflow(true);
        }
        self.set_entry(place, entry, slot != home);
        self.note(home, entry.check);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{SLOT_BITS, mix, stock_key, stock_of};

    #[test]
    fn positions_share_the_slot_of_their_board() {
        let mut seen = std::collections::HashSet::new();
        let (mut shared, mut all) = (0, 0);
        for stock in 0..20_000 {
            assert_eq!(stock_key(stock) & SLOT_BITS, 0);
            assert_eq!(stock_of(stock_key(stock) as u64), Some(stock as u32));
            assert!(seen.insert(stock_key(stock) as u64), "stocks are told apart by what every entry holds");
            let board = mix(stock);
            for slots in [FIRST_SLOTS, 100_000, 1 << 24] {
                let slot = |key| slot_at(address_of(key), slots);
                shared += u32::from(slot(board) == slot(board ^ stock_key(stock)));
                all += 1;
            }
        }
        // A slot of a table whose size is no power of two may begin in the middle of what they share.
        assert!(all - shared < all / 500, "{shared} of {all}");
    }

    #[test]
    fn an_entry_tells_its_place_whatever_the_number_of_lines() {
        for slots in [FIRST_SLOTS, FIRST_SLOTS + 2, 100_000, 1 << 20, 14_680_064] {
            for key in (0..20_000).map(mix).chain([0, Key::MAX]) {
                let address = address_of(key);
                assert_eq!(address_from_slot(key as u64, slot_at(address, slots), slots), Some(address));
            }
        }
    }
}
