//! One block of zeroed memory, on huge pages where the system gives them.
//!
//! Memory from the page allocator is zeroed lazily: a table of which little is used costs little. On
//! huge pages a random access rarely misses the translation buffer, which at 1 GiB is worth as much
//! as the cache miss itself.

use memmap2::MmapMut;

use super::filter::LINE_BYTES;
use super::layout::Line;

/// The lines of a table, and behind them a byte for each.
#[derive(Debug)]
pub(super) struct Block {
    map: MmapMut,
    lines: usize,
}

impl Block {
    /// `lines` empty lines, or `None` if the system does not give the memory.
    pub(super) fn new(lines: usize) -> Option<Block> {
        let bytes = lines.checked_mul(LINE_BYTES)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage); // a wish: without it the table is only slower
        Some(Block { map, lines })
    }

    #[inline]
    pub(super) fn lines(&self) -> &[Line] {
        // SAFETY: the map begins with `lines * size_of::<Line>()` initialised (zeroed) bytes and lives as long
        // as `self`; a page is aligned for `Line`; every bit pattern is a valid `Line` (integers only).
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Line>(), self.lines) }
    }

    #[inline]
    pub(super) fn lines_mut(&mut self) -> &mut [Line] {
        // SAFETY: as in `lines`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast::<Line>(), self.lines) }
    }

    /// The byte of each line.
    #[inline]
    pub(super) fn filter(&self) -> &[u8] {
        &self.map[self.lines * size_of::<Line>()..]
    }

    #[inline]
    pub(super) fn filter_mut(&mut self) -> &mut [u8] {
        &mut self.map[self.lines * size_of::<Line>()..]
    }

    /// Gives the memory of all lines from `first` on back to the system; they are empty afterwards.
    pub(super) fn release(&mut self, first: usize) {
        self.lines_mut()[first..].fill(Line::default());
        self.filter_mut()[first..].fill(0);
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            // Whole huge pages: less would only split one.
            let from = (first * size_of::<Line>()).next_multiple_of(2 << 20);
            // Up to the last whole page of lines: the filter begins behind it.
            const PAGE: usize = 4096;
            let end = self.lines * size_of::<Line>() / PAGE * PAGE;
            let Some(length) = end.checked_sub(from).filter(|&length| length > 0) else { return };
            let advice = memmap2::UncheckedAdvice::DontNeed;
            // SAFETY: pages of a private anonymous map that are given back read as zeros, which is what
            // these lines hold; `&mut self` says that nobody reads them meanwhile. A refusal is harmless.
            let _ = unsafe { self.map.unchecked_advise_range(advice, from, length) };
        }
    }

    /// Asks the processor to load a line that will be read soon.
    #[inline]
    pub(super) fn prefetch(&self, line: usize) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = std::ptr::from_ref(&self.lines()[line]).cast::<i8>();
            // SAFETY: the address is that of a live line; a prefetch reads nothing architecturally.
            unsafe { _mm_prefetch(address, _MM_HINT_T0) };
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_zeroed_and_keeps_what_is_written() {
        let mut block = Block::new(1000).unwrap();
        assert!(block.lines().iter().all(|line| *line == Line::default()));
        block.prefetch(999);
        block.lines_mut()[999].entries[1].check = 7;
        assert_eq!(block.lines()[999].entries[1].check, 7);
        assert_eq!(block.lines()[998], Line::default());
        block.filter_mut()[999] = 5;
        assert_eq!((block.filter().len(), block.filter()[999]), (1000, 5));
        assert_eq!(block.lines()[999].entries[1].check, 7);
    }

    #[test]
    fn what_is_given_back_is_empty_and_can_be_used_again() {
        let lines = 3 << 15;
        let mut block = Block::new(lines).unwrap();
        for line in block.lines_mut() {
            line.entries[0].check = 1;
        }
        block.release(1000);
        assert!(block.lines()[..1000].iter().all(|line| line.entries[0].check == 1));
        assert!(block.lines()[1000..].iter().all(|line| *line == Line::default()));
        block.lines_mut()[lines - 1].entries[0].check = 2;
        assert_eq!(block.lines()[lines - 1].entries[0].check, 2);
    }
}
