//! Certificates of small positions of each game, by searches of all families, are accepted; corrupted ones
//! are not.
//!
//! A corrupted copy may still be a certificate: a move exchanged for another winning one, two independent
//! lines swapped. What is accepted is therefore followed from its root with the *solver's* rules
//! (`common::replay`): every play that it allows must end as it says, and a ranked one must not go round.

use crate::common::replay::{Board, replay};
use crate::common::{ALGORITHMS, check, heading, mutate, one, value};
use phidelta::{Certifiable, CertificateWriter, Claim, Game, Heading, Limits, PartQuestion, Solver, Verdict};
use phidelta_check::Checked;
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::{Graph, generate};
use phidelta_games::loa::{History, Loa, Rules as LoaRules};
use phidelta_games::othello::{Othello, Position as Discs};
use phidelta_games::shogi::Tsume;
use phidelta_games::uttt::{Position, Uttt};

const LOA_RULES: &str = "both-connected=draw no-move=pass repetition=third";

fn solver(name: &str) -> Solver {
    let limits = Limits::default().with_nodes(300_000);
    Solver::new(name.parse().unwrap()).memory(32 << 20).limits(limits)
}

fn accepted(text: &str) -> Checked {
    check(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn connect4(text: &str) -> (ConnectFour, Heading) {
    let game = ConnectFour::from_text(text).unwrap();
    let shape = game.shape();
    let rules = format!("{}x{}k{}", shape.width(), shape.height(), shape.row());
    let heading = heading("connect4", &rules, &game.position_text());
    (game, heading)
}

fn uttt(text: &str) -> (Uttt, Heading) {
    let game = Uttt::new(Position::from_text(text).unwrap());
    let heading = heading("uttt", "-", &game.position_text());
    (game, heading)
}

fn loa(text: &str) -> (Loa, Heading) {
    let history = History::from_text(text, LoaRules::default()).unwrap();
    (Loa::new(&history), heading("loa", LOA_RULES, history.text()))
}

fn othello(text: &str) -> (Othello, Heading) {
    let game = Othello::new(Discs::from_text(text).unwrap());
    let rules = format!("{0}x{0}", game.position().size().side());
    let heading = heading("othello", &rules, &game.position_text());
    (game, heading)
}

fn shogi(text: &str) -> (Tsume, Heading) {
    let game = Tsume::from_sfen(text).unwrap();
    let heading = heading("shogi", "tsume", &game.position_text());
    (game, heading)
}

const CONNECT4: [&str; 4] = ["4x4:", "5x4:33", "4x4k3:", "6x4:33"];

/// Positions late in random games.
fn uttt_positions() -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(9);
    let mut out = Vec::new();
    while out.len() < 6 {
        let mut game = Uttt::new(Position::start());
        for _ in 0..random.usize(46..54) {
            let mut moves = Vec::new();
            if game.outcome().is_none() {
                game.moves(&mut moves);
                game.play(moves[random.usize(..moves.len())]);
            }
        }
        if game.outcome().is_none() {
            out.push(game.position_text());
        }
    }
    out
}

const LOA: [&str; 3] = [
    "---------------O---X-XXO---XO-XX------XO--OOOXXO-------O-X------ X moves d3xd6 c6-c7 d4-c5 e6-f7 \
     h4xe4 h6-g7 e4-e5 c7xc5",
    "---------------O---X-XXO---XO-XX------XO--OOOXXO-------O-X------ X moves d3xd6 c6-c7 d4-c5 e6-f7 \
     h4xe4 h6-g7 e4-e5 c7xc5 e5-e6 f7-c7 d6-d7 h7xd7",
    "----------------X--------O-----XX-------------------O----------- X",
];

/// Endgames of random games on the small board: six to nine empty squares.
fn othello_positions() -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut out = Vec::new();
    while out.len() < 6 {
        let (mut game, _) = othello("6x6");
        let left = random.u32(6..10);
        while game.outcome().is_none() && game.position().empties() > left {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            game.play(moves[random.usize(..moves.len())]);
        }
        if game.outcome().is_none() {
            out.push(game.position_text());
        }
    }
    out
}

const SHOGI: [&str; 7] = [
    "9/8k/9/8P/9/9/9/9/9 b 2G 1",
    "4k4/9/4P4/9/9/9/9/9/9 b 2G 1",
    "7nl/7k1/6ppp/9/6N2/9/9/9/9 b RG 1",
    "7kl/9/6+P2/9/9/9/9/9/9 b 2S 1",
    "6k2/9/6P2/9/9/9/9/9/9 b RG 1",
    "4k4/9/9/9/9/9/9/9/9 b G 1",
    "4k4/9/9/9/9/9/9/9/9 b RB 1",
];

#[test]
fn certificates_of_all_games_are_accepted() {
    let mut counts = [0; 5];
    for name in ALGORITHMS {
        for text in CONNECT4 {
            let (mut game, heading) = connect4(text);
            if let Some(done) = value(&mut solver(name), &mut game, &heading) {
                counts[0] += 1;
                accepted(&done.unwrap_or_else(|error| panic!("{name} {text}: {error}")));
            }
        }
        for text in &uttt_positions() {
            let (mut game, heading) = uttt(text);
            if let Some(done) = value(&mut solver(name), &mut game, &heading) {
                counts[1] += 1;
                accepted(&done.unwrap_or_else(|error| panic!("{name} {text}: {error}")));
            }
        }
        for text in LOA {
            let (mut game, heading) = loa(text);
            if let Some(done) = one(&mut solver(name), &mut game, &heading) {
                counts[2] += 1;
                accepted(&done.unwrap_or_else(|error| panic!("{name} {text}: {error}")));
            }
        }
        for text in &othello_positions() {
            let (mut game, heading) = othello(text);
            if let Some(done) = value(&mut solver(name), &mut game, &heading) {
                counts[4] += 1;
                accepted(&done.unwrap_or_else(|error| panic!("{name} {text}: {error}")));
            }
        }
        for text in SHOGI {
            let (mut game, heading) = shogi(text);
            if let Some(done) = one(&mut solver(name), &mut game, &heading) {
                counts[3] += 1;
                accepted(&done.unwrap_or_else(|error| panic!("{name} {text}: {error}")));
            }
        }
    }
    // Best-first trees may fill their memory; the others decide all of them.
    assert!(
        counts.iter().zip([CONNECT4.len(), 6, LOA.len(), SHOGI.len(), 6]).all(|(n, all)| *n >= 6 * all),
        "{counts:?}"
    );
}

/// Ten thousand corruptions of some certificates: how many were accepted, all of them valid.
///
/// One that asks about another position, and says so throughout, is no corruption: the forger (`cargo xtask
/// forge`) decides what such claims are worth.
fn corrupt<G: Board>(certificates: &[(String, G)]) {
    let asked = |text: &str| text.lines().skip(1).take(3).map(str::to_string).collect::<Vec<_>>();
    corrupt_with(certificates, |broken, text, game| {
        if asked(broken) == asked(text) { replay(broken, &mut game.clone()) } else { Ok(()) }
    });
}

/// The same with a second opinion of one's own.
fn corrupt_with<G>(certificates: &[(String, G)], opinion: impl Fn(&str, &str, &G) -> Result<(), String>) {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut tried, mut valid) = (0, 0);
    while tried < 10_000 {
        for (text, game) in certificates {
            let Some(broken) = mutate::mutated(text, &mut random) else { continue };
            tried += 1;
            if let Ok(checked) = check(&broken) {
                if let Err(reason) = opinion(&broken, text, game) {
                    panic!("accepted, but {reason}: {checked:?}\n{broken}\noriginal:\n{text}");
                }
                valid += 1;
            }
        }
    }
    assert!(valid < tried / 4, "{valid} of {tried} corruptions change nothing: they are too tame");
}

fn certified<G: Certifiable>(done: Option<Result<String, phidelta::CertifyError>>, game: G) -> (String, G) {
    let text = done.expect("decided").expect("a certificate");
    accepted(&text);
    (text, game)
}

#[test]
fn corrupted_certificates_of_connect_four_are_refused() {
    let certificates = ["4x4k3:", "4x3k3:", "3x4k3:", "4x4k3:11"].map(|text| {
        let (mut game, heading) = connect4(text);
        certified(value(&mut solver("df-pn"), &mut game, &heading), game)
    });
    corrupt(&certificates);
}

#[test]
fn corrupted_certificates_of_ultimate_tic_tac_toe_are_refused() {
    let certificates: Vec<_> = uttt_positions()
        .iter()
        .map(|text| {
            let (mut game, heading) = uttt(text);
            certified(value(&mut solver("df-pn"), &mut game, &heading), game)
        })
        .filter(|(text, _)| text.len() < 20_000)
        .collect();
    assert!(certificates.len() > 2);
    corrupt(&certificates);
}

#[test]
fn corrupted_certificates_of_othello_are_refused() {
    let certificates: Vec<_> = othello_positions()
        .iter()
        .map(|text| {
            let (mut game, heading) = othello(text);
            certified(value(&mut solver("alpha-beta"), &mut game, &heading), game)
        })
        .filter(|(text, _)| text.len() < 20_000 && text.lines().count() > 8)
        .collect();
    assert!(certificates.len() > 2, "{}", certificates.len());
    corrupt(&certificates);
}

/// Scores: one question, and the two that show an exact one.
#[test]
fn certificates_of_scores_are_accepted() {
    let mut shown = 0;
    for text in &othello_positions() {
        let (game, heading) = othello(text);
        let mut solver = solver("alpha-beta");
        let score = phidelta_games::othello::score(&mut solver, &game, &mut ()).unwrap().score().unwrap();
        for answered in [
            Claim::Score(score),
            Claim::AtLeast(score, Verdict::Proved),
            Claim::AtLeast(score + 1, Verdict::Disproved),
        ] {
            let mut out = CertificateWriter::new(Vec::new(), &heading, answered).unwrap();
            for (asked, verdict) in answered.parts() {
                let PartQuestion::Score(least) = asked else { panic!("{asked}") };
                out.part(&mut solver, &mut game.clone().with_score(least), verdict).unwrap();
            }
            let text = String::from_utf8(out.finish().unwrap()).unwrap();
            let checked = accepted(&text);
            shown += checked.positions;
            // A better score does not follow.
            for (from, to) in [(score, score + 2), (score + 2, score)] {
                let other = text.replace(&format!("score>={from}\t"), &format!("score>={to}\t"));
                assert!(other == text || check(&other).is_err(), "{other}");
            }
        }
    }
    assert!(shown > 1000, "{shown}");
}

#[test]
fn corrupted_certificates_of_lines_of_action_are_refused() {
    let certificates = [LOA[0], LOA[1]].map(|text| {
        let (mut game, heading) = loa(text);
        certified(one(&mut solver("df-pn+tca"), &mut game, &heading), game)
    });
    corrupt(&certificates);
}

#[test]
fn corrupted_certificates_of_mate_problems_are_refused() {
    let problem = |text: &str| {
        let (mut game, heading) = shogi(text);
        certified(one(&mut solver("df-pn+tca"), &mut game, &heading), game)
    };
    // Each is read ten thousand times.
    let short = |(text, _): &(String, Tsume)| text.len() < 20_000;
    let certificates: Vec<_> = SHOGI.into_iter().map(problem).filter(short).collect();
    assert!(certificates.len() > 2);
    corrupt(&certificates);
}

#[test]
fn corrupted_certificates_of_graphs_are_refused() {
    let shape = generate::Shape { nodes: 40, leaf: 0.2, draw: 0.3, ..Default::default() };
    let graphs: Vec<_> = (0..20).map(|seed| generate::cyclic(&shape, seed)).collect();
    let certificates: Vec<_> = graphs
        .iter()
        .map(|graph| {
            let heading = heading("graph", &graph.certificate_rules(), &graph.certificate_root());
            let mut game = graph.game();
            certified(one(&mut solver("df-pn+tca"), &mut game, &heading), game)
        })
        .filter(|(text, _)| text.lines().count() > 10)
        .collect();
    assert!(certificates.len() > 3);
    corrupt_with(&certificates, |broken, _, _| {
        // The graph itself may have been changed, in a place that matters or not.
        let rules = broken.lines().nth(2).and_then(|line| line.strip_prefix("rules\t")).ok_or("no rules")?;
        let graph = Graph::from_json(rules).map_err(|error| error.to_string())?;
        replay(broken, &mut graph.game())
    });
}
