//! Searches: one thread each, a bounded number at a time, the others wait.
//!
//! ```text
//! queued ──► running ⇄ paused ──► done | failed
//!    ▲          └──────────────► stopped ──┐
//!    └──────────── go on ◄─────────────────┘   as long as its table is kept
//! ```
//! All changes of state happen under one lock. A panic of a search is caught and ends that search alone.

mod clock;
mod job;
mod memory;
mod queue;
mod runner;

pub(crate) use job::Job;
pub use queue::Jobs;

/// A name that nobody can guess: 128 random bits in 22 letters and numbers.
pub(crate) fn random_id() -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0_u8; 16];
    // Without random numbers there is no server worth having.
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    let number = u128::from_be_bytes(bytes);
    (0..22).map(|place| char::from(SIGNS[(number >> (6 * place) & 63) as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_long_and_differ() {
        let (a, b) = (random_id(), random_id());
        assert!(a.len() == 22 && b.len() == 22 && a != b);
    }
}
