//! What the rules have said of positions that were left, for when they are entered again.
//!
//! Idea: nearly half of all visits are visits of a position that was entered before, many of them soon
//! after. Its moves, the keys behind them, who waits for whom and the first numbers of moves that nobody has
//! tried are the same each time. Where rules are slow ([`crate::Game::KEEPS_LOOKS`]) the latest of them are
//! kept, in a ring in which the oldest give way, and found again by the whole key of the position.
//!
//! Source: the project's own.
//! Invariant: only what follows from the position alone is kept, nothing that the table or the line has said: a
//! search that keeps looks and one that does not enter the same positions in the same order.

use std::ops::Range;

use crate::game::{Key, Stock};
use crate::number::{INFINITY, Numbers};

/// Bytes of looks at most. Six hard mates of a million nodes took 3.88, 3.80, 3.72 and 3.80 s with 1, 4, 16 and 64 MiB:
/// beyond the processor's caches what is found is no nearer than what is made anew.
const MOST: u64 = 16 << 20;

/// The part of the working memory that they may have, if that is less.
const PART: u64 = 8;

/// Looks for each of which there is a page: fewer than most positions have moves.
const LOOKS_A_PAGE: usize = 4;

/// A move, the position behind it, and what was seen of that at first sight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<M> {
    pub(super) mv: M,
    /// The sibling that it waits for: nothing else is known of it then.
    pub(super) waits_for: u32,
    pub(super) key: Key,
    pub(super) board: Key,
    /// The attacker's stock there.
    pub(super) stock: Stock,
    /// First numbers or an answer; [`NOT_SEEN`] where nobody has looked.
    pub(super) numbers: Numbers,
    /// Of an answer: the stock with which it still holds, the plies to the end.
    pub(super) answer_stock: Stock,
    pub(super) length: u32,
}

/// The numbers of no position.
pub(super) const NOT_SEEN: Numbers = Numbers::new(INFINITY, INFINITY);

impl<M> Look<M> {
    /// A move behind which nobody has looked.
    #[inline]
    pub(super) fn new(mv: M, waits_for: u32, key: Key, board: Key, stock: Stock) -> Look<M> {
        Look { mv, waits_for, key, board, stock, numbers: NOT_SEEN, answer_stock: 0, length: 0 }
    }
}

/// Where the looks of a position are.
#[derive(Clone, Copy, Debug, Default)]
struct Page {
    key: Key,
    /// The first of them, counted from the beginning of the search.
    first: u64,
    count: u32,
}

/// Looks of positions, the oldest of which give way.
#[derive(Debug)]
pub(super) struct Looks<M> {
    /// Written round and round; the looks of one position stand together.
    ring: Vec<Look<M>>,
    /// How many there may be: a power of two, or none.
    capacity: usize,
    /// How many there were.
    count: u64,
    pages: Vec<Page>,
}

impl<M: Copy> Looks<M> {
    /// Room for looks in a part of a working memory of so many bytes.
    pub(super) fn within(memory: u64) -> Looks<M> {
        let bytes = (memory / PART).min(MOST) as usize;
        let most = bytes / (size_of::<Look<M>>() + size_of::<Page>() / LOOKS_A_PAGE);
        // Below that hardly any position would be found again.
        let capacity = if most < 256 { 0 } else { 1 << most.ilog2() };
        Looks { capacity, ..Looks::none() }
    }

    /// No room.
    pub(super) fn none() -> Looks<M> {
        Looks { ring: Vec::new(), capacity: 0, count: 0, pages: Vec::new() }
    }

    /// Bytes that it may come to take.
    pub(super) fn bytes(&self) -> u64 {
        (self.capacity * size_of::<Look<M>>() + self.capacity / LOOKS_A_PAGE * size_of::<Page>()) as u64
    }

    #[inline]
    fn page(&self, key: Key) -> usize {
        // Any bits will do.
        (key >> 32) as usize & (self.pages.len() - 1)
    }

    /// Where the looks of a position are, if they are still there.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<Range<usize>> {
        if self.pages.is_empty() {
            return None;
        }
        let page = &self.pages[self.page(key)];
        let overwritten = page.first + (self.capacity as u64) < self.count;
        if page.key != key || page.count == 0 || overwritten {
            return None;
        }
        let start = page.first as usize & (self.capacity - 1);
        Some(start..start + page.count as usize)
    }

    /// The look at a place.
    #[inline]
    pub(super) fn at(&mut self, place: usize) -> &mut Look<M> {
        &mut self.ring[place]
    }

    /// The looks at these places.
    #[inline]
    pub(super) fn all(&self, places: Range<usize>) -> &[Look<M>] {
        &self.ring[places]
    }

    /// Makes room for looks at these moves, all of which are to be written next, from the place on that it tells;
    /// `None` if there is no room for them.
    #[inline]
    pub(super) fn begin(&mut self, moves: &[M]) -> Option<usize> {
        let (count, &any) = (moves.len(), moves.first()?);
        if count > self.capacity / 4 {
            return None;
        }
        let mut start = self.count as usize & (self.capacity - 1);
        if start + count > self.capacity {
            self.count += (self.capacity - start) as u64;
            start = 0;
        }
        if start + count > self.ring.len() {
            self.lengthen(start + count, any);
        }
        self.count += count as u64;
        Some(start)
    }

    /// Makes the ring longer: in the first round, or where a round has ended early.
    #[cold]
    fn lengthen(&mut self, places: usize, any: M) {
        if self.pages.is_empty() {
            self.pages = vec![Page::default(); self.capacity / LOOKS_A_PAGE];
            self.ring.reserve_exact(self.capacity);
        }
        self.ring.resize(places, Look::new(any, 0, 0, 0, 0));
    }

    /// The same places, to be written.
    #[inline]
    pub(super) fn all_mut(&mut self, places: Range<usize>) -> &mut [Look<M>] {
        &mut self.ring[places]
    }

    /// The looks from `start` on, which were written last, are those of this position.
    #[inline]
    pub(super) fn end(&mut self, key: Key, start: usize) {
        let round = (self.count - 1) & !(self.capacity as u64 - 1);
        let first = round + start as u64;
        let page = self.page(key);
        self.pages[page] = Page { key, first, count: (self.count - first) as u32 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    /// Keeps looks of a position with so many moves: the n-th leads to the key plus n.
    fn keep(looks: &mut Looks<u32>, key: Key, count: usize) {
        let moves: Vec<u32> = (0..count as u32).collect();
        let start = looks.begin(&moves).unwrap();
        for (look, n) in looks.all_mut(start..start + count).iter_mut().zip(moves) {
            *look = Look::new(n, 0, key + Key::from(n), key, n);
        }
        looks.end(key, start);
    }

    /// What is found is what was kept, whatever was kept since; the latest is always found.
    #[test]
    fn looks_are_those_of_the_position() {
        let mut looks: Looks<u32> = Looks::within((PART * 64) << 10);
        let (mut rng, mut found) = (fastrand::Rng::with_seed(5), 0);
        let counts: Vec<usize> = (0..2_000).map(|_| rng.usize(1..40)).collect();
        for visit in 0..50_000 {
            let number = rng.usize(..counts.len());
            let (key, count) = (mix(number as u64), counts[number]);
            if let Some(places) = looks.find(key) {
                found += 1;
                assert_eq!(places.len(), count);
                for (n, look) in looks.all(places).iter().enumerate() {
                    assert_eq!((look.mv as usize, look.key, look.board), (n, key + n as Key, key), "{visit}");
                }
            } else {
                keep(&mut looks, key, count);
                assert!(looks.find(key).is_some());
            }
        }
        assert!(found > 500, "{found}");
        let bytes = looks.ring.capacity() * size_of::<Look<u32>>() + looks.pages.len() * size_of::<Page>();
        assert!(bytes as u64 <= looks.bytes() && looks.bytes() <= 64 << 10);
    }

    #[test]
    fn there_may_be_no_room() {
        let mut looks: Looks<u32> = Looks::within(1 << 10);
        assert_eq!((looks.bytes(), looks.begin(&[1]), looks.find(1)), (0, None, None));
        let mut looks: Looks<u32> = Looks::within((PART * 64) << 10);
        assert!(looks.begin(&[1; 1 << 20]).is_none(), "more moves than it holds");
    }
}
