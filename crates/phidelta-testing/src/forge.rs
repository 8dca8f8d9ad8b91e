//! Certificates that may be changed at will, and the ways in which a forger would change them: for `cargo xtask
//! forge` and for the checker's tests.

pub mod draft;
pub mod mutate;
