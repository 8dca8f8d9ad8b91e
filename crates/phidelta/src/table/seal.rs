//! Entries that several workers read and write without locks: a reader sees a whole entry or nothing.
//!
//! Idea: the first word of an entry, the low half of its key, is sealed with what the other three words hold:
//! its high 32 bits are the key's, xor a *fold* of the contents. A reader compares the low 32 bits first,
//! which is all it needs of an entry of another key; then it reads the rest, looks at the first word
//! once more, and compares the seal. A writer takes the place by exchanging the first word that it looked
//! at for [`BUSY`], writes the rest, and puts the new seal. So a store is one atomic change of what was
//! looked at, or it is lost. Nobody waits.
//!
//! Source: the seqlock, with its two fences; the seal takes the place of its counter, in the manner of
//! Hyatt's xor of key and data. A counter of few bits can come round while a reader sleeps; for the seal to
//! deceive him, a whole rewrite of the same position and an accident of 32 bits must come together.
//! Invariants: what is read was written whole for that key; an exchange succeeds only if nothing has changed
//! since the look. This file is the model that `cargo xtask loom` checks: it knows nothing of the
//! table.

use super::atomic::{AtomicU64, Ordering, fence};

/// An entry: four words.
pub(super) type Cell = [AtomicU64; 4];

/// The first word of an entry that is being written. A key's seal may be the same by accident: that store
/// is lost.
pub(super) const BUSY: u64 = 0xb5c1_e2d9_7a43_0f6b;

/// The bits of the last word that are no part of the seal: *away* and *overflow*, which belong to the slot.
pub(super) const UNSEALED: u64 = 3 << (32 + 13);

/// What is mixed into the high half of the first word.
#[inline]
fn fold(words: [u64; 3]) -> u64 {
    let x = words[0].rotate_left(17) ^ words[1].rotate_left(41) ^ (words[2] & !UNSEALED);
    ((x >> 32) ^ x) << 32
}

/// Reads the entry whose key has the low half `check`: the word that stands for it, and its words.
#[inline]
pub(super) fn read(cell: &Cell, check: u64) -> Option<(u64, [u64; 4])> {
    let seen = cell[0].load(Ordering::Acquire);
    if seen as u32 != check as u32 {
        return None;
    }
    let rest = whole(cell, seen)?;
    (seen == check ^ fold(rest)).then_some((seen, [check, rest[0], rest[1], rest[2]]))
}

/// The same whatever the key is: it follows from the seal. Where nothing was ever written, it is zeros.
pub(super) fn read_any(cell: &Cell) -> Option<(u64, [u64; 4])> {
    let seen = cell[0].load(Ordering::Acquire);
    let rest = whole(cell, seen)?;
    Some((seen, [seen ^ fold(rest), rest[0], rest[1], rest[2]]))
}

/// The other words of an entry, if the first has not changed meanwhile.
#[inline]
fn whole(cell: &Cell, seen: u64) -> Option<[u64; 3]> {
    if seen == BUSY {
        return None;
    }
    let rest = [1, 2, 3].map(|at: usize| cell[at].load(Ordering::Relaxed));
    fence(Ordering::Acquire);
    (cell[0].load(Ordering::Relaxed) == seen).then_some(rest)
}

/// Writes an entry where `seen` still stands. The slot's overflow, the higher of the two bits, is kept.
pub(super) fn write(cell: &Cell, seen: u64, words: [u64; 4]) -> bool {
    let [check, first, second, last] = words;
    let sealed = check ^ fold([first, second, last]);
    if seen == BUSY || sealed == BUSY {
        return false;
    }
    if cell[0].compare_exchange(seen, BUSY, Ordering::Acquire, Ordering::Relaxed).is_err() {
        return false;
    }
    fence(Ordering::Release);
    let overflow = cell[3].load(Ordering::Relaxed) & UNSEALED & UNSEALED << 1;
    cell[1].store(first, Ordering::Relaxed);
    cell[2].store(second, Ordering::Relaxed);
    cell[3].store(last | overflow, Ordering::Relaxed);
    cell[0].store(sealed, Ordering::Release);
    true
}
