//! One block of zeroed memory, on huge pages where the system gives them.
//!
//! Memory from the page allocator is zeroed lazily: a table of which little is used costs little. On
//! huge pages a random access rarely misses the translation buffer, which at 1 GiB is worth as much
//! as the cache miss itself.

use memmap2::MmapMut;

use super::filter::SLOT_BYTES;
use super::layout::Slot;

/// The slots of a table, and behind them a byte for each.
#[derive(Debug)]
pub(super) struct Block {
    map: MmapMut,
    slots: usize,
}

impl Block {
    /// `slots` empty slots, or `None` if the system does not give the memory.
    pub(super) fn new(slots: usize) -> Option<Block> {
        let bytes = slots.checked_mul(SLOT_BYTES)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage); // a wish: without it the table is only slower
        Some(Block { map, slots })
    }

    #[inline]
    pub(super) fn slots(&self) -> &[Slot] {
        // SAFETY: the map begins with `slots * size_of::<Slot>()` initialised (zeroed) bytes and lives as long
        // as `self`; a page is aligned for `Slot`; every bit pattern is a valid `Slot` (integers only).
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Slot>(), self.slots) }
    }

    #[inline]
    pub(super) fn slots_mut(&mut self) -> &mut [Slot] {
        // SAFETY: as in `slots`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast::<Slot>(), self.slots) }
    }

    /// The byte of each slot.
    #[inline]
    pub(super) fn filter(&self) -> &[u8] {
        &self.map[self.slots * size_of::<Slot>()..]
    }

    #[inline]
    pub(super) fn filter_mut(&mut self) -> &mut [u8] {
        &mut self.map[self.slots * size_of::<Slot>()..]
    }

    /// Gives the memory of all slots from `first` on back to the system; they are empty afterwards.
    pub(super) fn release(&mut self, first: usize) {
        self.slots_mut()[first..].fill(Slot::default());
        self.filter_mut()[first..].fill(0);
        #[cfg(all(target_os = "linux", not(miri)))]
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

    /// Asks the processor to load a slot that will be read soon.
    #[inline]
    pub(super) fn prefetch(&self, slot: usize) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = std::ptr::from_ref(&self.slots()[slot]).cast::<i8>();
            // SAFETY: the address is that of a live slot; a prefetch reads nothing architecturally.
            unsafe { _mm_prefetch(address, _MM_HINT_T0) };
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_zeroed_and_keeps_what_is_written() {
        let mut block = Block::new(1000).unwrap();
        assert!(block.slots().iter().all(|slot| *slot == Slot::default()));
        block.prefetch(999);
        block.slots_mut()[999].entries[1].check = 7;
        assert_eq!(block.slots()[999].entries[1].check, 7);
        assert_eq!(block.slots()[998], Slot::default());
        block.filter_mut()[999] = 5;
        assert_eq!((block.filter().len(), block.filter()[999]), (1000, 5));
        assert_eq!(block.slots()[999].entries[1].check, 7);
    }

    #[test]
    fn what_is_given_back_is_empty_and_can_be_used_again() {
        let slots = 3 << 15;
        let mut block = Block::new(slots).unwrap();
        for slot in block.slots_mut() {
            slot.entries[0].check = 1;
        }
        block.release(1000);
        assert!(block.slots()[..1000].iter().all(|slot| slot.entries[0].check == 1));
        assert!(block.slots()[1000..].iter().all(|slot| *slot == Slot::default()));
        block.slots_mut()[slots - 1].entries[0].check = 2;
        assert_eq!(block.slots()[slots - 1].entries[0].check, 2);
    }
}
