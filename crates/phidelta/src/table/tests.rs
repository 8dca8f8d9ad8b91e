use super::*;
use crate::game::mix;
use crate::number::Numbers;

fn record(numbers: Numbers, work: u64) -> Record {
    if numbers.is_solved() { Record::solved(numbers, 0, 0, work) } else { Record::open(numbers, work, 0) }
}

fn counted(table: &Table) -> u64 {
    (0..table.block.slots().len() as Place * 2).filter(|&place| !table.is_free(place)).count() as u64
}

#[test]
fn what_is_found_was_stored_for_that_key() {
    for (entries, replacement) in [
        (4, Replacement::KeepLarge),
        (16, Replacement::KeepLarge),
        (1000, Replacement::KeepLarge),
        (50_000, Replacement::KeepLarge),
        (1_000_000, Replacement::KeepLarge),
        (16, Replacement::TwoBig),
        (1000, Replacement::TwoBig),
    ] {
        let mut table = Table::new(Table::bytes_for(entries), replacement).unwrap();
        assert!(table.bytes() <= Table::bytes_for(entries));
        let mut rng = fastrand::Rng::with_seed(entries);
        let mut found = 0;
        for _ in 0..20_000 {
            let id = rng.u64(..2000);
            match table.probe(mix(id)) {
                Some(record) => {
                    assert_eq!(u64::from(record.numbers.pn), id + 1);
                    found += 1;
                }
                None => {
                    table.store(mix(id), &record(Numbers::new(id as u32 + 1, 1), rng.u64(..1000)));
                    assert_eq!(table.follow(Link::to(mix(id))).unwrap().0, mix(id) as u64);
                    assert_eq!(table.follow(Link::to(!mix(id))), None);
                }
            }
        }
        assert!(found > 0 && counted(&table) == table.entries() && table.entries() <= table.capacity());
        if entries == 50_000 {
            assert_eq!(found, 20_000 - table.entries(), "with room for all nothing is lost");
        }
    }
}

#[test]
fn a_large_table_begins_small_and_keeps_its_entries_when_it_grows() {
    for replacement in [Replacement::KeepLarge, Replacement::TwoBig] {
        let mut table = Table::new(Table::bytes_for(1_000_000), replacement).unwrap();
        assert_eq!((table.slots, table.capacity()), (FIRST_SLOTS, 1_000_000));
        let mut slots = table.slots;
        for id in 0..700_000 {
            table.store(mix(id), &record(Numbers::new(id as u32 + 1, 1), 1));
            assert!(table.probe(mix(id)).is_some());
            if table.slots > slots {
                slots = table.slots;
                let kept = (0..=id).filter(|&id| table.probe(mix(id)).is_some()).count() as u64;
                assert_eq!((kept, counted(&table)), (table.entries(), table.entries()));
                // Few have found all their places taken; under TwoBIG they have but two.
                let share = if replacement == Replacement::TwoBig { 0.7 } else { 0.9 };
                assert!(kept as f64 > share * id as f64, "{kept} of {id}");
                assert!((0..=id).all(|id| {
                    let link = table.follow(Link::to(mix(id)));
                    table.probe(mix(id)).is_none_or(|known| link == Some((mix(id) as u64, known)))
                }));
            }
        }
        assert_eq!((table.slots, table.collections()), (500_000, 0));
        assert!(table.used() > 0.5, "{}", table.used());
    }
}

#[test]
fn entries_stay_when_the_table_settles() {
    // Of small tables, too; and some entries that overflow into the neighbour: four keys of one slot.
    for (bytes, sealed) in [(1 << 22, false), (1 << 22, true), (1 << 17, false)] {
        let make = if sealed { Table::sealed } else { Table::new };
        let mut table = make(bytes, Replacement::KeepLarge).unwrap();
        let slot = |table: &Table, id: u64| table.slot_of(mix(id));
        let twins = (0..).filter(|&id| slot(&table, id) == slot(&table, 0)).take(4).collect::<Vec<u64>>();
        let others = (1 << 40..).take(SETTLED as usize - 4);
        let ids: Vec<u64> = twins.into_iter().chain(others).collect();
        let mut stored = Vec::new();
        for (work, &id) in (1..).zip(&ids) {
            table.store(mix(id), &record(Numbers::new(2, 3), work));
            stored.push(table.probe(mix(id)));
        }
        assert_eq!(table.entries(), SETTLED);
        table.store(mix(u64::MAX), &record(Numbers::PROVED, 1));
        assert!(table.block.is_settled());
        assert!(ids.iter().zip(&stored).all(|(&id, record)| table.probe(mix(id)) == *record));
        assert!(stored.iter().all(Option::is_some));
        assert_eq!(counted(&table), SETTLED + 1);
    }
}

#[test]
fn an_unsolved_record_never_replaces_a_solved_one() {
    let mut table = Table::new(1024, Replacement::KeepLarge).unwrap();
    table.store(mix(1), &record(Numbers::PROVED, 1));
    table.store(mix(1), &record(Numbers::new(5, 5), 1_000_000));
    assert_eq!(table.probe(mix(1)).unwrap().numbers, Numbers::PROVED);
    table.store(mix(2), &record(Numbers::new(5, 5), 1));
    table.store(mix(2), &record(Numbers::DISPROVED, 1));
    assert_eq!(table.probe(mix(2)).unwrap().numbers, Numbers::DISPROVED);
    assert_eq!(table.entries(), 2);
}

#[test]
fn the_least_work_gives_way_and_solved_entries_count_more() {
    let mut table = Table::new(Table::bytes_for(4), Replacement::KeepLarge).unwrap();
    // Filled by hand past the high-water mark, so that replacement and not collection decides.
    let works = [400, 300, 250, 200];
    for (i, work) in works.into_iter().enumerate() {
        let numbers = if work == 250 { Numbers::PROVED } else { Numbers::UNIT };
        table.block.slots()[i / 2].put(i % 2, Entry::position(mix(i as u64), &record(numbers, work)), false);
    }
    let place = table.replace(0, 1);
    assert_eq!(place, 3);
    table.block.slots()[1].put(1, Entry::position(mix(9), &record(Numbers::UNIT, 5000)), false);
    assert_eq!(table.replace(1, 1), 1, "300 unsolved is worth less than 250 solved");
}

#[test]
fn two_big_keeps_the_larger_tree_and_the_newest() {
    let mut table = Table::new(Table::bytes_for(4), Replacement::TwoBig).unwrap();
    let keys: Vec<Key> = (0..).map(mix).filter(|&k| table.slot_of(k) == 0).take(4).collect();
    table.store(keys[0], &record(Numbers::new(1, 9), 50));
    table.store(keys[1], &record(Numbers::new(2, 9), 10));
    table.store(keys[2], &record(Numbers::new(3, 9), 20));
    assert!(
        table.probe(keys[0]).is_some() && table.probe(keys[1]).is_none() && table.probe(keys[2]).is_some()
    );
    table.store(keys[3], &record(Numbers::new(4, 9), 60));
    assert!(
        table.probe(keys[0]).is_some() && table.probe(keys[2]).is_none() && table.probe(keys[3]).is_some()
    );
}

#[test]
fn a_collection_frees_the_small_trees() {
    let mut table = Table::new(Table::bytes_for(10_000), Replacement::KeepLarge).unwrap();
    let mut id = 0;
    while table.collections() == 0 {
        table.store(mix(id), &record(Numbers::UNIT, id % 100 + 1));
        id += 1;
    }
    assert!(table.used() <= 0.71 && table.used() > 0.6, "{}", table.used());
    assert_eq!(counted(&table), table.entries());
    let small = (0..id - 1).filter(|id| id % 100 < 10 && table.probe(mix(*id)).is_some()).count();
    assert_eq!(small, 0);
    let large = (0..id - 1).filter(|id| id % 100 == 99 && table.probe(mix(*id)).is_some()).count();
    assert!(large as u64 >= id / 100 * 9 / 10, "{large} of {id}");
}

#[test]
fn dropped_stores_are_about_half() {
    let mut table = Table::new(1 << 20, Replacement::KeepLarge).unwrap();
    table.drop_stores(5);
    (0..1000).for_each(|id| table.store(mix(id), &record(Numbers::UNIT, 1)));
    let kept = (0..1000).filter(|&id| table.probe(mix(id)).is_some()).count();
    assert!((400..600).contains(&kept), "{kept}");
}

#[test]
fn every_entry_is_noted_through_growth_and_collection() {
    for (entries, stores, replacement) in
        [(200_000, 600_000, Replacement::KeepLarge), (1000, 20_000, Replacement::TwoBig)]
    {
        let mut table = Table::new(Table::bytes_for(entries), replacement).unwrap();
        let mut bits = 0;
        for id in 0..stores {
            table.store(mix(id), &record(Numbers::UNIT, id % 50 + 1));
            if (id + 1) % (stores / 4) != 0 {
                continue;
            }
            let bytes = |table: &Table| -> Vec<u8> {
                table.block.filter().iter().map(|byte| byte.load(Relaxed)).collect()
            };
            let noted = bytes(&table);
            (0..table.slots / 2).for_each(|pair| table.note_pair(pair));
            assert_eq!(noted, bytes(&table), "the bits are those of the entries");
            let slot = |id| table.slot_of(mix(id));
            let known = (0..=id).filter(|&id| table.probe(mix(id)).is_some());
            assert!(known.clone().all(|id| table.may_know(slot(id), mix(id))));
            assert_eq!(known.count() as u64, table.entries(), "every entry is found");
            bits = noted.iter().map(|byte| byte.count_ones()).sum();
        }
        assert!(bits > 0 && (replacement == Replacement::TwoBig || table.collections() > 0));
        table.clear();
        assert!(table.block.filter().iter().all(|byte| byte.load(Relaxed) == 0));
    }
}

#[test]
fn large_tables_do_without_a_filter_and_smaller_ones_take_it_up_again() {
    let mut table = Table::new(Table::bytes_for(600_000), Replacement::KeepLarge).unwrap();
    let all_are_found = |table: &Table, ids: u64| {
        let known = (0..ids).filter(|&id| table.probe(mix(id)).is_some()).count() as u64;
        assert_eq!(known, table.entries());
    };
    (0..300_000).for_each(|id| table.store(mix(id), &record(Numbers::UNIT, id % 50 + 1)));
    assert!(!table.is_filtered() && table.entries() > 280_000);
    all_are_found(&table, 300_000);
    assert!(table.shrink_by_half() && table.shrink_by_half() && table.is_filtered());
    all_are_found(&table, 300_000);
    table.restore_size();
    (300_000..400_000).for_each(|id| table.store(mix(id), &record(Numbers::UNIT, id % 50 + 1)));
    assert!(!table.is_filtered());
    all_are_found(&table, 400_000);
    table.clear();
    (0..100).for_each(|id| table.store(mix(id), &record(Numbers::UNIT, 1)));
    assert!(table.is_filtered());
    all_are_found(&table, 400_000);
}

/// A random store, seen by anybody who knows `id`: the numbers tell it.
fn random_record(id: u64, rng: &mut fastrand::Rng) -> Record {
    let pn = id as u32 + 1;
    match rng.u8(..4) {
        0 => Record { stock: pn, ..Record::solved(Numbers::PROVED, rng.u32(..100), 0, rng.u64(..1000)) },
        _ => Record::open(Numbers::new(pn, rng.u32(1..50)), rng.u64(..1000), 7),
    }
}

fn belongs_to(record: &Record, id: u64) -> bool {
    let told = if record.numbers.is_solved() { record.stock } else { record.numbers.pn };
    u64::from(told) == id + 1
}

#[test]
fn a_sealed_table_of_one_worker_does_what_a_plain_one_does() {
    for (entries, replacement) in
        [(16, Replacement::KeepLarge), (200_000, Replacement::KeepLarge), (1000, Replacement::TwoBig)]
    {
        let bytes = Table::bytes_for(entries);
        let mut plain = Table::new(bytes, replacement).unwrap();
        let mut sealed = Table::sealed(bytes, replacement).unwrap();
        let mut rng = fastrand::Rng::with_seed(entries);
        for _ in 0..300_000 {
            let id = rng.u64(..250_000);
            let record = random_record(id, &mut rng);
            assert_eq!(plain.probe(mix(id)), sealed.probe(mix(id)));
            assert_eq!(plain.follow(Link::to(mix(id))), sealed.follow(Link::to(mix(id))));
            plain.store(mix(id), &record);
            sealed.store(mix(id), &record);
        }
        assert_eq!(
            (plain.entries(), plain.slots, plain.collections()),
            (sealed.entries(), sealed.slots, sealed.collections())
        );
        assert_eq!(counted(&sealed), sealed.entries());
    }
}

#[test]
fn workers_who_share_a_table_find_what_was_stored_for_the_key_and_nothing_else() {
    const WORKERS: u64 = if cfg!(miri) { 2 } else { 4 };
    const KEYS: u64 = if cfg!(miri) { 4 } else { 300 };
    // An interpreter that looks for races keeps a history of every word.
    let places = if cfg!(miri) { 16 } else { 4000 };
    let mut table = Table::sealed(Table::bytes_for(places), Replacement::KeepLarge).unwrap();
    let holds: Vec<Table> = (0..WORKERS).map(|_| table.share()).collect();
    let stores = if cfg!(miri) { 100 } else { 100_000 };
    let found: u64 = std::thread::scope(|scope| {
        let work = |(seed, mut hold): (usize, Table)| {
            let mut rng = fastrand::Rng::with_seed(seed as u64);
            let mut found = 0;
            for _ in 0..stores {
                let id = rng.u64(..KEYS);
                if let Some(record) = hold.probe(mix(id)) {
                    assert!(belongs_to(&record, id), "{id} {record:?}");
                    found += 1;
                }
                hold.store(mix(id), &random_record(id, &mut rng));
                hold.attend();
            }
            found
        };
        let workers: Vec<_> =
            holds.into_iter().enumerate().map(|hold| scope.spawn(move || work(hold))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(found > stores / 2);
    table.unshare();
    assert_eq!(counted(&table), table.entries());
    assert!((0..KEYS).all(|id| table.probe(mix(id)).is_none_or(|record| belongs_to(&record, id))));
}

/// Slots and entries of a sealed table that has grown, been filled and been collected with so many hands.
fn tidied_by(hands: usize, places: u64) -> (usize, u64, Vec<u64>) {
    let mut table = Table::sealed(Table::bytes_for(places), Replacement::KeepLarge).unwrap();
    let other = table.share();
    for id in 0..2 * places {
        table.store(mix(id), &Record::open(Numbers::UNIT, id % 50 + 1, 0));
        if table.attend() {
            table.tidy(hands);
        }
    }
    drop(other);
    table.unshare();
    assert_eq!(counted(&table), table.entries());
    (table.slots, table.collections(), (0..2 * places).filter(|&id| table.probe(mix(id)).is_some()).collect())
}

#[test]
fn many_hands_do_what_one_does() {
    // Twice as many slots as at first and a bit, and eight times as many and a bit.
    for places in [150_000, 600_000] {
        let alone = tidied_by(1, places);
        assert!(alone.1 > 0 && alone.2.len() as u64 > places / 2);
        for hands in [2, 7] {
            let many = tidied_by(hands, places);
            assert_eq!((many.0, many.1), (alone.0, alone.1), "{places} places, {hands} hands");
            // Which entry finds no place depends on who comes first; nothing else is lost.
            let (one, two) = (alone.2.len() as u64, many.2.len() as u64);
            assert!(one.abs_diff(two) <= places / 1000, "{places} places, {hands} hands: {one} and {two}");
        }
    }
}

#[test]
fn a_shared_table_is_tidied_for_all() {
    let mut table = Table::sealed(Table::bytes_for(300_000), Replacement::KeepLarge).unwrap();
    let mut other = table.share();
    for id in 0..600_000 {
        let hold = if id % 2 == 0 { &mut table } else { &mut other };
        hold.store(mix(id), &Record::open(Numbers::UNIT, id % 50 + 1, 0));
        if hold.attend() {
            hold.tidy(3);
            table.attend();
            other.attend();
        }
    }
    assert_eq!((other.slots, other.collections()), (table.slots, table.collections()));
    assert!(table.slots == 150_000 && table.collections() > 0);
    drop(other);
    table.unshare();
    assert_eq!(counted(&table), table.entries());
    let known = (0..600_000).filter(|&id| table.probe(mix(id)).is_some()).count() as u64;
    assert_eq!(known, table.entries(), "every entry is found");
}

#[test]
fn workers_merge_what_they_know() {
    let mut table = Table::sealed(1024, Replacement::KeepLarge).unwrap();
    let mut other = table.share();
    let open = |pn, work, distance, bound, marks| Record {
        bound,
        marks,
        dependency: 0,
        ..Record::open(Numbers::new(pn, 9), work, distance)
    };
    table.store(mix(1), &open(5, 100, 30, true, 1));
    other.store(mix(1), &open(6, 10, 20, false, 4));
    assert_eq!(table.probe(mix(1)), Some(open(5, 100, 20, true, 5)), "more work, the rest of both");
    let solved =
        |length, dependency| Record { dependency, ..Record::solved(Numbers::DISPROVED, length, 0, 1) };
    for (first, second, stays) in [
        (solved(5, 3), solved(9, 4), solved(9, 4)),
        (solved(9, 4), solved(5, 3), solved(9, 4)),
        (solved(9, 4), solved(7, 4), solved(7, 4)),
        (solved(7, 4), solved(9, 4), solved(7, 4)),
        (solved(7, 4), open(1, 1000, 1, false, 0), solved(7, 4)),
    ] {
        let key = mix(u64::from(first.length) << 8 | u64::from(second.length));
        table.store(key, &first);
        other.store(key, &second);
        assert_eq!(table.probe(key), Some(stays));
    }
}
