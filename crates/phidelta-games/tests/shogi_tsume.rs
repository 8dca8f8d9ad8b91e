//! Mate problems as a game, and searches over them.

use phidelta::{Game, Limits, Observer, Outcome, Phase, Progress, Side, Solver, Verdict};
use phidelta_games::shogi::{Color, Move, Position, Tsume};
use phidelta_testing::shogi::{legal_moves_of_others, problem};
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite::is_in_check_partial_lite;
use shogi_usi_parser::FromUsi;

fn solve(algorithm: &str, nodes: u64, game: &mut Tsume) -> (Verdict, Vec<Move>) {
    let limits = Limits::default().with_nodes(nodes);
    let mut solver = Solver::new(algorithm.parse().unwrap()).memory(8 << 20).limits(limits);
    let report = solver.solve(game).unwrap();
    if report.verdict.is_decided() {
        assert!(report.line_complete, "{:?} of {}", report.verdict, game.position());
    }
    (report.verdict, report.line)
}

/// Replays a line with other rules: every move legal, every move of the attacker a check, mate at the
/// end. The moves are found by their text.
fn assert_mates(start: &Position, line: &[Move]) {
    let mut other = PartialPosition::from_usi(&format!("sfen {start}")).unwrap();
    assert_eq!(line.len() % 2, 1, "{start}");
    for (ply, mv) in line.iter().enumerate() {
        let legal = legal_moves_of_others(&other);
        let found = legal.into_iter().find(|other| other.to_usi_owned() == mv.to_string());
        other.make_move(found.unwrap_or_else(|| panic!("{mv} in {start} {line:?}"))).unwrap();
        assert!(ply % 2 == 1 || is_in_check_partial_lite(&other), "{mv} in {start} {line:?}");
    }
    assert!(legal_moves_of_others(&other).is_empty(), "{start} {line:?}");
}

/// Whether there is a mate in at most `plies`, by looking at everything.
fn mates_in(position: &mut Position, plies: u32) -> bool {
    let (mut checks, mut replies) = (Vec::new(), Vec::new());
    position.checks(&mut checks);
    checks.into_iter().any(|check| {
        position.play(check);
        replies.clear();
        position.evasions(&mut replies);
        let mate = replies.iter().all(|&reply| {
            plies > 2 && {
                position.play(reply);
                let mate = mates_in(position, plies - 2);
                position.undo(reply);
                mate
            }
        });
        position.undo(check);
        mate
    })
}

#[test]
fn known_mates() {
    for (sfen, plies) in [
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", 1),
        ("9/8k/9/8P/9/9/9/9/9 b 2G 1", 3),
        ("7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1", 15),
        // From games, White attacking.
        ("l2gkg2l/2s3s2/p1nppp1pp/2p3p2/P4P1P1/4n3P/1PPPG1N2/1BKS2+s2/LN3+r3 w RBgl3p 72", 5),
        ("ln1g3+Rl/2sk1s+P2/2ppppb1p/p1b3p2/8P/P4P3/2PPP1P2/1+r2GS3/LN+p2KGNL w GN2Ps 36", 7),
    ] {
        for algorithm in ["df-pn", "df-pn+tca", "df-pn+tca+snda", "pds", "pn2"] {
            let mut game = Tsume::from_sfen(sfen).unwrap();
            let start = game.position().clone();
            let (verdict, line) = solve(algorithm, 1_000_000, &mut game);
            assert_eq!(verdict, Verdict::Proved, "{algorithm} {sfen}");
            assert_mates(&start, &line);
            assert_eq!(*game.position(), start);
            assert!(line.len() >= plies.min(3), "{algorithm} {sfen} {line:?}");
        }
    }
}

#[test]
fn known_failures() {
    for sfen in [
        "4k4/9/9/9/9/9/9/9/9 b G 1",  // one gold is not enough
        "4k4/9/9/9/9/9/9/9/9 b - 1",  // no check at all
        "9/9/9/4k4/9/9/9/9/R8 b - 1", // a rook checks for ever
    ] {
        let mut game = Tsume::from_sfen(sfen).unwrap();
        let (verdict, _) = solve("df-pn+tca", 2_000_000, &mut game);
        assert_eq!(verdict, Verdict::Disproved, "{sfen}");
    }
}

#[test]
fn random_problems_agree_with_looking_at_everything() {
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut proved, mut disproved) = (0, 0);
    while proved < 300 || disproved < 300 {
        let Ok(mut game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let mut start = game.position().clone();
        let (verdict, line) = solve("df-pn+tca+snda", 5_000, &mut game);
        match verdict {
            Verdict::Proved => {
                proved += 1;
                assert_mates(&start, &line);
            }
            Verdict::Disproved => {
                disproved += 1;
                assert!(!mates_in(&mut start, 3), "{start}");
            }
            Verdict::Unknown(_) => {}
        }
    }
}

#[test]
fn what_the_game_says_is_what_the_generators_say() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut wins, mut losses) = (0, 0);
    while wins < 20 || losses < 200 {
        let Ok(mut game) = Tsume::from_sfen(&problem(&mut rng)) else { continue };
        let attacker = game.position().side();
        assert_eq!(game.attacker(), attacker);
        let mut line = Vec::new();
        for _ in 0..40 {
            let (mut moves, mut expected) = (Vec::new(), Vec::new());
            let side = if game.position().side() == attacker {
                game.position().checks(&mut expected);
                Side::Attacker
            } else {
                game.position().evasions(&mut expected);
                Side::Defender
            };
            assert_eq!(game.side(), side);
            // Asked in any order, any number of times.
            for _ in 0..rng.u8(..3) {
                let outcome = match side {
                    Side::Attacker => Outcome::Loss,
                    Side::Defender => Outcome::Win,
                };
                assert_eq!(game.outcome(), expected.is_empty().then_some(outcome));
            }
            game.moves(&mut moves);
            assert_eq!(moves, expected);
            for &mv in &moves {
                let ahead = game.key_after(mv);
                game.play(mv);
                assert_eq!(game.key(), ahead);
                assert_ne!(game.side(), side);
                game.undo(mv);
            }
            match (game.outcome(), rng.u8(..4)) {
                (Some(Outcome::Win), _) => wins += 1,
                (Some(_), _) => losses += 1,
                (None, 0..3) => {
                    let mv = moves[rng.usize(..moves.len())];
                    game.play(mv);
                    line.push(mv);
                    continue;
                }
                (None, _) => {}
            }
            let Some(mv) = line.pop() else { break };
            game.undo(mv);
        }
    }
}

/// The same board asks two questions; a table must not confuse them.
#[test]
fn keys_know_who_attacks() {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b Gg 1";
    let mut black = Tsume::from_sfen(sfen).unwrap();
    let check = black.position().read_move("G*5b").unwrap();
    black.play(check);
    let white = Tsume::new(black.position().clone()).unwrap();
    assert_eq!((black.position(), white.attacker()), (white.position(), Color::White));
    assert_ne!(black.key(), white.key());
    assert!(Tsume::new(Position::from_sfen("9/9/9/9/9/9/9/9/4K4 b - 1").unwrap()).is_none());
}

/// Nodes that the line took after the search.
#[derive(Default)]
struct LineNodes {
    line: bool,
    nodes: u64,
}

impl Observer<Move> for LineNodes {
    fn phase(&mut self, phase: Phase) {
        self.line = phase == Phase::Line;
    }

    fn progress(&mut self, progress: &Progress<'_, Move>) {
        if self.line {
            self.nodes = progress.nodes;
        }
    }
}

#[test]
fn a_longer_line_costs_no_more_than_the_search() {
    // The loser thinks again, and what he then asks for took a million nodes of a search of 2,505.
    let mut game = Tsume::from_sfen("9/9/7k1/5lP2/4L+R3/9/9/9/9 b 2BSLr4g3s4nl17p 1").unwrap();
    let mut solver = Solver::new("df-pn+tca+snda+cap=64+eps=0.25+relay=100K".parse().unwrap())
        .memory(64 << 20)
        .progress_interval(std::time::Duration::ZERO);
    let mut line = LineNodes::default();
    let report = solver.solve_observed(&mut game, &mut line).unwrap();
    assert!(report.verdict == Verdict::Proved && report.line_complete);
    assert!(line.nodes > 0 && line.nodes < 2 * report.stats.nodes, "{} {}", line.nodes, report.stats.nodes);
}

/// To find a way that the table had lost, the line emptied the table: of a long mate nothing was left of the proof
/// for the rest of the line, and all of it was searched again.
#[test]
fn a_line_leaves_the_proof_in_the_table() {
    let sfen = "1n2sk1nl/2+R3gB1/p3pp1p1/1pp3p1p/3n5/2P5P/PPGPPPP2/r8/2S1KGSNL w BSL2Pgl 52";
    let mut game = Tsume::from_sfen(sfen).unwrap();
    let mut solver = Solver::new("df-pn+tca+snda+cap=64+eps=0.25+relay=100K".parse().unwrap());
    let report = solver.solve(&mut game).unwrap();
    assert!(report.verdict == Verdict::Proved && report.line_complete && report.stats.nodes > 100);
    assert_eq!(solver.solve(&mut game).unwrap().stats.nodes, 1, "the answer is still known");
}
