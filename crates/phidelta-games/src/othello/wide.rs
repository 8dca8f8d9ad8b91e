//! Moves and what they turn, four directions at a time, in vectors of four 64-bit words.
//!
//! The same answers as [`super::bitboard`], which says how moves are filled. What a move turns is found
//! upwards by a carry through the opponent's discs, as there; downwards the squares from the first that is
//! not the opponent's are filled to the edge, so that what is left of the ray are the discs to turn.
//!
//! Invariant: agrees with `bitboard` on random boards.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::bitboard::RAYS;

/// All words of a vector together.
#[inline]
#[target_feature(enable = "avx2")]
fn joined(words: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// See [`super::bitboard::mobility`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn mobility(own: u64, opp: u64, board: u64) -> u64 {
    const INNER_FILES: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let step = _mm256_set_epi64x(1, 8, 7, 9);
    let twice = _mm256_add_epi64(step, step);
    let discs = _mm256_set1_epi64x(own as i64);
    let through = _mm256_and_si256(
        _mm256_set1_epi64x(opp as i64),
        _mm256_set_epi64x(INNER_FILES, -1, INNER_FILES, INNER_FILES),
    );
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(discs, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(discs, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    joined(ends) & board & !(own | opp)
}

/// See [`super::bitboard::flips`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(square: u8, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let words = rays.map(|ray| ray as i64);
    let above = _mm256_set_epi64x(words[3], words[2], words[1], words[0]);
    let below = _mm256_set_epi64x(words[7], words[6], words[5], words[4]);
    let own = _mm256_set1_epi64x(own as i64);
    let opp = _mm256_set1_epi64x(opp as i64);
    let (all, none) = (_mm256_set1_epi64x(-1), _mm256_setzero_si256());
    // Everything off the ray is set, so that the carry starts at its first square. Less −1 is plus 1.
    let off = _mm256_andnot_si256(above, all);
    let carried = _mm256_sub_epi64(_mm256_or_si256(opp, off), all);
    let end = _mm256_and_si256(_mm256_and_si256(carried, own), above);
    // Nothing stays nothing: 0 − 1 + 1.
    let before = _mm256_sub_epi64(_mm256_add_epi64(end, all), _mm256_cmpeq_epi64(end, none));
    let turned_above = _mm256_and_si256(before, above);

    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let twice = _mm256_add_epi64(step, step);
    let far = _mm256_add_epi64(twice, twice);
    let mut filled = _mm256_andnot_si256(opp, below);
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, step));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, twice));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, far));
    // The first of the filled squares is the end, if it is one's own.
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(filled, step), _mm256_and_si256(filled, below));
    let open = _mm256_cmpeq_epi64(_mm256_and_si256(end, own), none);
    let turned_below = _mm256_andnot_si256(open, _mm256_andnot_si256(filled, below));
    joined(_mm256_or_si256(turned_above, turned_below))
}
