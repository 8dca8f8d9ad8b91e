//! A line of 100,000 plies: its certificate is written within the memory of the search, and checked in next
//! to none, because each position is forgotten after its last use.

use crate::common;

use crate::common::{heading, one};
use phidelta::Solver;
use phidelta_check::Limits;
use phidelta_games::graph::generate::chain;

const PLIES: u32 = 100_000;

#[test]
fn a_long_line_within_the_memory_of_its_search() {
    let graph = chain(PLIES);
    let heading = heading("graph", &graph.certificate_rules(), &graph.certificate_root());
    for algorithm in ["df-pn+tca", "df-pn(r)", "pds+tca"] {
        let mut solver = Solver::new(algorithm.parse().unwrap()).memory(256 << 20);
        let done = one(&mut solver, &mut graph.game(), &heading).expect("decided");
        let text = done.unwrap_or_else(|error| panic!("{algorithm}: {error}"));
        // Some 70 positions are there at a time: what is needed is for the graph itself and for lines.
        let memory = 32 * heading.rules.len() as u64 + (1 << 20);
        let limits = Limits::default().with_memory(memory);
        let checked = phidelta_check::check(text.as_bytes(), &limits).unwrap();
        assert_eq!((checked.positions, checked.depth), (PLIES.into(), Some(PLIES.into())));
        // The table is as it was: the same question costs next to nothing now.
        let again = solver.solve(&mut graph.game()).unwrap();
        assert!(again.verdict.is_proved() && again.stats.nodes < 10, "{algorithm}: {}", again.stats.nodes);
    }
}

#[test]
fn what_is_forgotten_cannot_be_referred_to() {
    let text = |forget: &str, target: &str| {
        format!(
            "phidelta-certificate\t2\ngame\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
             part\twin\tproved\tranked\n1\tX/O/\t1\t.\n2\tX//O\t1\t.\n3\tXO//\t2\t.\n{forget}\
             4\tX//\t1\t3\t2\t{target}\t3\t2\nforget\t1\t2\t3\n5\t//\t1\t4\nend\t5\t5\t7\n"
        )
    };
    let check = common::check;
    assert!(check(&text("", "1")).is_ok());
    // Gone when it is needed, and then gone twice.
    assert_eq!(check(&text("forget\t1\n", "1")).unwrap_err().line, Some(11));
    assert_eq!(check(&text("forget\t7\n", "1")).unwrap_err().line, Some(10));
    assert_eq!(check(&text("forget\t3\t3\n", "1")).unwrap_err().line, Some(10));
    // Connect four has nothing in hand.
    assert_eq!(check(&text("", "~1")).unwrap_err().line, Some(10));
}
