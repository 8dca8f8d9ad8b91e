//! The stack of the depth-first engine: a frame for each position of the line, and their children.
//!
//! The stack lives on the heap within a byte budget. A line that needs more ends the search with
//! *memory full*, it never overflows anything.

use crate::game::{Key, Side};
use crate::history::{Depth, INDEPENDENT};
use crate::number::{Ceiling, Number, Numbers};
use crate::table::Slot;
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
}

/// A position of the line being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) key: Key,
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
    /// The price of one more branch in weak numbers.
    pub(super) unit: Number,
    /// PDS: the level up to which children are taken in order of their δ.
    pub(super) level: Number,
    pub(super) slot: Slot,
    pub(super) parent: Slot,
    pub(super) side: Side,
    /// TCA: thresholds are being raised on this line.
    pub(super) raising: bool,
    /// Nothing below has been searched in this visit.
    pub(super) first_time: bool,
    /// Path-bound results of this position are in the table.
    pub(super) bound: bool,
}

/// A move of a frame and what is known of the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) key: Key,
    pub(super) mv: M,
    pub(super) numbers: Numbers,
    /// What the move adds to unsolved numbers (df-pn+).
    pub(super) cost: Numbers,
    pub(super) dependency: Depth,
    pub(super) length: u32,
    pub(super) distance: u32,
    /// Nodes behind the numbers: more recent knowledge has more.
    pub(super) work: u64,
    /// The position has been searched before, or is solved.
    pub(super) known: bool,
}

impl<M> Child<M> {
    /// The numbers as the parent sees them.
    #[inline]
    pub(super) fn seen(&self, ceiling: Ceiling) -> Numbers {
        if self.numbers.is_solved() || self.cost == Numbers::new(0, 0) {
            return self.numbers;
        }
        let add = |number, cost| ceiling.clamp(u64::from(number) + u64::from(cost));
        Numbers::new(add(self.numbers.pn, self.cost.pn), add(self.numbers.dn, self.cost.dn))
    }

    /// Takes over the result of a visit.
    #[inline]
    pub(super) fn update(&mut self, visit: &Visit) {
        self.numbers = visit.numbers;
        self.dependency = visit.dependency;
        self.length = visit.length;
        self.distance = visit.distance;
        self.work = visit.work;
        self.known = true;
    }

    /// Settles the position.
    #[inline]
    pub(super) fn settle(&mut self, numbers: Numbers, dependency: Depth, length: u32) {
        debug_assert!(numbers.is_solved() && (dependency != INDEPENDENT || numbers.is_consistent()));
        self.numbers = numbers;
        self.dependency = dependency;
        self.length = length;
        self.known = true;
    }
}

/// Frames and children, within a byte budget.
#[derive(Debug)]
pub(super) struct Stack<M> {
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child<M>>,
    budget: usize,
}

/// Bytes that each frame costs elsewhere: its step and its two look-up slots in the path.
const PATH_BYTES: usize = 48;

impl<M> Stack<M> {
    pub(super) fn new(bytes: u64) -> Stack<M> {
        Stack { frames: Vec::new(), children: Vec::new(), budget: bytes as usize }
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
        let frame_bytes = size_of::<Frame>() + PATH_BYTES;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_stays_within_its_budget() {
        let mut stack: Stack<u32> = Stack::new(100_000);
        let child = Child {
            key: 0,
            mv: 0,
            numbers: Numbers::UNIT,
            cost: Numbers::new(0, 0),
            dependency: INDEPENDENT,
            length: 0,
            distance: 0,
            work: 0,
            known: false,
        };
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
        let mut child = Child {
            key: 0,
            mv: (),
            numbers: Numbers::new(3, 4),
            cost: Numbers::new(10, 20),
            dependency: INDEPENDENT,
            length: 0,
            distance: 0,
            work: 0,
            known: false,
        };
        assert_eq!(child.seen(Ceiling::HIGHEST), Numbers::new(13, 24));
        assert_eq!(child.seen(Ceiling::below(20)), Numbers::new(13, 19));
        child.settle(Numbers::PROVED, INDEPENDENT, 0);
        assert_eq!(child.seen(Ceiling::HIGHEST), Numbers::PROVED);
    }
}
