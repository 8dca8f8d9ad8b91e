//! A clock that stands still during a pause: limits count what a search has used.

use std::time::{Duration, Instant};

/// Time of a search.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    before: Duration,
    since: Option<Instant>,
}

impl Clock {
    pub(crate) fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    pub(crate) fn stop(&mut self) {
        self.before = self.elapsed();
        self.since = None;
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_does_not_count() {
        let mut clock = Clock::default();
        clock.start();
        clock.stop();
        let before = clock.elapsed();
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(clock.elapsed(), before);
        clock.start();
        std::thread::sleep(Duration::from_millis(5));
        assert!(clock.elapsed() >= before + Duration::from_millis(5));
    }
}
