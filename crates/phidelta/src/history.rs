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

use crate::game::{Game, Key, Stock};

/// Index of a position on the path; the root has 0.
pub type Depth = u32;

/// The dependency of a result that holds on every path.
pub const INDEPENDENT: Depth = Depth::MAX;

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

/// The positions from the root to the current one, with look-ups by key and by board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    steps: Vec<Step>,
    by_key: Slots,
    /// In games with resources only: the board and the stock of each step.
    boards: Vec<(Key, Stock)>,
    by_board: Slots,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: Key,
    code: Key,
}

impl Path {
    /// Bytes that a position takes: a step and up to four places of four bytes; the same again for its
    /// board.
    pub(crate) const fn bytes<G: Game>() -> usize {
        let one = 32 + 16;
        if G::RESOURCES { 2 * one } else { one }
    }

    /// Bytes that it takes at least, however short it is.
    pub(crate) const fn least_bytes<G: Game>() -> u64 {
        let one = (LEAST_PLACES * size_of::<u32>()) as u64;
        if G::RESOURCES { 2 * one } else { one }
    }

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
        let code = self.code_after(key);
        let steps = &self.steps;
        self.by_key.insert(key, steps.len(), |depth| steps[depth].key);
        self.steps.push(Step { key, code });
    }

    /// Enters the game's present position, whose key is `key`.
    #[inline]
    pub(crate) fn push_position<G: Game>(&mut self, game: &G, key: Key) {
        self.push(key);
        if G::RESOURCES {
            let (board, boards) = (game.board_key(), &self.boards);
            self.by_board.insert(board, boards.len(), |depth| boards[depth].0);
            self.boards.push((board, game.stock()));
        }
    }

    /// Gives each position another key: its own with `change` added.
    pub(crate) fn change_keys(&mut self, change: Key) {
        self.by_key = Slots::default();
        for Step { key, .. } in std::mem::take(&mut self.steps) {
            self.push(key ^ change);
        }
    }

    /// Leaves the position entered last.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.by_key.remove(step.key, self.steps.len());
        if self.boards.len() > self.steps.len()
            && let Some((board, _)) = self.boards.pop()
        {
            self.by_board.remove(board, self.boards.len());
        }
    }

    /// Where a position stands on the path.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<Depth> {
        self.by_key.find(key as u64, |depth| self.steps[depth].key == key)
    }

    /// Where a position stands of which only the low half of the key is known.
    #[inline]
    pub(crate) fn find_low(&self, low: u64) -> Option<Depth> {
        self.by_key.find(low, |depth| self.steps[depth].key as u64 == low)
    }

    /// The highest position on the path with this board and a stock that will do.
    #[inline]
    pub(crate) fn find_board(&self, board: Key, will_do: impl Fn(Stock) -> bool) -> Option<Depth> {
        self.by_board.find(board as u64, |depth| {
            let (here, stock) = self.boards[depth];
            here == board && will_do(stock)
        })
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
}

/// Places to begin with, 8 KiB of them: on a path of some dozen positions hardly any place is taken, so that whoever
/// asks for one finds it free at once. With as few as there must be, a mate search took a twentieth longer.
const LEAST_PLACES: usize = 2048;

/// Depths by the low bits of keys: open addressing, linear probing. Positions leave in the reverse order
/// of entering, so that a removal never breaks a probe chain, and of equal keys the highest is found.
#[derive(Clone, Debug, Default)]
struct Slots {
    /// 0 = free, otherwise depth + 1.
    places: Vec<u32>,
}

impl Slots {
    /// Adds a position at this depth; `above` tells the keys of those above it.
    #[inline]
    fn insert(&mut self, key: Key, depth: usize, above: impl Fn(usize) -> Key) {
        if 2 * (depth + 1) > self.places.len() {
            self.grow(depth, above);
        }
        self.place(key, depth);
    }

    /// Makes more places, and gives the positions down to this depth theirs, in the order of entering.
    #[cold]
    fn grow(&mut self, depth: usize, key: impl Fn(usize) -> Key) {
        let size = (2 * self.places.len()).max(LEAST_PLACES);
        self.places.clear();
        self.places.resize(size, 0);
        (0..depth).for_each(|depth| self.place(key(depth), depth));
    }

    #[inline]
    fn place(&mut self, key: Key, depth: usize) {
        let mask = self.places.len() - 1;
        let mut slot = key as usize & mask;
        while self.places[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.places[slot] = depth as u32 + 1;
    }

    #[inline]
    fn remove(&mut self, key: Key, depth: usize) {
        let mask = self.places.len() - 1;
        let mut slot = key as usize & mask;
        while self.places[slot] != depth as u32 + 1 {
            slot = (slot + 1) & mask;
        }
        self.places[slot] = 0;
    }

    #[inline]
    fn find(&self, low: u64, is_it: impl Fn(usize) -> bool) -> Option<Depth> {
        // Where there are no places at all every slot is beyond them.
        let mask = self.places.len().wrapping_sub(1);
        let mut slot = low as usize & mask;
        while let Some(&value) = self.places.get(slot).filter(|&&value| value != 0) {
            if is_it(value as usize - 1) {
                return Some(value - 1);
            }
            slot = (slot + 1) & mask;
        }
        None
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
        assert!(path.is_empty() && path.by_key.places.iter().all(|&place| place == 0));
    }

    #[test]
    fn keys_that_change_change_for_all_positions() {
        let keys: Vec<Key> = (0..200).map(mix).collect();
        let (mut path, change) = (Path::new(), mix(1_000));
        keys.iter().for_each(|&key| path.push(key));
        path.change_keys(change);
        for (depth, &key) in keys.iter().enumerate() {
            assert_eq!((path.find(key), path.find(key ^ change)), (None, Some(depth as Depth)));
        }
        path.pop();
        path.change_keys(change);
        let mut same = Path::new();
        keys[..199].iter().for_each(|&key| same.push(key));
        assert_eq!((path.len(), path.bound_key_here()), (199, same.bound_key_here()));
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
