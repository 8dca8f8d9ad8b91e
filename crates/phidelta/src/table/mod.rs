//! The transposition table: a bounded, lossy cache of what is known of positions.
//!
//! The search never relies on it. Any store may be lost, at once or later; what is found again is the
//! truth about a position, or numbers that were right when they were stored. It is allocated once and
//! hands out copies, never references.

mod collection;
mod dominance;
mod filter;
mod growth;
mod layout;
mod memory;
mod replacement;
mod shrink;
mod snapshot;

pub(crate) use dominance::BoardAnswer;
use layout::Place;
pub(crate) use layout::{Found, Link, MARKS, MAX_ITERATION, Memo, Record};
pub(crate) use snapshot::{Restored, Shape, Taking};

use crate::algorithm::Replacement;
use crate::game::Key;
use growth::FIRST_SLOTS;
use layout::{Entry, Slot};
use memory::Block;

/// Bytes of two entries with their part of the filter: the least by which a table grows.
const SLOT_BYTES: u64 = filter::SLOT_BYTES as u64;

/// The fewest entries a table can have: enough for each slot to have a neighbour.
pub(crate) const LEAST_ENTRIES: u64 = 4;

/// A bounded table of [`Record`]s by position.
#[derive(Debug)]
pub(crate) struct Table {
    block: Block,
    /// Slots in use: few at first, see [`growth`].
    slots: usize,
    /// Slots that may be in use: all of the block, unless some have been given up ([`shrink`]).
    most_slots: usize,
    used: u64,
    /// Entries at which there is something to do: more slots, or a collection.
    full_at: u64,
    replacement: Replacement,
    collections: u64,
    drops: Option<Drops>,
}

impl Table {
    /// A table of `bytes`, or `None` if the system does not give them.
    pub(crate) fn new(bytes: u64, replacement: Replacement) -> Option<Table> {
        // A place has 32 bits: at most 128 GiB.
        let slots = (bytes / SLOT_BYTES).clamp(LEAST_ENTRIES / 2, u64::from(Place::MAX) / 2) as usize & !1;
        let block = Block::new(slots)?;
        let (most_slots, slots) = (slots, slots.min(FIRST_SLOTS));
        let mut table =
            Table { block, slots, most_slots, used: 0, full_at: 0, replacement, collections: 0, drops: None };
        table.full_at = table.high_water();
        Some(table)
    }

    /// The bytes of a table with so many entries, an even number.
    pub(crate) fn bytes_for(entries: u64) -> u64 {
        entries / 2 * SLOT_BYTES
    }

    /// Loses half of all stores at random from now on: what a search must be able to live with.
    pub(crate) fn drop_stores(&mut self, seed: u64) {
        self.drops = Some(Drops(seed | 1));
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.block.slots_mut()[..self.slots].fill(Slot::default());
        self.block.filter_mut()[..self.slots].fill(0);
        self.slots = self.most_slots.min(FIRST_SLOTS);
        self.used = 0;
        self.full_at = self.high_water();
    }

    /// Bytes it may use.
    pub(crate) fn bytes(&self) -> u64 {
        Table::bytes_for(self.capacity())
    }

    /// Entries it can hold.
    pub(crate) fn capacity(&self) -> u64 {
        self.most_slots as u64 * 2
    }

    /// Entries it holds.
    pub(crate) fn entries(&self) -> u64 {
        self.used
    }

    /// Share of the places in use, 0 to 1.
    pub(crate) fn used(&self) -> f64 {
        self.used as f64 / self.capacity() as f64
    }

    /// Collections so far.
    pub(crate) fn collections(&self) -> u64 {
        self.collections
    }

    /// Loads what [`Table::probe`] will read.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        let slot = self.slot_of(key);
        if self.may_know(slot, key) {
            self.prefetch_slot(slot);
        }
    }

    /// Loads what [`Table::store`] will write.
    #[inline]
    pub(crate) fn prefetch_place(&self, key: Key) {
        self.prefetch_slot(self.slot_of(key));
    }

    #[inline]
    fn prefetch_slot(&self, slot: usize) {
        self.block.prefetch(slot);
        if self.used > self.slots as u64 {
            // Above a half many slots overflow.
            self.block.prefetch(slot ^ 1);
        }
    }

    /// The numbers or the answer of a position.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Record> {
        self.find(key).and_then(|place| self.entry(place).record())
    }

    /// The same, or what alpha-beta has noted of it.
    #[inline]
    pub(crate) fn probe_memo(&self, key: Key) -> Option<Found> {
        self.find(key).and_then(|place| self.entry(place).found())
    }

    /// The low half of the key and the record of the position a link leads to, if it is still there.
    #[inline]
    pub(crate) fn follow(&self, link: Link) -> Option<(u64, Record)> {
        let home = growth::slot_at(link.address()?, self.slots);
        let is_meant = |&place: &Place| !self.entry(place).is_free() && link.leads_to(self.entry(place));
        let entry = self.entry(self.candidates(home).find(is_meant)?);
        Some((entry.check, entry.record()?))
    }

    /// Keeps a record, unless it is less than what is known already: an unsolved record never takes
    /// the place of a solved one of the same position.
    #[inline]
    pub(crate) fn store(&mut self, key: Key, record: &Record) {
        self.store_entry(key, Entry::position(key, record), record.work);
    }

    /// Keeps what alpha-beta knows of a position, unless that is solved.
    pub(crate) fn store_memo(&mut self, key: Key, memo: &Memo) {
        self.store_entry(key, Entry::memo(key, memo), memo.work);
    }

    #[inline]
    fn store_entry(&mut self, key: Key, entry: Entry, work: u64) {
        if self.loses_store() {
            return;
        }
        let place = match self.find(key) {
            Some(place) if self.entry(place).is_solved() && !entry.is_solved() => return,
            Some(place) => place,
            None => self.place_for(key, work),
        };
        self.put(key, place, entry);
    }

    /// Whether a test wants this store to be lost.
    #[inline]
    fn loses_store(&mut self) -> bool {
        self.drops.as_mut().is_some_and(Drops::next)
    }

    /// Puts an entry of a salted board key where it stands already or where there is room.
    fn put_board(&mut self, key: Key, found: Option<Place>, entry: Entry, work: u64) {
        let place = found.unwrap_or_else(|| self.place_for(key, work));
        self.put(key, place, entry);
    }

    #[inline]
    fn put(&mut self, key: Key, place: Place, entry: Entry) {
        let (slot, home) = (place as usize / 2, self.slot_of(key));
        self.block.slots_mut()[slot].put(place as usize % 2, entry, slot != home);
        self.note(home, key as u64);
    }

    /// A place for a new entry with so much work behind it, made free if need be.
    fn place_for(&mut self, key: Key, work: u64) -> Place {
        if self.used >= self.full_at {
            if self.can_grow() { self.grow() } else { self.collect() }
        }
        let home = self.slot_of(key);
        let free = self.candidates(home).find(|&place| self.entry(place).is_free());
        self.used += u64::from(free.is_some());
        let place = free.unwrap_or_else(|| {
            let place = self.replace(home, work);
            self.block.slots_mut()[place as usize / 2].clear(place as usize % 2);
            self.note_pair(home / 2);
            place
        });
        if place as usize / 2 != home {
            self.block.slots_mut()[home].set_overflow(true);
        }
        place
    }

    #[inline]
    fn find(&self, key: Key) -> Option<Place> {
        let home = self.slot_of(key);
        if !self.may_know(home, key) {
            return None;
        }
        let slot = &self.block.slots()[home];
        if let Some(place) = find_in(slot, home, key) {
            return Some(place);
        }
        if !slot.overflows() {
            return None;
        }
        find_in(&self.block.slots()[home ^ 1], home ^ 1, key)
    }

    /// The places an entry of this slot may stand in, in the order they are filled.
    #[inline]
    fn candidates(&self, slot: usize) -> impl Iterator<Item = Place> + use<> {
        let neighbours = if self.replacement == Replacement::TwoBig { 1 } else { 2 };
        (0..neighbours * 2).map(move |i| ((slot ^ (i / 2)) * 2 + i % 2) as Place)
    }

    #[inline]
    fn entry(&self, place: Place) -> &Entry {
        &self.block.slots()[place as usize / 2].entries[place as usize % 2]
    }

    #[inline]
    fn slot_of(&self, key: Key) -> usize {
        growth::slot_at(growth::address_of(key), self.slots)
    }
}

#[inline]
fn find_in(slot: &Slot, index: usize, key: Key) -> Option<Place> {
    let half = (0..2).find(|&half| slot.entries[half].is_of(key))?;
    Some((index * 2 + half) as Place)
}

/// Decides which stores get lost in tests: a xorshift generator.
#[derive(Debug)]
struct Drops(u64);

impl Drops {
    fn next(&mut self) -> bool {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 63 == 1
    }
}

#[cfg(test)]
mod tests;
