//! The clock of limits and reports: the system's, where there is one.
//!
//! In a browser (`wasm32-unknown-unknown`) the standard library has none: asking it would end the program.
//! There the host lends one with `set_clock`. As long as it has not, time stands still: limits of time are
//! never reached, and there are no reports; node limits and the stop flag work all the same.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

/// The least time between two looks at the clock. With less the clock would be all there is to see. A
/// browser's clock goes in steps of up to 100 µs, so that what a look costs cannot be measured with it.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) const LEAST_GAP: std::time::Duration = std::time::Duration::from_micros(5);
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) const LEAST_GAP: std::time::Duration = std::time::Duration::from_micros(500);

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use hosted::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::set_clock;

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod hosted {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Lends a clock: the time since some moment, which never goes back. The first one stays.
    #[cfg_attr(
        not(target_family = "wasm"),
        expect(unreachable_pub, reason = "exported where a host lends a clock")
    )]
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment by the host's clock.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now() - self
        }

        pub(crate) fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            *self = *self + time;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        /// Zero if the other one is later, as with the system's clock.
        fn sub(self, other: Instant) -> Duration {
            self.0.saturating_sub(other.0)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn time_stands_still_until_a_clock_is_lent() {
            let start = Instant::now();
            assert_eq!(start.elapsed(), Duration::ZERO);
            set_clock(|| Duration::from_secs(5));
            assert_eq!(start.elapsed(), Duration::from_secs(5));
            set_clock(|| Duration::from_secs(7));
            assert_eq!(start.elapsed(), Duration::from_secs(5), "the first one stays");
            let later = start + Duration::from_secs(9);
            assert_eq!((later > Instant::now(), Instant::now() - later), (true, Duration::ZERO));
            assert!(
                start.checked_add(Duration::MAX).is_some()
                    && Instant::now().checked_add(Duration::MAX).is_none()
            );
            let mut moved = start;
            moved += Duration::from_secs(1);
            assert_eq!(moved.elapsed(), Duration::from_secs(4));
        }
    }
}
