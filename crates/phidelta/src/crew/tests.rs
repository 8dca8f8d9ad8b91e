//! Crews on random graphs, in virtual time and on threads, against retrograde analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::*;
use crate::best_first::test_graph::{Graph, Shape};
use crate::game::{Key, Outcome as GameEnd, Side, mix};
use crate::observer::{Observer, Progress};
use crate::solver::Solver;

/// What a crew is made of; all of them end on every graph.
const NAMES: [&str; 6] = [
    "df-pn+tca",
    "df-pn+tca+snda+eps=0.25",
    "df-pn+tca+wpns",
    "pds+tca",
    "df-pn+tca+relay=1",
    "pn-dfpn+tca+jobs=20",
];

fn solver(name: &str) -> Solver {
    Solver::new(name.parse().unwrap()).memory(1 << 20).join_after(0)
}

/// Every answer that the table has of the graph's positions is the truth.
fn check_facts(solver: &mut Solver, graph: &Graph<false>, context: &str) -> usize {
    let mut inquiry = solver.inquiry();
    let mut known = 0;
    for node in 0..graph.edges.len() as u32 {
        let mut there = graph.clone();
        there.at = node;
        if let Some((verdict, _)) = inquiry.recall(&there) {
            assert_eq!(verdict.is_proved(), there.truth(), "position {node}: {context}\n{graph:?}");
            known += 1;
        }
    }
    known
}

/// A bounded game: who takes the last of some heaps, of which one to three may be taken at a time.
#[derive(Clone, Debug)]
struct Heaps {
    heaps: Vec<u8>,
    side: Side,
}

impl Game for Heaps {
    type Move = (u8, u8);
    const ACYCLIC: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        for (at, &heap) in self.heaps.iter().enumerate() {
            out.extend((1..=heap.min(3)).map(|count| (at as u8, count)));
        }
    }

    fn play(&mut self, (at, count): (u8, u8)) {
        self.heaps[at as usize] -= count;
        self.side = other(self.side);
    }

    fn undo(&mut self, (at, count): (u8, u8)) {
        self.heaps[at as usize] += count;
        self.side = other(self.side);
    }

    fn outcome(&self) -> Option<GameEnd> {
        let over = self.heaps.iter().all(|&heap| heap == 0);
        over.then_some(if self.side == Side::Attacker { GameEnd::Loss } else { GameEnd::Win })
    }

    fn key(&self) -> Key {
        let side = u64::from(self.side == Side::Attacker);
        self.heaps.iter().fold(mix(side), |key, &heap| mix(key as u64 ^ u64::from(heap)) ^ key.rotate_left(7))
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.heaps.iter().map(|&heap| u32::from(heap)).sum())
    }
}

fn other(side: Side) -> Side {
    if side == Side::Attacker { Side::Defender } else { Side::Attacker }
}

/// Whoever finds heaps whose remainders by four differ in sum, as of nim, has won.
fn heaps_won(heaps: &[u8]) -> bool {
    heaps.iter().fold(0, |sum, heap| sum ^ (heap % 4)) != 0
}

/// Nodes of a df-pn search in stretches, with somebody to part from or without.
fn nodes_alone(game: &Heaps, presence: Option<&Arc<Presence>>) -> u64 {
    let mut body = Body::new(game.clone(), Plan::of(&"df-pn+eps=0.25".parse().unwrap()), 1 << 20);
    if let Some(presence) = presence {
        body = body.among(presence);
    }
    let mut table = Table::sealed(1 << 20, crate::Replacement::default()).unwrap();
    let mut monitor = Monitor::new(&Limits::default(), Duration::MAX / 4, None);
    let mut stats = Stats::default();
    let mut hands = body::Hands { table: &mut table, monitor: &mut monitor, stats: &mut stats };
    while body.stretch(7, &mut hands).is_none() {}
    monitor.nodes()
}

#[test]
fn who_parts_from_nobody_does_what_he_does_alone() {
    for heaps in [vec![5, 4, 7], vec![4, 4, 4, 3], vec![7, 6, 5]] {
        let game = Heaps { heaps, side: Side::Attacker };
        let presence = Arc::new(Presence::new(1));
        let alone = nodes_alone(&game, None);
        assert!(alone > 100);
        assert_eq!(nodes_alone(&game, Some(&presence)), alone, "{game:?}");
        assert!(presence.is_empty(), "whoever comes goes");
    }
}

#[test]
fn alpha_beta_by_several_is_right_in_virtual_time_and_on_threads() {
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut won, mut joined) = (0, 0);
    for round in 0..60 {
        let heaps: Vec<u8> = (0..3).map(|_| rng.u8(2..7)).collect();
        let mut game = Heaps { heaps: heaps.clone(), side: Side::Attacker };
        let mut solver = solver("alpha-beta").lines(false).drop_stores(rng.u64(..));
        let workers = [2, 4, 8][round % 3];
        solver = if round % 2 == 0 {
            let simulation = Simulation::new(workers, rng.u64(..)).with_quantum(rng.u64(1..50));
            solver.table_entries(1024).simulate(Some(simulation.with_accidents()))
        } else {
            solver.threads(workers)
        };
        let report = solver.solve_with_crew(&mut game, &mut ()).unwrap();
        assert_eq!(report.verdict.is_proved(), heaps_won(&heaps), "{heaps:?} {round}");
        assert!(report.verdict.is_decided());
        assert_eq!(game.heaps, heaps);
        won += usize::from(heaps_won(&heaps));
        joined += usize::from(report.threads == workers);
    }
    assert!(won > 10 && won < 58 && joined > 40, "{won} {joined}");
}

#[test]
fn simulated_crews_are_right_with_tiny_tables_lost_stores_and_accidents() {
    let mut rng = fastrand::Rng::with_seed(18);
    let (mut known, mut joined) = (0, 0);
    for round in 0..300 {
        let nodes = rng.usize(5..60);
        let graph: Graph<false> = Graph::random(&mut rng, Shape::Cyclic, nodes);
        let name = NAMES[round % NAMES.len()];
        let workers = [2, 4, 8][round / NAMES.len() % 3];
        let simulation = Simulation::new(workers, rng.u64(..)).with_quantum(rng.u64(1..100)).with_accidents();
        let mut solver =
            solver(name).table_entries(16).drop_stores(rng.u64(..)).simulate(Some(simulation)).lines(false);
        let report = solver.solve_with_crew(&mut graph.clone(), &mut ()).unwrap();
        let context = format!("{name}, {simulation:?}");
        assert!(report.verdict.is_decided(), "{:?} {context}", report.verdict);
        assert_eq!(report.verdict.is_proved(), graph.truth(), "{context}\n{graph:?}");
        joined += usize::from(solver.simulated().is_some());
        known += check_facts(&mut solver, &graph, &context);
    }
    assert!(known > 300 && joined > 200, "{known} {joined}");
}

#[test]
fn a_simulation_is_repeatable_to_the_bit() {
    let mut rng = fastrand::Rng::with_seed(3);
    let graph: Graph<false> = Graph::random(&mut rng, Shape::Cyclic, 300);
    for name in NAMES {
        let run = |seed| {
            let mut solver = solver(name).simulate(Some(Simulation::new(4, seed).with_quantum(20)));
            let report = solver.solve_with_crew(&mut graph.clone(), &mut ()).unwrap();
            (report.stats, report.line, solver.simulated())
        };
        assert_eq!(run(1), run(1), "{name}");
    }
}

#[test]
fn what_ends_before_the_others_join_is_what_one_worker_does() {
    let mut rng = fastrand::Rng::with_seed(4);
    for round in 0..60 {
        let graph: Graph<false> = Graph::random(&mut rng, Shape::Cyclic, 60);
        for name in NAMES.iter().filter(|name| !name.contains("relay")) {
            let solver = || Solver::new(name.parse().unwrap()).memory(64 << 20);
            let alone = solver().solve(&mut graph.clone()).unwrap();
            let crew = solver().threads(8).solve_with_crew(&mut graph.clone(), &mut ()).unwrap();
            assert_eq!(crew.threads, 1, "{name} {round}");
            assert_eq!(
                (alone.stats, alone.line, alone.verdict),
                (crew.stats, crew.line, crew.verdict),
                "{name}"
            );
        }
    }
}

#[test]
fn crews_on_threads_are_right() {
    let mut rng = fastrand::Rng::with_seed(5);
    for round in 0..60 {
        let graph: Graph<false> = Graph::random(&mut rng, Shape::Cyclic, 80);
        let name = NAMES[round % NAMES.len()];
        let workers = [2, 3, 5][round % 3];
        let mut solver = solver(name).threads(workers);
        if round % 2 == 0 {
            solver = solver.table_entries(16).drop_stores(rng.u64(..));
        }
        let report = solver.solve_with_crew(&mut graph.clone(), &mut ()).unwrap();
        assert_eq!(report.verdict.is_proved(), graph.truth(), "{name} {workers}\n{graph:?}");
        assert!(report.verdict.is_decided() && (0.0..=1.0).contains(&report.busy));
        check_facts(&mut solver, &graph, name);
    }
}

/// Called with the line at every look at the moves.
type Hook = dyn Fn(&[u32]) + Send + Sync;

/// A game that never ends of itself: a large tree, with a hook at every look at its moves.
#[derive(Clone)]
struct Endless {
    line: Vec<u32>,
    hook: Arc<Hook>,
}

impl Game for Endless {
    type Move = u32;
    const ACYCLIC: bool = true;
    fn side(&self) -> Side {
        if self.line.len().is_multiple_of(2) { Side::Attacker } else { Side::Defender }
    }
    fn moves(&self, out: &mut Vec<u32>) {
        (self.hook)(&self.line);
        out.extend(0..5);
    }
    fn play(&mut self, mv: u32) {
        self.line.push(mv);
    }
    fn undo(&mut self, _: u32) {
        self.line.pop();
    }
    fn outcome(&self) -> Option<GameEnd> {
        None
    }
    fn key(&self) -> Key {
        self.line.iter().fold(7, |key: Key, &mv| mix(key as u64 ^ u64::from(mv)))
    }
}

fn endless(hook: impl Fn(&[u32]) + Send + Sync + 'static) -> Endless {
    Endless { line: Vec::new(), hook: Arc::new(hook) }
}

#[test]
fn limits_hold_for_all_together() {
    for name in ["df-pn", "df-pn+relay=1", "pn-dfpn+jobs=100"] {
        let mut solver = solver(name).threads(3).memory(8 << 20).limits(Limits::default().with_nodes(30_000));
        let report = solver.solve_with_crew(&mut endless(|_| {}), &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Unknown(Reason::NodeLimit), "{name}");
        assert!(report.stats.nodes <= 30_000 && report.stats.nodes > 25_000, "{name} {}", report.stats.nodes);
        assert_eq!(report.threads, 3);
        let time = Duration::from_millis(60);
        let mut solver =
            self::solver(name).threads(3).memory(8 << 20).limits(Limits::default().with_time(time));
        let started = Instant::now();
        let report = solver.solve_with_crew(&mut endless(|_| {}), &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Unknown(Reason::TimeLimit), "{name}");
        assert!(started.elapsed() >= time && started.elapsed() < Duration::from_secs(20));
    }
}

/// Sets the flag when four threads have worked; notes the nodes.
struct Stopper(Arc<AtomicBool>, Arc<AtomicUsize>, u64);

impl Observer<u32> for Stopper {
    fn progress(&mut self, progress: &Progress<'_, u32>) {
        assert!(progress.nodes >= self.2);
        self.2 = progress.nodes;
        if self.1.load(Ordering::Relaxed) == 4 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_stop_ends_all_and_no_thread_outlives_the_call() {
    let (working, workers) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&working);
    thread_local!(static KNOWN: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
    let threads = Arc::clone(&workers);
    let mut game = endless(move |_| {
        seen.fetch_add(1, Ordering::Relaxed);
        if !KNOWN.replace(true) {
            threads.fetch_add(1, Ordering::Relaxed);
        }
    });
    let limits = Limits::default().with_stop(Arc::clone(&stop));
    let mut solver =
        solver("df-pn").threads(4).memory(8 << 20).limits(limits).progress_interval(Duration::from_millis(1));
    let report = solver.solve_with_crew(&mut game, &mut Stopper(stop, Arc::clone(&workers), 0)).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown(Reason::Stopped));
    assert!(game.line.is_empty() && workers.load(Ordering::Relaxed) == 4);
    let after = working.load(Ordering::Relaxed);
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(working.load(Ordering::Relaxed), after, "nobody works any more");
}

#[test]
fn a_panic_beside_another_question_is_an_error_of_the_call() {
    let caller = std::thread::current().id();
    let faulty = endless(move |_| assert_eq!(std::thread::current().id(), caller, "a fault of the rules"));
    let mut solver = solver("df-pn").threads(2).memory(8 << 20);
    let error = solver.inquiry().ask_beside(faulty.clone(), faulty, &mut ()).unwrap_err();
    assert!(matches!(&error, SolveError::Panicked(message) if message.contains("a fault")), "{error}");
    // Two that are right, on the same solver; neither is answered here, and both are counted.
    let graph: Graph<false> = Graph::random(&mut fastrand::Rng::with_seed(9), Shape::Cyclic, 60);
    let mut inquiry = solver.inquiry();
    assert!(inquiry.ask_beside(graph.clone(), graph.clone(), &mut ()).unwrap());
    let nodes = inquiry.stats().nodes;
    let report = inquiry.ask(&mut graph.clone(), &mut ()).unwrap();
    assert_eq!((report.verdict.is_proved(), report.threads), (graph.truth(), 2));
    assert!(nodes > 1 && report.stats.nodes <= nodes + 1, "what was answered stands in the table");
    // With another number of threads nothing is begun.
    let mut three = solver.threads(3);
    assert!(!three.inquiry().ask_beside(graph.clone(), graph, &mut ()).unwrap());
}

#[test]
fn a_panic_of_a_worker_is_an_error_of_the_call() {
    let caller = std::thread::current().id();
    let calls = AtomicUsize::new(0);
    let game = endless(move |_| {
        let at = calls.fetch_add(1, Ordering::Relaxed);
        assert!(at < 2000 || std::thread::current().id() == caller, "a fault of the rules");
    });
    let mut solver = solver("df-pn").threads(3).memory(8 << 20);
    let error = solver.solve_with_crew(&mut game.clone(), &mut ()).unwrap_err();
    assert!(matches!(&error, SolveError::Panicked(message) if message.contains("a fault")), "{error}");
    // The solver is still of use.
    let graph: Graph<false> = Graph::random(&mut fastrand::Rng::with_seed(9), Shape::Cyclic, 60);
    let report = solver.solve_with_crew(&mut graph.clone(), &mut ()).unwrap();
    assert_eq!(report.verdict.is_proved(), graph.truth());
}

#[test]
fn a_table_that_is_full_is_tidied_by_all() {
    let limits = Limits::default().with_nodes(600_000);
    for running in [false, true] {
        let mut solver = solver("df-pn").memory(8 << 20).limits(limits.clone());
        solver = if running { solver.threads(3) } else { solver.simulate(Some(Simulation::new(3, 1))) };
        let report = solver.solve_with_crew(&mut endless(|_| {}), &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Unknown(Reason::NodeLimit));
        assert!(report.stats.collections > 0 && report.table_used < 0.95, "{report:?}");
    }
}

/// Keeps the last checkpoint.
#[derive(Clone, Default)]
struct Kept(Arc<std::sync::Mutex<Vec<u8>>>);

impl crate::Keeper for Kept {
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn std::io::Write) -> std::io::Result<()>) -> bool {
        let mut bytes = Vec::new();
        let whole = write(&mut bytes).is_ok();
        *self.0.lock().unwrap() = bytes;
        whole
    }
}

/// A solver that keeps checkpoints at every so many nodes.
fn recorded(name: &str, workers: usize, every: u64, limit: u64) -> (Solver, Kept) {
    let kept = Kept::default();
    let checkpoints = crate::Checkpoints::new(crate::Pace::Nodes(every), "a graph", kept.clone());
    let limits = Limits::default().with_nodes(limit);
    (solver(name).memory(8 << 20).lines(false).threads(workers).limits(limits).checkpoints(checkpoints), kept)
}

#[test]
fn a_crew_is_taken_down_and_set_up_again_with_as_many_or_others() {
    let mut rng = fastrand::Rng::with_seed(31);
    let mut resumed = 0;
    for round in 0..20 {
        let heaps: Vec<u8> = (0..4).map(|_| rng.u8(4..8)).collect();
        let game = Heaps { heaps: heaps.clone(), side: Side::Attacker };
        let name = ["df-pn", "pds", "pn-dfpn+jobs=20", "alpha-beta", "df-pn+relay=1"][round % 5];
        let (mut first, kept) = recorded(name, 2, 100, 300);
        let report = first.solve_with_crew(&mut game.clone(), &mut ()).unwrap();
        if report.verdict.is_decided() {
            assert_eq!(report.verdict.is_proved(), heaps_won(&heaps));
            continue;
        }
        let bytes = kept.0.lock().unwrap().clone();
        for workers in [1, 2, 3] {
            let (mut again, _) = recorded(name, workers, 1000, u64::MAX);
            let taken = again.resume(crate::Checkpoint::open(&bytes[..]).unwrap()).unwrap();
            assert_eq!((taken.same_threads, taken.search, taken.exact), (workers == 2, false, false));
            let report = again.solve_with_crew(&mut game.clone(), &mut ()).unwrap();
            assert!(report.verdict.is_decided(), "{name} {workers} {:?}", report.verdict);
            assert_eq!(report.verdict.is_proved(), heaps_won(&heaps), "{name} {workers} {heaps:?}");
            assert!(report.stats.nodes >= 250, "counts go on: {}", report.stats.nodes);
        }
        resumed += 1;
    }
    assert!(resumed > 10, "{resumed}");
}
