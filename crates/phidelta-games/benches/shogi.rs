//! The move generators of mate problems on positions as a search meets them: along a fixed random walk of
//! checks and answers. One element is one position.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use phidelta::Game;
use phidelta_games::shogi::{Move, Position, Tsume};

/// A problem with few pieces and one with many: a composition and a position from a game.
const PROBLEMS: [(&str, &str); 2] = [
    ("composed", "3g1n1l1/2p1g1r2/5k2S/4p1N+R1/3+p5/7N1/B8/9/9 b 2GSNb2s3l15p 1"),
    ("game", "ln1g3+Rl/2sk1s+P2/2ppppb1p/p1b3p2/8P/P4P3/2PPP1P2/1+r2GS3/LN+p2KGNL w GN2Ps 36"),
];

/// Positions before a check and before an answer: enough to leave the branch predictor guessing.
const POSITIONS: usize = 1_000;

fn walk(sfen: &str) -> (Vec<Position>, Vec<Position>) {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut before_checks, mut before_answers, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    while before_checks.len() < POSITIONS {
        let mut game = Tsume::from_sfen(sfen).expect("a position that is written above");
        for ply in 0..10 {
            let list = if ply % 2 == 0 { &mut before_checks } else { &mut before_answers };
            list.push(game.position().clone());
            moves.clear();
            game.moves(&mut moves);
            let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
            game.play(mv);
        }
    }
    (before_checks, before_answers)
}

fn generators(criterion: &mut Criterion) {
    for (name, sfen) in PROBLEMS {
        let (attacks, defences) = walk(sfen);
        let mut group = criterion.benchmark_group(name);
        let mut out: Vec<Move> = Vec::new();
        group.throughput(Throughput::Elements(attacks.len() as u64));
        group.bench_function("checks", |bencher| {
            bencher.iter(|| {
                for position in &attacks {
                    out.clear();
                    position.checks(&mut out);
                    black_box(&out);
                }
            });
        });
        group.throughput(Throughput::Elements(defences.len() as u64));
        group.bench_function("evasions", |bencher| {
            bencher.iter(|| {
                for position in &defences {
                    out.clear();
                    position.evasions(&mut out);
                    black_box(&out);
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, generators);
criterion_main!(benches);
