//! How often strangers may ask (`--public`): so many requests a second each, with a little room for a page
//! that is just being opened. Those without a cookie share one account.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Requests a second.
const RATE: f64 = 30.0;
/// Requests at once, after a rest.
const BURST: f64 = 60.0;
/// Accounts that are remembered: more than this server has places for, and few enough to be looked through.
const ACCOUNTS: usize = 4096;

/// What everybody has left, and when that was so.
#[derive(Debug, Default)]
pub(crate) struct Rate {
    accounts: Mutex<HashMap<String, (f64, Instant)>>,
}

impl Rate {
    /// Whether a request of `owner` may pass.
    pub(crate) fn admits(&self, owner: &str) -> bool {
        self.admits_at(owner, Instant::now())
    }

    fn admits_at(&self, owner: &str, now: Instant) -> bool {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if accounts.len() >= ACCOUNTS && !accounts.contains_key(owner) {
            // Whoever has rested long enough is as good as new.
            accounts.retain(|_, (_, since)| now.duration_since(*since).as_secs_f64() * RATE < BURST);
            if accounts.len() >= ACCOUNTS {
                return false;
            }
        }
        let (left, since) = accounts.entry(owner.into()).or_insert((BURST, now));
        *left = (*left + now.duration_since(*since).as_secs_f64() * RATE).min(BURST);
        *since = now;
        let admitted = *left >= 1.0;
        if admitted {
            *left -= 1.0;
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_owner_has_an_account_that_fills_again() {
        let (rate, start) = (Rate::default(), Instant::now());
        let passed = (0..100).filter(|_| rate.admits_at("a", start)).count();
        assert_eq!(passed, BURST as usize);
        assert!(rate.admits_at("b", start), "others are not concerned");
        let later = start + Duration::from_secs(1);
        let passed = (0..100).filter(|_| rate.admits_at("a", later)).count();
        assert_eq!(passed, RATE as usize);
    }

    #[test]
    fn many_accounts_are_bounded() {
        let (rate, start) = (Rate::default(), Instant::now());
        for number in 0..2 * ACCOUNTS {
            rate.admits_at(&number.to_string(), start);
        }
        assert_eq!(rate.accounts.lock().unwrap().len(), ACCOUNTS);
        assert!(rate.admits_at("new", start + Duration::from_secs(3)), "after a rest there is room");
        assert_eq!(rate.accounts.lock().unwrap().len(), 1);
    }
}
