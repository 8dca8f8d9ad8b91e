//! A table as a run of bytes, and back: what a checkpoint keeps of it.
//!
//! Idea: entries are written in the order of their places, each by what it says, in numbers of as few bytes
//! as they need. *All* of them, each in its place, make the table that was: a search cannot tell the two
//! apart. Those *worth keeping* are a fraction of that: an entry of a few nodes is found again before a disk
//! has read it. Where a table has another size now, an entry finds its new slot as it does when the table
//! grows ([`super::growth`]).
//!
//! Invariants: all entries put back into a table of the same size make it equal to the first one, byte by
//! byte but for overflow marks without anything behind them; whatever the bytes, reading them neither panics
//! nor leaves an entry in a slot that is not its own.

use std::io;

use super::growth::{FIRST_SLOTS, address_from_slot, slot_at};
use super::layout::{Entry, Found, Kind, Link, Memo, Record, Stocks};
use super::{Place, Table};
use crate::checkpoint::form::{Contents, Writer};
use crate::game::Key;
use crate::history::INDEPENDENT;
use crate::number::{INFINITY, Numbers};

/// Nodes behind an open entry that is worth keeping; behind a solved one: a quarter, as collections have it.
const KEPT_WORK: u64 = 8;
const KEPT_SOLVED_WORK: u64 = 2;

/// A table beside its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shape {
    slots: u64,
    most_slots: u64,
    full_at: u64,
    collections: u64,
    /// The entries that follow.
    entries: u64,
    /// Of tests that lose stores.
    drops: u64,
    /// Whether they are all of them, with marks and links.
    pub(crate) exact: bool,
}

/// What becomes of the entries of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taking {
    /// Each stands where it stood.
    Places,
    /// All that have room, in a table of another size.
    All,
    /// What holds whatever the search and the path.
    Facts,
    /// None: it is only seen whether they can be read.
    None,
}

// Of an entry's first byte.
const KIND: u8 = 3;
const AWAY: u8 = 4;
const BOUND: u8 = 8;
const PROVED: u8 = 16;
const LINKED: u8 = 16;
const DEPENDENT: u8 = 32;

impl Shape {
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        for number in [self.slots, self.most_slots, self.full_at, self.collections, self.entries, self.drops]
        {
            out.number(number);
        }
        out.number(u64::from(self.exact));
    }

    pub(crate) fn read(contents: &mut Contents<'_>) -> Option<Shape> {
        let mut next = || contents.number();
        let (slots, most_slots, full_at) = (next()?, next()?, next()?);
        let (collections, entries, drops, exact) = (next()?, next()?, next()?, next()? == 1);
        // A place has 32 bits.
        let sane = slots <= most_slots && most_slots <= u64::from(Place::MAX) / 2 && slots % 2 == 0;
        (sane && entries <= 2 * slots).then_some(Shape {
            slots,
            most_slots,
            full_at,
            collections,
            entries,
            drops,
            exact,
        })
    }

    /// Entries that follow.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// Whether the entries can go to a table of another size.
    fn can_move(&self) -> bool {
        self.slots >= FIRST_SLOTS as u64
    }
}

impl Table {
    /// What [`Table::write_entries`] will write.
    pub(crate) fn shape(&self, exact: bool) -> Shape {
        let mut shape = Shape {
            slots: self.slots as u64,
            most_slots: self.most_slots as u64,
            full_at: self.full_at,
            collections: self.collections,
            entries: self.used,
            drops: self.drops.as_ref().map_or(0, |drops| drops.0),
            exact: true,
        };
        // A small table is written as it is: its entries do not know enough to stand elsewhere.
        shape.exact = exact || !shape.can_move();
        shape.entries = self.chosen(shape.exact).count() as u64;
        shape
    }

    /// Writes the entries, and tells now and then how many there are so far.
    pub(crate) fn write_entries(
        &self,
        shape: &Shape,
        out: &mut Writer<'_>,
        news: &mut dyn FnMut(u64),
    ) -> io::Result<()> {
        let mut last = 0;
        for (count, (place, entry)) in self.chosen(shape.exact).enumerate() {
            out.number(u64::from(place) - last);
            last = u64::from(place);
            write_entry(&entry, shape.exact, out);
            out.item()?;
            if count % (1 << 20) == 0 {
                news(count as u64);
            }
        }
        Ok(())
    }

    /// The entries to be kept, with their places.
    fn chosen(&self, exact: bool) -> impl Iterator<Item = (Place, Entry)> {
        let places = (0..2 * self.slots).filter_map(|place| {
            let entry = self.whole_entry(place / 2, place % 2)?;
            Some((place as Place, entry))
        });
        places.filter(move |(_, entry)| exact || is_worthwhile(entry))
    }

    /// Makes an empty table ready to take entries of this shape.
    pub(crate) fn restore(mut self, shape: Shape, wanted: Taking) -> Option<Restored> {
        let same_size = shape.most_slots == self.most_slots as u64;
        let taking = match wanted {
            Taking::Places if same_size && shape.exact => Taking::Places,
            Taking::Places => Taking::All,
            other => other,
        };
        let stays = shape.slots == self.slots as u64;
        if matches!(taking, Taking::All | Taking::Facts) && !shape.can_move() && !stays {
            return None;
        }
        if taking == Taking::Places {
            self.slots = shape.slots as usize;
            self.full_at = shape.full_at;
            self.collections = shape.collections;
            self.drops = (shape.drops != 0).then_some(super::Drops(shape.drops));
            if self.slots > FIRST_SLOTS {
                self.block.settle(0);
            }
        }
        Some(Restored { table: self, shape, taking, place: 0, read: 0, taken: 0 })
    }
}

fn is_worthwhile(entry: &Entry) -> bool {
    let least = match entry.kind() {
        Kind::Solved | Kind::Board => KEPT_SOLVED_WORK,
        Kind::Open | Kind::Memo => KEPT_WORK,
    };
    entry.work() >= least
}

fn write_entry(entry: &Entry, exact: bool, out: &mut Writer<'_>) {
    let away = if entry.is_away() { AWAY } else { 0 };
    let key = entry.known_key();
    let low = (key as u64).to_le_bytes();
    if let Some(record) = entry.record() {
        let bound = if record.bound { BOUND } else { 0 };
        if record.numbers.is_solved() {
            let proved = if record.numbers.is_proved() { PROVED } else { 0 };
            let dependent = if record.dependency == INDEPENDENT { 0 } else { DEPENDENT };
            out.byte(Kind::Solved as u8 | away | bound | proved | dependent);
            out.bytes(&low);
            out.bytes(&((key >> 64) as u32).to_le_bytes());
            out.number(record.length);
            out.number(record.stock);
            if dependent != 0 {
                out.number(record.dependency);
            }
        } else {
            let linked = if exact && (record.marks, record.parent) != (0, Link::NONE) { LINKED } else { 0 };
            out.byte(Kind::Open as u8 | away | bound | linked);
            out.bytes(&low);
            out.number(record.numbers.pn);
            out.number(record.numbers.dn);
            if linked != 0 {
                out.number(record.marks);
                out.bytes(&record.parent.bits().to_le_bytes()[..6]);
            }
        }
        out.number(record.work);
        out.number(record.distance);
        return;
    }
    if let Some(Found::Memo(memo)) = entry.found() {
        out.byte(Kind::Memo as u8 | away);
        out.bytes(&low);
        let answers = u64::from(memo.not_proved) << 1 | u64::from(memo.not_disproved);
        out.number(memo.best.map_or(0, |best| u64::from(best) + 1) << 2 | answers);
        out.number(memo.iteration);
        out.number(memo.draft);
        out.number(memo.work);
        return;
    }
    let Stocks { proofs, lengths, failures } = entry.stocks();
    out.byte(Kind::Board as u8 | away);
    out.bytes(&low);
    // The stock that stands for none is the largest: it takes a byte.
    proofs.iter().chain(&failures).for_each(|stock| out.number(stock.wrapping_add(1)));
    lengths.iter().for_each(|&length| out.number(length));
    out.number(entry.work());
}

/// An entry, and whether it stands away from its slot.
fn read_entry(contents: &mut Contents<'_>) -> Option<(Entry, bool)> {
    let first = contents.byte()?;
    let away = first & AWAY != 0;
    let low = u64::from_le_bytes(contents.array()?);
    let mut next = || contents.short();
    let entry = match first & KIND {
        kind if kind == Kind::Solved as u8 => {
            let high = u32::from_le_bytes(contents.array()?);
            let key = Key::from(high) << 64 | Key::from(low);
            let numbers = if first & PROVED != 0 { Numbers::PROVED } else { Numbers::DISPROVED };
            let (length, stock) = (contents.short()?, contents.short()?);
            let dependency = if first & DEPENDENT != 0 { contents.short()? } else { INDEPENDENT };
            let (work, distance) = (contents.number()?, contents.short()?);
            let record = Record::solved(numbers, length, stock, work);
            Entry::position(key, &Record { dependency, distance, bound: first & BOUND != 0, ..record })
        }
        kind if kind == Kind::Open as u8 => {
            let (pn, dn) = (contents.short()?, contents.short()?);
            if pn == 0 || dn == 0 || pn == INFINITY || dn == INFINITY {
                return None;
            }
            let (mut marks, mut parent) = (0, Link::NONE);
            if first & LINKED != 0 {
                marks = contents.number()?;
                let link = contents.array::<6>()?;
                parent =
                    Link::from_bits(link.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)));
            }
            let (work, distance) = (contents.number()?, contents.short()?);
            let record = Record::open(Numbers::new(pn, dn), work, distance);
            Entry::position(low.into(), &Record { marks, parent, bound: first & BOUND != 0, ..record })
        }
        kind if kind == Kind::Memo as u8 => {
            let packed = next()?;
            let best = match packed >> 2 {
                0 => None,
                best => Some(u16::try_from(best - 1).ok()?),
            };
            let (not_proved, not_disproved) = (packed & 2 != 0, packed & 1 != 0);
            let (iteration, draft) = (contents.short()?, contents.short()?);
            let work = contents.number()?;
            Entry::memo(low.into(), &Memo { best, iteration, draft, not_proved, not_disproved, work })
        }
        _ => {
            let mut stocks = [0; 4];
            for stock in &mut stocks {
                *stock = next()?.wrapping_sub(1);
            }
            let mut length = || u16::try_from(next()?).ok();
            let lengths = [length()?, length()?];
            let [a, b, c, d] = stocks;
            let work = contents.number()?;
            Entry::board(low.into(), Stocks { proofs: [a, b], lengths, failures: [c, d] }, work)
        }
    };
    (!entry.is_free()).then_some((entry, away))
}

/// A table that takes entries.
#[derive(Debug)]
pub(crate) struct Restored {
    table: Table,
    shape: Shape,
    taking: Taking,
    /// The last place that was read.
    place: u64,
    read: u64,
    taken: u64,
}

impl Restored {
    /// Takes the entries of a section. `None` if they cannot be.
    pub(crate) fn take(&mut self, mut contents: Contents<'_>) -> Option<()> {
        while !contents.is_empty() {
            let step = contents.number()?;
            if step == 0 && self.read > 0 {
                return None;
            }
            self.place = self.place.checked_add(step).filter(|&place| place < 2 * self.shape.slots)?;
            let (entry, away) = read_entry(&mut contents)?;
            self.read += 1;
            let slot = self.place as usize / 2;
            let home = if away { slot ^ 1 } else { slot };
            let slots = self.shape.slots as usize;
            let address =
                if self.shape.can_move() { Some(address_from_slot(entry.check, home, slots)?) } else { None };
            self.put(entry, home, address);
        }
        Some(())
    }

    fn put(&mut self, entry: Entry, home: usize, address: Option<u64>) {
        let table = &mut self.table;
        if self.taking == Taking::Places {
            table.put_away(self.place as Place, home, entry);
            table.used += 1;
            self.taken += 1;
            return;
        }
        let kept = match entry.kind() {
            Kind::Board => true,
            Kind::Solved => entry.record().is_some_and(|record| record.dependency == INDEPENDENT),
            Kind::Open | Kind::Memo => false,
        };
        if self.taking == Taking::None || self.taking == Taking::Facts && !kept {
            return;
        }
        if table.used >= table.full_at && table.can_grow() {
            table.grow(1);
        }
        let home = address.map_or(home, |address| slot_at(address, table.slots));
        let free = table.candidates(home).find(|&place| table.is_free(place));
        let least = || table.candidates(home).min_by_key(|&place| table.entry_at(place).worth());
        let Some(place) = free.or_else(least) else { return };
        if free.is_none() && table.entry_at(place).worth() >= entry.worth() {
            return;
        }
        table.used += u64::from(free.is_some());
        self.taken += 1;
        if free.is_none() {
            table.block.slots()[place as usize / 2].clear(place as usize % 2);
        }
        table.put_away(place, home, entry);
    }

    /// The table, if all entries were there.
    pub(crate) fn finish(mut self) -> Option<Table> {
        if self.read != self.shape.entries {
            return None;
        }
        if self.taking != Taking::Places {
            // Some entries have been replaced.
            (0..self.table.slots / 2).for_each(|pair| self.table.note_pair(pair));
        }
        Some(self.table)
    }

    /// Entries that were taken so far.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Whether each stands where it stood.
    pub(crate) fn keeps_places(&self) -> bool {
        self.taking == Taking::Places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Replacement;
    use crate::checkpoint::form::Sections;
    use crate::game::mix;
    use crate::table::BoardAnswer;

    /// A table with entries of every kind.
    fn filled(bytes: u64, count: u64, replacement: Replacement) -> Table {
        let mut table = Table::new(bytes, replacement).unwrap();
        let mut rng = fastrand::Rng::with_seed(3);
        for i in 0..count {
            let (key, work) = (mix(i), 1 + (rng.u64(..) >> rng.u32(28..64)));
            match i % 5 {
                0 | 1 => {
                    let numbers = Numbers::new(rng.u32(1..9), rng.u32(1..INFINITY - 1));
                    let open = Record::open(numbers, work, rng.u32(..200));
                    let (marks, parent) = (rng.u64(..) >> 16, Link::to(mix(rng.u64(..))));
                    let linked = Record { marks, parent, bound: rng.bool(), ..open };
                    table.store(key, if i % 5 == 0 { &open } else { &linked });
                }
                2 => {
                    let numbers = if rng.bool() { Numbers::PROVED } else { Numbers::DISPROVED };
                    let dependency = if rng.bool() { INDEPENDENT } else { rng.u32(..50) };
                    let solved = Record::solved(numbers, rng.u32(..2000), rng.u32(..), work);
                    table.store(key, &Record { dependency, distance: rng.u32(..200), ..solved });
                }
                3 => {
                    let best = rng.bool().then(|| rng.u16(..u16::MAX));
                    let (not_proved, not_disproved) = (rng.bool(), rng.bool());
                    let (iteration, draft) = (rng.u32(..9999), rng.u32(..999));
                    table.store_memo(key, &Memo { best, iteration, draft, not_proved, not_disproved, work });
                }
                _ => {
                    let numbers = if rng.bool() { Numbers::PROVED } else { Numbers::DISPROVED };
                    let answer = BoardAnswer { numbers, stock: rng.u32(..1 << 20), length: rng.u32(..99) };
                    table.store_board_answer(key, answer, work, |more, less| more >= less);
                }
            }
        }
        table
    }

    fn written(table: &Table, shape: &Shape) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out).unwrap();
        writer.part(*b"TABL").unwrap();
        table.write_entries(shape, &mut writer, &mut |_| {}).unwrap();
        writer.finish().unwrap();
        let mut sections = Sections::new(&out[..]).unwrap();
        std::iter::from_fn(|| sections.next().unwrap().map(|(_, contents)| contents)).collect()
    }

    fn moved(from: &Table, exact: bool, bytes: u64, wanted: Taking) -> Option<Table> {
        let shape = from.shape(exact);
        let mut restored = Table::new(bytes, from.replacement)?.restore(shape, wanted)?;
        for contents in written(from, &shape) {
            restored.take(Contents::new(&contents)).unwrap();
        }
        Some(restored.finish().unwrap())
    }

    #[test]
    fn all_entries_in_their_places_make_the_same_table() {
        for (bytes, count) in [(1 << 12, 500), (1 << 20, 12_000), (1 << 20, 60_000), (32 << 20, 400_000)] {
            for replacement in [Replacement::KeepLarge, Replacement::TwoBig] {
                let table = filled(bytes, count, replacement);
                let again = moved(&table, true, bytes, Taking::Places).unwrap();
                let plain = |table: &Table| {
                    let entries = table.block.slots().iter().flat_map(|slot| [slot.entry(0), slot.entry(1)]);
                    entries.map(|entry| (entry.is_away(), entry.settled())).collect::<Vec<_>>()
                };
                assert!(plain(&again) == plain(&table), "{bytes} {count} {replacement:?}");
                let rest = |table: &Table| (table.slots, table.used, table.full_at, table.collections);
                assert_eq!(rest(&again), rest(&table));
                if table.is_filtered() {
                    let bytes = |table: &Table| -> Vec<u8> {
                        let bytes = table.block.filter()[..table.slots].iter();
                        bytes.map(|byte| byte.load(std::sync::atomic::Ordering::Relaxed)).collect()
                    };
                    assert!(bytes(&again) == bytes(&table));
                }
                // Where it matters, a slot overflows.
                for (slot, other) in table.block.slots().iter().zip(again.block.slots()) {
                    assert!(slot.overflows() || !other.overflows());
                }
            }
        }
    }

    #[test]
    fn in_a_table_of_another_size_they_are_found_again() {
        let count = 200_000;
        let table = filled(16 << 20, count, Replacement::KeepLarge);
        let plain = |record: Record| Record { marks: 0, parent: Link::NONE, ..record };
        for (bytes, exact, least) in [(64 << 20, true, 190), (16 << 20, false, 50), (4 << 20, true, 40)] {
            let other = moved(&table, exact, bytes, Taking::All).unwrap();
            let mut found = 0;
            for key in (0..count).map(mix) {
                let (before, after) = (table.probe(key), other.probe(key));
                assert!(after.is_none_or(|after| before.map(plain) == Some(plain(after))));
                found += u64::from(after.is_some() || other.probe_memo(key).is_some());
            }
            assert!(found > least * 500, "{bytes}: {found} found, {} there", other.entries());
        }
        let facts = moved(&table, true, 16 << 20, Taking::Facts).unwrap();
        assert!(facts.entries() > count / 4 && facts.entries() < count / 2);
        for key in (0..count).map(mix) {
            let record = facts.probe(key);
            assert!(record.is_none_or(|r| r.numbers.is_solved() && r.dependency == INDEPENDENT));
        }
    }

    #[test]
    fn a_small_table_stays_as_large_as_it_is() {
        let table = filled(1 << 20, 9000, Replacement::KeepLarge);
        assert!(table.shape(false).exact, "it is written as it is");
        assert!(moved(&table, false, 16 << 20, Taking::All).is_none());
        assert!(moved(&table, false, 1 << 20, Taking::Facts).is_some());
    }

    #[test]
    fn an_entry_out_of_its_slot_is_refused() {
        let table = filled(32 << 20, 100_000, Replacement::KeepLarge);
        let shape = table.shape(true);
        let mut contents = written(&table, &shape).concat();
        // The first entry, a thousand places further on.
        contents.splice(0..1, [0xe8, 0x07]);
        let mut restored =
            Table::new(32 << 20, table.replacement).unwrap().restore(shape, Taking::Places).unwrap();
        assert_eq!(restored.take(Contents::new(&contents)), None);
    }
}
