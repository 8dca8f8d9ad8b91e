//! A ledger of memory: what runs, what is kept to go on with, and what was found.

use std::collections::HashMap;

/// Who holds how much, in bytes.
#[derive(Debug)]
pub(super) struct Ledger {
    total: u64,
    held: HashMap<String, u64>,
}

impl Ledger {
    pub(super) fn new(total: u64) -> Ledger {
        Ledger { total, held: HashMap::new() }
    }

    /// All that may be held.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Whether so much more fits if `id` gives up what it holds.
    pub(super) fn fits(&self, id: &str, bytes: u64) -> bool {
        let others: u64 = self.held.iter().filter(|(other, _)| *other != id).map(|(_, bytes)| bytes).sum();
        others.saturating_add(bytes) <= self.total
    }

    /// `id` holds so much from now on.
    pub(super) fn hold(&mut self, id: &str, bytes: u64) {
        match bytes {
            0 => self.held.remove(id),
            bytes => self.held.insert(id.to_string(), bytes),
        };
    }

    /// All that is held.
    pub(super) fn used(&self) -> u64 {
        self.held.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_than_there_is() {
        let mut ledger = Ledger::new(100);
        ledger.hold("a", 60);
        assert!(ledger.fits("b", 40) && !ledger.fits("b", 41) && ledger.fits("a", 100));
        ledger.hold("b", 40);
        ledger.hold("a", 10);
        assert_eq!(ledger.used(), 50);
        ledger.hold("b", 0);
        assert_eq!((ledger.used(), ledger.total()), (10, 100));
    }
}
