//! One block of zeroed memory for the table: the only room with `unsafe` code.
//!
//! With the feature `mmap` it is a mapping of its own (`mapped`); without it, under Miri and in browsers it
//! comes from the allocator (`heap`).
//!
//! A block can be had several times ([`Block::share`]): its words are atomic, so that workers may use it at once.
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
        prefetch(&raw const self.slots()[slot]);
    }

    /// The same for a slot that may turn out not to be needed: then its byte is loaded, and nothing has to be
    /// known before the next instruction.
    #[inline]
    pub(super) fn prefetch_if(&self, needed: bool, slot: usize) {
        let (yes, no) = (std::ptr::from_ref(&self.slots()[slot]), std::ptr::from_ref(&self.filter()[slot]));
        prefetch(std::hint::select_unpredictable(needed, yes.cast::<u8>(), no.cast::<u8>()));
    }
}

#[inline]
fn prefetch<T>(soon: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing architecturally, whatever the address.
        unsafe { _mm_prefetch(soon.cast::<i8>(), _MM_HINT_T0) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = soon;
}

#[cfg(test)]
mod tests {
    use super::super::atomic::Ordering::Relaxed;
    use super::super::layout::Entry;
    use super::super::slot::Slot;
    use super::*;

    fn is_empty(slot: &Slot) -> bool {
        (0..2).all(|half| slot.entry(half) == Entry::default())
    }

    fn entry(check: u64) -> Entry {
        Entry::of_words([check, 0, 0, 0])
    }

    #[test]
    fn a_block_is_zeroed_and_keeps_what_is_written() {
        let block = Block::new(1000).unwrap();
        assert!(block.slots().iter().all(is_empty));
        block.prefetch(999);
        block.prefetch_if(true, 999);
        block.prefetch_if(false, 998);
        block.slots()[999].put(1, entry(7), false);
        assert_eq!(block.slots()[999].entry(1).check, 7);
        assert!(is_empty(&block.slots()[998]));
        let other = block.share();
        other.filter()[999].store(5, Relaxed);
        assert_eq!((block.filter().len(), block.filter()[999].load(Relaxed)), (1000, 5));
        drop(block);
        assert_eq!(other.slots()[999].entry(1).check, 7, "it lives as long as anybody has it");
    }

    #[test]
    fn what_is_given_back_is_empty_and_can_be_used_again() {
        // Some huge pages; an interpreter has none, and would take an hour.
        let slots = if cfg!(miri) { 3 << 9 } else { 3 << 15 };
        let mut block = Block::new(slots).unwrap();
        for slot in block.slots() {
            slot.put(0, entry(1), false);
        }
        block.release(1000);
        assert!(block.slots()[..1000].iter().all(|slot| slot.entry(0).check == 1));
        assert!(block.slots()[1000..].iter().all(is_empty));
        block.slots()[slots - 1].put(0, entry(2), false);
        assert_eq!(block.slots()[slots - 1].entry(0).check, 2);
    }
}
