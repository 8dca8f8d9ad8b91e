//! `phidelta solve loa`: values, rules, the board.

use crate::common::{Folder, run};
use serde_json::{Value, json};

/// White, to move, won from here in a game of the year 2000.
const NEAR: &str = "---X--------OOO---XOX-XO-X----O-----X---------XX-------O-------- O";
/// Black wins with f5-d5.
const ONE: &str = "-------O------------------XX------X--X--O-----------O----------- X";

#[test]
fn a_forced_win_has_a_value_and_a_line_that_ends_with_the_winner() {
    let object = run(&["solve", "loa", NEAR, "--json"]).expect(0).json().remove(0);
    assert_eq!((&object["value"], &object["verdict"]), (&json!("win"), &json!("proved")));
    assert_eq!(object["algorithm"], "df-pn+tca+eps=0.5+immediate");
    assert_eq!(object["line_complete"], true);
    let line: Vec<&str> = object["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    // Played by the command itself: the game is over after it, won by the side that moved last.
    let end = format!("{NEAR} moves {}", line.join(" "));
    let shown = run(&["show", "loa", &end, "--json"]).expect(0).json().remove(0);
    assert_eq!(
        (&shown["value"], &shown["ended"]),
        (&json!("loss"), &json!("White is connected and has won"))
    );
}

#[test]
fn the_board_is_drawn() {
    let text = run(&["show", "loa", "start"]).expect(0).out;
    assert!(text.starts_with("    a b c d e f g h\n  8 . X X X X X X . 8\n"), "{text}");
    assert!(text.contains("\n           (36 moves)\n"), "{text}");
}

#[test]
fn lines_of_a_suite_are_read_as_they_are() {
    let folder = Folder::new("loa");
    let text = format!("% a comment\n{NEAR}; win; % dfpn_nodes=2789 ply=31\n{ONE}\n");
    let file = folder.write("suite.txt", &text);
    let table = run(&["solve", "loa", "--file", &file]).expect(0).out;
    assert!(table.contains("total: 2 problems, 2 win, 0 draw, 0 loss, 0 unknown"), "{table}");
    let broken = folder.write("broken.txt", format!("% one\n{}; win\n", NEAR.replacen('O', "Q", 1)));
    run(&["solve", "loa", "--file", &broken]).expect(2).says(&["broken.txt:2:13: unknown square 'Q'"]);
}

/// "At least a draw" can be much harder than "win": what is known is told, and nothing more.
#[test]
fn a_limit_leaves_the_value_unknown_and_tells_what_is_known() {
    let start = run(&["solve", "loa", "start", "--nodes", "2000", "--json"]).expect(3).json().remove(0);
    assert_eq!((&start["value"], &start["verdict"]), (&Value::Null, &json!("unknown")));
    assert_eq!(start["reason"], "node limit");

    let won = run(&["solve", "loa", NEAR, "--json"]).expect(0).json().remove(0);
    let lost = format!("{NEAR} moves {}", won["line"][0].as_str().unwrap());
    let whole = run(&["solve", "loa", &lost, "--json"]).expect(0).json().remove(0);
    assert_eq!((&whole["value"], &whole["verdict"]), (&json!("loss"), &json!("disproved")));
    let first = run(&["solve", "loa", &lost, "--goal", "win", "--json"]).expect(0).json().remove(0);
    assert_eq!((&first["value"], &first["verdict"]), (&Value::Null, &json!("disproved")));
    let nodes = first["nodes"].to_string();
    let cut = run(&["solve", "loa", &lost, "--nodes", &nodes]).expect(3).out;
    assert!(cut.contains("value      unknown: node limit, but not a win\n"), "{cut}");
}

#[test]
fn rules_are_chosen_by_name() {
    // A capture that connects both.
    let both = "-------O-----------X----X-O------------------------------------- X moves a4xc4";
    let value = |rules: &[&str]| {
        let args: Vec<&str> = ["show", "loa", both, "--json"].iter().chain(rules).copied().collect();
        let object = run(&args).expect(0).json().remove(0);
        (object["value"].clone(), object["ended"].clone())
    };
    assert_eq!(value(&[]), (json!("draw"), json!("both are connected, a draw")));
    assert_eq!(
        value(&["--rule", "both-connected=mover-wins"]),
        (json!("loss"), json!("Black is connected and has won"))
    );
    let again = "start moves b1-b3 a2-c2 b3-b1 c2-a2";
    let object =
        run(&["show", "loa", again, "--rule", "repetition=second", "--json"]).expect(0).json().remove(0);
    assert_eq!(object["value"], "draw");
    let object = run(&["show", "loa", again, "--json"]).expect(0).json().remove(0);
    assert_eq!(object["value"], Value::Null);
    run(&["solve", "loa", "start", "--rule", "no-move=draw"]).expect(2).says(&["no-move=pass|loss"]);
}

#[test]
fn bad_positions_are_refused_with_the_place_marked() {
    run(&["solve", "loa", "start moves b1-b4"])
        .expect(2)
        .says(&["POSITION:1:13: b1-b4 is not legal here", "\n  start moves b1-b4\n              ^^^^^"]);
    run(&["solve", "loa", "XO X"]).expect(2).says(&["2 squares, expected 64"]);
    run(&["solve", "loa", NEAR, "--goal", "score>=3"]).expect(2).says(&["'score>=3'"]);
}
