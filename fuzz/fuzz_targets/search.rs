//! Any bytes as a small graph and a search: no verdict against retrograde analysis, no key that two positions
//! share, the game where it stood.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phidelta::{Game, Goal, Limits, Reason, Repetition, Solver, Verdict};
use phidelta_games::graph::generate::{self, Shape};
use phidelta_games::graph::retrograde;

/// One of each family, and one that hands over.
const SEARCHES: [&str; 9] = [
    "df-pn+tca+snda",
    "df-pn+tca+relay=20",
    "df-pn+r+immediate",
    "pds+tca",
    "pn*+tca",
    "pn+shared",
    "pds-pn+tca+a=10+b=5",
    "pn-dfpn+tca+jobs=5",
    "alpha-beta",
];

fuzz_target!(|bytes: &[u8]| {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let seed = bytes.iter().skip(6).fold(0_u64, |seed, &byte| seed.rotate_left(8) ^ u64::from(byte));
    let shape = Shape {
        nodes: 4 + u32::from(byte(0) % 40),
        most_children: 1 + u32::from(byte(1) % 4),
        leaf: 0.05 + f64::from(byte(2)) / 600.0,
        goal: if byte(3) & 1 == 0 { Goal::Win } else { Goal::Draw },
        repetition: [Repetition::AttackerFails, Repetition::DefenderFails, Repetition::Draw]
            [usize::from(byte(3) >> 1) % 3],
        ..Shape::default()
    };
    let graph = generate::cyclic(&shape, seed);
    let truth = retrograde::solve(&graph)[graph.root() as usize];
    let search = SEARCHES[usize::from(byte(4)) % SEARCHES.len()].parse().expect("a name");
    let mut solver = Solver::new(search)
        .memory(1 << 20)
        .limits(Limits::default().with_nodes(20_000))
        .table_entries(16 << (byte(5) % 8))
        .distrust_keys(true);
    let mut game = graph.game();
    let report = solver.solve(&mut game).expect("the memory is there");
    assert_eq!(game.key(), graph.game().key());
    assert_ne!(report.verdict, Verdict::Unknown(Reason::KeysMeet), "{:?}", solver.keys_met());
    if report.verdict.is_decided() {
        assert_eq!(report.verdict.is_proved(), truth, "{}", graph.to_json());
    }
});
