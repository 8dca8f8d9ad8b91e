//! Memory from the allocator, zeroed by it: large blocks come from fresh pages, so that a table of which
//! little is used still costs little. There are no huge pages, and nothing is given back before the end.

use std::alloc::{Layout, alloc_zeroed};

use super::super::layout::Slot;

/// The slots of a table, and a byte for each.
#[derive(Debug)]
pub(in super::super) struct Block {
    slots: Vec<Slot>,
    filter: Vec<u8>,
}

/// `count` zeros, or `None` if the allocator does not give the memory.
fn zeroed<T: Zero>(count: usize) -> Option<Vec<T>> {
    let layout = Layout::array::<T>(count).ok()?;
    if layout.size() == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the layout has a size.
    let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
    // SAFETY: `start` is of the global allocator, with the layout of `count` elements; zeros are an element.
    (!start.is_null()).then(|| unsafe { Vec::from_raw_parts(start, count, count) })
}

/// What zeros are a value of.
trait Zero {}
impl Zero for u8 {}
impl Zero for Slot {}

impl Block {
    /// `slots` empty slots, or `None` if the allocator does not give the memory.
    pub(in super::super) fn new(slots: usize) -> Option<Block> {
        Some(Block { slots: zeroed(slots)?, filter: zeroed(slots)? })
    }

    /// To be called when more than the first slots will be used. Nothing is to be done for it here.
    pub(in super::super) fn expect_use(&self) {}

    #[inline]
    pub(in super::super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    #[inline]
    pub(in super::super) fn slots_mut(&mut self) -> &mut [Slot] {
        &mut self.slots
    }

    /// The byte of each slot.
    #[inline]
    pub(in super::super) fn filter(&self) -> &[u8] {
        &self.filter
    }

    #[inline]
    pub(in super::super) fn filter_mut(&mut self) -> &mut [u8] {
        &mut self.filter
    }

    /// Empties all slots from `first` on.
    pub(in super::super) fn release(&mut self, first: usize) {
        self.slots[first..].fill(Slot::default());
        self.filter[first..].fill(0);
    }
}
