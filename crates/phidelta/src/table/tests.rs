use super::*;
use crate::game::mix;
use crate::number::Numbers;

fn record(numbers: Numbers, work: u64) -> Record {
    if numbers.is_solved() { Record::solved(numbers, 0, 0, work) } else { Record::open(numbers, work, 0) }
}

fn counted(table: &Table) -> u64 {
    table.block.slots().iter().flat_map(|l| &l.entries).filter(|e| !e.is_free()).count() as u64
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
        table.block.slots_mut()[i / 2].entries[i % 2] =
            Entry::position(mix(i as u64), &record(numbers, work));
    }
    let place = table.replace(0, 1);
    assert_eq!(place, 3);
    table.block.slots_mut()[1].entries[1] = Entry::position(mix(9), &record(Numbers::UNIT, 5000));
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
            let noted = table.block.filter().to_vec();
            (0..table.slots / 2).for_each(|pair| table.note_pair(pair));
            assert_eq!(noted, table.block.filter(), "the bits are those of the entries");
            let slot = |id| table.slot_of(mix(id));
            let known = (0..=id).filter(|&id| table.probe(mix(id)).is_some());
            assert!(known.clone().all(|id| table.may_know(slot(id), mix(id))));
            assert_eq!(known.count() as u64, table.entries(), "every entry is found");
            bits = noted.iter().map(|byte| byte.count_ones()).sum();
        }
        assert!(bits > 0 && (replacement == Replacement::TwoBig || table.collections() > 0));
        table.clear();
        assert!(table.block.filter().iter().all(|&byte| byte == 0));
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
