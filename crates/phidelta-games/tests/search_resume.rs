//! A run that is taken down and set up again.
//!
//! Claims: with checkpoints at fixed counts of nodes, a run that goes on from any of them ends as the run that
//! was never taken down: same verdict, numbers, line and counters, and the same checkpoints on the way. This
//! holds for every family of searches, with tables that collect and with lost stores, and for runs of several
//! questions. Ended by a limit and by a stop it goes on to the answer. With another memory or algorithm the
//! answer is the same.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use phidelta::{
    Checkpoint, CheckpointError, Checkpoints, Draws, Game, Keeper, Limits, Observer, Pace, Progress, Report,
    SolveError, Solver, Taken, Valued,
};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::generate::{Shape, cyclic, dag};
use phidelta_games::loa::{History, Loa, Rules};
use phidelta_games::othello::{self, Othello};
use phidelta_games::shogi::Tsume;
use phidelta_games::shogi::compose::{Futile, lengths};
use phidelta_games::synthetic::Synthetic;
use phidelta_testing::algorithms::named;

/// Every family, and what nests one in another.
const SEARCHES: [&str; 16] = [
    "df-pn+tca",
    "df-pn+tca+snda+eps=0.25+relay=500",
    "df-pn+tca+snda+eps=0.25",
    "df-pn+r+immediate",
    "df-wpn+tca",
    "pds+tca",
    "pn*+tca",
    "pn",
    "pn+delayed+mobility",
    "pn+shared",
    "pn2+a=50+b=30",
    "pds-pn+tca+a=100+b=50",
    "pn-dfpn+tca+jobs=50",
    "pn-dfpn+r+snda+jobs=500",
    "alpha-beta",
    "df-pn+tca+two-big",
];

/// Keeps all checkpoints, one after the other.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<Vec<u8>>>>);

impl Shelf {
    fn all(&self) -> Vec<Vec<u8>> {
        self.0.lock().unwrap().clone()
    }
}

impl Keeper for Shelf {
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> bool {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        self.0.lock().unwrap().push(bytes);
        true
    }
}

/// What is the same in two runs.
fn seen<M: Clone>(
    report: &Report<M>,
) -> (phidelta::Verdict, phidelta::Numbers, Vec<M>, bool, phidelta::Stats) {
    (report.verdict, report.numbers, report.line.clone(), report.line_complete, report.stats)
}

/// What a run is made with.
#[derive(Clone, Copy)]
struct Setting<'a> {
    name: &'a str,
    entries: u64,
    every: u64,
    nodes: u64,
    drops: Option<u64>,
}

impl Setting<'_> {
    fn solver(&self, shelf: &Shelf) -> Solver {
        let limits = Limits::default().with_nodes(self.nodes);
        let mut solver =
            Solver::new(named(self.name)).memory(4 << 20).limits(limits).table_entries(self.entries);
        if let Some(seed) = self.drops {
            solver = solver.drop_stores(seed);
        }
        solver.checkpoints(Checkpoints::new(Pace::Nodes(self.every), "a test", shelf.clone()))
    }
}

fn resume(solver: &mut Solver, bytes: &[u8]) -> Result<Taken, CheckpointError> {
    solver.resume(Checkpoint::open(bytes)?)
}

fn nodes_of(checkpoints: &[Vec<u8>]) -> Vec<u64> {
    checkpoints.iter().map(|bytes| Checkpoint::open(&bytes[..]).unwrap().head().nodes).collect()
}

/// Goes on from up to `cuts` checkpoints of a run, and compares. Returns how many there were.
fn goes_on_from_everywhere<G: Game + Clone>(
    game: &G,
    setting: Setting<'_>,
    cuts: usize,
    what: &str,
) -> usize {
    let shelf = Shelf::default();
    let whole = setting.solver(&shelf).solve(&mut game.clone()).unwrap();
    let kept = shelf.all();
    let step = kept.len().div_ceil(cuts).max(1);
    for (at, bytes) in kept.iter().enumerate().step_by(step) {
        let after = Shelf::default();
        let mut solver = setting.solver(&after);
        let name = setting.name;
        let taken =
            resume(&mut solver, bytes).unwrap_or_else(|error| panic!("{what} by {name}, {at}: {error}"));
        assert!(taken.exact && taken.entries == taken.of, "{what} by {name}, {at}: {taken:?}");
        let report = solver.solve(&mut game.clone()).unwrap();
        assert_eq!(seen(&report), seen(&whole), "{what} by {name}, every {}, cut {at}", setting.every);
        let resumed = solver.resumed().unwrap();
        assert_eq!((resumed.times, resumed.nodes), (1, nodes_of(&kept)[at]));
        let (left, right) = (nodes_of(&after.all()), nodes_of(&kept[at + 1..]));
        assert_eq!(left, right, "{what} by {name}: its checkpoints");
    }
    kept.len()
}

fn of_graphs(
    kind: &str,
    searches: &[&str],
    setting: Setting<'_>,
    seeds: std::ops::Range<u64>,
    nodes: u32,
) -> usize {
    let mut written = 0;
    for name in searches {
        for seed in seeds.clone() {
            let shape = Shape { nodes, leaf: 0.1, ..Shape::default() };
            let graph = if kind == "dag" { dag(&shape, seed) } else { cyclic(&shape, seed) };
            let what = format!("{kind} {seed}");
            written += goes_on_from_everywhere(&graph.game(), Setting { name, ..setting }, 8, &what);
        }
    }
    written
}

const SETTING: Setting<'_> = Setting { name: "", entries: 1 << 14, every: 120, nodes: 10_000, drops: None };

#[test]
fn every_search_on_graphs() {
    let written = of_graphs("cyclic", &SEARCHES, SETTING, 0..4, 400);
    assert!(written > 300, "{written} checkpoints");
    let written = of_graphs("dag", &SEARCHES, SETTING, 0..2, 400);
    assert!(written > 20, "{written} checkpoints");
}

#[test]
fn with_tables_that_collect_and_stores_that_are_lost() {
    let small = Setting { entries: 256, every: 100, ..SETTING };
    let written = of_graphs("cyclic", &SEARCHES, small, 10..16, 600);
    assert!(written > 60, "{written} checkpoints");
    let lossy = Setting { entries: 2048, drops: Some(7), every: 100, ..SETTING };
    let written = of_graphs("cyclic", &SEARCHES, lossy, 20..26, 300);
    assert!(written > 40, "{written} checkpoints");
}

#[test]
fn real_games() {
    let mate = Tsume::from_sfen("4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1").unwrap();
    let four = ConnectFour::from_text("5x4:33").unwrap();
    let synthetic: Synthetic = "branching=4 depth=8 seed=3".parse().unwrap();
    let board = "-------------O---X----------------------------X----------O------ O";
    let lines = Loa::new(&History::from_text(board, Rules::default()).unwrap());
    let position = "XXXXXXOOOOOOXXXXXXOOOOOOXXOXXX------ O";
    let discs = Othello::new(othello::Position::from_text(position).unwrap());
    let setting = Setting { every: 3000, nodes: 30_000, entries: 1 << 17, ..SETTING };
    let mut written = 0;
    for name in ["df-pn+tca+snda+eps=0.25+relay=2000", "pn-dfpn+tca+jobs=500", "pn", "pds+tca", "alpha-beta"]
    {
        let setting = Setting { name, ..setting };
        written += goes_on_from_everywhere(&mate, setting, 2, "a mate problem");
        written += goes_on_from_everywhere(&four, setting, 2, "connect four");
        written += goes_on_from_everywhere(&synthetic, setting, 2, "a synthetic tree");
        written += goes_on_from_everywhere(&lines, setting, 2, "lines of action");
        written += goes_on_from_everywhere(&discs, Setting { every: 200, ..setting }, 2, "othello");
    }
    assert!(written > 60, "{written} checkpoints");
}

/// A table that has grown beyond its first slots, more than once.
#[test]
fn a_table_that_has_grown_is_the_same() {
    let game: Synthetic = "branching=8 depth=20 seed=1".parse().unwrap();
    let setting = Setting { name: "df-pn+tca", entries: 1 << 19, every: 60_000, nodes: 250_000, ..SETTING };
    assert_eq!(goes_on_from_everywhere(&game, setting, 2, "a large tree"), 5);
}

/// A value is two questions, a score several, the shortest mate many.
#[test]
fn several_questions() {
    let four = ConnectFour::from_text("5x4:3312").unwrap();
    for (name, every) in [("df-pn+tca", 1500), ("pn", 3000), ("alpha-beta", 1500)] {
        let setting = Setting { name, every, nodes: 1_000_000, ..SETTING };
        let shelf = Shelf::default();
        let value = |solver: &mut Solver| -> Valued<_> { solver.value(&mut four.clone()).unwrap() };
        let whole = value(&mut setting.solver(&shelf));
        let kept = shelf.all();
        assert!(kept.len() > 3, "{name}: {}", kept.len());
        for bytes in kept.iter().step_by(kept.len().div_ceil(4)) {
            let mut solver = setting.solver(&Shelf::default());
            resume(&mut solver, bytes).unwrap();
            let again = value(&mut solver);
            assert_eq!((again.least, again.most), (whole.least, whole.most));
            assert_eq!(seen(&again.report), seen(&whole.report), "{name}");
        }
    }
    let position = "--OOO-XXXOOOXXOXOOXOXXOO--XX-------- X";
    let discs = Othello::new(othello::Position::from_text(position).unwrap());
    let setting = Setting { name: "alpha-beta", every: 200, nodes: 1_000_000, ..SETTING };
    let shelf = Shelf::default();
    let whole = othello::score(&mut setting.solver(&shelf), &discs, &mut ()).unwrap();
    let kept = shelf.all();
    assert!(kept.len() > 3, "{}", kept.len());
    for bytes in kept.iter().step_by(kept.len().div_ceil(12)) {
        let mut solver = setting.solver(&Shelf::default());
        resume(&mut solver, bytes).unwrap();
        let again = othello::score(&mut solver, &discs, &mut ()).unwrap();
        assert_eq!(again.score(), whole.score());
        assert_eq!(seen(&again.report), seen(&whole.report));
    }
}

#[test]
fn the_bounds_of_the_shortest_mate_are_kept() {
    let mate = Tsume::from_sfen("4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1").unwrap();
    let setting = Setting {
        name: "df-pn+tca+snda+eps=0.25",
        every: 25,
        nodes: 1_000_000,
        entries: 1 << 16,
        drops: None,
    };
    let shelf = Shelf::default();
    let ask = |solver: &mut Solver| lengths(solver, &mate, Futile::Exact, &mut ()).unwrap();
    let whole = ask(&mut setting.solver(&shelf));
    let kept = shelf.all();
    assert!(kept.len() > 3, "{}", kept.len());
    for bytes in kept.iter().step_by(kept.len().div_ceil(6)) {
        let mut solver = setting.solver(&Shelf::default());
        resume(&mut solver, bytes).unwrap();
        let again = ask(&mut solver);
        assert_eq!((again.raw.least, again.raw.most), (whole.raw.least, whole.raw.most));
        assert_eq!((&again.raw.line, again.raw.stats), (&whole.raw.line, whole.raw.stats));
        let counted = (again.counted.map(|c| (c.least, c.most, c.stats)), whole.counted.as_ref());
        assert_eq!(counted.0, counted.1.map(|c| (c.least, c.most, c.stats)));
    }
}

/// Stops a search when it has told so often how it stands.
struct Stopper(Arc<AtomicBool>, u32);

impl<M> Observer<M> for Stopper {
    fn progress(&mut self, _progress: &Progress<'_, M>) {
        self.1 = self.1.saturating_sub(1);
        self.0.store(self.1 == 0, Ordering::Relaxed);
    }
}

/// Limits and stops end a run wherever it is; it goes on from there to the answer.
#[test]
fn what_was_stopped_goes_on() {
    for (seed, name) in (30..).zip(SEARCHES) {
        let graph = cyclic(&Shape { nodes: 400, leaf: 0.1, ..Shape::default() }, seed);
        let truth =
            Solver::new(named(name)).limits(Limits::default().with_nodes(200_000)).solve(&mut graph.game());
        let truth = truth.unwrap().verdict;
        let mut last: Option<Vec<u8>> = None;
        let mut verdict = None;
        let mut before = 0;
        for part in 1..200u64 {
            let stop = Arc::new(AtomicBool::new(false));
            let limits = match part % 3 {
                0 => Limits::default().with_stop(Arc::clone(&stop)),
                // Once without a limit, so that one comes to an end that is stuck in a small part.
                1 => Limits::default().with_nodes(before + 200 * part),
                _ => Limits::default().with_time(Duration::from_micros(500 * part)),
            };
            let shelf = Shelf::default();
            let pace = if part % 2 == 0 { Pace::Time(Duration::from_micros(300)) } else { Pace::Nodes(250) };
            let mut solver = Solver::new(named(name))
                .memory(4 << 20)
                .limits(limits.with_stop(Arc::clone(&stop)))
                .progress_interval(Duration::from_micros(200))
                .checkpoints(Checkpoints::new(pace, "", shelf.clone()));
            if let Some(bytes) = &last {
                resume(&mut solver, bytes).unwrap();
            }
            let mut stopper = Stopper(stop, part as u32);
            let report = solver.solve_observed(&mut graph.game(), &mut stopper).unwrap();
            assert!(report.stats.nodes >= before, "{name}: {} nodes after {before}", report.stats.nodes);
            if report.verdict.is_decided() {
                verdict = Some(report.verdict);
                break;
            }
            let kept = shelf.all();
            let bytes = kept.last().unwrap_or_else(|| panic!("{name}: a run that ends is written"));
            before = Checkpoint::open(&bytes[..]).unwrap().head().nodes;
            last = Some(bytes.clone());
        }
        if truth.is_decided() {
            assert_eq!(verdict, Some(truth), "{name}");
        }
    }
}

/// Another memory or algorithm: the verdict is the same, and what could be taken is told.
#[test]
fn another_memory_or_algorithm_takes_what_it_can() {
    let game = ConnectFour::from_text("5x4:3312").unwrap();
    let shelf = Shelf::default();
    let pace = Pace::Nodes(1000);
    let make = |name: &str, memory: u64, pace: Pace, shelf: &Shelf| {
        Solver::new(named(name)).memory(memory).checkpoints(Checkpoints::new(pace, "", shelf.clone()))
    };
    let whole = make("df-pn+tca", 8 << 20, pace, &shelf).solve(&mut game.clone()).unwrap();
    let kept = shelf.all();
    assert!(kept.len() > 3 && whole.verdict.is_decided(), "{} {:?}", kept.len(), whole.stats);
    let bytes = &kept[kept.len() - 2];
    for (name, memory) in
        [("df-pn+tca", 16 << 20), ("df-pn+tca", 4 << 20), ("pds+tca", 8 << 20), ("pn", 64 << 20)]
    {
        let mut solver = make(name, memory, pace, &Shelf::default());
        let taken = resume(&mut solver, bytes).unwrap();
        assert!(
            !taken.exact && taken.entries > 0 && taken.search == (name == "df-pn+tca"),
            "{name}: {taken:?}"
        );
        assert!(name == "df-pn+tca" || taken.entries < taken.of, "{name}: {taken:?}");
        let report = solver.solve(&mut game.clone()).unwrap();
        assert_eq!(report.verdict, whole.verdict, "{name} with {memory}");
        assert!(report.stats.nodes > nodes_of(&kept)[kept.len() - 2], "{name}: the total");
    }
    // The usual form: without what is found again at once.
    let usual = Shelf::default();
    let limits = Limits::default().with_nodes(whole.stats.nodes / 2);
    let every = Pace::Time(Duration::from_secs(3600));
    make("df-pn+tca", 8 << 20, every, &usual).limits(limits).solve(&mut game.clone()).unwrap();
    let bytes = &usual.all().pop().unwrap();
    let mut solver = make("df-pn+tca", 8 << 20, pace, &Shelf::default());
    let taken = resume(&mut solver, bytes).unwrap();
    assert!(!taken.exact && taken.search, "{taken:?}");
    assert_eq!(solver.solve(&mut game.clone()).unwrap().verdict, whole.verdict);
}

#[test]
fn another_question_is_refused_before_it_is_searched() {
    let shelf = Shelf::default();
    let solver = |shelf: &Shelf| SETTING_FOR_FOUR.solver(shelf);
    let four = ConnectFour::from_text("5x4:33").unwrap();
    solver(&shelf).value(&mut four.clone()).unwrap();
    let bytes = shelf.all().pop().unwrap();
    let mut goal = four.clone();
    goal.set_goal(phidelta::Goal::Draw);
    let mut other = ConnectFour::from_text("5x4:34").unwrap();
    other.set_goal(phidelta::Goal::Win);
    for mut game in [other, goal, ConnectFour::from_text("5x5:33").unwrap()] {
        let after = Shelf::default();
        let mut solver = solver(&after);
        resume(&mut solver, &bytes).unwrap();
        let refused = solver.solve(&mut game).err();
        assert_eq!(refused, Some(SolveError::Checkpoint(CheckpointError::OtherQuestion)));
        assert!(after.all().is_empty(), "nothing was written");
    }
}

const SETTING_FOR_FOUR: Setting<'_> = Setting { name: "df-pn+tca", every: 300, nodes: 1_000_000, ..SETTING };

/// A full disk: whatever the byte at which writing fails, the search goes on as if nothing were wrong.
#[test]
fn a_failing_place_does_not_disturb_the_search() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    struct Disk(usize, Arc<Mutex<u32>>);
    impl Keeper for Disk {
        fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> bool {
            self.0 = self.0 * 9 / 8 + 1;
            let whole = write(&mut Full(self.0)).is_ok();
            *self.1.lock().unwrap() += u32::from(!whole);
            whole
        }
    }
    let graph = cyclic(&Shape { nodes: 400, leaf: 0.1, ..Shape::default() }, 3);
    let setting = Setting { name: "df-pn+tca", ..SETTING };
    let whole = setting.solver(&Shelf::default()).solve(&mut graph.game()).unwrap();
    let failed = Arc::new(Mutex::new(0));
    let disk = Disk(0, Arc::clone(&failed));
    let mut solver = setting.solver(&Shelf::default());
    solver = solver.checkpoints(Checkpoints::new(Pace::Nodes(setting.every), "", disk));
    let report = solver.solve(&mut graph.game()).unwrap();
    assert_eq!(seen(&report), seen(&whole));
    assert!(*failed.lock().unwrap() > 3);
}

/// A sample; `cargo xtask fuzz-checkpoints` does a hundred thousand.
#[test]
fn damaged_files_are_refused() {
    let refused = phidelta_testing::checkpoint::damage(3000, 1).unwrap();
    assert!(refused > 2900, "{refused}");
    let read = phidelta_testing::checkpoint::forge(500, 1);
    assert!(read > 10, "{read}: what is behind the sums is reached");
}
