//! A cache line of the table: two entries as atomic words.
//!
//! Two ways to read and write them. *Exclusive*: one worker has the table; the words are plain loads and
//! stores. *Sealed* ([`super::seal`]): several workers share it.
//!
//! Invariant: what belongs to the slot (overflow) stays when an entry is put.

use super::atomic::Ordering::Relaxed;
use super::layout::{AWAY_WORD, Entry, OVERFLOW_WORD};
use super::seal::{self, Cell};
use crate::game::Key;

/// Two entries.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Slot {
    cells: [Cell; 2],
}

impl Slot {
    /// Whether entries of this slot stand in its neighbour.
    #[inline]
    pub(super) fn overflows(&self) -> bool {
        self.cells[0][3].load(Relaxed) & OVERFLOW_WORD != 0
    }

    #[inline]
    fn word_at(&self, half: usize, at: usize) -> u64 {
        self.cells[half][at].load(Relaxed)
    }

    /// The first word of an entry.
    #[inline]
    pub(super) fn first_word(&self, half: usize) -> u64 {
        self.word_at(half, 0)
    }

    /// Whether this is the entry of the position `key`. No word is read that need not be.
    #[inline]
    pub(super) fn is_of(&self, half: usize, key: Key) -> bool {
        self.first_word(half) == key as u64
            && Entry::of_words([key as u64, self.word_at(half, 1), 0, self.word_at(half, 3)]).is_of(key)
    }

    /// Whether this is the entry of the board `key`.
    #[inline]
    pub(super) fn is_of_board(&self, half: usize, key: Key) -> bool {
        self.first_word(half) == key as u64
            && Entry::of_words([key as u64, 0, 0, self.word_at(half, 3)]).is_of_board(key)
    }

    /// An entry.
    #[inline]
    pub(super) fn entry(&self, half: usize) -> Entry {
        Entry::of_words([0, 1, 2, 3].map(|at| self.word_at(half, at)))
    }

    /// Whether a place is free.
    #[inline]
    pub(super) fn is_free(&self, half: usize) -> bool {
        Entry::is_free_word(self.cells[half][3].load(Relaxed))
    }

    /// Puts an entry into a place; a slot that overflows goes on doing so.
    #[inline]
    pub(super) fn put(&self, half: usize, entry: Entry, away: bool) {
        let cell = &self.cells[half];
        let [check, numbers, extra, last] = entry.words();
        let overflow = cell[3].load(Relaxed) & OVERFLOW_WORD;
        cell[0].store(check, Relaxed);
        cell[1].store(numbers, Relaxed);
        cell[2].store(extra, Relaxed);
        cell[3].store(last | overflow | if away { AWAY_WORD } else { 0 }, Relaxed);
    }

    /// Frees a place.
    pub(super) fn clear(&self, half: usize) {
        self.put(half, Entry::default(), false);
    }

    /// Frees both and forgets whether it overflowed.
    pub(super) fn wipe(&self) {
        self.cells.iter().flatten().for_each(|word| word.store(0, Relaxed));
    }

    /// All its words.
    pub(super) fn words(&self) -> [[u64; 4]; 2] {
        [0, 1].map(|half| [0, 1, 2, 3].map(|at| self.word_at(half, at)))
    }

    /// Sets all its words, while nobody else uses the table.
    pub(super) fn set_words(&self, words: [[u64; 4]; 2]) {
        for (cell, words) in self.cells.iter().zip(words) {
            cell.iter().zip(words).for_each(|(word, value)| word.store(value, Relaxed));
        }
    }

    /// Notes whether entries of this slot stand in its neighbour.
    pub(super) fn set_overflow(&self, overflows: bool) {
        let word = &self.cells[0][3];
        if overflows {
            word.fetch_or(OVERFLOW_WORD, Relaxed);
        } else {
            word.fetch_and(!OVERFLOW_WORD, Relaxed);
        }
    }

    /// The same where nobody else writes meanwhile.
    #[inline]
    pub(super) fn set_overflow_alone(&self) {
        let word = &self.cells[0][3];
        word.store(word.load(Relaxed) | OVERFLOW_WORD, Relaxed);
    }

    /// The whole entry of a key, as some worker wrote it, with the word that stands for it.
    #[inline]
    pub(super) fn sealed(&self, half: usize, check: u64) -> Option<(u64, Entry)> {
        let (seen, words) = seal::read(&self.cells[half], check)?;
        Some((seen, Entry::of_words(words)))
    }

    /// A whole entry, whatever its key, with the word that stands for it; `None` if it is being written.
    pub(super) fn any_sealed(&self, half: usize) -> Option<(u64, Entry)> {
        let (seen, words) = seal::read_any(&self.cells[half])?;
        Some((seen, Entry::of_words(words)))
    }

    /// Puts an entry into a place where `seen` still stands for the one that was there. False if somebody
    /// else was quicker: the store is lost.
    pub(super) fn put_sealed(&self, half: usize, seen: u64, entry: Entry, away: bool) -> bool {
        let mut words = entry.settled().words();
        words[3] |= if away { AWAY_WORD } else { 0 };
        seal::write(&self.cells[half], seen, words)
    }

    /// What a reader sees who is slow while the entry is being replaced by that in the other half.
    pub(super) fn torn(&self, half: usize, check: u64) -> Option<Entry> {
        let word = |half: usize, at: usize| self.cells[half][at].load(Relaxed).into();
        let mixed: Cell = [word(half, 0), word(half, 1), word(1 - half, 2), word(1 - half, 3)];
        seal::read(&mixed, check).map(|(_, words)| Entry::of_words(words))
    }

    /// The words as they are, for tests that spoil them.
    #[cfg(test)]
    pub(super) fn word(&self, half: usize, at: usize) -> &super::atomic::AtomicU64 {
        &self.cells[half][at]
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::{Record, work_code};
    use super::*;
    use crate::number::Numbers;

    #[test]
    fn a_slot_is_a_cache_line_and_goes_on_overflowing() {
        assert_eq!((size_of::<Slot>(), align_of::<Slot>()), (64, 64));
        assert_eq!(work_code(1), 1);
        for sealed in [false, true] {
            let slot = Slot::default();
            let entry = Entry::position(1, &Record::open(Numbers::new(2, 3), 4, 5));
            slot.set_overflow(true);
            if sealed {
                assert!(slot.put_sealed(0, 0, entry, true));
                assert!(!slot.put_sealed(0, 0, entry, true), "somebody was quicker");
                assert_eq!(slot.sealed(0, 1).unwrap().1.settled(), entry);
                assert_eq!(slot.any_sealed(0).unwrap().1.settled(), entry);
                assert!(slot.sealed(0, 2).is_none());
            } else {
                slot.put(0, entry, true);
                assert!(slot.entry(0).is_of(1));
            }
            assert!(slot.overflows() && !slot.is_free(0) && slot.is_free(1));
            slot.clear(0);
            assert!(slot.overflows() && slot.is_free(0) && !slot.entry(0).is_of(1));
            slot.set_overflow(false);
            assert_eq!(slot.entry(0), Entry::default());
        }
    }

    #[test]
    fn a_torn_entry_is_none() {
        let slot = Slot::default();
        let entry = Entry::position(7, &Record::solved(Numbers::PROVED, 3, 0, 9));
        assert!(slot.put_sealed(1, 0, entry, false));
        for at in 0..4 {
            for bit in 0..64 {
                let word = slot.word(1, at);
                let before = word.load(Relaxed);
                word.store(before ^ 1 << bit, Relaxed);
                let unsealed = at == 3 && (1u64 << bit) & (AWAY_WORD | OVERFLOW_WORD) != 0;
                assert_eq!(slot.sealed(1, 7).is_some(), unsealed, "word {at} bit {bit}");
                word.store(before, Relaxed);
            }
        }
        assert_eq!(slot.sealed(1, 7).unwrap().1, entry);
    }
}
