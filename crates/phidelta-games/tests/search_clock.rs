//! Time limits and the stop flag, with rules that take their time.
//!
//! Claim: a search ends within 50 ms of its time, and of the flag, whatever a node costs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use phidelta::{Game, Key, Limits, Outcome, Reason, Side, Solver, Verdict};
use phidelta_games::synthetic::Synthetic;
use phidelta_testing::algorithms::named;

/// A game whose every move takes a while to play.
struct Slow<'o> {
    game: Synthetic,
    pause: Duration,
    /// Whether the search should have ended.
    over: &'o dyn Fn() -> bool,
    /// Moves played all the same. They are counted, not timed: a machine with other things to do is late
    /// by itself.
    late: u32,
}

impl<'o> Slow<'o> {
    fn new(pause: Duration, over: &'o dyn Fn() -> bool) -> Slow<'o> {
        Slow { game: Synthetic::new(30, 60, 1), pause, over, late: 0 }
    }

    fn lateness(&self) -> Duration {
        self.late * self.pause
    }
}

impl Game for Slow<'_> {
    type Move = u8;
    const ACYCLIC: bool = true;
    fn side(&self) -> Side {
        self.game.side()
    }
    fn moves(&self, out: &mut Vec<u8>) {
        self.game.moves(out);
    }
    fn play(&mut self, mv: u8) {
        self.late += u32::from((self.over)());
        std::thread::sleep(self.pause);
        self.game.play(mv);
    }
    fn undo(&mut self, mv: u8) {
        self.game.undo(mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
    fn key(&self) -> Key {
        self.game.key()
    }
}

/// What is promised.
const LATE: Duration = Duration::from_millis(50);

#[test]
fn slow_rules_do_not_make_a_search_late() {
    let names = ["df-pn", "pds", "pn", "pn+delayed+mobility", "pn2", "pds-pn", "pn-dfpn", "alpha-beta"];
    for name in names.into_iter().chain(["df-pn+relay=10"]) {
        for pause in [1, 4, 20].map(Duration::from_millis) {
            let time = Duration::from_millis(60);
            let limits = Limits::default().with_time(time);
            let mut solver = Solver::new(named(name)).memory(64 << 20).limits(limits);
            let started = Instant::now();
            let over = || started.elapsed() > time;
            let mut game = Slow::new(pause, &over);
            let verdict = solver.solve(&mut game).unwrap().verdict;
            assert_eq!(verdict, Verdict::Unknown(Reason::TimeLimit), "{name}");
            assert!(game.lateness() <= LATE, "{name}, {pause:?} a move: {:?}", game.lateness());
        }
    }
}

#[test]
fn the_stop_flag_is_seen_in_time() {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::default().with_stop(stop.clone());
    let mut solver = Solver::new(named("df-pn")).memory(64 << 20).limits(limits);
    let over = || stop.load(Ordering::Relaxed);
    let mut game = Slow::new(Duration::from_millis(3), &over);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(80));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&mut game).unwrap().verdict, Verdict::Unknown(Reason::Stopped));
    });
    assert!(game.lateness() <= LATE, "{:?}", game.lateness());
}

/// The looks at the clock are no part of the search.
#[test]
fn a_clock_that_is_looked_at_changes_nothing() {
    let count = |limits: Limits| {
        let mut solver = Solver::new(named("df-pn+snda")).memory(1 << 20).limits(limits);
        solver.solve(&mut Synthetic::new(4, 12, 3).with_width(500)).unwrap().stats
    };
    let hour = Limits::default().with_time(Duration::from_secs(3600));
    assert_eq!(count(Limits::default()), count(hour));
}
