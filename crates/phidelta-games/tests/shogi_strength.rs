//! What makes the mate solver strong does not make it wrong.
//!
//! Claim: hands that cover others, proof and disproof pieces, dominance on the path, mate in one,
//! waiting moves and first numbers, whatever they are, change the order and the amount of work, never a verdict. Each random small problem is
//! solved with all of it and with the bare rules, for many divisions of the hands on one shared table.

use std::sync::Arc;

use phidelta::{Algorithm, Game, Limits, Outcome, Solver, Verdict};
use phidelta_games::shogi::{FirstNumbers, Position, Tsume};
use phidelta_testing::bare::Bare;

/// A board of a few pieces around a king, and pieces to be divided between the hands.
fn board(rng: &mut fastrand::Rng) -> (String, String, String) {
    let mut squares = vec![vec![String::new(); 9]; 9];
    // In a corner, where mates are.
    let king = (rng.usize(..2), [0, 1, 7, 8][rng.usize(..4)]);
    squares[king.0][king.1] = "k".into();
    for _ in 0..rng.usize(4..10) {
        let near = |rng: &mut fastrand::Rng, at: usize| (at + rng.usize(..5)).saturating_sub(2).min(8);
        let (rank, file) = (near(rng, king.0), near(rng, king.1));
        if !squares[rank][file].is_empty() {
            continue;
        }
        let letter = *["p", "l", "n", "s", "g", "b", "r", "p", "s"].get(rng.usize(..9)).unwrap();
        let ours = rng.u8(..5) < 3;
        let ahead = if ours { rank } else { 8 - rank };
        let promoted = letter != "g" && rng.u8(..4) == 0;
        let dead = !promoted && (letter == "p" || letter == "l") && ahead < 1 || letter == "n" && ahead < 2;
        if dead {
            continue;
        }
        let letter = if ours { letter.to_uppercase() } else { letter.to_string() };
        squares[rank][file] = if promoted { format!("+{letter}") } else { letter };
    }
    let ranks: Vec<String> = squares
        .iter()
        .map(|rank| rank.iter().map(|s| if s.is_empty() { "1" } else { s }).collect())
        .collect();
    let stock: String =
        (0..rng.usize(2..5)).map(|_| ['P', 'N', 'L', 'S', 'G', 'G', 'B', 'R'][rng.usize(..8)]).collect();
    let rest: String = (0..rng.usize(..3)).map(|_| ['p', 'l', 'n', 's', 'g'][rng.usize(..5)]).collect();
    (ranks.join("/"), stock, rest)
}

fn read(board: &str, hands: &str) -> Option<Tsume> {
    let hands = if hands.is_empty() { "-" } else { hands };
    Tsume::new(Position::from_sfen(&format!("{board} b {hands} 1")).ok()?)
}

fn solver(name: &str, nodes: u64) -> Solver {
    let algorithm: Algorithm = name.parse().unwrap();
    Solver::new(algorithm).memory(4 << 20).limits(Limits::default().with_nodes(nodes))
}

/// How many boards the test looks at; `PHIDELTA_BOARDS` asks for more.
fn boards() -> u64 {
    std::env::var("PHIDELTA_BOARDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

#[test]
fn strength_never_changes_a_verdict() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut mates, mut escapes, mut looked) = (0, 0, 0);
    while looked < boards() {
        let (board, stock, rest) = board(&mut rng);
        if read(&board, &format!("{stock}{rest}")).is_none() {
            continue;
        }
        looked += 1;
        let names =
            ["df-pn+tca+snda", "df-pn+tca", "df-pn(r)+wpns", "pds+tca", "df-pn+tca+mobility+immediate"];
        let mut strong = solver(names[rng.usize(..names.len())], 20_000);
        if rng.u8(..4) == 0 {
            strong = strong.table_entries(64);
        }
        let mut divisions: Vec<u32> = (0..1 << stock.len()).collect();
        rng.shuffle(&mut divisions);
        for division in divisions {
            // Each piece of the stock goes to one hand or the other: one board, many hands, one table.
            let hands: String = stock
                .chars()
                .enumerate()
                .map(|(i, piece)| if division >> i & 1 == 0 { piece } else { piece.to_ascii_lowercase() })
                .collect();
            let Some(mut problem) = read(&board, &format!("{hands}{rest}")) else { continue };
            let bare = solver("df-pn+tca", 20_000).solve(&mut Bare(problem.clone())).unwrap().verdict;
            if rng.bool() {
                problem = problem.with_first_numbers(Some(Arc::new(random_numbers(&mut rng))));
            }
            let report = strong.solve(&mut problem).unwrap();
            if bare.is_decided() && report.verdict.is_decided() {
                assert_eq!(report.verdict, bare, "{}: {board} b {hands}{rest}", strong.algorithm());
            }
            mates += u64::from(report.verdict.is_proved());
            escapes += u64::from(report.verdict.is_disproved());
            if report.verdict == Verdict::Proved && report.line_complete {
                for &mv in &report.line {
                    problem.play(mv);
                }
                assert_eq!(problem.outcome(), Some(Outcome::Win), "{board} b {hands}{rest}");
            }
        }
    }
    println!("{mates} mates, {escapes} escapes");
    assert!(mates > looked / 8 && escapes > looked, "{mates} mates, {escapes} escapes");
}

/// First numbers drawn by lot: from very small to as large as they get.
fn random_numbers(rng: &mut fastrand::Rng) -> FirstNumbers {
    let most = [2, 16, 255][rng.usize(..3)];
    let numbers: Vec<[u8; 2]> =
        (0..FirstNumbers::CELLS).map(|_| [rng.u8(..=most), rng.u8(..=most)]).collect();
    FirstNumbers::from_numbers(&numbers).unwrap()
}

/// A model changes the nodes of a search, never its verdict.
#[test]
fn any_first_numbers_give_the_same_verdicts() {
    let mut rng = fastrand::Rng::with_seed(17);
    let (mut decided, mut differ) = (0, 0);
    let lines = phidelta_games::suites::TSUME.text.lines().filter(|line| !line.starts_with('#'));
    // The harder half takes too long for random numbers.
    for line in lines.step_by(2) {
        let game = Tsume::from_sfen(line.split('\t').next().unwrap()).unwrap();
        let search = |first: Option<FirstNumbers>| {
            let mut game = game.clone().with_first_numbers(first.map(Arc::new));
            let report = solver("df-pn+tca+snda+eps=0.25", 5_000).lines(false).solve(&mut game).unwrap();
            (report.verdict, report.stats.nodes)
        };
        let (by_hand, by_lot) = (search(None), search(Some(random_numbers(&mut rng))));
        if by_hand.0.is_decided() && by_lot.0.is_decided() {
            assert_eq!(by_hand.0, by_lot.0, "{line}");
            decided += 1;
            differ += u32::from(by_hand.1 != by_lot.1);
        }
    }
    assert!(decided > 25 && differ > 15, "{decided} decided, {differ} with other nodes");
}

/// A shortcut says what one move of search says, if it says anything; mates with many flights may be
/// missed.
#[test]
fn shortcuts_are_exact() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut mates, mut seen, mut nothing) = (0, 0, 0);
    for _ in 0..30_000 {
        let (board, stock, rest) = board(&mut rng);
        let Some(mut problem) = read(&board, &format!("{stock}{rest}")) else { continue };
        let mut checks = Vec::new();
        problem.moves(&mut checks);
        let mates_now = checks.iter().any(|&mv| {
            problem.play(mv);
            let mate = problem.outcome() == Some(Outcome::Win);
            problem.undo(mv);
            mate
        });
        let found = problem.shortcut().map(|shortcut| shortcut.outcome);
        assert_eq!(found == Some(Outcome::Loss), checks.is_empty(), "{board} {stock}{rest}");
        assert!(mates_now || found != Some(Outcome::Win), "{board} {stock}{rest}");
        seen += u32::from(found == Some(Outcome::Win));
        mates += u32::from(mates_now);
        nothing += u32::from(checks.is_empty());
    }
    assert!(mates > 500 && nothing > 20 && seen * 10 > mates * 9, "{seen} of {mates}, {nothing}");
}

/// Problems whose key move once waited behind one that never came to an end: all were open, or took
/// millions of nodes.
#[test]
fn waiting_does_not_hide_the_key_move() {
    let problems = [
        // Shogi Zuko 4 and 29: a piece that does not promote, and drops on several squares of one line.
        "6S+Pl/5s3/4L2l1/5gkBr/4pn3/5Gp2/9/6N2/7+R+n b BN2g2sl15p 1",
        "9/lgsl5/1p7/1k2G4/L1n6/+p8/1+B7/1+R7/3r5 b B3N2g3sl16p 1",
        // Shogi Zuko 9: a silver stays as it is.
        "1gn2+r1n1/1s1knPg2/+R1L1s1+BS1/1s1+B1N3/4P+pP2/9/9/9/9 b P2g3l13p 1",
    ];
    for sfen in problems {
        let limits = Limits::default().with_nodes(300_000);
        let algorithm = "df-pn+tca+snda+eps=0.25".parse().unwrap();
        let mut solver = Solver::new(algorithm).memory(256 << 20).limits(limits).lines(false);
        let report = solver.solve(&mut Tsume::from_sfen(sfen).unwrap()).unwrap();
        assert_eq!(report.verdict, Verdict::Proved, "{sfen}: {} nodes", report.stats.nodes);
    }
}
