//! Whatever ends a call, the game stands where it stood.
//!
//! Claims: with every request for memory, every node, every look at the stop flag and random stores failing in
//! turn, in every search, in the line and in certificates, the game is the same afterwards, and a fresh
//! solver says the same of it as before.

mod common;

use common::algorithms::named;
use common::{node_limit, sketch};
use phidelta::{Certifiable, CertifyError, Faults, Game, Replies, Scribe, Solver, Verdict};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::Graph;
use phidelta_games::graph::generate::{Shape, cyclic};
use phidelta_games::loa::{History, Loa, Rules};
use phidelta_games::othello::{self, Othello};
use phidelta_games::shogi::Tsume;

/// Every family, and what nests one in another.
const SEARCHES: [&str; 14] = [
    "df-pn+tca",
    "df-pn+tca+snda+relay=5",
    "df-pn+r+immediate",
    "pds+tca",
    "pn*+tca",
    "pn",
    "pn+delayed+mobility",
    "pn+shared",
    "pn2+a=5+b=3",
    "pds-pn+tca+a=10+b=5",
    "pn-dfpn+tca+jobs=5",
    "pn-dfpn+r+snda+jobs=1",
    "alpha-beta",
    "df-pn+tca+no-shortcuts",
];

/// Takes a certificate and throws it away; may fail at a position.
struct Sink {
    left: u64,
}

impl<G: Certifiable> Scribe<G> for Sink {
    fn position(&mut self, _id: u64, _game: &G, _moves: &Replies) -> std::io::Result<()> {
        self.left = self.left.checked_sub(1).ok_or_else(|| std::io::Error::other("full"))?;
        Ok(())
    }
}

/// Everything that can be seen of a position.
fn look<G: Game>(game: &G) -> (u128, String, Vec<G::Move>) {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    (game.key(), game.describe(), moves)
}

fn solver(name: &str) -> Solver {
    Solver::new(named(name)).memory(1 << 20).limits(node_limit(50_000)).table_entries(1 << 10)
}

/// Lets the `k`-th thing of each kind fail, for `k` up to `most`, in a search, its line and its certificate.
fn fail_everything<G: Certifiable + Clone>(start: &G, name: &str, most: u64, what: &str) -> u64 {
    let mut game = start.clone();
    let truth = solver(name).solve(&mut game).unwrap().verdict;
    let before = look(start);
    let mut failed = 0;
    let mut same = |game: &G, verdict: Verdict, how: &str, k: u64| {
        assert_eq!(look(game), before, "{what} by {name}: {how} {k}");
        if verdict.is_decided() && truth.is_decided() {
            assert_eq!(verdict, truth, "{what} by {name}: {how} {k}");
        } else {
            failed += u64::from(truth.is_decided());
        }
    };
    for k in 1..=most {
        for (how, faults) in
            [("memory", Faults { memory: k, look: 0 }), ("stop", Faults { memory: 0, look: k })]
        {
            let mut solver = solver(name);
            solver.set_faults(faults);
            let verdict = solver.solve(&mut game).unwrap().verdict;
            same(&game, verdict, how, k);
            // Its table after that is as good as any.
            solver.set_faults(Faults::default());
            let verdict = solver.solve(&mut game).unwrap().verdict;
            same(&game, verdict, "after a failure", k);
            solver.set_faults(faults);
            let done = solver.certify(&mut game, verdict, &mut Sink { left: u64::MAX });
            assert!(!matches!(done, Err(CertifyError::Write(_))));
            same(&game, verdict, "a certificate's", k);
        }
        let verdict = Solver::new(named(name)).limits(node_limit(k)).solve(&mut game).unwrap().verdict;
        same(&game, verdict, "nodes", k);
        let mut solver = solver(name).drop_stores(k);
        let verdict = solver.solve(&mut game).unwrap().verdict;
        same(&game, verdict, "lost stores", k);
        let done = solver.certify(&mut game, verdict, &mut Sink { left: k });
        assert!(done.is_ok() || !matches!(done, Err(CertifyError::Undecided)) || !verdict.is_decided());
        same(&game, verdict, "a certificate without its stores,", k);
    }
    // And the game still is worth what it was.
    assert_eq!(solver(name).solve(&mut game).unwrap().verdict, truth, "{what} by {name}");
    failed
}

#[test]
fn graphs_stand_where_they_stood() {
    let mut graphs: Vec<Graph> =
        (0..4).map(|seed| cyclic(&Shape { nodes: 24, leaf: 0.2, ..Shape::default() }, seed)).collect();
    graphs.push(sketch("A: b c\nb: A D\nc: D E\nD: f\nE: f g\nf = win\ng: A E"));
    let mut failed = 0;
    for name in SEARCHES {
        for (number, graph) in graphs.iter().enumerate() {
            failed += fail_everything(&graph.game(), name, 40, &format!("graph {number}"));
        }
    }
    assert!(failed > 2_000, "{failed}");
}

#[test]
fn games_stand_where_they_stood() {
    let mut failed = 0;
    for name in SEARCHES {
        let connect = ConnectFour::from_text("4x3k3:").unwrap();
        failed += fail_everything(&connect, name, 12, "connect four");
        let mate = Tsume::from_sfen("7nl/7k1/5G1pp/9/9/9/9/9/9 b GS 1").unwrap();
        failed += fail_everything(&mate, name, 12, "a mate");
        let mated = Tsume::mated_from_sfen("6gK1/9/8b/k8/9/9/9/9/9 b g 1").unwrap();
        failed += fail_everything(&mated, name, 12, "a mate of the side to move");
        let board = "XXXXXXOOOOOOXXXXXXOOOOOOXXOXXX--O--- X";
        let othello = Othello::new(othello::Position::from_text(board).unwrap()).with_last_squares(0);
        failed += fail_everything(&othello, name, 12, "othello");
    }
    assert!(failed > 500, "{failed}");
}

/// The first case of the report: a certificate under little memory took a move back twice.
#[test]
fn a_certificate_without_memory_leaves_lines_of_action_alone() {
    let text = "-------------O---X----------------------------X----------O------ O";
    let start = Loa::new(&History::from_text(text, Rules::default()).unwrap());
    let mut game = start.clone();
    let mut solver = Solver::new(named("df-pn+tca+snda")).memory(1 << 20).limits(node_limit(20_000));
    let verdict = solver.solve(&mut game).unwrap().verdict;
    for k in (1..200).step_by(7) {
        solver.set_faults(Faults { memory: k, look: 0 });
        let _ = solver.certify(&mut game, verdict, &mut Sink { left: u64::MAX });
        assert_eq!(look(&game), look(&start), "{k}");
    }
    solver.set_faults(Faults::default());
    let _ = solver.certify(&mut game, verdict, &mut Sink { left: u64::MAX });
    assert_eq!(look(&game), look(&start));
}

/// The second: the same value, solved again, had the opposite verdict.
#[test]
fn a_refused_certificate_does_not_turn_the_verdict_round() {
    let start = ConnectFour::from_text("9x3:91327338466").unwrap();
    let mut game = start.clone();
    let mut solver = Solver::new(named("df-pn+tca+snda+relay=50")).memory(128 << 10);
    let verdict = solver.solve(&mut game).unwrap().verdict;
    assert_eq!(verdict, Verdict::Disproved);
    let done = solver.certify(&mut game, verdict, &mut Sink { left: u64::MAX });
    assert!(matches!(done, Err(CertifyError::Unfinished(_))), "{done:?}: the memory is too small for it");
    assert_eq!(look(&game), look(&start));
    assert_eq!(solver.solve(&mut game).unwrap().verdict, verdict);
}
