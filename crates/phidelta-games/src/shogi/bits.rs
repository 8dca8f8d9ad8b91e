//! The 128 bits of a set of squares.
//!
//! Every x86-64 processor joins two of them in one instruction, if they are kept as a vector; as a plain number
//! they take two registers and two instructions each. Elsewhere they are a plain number.
//!
//! Invariant: the same bits as a plain number, whatever is done with them.
#![allow(unsafe_code, reason = "a vector of 128 bits is seen as a number, and back")]

#[cfg(target_arch = "x86_64")]
mod kept {
    use std::arch::x86_64::{__m128i, _mm_and_si128, _mm_andnot_si128, _mm_or_si128, _mm_xor_si128};

    #[derive(Clone, Copy)]
    pub(in super::super) struct Bits(__m128i);

    impl Bits {
        #[inline]
        pub(in super::super) const fn new(number: u128) -> Bits {
            // SAFETY: both are 16 bytes of which every value is valid.
            Bits(unsafe { std::mem::transmute::<u128, __m128i>(number) })
        }

        #[inline]
        pub(in super::super) const fn number(self) -> u128 {
            // SAFETY: as above.
            unsafe { std::mem::transmute::<__m128i, u128>(self.0) }
        }

        #[inline]
        pub(in super::super) fn and(self, other: Bits) -> Bits {
            // SAFETY: every x86-64 processor has SSE2.
            Bits(unsafe { _mm_and_si128(self.0, other.0) })
        }

        #[inline]
        pub(in super::super) fn or(self, other: Bits) -> Bits {
            // SAFETY: as above.
            Bits(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline]
        pub(in super::super) fn xor(self, other: Bits) -> Bits {
            // SAFETY: as above.
            Bits(unsafe { _mm_xor_si128(self.0, other.0) })
        }

        #[inline]
        pub(in super::super) fn without(self, other: Bits) -> Bits {
            // SAFETY: as above.
            Bits(unsafe { _mm_andnot_si128(other.0, self.0) })
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod kept {
    #[derive(Clone, Copy)]
    pub(in super::super) struct Bits(u128);

    impl Bits {
        #[inline]
        pub(in super::super) const fn new(number: u128) -> Bits {
            Bits(number)
        }

        #[inline]
        pub(in super::super) const fn number(self) -> u128 {
            self.0
        }

        #[inline]
        pub(in super::super) fn and(self, other: Bits) -> Bits {
            Bits(self.0 & other.0)
        }

        #[inline]
        pub(in super::super) fn or(self, other: Bits) -> Bits {
            Bits(self.0 | other.0)
        }

        #[inline]
        pub(in super::super) fn xor(self, other: Bits) -> Bits {
            Bits(self.0 ^ other.0)
        }

        #[inline]
        pub(in super::super) fn without(self, other: Bits) -> Bits {
            Bits(self.0 & !other.0)
        }
    }
}

pub(super) use kept::Bits;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_as_numbers() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1_000 {
            let (a, b) = (rng.u128(..), rng.u128(..));
            let (x, y) = (Bits::new(a), Bits::new(b));
            let found = [x.and(y), x.or(y), x.xor(y), x.without(y), x].map(Bits::number);
            assert_eq!(found, [a & b, a | b, a ^ b, a & !b, a]);
        }
    }
}
