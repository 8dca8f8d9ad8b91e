//! Who is where: beside a table that workers share, a small one that says how many of them are in a position.
//!
//! Hints only. What they are used for: `depth_first/presence.rs`, `alpha_beta/abdada.rs`.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::game::Key;
use crate::number::Number;

/// Places: more than workers have frames, few enough to stay in a cache.
const PLACES: usize = 1 << 15;

/// How many workers are in which positions, by some bits of the key: a false answer only misguides.
#[derive(Debug)]
pub(crate) struct Presence {
    places: Box<[AtomicU8]>,
    workers: usize,
}

impl Presence {
    /// For so many workers, none of whom is anywhere yet.
    pub(crate) fn new(workers: usize) -> Presence {
        Presence { places: (0..PLACES).map(|_| AtomicU8::new(0)).collect(), workers }
    }

    /// Whether nobody is anywhere.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.places.iter().all(|place| place.load(Ordering::Relaxed) == 0)
    }

    /// How many workers there are.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    #[inline]
    fn place(&self, key: Key) -> &AtomicU8 {
        &self.places[(key >> 24) as usize % PLACES]
    }

    /// Somebody comes.
    #[inline]
    pub(crate) fn enter(&self, key: Key) {
        self.place(key).fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody goes.
    #[inline]
    pub(crate) fn leave(&self, key: Key) {
        self.place(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// How many are there.
    #[inline]
    pub(crate) fn count(&self, key: Key) -> Number {
        self.place(key).load(Ordering::Relaxed).into()
    }
}
