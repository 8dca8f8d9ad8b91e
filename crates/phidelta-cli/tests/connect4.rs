//! `phidelta solve connect4`: values of a game with draws, goals, the board.

use crate::common::{Folder, run};
use serde_json::{Value, json};

#[test]
fn the_value_comes_first_and_the_board_is_drawn() {
    let solved = run(&["solve", "connect4", "4x4:"]).expect(0);
    assert!(solved.out.starts_with(" . . . .\n"), "{}", solved.out);
    for part in [
        "\n 1 2 3 4\nvalue      draw (not verified)\nline ",
        "\n           (16 plies)\n",
        "\nquestion   value\n",
    ] {
        assert!(solved.out.contains(part), "{part} in {}", solved.out);
    }
}

#[test]
fn programs_get_value_and_verdict() {
    for (position, value, verdict) in [
        ("4x4k3:", "win", "proved"),
        ("4x4:", "draw", "disproved"),
        ("112233", "win", "proved"),
        ("22334", "loss", "disproved"),
    ] {
        let object = run(&["solve", "connect4", position, "--json"]).expect(0).json().remove(0);
        assert_eq!((&object["value"], &object["verdict"]), (&json!(value), &json!(verdict)), "{position}");
        assert_eq!((&object["question"], &object["line_complete"]), (&json!("value"), &json!(true)));
    }
    // A single question has a verdict only.
    for (goal, verdict) in [("win", "disproved"), ("draw", "proved")] {
        let object = run(&["solve", "connect4", "4x4:", "--goal", goal, "--json"]).expect(0).json().remove(0);
        assert_eq!((&object["value"], &object["verdict"]), (&Value::Null, &json!(verdict)));
        assert_eq!(object["question"], goal);
    }
}

#[test]
fn a_limit_holds_for_both_questions_together() {
    // What looks ahead by itself counts many positions at once, and is asked for the limit behind them.
    let solve = |more: &[&str]| {
        run(&[&["solve", "connect4", "4x4:", "--algorithm", "df-pn+no-shortcuts"], more].concat())
    };
    let whole = solve(&["--json"]).expect(0).json().remove(0);
    let nodes = whole["nodes"].as_u64().expect("a number");
    let first = solve(&["--json", "--goal", "win"]).expect(0).json().remove(0);
    assert!(first["nodes"].as_u64().expect("a number") < nodes);
    let less = (nodes - 1).to_string();
    let cut = solve(&["--json", "--nodes", &less]).expect(3).json().remove(0);
    assert_eq!(
        (&cut["value"], &cut["verdict"], &cut["nodes"]),
        (&Value::Null, &json!("unknown"), &json!(nodes - 1))
    );
    let text = solve(&["--nodes", &less]).expect(3).out;
    assert!(text.contains("value      unknown: node limit, but not a win\n"), "{text}");
}

#[test]
fn many_positions_are_counted_by_value() {
    let folder = Folder::new("connect4");
    let file = folder.write("games.txt", "# four\n4x4:\tdraw\n4x4k3:\n112233\n22334\n");
    let table = run(&["solve", "connect4", "--file", &file]).expect(0).out;
    assert!(table.contains("\ntotal: 4 problems, 2 win, 1 draw, 1 loss, 0 unknown; "), "{table}");
    let broken = folder.write("broken.txt", "4x4:\n  44x\n");
    run(&["solve", "connect4", "--file", &broken])
        .expect(2)
        .says(&["broken.txt:2:5: 'x', expected a column"]);
}

#[test]
fn show_says_what_ended_a_game() {
    let object = run(&["show", "connect4", "11223344", "--json"]);
    object
        .expect(2)
        .says(&["POSITION:1:8: '4' after the end of the game: X has 4 in a row", "\n  11223344\n         ^"]);
    let object = run(&["show", "connect4", "1122334", "--json"]).expect(0).json().remove(0);
    assert_eq!((&object["value"], &object["ended"]), (&json!("loss"), &json!("X has 4 in a row")));
    let text = run(&["show", "connect4", "4453"]).expect(0).out;
    assert!(text.contains("\nto move    X\nmoves      4 3 5 2 6 1 7\n           (7 moves)\n"), "{text}");
    run(&["solve", "connect4", "44", "--goal", "score>=3"]).expect(2).says(&["'score>=3'", "win", "draw"]);
}
