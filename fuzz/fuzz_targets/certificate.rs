//! Any bytes at all: the checker says yes or no, does not panic, and stays within its memory.
//!
//! Seeds are small certificates of every game (`seeds/certificate`).

#![no_main]

use libfuzzer_sys::fuzz_target;
use phidelta_check::{Limits, check};

/// Small enough that a certificate can come upon the limits.
fn limits() -> Limits {
    Limits::default().with_memory(1 << 20).with_line(1 << 16)
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(checked) = check(bytes, &limits()) {
        // What is said of a valid certificate can be printed, too.
        assert!(checked.to_string().starts_with("valid"));
    }
});
