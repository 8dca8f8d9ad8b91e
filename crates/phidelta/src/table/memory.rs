//! One block of zeroed memory for the table: the only room with `unsafe` code.
//!
//! With the feature `mmap` it is a mapping of its own (`mapped`); without it, under Miri and in browsers it
//! comes from the allocator (`heap`).
//!
//! Invariant: a block is all zeros at first, and every slot stays where it is.

#![allow(unsafe_code, reason = "memory of the table: zeroed without being touched, aligned, given back")]

#[cfg(any(not(feature = "mmap"), miri, target_family = "wasm"))]
mod heap;
#[cfg(all(feature = "mmap", not(miri), not(target_family = "wasm")))]
mod mapped;

#[cfg(any(not(feature = "mmap"), miri, target_family = "wasm"))]
pub(super) use heap::Block;
#[cfg(all(feature = "mmap", not(miri), not(target_family = "wasm")))]
pub(super) use mapped::Block;

impl Block {
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
    use super::super::layout::Slot;
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
