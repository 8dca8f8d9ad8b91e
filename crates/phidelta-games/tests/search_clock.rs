//! Time limits and the stop flag, with rules that take their time.
//!
//! Claim: a search ends within 50 ms of its time, and of the flag, whatever a node costs.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::algorithms::named;
use phidelta::{Game, Key, Limits, Outcome, Reason, Side, Solver, Verdict};
use phidelta_games::synthetic::Synthetic;

/// A game whose every move takes a while to play.
struct Slow {
    game: Synthetic,
    pause: Duration,
}

impl Game for Slow {
    type Move = u8;
    const ACYCLIC: bool = true;
    fn side(&self) -> Side {
        self.game.side()
    }
    fn moves(&self, out: &mut Vec<u8>) {
        self.game.moves(out);
    }
    fn play(&mut self, mv: u8) {
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

/// What is promised, and as much again for a machine that has other things to do.
const LATE: Duration = Duration::from_millis(50 + 50);

#[test]
fn slow_rules_do_not_make_a_search_late() {
    for name in [
        "df-pn",
        "pds",
        "pn",
        "pn+delayed+mobility",
        "pn2",
        "pds-pn",
        "pn-dfpn",
        "alpha-beta",
        "df-pn+relay=10",
    ] {
        for pause in [0, 1, 4].map(Duration::from_millis) {
            let mut game = Slow { game: Synthetic::new(30, 60, 1), pause };
            let time = Duration::from_millis(60);
            let limits = Limits { time: Some(time), ..Limits::default() };
            let mut solver = Solver::new(named(name)).memory(64 << 20).limits(limits);
            let started = Instant::now();
            let verdict = solver.solve(&mut game).unwrap().verdict;
            let took = started.elapsed();
            assert_eq!(verdict, Verdict::Unknown(Reason::TimeLimit), "{name}");
            assert!(took < time + LATE, "{name}, {pause:?} a move: {took:?}");
        }
    }
}

#[test]
fn the_stop_flag_is_seen_in_time() {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let mut solver = Solver::new(named("df-pn")).memory(64 << 20).limits(limits);
    let mut game = Slow { game: Synthetic::new(30, 60, 1), pause: Duration::from_millis(3) };
    let (told, took) = std::thread::scope(|scope| {
        let teller = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(80));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        assert_eq!(solver.solve(&mut game).unwrap().verdict, Verdict::Unknown(Reason::Stopped));
        let ended = Instant::now();
        let told = teller.join().unwrap();
        (told, ended - told)
    });
    assert!(took < LATE, "{took:?} after {told:?}");
}

/// The looks at the clock are no part of the search.
#[test]
fn a_clock_that_is_looked_at_changes_nothing() {
    let count = |limits: Limits| {
        let mut solver = Solver::new(named("df-pn+snda")).memory(1 << 20).limits(limits);
        solver.solve(&mut Synthetic::new(4, 12, 3).with_width(500)).unwrap().stats
    };
    let hour = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    assert_eq!(count(Limits::default()), count(hour));
}
