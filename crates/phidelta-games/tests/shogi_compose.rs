//! Shortest mates and all solutions, held to a plain minimax; lines replayed by rules of others.

mod compose_common;
mod shogi_common;

use compose_common::{Plain, assert_mates};
use phidelta::{Limits, Solver, Verdict};
use phidelta_games::shogi::Tsume;
use phidelta_games::shogi::compose::{Clocked, Futile, all_solutions, shortest};
use shogi_common::problem;

const FUTILE: [Futile; 4] = [Futile::Off, Futile::Strict, Futile::Exact, Futile::Loose];

fn solver(nodes: u64) -> Solver {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Solver::new("df-pn+tca+snda+eps=0.25".parse().unwrap()).memory(8 << 20).limits(limits)
}

#[test]
fn the_clock_agrees_with_looking_at_everything() {
    let mut rng = fastrand::Rng::with_seed(21);
    let (mut proved, mut disproved, mut differ) = (0, 0, 0);
    while proved < 100 || disproved < 100 || differ < 2 {
        let Ok(game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let start = game.position().clone();
        let mut solver = solver(20_000);
        for moves in 1..=2 {
            let mut answers = Vec::new();
            for (futile, keep) in FUTILE.into_iter().flat_map(|futile| [(futile, false), (futile, true)]) {
                let mut clocked = Clocked::new(game.clone(), moves, futile);
                clocked.keep_a_piece(keep);
                let report = solver.solve(&mut clocked).unwrap();
                let Some(truth) = Plain::new(game.attacker(), futile, keep).mates(&start, moves) else {
                    continue;
                };
                match report.verdict {
                    Verdict::Proved => proved += 1,
                    Verdict::Disproved => disproved += 1,
                    Verdict::Unknown(reason) => panic!("{reason} {start}"),
                }
                assert_eq!(report.verdict.is_proved(), truth, "{start} {moves} {futile:?} {keep}");
                assert_eq!(*clocked.tsume().position(), start);
                answers.push(truth);
            }
            differ += usize::from(answers.len() == 8 && answers[0] != answers[4]);
        }
    }
}

#[test]
fn shortest_mates_of_known_problems() {
    for (sfen, plies) in [
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", 1),
        ("9/8k/9/8P/9/9/9/9/9 b 2G 1", 3),
        ("l2gkg2l/2s3s2/p1nppp1pp/2p3p2/P4P1P1/4n3P/1PPPG1N2/1BKS2+s2/LN3+r3 w RBgl3p 72", 5),
        ("ln1g3+Rl/2sk1s+P2/2ppppb1p/p1b3p2/8P/P4P3/2PPP1P2/1+r2GS3/LN+p2KGNL w GN2Ps 36", 7),
        ("7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1", 15),
    ] {
        let game = Tsume::from_sfen(sfen).unwrap();
        let found = shortest(&mut solver(1_000_000), &game, Futile::Off, &mut ()).unwrap();
        assert_eq!((found.length(), found.line.len() as u32), (Some(plies), plies), "{sfen}");
        assert!(found.line_complete && found.tail.is_empty());
        assert_mates(game.position(), &found.line);
    }
}

#[test]
fn random_problems_have_the_length_of_a_minimax() {
    let mut rng = fastrand::Rng::with_seed(22);
    let (mut mates, mut none, mut tails) = (0, 0, 0);
    while mates < 40 || none < 20 || tails < 1 {
        let Ok(game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        for futile in [Futile::Off, Futile::Exact] {
            let found = shortest(&mut solver(30_000), &game, futile, &mut ()).unwrap();
            let within = |moves| Plain::new(game.attacker(), futile, false).mates(game.position(), moves);
            let (Some(one), Some(two)) = (within(1), within(2)) else { continue };
            let truth = if one { Some(1) } else { two.then_some(2) };
            match found.verdict {
                Verdict::Proved => {
                    mates += 1;
                    let line = [&found.line[..], &found.tail].concat();
                    if found.line_complete {
                        assert_mates(game.position(), &line);
                    }
                    if let Some(length) = found.length() {
                        assert!(truth.is_none_or(|moves| length == 2 * moves - 1), "{}", game.position());
                        assert!(truth.is_some() || length > 3, "{}", game.position());
                        if futile == Futile::Off && found.line_complete {
                            assert_eq!(line.len() as u32, length, "{}", game.position());
                        }
                        tails += usize::from(!found.tail.is_empty());
                    }
                }
                Verdict::Disproved => {
                    none += 1;
                    assert_eq!(truth, None, "{}", game.position());
                }
                Verdict::Unknown(_) => assert!(truth.is_none_or(|moves| found.least < 2 * moves)),
            }
        }
    }
}

#[test]
fn limits_leave_bounds() {
    // Takes 15 plies; a few hundred nodes are not enough to know.
    let game = Tsume::from_sfen("7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1").unwrap();
    let mut told = Bounds(Vec::new());
    let found = shortest(&mut solver(150), &game, Futile::Off, &mut told).unwrap();
    assert!(found.length().is_none() && found.least > 1 && found.least <= 15, "{found:?}");
    assert!(found.most.is_none_or(|most| most >= 15));
    assert_eq!(told.0.last().map(|bounds| bounds.0), Some(found.least));
}

struct Bounds(Vec<(u32, Option<u32>)>);

impl phidelta_games::shogi::compose::Watcher for Bounds {
    fn bounds(&mut self, least: u32, most: Option<u32>) {
        self.0.push((least, most));
    }
}

#[test]
fn all_first_moves_are_judged() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut several = 0;
    while several < 20 {
        let Ok(game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let found = all_solutions(&mut solver(50_000), &game, Some(Futile::Off), &mut ()).unwrap();
        let mut checks = Vec::new();
        game.position().checks(&mut checks);
        assert_eq!(found.iter().map(|first| first.mv).collect::<Vec<_>>(), checks);
        for first in &found {
            let plain = Plain::new(game.attacker(), Futile::Off, false);
            let mut next = game.position().clone();
            next.play(first.mv);
            let truth = plain.defends(&next, 0) || plain.defends(&next, 1);
            if plain.patience.get() == 0 {
                continue;
            }
            assert!(!truth || first.verdict != Verdict::Disproved, "{} {}", game.position(), first.mv);
            if let Some(length) = first.length() {
                let line = [&[first.mv][..], &first.line].concat();
                assert_mates(game.position(), &line);
                assert_eq!(line.len() as u32, length);
                assert_eq!(truth, length <= 3);
            }
        }
        several += usize::from(found.iter().filter(|first| first.verdict.is_proved()).count() > 1);
    }
}
