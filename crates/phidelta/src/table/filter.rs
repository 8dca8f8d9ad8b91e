//! Which lines may know a position: a byte for each line of the table.
//!
//! Idea: of the children of a new position most are new themselves, and a look-up that finds nothing
//! costs as much as one that does: a cache line from memory. So each line has a byte beside the table, in
//! which three bits of a key choose a bit; the bit is set when an entry of that line is stored. While it
//! is not, the line need not be read at all. All bytes together are a 64th of the table: those of 64 MiB
//! fit the second-level cache.
//!
//! The filter of a table beyond [`FILTERED_LINES`] would itself have to come from far away: there it is left
//! alone.
//!
//! Source: Bloom's filter (1970) with a single hash. Where an entry is replaced or collected, the bytes of
//! its pair of lines are made anew.
//!
//! Invariant: while it is in use, the bits that are set are those of the entries in the table.

use super::Table;
use super::layout::Line;
use crate::game::Key;

/// Bytes of a line with its filter.
pub(super) const LINE_BYTES: usize = size_of::<Line>() + 1;

/// Lines up to which a table is filtered: 128 MiB with 2 MiB of filter. At 64 MiB it saves a sixth of the
/// time of a search, at 1 GiB it costs some percent. Fewer in tests, so that they cross it.
const FILTERED_LINES: usize = if cfg!(test) { 1 << 17 } else { 1 << 21 };

/// The bit of a key: its lowest bits, which say nothing of its line.
#[inline]
fn bit(check: u64) -> u8 {
    1 << (check & 7)
}

impl Table {
    /// Whether the filter is in use.
    #[inline]
    pub(super) fn is_filtered(&self) -> bool {
        self.lines <= FILTERED_LINES
    }

    /// Whether line `home` may have an entry of its own with this key.
    #[inline]
    pub(super) fn may_know(&self, home: usize, key: Key) -> bool {
        !self.is_filtered() || self.block.filter()[home] & bit(key as u64) != 0
    }

    /// Notes an entry whose own line is `home`.
    #[inline]
    pub(super) fn note(&mut self, home: usize, check: u64) {
        if self.is_filtered() {
            self.block.filter_mut()[home] |= bit(check);
        }
    }

    /// Forgets what is noted of a pair of neighbouring lines.
    pub(super) fn forget_pair(&mut self, pair: usize) {
        self.block.filter_mut()[2 * pair..][..2].fill(0);
    }

    /// Notes all entries of a pair of neighbouring lines, and no others.
    pub(super) fn note_pair(&mut self, pair: usize) {
        if !self.is_filtered() {
            return;
        }
        let mut bytes = [0; 2];
        let lines = &self.block.lines()[2 * pair..][..2];
        for (place, line) in lines.iter().enumerate() {
            for entry in line.entries.iter().filter(|entry| !entry.is_free()) {
                bytes[place ^ usize::from(entry.is_away())] |= bit(entry.check);
            }
        }
        self.block.filter_mut()[2 * pair..][..2].copy_from_slice(&bytes);
    }
}
