//! Leaf lists of every game: the tree passes the checker, the leaves hold, and a list that says otherwise is
//! found out.

use phidelta::Repetition;
use phidelta_check::{CheckedTree, LeafSeen, Limits};
use phidelta_desk::leaves::{self, Listed, Settled};
use phidelta_desk::{self as desk, Options, Request, Source};
use phidelta_games::graph::generate::{self, Shape};

const UTTT: &str =
    "X;X..OO.XO@;X.XOXOOXX/OOXXX...O/OXOX..XXO/OXXXO.OXO/O..OX.O../.O.XOXX.O/XXO.XOO.X/O...OO..O/XO.O.XXX.";
const OTHELLO: &str = "--X--O--XXXOOOOOXXXOOOO-XOXXOOXXXXOXXOXXXOOOXXXXX-OOOXXX-XXXXXX- X";

fn request() -> Request {
    Request::new().memory(16 << 20).lines(false)
}

/// The list of a problem to so many plies, and what it claims.
fn list(game: &str, text: &str, goal: Option<&str>, rules: &[&str], plies: u32) -> String {
    let game = desk::find(game).expect("a game");
    let rules: Vec<String> = rules.iter().map(|rule| rule.to_string()).collect();
    let options = Options::new(game, goal, &rules).expect("options");
    let mut problem = desk::read(game, Source::Text(text), &options).expect("a position").remove(0);
    let mut solver = request().solver(game);
    let outcome =
        desk::run_on(&mut solver, &mut problem, &request(), &mut Vec::new(), &mut ()).expect("an answer");
    let claim = outcome.claim.expect("decided");
    let mut out = Vec::new();
    let done = leaves::write(&problem, claim, plies, &mut solver, &mut out, &mut ()).expect("a list");
    let list = String::from_utf8(out).expect("text");
    let rows = |word: &str| list.lines().filter(|row| row.starts_with(word)).count() as u64;
    assert_eq!(rows("leaf\t"), done.leaves);
    list
}

/// What the checker says, and the leaves.
fn judged(list: &str) -> Result<(CheckedTree, Vec<Listed>), String> {
    let mut leaves = Vec::new();
    let mut visit = |seen: &LeafSeen<'_>| {
        leaves.push(Listed::of(seen));
        Ok(())
    };
    let tree = phidelta_check::check_leaves(list.as_bytes(), &Limits::default(), &mut visit);
    tree.map(|tree| (tree, leaves)).map_err(|refusal| refusal.to_string())
}

/// Solves all leaves on one table; those that do not hold.
fn failing(leaves: &[Listed], shown: bool) -> usize {
    let mut fails = 0;
    let mut solver = None;
    for leaf in leaves {
        let problem = leaf.problem().expect("a problem");
        let solver = solver.get_or_insert_with(|| request().solver(problem.game()));
        let (settled, _) = leaf.settle(solver, shown.then_some(64 << 20), &mut ()).expect("a search");
        match settled {
            Settled::Fails => fails += 1,
            Settled::Shown => assert!(shown),
            Settled::Searched(None) => assert!(!shown),
            other => panic!("{}: {other:?}", leaf.position()),
        }
    }
    fails
}

#[test]
fn lists_of_every_game_hold_leaf_by_leaf() {
    let loa = "-------------O---X----------------------------X----------O------ O";
    for (game, text, goal, rules) in [
        ("connect4", "4x4:", None, &[][..]),
        ("connect4", "4x4k3:1", None, &[]),
        ("connect4", "5x4:33", Some("win"), &[]),
        ("othello", OTHELLO, None, &[]),
        ("othello", OTHELLO, Some("score"), &[]),
        ("othello", OTHELLO, Some("score>=3"), &[]),
        ("uttt", UTTT, None, &[]),
        ("shogi", "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1", None, &[]),
        ("shogi", "4k4/9/9/9/9/9/9/9/9 b G 1", None, &[]),
        ("loa", loa, Some("win"), &["no-move=loss"]),
        ("graph", "kishimoto_fig1", None, &[]),
    ] {
        for plies in [1, 3] {
            let list = list(game, text, goal, rules, plies);
            let (tree, leaves) = judged(&list).unwrap_or_else(|why| panic!("{game} {text}: {why}\n{list}"));
            assert_eq!(tree.leaves as usize, leaves.len());
            assert!(tree.plies <= plies.into() && tree.positions > 0, "{game} {text}");
            assert_eq!(failing(&leaves, plies == 3), 0, "{game} {text}");
        }
    }
}

/// Positions that repeat, whatever that means: the tree holds, and so do the leaves.
#[test]
fn lists_of_graphs_with_cycles_hold() {
    let mut leaves_of_all = 0;
    for seed in 0..40 {
        for repetition in [Repetition::AttackerFails, Repetition::DefenderFails, Repetition::Draw] {
            let shape = Shape { nodes: 14, draw: 0.3, repetition, ..Shape::default() };
            let text = generate::cyclic(&shape, seed).to_json();
            for goal in ["win", "draw"] {
                let problem = desk::find("graph").expect("a game");
                let options = Options::new(problem, Some(goal), &[]).expect("options");
                let read = desk::read(problem, Source::Text(&text), &options).expect("a graph").remove(0);
                if read.view().ended.is_some() {
                    continue;
                }
                let list = list("graph", &text, Some(goal), &[], 3);
                let (_, leaves) = judged(&list).unwrap_or_else(|why| panic!("{why}\n{list}"));
                assert_eq!(failing(&leaves, false), 0, "{list}");
                leaves_of_all += leaves.len();
            }
        }
    }
    assert!(leaves_of_all > 100, "{leaves_of_all}");
}

/// A list of the wrong side is complete, and its leaves do not hold.
#[test]
fn a_list_that_lies_is_found_out_at_its_leaves() {
    // 4x4 is a draw: "the first player wins" by any first move, one ply down.
    let forged = "phidelta-leaves\t1\ngame\tconnect4\nrules\t4x4k4\nposition\t///\nanswer\twin\tproved\n\
                  part\twin\tproved\nleaf\t1\tX///\tdraw\tdisproved\n2\t///\t1\t1\nend\t2\t1\t1\t1\n";
    let (tree, leaves) = judged(forged).expect("its tree is well");
    assert_eq!(tree.leaves, 1);
    assert_eq!(failing(&leaves, true), 1);
    // A true list with every claim turned round has none that the checker takes.
    let list = list("connect4", "4x4:", Some("win"), &[], 2);
    let turned =
        list.replace("\tproved", "\tX").replace("\tdisproved", "\tproved").replace("\tX", "\tdisproved");
    assert!(judged(&turned).is_err());
}

/// Without a row, without a move, with another leaf or another claim: each is refused.
#[test]
fn forged_lists_are_refused() {
    let list = list("connect4", "4x4k3:1", None, &[], 3);
    assert!(judged(&list).is_ok());
    let rows: Vec<&str> = list.lines().collect();
    let whole = |rows: &[String]| rows.iter().map(|row| format!("{row}\n")).collect::<String>();
    let mut forged = 0;
    for place in 5..rows.len() {
        let fields: Vec<&str> = rows[place].split('\t').collect();
        let mut attempts: Vec<Vec<String>> = Vec::new();
        let mut without: Vec<String> = rows.iter().map(|row| row.to_string()).collect();
        without.remove(place);
        attempts.push(without);
        let mut replaced = |row: String| {
            let mut all: Vec<String> = rows.iter().map(|row| row.to_string()).collect();
            all[place] = row;
            attempts.push(all);
        };
        // Each move left out with what it leads to; each field doubled, emptied or replaced by the one before.
        if fields[0].parse::<u64>().is_ok() {
            for first in (2..fields.len()).step_by(2) {
                replaced([&fields[..first], &fields[first + 2..]].concat().join("\t"));
            }
        }
        for at in 0..fields.len() {
            for other in ["", "1", "win", "proved", "X///", "."] {
                if fields[at] != other {
                    let mut changed = fields.clone();
                    changed[at] = other;
                    replaced(changed.join("\t"));
                }
            }
        }
        for attempt in attempts {
            forged += 1;
            let text = whole(&attempt);
            assert!(judged(&text).is_err(), "row {}: {}\n{text}", place + 1, rows[place]);
        }
    }
    assert!(forged > 500, "{forged}");
}

/// Moves before the position may have used up what a leaf needs.
#[test]
fn a_history_has_no_list() {
    let game = desk::find("loa").expect("a game");
    let options = Options::new(game, Some("win"), &[]).expect("options");
    let text = "-------------O---X----------------------------X----------O------ O moves b8-c8 g6-f6";
    let Ok(problems) = desk::read(game, Source::Text(text), &options) else { panic!("a position") };
    let mut out = Vec::new();
    let claim = phidelta::Claim::Verdict(phidelta::Goal::Win, phidelta::Verdict::Proved);
    let mut solver = request().solver(game);
    let written = leaves::write(&problems[0], claim, 2, &mut solver, &mut out, &mut ());
    assert!(written.unwrap_err().to_string().contains("expected the position alone"));
}
