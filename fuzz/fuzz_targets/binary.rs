//! Any bytes as the contents of a binary certificate, packed and with checksums that fit: what is behind
//! them is reached, too. The checker says yes or no, does not panic, and stays within its memory.
//!
//! Seeds are the unpacked contents of small certificates of every game (`seeds/binary`).

#![no_main]

#[path = "../../crates/phidelta-check/tests/common/binary.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod binary;

use libfuzzer_sys::fuzz_target;
use phidelta_check::{Limits, check};

/// Small enough that a certificate can come upon the limits.
fn limits() -> Limits {
    Limits::default().with_memory(1 << 20).with_line(1 << 16)
}

fuzz_target!(|bytes: &[u8]| {
    // Blocks of a size that cuts records in two.
    if let Ok(checked) = check(&binary::packed(bytes, 1000)[..], &limits()) {
        assert!(checked.to_string().starts_with("valid"));
    }
});
