//! The bytes of a table entry.
//!
//! | bytes | unsolved | solved |
//! |---|---|---|
//! | 0–7 | low half of the key | the same |
//! | 8–11 | proof number | 0 (proved) or ∞ (disproved) |
//! | 12–15 | disproof number | bits 64–95 of the key |
//! | 16–23 | marked moves, one bit each (48), high bits of the parent link (16) | plies to the end (low half), dependency (high half) |
//! | 24–27 | link to the parent it was first reached from, the other bits | the stock with which it still holds |
//! | 28–31 | work (12 bits), path-bound results exist (1), away (1), overflow (1), minimal distance (17) | the same |
//!
//! A solved entry needs no second number, so that its place makes the identity longer: a false proof
//! needs a match of 96 bits and of the 15 that the line tells. Two entries fill a cache line. No work = free.
//!
//! An entry whose own line is full stands *away* from it, in the neighbour; the first place of its own
//! line then says *overflow*, so that a look-up that finds nothing reads a second line only if it must.

use super::growth::{HIGH_BITS, place_of};
use crate::game::{Key, Stock};
use crate::history::Depth;
use crate::number::{INFINITY, Numbers};

/// Where an entry stands: line × 2 + place.
pub(crate) type Slot = u32;

/// Marks that fit an entry; the last one stands for all further moves.
pub(crate) const MARKS: u32 = 48;

/// A position by the first 48 bits of its place ([`super::growth`]): they tell its line in a table of any
/// size, and more than enough of its key to notice when it is no longer there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link(u64);

const LINK_BITS: u32 = 48;

impl Link {
    /// A link to nothing.
    pub(crate) const NONE: Link = Link((1 << LINK_BITS) - 1);

    /// A link to the entry of `key`.
    #[inline]
    pub(crate) fn to(key: Key) -> Link {
        Link(place_of(key) >> (64 - LINK_BITS))
    }

    /// The place, without its last bits.
    #[inline]
    pub(super) fn place(self) -> Option<u64> {
        (self != Link::NONE).then_some(self.0 << (64 - LINK_BITS))
    }

    /// Whether an entry in the link's line is the one that is meant.
    #[inline]
    pub(super) fn leads_to(self, entry: &Entry) -> bool {
        // The entry knows the low half of its key; the line vouches for the rest.
        const FROM_LOW: u64 = (1 << (LINK_BITS - HIGH_BITS)) - 1;
        (Link::to(entry.check.into()).0 ^ self.0) & FROM_LOW == 0
    }
}

/// Largest minimal distance an entry holds, in plies; longer ones stop there.
pub(crate) const MAX_DISTANCE: u32 = (1 << 17) - 1;

const MARK_MASK: u64 = (1 << MARKS) - 1;
const WORK_BITS: u32 = 12;
const WORK_MASK: u32 = (1 << WORK_BITS) - 1;
const BOUND_BIT: u32 = 1 << WORK_BITS;
const AWAY_BIT: u32 = BOUND_BIT << 1;
const OVERFLOW_BIT: u32 = BOUND_BIT << 2;
const DISTANCE_SHIFT: u32 = WORK_BITS + 3;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    /// The numbers.
    pub(crate) numbers: Numbers,
    /// Nodes searched below it so far; kept with 7 significant bits.
    pub(crate) work: u64,
    /// Length of the shortest path from the root that was seen, in plies.
    pub(crate) distance: u32,
    /// Results that hold on certain paths only are stored under keys of those paths.
    pub(crate) bound: bool,
    /// Unsolved: moves that merge again further down.
    pub(crate) marks: u64,
    /// Unsolved: the parent it was first reached from.
    pub(crate) parent: Link,
    /// Solved: plies to the end by the strategy found.
    pub(crate) length: u32,
    /// Solved: the depth of the highest ancestor it rests on.
    pub(crate) dependency: Depth,
    /// Solved, in games with resources: the stock with which it still holds.
    pub(crate) stock: Stock,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Entry {
    pub(super) check: u64,
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) extra: u64,
    pub(super) parent: u32,
    pub(super) info: u32,
}

/// A cache line of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Line {
    pub(super) entries: [Entry; 2],
}

impl Line {
    /// Whether entries of this line stand in its neighbour.
    #[inline]
    pub(super) fn overflows(&self) -> bool {
        self.entries[0].info & OVERFLOW_BIT != 0
    }

    /// Puts an entry into a place; a line that overflows goes on doing so.
    #[inline]
    pub(super) fn put(&mut self, place: usize, mut entry: Entry, away: bool) {
        entry.info |= self.entries[place].info & OVERFLOW_BIT;
        entry.info |= if away { AWAY_BIT } else { 0 };
        self.entries[place] = entry;
    }

    /// Frees a place.
    pub(super) fn clear(&mut self, place: usize) {
        self.put(place, Entry::default(), false);
    }

    /// Notes whether entries of this line stand in its neighbour.
    pub(super) fn set_overflow(&mut self, overflows: bool) {
        let info = &mut self.entries[0].info;
        *info = if overflows { *info | OVERFLOW_BIT } else { *info & !OVERFLOW_BIT };
    }
}

impl Entry {
    pub(super) fn new(key: Key, record: &Record) -> Entry {
        let solved = record.numbers.is_solved();
        let (second, extra) = if solved {
            let ends = u64::from(record.length) | (u64::from(record.dependency) << 32);
            (solved_check(key), ends)
        } else {
            (record.numbers.dn, record.marks & MARK_MASK | (record.parent.0 >> 32) << MARKS)
        };
        let bound = if record.bound { BOUND_BIT } else { 0 };
        let distance = record.distance.min(MAX_DISTANCE) << DISTANCE_SHIFT;
        Entry {
            check: key as u64,
            first: record.numbers.pn,
            second,
            extra,
            parent: if solved { record.stock } else { record.parent.0 as u32 },
            info: work_code(record.work) | bound | distance,
        }
    }

    /// An entry of other contents with so much work behind it.
    pub(super) fn with_work(key: Key, work: u64) -> Entry {
        Entry { check: key as u64, info: work_code(work), ..Entry::default() }
    }

    /// The same without what belongs to its line.
    pub(super) fn settled(mut self) -> Entry {
        self.info &= !(AWAY_BIT | OVERFLOW_BIT);
        self
    }

    #[inline]
    pub(super) fn is_free(&self) -> bool {
        self.info & WORK_MASK == 0
    }

    /// Whether it stands in the neighbour of its own line.
    pub(super) fn is_away(&self) -> bool {
        self.info & AWAY_BIT != 0
    }

    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.first == 0 || self.first == INFINITY
    }

    /// Whether this is the entry of `key`. A free entry is none, whatever the key.
    #[inline]
    pub(super) fn is_of(&self, key: Key) -> bool {
        self.check == key as u64 && !self.is_free() && (!self.is_solved() || self.second == solved_check(key))
    }

    /// The work behind it, as [`work_code`] has it.
    #[inline]
    pub(super) fn work_code(&self) -> u32 {
        self.info & WORK_MASK
    }

    /// How much the entry is worth keeping: its work, as a code that grows with the logarithm.
    #[inline]
    pub(super) fn worth(&self) -> usize {
        let code = (self.info & WORK_MASK) as usize;
        if self.is_solved() { code + SOLVED_WORTH } else { code }
    }

    #[inline]
    pub(super) fn record(&self) -> Record {
        let (numbers, marks, length, dependency) = match self.first {
            0 => (Numbers::PROVED, 0, self.extra as u32, (self.extra >> 32) as Depth),
            INFINITY => (Numbers::DISPROVED, 0, self.extra as u32, (self.extra >> 32) as Depth),
            pn => (Numbers { pn, dn: self.second }, self.extra & MARK_MASK, 0, 0),
        };
        let solved = numbers.is_solved();
        let parent = Link(self.extra >> MARKS << 32 | u64::from(self.parent));
        Record {
            numbers,
            work: work_of(self.info & WORK_MASK),
            distance: self.info >> DISTANCE_SHIFT,
            bound: self.info & BOUND_BIT != 0,
            marks,
            parent: if solved { Link::NONE } else { parent },
            length,
            dependency,
            stock: if solved { self.parent } else { 0 },
        }
    }
}

/// A solved entry counts as one with four times its work: it ends a search wherever it is met, but
/// losing a small one still costs less than losing a large unsolved one. In steps of [`work_code`].
const SOLVED_WORTH: usize = 2 << MANTISSA_BITS;

/// One above the largest worth.
pub(super) const WORTHS: usize = (1 << WORK_BITS) + SOLVED_WORTH;

/// The bits of the key that a solved entry compares beyond its check.
#[inline]
fn solved_check(key: Key) -> u32 {
    (key >> 64) as u32
}

/// Significant bits of the work below the leading one.
const MANTISSA_BITS: u32 = 6;

/// Work as a small floating-point number, never 0: exact below 64, else within 1.6 %.
#[inline]
pub(super) fn work_code(work: u64) -> u32 {
    let work = work.max(1);
    let exponent = work.ilog2();
    if exponent < MANTISSA_BITS {
        return work as u32;
    }
    let mantissa = (work >> (exponent - MANTISSA_BITS)) as u32 & ((1 << MANTISSA_BITS) - 1);
    ((exponent - MANTISSA_BITS + 1) << MANTISSA_BITS) | mantissa
}

#[inline]
fn work_of(code: u32) -> u64 {
    let exponent = code >> MANTISSA_BITS;
    if exponent == 0 {
        return code.into();
    }
    let mantissa = (1 << MANTISSA_BITS) | (code & ((1 << MANTISSA_BITS) - 1));
    u64::from(mantissa) << (exponent - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    #[test]
    fn the_layout_is_pinned() {
        assert_eq!((size_of::<Entry>(), align_of::<Entry>()), (32, 32));
        assert_eq!((size_of::<Line>(), align_of::<Line>()), (64, 64));
        assert_eq!(std::mem::offset_of!(Entry, check), 0);
        assert_eq!(std::mem::offset_of!(Entry, first), 8);
        assert_eq!(std::mem::offset_of!(Entry, second), 12);
        assert_eq!(std::mem::offset_of!(Entry, extra), 16);
        assert_eq!(std::mem::offset_of!(Entry, parent), 24);
        assert_eq!(std::mem::offset_of!(Entry, info), 28);
        assert!(Entry::default().is_free());
        let mut line = Line::default();
        line.set_overflow(true);
        line.put(0, Entry::new(1, &record()), true);
        assert!(line.overflows() && line.entries[0].is_away() && line.entries[0].is_of(1));
        line.clear(0);
        assert!(line.overflows() && line.entries[0].is_free() && !line.entries[0].is_of(1));
        line.set_overflow(false);
        assert_eq!(line, Line::default());
        assert!(!Entry::default().is_of(0));
    }

    fn record() -> Record {
        Record {
            numbers: Numbers::new(12, 34),
            work: 56,
            distance: 78,
            bound: true,
            marks: 1 << 47 | 5,
            parent: Link(0x1234_5678_9abc),
            length: 0,
            dependency: 0,
            stock: 0,
        }
    }

    #[test]
    fn records_survive() {
        let key = mix(1);
        assert_eq!(Entry::new(key, &record()).record(), record());
        for numbers in [Numbers::PROVED, Numbers::DISPROVED] {
            let solved = Record { numbers, marks: 0, length: 1525, dependency: 17, stock: 99, ..record() };
            let back = Entry::new(key, &solved).record();
            assert_eq!(back.parent, Link::NONE);
            assert_eq!(Record { parent: solved.parent, ..back }, solved);
        }
        let orphan = Record { parent: Link::NONE, distance: u32::MAX, ..record() };
        let back = Entry::new(key, &orphan).record();
        assert_eq!((back.parent, back.distance), (Link::NONE, MAX_DISTANCE));
    }

    #[test]
    fn solved_entries_compare_more_of_the_key() {
        let key = mix(1);
        let other = key ^ (1 << 70);
        assert!(Entry::new(key, &record()).is_of(other));
        let solved = Record { numbers: Numbers::PROVED, ..record() };
        assert!(Entry::new(key, &solved).is_of(key));
        assert!(!Entry::new(key, &solved).is_of(other));
    }

    #[test]
    fn work_is_monotone_and_close() {
        let mut last = 0;
        for exponent in 0..60 {
            for step in 0..8u64 {
                let work = (1u64 << exponent) + (step << exponent) / 8;
                let code = work_code(work);
                assert!(code >= last && code < 1 << WORK_BITS && code > 0);
                last = code;
                let back = work_of(code);
                assert!(back <= work && back as f64 >= work as f64 * 0.984, "{work} {back}");
            }
        }
        assert_eq!(work_of(work_code(0)), 1);
        assert!(work_code(u64::MAX) < 1 << WORK_BITS);
    }
}
