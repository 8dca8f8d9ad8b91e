//! Teams on threads: answers and facts against the truth, and meetings that nobody is missed at.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::best_first::test_graph::{Graph, Shape};
use crate::game::{Game, Key, Outcome, Side, mix};
use crate::solver::{LEAST_MEMORY, Solver};
use crate::{Limits, SolveError, Verdict};

#[test]
fn teams_on_random_graphs_are_right_and_so_is_all_they_store() {
    const NAMES: [&str; 5] =
        ["df-pn+tca", "df-pn+tca+snda+eps=0.25", "pds+tca", "df-pn+tca+relay=1", "pn-dfpn+tca+jobs=20"];
    let mut rng = fastrand::Rng::with_seed(11);
    let mut known = 0;
    for round in 0..60 {
        let graph: Graph<false> = Graph::random(&mut rng, Shape::Cyclic, 80);
        let name = NAMES[round % NAMES.len()];
        let mut solver = Solver::new(name.parse().unwrap()).memory(2 << 20).lines(round % 4 == 0);
        if round % 2 == 0 {
            solver = solver.table_entries(16).drop_stores(rng.u64(..));
        }
        let workers = [2, 3, 5][round % 3];
        let mut team = solver.team(workers).unwrap();
        assert_eq!(team.len(), workers);
        std::thread::scope(|scope| {
            for (place, solver) in team.iter_mut().enumerate() {
                let graph = &graph;
                scope.spawn(move || {
                    for node in (place..graph.edges.len()).step_by(workers) {
                        let mut there = graph.clone();
                        there.at = node as u32;
                        let report = solver.solve(&mut there).unwrap();
                        assert!(report.verdict.is_decided(), "{name}");
                        assert_eq!(report.verdict.is_proved(), there.truth(), "{name} {node}\n{graph:?}");
                    }
                });
            }
        });
        for solver in &mut team {
            let mut inquiry = solver.inquiry();
            for node in 0..graph.edges.len() as u32 {
                let mut there = graph.clone();
                there.at = node;
                if let Some((verdict, _)) = inquiry.recall(&there) {
                    assert_eq!(verdict.is_proved(), there.truth(), "{name} {node}\n{graph:?}");
                    known += 1;
                }
            }
        }
    }
    assert!(known > 1_000, "{known}");
}

/// Whoever takes the last of some heaps has won; one to three may be taken at a time. Panics where it is told to.
#[derive(Clone)]
struct Heaps {
    heaps: Vec<u8>,
    attacks: bool,
    left: Option<u32>,
}

impl Heaps {
    fn new(heaps: &[u8]) -> Heaps {
        Heaps { heaps: heaps.to_vec(), attacks: true, left: None }
    }

    fn is_won(&self) -> bool {
        self.heaps.iter().fold(0, |sum, heap| sum ^ (heap % 4)) != 0
    }
}

impl Game for Heaps {
    type Move = (u8, u8);
    const ACYCLIC: bool = true;

    fn side(&self) -> Side {
        if self.attacks { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        for (at, &heap) in self.heaps.iter().enumerate() {
            out.extend((1..=heap.min(3)).map(|count| (at as u8, count)));
        }
    }

    fn play(&mut self, (at, count): (u8, u8)) {
        self.heaps[at as usize] -= count;
        self.attacks = !self.attacks;
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1).expect("a fault of the game");
        }
    }

    fn undo(&mut self, (at, count): (u8, u8)) {
        self.heaps[at as usize] += count;
        self.attacks = !self.attacks;
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.heaps.iter().all(|&heap| heap == 0);
        over.then_some(if self.attacks { Outcome::Loss } else { Outcome::Win })
    }

    fn key(&self) -> Key {
        let start = mix(u64::from(self.attacks));
        self.heaps.iter().fold(start, |key, &heap| mix(key as u64 ^ u64::from(heap)) ^ key.rotate_left(7))
    }
}

/// Positions that have much in common, some of them won and some lost.
fn tasks() -> Vec<Heaps> {
    let mut tasks = Vec::new();
    for last in 1..4 {
        tasks.extend((2..6).map(|more| Heaps::new(&[5, 4, 4, more, last])));
    }
    tasks
}

#[test]
fn a_team_meets_to_collect_and_knows_what_a_colleague_has_found() {
    let nodes = |entries: Option<u64>, workers: usize| -> (u64, u64) {
        let mut solver = Solver::new("df-pn".parse().unwrap()).memory(64 << 20).lines(false);
        if let Some(entries) = entries {
            solver = solver.table_entries(entries);
        }
        let tasks = tasks();
        let mut team = solver.team(workers).unwrap();
        let counts = std::thread::scope(|scope| {
            let work = |(place, solver): (usize, &mut Solver)| {
                let (mut nodes, mut collections) = (0, 0);
                for task in tasks.iter().skip(place).step_by(workers) {
                    let report = solver.solve(&mut task.clone()).unwrap();
                    assert_eq!(report.verdict.is_proved(), task.is_won(), "{:?}", task.heaps);
                    nodes += report.stats.nodes;
                    collections += report.stats.collections;
                }
                (nodes, collections)
            };
            let all: Vec<_> =
                team.iter_mut().enumerate().map(|task| scope.spawn(move || work(task))).collect();
            all.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
        });
        counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    };
    let (alone, _) = nodes(None, 1);
    let (together, _) = nodes(None, 3);
    // Without a common table each would see most of it again.
    assert!(together < alone * 3 / 2, "{together} of three, {alone} of one");
    let (_, collections) = nodes(Some(4096), 3);
    assert!(collections > 0);
}

#[test]
fn nobody_waits_for_a_colleague_who_has_panicked_or_has_not_come() {
    let solver = Solver::new("df-pn".parse().unwrap()).memory(64 << 20).lines(false).table_entries(2048);
    let mut team = solver.team(3).unwrap();
    let idle = team.pop();
    std::thread::scope(|scope| {
        for (place, solver) in team.iter_mut().enumerate() {
            scope.spawn(move || {
                for mut task in tasks() {
                    let won = task.is_won();
                    if place == 0 {
                        task.left = Some(5_000);
                        let caught = catch_unwind(AssertUnwindSafe(|| solver.solve(&mut task)));
                        assert!(caught.is_err() || task.left.is_none_or(|left| left != 0));
                    } else {
                        assert_eq!(solver.solve(&mut task).unwrap().verdict.is_proved(), won);
                    }
                }
            });
        }
    });
    assert!(idle.is_some_and(|solver| solver.is_of_a_team()));
}

#[test]
fn each_has_limits_of_its_own_and_a_team_of_one_is_the_solver() {
    let solver = Solver::new("df-pn".parse().unwrap()).memory(8 << 20).lines(false);
    let mut team = solver.limits(Limits::default().with_nodes(2_000)).team(2).unwrap().into_iter();
    let (mut first, second) = (team.next().unwrap(), team.next().unwrap());
    let mut second = second.limits(Limits::default());
    let mut task = Heaps::new(&[5, 4, 4, 3, 2]);
    assert!(matches!(first.solve(&mut task).unwrap().verdict, Verdict::Unknown(_)));
    assert!(second.solve(&mut task).unwrap().verdict.is_decided());
    // What the other has found is known.
    assert!(first.solve(&mut task).unwrap().verdict.is_decided());
    first.forget();
    assert!(!first.is_of_a_team());
    assert!(matches!(first.solve(&mut task).unwrap().verdict, Verdict::Unknown(_)));
    let one = Solver::new("df-pn".parse().unwrap()).team(1).unwrap();
    assert!(one.len() == 1 && !one[0].is_of_a_team());
    let poor = Solver::new("df-pn".parse().unwrap()).memory(LEAST_MEMORY).team(2);
    assert!(matches!(poor, Err(SolveError::TooLittleMemory { .. })));
}
