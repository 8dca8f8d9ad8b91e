//! Keys: one solver for everything, and a solver that distrusts them.
//!
//! Claims: a solver that has been asked about every game, size, rule, goal and question of the project answers
//! as a fresh one does, in any order; no two positions met on the way share a key; a game whose key lacks
//! something is found out before it gives a verdict; all games pass [`phidelta::testing::check_game`].

use crate::questions;

use crate::questions::Case;
use phidelta::{Game, Key, Outcome, Reason, Side, Solver, Verdict};
use phidelta_games::connect4::ConnectFour;
use phidelta_testing::algorithms::named;
use phidelta_testing::node_limit;

/// Enough for most of the questions; the others stay unknown.
const NODES: u64 = 3_000;

fn solver(name: &str) -> Solver {
    Solver::new(named(name)).memory(8 << 20).limits(node_limit(NODES)).lines(false)
}

/// Verdicts of fresh solvers.
fn truths(all: &[Case], name: &str) -> Vec<Verdict> {
    all.iter().map(|asked| (asked.ask)(&mut solver(name))).collect()
}

#[test]
fn one_solver_answers_everything_as_fresh_ones_do() {
    let all = questions::all();
    for name in ["df-pn+tca+snda", "alpha-beta", "pn+shared", "pn-dfpn+tca+jobs=50"] {
        let truths = truths(&all, name);
        let decided = truths.iter().filter(|verdict| verdict.is_decided()).count();
        assert!(decided * 10 > all.len() * 7, "{name}: {decided} of {}", all.len());
        let mut order: Vec<usize> = (0..all.len()).collect();
        let mut rng = fastrand::Rng::with_seed(14);
        for round in 0..3 {
            let mut shared = solver(name);
            for &index in &order {
                let verdict = (all[index].ask)(&mut shared);
                let (truth, what) = (truths[index], &all[index].name);
                let agree = verdict == truth || !verdict.is_decided() || !truth.is_decided();
                assert!(agree, "{name}, round {round}: {what} is {verdict}, fresh {truth}");
            }
            rng.shuffle(&mut order);
        }
    }
}

#[test]
fn no_two_positions_of_the_project_share_a_key() {
    let all = questions::all();
    for name in ["df-pn+tca+snda", "alpha-beta", "pn+shared"] {
        let mut shared = solver(name).distrust_keys(true).lines(true);
        for asked in &all {
            let verdict = (asked.ask)(&mut shared);
            assert!(shared.keys_met().is_none(), "{name}, {}: {:?}", asked.name, shared.keys_met());
            assert_ne!(verdict, Verdict::Unknown(Reason::KeysMeet));
        }
    }
}

#[test]
fn the_two_ends_of_a_board_of_128_bits_differ() {
    let [left, right] = ["32x3k4:211ww", "32x3k4:www211"].map(|text| ConnectFour::from_text(text).unwrap());
    assert_ne!(left.key(), right.key());
    assert_ne!(left.describe(), right.describe());
}

/// Rules that are right, and a key that is not.
#[derive(Clone)]
struct BadKey {
    game: ConnectFour,
    spoil: fn(Key, Side) -> Key,
}

impl Game for BadKey {
    type Move = u8;
    const ACYCLIC: bool = true;
    fn side(&self) -> Side {
        self.game.side()
    }
    fn moves(&self, out: &mut Vec<u8>) {
        self.game.moves(out);
    }
    fn play(&mut self, mv: u8) {
        self.game.play(mv);
    }
    fn undo(&mut self, mv: u8) {
        self.game.undo(mv);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
    fn key(&self) -> Key {
        (self.spoil)(self.game.key(), self.game.side())
    }
    fn describe(&self) -> String {
        self.game.describe()
    }
}

#[test]
fn a_key_that_lacks_something_is_found_out_and_gives_no_verdict() {
    let spoilers: [fn(Key, Side) -> Key; 2] =
        [|key, _| key & 0xff, |key, _| phidelta::mix(key as u64 & 0x3ff)];
    for name in [
        "df-pn",
        "df-wpn",
        "pds",
        "pn*",
        "pn",
        "pn2",
        "pn-dfpn+jobs=5",
        "pds-pn",
        "alpha-beta",
        "df-pn+relay=50",
    ] {
        for spoil in spoilers {
            let mut game = BadKey { game: ConnectFour::from_text("4x4:").unwrap(), spoil };
            let mut solver = Solver::new(named(name)).memory(8 << 20).distrust_keys(true);
            let report = solver.solve(&mut game).unwrap();
            assert_eq!(report.verdict, Verdict::Unknown(Reason::KeysMeet), "{name}");
            let met = solver.keys_met().expect("two of them");
            assert_ne!(met.first, met.second);
            assert!(met.to_string().contains("connect four 4x4k4"), "{met}");
            // The table has both in it: no verdict until it is forgotten.
            game.spoil = |key, _| key;
            assert_eq!(solver.solve(&mut game).unwrap().verdict, Verdict::Unknown(Reason::KeysMeet));
            solver.forget();
            assert!(solver.solve(&mut game).unwrap().verdict.is_decided(), "{name}");
        }
    }
}

#[test]
fn all_games_pass_the_check_of_rules() {
    for asked in questions::all() {
        let walked = (asked.check)(7).unwrap_or_else(|fault| panic!("{}: {fault}", asked.name));
        assert!(walked.positions >= 50, "{}: {walked:?}", asked.name);
    }
}
