//! The table's shared entries ([`seal`], the library's own file) under a model checker: every way in which two or
//! three workers can meet at one entry, with all that the memory model allows them to see.
//!
//! `cargo xtask loom` runs the tests, then again with one thing changed at a time (`build.rs`): those must fail.

/// What the file is made of, here.
#[allow(unused_imports)]
mod atomic {
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering, fence};
}

#[allow(dead_code, unreachable_pub)]
mod seal {
    include!(concat!(env!("OUT_DIR"), "/seal.rs"));
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::atomic::AtomicU64;
    use super::seal::{Cell, read, write};

    /// A key's low half; the words of its entry tell their version each.
    const KEY: u64 = 0x1234_5678_9abc_def0;
    const OTHER: u64 = 0x0fed_cba9_9abc_def0;

    fn cell() -> Arc<Cell> {
        Arc::new([0; 4].map(AtomicU64::new))
    }

    fn words(key: u64, version: u64) -> [u64; 4] {
        [key, version, version, version]
    }

    /// What is read was written whole, for that key.
    fn look(cell: &Cell, key: u64) -> Option<(u64, u64)> {
        let (seen, [check, a, b, c]) = read(cell, key)?;
        assert_eq!(check, key);
        assert!(a == b && b == c, "torn: {a} {b} {c}");
        Some((seen, a))
    }

    /// Two updates of one key, and a reader.
    #[test]
    fn a_reader_sees_a_whole_entry_or_none() {
        loom::model(|| {
            let cell = cell();
            assert!(write(&cell, 0, words(KEY, 1)));
            let writer = {
                let cell = Arc::clone(&cell);
                thread::spawn(move || {
                    for version in [2, 3] {
                        let (seen, _) = look(&cell, KEY).expect("nobody else writes");
                        assert!(write(&cell, seen, words(KEY, version)));
                    }
                })
            };
            if let Some((_, version)) = look(&cell, KEY) {
                assert!((1..=3).contains(&version));
            }
            writer.join().expect("no panic");
            assert_eq!(look(&cell, KEY).map(|found| found.1), Some(3));
        });
    }

    /// Two writers at one place, with different keys whose plain bits are equal, and a reader.
    #[test]
    fn of_two_writers_one_may_lose_and_nothing_is_mixed() {
        loom::model(|| {
            let cell = cell();
            let writers = [(KEY, 1), (OTHER, 2)].map(|(key, version)| {
                let cell = Arc::clone(&cell);
                thread::spawn(move || write(&cell, 0, words(key, version)))
            });
            for key in [KEY, OTHER] {
                look(&cell, key);
            }
            let kept = writers.map(|writer| writer.join().expect("no panic"));
            assert!(kept[0] != kept[1], "one exchange of what was free");
            let (stays, goes) = if kept[0] { (KEY, OTHER) } else { (OTHER, KEY) };
            assert!(look(&cell, stays).is_some() && look(&cell, goes).is_none());
        });
    }

    /// A store that was decided on an older entry does not replace a newer one.
    #[test]
    fn what_has_changed_since_the_look_is_not_overwritten() {
        loom::model(|| {
            let cell = cell();
            assert!(write(&cell, 0, words(KEY, 1)));
            let solver = {
                let cell = Arc::clone(&cell);
                // Solved: tries as long as it takes.
                thread::spawn(move || loop {
                    if let Some((seen, _)) = look(&cell, KEY)
                        && write(&cell, seen, words(KEY, 9))
                    {
                        return;
                    }
                    thread::yield_now();
                })
            };
            if let Some((seen, version)) = look(&cell, KEY)
                && version != 9
            {
                write(&cell, seen, words(KEY, 2));
            }
            solver.join().expect("no panic");
            assert_eq!(look(&cell, KEY).map(|found| found.1), Some(9), "solved never gives way");
        });
    }
}
