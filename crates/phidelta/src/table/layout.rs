//! The bytes of a table entry. Nothing else knows them.
//!
//! | bytes | open | solved | board | memo |
//! |---|---|---|---|---|
//! | 0–7 | low half of the key | the same | the same, of the board's key | the same |
//! | 8–11 | proof number | 0 (proved) or ∞ (disproved) | a stock that proves | 1 |
//! | 12–15 | disproof number | bits 64–95 of the key | another | 1 |
//! | 16–23 | marked moves, one bit each (48), high bits of the parent link (16) | plies to the end (low half), dependency (high half) | two stocks that fail | the move that did not lose (16), iteration (30), answers (2) |
//! | 24–27 | link to the parent it was first reached from, the other bits | the stock with which it still holds | plies to the end of the two proofs | – |
//! | 28–31 | work (11 bits), tag (2), away (1), overflow (1), minimal distance (17) | the same | work, tag, away, overflow | as open, with the plies searched below instead of a distance |
//!
//! The tag tells positions, positions of which path-bound results exist, boards ([`super::dominance`]) and
//! memos ([`crate::alpha_beta`]) apart; a position is solved if its first number says so. What an entry is
//! worth follows from its kind and its work.
//!
//! A solved entry needs no second number, so that its place makes the identity longer: a false proof
//! needs a match of 96 bits and of the 15 that the slot tells. Two entries fill a slot, a cache line. No
//! work = free.
//!
//! An entry whose own slot is full stands *away* from it, in the neighbour; the first place of its own
//! slot then says *overflow*, so that a look-up that finds nothing reads a second slot only if it must.

use super::growth::{HIGH_BITS, address_of};
use crate::game::{Key, Stock};
use crate::history::{Depth, INDEPENDENT};
use crate::number::{INFINITY, Numbers};

/// Where an entry stands: place × 2 + half.
pub(crate) type Place = u32;

/// Marks that fit an entry; the last one stands for all further moves.
pub(crate) const MARKS: u32 = 48;

/// A position by the first 48 bits of its address ([`super::growth`]): they tell its slot in a table of any
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
        Link(address_of(key) >> (64 - LINK_BITS))
    }

    /// The address, without its last bits.
    #[inline]
    pub(super) fn address(self) -> Option<u64> {
        (self != Link::NONE).then_some(self.0 << (64 - LINK_BITS))
    }

    /// The link as a number.
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// The link that a number stands for.
    pub(super) fn from_bits(bits: u64) -> Link {
        Link(bits & Link::NONE.0)
    }

    /// Whether an entry in the link's slot is the one that is meant.
    #[inline]
    pub(super) fn leads_to(self, entry: &Entry) -> bool {
        // The entry knows the low half of its key; the slot vouches for the rest.
        const FROM_LOW: u64 = (1 << (LINK_BITS - HIGH_BITS)) - 1;
        (Link::to(entry.check.into()).0 ^ self.0) & FROM_LOW == 0
    }
}

/// Largest minimal distance an entry holds, in plies; longer ones stop there.
pub(crate) const MAX_DISTANCE: u32 = (1 << 17) - 1;

const MARK_MASK: u64 = (1 << MARKS) - 1;
const WORK_BITS: u32 = 11;
const WORK_MASK: u32 = (1 << WORK_BITS) - 1;
const TAG_MASK: u32 = 3 << WORK_BITS;
const AWAY_BIT: u32 = 4 << WORK_BITS;
const OVERFLOW_BIT: u32 = AWAY_BIT << 1;
const DISTANCE_SHIFT: u32 = WORK_BITS + 4;

/// The tags. A position has none, unless results that hold on certain paths only exist of it.
const BOUND_TAG: u32 = 1 << WORK_BITS;
const BOARD_TAG: u32 = 2 << WORK_BITS;
const MEMO_TAG: u32 = 3 << WORK_BITS;

/// What an entry is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A position that is not solved, by its numbers.
    Open,
    /// A solved position.
    Solved,
    /// A board, by the stocks whose answers are known.
    Board,
    /// A position that is not solved, by what alpha-beta knows of it.
    Memo,
}

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

impl Record {
    /// What is known of a position that is not solved, without marks and parent.
    pub(crate) fn open(numbers: Numbers, work: u64, distance: u32) -> Record {
        debug_assert!(!numbers.is_solved());
        let (bound, marks, parent) = (false, 0, Link::NONE);
        Record { numbers, work, distance, bound, marks, parent, length: 0, dependency: INDEPENDENT, stock: 0 }
    }

    /// The answer of a position, on every path.
    pub(crate) fn solved(numbers: Numbers, length: u32, stock: Stock, work: u64) -> Record {
        debug_assert!(numbers.is_solved());
        let (distance, bound, marks, parent) = (0, false, 0, Link::NONE);
        Record { numbers, work, distance, bound, marks, parent, length, dependency: INDEPENDENT, stock }
    }
}

/// What alpha-beta knows of a position that is not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Memo {
    /// The move that did not lose, by index, if it is small enough to be remembered.
    pub(crate) best: Option<u16>,
    /// The iteration, at most [`MAX_ITERATION`].
    pub(crate) iteration: u32,
    /// Plies searched below it.
    pub(crate) draft: u32,
    /// It was seen that these plies do not prove it …
    pub(crate) not_proved: bool,
    /// … and that they do not disprove it.
    pub(crate) not_disproved: bool,
    /// Nodes searched below it.
    pub(crate) work: u64,
}

/// The largest iteration a memo holds: what fits beside a move.
pub(crate) const MAX_ITERATION: u32 = (1 << 30) - 1;

/// No move, in a memo.
const NO_MOVE: u16 = u16::MAX;

/// What the table holds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// Numbers or an answer.
    Record(Record),
    /// Of alpha-beta.
    Memo(Memo),
}

/// No stock, in [`Stocks`].
pub(super) const NO_STOCK: Stock = Stock::MAX;

/// What is known of a board whatever the attacker's stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stocks {
    /// Stocks with which the attacker succeeds …
    pub(super) proofs: [Stock; 2],
    /// … and the plies to the end of these proofs.
    pub(super) lengths: [u16; 2],
    /// Stocks with which he fails.
    pub(super) failures: [Stock; 2],
}

impl Stocks {
    pub(super) const NOTHING: Stocks =
        Stocks { proofs: [NO_STOCK; 2], lengths: [0; 2], failures: [NO_STOCK; 2] };
}

/// An entry as a value. In the table it stands as four words ([`Entry::words`], [`super::slot`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry {
    pub(super) check: u64,
    first: u32,
    second: u32,
    extra: u64,
    parent: u32,
    info: u32,
}

/// What the last word has beside the entry: whether it stands away from its own slot, and (the first place
/// of a slot) whether the slot overflows. They are set and cleared while the entry stays.
pub(super) const AWAY_WORD: u64 = (AWAY_BIT as u64) << 32;
pub(super) const OVERFLOW_WORD: u64 = (OVERFLOW_BIT as u64) << 32;

impl Entry {
    /// The entry that four words hold.
    #[inline]
    pub(super) fn of_words(words: [u64; 4]) -> Entry {
        let [check, numbers, extra, last] = words;
        let (first, second) = (numbers as u32, (numbers >> 32) as u32);
        Entry { check, first, second, extra, parent: last as u32, info: (last >> 32) as u32 }
    }

    /// Its words.
    #[inline]
    pub(super) fn words(&self) -> [u64; 4] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [self.check, pair(self.first, self.second), self.extra, pair(self.parent, self.info)]
    }

    /// Whether a last word is that of a free place.
    #[inline]
    pub(super) fn is_free_word(last: u64) -> bool {
        (last >> 32) as u32 & WORK_MASK == 0
    }

    /// The entry of a position, open or solved.
    pub(super) fn position(key: Key, record: &Record) -> Entry {
        let solved = record.numbers.is_solved();
        let (second, extra) = if solved {
            let ends = u64::from(record.length) | (u64::from(record.dependency) << 32);
            (solved_check(key), ends)
        } else {
            (record.numbers.dn, record.marks & MARK_MASK | (record.parent.0 >> 32) << MARKS)
        };
        let tag = if record.bound { BOUND_TAG } else { 0 };
        let distance = record.distance.min(MAX_DISTANCE) << DISTANCE_SHIFT;
        Entry {
            check: key as u64,
            first: record.numbers.pn,
            second,
            extra,
            parent: if solved { record.stock } else { record.parent.0 as u32 },
            info: work_code(record.work) | tag | distance,
        }
    }

    /// The entry of a board.
    pub(super) fn board(key: Key, stocks: Stocks, work: u64) -> Entry {
        let Stocks { proofs, lengths, failures } = stocks;
        Entry {
            check: key as u64,
            first: proofs[0],
            second: proofs[1],
            extra: u64::from(failures[0]) | u64::from(failures[1]) << 32,
            parent: u32::from(lengths[0]) | u32::from(lengths[1]) << 16,
            info: work_code(work) | BOARD_TAG,
        }
    }

    /// The entry of a memo.
    pub(super) fn memo(key: Key, memo: &Memo) -> Entry {
        let answers = u64::from(memo.not_proved) << 1 | u64::from(memo.not_disproved);
        let iteration = u64::from(memo.iteration.min(MAX_ITERATION));
        Entry {
            check: key as u64,
            first: 1,
            second: 1,
            extra: u64::from(memo.best.unwrap_or(NO_MOVE)) | iteration << 16 | answers << 46,
            parent: 0,
            info: work_code(memo.work) | MEMO_TAG | memo.draft.min(MAX_DISTANCE) << DISTANCE_SHIFT,
        }
    }

    /// The same without what belongs to its slot.
    pub(super) fn settled(mut self) -> Entry {
        self.info &= !(AWAY_BIT | OVERFLOW_BIT);
        self
    }

    /// What shall stand where `self` stands when another worker's `newer` entry of the same position comes:
    /// `None` if nothing changes.
    ///
    /// Of two proofs the shorter stays, so that the rank by which lines are walked never rises; of two results
    /// of one path the less dependent one. What is not solved keeps what both knew, with the numbers of the one
    /// that has more work behind it: a worker that came earlier does not throw away what a later one found.
    pub(super) fn merged_with(&self, newer: Entry) -> Option<Entry> {
        match (self.kind(), newer.kind()) {
            (Kind::Solved, Kind::Solved) => {
                let rank = |entry: &Entry| (!((entry.extra >> 32) as u32), entry.extra as u32);
                (rank(&newer) < rank(self)).then_some(newer)
            }
            (Kind::Solved, _) => None,
            (Kind::Open, Kind::Open) => {
                let mut merged = if self.work_code() > newer.work_code() { *self } else { newer };
                let bound = (self.info | newer.info) & BOUND_TAG;
                let distance = (self.info >> DISTANCE_SHIFT).min(newer.info >> DISTANCE_SHIFT);
                let rest = merged.info & (WORK_MASK | TAG_MASK);
                merged.info = rest | bound | distance << DISTANCE_SHIFT;
                merged.extra |= (self.extra | newer.extra) & MARK_MASK;
                Some(merged)
            }
            _ => Some(newer),
        }
    }

    #[inline]
    pub(super) fn is_free(&self) -> bool {
        self.info & WORK_MASK == 0
    }

    /// Whether it stands in the neighbour of its own slot.
    pub(super) fn is_away(&self) -> bool {
        self.info & AWAY_BIT != 0
    }

    /// What it is about. A free entry has no kind; it looks open.
    #[inline]
    pub(super) fn kind(&self) -> Kind {
        match self.info & TAG_MASK {
            BOARD_TAG => Kind::Board,
            MEMO_TAG => Kind::Memo,
            _ if self.has_answer() => Kind::Solved,
            _ => Kind::Open,
        }
    }

    /// Whether it has numbers or an answer, as no board and no memo has: they share a bit of their tags.
    #[inline]
    fn has_numbers(&self) -> bool {
        self.info & BOARD_TAG & MEMO_TAG == 0
    }

    /// Whether its numbers, if it has any, are an answer: the first is 0 or infinite, in one comparison.
    #[inline]
    fn has_answer(&self) -> bool {
        const { assert!(INFINITY == u32::MAX) };
        self.first.wrapping_add(1) <= 1
    }

    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.has_numbers() && self.has_answer()
    }

    /// Whether this is the entry of the position `key`. A free entry is none, whatever the key.
    #[inline]
    pub(super) fn is_of(&self, key: Key) -> bool {
        self.check == key as u64
            && !self.is_free()
            && if self.has_numbers() {
                !self.has_answer() || self.second == solved_check(key)
            } else {
                self.kind() == Kind::Memo
            }
    }

    /// Whether this is the entry of the board `key`.
    #[inline]
    pub(super) fn is_of_board(&self, key: Key) -> bool {
        self.check == key as u64 && !self.is_free() && self.kind() == Kind::Board
    }

    /// The key, as far as the entry knows it: the low half, and of a solved one the bits above that.
    pub(super) fn known_key(&self) -> Key {
        let more = if self.is_solved() { Key::from(self.second) << 64 } else { 0 };
        more | Key::from(self.check)
    }

    /// The work behind it, in nodes.
    pub(super) fn work(&self) -> u64 {
        work_of(self.work_code())
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
        if matches!(self.kind(), Kind::Solved | Kind::Board) { code + SOLVED_WORTH } else { code }
    }

    /// What a position's entry says, if it has numbers or an answer.
    #[inline]
    pub(super) fn record(&self) -> Option<Record> {
        if !self.has_numbers() {
            return None;
        }
        let work = work_of(self.info & WORK_MASK);
        let (distance, bound) = (self.info >> DISTANCE_SHIFT, self.info & BOUND_TAG != 0);
        // One branch, where choosing field by field takes one each.
        Some(if self.has_answer() {
            Record {
                numbers: if self.first == 0 { Numbers::PROVED } else { Numbers::DISPROVED },
                work,
                distance,
                bound,
                marks: 0,
                parent: Link::NONE,
                length: self.extra as u32,
                dependency: (self.extra >> 32) as Depth,
                stock: self.parent,
            }
        } else {
            Record {
                numbers: Numbers { pn: self.first, dn: self.second },
                work,
                distance,
                bound,
                marks: self.extra & MARK_MASK,
                parent: Link(self.extra >> MARKS << 32 | u64::from(self.parent)),
                length: 0,
                dependency: 0,
                stock: 0,
            }
        })
    }

    /// The numbers of a position that is not solved.
    #[inline]
    pub(super) fn open_numbers(&self) -> Option<Numbers> {
        let open = self.has_numbers() && !self.has_answer();
        open.then_some(Numbers { pn: self.first, dn: self.second })
    }

    /// What a position's entry says, whoever wrote it.
    #[inline]
    pub(super) fn found(&self) -> Option<Found> {
        if self.kind() != Kind::Memo {
            return self.record().map(Found::Record);
        }
        let best = self.extra as u16;
        Some(Found::Memo(Memo {
            best: (best != NO_MOVE).then_some(best),
            iteration: (self.extra >> 16) as u32 & MAX_ITERATION,
            draft: self.info >> DISTANCE_SHIFT,
            not_proved: self.extra >> 47 & 1 == 1,
            not_disproved: self.extra >> 46 & 1 == 1,
            work: work_of(self.info & WORK_MASK),
        }))
    }

    /// What a board's entry says.
    #[inline]
    pub(super) fn stocks(&self) -> Stocks {
        debug_assert_eq!(self.kind(), Kind::Board);
        Stocks {
            proofs: [self.first, self.second],
            lengths: [self.parent as u16, (self.parent >> 16) as u16],
            failures: [self.extra as Stock, (self.extra >> 32) as Stock],
        }
    }
}

/// A solved position counts as one with four times its work: it ends a search wherever it is met, but
/// losing a small one still costs less than losing a large unsolved one. In steps of [`work_code`]. So
/// does a board, whose answers hold for many stocks: with 1 MiB the 120 mate problems of the suite take
/// 1.4 million nodes, 1.8 if boards count once, 2.4 if only those do that know no proof.
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

/// The largest work that is told apart: 1.4 · 10¹¹ nodes, a day and a half at a million a second. Only
/// the entries nearest to the root could have more, and they are the last to go anyway.
const MOST_WORK: u64 = (1 << 37) - 1;

/// Work as a small floating-point number, never 0: exact below 64, else within 1.6 %.
#[inline]
pub(super) fn work_code(work: u64) -> u32 {
    let work = work.clamp(1, MOST_WORK);
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
        let entry = Entry { check: 1, first: 2, second: 3, extra: 4, parent: 5, info: 6 };
        let mut bytes = Vec::new();
        entry.words().iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        let pinned = [&1u64.to_le_bytes()[..], &[2, 0, 0, 0, 3, 0, 0, 0], &4u64.to_le_bytes()].concat();
        assert_eq!(bytes[..24], pinned);
        assert_eq!(bytes[24..], [5, 0, 0, 0, 6, 0, 0, 0]);
        assert_eq!(Entry::of_words(entry.words()), entry);
        assert!(Entry::default().is_free() && !Entry::default().is_of(0));
        assert!(Entry::is_free_word(AWAY_WORD | OVERFLOW_WORD) && !Entry::is_free_word(1 << 32));
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
        assert_eq!(Entry::position(key, &record()).record(), Some(record()));
        for numbers in [Numbers::PROVED, Numbers::DISPROVED] {
            let solved = Record { numbers, marks: 0, length: 1525, dependency: 17, stock: 99, ..record() };
            let back = Entry::position(key, &solved).record().unwrap();
            assert_eq!(back.parent, Link::NONE);
            assert_eq!(Record { parent: solved.parent, ..back }, solved);
        }
        let orphan = Record { parent: Link::NONE, distance: u32::MAX, ..record() };
        let back = Entry::position(key, &orphan).record().unwrap();
        assert_eq!((back.parent, back.distance), (Link::NONE, MAX_DISTANCE));
    }

    #[test]
    fn memos_and_boards_survive_and_are_not_taken_for_anything_else() {
        let key = mix(1);
        for best in [None, Some(0), Some(u16::MAX - 1)] {
            let (not_proved, not_disproved) = (best.is_none(), true);
            let memo =
                Memo { best, iteration: MAX_ITERATION, draft: 12345, not_proved, not_disproved, work: 40 };
            let entry = Entry::memo(key, &memo);
            assert_eq!((entry.kind(), entry.found()), (Kind::Memo, Some(Found::Memo(memo))));
            assert!(entry.is_of(key) && !entry.is_of_board(key) && entry.record().is_none());
        }
        for proofs in [[NO_STOCK; 2], [0, NO_STOCK], [7, 0]] {
            let stocks = Stocks { proofs, lengths: [3, u16::MAX], failures: [5, NO_STOCK] };
            let entry = Entry::board(key, stocks, 40);
            assert_eq!(
                (entry.kind(), entry.stocks(), entry.worth()),
                (Kind::Board, stocks, 40 + SOLVED_WORTH)
            );
            assert!(entry.is_of_board(key) && !entry.is_of(key) && entry.found().is_none());
        }
        let (open, solved) = (Record::open(Numbers::UNIT, 40, 9), Record::solved(Numbers::PROVED, 5, 6, 40));
        let worths = [open, solved].map(|record| Entry::position(key, &record).worth());
        assert_eq!(worths, [40, 40 + SOLVED_WORTH]);
        assert!(!Entry::position(key, &solved).is_of_board(key));
    }

    #[test]
    fn solved_entries_compare_more_of_the_key() {
        let key = mix(1);
        let other = key ^ (1 << 70);
        assert!(Entry::position(key, &record()).is_of(other));
        let solved = Record { numbers: Numbers::PROVED, ..record() };
        assert!(Entry::position(key, &solved).is_of(key));
        assert!(!Entry::position(key, &solved).is_of(other));
    }

    #[test]
    fn work_is_monotone_and_close() {
        let mut last = 0;
        for exponent in 0..37 {
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
        assert_eq!(work_code(u64::MAX), WORK_MASK);
        assert_eq!(work_code(MOST_WORK), WORK_MASK);
    }
}
