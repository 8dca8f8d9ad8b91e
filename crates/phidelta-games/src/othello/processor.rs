//! Which kind of processor runs this, and calls into routines compiled for it.
//!
//! The only unsafe code of the game: a function compiled for instructions that the processor may lack is
//! called only where it is known to have them.
#![allow(unsafe_code, reason = "calls of functions for instructions that were found before")]

use super::last::{self, Last};

/// Whether the processor has vectors of four 64-bit words and counts bits in one step.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn is_wide() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// [`Last::reaches`] as this processor does it best.
pub(super) fn reaches(last: &mut Last, own: u64, opp: u64, need: i32) -> bool {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        // SAFETY: the features that the function is compiled for have just been found.
        return unsafe { last::wide::reaches(last, own, opp, need) };
    }
    last::plain::reaches(last, own, opp, need)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::othello::board::Size;
    use crate::othello::{bitboard, wide};

    /// Both ways to the same answers and the same counts, on random boards of both sizes.
    #[test]
    fn all_processors_answer_alike() {
        if !is_wide() {
            return;
        }
        let mut rng = fastrand::Rng::with_seed(1);
        for number in 0..20_000 {
            let size = [Size::Six, Size::Eight][number % 2];
            let mut empty = 0u64;
            while empty.count_ones() < rng.u32(0..12) {
                empty |= size.board() & 1 << rng.u32(..64);
            }
            let filled = size.board() & !empty;
            let own = rng.u64(..) & filled;
            let opp = filled & !own;
            // SAFETY: the processor has what is needed, as has just been seen.
            unsafe {
                let moves = wide::mobility(own, opp, size.board());
                assert_eq!(moves, bitboard::mobility(own, opp, size.board()));
                for square in bitboard::squares(empty) {
                    assert_eq!(wide::flips(square, own, opp), bitboard::flips(square, own, opp));
                }
            }
            // With many empty squares, too.
            let (few_own, few_opp) = (own & rng.u64(..), opp & rng.u64(..));
            for square in bitboard::squares(size.board() & !(few_own | few_opp)) {
                // SAFETY: the same.
                let turned = unsafe { wide::flips(square, few_own, few_opp) };
                assert_eq!(turned, bitboard::flips(square, few_own, few_opp));
            }
            if number < 2000 && empty.count_ones() <= 9 {
                let need = 2 * rng.i32(-12..=12);
                let (mut one, mut other) = (Last::new(size), Last::new(size));
                // SAFETY: the same.
                let answer = unsafe { last::wide::reaches(&mut one, own, opp, need) };
                assert_eq!(answer, last::plain::reaches(&mut other, own, opp, need));
                assert_eq!(one.nodes, other.nodes);
            }
        }
    }
}
