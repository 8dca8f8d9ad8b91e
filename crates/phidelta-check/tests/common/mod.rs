//! Certificates of small positions, written by the solver.
#![allow(dead_code, unreachable_pub, reason = "each test file is a crate of its own and uses some of it")]

pub mod binary;
pub mod mutate;
pub mod replay;

use phidelta::{Answered, Certifiable, CertificateWriter, CertifyError, Draws, Goal, Heading, Solver};
use phidelta_check::{Checked, Limits, Refusal};

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
    let answered = Answered::Verdict(game.goal(), verdict);
    let mut out = CertificateWriter::new(Vec::new(), heading, answered).expect("memory");
    Some(out.part(solver, game, verdict).map(|_| text(out)))
}

/// Solves for the value and writes its certificate.
pub fn value<G: Certifiable + Draws>(
    solver: &mut Solver,
    game: &mut G,
    heading: &Heading,
) -> Option<Result<String, CertifyError>> {
    let answered = Answered::Value(solver.value(game).expect("a search").value()?);
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
