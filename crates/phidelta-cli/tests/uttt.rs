//! `phidelta solve uttt`: suites with columns, values, marked mistakes.

use crate::common::{Folder, run};
use serde_json::json;

/// O has blocked nothing: X wins.
const WIN: &str =
    "X;.XX@.OO..;OXX.X.OO./.O.XXXXOX/XOX.X.X../OO..O.O../.OOXOOX../OOO.X.X.X/.O...XOOO/.X.X.XX.X/XOOO.OXOX";
const DRAW: &str =
    "X;X..OO.XO@;X.XOXOOXX/OOXXX...O/OXOX..XXO/OXXXO.OXO/O..OX.O../.O.XOXX.O/XXO.XOO.X/O...OO..O/XO.O.XXX.";
const LOSS: &str =
    "X;XOXOO.OX@;OXXXX.X.X/OXO.O.XXO/X.OOXOO.X/XOOOXOX.O/X...O.OOO/O.XXOXOX./OXOX.OXOO/OOXOXXX../XOX.XO.X.";

#[test]
fn suites_with_columns_are_read_as_they_are() {
    let folder = Folder::new("uttt");
    let text =
        format!("# id | value | position\none | win | {WIN}\ntwo | draw | {DRAW}\n\n{LOSS}\tno columns\n");
    let file = folder.write("suite.txt", &text);
    for algorithm in ["df-pn", "alpha-beta", "pn2"] {
        let args = ["solve", "uttt", "--file", &file, "--json", "--algorithm", algorithm];
        let reports = run(&args).expect(0).json();
        let values: Vec<_> = reports.iter().map(|report| report["value"].clone()).collect();
        assert_eq!(values, ["win", "draw", "loss"], "{algorithm}");
        assert!(reports.iter().all(|report| report["line_complete"] == true), "{algorithm}");
        assert_eq!(reports[1]["position"], DRAW);
    }
    // The column of the file, not of the position.
    let broken = folder.write("broken.txt", format!("a | b | {}\n", WIN.replace("OOO.X.X.X", "OOO.X.X.Y")));
    run(&["solve", "uttt", "--file", &broken]).expect(2).says(&["broken.txt:1:79: 'Y' in board f"]);
}

#[test]
fn people_see_all_boards_and_the_large_one() {
    let text = run(&["solve", "uttt", DRAW]).expect(0).out;
    for part in [
        " X . X | O O X | O X O\n",
        " O X X | O . . | . O .     X . .\n",
        "\n ------+-------+------\n",
        "\nvalue      draw (not verified)\nline ",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
}

#[test]
fn show_lists_the_moves_of_the_forced_board() {
    let object = run(&["show", "uttt", "start ee", "--json"]).expect(0).json().remove(0);
    assert_eq!(object["moves"], json!(["ea", "eb", "ec", "ed", "ef", "eg", "eh", "ei"]));
    assert_eq!(object["to_move"], "O");
}

#[test]
fn mistakes_are_marked() {
    for (text, words, marks) in [
        (
            "start ee aa",
            "POSITION:1:10: aa is not legal here, expected an empty cell of board e",
            "           ^^",
        ),
        (&WIN.replacen('X', "O", 1), "POSITION:1:1: side to move O, expected X", "  ^"),
        (&WIN.replacen('@', "O", 1), "POSITION:1:6: 'O' for board d, which is open", "       ^"),
        (&WIN[..90], "the text ends after 8 cells of board h", " ^"),
    ] {
        let refused = run(&["solve", "uttt", text]).expect(2).says(&["error: ", words]);
        assert!(refused.err.contains(&format!("\n  {text}\n{marks}")) || marks == " ^", "{}", refused.err);
        assert!(refused.err.contains(&format!("{marks}\n")), "{}", refused.err);
    }
    run(&["solve", "uttt", "start", "--goal", "loss"]).expect(2).says(&["'loss'", "win", "draw"]);
}
