//! When a search must stop, and when it tells how it stands.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::checkpoint::{Halt, Pending, Recorder, Saver};
use crate::clock::{Instant, LEAST_GAP};
use crate::distrust::Positions;
use crate::game::{Game, Key, Stock};
use crate::number::Numbers;
use crate::observer::{Event, MoveNumbers, Observer, Phase, Progress, Step};
use crate::table::Table;
use crate::trail::Trail;
use crate::verdict::{Reason, Stats};

/// Bounds on a search. A search that meets one ends with the verdict *unknown*.
///
/// The node limit is exact. Time and the stop flag are looked at as often as the nodes of the game at hand
/// are dear, between the moves of one position, too, where its rules are slow: a search ends within 50 ms of
/// them as long as no single call of the rules takes longer, and no stretch of nodes suddenly costs
/// thousands of times what the ones before it did. The looks are no part of the search: what it does until
/// then does not depend on them. The line of play that follows an answer has what is left of the time, but
/// at least a tenth of it; a certificate ten times the time.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Nodes in the common count.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Set it from another thread, or from a signal handler, to end the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// The same with a limit of nodes; `None` for none.
    #[must_use]
    pub fn with_nodes(mut self, nodes: impl Into<Option<u64>>) -> Limits {
        self.nodes = nodes.into();
        self
    }

    /// The same with a limit of wall time; `None` for none.
    #[must_use]
    pub fn with_time(mut self, time: impl Into<Option<Duration>>) -> Limits {
        self.time = time.into();
        self
    }

    /// The same with a flag that ends the search when it is set, or without one.
    #[must_use]
    pub fn with_stop(mut self, stop: impl Into<Option<Arc<AtomicBool>>>) -> Limits {
        self.stop = stop.into();
        self
    }
}

/// The most nodes between two looks at the clock, however cheap they seem.
const MOST_NODES: u64 = 1024;

/// How many times the cost of a look must pass between two of them: a quarter of a per cent is not to be
/// noticed beside what else makes one run differ from the next.
const LOOK_SHARE: u32 = 400;

/// Bounds of the time between two looks. Below the first the clock would be all there is to see; above the
/// second a change of cost by a factor of 50 would break the promise of 50 ms.
const GAPS: (Duration, Duration) = (LEAST_GAP, Duration::from_millis(1));

/// The cost of a node from which on the clock is looked at between its moves: a hundred of them, each with
/// a look of its own, are then still well within 50 ms.
const DEAR: Duration = Duration::from_micros(200);

/// What is to go wrong: for tests that let everything fail in turn. Counted anew for each search, line and
/// certificate.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// The request for memory that is refused, from 1; 0: none.
    pub memory: u64,
    /// The look at the stop flag that finds it set, from 1; 0: none. With one, looks come at every node.
    pub look: u64,
}

/// Counts nodes, watches the limits and says when a progress report is due.
pub(crate) struct Monitor<'a, M> {
    nodes: u64,
    poll_at: u64,
    node_limit: u64,
    trace: bool,
    limits: Limits,
    started: Instant,
    /// When the clock was last looked at, and at which node.
    looked: (Instant, u64),
    /// Nodes to the next look.
    stride: u64,
    /// The time that should pass between two looks.
    gap: Duration,
    /// Whether single nodes cost so much that the clock is looked at within them.
    careful: bool,
    /// Whether there is anything to be asked beside the count of nodes ([`Monitor::is_watchful`]).
    watchful: bool,
    faults: Faults,
    positions: Option<Arc<Mutex<Positions>>>,
    interval: Duration,
    next_report: Instant,
    observer: Option<&'a mut dyn Observer<M>>,
    /// Who keeps checkpoints, if they are wanted.
    recorder: Option<&'a mut Recorder>,
    /// The node count and the time from which on one is due; whether it is.
    pause_at: (u64, Option<Instant>),
    pause: bool,
    /// Wall time of earlier parts of this search.
    earlier: Duration,
    /// Collections of the table before this search.
    collections: u64,
    /// The state of the search that a checkpoint had.
    state: Option<Vec<u8>>,
    crew: Option<Crew>,
    /// Somebody else's answer, with which this one is not waited for.
    until: Option<Arc<AtomicBool>>,
}

/// What a monitor knows of the other workers of a crew.
#[derive(Clone, Debug)]
struct Crew {
    /// Set when it is over.
    stop: Arc<AtomicBool>,
    /// Set while the observer may be waiting, so that the others wait too.
    hold: Arc<AtomicBool>,
    /// Nodes of all.
    nodes: Arc<AtomicU64>,
}

/// What [`Monitor::poll`] asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Poll {
    /// Nothing.
    Continue,
    /// A call of [`Monitor::tell`].
    Tell,
    /// A halt at the next place where a checkpoint can be written ([`Monitor::record`]).
    Pause,
    /// The end of the search.
    Stop(Reason),
}

impl<'a, M> Monitor<'a, M> {
    pub(crate) fn new(
        limits: &Limits,
        interval: Duration,
        observer: Option<&'a mut dyn Observer<M>>,
    ) -> Monitor<'a, M> {
        let look = (0..3).map(|_| Instant::now().elapsed()).min().unwrap_or_default();
        let started = Instant::now();
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Monitor {
            nodes: 0,
            poll_at: 0,
            node_limit,
            limits: limits.clone(),
            started,
            looked: (started, 0),
            stride: 1,
            gap: (look * LOOK_SHARE).clamp(GAPS.0, GAPS.1),
            careful: true,
            watchful: true,
            faults: Faults::default(),
            positions: None,
            interval,
            next_report: started + interval,
            trace: observer.as_ref().is_some_and(|o| o.wants_steps()),
            observer,
            crew: None,
            until: None,
            recorder: None,
            pause_at: (u64::MAX, None),
            pause: false,
            earlier: Duration::ZERO,
            collections: 0,
            state: None,
        }
    }

    /// Makes it one of a crew: it ends when `stop` is set, sets `hold` while its observer may be waiting, and
    /// tells `nodes` as its own.
    pub(crate) fn join(&mut self, stop: Arc<AtomicBool>, hold: Arc<AtomicBool>, nodes: Arc<AtomicU64>) {
        self.crew = Some(Crew { stop, hold, nodes });
    }

    /// Ends also when this is set.
    pub(crate) fn until(mut self, over: Option<&Arc<AtomicBool>>) -> Monitor<'a, M> {
        self.until = over.cloned();
        self
    }

    /// The crew is over: these are the nodes that the others have counted.
    pub(crate) fn part(&mut self, others: u64) {
        self.crew = None;
        self.nodes += others;
        self.node_limit = self.limits.nodes.unwrap_or(u64::MAX);
    }

    /// Lets it count so many nodes more, and no others.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.poll_at = self.poll_at.min(self.node_limit);
    }

    /// Whether somebody is told of progress.
    pub(crate) fn has_observer(&self) -> bool {
        self.observer.is_some()
    }

    /// The limit of nodes that was set.
    pub(crate) fn limit_of_nodes(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Lets things go wrong, and keeps positions to compare keys with.
    pub(crate) fn inspected(mut self, faults: Faults, positions: Option<&Arc<Mutex<Positions>>>) -> Self {
        self.faults = faults;
        self.positions = positions.cloned();
        self.become_watchful();
        self
    }

    /// Lets someone keep checkpoints, and goes on from where the counters and the time are.
    pub(crate) fn recorded(mut self, recorder: Option<&'a mut Recorder>, pending: Option<Pending>) -> Self {
        self.recorder = recorder;
        if let Some(Pending { stats, elapsed, state, .. }) = pending {
            (self.nodes, self.earlier, self.looked.1) = (stats.nodes, elapsed, stats.nodes);
            self.state = state;
        }
        self.plan_pause();
        self
    }

    /// The state of the search that a checkpoint had, to be used once.
    pub(crate) fn take_state(&mut self) -> Option<Vec<u8>> {
        self.state.take()
    }

    /// Says how many collections the table has had without this search.
    pub(crate) fn collections_before(&mut self, collections: u64) {
        self.collections = collections;
    }

    /// Finds out when the next checkpoint is due.
    fn plan_pause(&mut self) {
        let nodes = self.nodes;
        let due = self.recorder.as_ref().map(|recorder| recorder.pause_at(nodes));
        (self.pause_at, self.pause) = (due.unwrap_or((u64::MAX, None)), false);
        // The next node looks.
        self.poll_at = 0;
    }

    /// Whether a checkpoint is due: the search comes to a stand where it can be written.
    #[inline]
    pub(crate) fn is_pause_due(&self) -> bool {
        self.pause
    }

    /// Whether the state of a search that ends for this reason is wanted.
    pub(crate) fn keeps(&self, reason: Reason) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.halt(reason) == Halt::Last)
    }

    /// What a search does that has come to a stand for this reason; a search whose checkpoint is due says
    /// that it has reached a limit of nodes.
    pub(crate) fn halt(&self, reason: Reason) -> Halt {
        match &self.recorder {
            Some(_) if self.pause && reason == Reason::NodeLimit && !self.is_exhausted() => Halt::Pause,
            Some(recorder) => recorder.halt(reason),
            None => Halt::End,
        }
    }

    /// Has a checkpoint written of a search that stands still.
    pub(crate) fn record(&mut self, table: &Table, stats: &Stats, save: &mut Saver<'_>) {
        let stats = Stats {
            nodes: self.nodes,
            collections: table.collections().wrapping_sub(self.collections),
            ..*stats
        };
        let elapsed = self.elapsed();
        let Monitor { recorder, observer, .. } = self;
        let Some(recorder) = recorder else { return };
        if let Some(observer) = observer {
            observer.phase(Phase::Checkpoint);
        }
        recorder.write(table, Some((&stats, elapsed, save)), &mut |done, of| {
            if let Some(observer) = observer {
                observer.written(done, of);
            }
        });
        if let Some(observer) = observer {
            observer.phase(Phase::Search);
        }
        self.looked = (Instant::now(), self.nodes);
        self.plan_pause();
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
        let mut now = Instant::now();
        if self.holds() {
            let waited = now.elapsed();
            now += waited;
            self.started += waited;
            self.next_report += waited;
            self.looked.0 += waited;
        }
        self.set_stride(now);
        if let Err(reason) = self.look(now) {
            return Poll::Stop(reason);
        }
        // Before news, which the clock decides about: where a search halts must not depend on them.
        if !self.pause && self.is_due(now) {
            self.pause = true;
            return Poll::Pause;
        }
        if self.observer.is_some() && now >= self.next_report {
            // From now, not from when it was due: a suspended process does not catch up in a burst.
            self.next_report = now + self.interval;
            return Poll::Tell;
        }
        Poll::Continue
    }

    /// Lets the observer wait, if it wants to, and the crew with it.
    fn holds(&mut self) -> bool {
        let Some(observer) = &mut self.observer else { return false };
        if let Some(crew) = &self.crew {
            crew.hold.store(true, Ordering::Relaxed);
        }
        let waited = observer.hold();
        if let Some(crew) = &self.crew {
            crew.hold.store(false, Ordering::Relaxed);
        }
        waited
    }

    /// Whether it is time for a checkpoint.
    fn is_due(&self, now: Instant) -> bool {
        let (nodes, time) = self.pause_at;
        self.nodes > nodes || time.is_some_and(|time| now >= time)
    }

    /// Chooses when to look next, by what the nodes since the last look have cost.
    fn set_stride(&mut self, now: Instant) {
        let (before, node) = std::mem::replace(&mut self.looked, (now, self.nodes));
        let (took, nodes) = (now - before, (self.nodes - node).max(1));
        if took < self.gap {
            self.stride = (2 * self.stride).min(MOST_NODES);
        } else {
            let share = self.gap.as_secs_f64() / took.as_secs_f64();
            self.stride = ((self.stride as f64 * share) as u64).max(1);
        }
        // Of the first node nothing is known yet.
        self.careful = node == 0 || took.as_secs_f64() > nodes as f64 * DEAR.as_secs_f64();
        if self.faults.look > 0 {
            (self.stride, self.careful) = (1, true);
        }
        self.become_watchful();
        let most = if self.pause { self.node_limit } else { self.node_limit.min(self.pause_at.0) };
        self.poll_at = (self.nodes.saturating_add(self.stride - 1)).min(most);
    }

    /// Whether stop flag and time allow to go on.
    fn look(&mut self, now: Instant) -> Result<(), Reason> {
        if self.faults.look > 0 {
            self.faults.look -= 1;
            if self.faults.look == 0 {
                self.faults.look = 1; // and at every look from now on
                return Err(Reason::Stopped);
            }
        }
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Reason::Stopped);
        }
        if self.crew.as_ref().is_some_and(|crew| crew.stop.load(Ordering::Relaxed)) {
            return Err(Reason::Stopped);
        }
        if self.until.as_ref().is_some_and(|over| over.load(Ordering::Relaxed)) {
            return Err(Reason::Stopped);
        }
        let over = self.limits.time.is_some_and(|time| now - self.started + self.earlier >= time);
        if over { Err(Reason::TimeLimit) } else { Ok(()) }
    }

    /// Whether [`Monitor::breathe`] is to be called at each move of a position.
    #[inline]
    pub(crate) fn is_careful(&self) -> bool {
        self.careful
    }

    /// Whether [`Monitor::grant`], [`Monitor::distrusts`] or [`Monitor::breathe`] have anything to do until the
    /// next look at the clock: one question instead of three, where there is nothing.
    #[inline]
    pub(crate) fn is_watchful(&self) -> bool {
        self.watchful
    }

    fn become_watchful(&mut self) {
        self.watchful = self.careful || self.faults.memory > 0 || self.positions.is_some();
    }

    /// To be called between two moves of one position: looks at stop flag and clock where nodes are dear.
    #[inline]
    pub(crate) fn breathe(&mut self) -> Result<(), Reason> {
        if self.careful { self.breathe_in() } else { Ok(()) }
    }

    #[cold]
    fn breathe_in(&mut self) -> Result<(), Reason> {
        self.look(Instant::now())
    }

    /// To be called before memory is asked for.
    #[inline]
    pub(crate) fn grant(&mut self) -> Result<(), Reason> {
        if self.faults.memory == 0 { Ok(()) } else { self.count_request() }
    }

    #[cold]
    fn count_request(&mut self) -> Result<(), Reason> {
        if self.faults.memory == 1 {
            return Err(Reason::MemoryFull);
        }
        self.faults.memory -= 1;
        Ok(())
    }

    /// Whether keys are compared with positions.
    #[inline]
    pub(crate) fn distrusts(&self) -> bool {
        self.positions.is_some()
    }

    /// Compares the keys of the present position with those of all positions met before.
    pub(crate) fn witness<G: Game<Move = M>>(&mut self, game: &G) -> Result<(), Reason> {
        let keys = (game.key(), game.board_key(), game.stock());
        self.compare(game, keys)
    }

    /// The same for the positions behind all moves, with the keys that a search has of them.
    #[cold]
    pub(crate) fn witness_moves<G: Game<Move = M>>(
        &mut self,
        game: &mut Trail<'_, G>,
        moves: &[M],
    ) -> Result<(), Reason>
    where
        M: Copy,
    {
        for &mv in moves {
            let ahead = game.keys_after(mv);
            game.behind(mv, |game| {
                self.compare(&**game, ahead)?;
                self.witness(&**game)
            })?;
        }
        Ok(())
    }

    fn compare<G: Game>(&mut self, game: &G, keys: (Key, Key, Stock)) -> Result<(), Reason> {
        let Some(positions) = &self.positions else { return Ok(()) };
        let mut positions = positions.lock().unwrap_or_else(PoisonError::into_inner);
        if positions.compare(game, keys) { Ok(()) } else { Err(Reason::KeysMeet) }
    }

    /// Hands a progress report to the observer.
    pub(crate) fn tell(&mut self, numbers: Numbers, table_used: f64, line: &[M], root: &[MoveNumbers<M>]) {
        let nodes = self.crew.as_ref().map_or(self.nodes, |crew| crew.nodes.load(Ordering::Relaxed));
        let (elapsed, depth) = (self.elapsed(), line.len());
        if let Some(observer) = &mut self.observer {
            observer.progress(&Progress { numbers, nodes, elapsed, table_used, depth, line, root });
        }
    }

    /// Counts a position that is walked over, obeys the limits and tells how far the walk has come.
    pub(crate) fn walk(&mut self, numbers: Numbers, table_used: f64, line: &[M]) -> Result<(), Reason> {
        if self.enter() {
            match self.poll() {
                Poll::Continue | Poll::Pause => {}
                Poll::Tell => self.tell(numbers, table_used, line, &[]),
                Poll::Stop(reason) => return Err(reason),
            }
        }
        Ok(())
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
            observer.step(&Step { event, node, line, numbers, thresholds, children: &[] });
        }
    }

    /// The same for numbers that were computed from those of all moves.
    #[cold]
    pub(crate) fn backed_up(
        &mut self,
        line: &[M],
        numbers: Numbers,
        thresholds: Option<Numbers>,
        children: &[MoveNumbers<M>],
    ) {
        let (event, node) = (Event::BackUp, self.nodes);
        if let Some(observer) = &mut self.observer {
            observer.step(&Step { event, node, line, numbers, thresholds, children });
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
        self.started.elapsed() + self.earlier
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        let mut monitor: Monitor<'_, ()> =
            Monitor::new(&Limits::default().with_nodes(5000), Duration::ZERO, None);
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
        let limits = Limits::default().with_stop(stop);
        let mut monitor: Monitor<'_, ()> = Monitor::new(&limits, Duration::ZERO, None);
        assert!(monitor.enter());
        assert_eq!(monitor.poll(), Poll::Stop(Reason::Stopped));
        let limits = Limits::default().with_time(Duration::ZERO);
        let mut monitor: Monitor<'_, ()> = Monitor::new(&limits, Duration::ZERO, None);
        assert!(monitor.enter());
        assert_eq!(monitor.poll(), Poll::Stop(Reason::TimeLimit));
    }
}
