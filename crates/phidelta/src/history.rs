//! The path from the root, and which results depend on it (graph-history interaction).
//!
//! Idea: where a repeated position ends the game, the value of a position may depend on how it was
//! reached. Say a repetition fails the attacker. A proof never rests on a repetition, so it holds on
//! every path. A disproof may: it is then true only while the repeated ancestor stands on the path.
//! Each solved result therefore carries the *depth of the highest ancestor it needs*; a result that
//! needs nothing above its own position holds everywhere, because the positions that refute it form
//! a closed set. (With the opposite rule exchange proof and disproof; the code below has no side.)
//!
//! Sources: Breuker, van den Herik, Uiterwijk, Allis 2001 (depth of the repeated ancestor, in their
//! base-twin algorithm); Kishimoto and Müller 2004 (results bound to a path are kept beside the
//! position's own entry, under a code of the path). What differs: the stored result is used only on
//! the identical path, without their simulation on others.
//!
//! Invariant: a result with [`INDEPENDENT`] agrees with retrograde analysis of the whole graph.

use crate::game::Key;

/// Index of a position on the path; the root has 0.
pub(crate) type Depth = u32;

/// The dependency of a result that holds on every path.
pub(crate) const INDEPENDENT: Depth = Depth::MAX;

/// The dependency of a node's result at `depth`, from those of its children.
///
/// `won` says whether the side to move has won: then one child was enough and the least dependent one
/// counts; otherwise all children were needed and the most dependent one counts. `children` yields
/// the dependencies of the winning children, or of all children.
#[inline]
pub(crate) fn dependency(won: bool, depth: Depth, children: impl Iterator<Item = Depth>) -> Depth {
    let needed = if won { children.max() } else { children.min() };
    let needed = needed.unwrap_or(INDEPENDENT);
    // What rests on this very position or on one below it rests on nothing outside.
    if needed >= depth { INDEPENDENT } else { needed }
}

/// The positions from the root to the current one, with a look-up by key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    steps: Vec<Step>,
    /// Open addressing, linear probing; 0 = free, otherwise depth + 1. Positions leave in the
    /// reverse order of entering, so that a removal never breaks a probe chain.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: Key,
    code: Key,
}

impl Path {
    /// An empty path.
    pub(crate) fn new() -> Path {
        Path::default()
    }

    /// Positions on the path.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        while !self.is_empty() {
            self.pop();
        }
    }

    /// Enters a position.
    #[inline]
    pub(crate) fn push(&mut self, key: Key) {
        if 2 * (self.steps.len() + 1) > self.slots.len() {
            self.grow();
        }
        let slot = self.free_slot(key);
        self.steps.push(Step { key, code: self.code_after(key) });
        self.slots[slot] = self.steps.len() as u32;
    }

    /// Leaves the position entered last.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some(step) = self.steps.last() else { return };
        let mask = self.slots.len() - 1;
        let mut slot = step.key as usize & mask;
        while self.slots[slot] != self.steps.len() as u32 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = 0;
        self.steps.pop();
    }

    /// Where a position stands on the path.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<Depth> {
        self.find_where(key as u64, |found| found == key)
    }

    /// Where a position stands of which only the low half of the key is known.
    #[inline]
    pub(crate) fn find_low(&self, low: u64) -> Option<Depth> {
        self.find_where(low, |found| found as u64 == low)
    }

    #[inline]
    fn find_where(&self, low: u64, is_it: impl Fn(Key) -> bool) -> Option<Depth> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = low as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return None,
                n if is_it(self.steps[n as usize - 1].key) => return Some(n - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// The key under which a result of `child` is kept that holds only right after this path.
    #[inline]
    pub(crate) fn bound_key(&self, child: Key) -> Key {
        !self.code_after(child)
    }

    /// The same for the position entered last.
    #[inline]
    pub(crate) fn bound_key_here(&self) -> Key {
        self.steps.last().map_or(0, |step| !step.code)
    }

    /// Hashes the sequence of positions, so that permuted paths differ: their depths differ too.
    #[inline]
    fn code_after(&self, key: Key) -> Key {
        // An odd multiplier makes each step a bijection of the code; the rotation brings the well
        // mixed high bits down.
        const ODD: Key = 0x9fb2_1c65_1e98_df25_a3b1_9535_4a39_b70d;
        let code = self.steps.last().map_or(0, |step| step.code);
        (code ^ key).wrapping_mul(ODD).rotate_left(64)
    }

    fn free_slot(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(64);
        self.slots.clear();
        self.slots.resize(size, 0);
        for i in 0..self.steps.len() {
            let slot = self.free_slot(self.steps[i].key);
            self.slots[slot] = i as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    #[test]
    fn positions_are_found_while_they_are_on_the_path() {
        let mut path = Path::new();
        let mut rng = fastrand::Rng::with_seed(1);
        let mut plain: Vec<Key> = Vec::new();
        for _ in 0..20_000 {
            if rng.u8(..) < 140 {
                // Few different low bits, so that probe chains are long; equal keys never enter twice.
                let key = mix(rng.u64(..)) & !0x3f0;
                if plain.contains(&key) {
                    continue;
                }
                path.push(key);
                plain.push(key);
            } else {
                path.pop();
                plain.pop();
            }
            let probe = if plain.is_empty() || rng.bool() {
                mix(rng.u64(..))
            } else {
                plain[rng.usize(..plain.len())]
            };
            assert_eq!(path.find(probe), plain.iter().position(|&k| k == probe).map(|i| i as Depth));
        }
        path.clear();
        assert!(path.is_empty() && path.slots.iter().all(|&s| s == 0));
    }

    #[test]
    fn a_bound_key_belongs_to_one_order_of_one_path() {
        let (a, b, c) = (mix(1), mix(2), mix(3));
        let bound = |first, second| {
            let mut path = Path::new();
            path.push(first);
            path.push(second);
            let ahead = path.bound_key(c);
            path.push(c);
            assert_eq!(ahead, path.bound_key_here());
            ahead
        };
        assert_ne!(bound(a, b), bound(b, a));
        assert_ne!(bound(a, b), c);
    }

    #[test]
    fn dependencies_dissolve_at_the_loop_head() {
        assert_eq!(dependency(false, 5, [3, INDEPENDENT].into_iter()), 3);
        assert_eq!(dependency(false, 3, [3, 7].into_iter()), INDEPENDENT);
        assert_eq!(dependency(true, 5, [2, 4].into_iter()), 4);
        assert_eq!(dependency(true, 5, [2, INDEPENDENT].into_iter()), INDEPENDENT);
        assert_eq!(dependency(false, 5, std::iter::empty()), INDEPENDENT);
    }
}
