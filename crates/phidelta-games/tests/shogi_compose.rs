//! Shortest mates and all solutions, held to a plain minimax; lines replayed by rules of others.

use phidelta::{Limits, Solver, Verdict};
use phidelta_games::shogi::Tsume;
use phidelta_games::shogi::compose::{
    Clocked, Futile, Study, Variation, all_solutions, lengths, shortest, shortest_from_above, study,
};
use phidelta_testing::compose::{Plain, assert_mates};
use phidelta_testing::shogi::problem;

const FUTILE: [Futile; 4] = [Futile::Off, Futile::Strict, Futile::Exact, Futile::Loose];

fn solver(nodes: u64) -> Solver {
    let limits = Limits::default().with_nodes(nodes);
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
                // In half of the problems the defender may stop any clock.
                clocked.stops_from(if proved % 2 == 0 { 1 } else { 10 });
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
fn a_stopped_clock_agrees_with_every_clock() {
    let mut rng = fastrand::Rng::with_seed(24);
    let (mut mates, mut none) = (0, 0);
    while mates < 30 || none < 30 {
        let Ok(game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let start = game.position().clone();
        // With a table that loses half of what it is told, too.
        let mut solver = solver(20_000);
        if mates % 2 == 1 {
            solver = solver.drop_stores(none as u64);
        }
        for (futile, keep) in FUTILE.into_iter().flat_map(|futile| [(futile, false), (futile, true)]) {
            let mut clocked = Clocked::new(game.clone(), 1, futile);
            clocked.keep_a_piece(keep);
            clocked.stop();
            let report = solver.solve(&mut clocked).unwrap();
            clocked.note(report.verdict, report.stock);
            let (verdict, taken) = (report.verdict, clocked.taken());
            let within = |moves, futile| Plain::new(game.attacker(), futile, keep).mates(&start, moves);
            for moves in 1..=2 {
                // A mate that was found counts by raw plies; where there is none, there is none by any counting.
                match verdict {
                    Verdict::Proved if taken.is_some_and(|taken| taken <= moves) => {
                        assert_ne!(within(moves, Futile::Off), Some(false), "{start} {moves} {keep}");
                        mates += 1;
                    }
                    Verdict::Disproved => {
                        assert_ne!(within(moves, futile), Some(true), "{start} {moves} {futile:?} {keep}");
                        none += 1;
                    }
                    _ => {}
                }
                // What it has left in the table must not mislead a running clock.
                clocked.wind(moves);
                clocked.stops_from(1);
                let verdict = solver.solve(&mut clocked).unwrap().verdict;
                if let (true, Some(truth)) = (verdict.is_decided(), within(moves, futile)) {
                    assert_eq!(verdict.is_proved(), truth, "{start} {moves} {futile:?} {keep}");
                }
            }
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
            // Half of them without climbing: a mate first, then from above.
            let solver = &mut solver(30_000);
            let found = match mates % 2 {
                0 => shortest(solver, &game, futile, &mut ()),
                _ => shortest_from_above(solver, &game, futile, &mut ()),
            };
            let found = found.unwrap();
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
fn raw_and_counted_lengths_are_those_of_a_minimax() {
    let mut rng = fastrand::Rng::with_seed(25);
    let (mut both, mut differ) = (0, 0);
    while both < 25 || differ < 1 {
        let Ok(game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let found = lengths(&mut solver(30_000), &game, Futile::Exact, &mut ()).unwrap();
        let Some(counted) = &found.counted else { continue };
        for (found, futile) in [(&found.raw, Futile::Off), (counted, Futile::Exact)] {
            for moves in 1..=2 {
                let plain = Plain::new(game.attacker(), futile, false).mates(game.position(), moves);
                let Some(truth) = plain else { continue };
                let most = found.most.unwrap_or(u32::MAX);
                assert!(truth || most >= 2 * moves, "{} {futile:?} {most}", game.position());
                assert!(!truth || found.least < 2 * moves, "{} {futile:?}", game.position());
            }
        }
        if let (Some(raw), Some(counted)) = (found.raw.length(), counted.length()) {
            assert!(raw >= counted, "{}", game.position());
            if found.raw.line_complete {
                assert_mates(game.position(), &found.raw.line);
                assert_eq!(found.raw.line.len() as u32, raw);
            }
            both += 1;
            differ += usize::from(raw > counted);
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
                assert_eq!(truth, length <= 3);
                if !first.shortest.as_ref().is_some_and(|shortest| shortest.line_complete) {
                    continue;
                }
                let line = [&[first.mv][..], &first.line].concat();
                assert_mates(game.position(), &line);
                assert_eq!(line.len() as u32, length);
            }
        }
        several += usize::from(found.iter().filter(|first| first.verdict.is_proved()).count() > 1);
    }
}

/// Every other defence has the length of a plain minimax, every try that fails fails by it, and both are
/// all there are.
#[test]
fn what_is_beside_a_solution_is_what_looking_at_everything_finds() {
    let mut rng = fastrand::Rng::with_seed(77);
    let (mut defences, mut tries) = (0, 0);
    while defences < 10 || tries < 20 {
        let Ok(game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let mut solver = solver(2_000);
        let found = shortest(&mut solver, &game, Futile::Off, &mut ()).unwrap();
        let Some(3) = found.length() else { continue };
        let wanted = Study::default()
            .with_futile(Futile::Off)
            .with_question_nodes(5_000)
            .with_variations(usize::MAX)
            .with_tries(true);
        let studied = study(&mut self::solver(10_000_000), &game, &found.line, &wanted, &mut ()).unwrap();
        let mut here = game.position().clone();
        for (ply, &played) in found.line.iter().enumerate() {
            let mut others = Vec::new();
            if ply % 2 == 0 {
                here.checks(&mut others)
            } else {
                here.legal_moves(&mut others)
            }
            others.retain(|&mv| mv != played);
            let told = |mv| {
                let mut variations = studied.variations.iter().filter(|told| told.ply == ply);
                let mut tries = studied.tries.iter().filter(|told| told.ply == ply);
                let variation = variations.find(|told| told.mv == mv).map(|told| (told.verdict, told.length));
                variation.or_else(|| tries.find(|told| told.mv == mv).map(|told| (told.verdict, None)))
            };
            for mv in others {
                let (verdict, length) = told(mv).unwrap_or_else(|| panic!("{mv} is missing in {here}"));
                let mut behind = here.clone();
                behind.play(mv);
                let plain = Plain::new(game.attacker(), Futile::Off, false);
                if ply % 2 == 1 {
                    assert_eq!(verdict, Verdict::Proved, "{mv} in {here}");
                    assert!(plain.attacks(&behind, 1, None), "{mv} in {here}");
                    assert_eq!(length, Some(2), "{mv} in {here}");
                    defences += 1;
                } else if verdict == Verdict::Disproved {
                    assert!(!plain.defends(&behind, 1) || plain.patience.get() == 0, "{mv} in {here}");
                    tries += 1;
                }
            }
            here.play(played);
        }
        for told in studied.tries.iter().filter(|told| told.verdict.is_disproved()) {
            // A check that is answered by a move names it; the line is legal.
            let mut position = game.position().clone();
            found.line[..told.ply].iter().for_each(|&mv| position.play(mv));
            for &mv in &told.line {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                assert!(legal.contains(&mv), "{mv} in {position}");
                position.play(mv);
            }
            assert!(told.refutation().is_some(), "{told:?}");
        }
    }
}

#[test]
fn only_the_longest_defences_are_told_if_few_are_asked_for() {
    let game = Tsume::from_sfen("4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1").unwrap();
    let line = shortest(&mut solver(100_000), &game, Futile::Exact, &mut ()).unwrap().line;
    let wanted = |variations| Study::default().with_question_nodes(10_000).with_variations(variations);
    let all = study(&mut solver(100_000), &game, &line, &wanted(usize::MAX), &mut ()).unwrap();
    let one = study(&mut solver(100_000), &game, &line, &wanted(1), &mut ()).unwrap();
    assert!(all.left_out == 0 && all.tries.is_empty());
    let mut left_out = 0;
    for ply in (1..line.len()).step_by(2) {
        let at = |told: &[Variation]| told.iter().filter(|told| told.ply == ply).cloned().collect::<Vec<_>>();
        let (all, one) = (at(&all.variations), at(&one.variations));
        assert_eq!(one, all[..all.len().min(1)]);
        assert!(all.is_sorted_by_key(|told| std::cmp::Reverse(told.length)), "{all:?}");
        left_out += all.len().saturating_sub(1);
    }
    assert!(left_out > 0);
    assert_eq!(one.left_out, left_out);
}
