//! What a report calls its question, `--goal` takes, in every game.

use crate::common::run;

#[test]
fn every_question_is_a_goal() {
    for (game, position, goals) in [
        ("connect4", "4x4k3:", &["value", "win", "draw"][..]),
        ("graph", "ghi_min", &["win", "draw"]),
        (
            "loa",
            "-------O------------------XX------X--X--O-----------O----------- X",
            &["value", "win", "draw"],
        ),
        (
            "othello",
            "--X--O--XXXOOOOOXXXOOOO-XOXXOOXXXXOXXOXXXOOOXXXXX-OOOXXX-XXXXXX- X",
            &["value", "win", "draw", "score", "score>=-12"],
        ),
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", &["win", "mate"]),
        ("shogi", "9/8k/8G/8P/9/9/9/9/9 w G 1", &["mated"]),
        ("synthetic", "depth=4", &["win"]),
        (
            "uttt",
            "X;XOXOO.OX@;OXXXX.X.X/OXO.O.XXO/X.OOXOO.X/XOOOXOX.O/X...O.OOO/O.XXOXOX./OXOX.OXOO/OOXOXXX../XOX.XO.X.",
            &["value", "win", "draw"],
        ),
    ] {
        let ask = |goal: Option<&str>| {
            let mut args = vec!["solve", game, position, "--json", "--nodes", "3M"];
            args.extend(goal.iter().flat_map(|goal| ["--goal", *goal]));
            run(&args).expect(0).json().remove(0)
        };
        let mut asked: Vec<Option<&str>> = goals.iter().copied().map(Some).collect();
        if goals[0] != "mated" {
            asked.push(None);
        }
        for goal in asked {
            let report = ask(goal);
            let question = report["question"].as_str().expect("a question");
            let again = ask(Some(question));
            assert_eq!(again["question"], report["question"], "{game} {goal:?}");
            assert_eq!(again["verdict"], report["verdict"], "{game} {goal:?}");
            assert_eq!(again["value"], report["value"], "{game} {goal:?}");
        }
    }
    run(&["solve", "graph", "ghi_min", "--goal", "value"]).expect(2).says(&["'value'", "win", "draw"]);
}
