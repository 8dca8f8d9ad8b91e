//! `phidelta solve othello` and `phidelta show othello`.

use crate::common::{Folder, run};
use serde_json::Value;

/// FFO #1, 14 empty squares: G8 wins by 18 discs.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// Ten empty squares, lost by 10 discs.
const LOST: &str = "--X--O--XXXOOOOOXXXOOOO-XOXXOOXXXXOXXOXXXOOOXXXXX-OOOXXX-XXXXXX- X";

/// The one object of a run that decides.
fn solved(args: &[&str]) -> Value {
    run(&[&["solve", "othello"], args, &["--json"]].concat()).expect(0).json().remove(0)
}

#[test]
fn values_and_scores_of_known_positions() {
    let won = solved(&[FFO_1]);
    assert_eq!((&won["value"], &won["verdict"]), (&"win".into(), &"proved".into()));
    assert_eq!((&won["question"], &won["algorithm"]), (&"value".into(), &"alpha-beta".into()));
    assert_eq!(won["line_complete"], true);
    let lost = solved(&[LOST]);
    assert_eq!((&lost["value"], &lost["score"]), (&"loss".into(), &Value::Null));
    let scored = solved(&[FFO_1, "--goal", "score"]);
    assert_eq!((&scored["score"], &scored["line"][0]), (&18.into(), &"g8".into()));
    let scored = solved(&[LOST, "--goal", "score"]);
    assert_eq!(scored["score"], -10);
}

#[test]
fn single_questions_are_answered_by_any_algorithm() {
    for algorithm in ["alpha-beta", "df-pn", "pn", "pds-pn"] {
        for (goal, verdict) in [
            ("win", "disproved"),
            ("draw", "disproved"),
            ("score>=-10", "proved"),
            ("score>=-9", "disproved"),
        ] {
            let found = solved(&[LOST, "--goal", goal, "--algorithm", algorithm]);
            assert_eq!(
                (&found["verdict"], &found["question"]),
                (&verdict.into(), &goal.into()),
                "{algorithm}"
            );
        }
    }
}

#[test]
fn positions_are_shown() {
    let shown = run(&["show", "othello", "f5d6"]).expect(0).out;
    assert!(shown.contains(" 4 - - · O X - - -\n"), "{shown}");
    assert!(shown.contains("X 3, O 3, 58 empty; X to move\n") && shown.contains("c3 c4 c5 c6 c7"), "{shown}");
    let over = run(&["show", "othello", &format!("X{} O", "-".repeat(63))]).expect(0).out;
    assert!(over.contains("the score is -64"), "{over}");
}

#[test]
fn lines_of_suites_are_read_as_they_are() {
    let folder = Folder::new("othello");
    let lines = format!("% a suite\n{FFO_1}; G8:+18; % exact=+18 empties=14\n{LOST}; % exact=-10\n");
    let file = folder.write("suite.obf", &lines);
    let found = run(&["solve", "othello", "--file", &file, "--json"]).expect(0).json();
    let values: Vec<&Value> = found.iter().map(|found| &found["value"]).collect();
    assert_eq!(values, ["win", "loss"]);
}

#[test]
fn mistakes_are_refused() {
    for (args, words) in [
        (&["solve", "othello", "f5d6e5"][..], "POSITION:1:5: e5 is not legal for X here"),
        (&["solve", "othello", "--XX-- X"], "the board has 6 squares, expected 64"),
        (&["solve", "othello", "f5", "--goal", "score>9"], "score>=N"),
        (&["solve", "othello", "f5", "--goal", "score>=99"], "from -64 to 64"),
        (&["solve", "othello", "6x6 e4", "--goal", "score>=40"], "from -36 to 36"),
        (&["solve", "othello", "f5", "--goal", "mate"], "unknown"),
    ] {
        let refused = run(args).expect(2);
        assert!(refused.err.contains(words), "{args:?}: {}", refused.err);
    }
}

/// A limit gives no value and exit code 3.
#[test]
fn a_limit_leaves_it_open() {
    for goal in [&[][..], &["--goal", "score"]] {
        let args = [&["solve", "othello", "f5", "--nodes", "10000", "--json"][..], goal].concat();
        let found = run(&args).expect(3).json().remove(0);
        assert_eq!((&found["verdict"], &found["reason"]), (&"unknown".into(), &"node limit".into()));
        assert_eq!((&found["value"], &found["score"]), (&Value::Null, &Value::Null));
    }
}
