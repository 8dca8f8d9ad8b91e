//! The stack of the depth-first engine: a frame for each position of the line, and their children.
//!
//! The stack lives on the heap within a byte budget. A line that needs more ends the search with
//! *memory full*, it never overflows anything.

use crate::finding::Finding;
use crate::game::{Game, Key, Side, Stock};
use crate::history::{Depth, INDEPENDENT};
use crate::number::{Ceiling, INFINITY, Number, Numbers};
use crate::table::{Link, Record};
use crate::verdict::Reason;

/// What is known of a position when the search leaves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// Its numbers.
    pub(crate) numbers: Numbers,
    /// Solved: the depth of the highest ancestor the result rests on.
    pub(crate) dependency: Depth,
    /// Solved: plies to the end by the strategy found.
    pub(crate) length: u32,
    /// Its minimal distance from the root.
    pub(super) distance: u32,
    /// Nodes searched below it, in all visits.
    pub(super) work: u64,
    /// Solved: the stock with which the result still holds.
    pub(crate) stock: Stock,
}

impl Visit {
    /// What a solved entry of the table says; nothing that rests on the line is ever kept there.
    #[inline]
    pub(super) fn remembered(record: &Record) -> Visit {
        Visit {
            numbers: record.numbers,
            dependency: INDEPENDENT,
            length: record.length,
            distance: record.distance,
            work: record.work,
            stock: record.stock,
        }
    }

    /// The part that other searches understand.
    pub(crate) fn finding(&self) -> Finding {
        Finding { numbers: self.numbers, dependency: self.dependency, length: self.length }
    }
}

/// A position of the line being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The key by which the path knows it; that of its numbers follows ([`super::Plan::numbers_key`]).
    pub(super) key: Key,
    /// Children that wait for others.
    pub(super) waiting: u32,
    /// Moves that merge again further down, one bit each.
    pub(super) marks: u64,
    /// Nodes searched below it in earlier visits.
    pub(super) work_before: u64,
    /// The node count when it was entered.
    pub(super) entered: u64,
    /// Thresholds, seen by the side to move.
    pub(super) phi_limit: Number,
    pub(super) delta_limit: Number,
    /// The numbers when last backed up.
    pub(super) numbers: Numbers,
    /// Its children in [`Stack::children`].
    pub(super) first: u32,
    pub(super) count: u32,
    /// The child being searched.
    pub(super) chosen: u32,
    pub(super) distance: u32,
    /// PDS: the level up to which children are taken in order of their δ.
    pub(super) level: Number,
    /// The parent it was first reached from.
    pub(super) parent: Link,
    pub(super) side: Side,
    /// TCA: thresholds are being raised on this line.
    pub(super) raising: bool,
    /// Nothing below has been searched in this visit.
    pub(super) first_time: bool,
    /// Path-bound results of this position are in the table.
    pub(super) bound: bool,
    /// Others have been told that somebody is here.
    pub(super) present: bool,
}

impl Frame {
    /// Nodes searched below it in all visits, itself included, when `nodes` were counted.
    #[inline]
    pub(super) fn work(&self, nodes: u64) -> u64 {
        self.work_before + (nodes + 1 - self.entered)
    }
}

/// A move of a frame and what is known of the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    /// The key by which the path knows it; that of its numbers follows ([`super::Plan::numbers_key`]).
    pub(super) key: Key,
    /// The numbers seen by the side to move at the frame, with the cost of the move.
    pub(super) phi: Number,
    pub(super) delta: Number,
    /// Nodes behind the numbers: more recent knowledge has more. Stops at the largest value.
    pub(super) work: u32,
    pub(super) distance: u32,
    pub(super) dependency: Depth,
    pub(super) length: u32,
    /// What the move adds to unsolved numbers (df-pn+).
    pub(super) cost: Numbers,
    /// The attacker's stock behind the move; of a solved position the one its result still holds with.
    pub(super) stock: Stock,
    /// The sibling that must be solved before this one is looked at, or [`NOBODY`].
    pub(super) waits_for: u32,
    pub(super) mv: M,
    /// The position has been searched before, or is solved.
    pub(super) known: bool,
    /// It was tested for the end of the game when it was generated.
    pub(super) tested: bool,
    /// When it was generated the table had nothing of it, and nothing of its board.
    pub(super) absent: bool,
    pub(super) board_absent: bool,
}

/// A move that waits for no other.
pub(super) const NOBODY: u32 = u32::MAX;

/// No cost.
pub(super) const FREE: Numbers = Numbers::new(0, 0);

impl<M> Child<M> {
    /// A child of which nothing is known yet.
    #[inline]
    pub(super) fn new(key: Key, mv: M, cost: Numbers, stock: Stock) -> Child<M> {
        let (dependency, length, work, distance, known, tested) = (INDEPENDENT, 0, 0, 0, false, false);
        let (phi, delta, waits_for) = (1, 1, NOBODY);
        Child {
            key,
            phi,
            delta,
            work,
            distance,
            dependency,
            length,
            cost,
            stock,
            waits_for,
            mv,
            known,
            tested,
            absent: false,
            board_absent: false,
        }
    }

    /// A child that waits for a sibling: until then it counts as lost for the side to move, and has no key.
    #[inline]
    pub(super) fn waiting_for(sibling: u32, mv: M, cost: Numbers) -> Child<M> {
        let (phi, delta, waits_for) = (INFINITY, 0, sibling);
        Child { phi, delta, waits_for, ..Child::new(0, mv, cost, 0) }
    }

    /// What the table's key of the position has beyond its own, as long as it is not solved.
    #[inline]
    pub(super) fn unshared_key<G: Game>(&self) -> Key {
        if G::SHARED_NUMBERS { G::unshared_key(self.stock) } else { 0 }
    }

    /// The key of what the table knows of this very position, as long as it is not solved.
    #[inline]
    pub(super) fn own_key<G: Game>(&self) -> Key {
        self.key ^ self.unshared_key::<G>()
    }

    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Sets the position's own numbers; `side` moves at the frame.
    #[inline]
    pub(super) fn set(&mut self, numbers: Numbers, side: Side, ceiling: Ceiling) {
        (self.phi, self.delta) = numbers.seen_by(side);
        if self.cost != FREE && !numbers.is_solved() {
            let (phi, delta) = self.cost.seen_by(side);
            self.phi = ceiling.clamp(u64::from(self.phi) + u64::from(phi));
            self.delta = ceiling.clamp(u64::from(self.delta) + u64::from(delta));
        }
    }

    /// The position's own numbers.
    #[inline]
    pub(super) fn numbers(&self, side: Side) -> Numbers {
        let seen = Numbers::from_view(self.phi, self.delta, side);
        if self.is_solved() { seen } else { self.without_cost(seen) }
    }

    /// What is known of the position.
    pub(super) fn finding(&self, side: Side) -> Finding {
        Finding { numbers: self.numbers(side), dependency: self.dependency, length: self.length }
    }

    /// Numbers or thresholds with the cost of the move taken off: never below 1.
    #[inline]
    pub(super) fn without_cost(&self, seen: Numbers) -> Numbers {
        let less = |number: Number, cost: Number| number.saturating_sub(cost).max(1);
        Numbers::new(less(seen.pn, self.cost.pn), less(seen.dn, self.cost.dn))
    }

    /// Takes over the result of a visit.
    #[inline]
    pub(super) fn update(&mut self, visit: &Visit, side: Side, ceiling: Ceiling) {
        self.set(visit.numbers, side, ceiling);
        self.dependency = visit.dependency;
        self.length = visit.length;
        self.distance = visit.distance;
        self.work = saturated_work(visit.work);
        self.known = true;
        if visit.numbers.is_solved() {
            self.stock = visit.stock;
        }
    }

    /// Settles the position.
    #[inline]
    pub(super) fn settle(&mut self, numbers: Numbers, side: Side, dependency: Depth, length: u32) {
        debug_assert!(numbers.is_solved() && numbers.is_consistent());
        (self.phi, self.delta) = numbers.seen_by(side);
        self.dependency = dependency;
        self.length = length;
        self.known = true;
    }
}

/// Work as a child keeps it.
#[inline]
pub(super) fn saturated_work(work: u64) -> u32 {
    work.min(u64::from(u32::MAX)) as u32
}

/// Frames and children, within a byte budget.
#[derive(Debug)]
pub(super) struct Stack<M> {
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child<M>>,
    budget: usize,
    /// Bytes of a frame, with what it takes elsewhere.
    frame_bytes: usize,
}

impl<M> Stack<M> {
    /// A stack of at most `bytes`; each frame takes `path_bytes` of them in the path.
    pub(super) fn new(bytes: u64, path_bytes: usize) -> Stack<M> {
        let frame_bytes = size_of::<Frame>() + path_bytes;
        Stack { frames: Vec::new(), children: Vec::new(), budget: bytes as usize, frame_bytes }
    }

    /// Makes room for one more frame and `moves` more children.
    #[inline]
    pub(super) fn reserve(&mut self, moves: usize) -> Result<(), Reason> {
        let frames_fit = self.frames.len() < self.frames.capacity();
        if frames_fit && self.children.len() + moves <= self.children.capacity() {
            return Ok(());
        }
        self.grow(moves)
    }

    #[cold]
    fn grow(&mut self, moves: usize) -> Result<(), Reason> {
        let frame_bytes = self.frame_bytes;
        let child_bytes = size_of::<Child<M>>();
        let cost = |frames: usize, children: usize| frames * frame_bytes + children * child_bytes;
        let (frames, children) = (self.frames.len() + 1, self.children.len() + moves);
        // Double what is short; when that is too much, take what is needed and a little more.
        let generous = |needed: usize, have: usize| if needed > have { needed.max(2 * have) } else { have };
        let slack = |needed: usize, have: usize| have.max(needed + needed / 64);
        let (have_frames, have_children) = (self.frames.capacity(), self.children.capacity());
        let mut want = (generous(frames, have_frames), generous(children, have_children));
        if cost(want.0, want.1) > self.budget {
            want = (slack(frames, have_frames), slack(children, have_children));
        }
        if cost(want.0, want.1) > self.budget {
            return Err(Reason::MemoryFull);
        }
        self.frames.reserve_exact(want.0 - self.frames.len());
        self.children.reserve_exact(want.1 - self.children.len());
        Ok(())
    }
}

/// A frame for tests of the policies: thresholds of 10, nothing below it yet.
#[cfg(test)]
pub(super) fn test_frame() -> Frame {
    Frame {
        key: 0,
        waiting: 0,
        marks: 0,
        work_before: 0,
        entered: 0,
        phi_limit: 10,
        delta_limit: 10,
        numbers: Numbers::UNIT,
        first: 0,
        count: 0,
        chosen: 0,
        distance: 0,
        level: 1,
        parent: Link::NONE,
        side: Side::Attacker,
        raising: false,
        first_time: true,
        bound: false,
        present: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_and_children_are_small() {
        assert_eq!(size_of::<Frame>(), 96);
        assert_eq!(size_of::<Child<u32>>(), 64);
    }

    #[test]
    fn the_stack_stays_within_its_budget() {
        let mut stack: Stack<u32> = Stack::new(100_000, 48);
        let child = Child::new(0, 0u32, FREE, 0);
        let mut pushed = 0;
        while stack.reserve(3).is_ok() {
            stack.children.extend([child; 3]);
            pushed += 1;
            let children = stack.children.capacity() * size_of::<Child<u32>>();
            assert!(children + stack.frames.capacity() * size_of::<Frame>() <= 100_000);
        }
        assert!(pushed * 3 * size_of::<Child<u32>>() > 70_000, "{pushed}");
    }

    #[test]
    fn costs_are_added_to_unsolved_numbers_only() {
        let mut child = Child::new(0, (), Numbers::new(10, 20), 0);
        child.set(Numbers::new(3, 4), Side::Defender, Ceiling::HIGHEST);
        assert_eq!((child.phi, child.delta), (24, 13));
        assert_eq!(child.numbers(Side::Defender), Numbers::new(3, 4));
        child.set(Numbers::new(3, 4), Side::Attacker, Ceiling::below(20));
        assert_eq!((child.phi, child.delta), (13, 19));
        child.set(Numbers::PROVED, Side::Attacker, Ceiling::HIGHEST);
        assert_eq!(child.numbers(Side::Attacker), Numbers::PROVED);
    }
}
