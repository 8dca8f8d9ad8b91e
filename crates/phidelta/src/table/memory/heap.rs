//! Memory from the allocator, zeroed by it: large blocks come from fresh pages, so that a table of which
//! little is used still costs little. There are no huge pages, and nothing is given back before the end.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::Arc;

use super::super::atomic::{AtomicU8, Ordering::Relaxed};
use super::super::slot::Slot;

/// The slots of a table, and a byte for each.
#[derive(Debug)]
pub(in super::super) struct Block {
    slots: Arc<Vec<Slot>>,
    filter: Arc<Vec<AtomicU8>>,
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
impl Zero for AtomicU8 {}
impl Zero for Slot {}

impl Block {
    /// `slots` empty slots, or `None` if the allocator does not give the memory.
    pub(in super::super) fn new(slots: usize) -> Option<Block> {
        Some(Block { slots: Arc::new(zeroed(slots)?), filter: Arc::new(zeroed(slots)?) })
    }

    /// The same block once more.
    pub(in super::super) fn share(&self) -> Block {
        Block { slots: Arc::clone(&self.slots), filter: Arc::clone(&self.filter) }
    }

    /// To be called when more than a few entries will be used. Nothing is to be done for it here.
    pub(in super::super) fn settle(&mut self, _slots: usize) {}

    /// Whether that has been done.
    pub(in super::super) fn is_settled(&self) -> bool {
        true
    }

    #[inline]
    pub(in super::super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The byte of each slot.
    #[inline]
    pub(in super::super) fn filter(&self) -> &[AtomicU8] {
        &self.filter
    }

    /// Empties all slots from `first` on.
    pub(in super::super) fn release(&mut self, first: usize) {
        self.slots[first..].iter().for_each(Slot::wipe);
        self.filter[first..].iter().for_each(|byte| byte.store(0, Relaxed));
    }
}
