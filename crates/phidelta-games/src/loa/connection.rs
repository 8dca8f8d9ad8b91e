//! Connection: whether pieces hang together, and which single move would make them.
//!
//! Neighbours of a whole set of squares are a few shifts, and a group is what a square grows into. A
//! piece without a neighbour settles it sooner.
//!
//! A set in which one piece moves from `f` to `t` is connected exactly if `t` touches every group of the
//! set without `f`. So the squares that would connect are an intersection of neighbourhoods, for each
//! piece; whether it is empty for all of them can often be told without taking the
//! pieces away one by one: `t` must touch at least the groups that `f` is not part of.
//!
//! Invariant: both agree with a plain walk over the board (`tests`, `loa_rules`).

use super::lines;
use super::types::{Square, squares};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// A set and its neighbours.
#[inline]
pub(super) const fn grown(set: u64) -> u64 {
    let row = set | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    row | row << 8 | row >> 8
}

/// The squares of a set that have a neighbour in it.
#[inline]
const fn accompanied(set: u64) -> u64 {
    let beside = (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    let row = set | beside;
    set & (beside | row << 8 | row >> 8)
}

/// The group of `set` that the squares `from` belong to.
#[inline]
pub(super) const fn group(set: u64, mut from: u64) -> u64 {
    loop {
        // Two steps between the tests: most groups are wider than one.
        let next = grown(grown(from) & set) & set;
        if next == from {
            return from;
        }
        from = next;
    }
}

/// Whether a set hangs together; a single piece does, and so does none.
#[inline]
pub(super) const fn is_connected(set: u64) -> bool {
    let first = set & set.wrapping_neg();
    if first == set {
        return true;
    }
    accompanied(set) == set && group(set, first) == set
}

/// Groups a single square can touch at most: eight neighbours, every second one.
const TOUCHED: usize = 4;

/// The groups of a set, unless no square touches all of them but one: then no move can connect it.
#[inline]
fn within_reach(set: u64) -> Option<([u64; TOUCHED + 1], usize)> {
    let mut found = [0; TOUCHED + 1];
    let mut count = 0;
    // Squares that touch all groups so far, and those that touch all but one.
    let (mut all, mut but_one) = (!0u64, 0u64);
    let lonely = set & !accompanied(set);
    let mut left = set;
    while left != 0 {
        // Single pieces first: they need no growing, and there are many where there is far to go.
        let single = lonely & left;
        let next = if single != 0 {
            single & single.wrapping_neg()
        } else {
            group(left, left & left.wrapping_neg())
        };
        left &= !next;
        let near = grown(next);
        but_one = but_one & near | all & !near;
        all &= near;
        if (all | but_one) & !set == 0 || count == found.len() {
            return None;
        }
        found[count] = next;
        count += 1;
    }
    Some((found, count))
}

/// All moves along lines that would connect a set, as far as the set alone can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joins {
    /// The set.
    pub(super) set: u64,
    /// The pieces that could connect it.
    pub(super) movers: u64,
    /// For each of them, in the order of their squares, where to.
    targets: [u64; Joins::MOST],
}

impl Joins {
    /// Movers whose targets are kept: as many as a side has pieces.
    const MOST: usize = 12;

    /// Of no set that can occur.
    pub(super) const NONE: Joins = Joins { set: 0, movers: 0, targets: [0; Joins::MOST] };

    /// Of a set.
    pub(super) fn of(set: u64) -> Joins {
        let mut joins = Joins { set, ..Joins::NONE };
        let Some((found, count)) = within_reach(set) else { return joins };
        let found = &found[..count];
        let mut next = 0;
        for (i, &own) in found.iter().enumerate() {
            let mut touching = !set;
            for (_, &other) in found.iter().enumerate().filter(|(j, _)| *j != i) {
                touching &= grown(other);
            }
            if touching == 0 {
                continue;
            }
            for from in squares(own) {
                let mut targets = touching & lines::SEEN[from.index()];
                // What is left of the piece's own group must be touched as well.
                let mut rest = own & !from.bit();
                while targets != 0 && rest != 0 {
                    let part = group(rest, rest & rest.wrapping_neg());
                    targets &= grown(part);
                    rest &= !part;
                }
                if targets != 0 {
                    joins.movers |= from.bit();
                    joins.keep(&mut next, from, targets);
                }
            }
        }
        joins
    }

    /// Keeps targets in the order of squares, whatever the order of groups.
    fn keep(&mut self, next: &mut usize, from: Square, targets: u64) {
        let at = (self.movers & (from.bit() - 1)).count_ones() as usize;
        if *next < Joins::MOST {
            self.targets.copy_within(at..*next, at + 1);
            self.targets[at] = targets;
            *next += 1;
        }
    }

    /// Whether the set is connected after one of its pieces has moved along a line.
    #[inline]
    pub(super) fn connects(&self, from: Square, to: Square) -> bool {
        self.movers & from.bit() != 0
            && self.iter().any(|(mover, targets)| mover == from && targets & to.bit() != 0)
    }

    /// Each piece that could connect the set, and where to.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Square, u64)> + '_ {
        squares(self.movers).zip(self.targets.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk from square to square.
    fn plainly_connected(set: u64) -> bool {
        let mut seen = set & set.wrapping_neg();
        let mut open: Vec<i32> = vec![set.trailing_zeros() as i32];
        while let Some(square) = open.pop() {
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let (x, y) = (square % 8 + dx, square / 8 + dy);
                if !(0..8).contains(&x) || !(0..8).contains(&y) {
                    continue;
                }
                let bit = 1u64 << (y * 8 + x);
                if set & bit & !seen != 0 {
                    seen |= bit;
                    open.push(y * 8 + x);
                }
            }
        }
        seen == set
    }

    /// Sets of 1 to 12 pieces, most of them close together.
    fn random_set(random: &mut fastrand::Rng) -> u64 {
        let count = random.u32(1..=12);
        let area = if random.bool() { !0 } else { grown(grown(1 << random.u32(9..54))) };
        let mut set = 0u64;
        while set.count_ones() < count {
            set |= 1 << random.u32(0..64) & area;
        }
        set
    }

    #[test]
    fn connection_is_what_a_walk_finds() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut connected = 0;
        for _ in 0..100_000 {
            let set = random_set(&mut random);
            assert_eq!(is_connected(set), plainly_connected(set), "{set:#x}");
            connected += u32::from(is_connected(set));
        }
        assert!(connected > 10_000, "{connected} are too few to mean something");
    }

    #[test]
    fn joins_are_the_moves_after_which_a_walk_finds_all() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut found = 0;
        for _ in 0..20_000 {
            let set = random_set(&mut random);
            if plainly_connected(set) {
                continue;
            }
            let joins: Vec<(Square, u64)> = Joins::of(set).iter().collect();
            for from in squares(set) {
                let mut expected = 0;
                for to in squares(!set) {
                    let aligned = lines::SEEN[from.index()] & to.bit() != 0;
                    if aligned && plainly_connected(set & !from.bit() | to.bit()) {
                        expected |= to.bit();
                    }
                }
                let kept = joins.iter().find(|(square, _)| *square == from).map_or(0, |(_, to)| *to);
                assert_eq!(kept, expected, "{set:#x} {from}");
                found += u32::from(expected != 0);
            }
        }
        assert!(found > 1000, "{found} are too few to mean something");
    }
}
