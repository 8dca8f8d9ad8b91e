//! Where an entry stands, and how the table grows.
//!
//! Idea: a table begins with one huge page and grows whenever it is full, up to the memory it was
//! given: a search of a few thousand nodes that spread them over a gigabyte would spend most of its time
//! on getting zeroed pages from the system. For an entry to find its new line, the line must follow from
//! what the entry knows of its key. So the *place* of a key, a fraction of the lines, is made of its 15
//! highest bits, which the line has told since the table was at its smallest, and of the low half, which
//! the entry holds.
//!
//! A key of which little is told apart by its line would be told apart by its entry alone. Here an entry
//! compares 64 bits of the low half, the line 15 more, and a solved entry 32 more.
//!
//! Invariants: growing loses no entry that has room in its new line, and every entry is found again.

use super::layout::{Entry, Line};
use super::{Slot, Table, collection};
use crate::game::Key;

/// Bits of the place that come from the high half of the key: those that tell the lines of a table of
/// [`FIRST_LINES`] apart.
pub(super) const HIGH_BITS: u32 = 15;

/// Lines that a table begins with: 2 MiB, one huge page.
pub(super) const FIRST_LINES: usize = 1 << HIGH_BITS;

/// How many times as many lines a table has after it has grown. Moving the entries was an eighth of the
/// time of a million visits when it was twice; eight times makes that less than a thirtieth, and zeroing
/// the new pages still costs less than the search that has filled the old ones.
const GROWTH: usize = 8;

/// The share of places in use at which a table grows: above it ever more entries find all their four
/// places taken, and would be lost without need.
const FULL: f64 = 0.5;

/// The place of a key as a fraction of all lines.
#[inline]
pub(super) fn place_of(key: Key) -> u64 {
    const HIGH: u64 = !(u64::MAX >> HIGH_BITS);
    ((key >> 64) as u64 & HIGH) | (key as u64 >> HIGH_BITS)
}

/// The line of a place, out of `lines`.
#[inline]
pub(super) fn line_at(place: u64, lines: usize) -> usize {
    ((u128::from(place) * lines as u128) >> 64) as usize
}

/// The place of an entry whose own line is `home` of `lines`.
pub(super) fn place_again(check: u64, home: usize, lines: usize) -> u64 {
    let low = check >> HIGH_BITS;
    let with = |high: u64| high << (64 - HIGH_BITS) | low;
    // The high bits that could lead to this line differ by no more than one.
    let high = ((home as u64) << HIGH_BITS) / lines as u64;
    let near = high.saturating_sub(1)..=high + 1;
    let mut fits = near.filter(|&high| high >> HIGH_BITS == 0).map(with);
    fits.find(|&place| line_at(place, lines) == home).expect("an entry stands in its line")
}

impl Table {
    /// Whether there are more lines to be had.
    pub(super) fn can_grow(&self) -> bool {
        self.lines < self.most_lines
    }

    /// Entries at which there is something to do: more lines, or a collection.
    pub(super) fn high_water(&self) -> u64 {
        let places = self.lines as u64 * 2;
        let last = collection::high_water(places, self.replacement);
        if self.can_grow() { last.min((places as f64 * FULL) as u64) } else { last }
    }

    /// Goes on with more lines.
    #[cold]
    pub(super) fn grow(&mut self) {
        let (before, all) = (self.lines, self.most_lines);
        debug_assert!(before >= FIRST_LINES, "smaller tables have all their lines from the start");
        self.lines = (before * GROWTH).min(all);
        self.full_at = self.high_water();
        // From the last pair to the first: an entry never moves down, so that it never meets one that
        // has still to move.
        for pair in (0..before / 2).rev() {
            for (entry, home) in self.take_pair(pair) {
                let line = line_at(place_again(entry.check, home, before), self.lines);
                let free = self.candidates(line).find(|&slot| self.entry(slot).is_free());
                match free {
                    Some(slot) => self.put_away(slot, line, entry),
                    None => self.used -= 1,
                }
            }
        }
    }

    /// Empties two neighbouring lines; tells what stood there, and in which line it belongs.
    pub(super) fn take_pair(&mut self, pair: usize) -> impl Iterator<Item = (Entry, usize)> + use<> {
        self.forget_pair(pair);
        let lines = &mut self.block.lines_mut()[2 * pair..][..2];
        let both = [lines[0], lines[1]];
        lines.fill(Line::default());
        both.into_iter().enumerate().flat_map(move |(i, line)| {
            let entries = line.entries.into_iter().filter(|entry| !entry.is_free());
            entries.map(move |entry| (entry, 2 * pair + if entry.is_away() { 1 - i } else { i }))
        })
    }

    /// Puts an entry of line `home` into a free place there or in the neighbour.
    pub(super) fn put_away(&mut self, slot: Slot, home: usize, entry: Entry) {
        let line = slot as usize / 2;
        if line != home {
            self.block.lines_mut()[home].set_overflow(true);
        }
        self.block.lines_mut()[line].put(slot as usize % 2, entry.settled(), line != home);
        self.note(home, entry.check);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    #[test]
    fn an_entry_tells_its_place_whatever_the_number_of_lines() {
        for lines in [FIRST_LINES, FIRST_LINES + 2, 100_000, 1 << 20, 14_680_064] {
            for key in (0..20_000).map(mix).chain([0, Key::MAX]) {
                let place = place_of(key);
                assert_eq!(place_again(key as u64, line_at(place, lines), lines), place);
            }
        }
    }
}
