//! When a search must stop, and when it tells how it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::number::Numbers;
use crate::observer::{Event, Observer, Progress, Step};
use crate::verdict::Reason;

/// Bounds on a search. A search that meets one ends with the verdict *unknown*.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes in the common count.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Set it from another thread, or from a signal handler, to end the search.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Nodes between two looks at the clock: a look costs some 25 ns, a node at least 100, so that one look
/// in 1024 nodes is below a tenth of a per mille; and at 10⁵ nodes a second it still comes every 10 ms.
const POLL_NODES: u64 = 1024;

/// Counts nodes, watches the limits and says when a progress report is due.
pub(crate) struct Monitor<'a, M> {
    nodes: u64,
    poll_at: u64,
    node_limit: u64,
    trace: bool,
    limits: Limits,
    started: Instant,
    interval: Duration,
    next_report: Instant,
    observer: Option<&'a mut dyn Observer<M>>,
}

/// What [`Monitor::poll`] asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Poll {
    /// Nothing.
    Continue,
    /// A call of [`Monitor::tell`].
    Tell,
    /// The end of the search.
    Stop(Reason),
}

impl<'a, M> Monitor<'a, M> {
    pub(crate) fn new(
        limits: &Limits,
        interval: Duration,
        observer: Option<&'a mut dyn Observer<M>>,
    ) -> Monitor<'a, M> {
        let started = Instant::now();
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Monitor {
            nodes: 0,
            poll_at: 0,
            node_limit,
            limits: limits.clone(),
            started,
            interval,
            next_report: started + interval,
            trace: observer.as_ref().is_some_and(|o| o.wants_steps()),
            observer,
        }
    }

    /// Counts a node about to be entered. When it returns true, [`Monitor::poll`] is due first.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > self.poll_at
    }

    /// Counts nodes that were looked at elsewhere; the limits are asked at the next node.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Looks at the limits and at the clock. A node refused here is not counted.
    #[cold]
    pub(crate) fn poll(&mut self) -> Poll {
        if self.nodes > self.node_limit {
            self.nodes = self.node_limit;
            return Poll::Stop(Reason::NodeLimit);
        }
        self.poll_at = (self.nodes + POLL_NODES).min(self.node_limit);
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Poll::Stop(Reason::Stopped);
        }
        if self.limits.time.is_none() && self.observer.is_none() {
            return Poll::Continue;
        }
        let now = Instant::now();
        if self.limits.time.is_some_and(|time| now - self.started >= time) {
            return Poll::Stop(Reason::TimeLimit);
        }
        if self.observer.is_some() && now >= self.next_report {
            // From now, not from when it was due: a suspended process does not catch up in a burst.
            self.next_report = now + self.interval;
            return Poll::Tell;
        }
        Poll::Continue
    }

    /// Hands a progress report to the observer.
    pub(crate) fn tell(&mut self, numbers: Numbers, table_used: f64, line: &[M]) {
        let (nodes, elapsed) = (self.nodes, self.started.elapsed());
        if let Some(observer) = &mut self.observer {
            observer.progress(&Progress { numbers, nodes, elapsed, table_used, line });
        }
    }

    /// Whether [`Monitor::step`] has a reader.
    #[inline]
    pub(crate) fn is_traced(&self) -> bool {
        self.trace
    }

    /// Hands one step of the search to the observer.
    #[cold]
    pub(crate) fn step(&mut self, event: Event, line: &[M], numbers: Numbers, thresholds: Option<Numbers>) {
        let node = self.nodes;
        if let Some(observer) = &mut self.observer {
            observer.step(&Step { event, node, line, numbers, thresholds });
        }
    }

    /// Whether the node limit has been reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes >= self.node_limit
    }

    /// Nodes counted so far.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall time so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        let mut monitor: Monitor<'_, ()> =
            Monitor::new(&Limits { nodes: Some(5000), ..Limits::default() }, Duration::ZERO, None);
        let mut entered = 0;
        let reason = loop {
            if monitor.enter()
                && let Poll::Stop(reason) = monitor.poll()
            {
                break reason;
            }
            entered += 1;
        };
        assert_eq!((entered, monitor.nodes(), reason), (5000, 5000, Reason::NodeLimit));
    }

    #[test]
    fn a_stop_flag_and_an_expired_time_end_the_search() {
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits { stop: Some(stop), ..Limits::default() };
        let mut monitor: Monitor<'_, ()> = Monitor::new(&limits, Duration::ZERO, None);
        assert!(monitor.enter());
        assert_eq!(monitor.poll(), Poll::Stop(Reason::Stopped));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut monitor: Monitor<'_, ()> = Monitor::new(&limits, Duration::ZERO, None);
        assert!(monitor.enter());
        assert_eq!(monitor.poll(), Poll::Stop(Reason::TimeLimit));
    }
}
