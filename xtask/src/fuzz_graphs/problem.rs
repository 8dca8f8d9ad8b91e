//! Random graphs: of every kind, small, with every question.

use phidelta::{Goal, Repetition, mix};
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{self, Shape};

/// Makes a graph of a shape from a seed.
type Make = fn(&Shape, u64) -> Graph;

/// The kinds of graphs.
pub(crate) const KINDS: [(&str, Make); 3] =
    [("tree", generate::tree), ("dag", generate::dag), ("cyclic", generate::cyclic)];

/// A graph and the table it is solved with.
pub(crate) struct Problem {
    pub(crate) graph: Graph,
    /// Index in [`KINDS`].
    pub(crate) kind: usize,
    pub(crate) entries: u64,
    /// The seed of the stores that get lost, if any do.
    pub(crate) drops: Option<u64>,
    /// What names it: number and seed.
    name: (u64, u64),
}

impl Problem {
    /// The problem of this number, the same for ever.
    pub(crate) fn new(number: u64, seed: u64, kind: usize) -> Problem {
        // Seeds must not share problems: each starts at another place.
        let start = mix(seed) as u64;
        let mut rng = fastrand::Rng::with_seed(start.wrapping_add(3 * number + kind as u64));
        let shape = shape(&mut rng);
        let graph = KINDS[kind].1(&shape, rng.u64(..));
        let entries = [16, 32, 64, 256, 4096][rng.usize(..5)];
        let drops = rng.bool().then(|| rng.u64(..));
        Problem { graph, kind, entries, drops, name: (number, seed) }
    }

    /// A number of its own.
    pub(crate) fn number(&self) -> u64 {
        mix(self.name.0 << 8 ^ self.name.1 << 40 ^ self.kind as u64) as u64
    }

    /// Whether keys are compared with positions.
    pub(crate) fn distrusts_keys(&self) -> bool {
        self.name.0.is_multiple_of(8)
    }

    /// What went wrong with it, and all that is needed to see it again.
    pub(crate) fn describe(&self, error: &str) -> String {
        let (number, seed) = self.name;
        let lost = self.drops.map_or(String::from("none lost"), |seed| format!("half lost with seed {seed}"));
        let (kind, entries, json) = (KINDS[self.kind].0, self.entries, self.graph.to_json());
        format!("{json}\n{error}\ngraph {number} of seed {seed}, {kind}; {entries} entries, {lost}")
    }
}

fn shape(rng: &mut fastrand::Rng) -> Shape {
    Shape {
        nodes: if rng.bool() { rng.u32(4..20) } else { rng.u32(20..60) },
        least_children: 1,
        most_children: rng.u32(1..=4),
        leaf: [0.05, 0.15, 0.3][rng.usize(..3)],
        draw: if rng.u8(..3) == 0 { 0.3 } else { 0.0 },
        open: 0.0,
        // First numbers: all equal, alike, or as far apart as those that are learned.
        largest_init: [1, 4, 64][rng.usize(..3)],
        span: if rng.bool() { u32::MAX } else { rng.u32(2..6) },
        goal: if rng.u8(..4) == 0 { Goal::Draw } else { Goal::Win },
        repetition: match rng.u8(..4) {
            0 => Repetition::DefenderFails,
            1 => Repetition::Draw,
            _ => Repetition::AttackerFails,
        },
    }
}
