//! The transposition table: a bounded, lossy cache of what is known of positions.
//!
//! The search never relies on it. Any store may be lost, at once or later; what is found again is the
//! truth about a position, or numbers that were right when they were stored. It is allocated once and
//! hands out copies, never references.
//!
//! A [`Table`] is a worker's hold on it. With one worker there is one, and all is plain loads and stores.
//! Several workers have one each on the same slots ([`Table::share`], [`common`]); entries are then *sealed*
//! ([`seal`]), and a store that is disturbed by another is lost.

/// The atomics that [`seal`] is made of: others when the model checker runs it.
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU8, AtomicU64, Ordering, fence};
}
mod collection;
mod common;
mod dominance;
mod filter;
mod growth;
mod layout;
mod memory;
mod presence;
mod rendezvous;
mod replacement;
mod seal;
mod shrink;
mod slot;
mod snapshot;

pub(crate) use dominance::BoardAnswer;
use layout::Place;
pub(crate) use layout::{Found, Link, MARKS, MAX_ITERATION, Memo, Record};
pub(crate) use presence::Presence;
pub(crate) use rendezvous::{Inside, Rendezvous};
pub(crate) use snapshot::{Restored, Shape, Taking};

use crate::algorithm::Replacement;
use crate::game::Key;
use atomic::Ordering::Relaxed;
use common::Membership;
use growth::{FIRST_SLOTS, SETTLED};
use layout::Entry;
use memory::Block;
use slot::Slot;

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
    /// Whether entries are sealed, so that workers can share them.
    sealed: bool,
    /// What it has in common with the holds of other workers, while there are any.
    crew: Option<Membership>,
    /// Decides which reads are torn, in tests.
    tears: Option<Tears>,
}

/// How often a store that must not get lost for nothing is tried, when others write to the same place.
const TRIES: usize = 3;

impl Table {
    /// A table of `bytes`, or `None` if the system does not give them.
    pub(crate) fn new(bytes: u64, replacement: Replacement) -> Option<Table> {
        // A place has 32 bits: at most 128 GiB.
        let slots = (bytes / SLOT_BYTES).clamp(LEAST_ENTRIES / 2, u64::from(Place::MAX) / 2) as usize & !1;
        let block = Block::new(slots)?;
        let (most_slots, slots) = (slots, slots.min(FIRST_SLOTS));
        let (used, full_at, collections, drops) = (0, 0, 0, None);
        let (sealed, crew, tears) = (false, None, None);
        let mut table = Table {
            block,
            slots,
            most_slots,
            used,
            full_at,
            replacement,
            collections,
            drops,
            sealed,
            crew,
            tears,
        };
        table.full_at = table.high_water();
        Some(table)
    }

    /// The same for workers who share it: its entries are sealed from the start.
    pub(crate) fn sealed(bytes: u64, replacement: Replacement) -> Option<Table> {
        let table = Table::new(bytes, replacement)?;
        Some(Table { sealed: true, ..table })
    }

    /// The bytes of a table with so many entries, an even number.
    pub(crate) fn bytes_for(entries: u64) -> u64 {
        entries / 2 * SLOT_BYTES
    }

    /// Loses half of all stores at random from now on: what a search must be able to live with.
    pub(crate) fn drop_stores(&mut self, seed: u64) {
        self.drops = Some(Drops(seed | 1));
    }

    /// Lets one read in four of this hold be torn from now on: what a worker may meet while others write.
    pub(crate) fn tear_reads(&mut self, seed: u64) {
        self.tears = Some(Tears(std::sync::atomic::AtomicU64::new(seed | 1)));
    }

    /// Forgets everything. False, and nothing happens, where that would take it away from others.
    pub(crate) fn clear(&mut self) -> bool {
        if self.is_of_a_team() {
            return false;
        }
        self.block.slots()[..self.slots].iter().for_each(Slot::wipe);
        self.block.filter()[..self.slots].iter().for_each(|byte| byte.store(0, Relaxed));
        self.slots = self.most_slots.min(FIRST_SLOTS);
        self.used = 0;
        self.full_at = self.high_water();
        true
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
    #[inline(never)] // three times in one closure it makes that too large to be inlined itself
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
        if self.is_crowded() {
            self.block.prefetch(slot ^ 1);
        }
    }

    /// Whether many slots overflow: they do above a half.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.used > self.slots as u64
    }

    /// The numbers or the answer of a position.
    #[inline(always)] // with its one call of `find` it is small
    pub(crate) fn probe(&self, key: Key) -> Option<Record> {
        self.known_entry(key)?.record()
    }

    /// The same, or what alpha-beta has noted of it.
    #[inline]
    pub(crate) fn probe_memo(&self, key: Key) -> Option<Found> {
        self.known_entry(key)?.found()
    }

    #[inline(always)]
    fn known_entry(&self, key: Key) -> Option<Entry> {
        if self.sealed { self.find_shared(key) } else { Some(self.entry_at(self.find(key)?)) }
    }

    /// The low half of the key and the record of the position a link leads to, if it is still there.
    #[inline]
    pub(crate) fn follow(&self, link: Link) -> Option<(u64, Record)> {
        let home = growth::slot_at(link.address()?, self.slots);
        let meant = |place: Place| {
            let entry = self.whole_entry(place as usize / 2, place as usize % 2)?;
            link.leads_to(&entry).then_some(entry)
        };
        let entry = self.candidates(home).find_map(meant)?;
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
        if self.sealed {
            return self.store_sealed(key, entry, work);
        }
        match self.known_home(key).and_then(|home| Some((home, self.find_at(home, key)?))) {
            Some((_, place)) if self.entry_at(place).is_solved() && !entry.is_solved() => {}
            // What was found has been noted.
            Some((home, place)) => self.put_at(home, place, entry),
            None => {
                let place = self.place_for(key, work);
                self.put(key, place, entry);
            }
        }
    }

    /// The same where entries are sealed: each try is one atomic change of the place that was looked at.
    fn store_sealed(&mut self, key: Key, entry: Entry, work: u64) {
        let tries = if entry.is_solved() { TRIES } else { 1 };
        for _ in 0..tries {
            let kept = match self.find_sealed(key, |entry| entry.is_of(key)) {
                Some((place, seen, there)) => {
                    let next = if self.crew.is_some() {
                        there.settled().merged_with(entry)
                    } else {
                        (entry.is_solved() || !there.is_solved()).then_some(entry)
                    };
                    next.is_none_or(|entry| self.swap(key, place, seen, entry))
                }
                None => self.insert_sealed(key, entry, work),
            };
            if kept {
                return;
            }
        }
    }

    /// Puts an entry of a key that has none; false if that was lost.
    fn insert_sealed(&mut self, key: Key, entry: Entry, work: u64) -> bool {
        self.make_room();
        let home = self.slot_of(key);
        let free = self.candidates(home).find(|&place| self.is_free(place));
        let place = free.unwrap_or_else(|| self.replace(home, work));
        let Some((seen, there)) = self.block.slots()[place as usize / 2].any_sealed(place as usize % 2)
        else {
            return false;
        };
        // What was free may have been taken; what counts is what stands there now.
        if free.is_some() != there.is_free() {
            return false;
        }
        if place as usize / 2 != home {
            self.block.slots()[home].set_overflow(true);
        }
        let kept = self.swap(key, place, seen, entry);
        if kept && free.is_some() {
            self.used += 1;
            if let Some(crew) = &mut self.crew {
                crew.news += 1;
            }
        } else if kept {
            self.note_pair(home / 2);
        }
        kept
    }

    /// Puts an entry where `seen` stands for the one that was looked at.
    fn swap(&mut self, key: Key, place: Place, seen: u64, entry: Entry) -> bool {
        let (slot, home) = (place as usize / 2, self.slot_of(key));
        let kept = self.block.slots()[slot].put_sealed(place as usize % 2, seen, entry, slot != home);
        if kept {
            self.note(home, key as u64);
        }
        kept
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
        let home = self.slot_of(key);
        self.put_at(home, place, entry);
        self.note(home, key as u64);
    }

    /// Puts an entry that belongs into slot `home`.
    #[inline]
    fn put_at(&mut self, home: usize, place: Place, entry: Entry) {
        let slot = place as usize / 2;
        self.block.slots()[slot].put(place as usize % 2, entry, slot != home);
    }

    /// Grows or collects if it is time to. Of workers who share a table none does it by himself.
    #[inline]
    fn make_room(&mut self) {
        if self.used == SETTLED {
            self.settle();
        }
        if self.used >= self.full_at && self.crew.is_none() {
            if self.can_grow() { self.grow(1) } else { self.collect(1) }
        }
    }

    /// A place for a new entry with so much work behind it, made free if need be.
    fn place_for(&mut self, key: Key, work: u64) -> Place {
        self.make_room();
        let home = self.slot_of(key);
        let free = self.candidates(home).find(|&place| self.is_free(place));
        self.used += u64::from(free.is_some());
        let place = free.unwrap_or_else(|| {
            let place = self.replace(home, work);
            self.block.slots()[place as usize / 2].clear(place as usize % 2);
            self.note_pair(home / 2);
            place
        });
        if place as usize / 2 != home {
            self.block.slots()[home].set_overflow_alone();
        }
        place
    }

    /// The slot of a key, if it may know it.
    #[inline]
    fn known_home(&self, key: Key) -> Option<usize> {
        let home = self.slot_of(key);
        self.may_know(home, key).then_some(home)
    }

    /// Where the entry of a position stands, if entries are not sealed. The filter is asked at once.
    #[inline]
    fn find(&self, key: Key) -> Option<Place> {
        self.find_at(self.known_home(key)?, key)
    }

    /// The same in its own slot or the neighbour.
    #[inline(never)] // what is made of the answer is inlined where it is asked for
    fn find_at(&self, home: usize, key: Key) -> Option<Place> {
        self.find_by(home, |slot, half| slot.is_of(half, key))
    }

    /// Where the entry stands that is the one meant, in slot `home` or its neighbour.
    #[inline(always)] // into two short functions
    fn find_by(&self, home: usize, is_meant: impl Fn(&Slot, usize) -> bool) -> Option<Place> {
        let find_in = |index: usize| {
            let slot = &self.block.slots()[index];
            let half = (0..2).find(|&half| is_meant(slot, half))?;
            Some((index * 2 + half) as Place)
        };
        if let Some(place) = find_in(home) {
            return Some(place);
        }
        if !self.block.slots()[home].overflows() {
            return None;
        }
        find_in(home ^ 1)
    }

    /// The entry of a position, if entries are sealed.
    #[inline(never)]
    fn find_shared(&self, key: Key) -> Option<Entry> {
        let home = self.known_home(key)?;
        let slots = if self.block.slots()[home].overflows() { 2 } else { 1 };
        let mut places = (0..2 * slots).map(|i| (&self.block.slots()[home ^ (i / 2)], i % 2));
        places.find_map(|(slot, half)| self.sealed_entry(slot, half, key).filter(|entry| entry.is_of(key)))
    }

    /// The whole entry of a key in half a slot.
    #[inline]
    fn sealed_entry(&self, slot: &Slot, half: usize, key: Key) -> Option<Entry> {
        if let Some(tears) = &self.tears
            && tears.next()
        {
            // Half of it is already that of its neighbour.
            return slot.torn(half, key as u64);
        }
        slot.sealed(half, key as u64).map(|(_, entry)| entry)
    }

    /// Where the entry of a key stands that is the one meant, the word that stands for it, and what it says.
    fn find_sealed(&self, key: Key, is_meant: impl Fn(&Entry) -> bool) -> Option<(Place, u64, Entry)> {
        let home = self.slot_of(key);
        if !self.may_know(home, key) {
            return None;
        }
        let slots = if self.block.slots()[home].overflows() { 2 } else { 1 };
        (0..2 * slots).find_map(|i| {
            let (slot, half) = (home ^ (i / 2), i % 2);
            let (seen, entry) = self.block.slots()[slot].sealed(half, key as u64)?;
            is_meant(&entry).then_some(((slot * 2 + half) as Place, seen, entry))
        })
    }

    /// The places an entry of this slot may stand in, in the order they are filled.
    #[inline]
    fn candidates(&self, slot: usize) -> impl Iterator<Item = Place> + use<> {
        let neighbours = if self.replacement == Replacement::TwoBig { 1 } else { 2 };
        (0..neighbours * 2).map(move |i| ((slot ^ (i / 2)) * 2 + i % 2) as Place)
    }

    /// What stands in a place: enough to judge it by, not to believe it.
    #[inline]
    fn entry_at(&self, place: Place) -> Entry {
        self.block.slots()[place as usize / 2].entry(place as usize % 2)
    }

    /// Whether nothing stands there.
    #[inline]
    fn is_free(&self, place: Place) -> bool {
        self.block.slots()[place as usize / 2].is_free(place as usize % 2)
    }

    /// Puts an entry into a place while nobody else uses the table.
    fn set_entry(&mut self, place: Place, entry: Entry, away: bool) {
        let (slot, half) = (&self.block.slots()[place as usize / 2], place as usize % 2);
        if !self.sealed {
            return slot.put(half, entry.settled(), away);
        }
        let kept = slot.put_sealed(half, slot.first_word(half), entry, away);
        debug_assert!(kept, "nobody else writes");
    }

    #[inline]
    fn slot_of(&self, key: Key) -> usize {
        growth::slot_at(growth::address_of(key), self.slots)
    }
}

/// Decides which reads are torn in tests: a counter, mixed.
#[derive(Debug)]
struct Tears(std::sync::atomic::AtomicU64);

impl Tears {
    fn next(&self) -> bool {
        crate::game::mix(self.0.fetch_add(1, Relaxed)) & 3 == 0
    }
}

/// Decides which stores get lost in tests: a xorshift generator.
#[derive(Debug)]
struct Drops(u64);

impl Drops {
    /// A seed for another worker's.
    fn fork(&mut self) -> u64 {
        self.next();
        self.0 | 1
    }

    fn next(&mut self) -> bool {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 63 == 1
    }
}

#[cfg(test)]
mod tests;
