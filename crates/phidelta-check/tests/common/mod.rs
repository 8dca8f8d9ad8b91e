//! Certificates of small positions, written by the solver.
#![allow(dead_code, unreachable_pub, reason = "each test file is a crate of its own and uses some of it")]

pub mod binary;
pub mod forger;
pub mod mutate;
pub mod replay;

use phidelta::{Certifiable, CertificateWriter, CertifyError, Claim, Draws, Goal, Heading, Solver};
use phidelta_check::{Checked, Limits, Refusal};
use phidelta_testing::shogi::sfen_rank;

/// Searches of all families.
pub const ALGORITHMS: [&str; 10] = [
    "df-pn+tca+snda",
    "df-pn+tca+wpns",
    "df-pn(r)",
    "pds+tca",
    "pn*+tca",
    "pds-pn+tca+a=10+b=5",
    "pn-dfpn+tca+jobs=50",
    "pn",
    "pn2+shared",
    "alpha-beta",
];

pub fn heading(game: &str, rules: &str, position: &str) -> Heading {
    Heading { game: game.into(), rules: rules.into(), position: position.into() }
}

/// Solves one question and writes its certificate; `None` if the search decides nothing.
pub fn one<G: Certifiable>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
) -> Option<Result<String, CertifyError>> {
    let verdict = solver.solve(game).expect("a search").verdict;
    if !verdict.is_decided() {
        return None;
    }
    let answered = Claim::Verdict(game.goal(), verdict);
    let mut out = CertificateWriter::new(Vec::new(), heading, answered).expect("memory");
    Some(out.part(solver, game, verdict).map(|_| text(out)))
}

/// Solves for the value and writes its certificate.
pub fn value<G: Certifiable + Draws>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
) -> Option<Result<String, CertifyError>> {
    let answered = Claim::Value(solver.value(game).expect("a search").value()?);
    let mut out = CertificateWriter::new(Vec::new(), heading, answered).expect("memory");
    for (asked, verdict) in answered.parts() {
        game.set_goal(asked.goal().expect("a goal"));
        if let Err(error) = out.part(solver, game, verdict) {
            return Some(Err(error));
        }
    }
    game.set_goal(Goal::Win);
    Some(Ok(text(out)))
}

fn text(out: CertificateWriter<Vec<u8>>) -> String {
    String::from_utf8(out.finish().expect("memory")).expect("text")
}

pub fn check(text: &str) -> Result<Checked, Refusal> {
    phidelta_check::check(text.as_bytes(), &Limits::default())
}

/// A king in the upper part of the board, pieces of both sides around it, some in hand. Often no position.
pub fn random_problem(random: &mut fastrand::Rng) -> String {
    let mut board = vec![vec![String::new(); 9]; 9];
    let king = (random.usize(..5), random.usize(..9));
    board[king.0][king.1] = "k".into();
    if random.bool() {
        board[random.usize(6..9)][random.usize(..9)] = "K".into();
    }
    for _ in 0..random.usize(2..14) {
        let square = (random.usize(..7), random.usize(..9));
        if !board[square.0][square.1].is_empty() {
            continue;
        }
        let letter = random.choice(['P', 'L', 'N', 'S', 'G', 'B', 'R', 'P', 'S']).unwrap();
        let plus = if letter != 'G' && random.u8(..3) == 0 { "+" } else { "" };
        let letter = if random.bool() { letter } else { letter.to_ascii_lowercase() };
        board[square.0][square.1] = format!("{plus}{letter}");
    }
    let rows: Vec<String> = board.iter().map(|row| sfen_rank(row)).collect();
    let hand: String = "RBGSNLP".chars().filter(|_| random.u8(..3) == 0).collect();
    format!("{} b {} 1", rows.join("/"), if hand.is_empty() { "-".into() } else { hand })
}
