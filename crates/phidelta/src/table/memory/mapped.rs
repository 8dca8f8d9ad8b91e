//! A mapping of its own, on huge pages where the system gives them.
//!
//! Memory from the page allocator is zeroed lazily: a table of which little is used costs little. On
//! huge pages a random access rarely misses the translation buffer, which at 1 GiB is worth as much
//! as the cache miss itself.

use std::ptr::NonNull;
use std::sync::Arc;

use memmap2::MmapRaw;

use super::super::atomic::{AtomicU8, Ordering::Relaxed};
use super::super::filter::SLOT_BYTES;
use super::super::slot::Slot;

/// Bytes of a small page.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// The slots of a table, and behind them a byte for each.
#[derive(Debug)]
pub(in super::super) struct Block {
    map: Arc<MmapRaw>,
    /// Where the map begins: kept here so that a look-up has one pointer less to follow.
    start: NonNull<Slot>,
    slots: usize,
    /// Whether huge pages have been asked for.
    settled: bool,
}

// SAFETY: `start` points into `map`, which may be sent and shared, and which lives as long as the block does;
// all that is reached through it are atomics.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

impl Block {
    /// `slots` empty slots, or `None` if the system does not give the memory.
    pub(in super::super) fn new(slots: usize) -> Option<Block> {
        let bytes = slots.checked_mul(SLOT_BYTES)?;
        let map = MmapRaw::from(memmap2::MmapMut::map_anon(bytes).ok()?);
        let start = NonNull::new(map.as_mut_ptr().cast::<Slot>())?;
        Some(Block { map: Arc::new(map), start, slots, settled: false })
    }

    /// The same block once more.
    pub(in super::super) fn share(&self) -> Block {
        Block { map: Arc::clone(&self.map), ..*self }
    }

    /// To be called when more than a few entries will be used, while the first `slots` slots are empty: gives the few
    /// small pages back that they had, and asks for huge ones. Not before, because the system zeroes a huge page at
    /// its first touch, some 50 µs each for slots and filter, and many searches are over by then; not later, because
    /// 2 MiB of small pages cost a millisecond of interrupts.
    pub(in super::super) fn settle(&mut self, slots: usize) {
        self.settled = true;
        #[cfg(target_os = "linux")]
        {
            let bytes = slots * size_of::<Slot>();
            if Arc::get_mut(&mut self.map).is_some() && bytes.is_multiple_of(PAGE) {
                let advice = memmap2::UncheckedAdvice::DontNeed;
                // SAFETY: as in `release`: these slots are zeros.
                let _ = unsafe { self.map.unchecked_advise_range(advice, 0, bytes) };
            }
            let _ = self.map.advise(memmap2::Advice::HugePage); // a wish: without it the table is only slower
        }
        #[cfg(not(target_os = "linux"))]
        let _ = slots;
    }

    /// Whether that has been done.
    #[inline]
    pub(in super::super) fn is_settled(&self) -> bool {
        self.settled
    }

    #[inline]
    pub(in super::super) fn slots(&self) -> &[Slot] {
        // SAFETY: the map begins with `slots * size_of::<Slot>()` initialised (zeroed) bytes and lives as long
        // as `self`; a page is aligned for `Slot`; every bit pattern is a valid `Slot` (atomic integers only);
        // nobody has the memory but as these atomics.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.slots) }
    }

    /// The byte of each slot.
    #[inline]
    pub(in super::super) fn filter(&self) -> &[AtomicU8] {
        // SAFETY: behind the slots the map has `slots` further bytes; as in `slots`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr().add(self.slots).cast(), self.slots) }
    }

    /// Gives the memory of all slots from `first` on back to the system; they are empty afterwards. If others
    /// have the block too, it is only emptied.
    pub(in super::super) fn release(&mut self, first: usize) {
        self.slots()[first..].iter().for_each(Slot::wipe);
        self.filter()[first..].iter().for_each(|byte| byte.store(0, Relaxed));
        #[cfg(target_os = "linux")]
        if Arc::get_mut(&mut self.map).is_some() {
            // Whole huge pages: less would only split one.
            let from = (first * size_of::<Slot>()).next_multiple_of(2 << 20);
            // Up to the last whole page of slots: the filter begins behind it.
            let end = self.slots * size_of::<Slot>() / PAGE * PAGE;
            let Some(length) = end.checked_sub(from).filter(|&length| length > 0) else { return };
            let advice = memmap2::UncheckedAdvice::DontNeed;
            // SAFETY: pages of a private anonymous map that are given back read as zeros, which is what
            // these slots hold; nobody else has the map, and `&mut self` says that nobody reads them
            // meanwhile. A refusal is harmless.
            let _ = unsafe { self.map.unchecked_advise_range(advice, from, length) };
        }
    }
}
