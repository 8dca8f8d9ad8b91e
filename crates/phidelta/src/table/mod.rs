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
mod retreat;

pub(crate) use dominance::Dominant;
use layout::Slot;
pub(crate) use layout::{Link, MARKS, Record};

use crate::algorithm::Replacement;
use crate::game::Key;
use growth::FIRST_LINES;
use layout::{Entry, Line};
use memory::Block;

/// Bytes of two entries with their part of the filter: the least by which a table grows.
const LINE_BYTES: u64 = filter::LINE_BYTES as u64;

/// The fewest entries a table can have: enough for each line to have a neighbour.
pub(crate) const LEAST_ENTRIES: u64 = 4;

/// A bounded table of [`Record`]s by position.
#[derive(Debug)]
pub(crate) struct Table {
    block: Block,
    /// Lines in use: few at first, see [`growth`].
    lines: usize,
    /// Lines that may be in use: all of the block, unless some have been given up ([`retreat`]).
    most_lines: usize,
    used: u64,
    /// Entries at which there is something to do: more lines, or a collection.
    full_at: u64,
    replacement: Replacement,
    collections: u64,
    drops: Option<Drops>,
}

impl Table {
    /// A table of `bytes`, or `None` if the system does not give them.
    pub(crate) fn new(bytes: u64, replacement: Replacement) -> Option<Table> {
        // A slot has 32 bits: at most 128 GiB.
        let lines = (bytes / LINE_BYTES).clamp(LEAST_ENTRIES / 2, u64::from(Slot::MAX) / 2) as usize & !1;
        let block = Block::new(lines)?;
        let (most_lines, lines) = (lines, lines.min(FIRST_LINES));
        let mut table =
            Table { block, lines, most_lines, used: 0, full_at: 0, replacement, collections: 0, drops: None };
        table.full_at = table.high_water();
        Some(table)
    }

    /// The bytes of a table with so many entries, an even number.
    pub(crate) fn bytes_for(entries: u64) -> u64 {
        entries / 2 * LINE_BYTES
    }

    /// Loses half of all stores at random from now on: what a search must be able to live with.
    pub(crate) fn drop_stores(&mut self, seed: u64) {
        self.drops = Some(Drops(seed | 1));
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.block.lines_mut()[..self.lines].fill(Line::default());
        self.block.filter_mut()[..self.lines].fill(0);
        self.lines = self.most_lines.min(FIRST_LINES);
        self.used = 0;
        self.full_at = self.high_water();
    }

    /// Bytes it may use.
    pub(crate) fn bytes(&self) -> u64 {
        Table::bytes_for(self.capacity())
    }

    /// Entries it can hold.
    pub(crate) fn capacity(&self) -> u64 {
        self.most_lines as u64 * 2
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
        let line = self.line_of(key);
        if self.may_know(line, key) {
            self.prefetch_line(line);
        }
    }

    /// Loads what [`Table::store`] will write.
    #[inline]
    pub(crate) fn prefetch_place(&self, key: Key) {
        self.prefetch_line(self.line_of(key));
    }

    #[inline]
    fn prefetch_line(&self, line: usize) {
        self.block.prefetch(line);
        if self.used > self.lines as u64 {
            // Above a half many lines overflow.
            self.block.prefetch(line ^ 1);
        }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Record> {
        self.find(key).map(|slot| self.entry(slot).record())
    }

    /// The low half of the key and the record of the position a link leads to, if it is still there.
    #[inline]
    pub(crate) fn follow(&self, link: Link) -> Option<(u64, Record)> {
        let home = growth::line_at(link.place()?, self.lines);
        let is_meant = |&slot: &Slot| !self.entry(slot).is_free() && link.leads_to(self.entry(slot));
        let entry = self.entry(self.candidates(home).find(is_meant)?);
        Some((entry.check, entry.record()))
    }

    /// Keeps a record, unless it is less than what is known already: an unsolved record never takes
    /// the place of a solved one of the same position.
    #[inline]
    pub(crate) fn store(&mut self, key: Key, record: &Record) {
        if self.loses_store() {
            return;
        }
        let slot = match self.find(key) {
            Some(slot) if self.entry(slot).is_solved() && !record.numbers.is_solved() => return,
            Some(slot) => slot,
            None => self.place_for(key, record.work),
        };
        self.put(key, slot, Entry::new(key, record));
    }

    /// Whether a test wants this store to be lost.
    #[inline]
    fn loses_store(&mut self) -> bool {
        self.drops.as_mut().is_some_and(Drops::next)
    }

    /// Puts an entry of a salted board key where it stands already or where there is room.
    fn put_board(&mut self, key: Key, found: Option<Slot>, entry: Entry, work: u64) {
        let slot = found.unwrap_or_else(|| self.place_for(key, work));
        self.put(key, slot, entry);
    }

    #[inline]
    fn put(&mut self, key: Key, slot: Slot, entry: Entry) {
        let (line, home) = (slot as usize / 2, self.line_of(key));
        self.block.lines_mut()[line].put(slot as usize % 2, entry, line != home);
        self.note(home, key as u64);
    }

    /// A place for a new entry with so much work behind it, made free if need be.
    fn place_for(&mut self, key: Key, work: u64) -> Slot {
        if self.used >= self.full_at {
            if self.can_grow() { self.grow() } else { self.collect() }
        }
        let home = self.line_of(key);
        let free = self.candidates(home).find(|&slot| self.entry(slot).is_free());
        self.used += u64::from(free.is_some());
        let slot = free.unwrap_or_else(|| {
            let slot = self.replace(home, work);
            self.block.lines_mut()[slot as usize / 2].clear(slot as usize % 2);
            self.note_pair(home / 2);
            slot
        });
        if slot as usize / 2 != home {
            self.block.lines_mut()[home].set_overflow(true);
        }
        slot
    }

    #[inline]
    fn find(&self, key: Key) -> Option<Slot> {
        let home = self.line_of(key);
        if !self.may_know(home, key) {
            return None;
        }
        let line = &self.block.lines()[home];
        if let Some(slot) = find_in(line, home, key) {
            return Some(slot);
        }
        if !line.overflows() {
            return None;
        }
        find_in(&self.block.lines()[home ^ 1], home ^ 1, key)
    }

    /// The places an entry of this line may stand in, in the order they are filled.
    #[inline]
    fn candidates(&self, line: usize) -> impl Iterator<Item = Slot> + use<> {
        let neighbours = if self.replacement == Replacement::TwoBig { 1 } else { 2 };
        (0..neighbours * 2).map(move |i| ((line ^ (i / 2)) * 2 + i % 2) as Slot)
    }

    #[inline]
    fn entry(&self, slot: Slot) -> &Entry {
        &self.block.lines()[slot as usize / 2].entries[slot as usize % 2]
    }

    #[inline]
    fn line_of(&self, key: Key) -> usize {
        growth::line_at(growth::place_of(key), self.lines)
    }
}

#[inline]
fn find_in(line: &Line, index: usize, key: Key) -> Option<Slot> {
    let place = (0..2).find(|&place| line.entries[place].is_of(key))?;
    Some((index * 2 + place) as Slot)
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
