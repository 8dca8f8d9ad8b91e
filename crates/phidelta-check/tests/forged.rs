//! Forged certificates: questions that a game does not have, claims that their parts do not show, parts that
//! rest on nothing. Each is refused, and says why.

use crate::common::forger::*;

#[test]
fn what_is_right_is_accepted() {
    assert_eq!(accepted(&connect4()).answer, "win proved");
    let checked = accepted(&mate());
    assert_eq!(checked.position, format!("{MATE_BOARD} b G- 1"));
    assert_eq!(checked.to_string().lines().next(), Some("valid      win proved"));
    accepted(&graph("win proved", &["part win proved ranked", "1 A W .", "end 1 1 1"]));
}

// 1: scores.

#[test]
fn a_score_is_one_that_the_board_can_have() {
    let exact = |score: i32| {
        let parts = [format!("score>={score} proved"), format!("score>={} disproved", score + 2)];
        othello(&format!("score {score}"), &[&parts[0], &parts[1]])
    };
    assert_eq!(accepted(&exact(64)).answer, "score 64");
    for wrong in [63, 65, 66, 1, -1, -65, -66] {
        refused(&exact(wrong), 5, "no question and answer of othello");
    }
    // True or not: a score that is another one.
    refused(&exact(62), 9, "the game ends, but for the other side");
    assert_eq!(accepted(&othello("score>=64 proved", &["score>=64 proved"])).answer, "score>=64 proved");
    accepted(&othello("score>=-64 proved", &["score>=-64 proved"]));
    for wrong in [
        "score>=63",
        "score>=65",
        "score>=66",
        "score>=-66",
        "score>=-1",
        "score>=+2",
        "score>=02",
        "score>=-0",
        "score>=",
    ] {
        refused(&othello(&format!("{wrong} proved"), &[&format!("{wrong} proved")]), 5, "no question");
    }
    for wrong in [
        "score +64",
        "score 064",
        "score -0",
        "score",
        "score 64 64",
        "score 2147483647",
        "score 99999999999",
        "score proved",
    ] {
        let text = othello(wrong, &["score>=64 proved", "score>=66 disproved"]);
        assert_eq!(judge(&text).unwrap_err().line, Some(5), "{wrong}");
    }
    // On 36 squares no score is 38.
    let small = |score: &str| {
        let position = format!("{} X", "X".repeat(36));
        let part = format!("part score>={score} disproved ranked");
        certificate("othello", "6x6", &position, &format!("score>={score} disproved"), &[&part, "end . 0 0"])
    };
    refused(&small("38"), 5, "no question");
    refused(&small("36"), 7, "for the other side");
}

#[test]
fn the_parts_are_those_of_the_answer() {
    let both = ["score>=64 proved", "score>=66 disproved"];
    accepted(&othello("score 64", &both));
    refused(&othello("score 64", &both[..1]), 8, "expected a part 'score>=66 disproved'");
    refused(&othello("score 64", &[both[1], both[0]]), 6, "expected a part 'score>=64 proved'");
    refused(&othello("score 64", &["score>=62 proved", both[1]]), 6, "expected a part");
    refused(&othello("score 64", &["score>=64 disproved", both[1]]), 6, "expected a part");
    refused(&othello("score 64", &[both[0], "score>=64 disproved"]), 8, "expected a part");
    refused(&othello("score 64", &[both[0], both[1], both[1]]), 10, "something follows");
    refused(&othello("value win", &["win proved", "draw proved"]), 8, "something follows");
    refused(&othello("value draw", &["draw proved"]), 6, "expected a part 'win disproved'");
    refused(&othello("value loss", &["win disproved"]), 6, "expected a part 'draw disproved'");
    accepted(&othello("value win", &["win proved"]));
    refused(&othello("value win", &["draw proved"]), 6, "expected a part 'win proved'");
    refused(&othello("value won", &["win proved"]), 5, "no question");
    refused(&othello("win maybe", &["win proved"]), 5, "no question");
    refused(&othello("proved win", &["win proved"]), 5, "no question");
}

// 2: questions.

#[test]
fn each_game_has_its_questions() {
    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -- 1";
    let shogi = |answer: &str, part: &str| {
        certificate("shogi", "tsume", START, answer, &[&format!("part {part} ranked"), "end . 0 0"])
    };
    refused(&shogi("value loss", "draw disproved"), 5, "no question and answer of shogi");
    refused(&shogi("draw disproved", "draw disproved"), 5, "no question and answer of shogi");
    refused(&shogi("value win", "win proved"), 5, "no question and answer of shogi");
    refused(&shogi("score>=2 disproved", "score>=2 disproved"), 5, "no question and answer of shogi");
    // There is no check in the starting position.
    assert_eq!(accepted(&shogi("win disproved", "win disproved")).answer, "win disproved");
    for (game, rules, position) in [
        ("connect4", "1x2k2", "X"),
        ("uttt", "-", EMPTY_UTTT),
        ("graph", GRAPH, "A"),
        ("loa", LOA, LOA_BOARD),
    ] {
        for question in ["score>=2", "score", "mate", "mated", ""] {
            let text = certificate(game, rules, position, &format!("{question} disproved"), &["end . 0 0"]);
            let refusal = judge(&text).unwrap_err();
            assert_eq!(refusal.line, Some(5), "{game} {question} {refusal}");
        }
    }
}

// 3: conditions.

#[test]
fn who_is_mated_is_in_check() {
    let mated = |board: &str, line: &str| {
        certificate("shogi", "mated", board, "win proved", &["part win proved ranked", line])
    };
    // The king cannot move, and nothing else can: no mate.
    refused(&mated("8k/9/8G/9/9/9/9/9/7R1 w -- 1", "end . 0 0"), 3, "not in check");
    accepted(&mated("8k/8G/8P/9/9/9/9/9/9 w -- 1", "end . 0 0"));
    refused(&mated("9/8G/8P/9/9/9/9/9/9 w -- 1", "end . 0 0"), 3, "no king");
    refused(&mated("8k/8G/8P/9/9/9/9/9/9 b -- 1", "end . 0 0"), 3, "not to move is in check");
    // Under `tsume` the other side is to have a king.
    let tsume = mate().replace("8k/9/8P", "9/9/8P");
    refused(&tsume, 3, "no king");
    refused(&mate().replace("\ttsume\n", "\tmate\n"), 3, "expected 'tsume' or 'mated'");
    refused(&mate().replace("\ttsume\n", "\tmated\n"), 3, "no king");
}

// 5: ranked parts.

/// A position may come up again below itself, and may have two lines: what is shown is that the goal can be
/// forced within so many plies, and then it can be forced without a repetition (docs/certificate.md).
#[test]
fn a_ranked_part_may_tell_a_position_twice() {
    let twice =
        graph("win proved", &["part win proved ranked", "1 A W .", "2 B A 1", "3 A B 2", "end 3 3 3"]);
    assert_eq!(accepted(&twice).depth, Some(3));
    let within = graph("win proved", &["part win proved ranked", "1 A B :2 A :1 W .", "end 1 3 3"]);
    assert_eq!(accepted(&within).depth, Some(3));
    // What it may not do is to rest on itself.
    let round = graph("win proved", &["part win proved ranked", "1 B A 2", "2 A B 1", "end 2 2 2"]);
    refused(&round, 7, "2 is not here");
}

#[test]
fn lines_of_a_ranked_part_are_numbered_in_order() {
    let numbered = |first: u64, second: u64| {
        let lines = [
            "part win proved ranked".to_string(),
            format!("{first} A W ."),
            format!("{second} B A {first}"),
            format!("end {first} 2 2"),
        ];
        graph("win proved", &lines.iter().map(String::as_str).collect::<Vec<_>>())
    };
    accepted(&numbered(1, 2));
    refused(&numbered(2, 3), 7, "the number 2, expected 1");
    refused(&numbered(1, 3), 8, "the number 3, expected 2");
    refused(&numbered(1, 1), 8, "the number 1, expected 2");
    refused(&numbered(0, 1), 7, "the number 0");
    // A number is not used again when it has been forgotten.
    let again =
        graph("win proved", &["part win proved ranked", "1 A W .", "forget 1", "1 A W .", "end 1 2 2"]);
    refused(&again, 9, "the number 1, expected 2");
    let gone = graph("win proved", &["part win proved ranked", "1 A W .", "forget 1", "end 1 1 1"]);
    refused(&gone, 9, "not shown before, or forgotten");
    refused(&graph("win proved", &["part win proved ranked", "1 A W .", "forget", "end 1 1 1"]), 8, "forget");
    refused(
        &graph("win proved", &["part win proved ranked", "1 A W .", "forget 2", "end 1 1 1"]),
        8,
        "not here to be forgotten",
    );
    refused(
        &graph("win proved", &["part win proved ranked", "1 A W .", "forget 01", "end 1 1 1"]),
        8,
        "expected a number",
    );
}

// 11: closed parts.

#[test]
fn a_closed_line_is_what_was_referred_to_before() {
    accepted(&closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1", "end 1 3 4"]));
    // Line 1 says that B leads to 2, and 2 is C; the other way round; and one line for both.
    refused(
        &closed(&["1 A B 2 C 3", "2 C A 1", "3 B A 1", "end 1 3 4"]),
        8,
        "line 7 referred to 2 as another position",
    );
    refused(&closed(&["1 A B 2 C 2", "2 B A 1", "end 1 2 3"]), 7, "2 is another position");
    refused(&closed(&["2 B A 1", "1 A B 2 C 2", "end 1 2 3"]), 8, "2 is another position");
    refused(
        &closed(&["2 B A 3", "3 C A 1", "1 A B 2 C 3", "end 1 3 4"]),
        8,
        "line 7 referred to 3 as another position",
    );
}

#[test]
fn a_closed_part_is_whole() {
    refused(
        &closed(&["1 A B 2 C 3", "2 B A 1", "end 1 2 3"]),
        9,
        "line 7 refers to a position that is not there",
    );
    refused(&closed(&["2 B A 1", "3 C A 1", "end 1 2 2"]), 9, "line 7 refers to a position");
    refused(&closed(&["end 1 0 0"]), 7, "the root is not among the positions");
    refused(
        &closed(&["1 A B 2 C 3", "2 B A 1", "2 B A 1", "3 C A 1", "end 1 4 5"]),
        9,
        "the number 2 is there twice",
    );
    refused(
        &closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1", "forget 3", "end 1 3 4"]),
        10,
        "a closed part forgets nothing",
    );
    refused(&closed(&["1 A B ~2 C 3", "2 B A 1", "3 C A 1", "end 1 3 4"]), 7, "2 is not here");
    refused(&closed(&["2 B A 1", "1 A B ~2 C 3", "3 C A 1", "end 1 3 4"]), 8, "does not follow");
    refused(&closed(&["0 B A 1", "1 A B 0 C 3", "3 C A 1", "end 1 3 4"]), 7, "the number 0");
    refused(&closed(&["4294967296 B A 1", "end 1 3 4"]), 7, "the number 4294967296");
    accepted(&closed(&["4294967295 B A 1", "1 A B 4294967295 C 3", "3 C A 1", "end 1 3 4"]));
    refused(&closed(&["1 A B 2", "2 B A 1", "end 1 2 2"]), 7, "1 moves, but 2 are legal");
    refused(&closed(&["1 A B 2 B 2", "2 B A 1", "end 1 2 2"]), 7, "there twice");
    refused(&closed(&["1 A B 2 W .", "2 B A 1", "end 1 2 2"]), 7, "not legal");
    refused(&closed(&["1 A B 2 C 3", "2 B A 1", "3 C W .", "end 1 3 4"]), 9, "for the other side");
    refused(&closed(&["1 A B 2 C 3", "2 B A 1", "3 C A .", "end 1 3 4"]), 9, "does not end there");
    refused(&closed(&["1 A B 2 C 3", "2 B A 1", "3 C A !", "end 1 3 4"]), 9, "do not settle");
    refused(&closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1 W .", "end 1 3 5"]), 9, "expected one move");
    // Where a repetition does not help the winner there is no closed part.
    let helps = |worth: &str, verdict: &str| {
        let text = closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1", "end 1 3 4"]);
        judge(&text.replace("attacker-fails", worth).replace("disproved", verdict))
            .map_err(|refusal| refusal.line)
    };
    assert!(helps("draw", "disproved").is_ok());
    assert_eq!(helps("defender-fails", "disproved"), Err(Some(6)));
    assert_eq!(helps("attacker-fails", "proved"), Err(Some(6)));
    assert_eq!(helps("draw", "proved"), Err(Some(6)));
}

#[test]
fn games_without_repetitions_have_no_closed_parts() {
    for (game, rules, position) in [("connect4", "1x2k3", ""), ("uttt", "-", EMPTY_UTTT)] {
        for (answer, part) in
            [("win disproved", "part win disproved closed"), ("draw proved", "part draw proved closed")]
        {
            refused(&certificate(game, rules, position, answer, &[part, "end ! 0 0"]), 6, "a closed part");
        }
    }
    refused(&othello("win disproved", &["win disproved"]).replace("ranked", "closed"), 6, "a closed part");
}

#[test]
fn an_ended_game_has_no_moves() {
    let part = "part win proved ranked";
    refused(&graph("win proved", &[part, "1 W A .", "end 1 1 1"]), 7, "not legal, or the game has ended");
    let text = |line: &str| certificate("connect4", "3x2k2", "//", "win proved", &[part, line, "end 1 1 1"]);
    refused(&text("1 X/X/O 1 ."), 7, "the game has ended in this position");
    // O has a row, X is to move.
    let text =
        |line: &str| certificate("connect4", "5x2k2", "////", "win proved", &[part, line, "end 1 1 1"]);
    refused(&text("1 X/O/O//X 1 ."), 7, "not legal, or the game has ended");
}
