//! A sample of what `cargo xtask forge` does.

use super::*;

/// Forgeries of each game: enough to meet every kind some dozen times.
const FORGERIES: u64 = 600;

#[test]
fn forgeries_are_refused_or_true() {
    for game in GAMES {
        let mut forger = Forger::new(game, FORGERIES, 1);
        while forger.counts.made() < FORGERIES {
            let Some(forgery) = forger.next() else { continue };
            let wrong = forger.judge(&forgery, None).unwrap();
            assert_eq!(wrong, None, "{game}:\n{}", String::from_utf8_lossy(&forgery.bytes));
        }
        // Tame forgeries would show nothing.
        let refused = forger.counts.of(Fate::Refused);
        assert!(refused > FORGERIES / 2, "{}", forger.counts);
        assert!(forger.counts.of(Fate::True) > FORGERIES / 50, "{}", forger.counts);
        assert_eq!(forger.counts.of(Fate::Open), 0, "{}", forger.counts);
    }
}
