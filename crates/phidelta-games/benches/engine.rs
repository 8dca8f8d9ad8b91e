//! The depth-first engine on games whose rules cost next to nothing: trees and merging lines.
//!
//! Each iteration is one search of an undecided position up to a node limit, with a new table. The
//! curve from 10⁶ to 10⁸ nodes takes too long for repeated samples: `cargo run --release --example
//! speed` measures it.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use phidelta::{Algorithm, Game, Limits, Solver};
use phidelta_games::synthetic::Synthetic;
use phidelta_testing::bare::Bare;

/// Nodes of one search: some tenths of a second, long enough to leave the caches.
const NODES: u64 = 1_000_000;

/// Plies to the end: deep enough that nothing is decided within [`NODES`].
const DEPTH: u32 = 40;

fn search<G: Game>(name: &str, table_mib: u64, game: &mut G) -> u64 {
    let algorithm: Algorithm = name.parse().expect("a name that is listed below");
    let limits = Limits::default().with_nodes(NODES);
    // The table gets seven eighths of the memory.
    let mut solver = Solver::new(algorithm).memory((table_mib << 20) * 8 / 7).limits(limits);
    solver.solve(game).expect("enough memory").stats.nodes
}

fn engine(criterion: &mut Criterion) {
    let tree = Synthetic::new(5, DEPTH, 7);
    let merging = tree.clone().with_width(100_000);
    let names =
        ["df-pn", "df-pn+tca", "df-pn+tca+snda", "df-pn+tca+wpns", "df-pn(r)", "pds", "pn*", "pn", "pn2"];
    for (kind, game) in [("tree", tree), ("merging", merging)] {
        let mut group = criterion.benchmark_group(kind);
        group
            .throughput(Throughput::Elements(NODES))
            .sample_size(10)
            .measurement_time(Duration::from_secs(5));
        for table in [64, 1024] {
            for name in names {
                if table > 64 && !name.starts_with("df-pn") {
                    continue;
                }
                group.bench_function(BenchmarkId::new(name, format!("{table}MiB")), |bencher| {
                    bencher.iter(|| search(name, table, black_box(&mut Bare(game.clone()))));
                });
            }
        }
        group.bench_function(BenchmarkId::new("df-pn acyclic", "64MiB"), |bencher| {
            bencher.iter(|| search("df-pn", 64, black_box(&mut game.clone())));
        });
        group.finish();
    }
}

criterion_group!(benches, engine);
criterion_main!(benches);
