//! A mapping of its own, on huge pages where the system gives them.
//!
//! Memory from the page allocator is zeroed lazily: a table of which little is used costs little. On
//! huge pages a random access rarely misses the translation buffer, which at 1 GiB is worth as much
//! as the cache miss itself.

use memmap2::MmapMut;

use super::super::filter::SLOT_BYTES;
use super::super::layout::Slot;

/// The slots of a table, and behind them a byte for each.
#[derive(Debug)]
pub(in super::super) struct Block {
    map: MmapMut,
    slots: usize,
}

impl Block {
    /// `slots` empty slots, or `None` if the system does not give the memory.
    pub(in super::super) fn new(slots: usize) -> Option<Block> {
        let bytes = slots.checked_mul(SLOT_BYTES)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        Some(Block { map, slots })
    }

    /// To be called when more than the first slots will be used: asks for huge pages. Not before, because the
    /// system zeroes a huge page at its first touch, some 50 µs each for slots and filter, and many searches
    /// are over by then.
    pub(in super::super) fn expect_use(&self) {
        #[cfg(target_os = "linux")]
        let _ = self.map.advise(memmap2::Advice::HugePage); // a wish: without it the table is only slower
    }

    #[inline]
    pub(in super::super) fn slots(&self) -> &[Slot] {
        // SAFETY: the map begins with `slots * size_of::<Slot>()` initialised (zeroed) bytes and lives as long
        // as `self`; a page is aligned for `Slot`; every bit pattern is a valid `Slot` (integers only).
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Slot>(), self.slots) }
    }

    #[inline]
    pub(in super::super) fn slots_mut(&mut self) -> &mut [Slot] {
        // SAFETY: as in `slots`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast::<Slot>(), self.slots) }
    }

    /// The byte of each slot.
    #[inline]
    pub(in super::super) fn filter(&self) -> &[u8] {
        &self.map[self.slots * size_of::<Slot>()..]
    }

    #[inline]
    pub(in super::super) fn filter_mut(&mut self) -> &mut [u8] {
        &mut self.map[self.slots * size_of::<Slot>()..]
    }

    /// Gives the memory of all slots from `first` on back to the system; they are empty afterwards.
    pub(in super::super) fn release(&mut self, first: usize) {
        self.slots_mut()[first..].fill(Slot::default());
        self.filter_mut()[first..].fill(0);
        #[cfg(target_os = "linux")]
        {
            // Whole huge pages: less would only split one.
            let from = (first * size_of::<Slot>()).next_multiple_of(2 << 20);
            // Up to the last whole page of slots: the filter begins behind it.
            const PAGE: usize = 4096;
            let end = self.slots * size_of::<Slot>() / PAGE * PAGE;
            let Some(length) = end.checked_sub(from).filter(|&length| length > 0) else { return };
            let advice = memmap2::UncheckedAdvice::DontNeed;
            // SAFETY: pages of a private anonymous map that are given back read as zeros, which is what
            // these slots hold; `&mut self` says that nobody reads them meanwhile. A refusal is harmless.
            let _ = unsafe { self.map.unchecked_advise_range(advice, from, length) };
        }
    }
}
