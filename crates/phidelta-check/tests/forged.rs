//! Forged certificates: texts that read in two ways, questions that a game does not have, claims that their
//! parts do not show. Each is refused, and says why.

#[path = "common/binary.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod binary;

use phidelta_check::{
    Checked, Claim, Goal, Leads, Limits, Mismatch, Refusal, Said, Seen, Visitor, check, check_with, referee,
};

fn judge(text: &str) -> Result<Checked, Refusal> {
    check(text.as_bytes(), &Limits::default())
}

/// A certificate from its heading and the lines of its parts, in which a blank stands for a tab unless it is
/// written as `_`.
fn certificate(game: &str, rules: &str, position: &str, answer: &str, lines: &[&str]) -> String {
    let tabs = |text: &str| text.replace(' ', "\t").replace('_', " ");
    let lines: String = lines.iter().map(|line| tabs(line) + "\n").collect();
    let answer = tabs(answer);
    format!(
        "phidelta-certificate\t2\ngame\t{game}\nrules\t{rules}\nposition\t{position}\nanswer\t{answer}\n{lines}"
    )
}

/// The text is refused at this line, for a reason that has these words in it.
#[track_caller]
fn refused(text: &str, line: u64, reason: &str) {
    let refusal = judge(text).expect_err(text);
    assert_eq!((refusal.line, refusal.reason.contains(reason)), (Some(line), true), "{refusal}\n{text}");
}

fn accepted(text: &str) -> Checked {
    judge(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

// Small certificates that are right.

/// X plays column 1 and wins.
fn connect4() -> String {
    let lines = ["part win proved ranked", "1 X// 1 :1 2 . 2 :1 1 . 3 :1 1 .", "2 // 1 1", "end 2 5 7"];
    certificate("connect4", "3x2k2", "//", "win proved", &lines)
}

const MATE_BOARD: &str = "8k/9/8P/9/9/9/9/9/9";

/// Mate by a gold; the defender has nothing in hand.
fn mate() -> String {
    let position = format!("{MATE_BOARD} b G- 1");
    let line = format!("1 {} G*1b .", position.replace(' ', "_"));
    certificate("shogi", "tsume", &position, "win proved", &["part win proved ranked", &line, "end 1 1 1"])
}

const LOA: &str = "both-connected=draw no-move=pass repetition=third";

const GRAPH: &str = concat!(
    r#"{"repetition":"attacker-fails","root":"A","nodes":{"A":{"type":"OR","children":["B","W"]},"#,
    r#""B":{"type":"AND","children":["A"]},"W":{"type":"OR","value":"win"}}}"#
);

fn graph(answer: &str, lines: &[&str]) -> String {
    certificate("graph", GRAPH, "A", answer, lines)
}

const EMPTY_UTTT: &str =
    "X;.........;........./........./........./........./........./........./........./........./.........";

/// A full board, all of X.
fn othello(answer: &str, parts: &[&str]) -> String {
    let lines: Vec<String> =
        parts.iter().flat_map(|part| [format!("part {part} ranked"), "end . 0 0".into()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    certificate("othello", "8x8", &format!("{} X", "X".repeat(64)), answer, &lines)
}

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

// 4 and 8: one text for one thing.

/// All texts that come from exchanging `from` for another text in one place are refused.
#[track_caller]
fn only(text: &str, from: &str, others: &[&str]) {
    accepted(text);
    let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
    assert!(!places.is_empty(), "{from}");
    for at in places {
        for other in others {
            let changed = format!("{}{other}{}", &text[..at], &text[at + from.len()..]);
            let refusal = judge(&changed).expect_err(&changed);
            assert!(refusal.to_string().chars().all(|sign| !sign.is_control()), "{refusal}");
        }
    }
}

#[test]
fn a_shogi_position_has_one_text() {
    let text = mate();
    let hands = [
        "b G 1",
        "b 1G- 1",
        "b G-- 1",
        "b -G 1",
        "b G0p 1",
        "b G- 2",
        "b G- x",
        "b G-",
        "b G- 1 ",
        "b G-  1",
        " b G- 1",
        "b  G- 1",
        "B G- 1",
        "b G- 01",
        "b G- 1 1",
        "b G- 1\u{1b}[2K",
        "b G- 1\r",
        "b G-\u{a0}1",
        "b g- 1",
        "b - 1",
        "b  1",
        "b G0- 1",
        "b 0G- 1",
        "b K- 1",
    ];
    only(&text, "b G- 1", &hands);
    only(
        &text,
        MATE_BOARD,
        &[
            "8k/9/8P/9/9/9/9/9/333",
            "71k/9/8P/9/9/9/9/9/9",
            "8k/9/8P/9/9/9/9/9/9/",
            "8k/9/8P/9/9/9/9/9",
            "8k0/9/8P/9/9/9/9/9/9",
            "8k/9/8p/9/9/9/9/9/9",
            "8+k/9/8P/9/9/9/9/9/9",
            "9k/9/8P/9/9/9/9/9/9",
            "８k/9/8P/9/9/9/9/9/9",
        ],
    );
    only(&text, "G*1b", &["G*1b+", "g*1b", "G*1B", "G*1b ", "1c1b", "P*1b", "G*2b"]);
    // Order and numbers in full hands: none of this mates, so the text is refused for its form or for that.
    let form = |hands: &str| {
        let position = format!("{MATE_BOARD} b {hands} 1");
        let text = certificate("shogi", "tsume", &position, "win proved", &[]);
        judge(&text).unwrap_err()
    };
    for right in ["RBGSNLP-", "2R2B-", "G2p", "Grbgsnl17p", "--", "-p", "G10p"] {
        assert_eq!(form(right).line, Some(6), "{right}: {}", form(right));
    }
    for wrong in [
        "BR-", "GpP", "pG", "G1p", "G02p", "GG-", "2G2G-", "-", "", "G-p", "-p-", "G18p", "5G-", "G2", "3R-",
        "G19p", "G99p", "G1000p", "+P-",
    ] {
        assert_ne!(form(wrong).line, Some(6), "{wrong}");
    }
}

#[test]
fn positions_that_no_set_of_shogi_makes_are_refused() {
    let root = |position: &str, reason: &str| {
        refused(&certificate("shogi", "tsume", position, "win proved", &[]), 3, reason);
    };
    root("8k/9/8P/8P/9/9/9/9/9 b G- 1", "two pawns");
    root("8k/8K/9/9/9/9/9/9/8K b G- 1", "two kings");
    root("P7k/9/9/9/9/9/9/9/9 b G- 1", "never move");
    root("8k/9/9/9/9/9/9/9/p8 b G- 1", "never move");
    root("8k/N8/9/9/9/9/9/9/9 b G- 1", "never move");
    root("8k/9/9/9/9/9/9/n8/9 b G- 1", "never move");
    root("L7k/9/9/9/9/9/9/9/9 b G- 1", "never move");
    root("8k/GGGG5/9/9/9/9/9/9/9 b G- 1", "more G than a set has");
    root("8k/+R+R7/9/9/9/9/9/9/9 b R- 1", "more R than a set has");
    root("8k/9/9/9/9/9/9/9/9 b 2B2b 1", "more B than a set has");
    root("8k/8L/9/9/9/9/9/9/9 b G- 1", "not to move is in check");
    root("8k/9/9/9/9/9/9/9 b G- 1", "nine ranks");
    root("8k/9/9/9/9/9/9/9/9/9 b G- 1", "");
}

#[test]
fn rules_and_numbers_have_one_text() {
    let text = connect4();
    only(
        &text,
        "3x2k2",
        &[
            "03x2k2",
            "+3x2k2",
            "3x2k2 ",
            "3x2k02",
            "3X2k2",
            "3x2",
            "3x2k2k2",
            "3x 2k2",
            "3x2k1",
            "3x2k256",
            "36x2k2",
            "3x2k-2",
            "3x2k2\u{7f}",
            "",
        ],
    );
    only(
        &text,
        "\n1\tX//",
        &[
            "\n01\tX//",
            "\n+1\tX//",
            "\n 1\tX//",
            "\n0\tX//",
            "\n2\tX//",
            "\n1 \tX//",
            "\n1\tX/",
            "\n1\tX///",
            "\n1\tx//",
            "\n1\t X//",
            "\n1\tO//",
            "\n\tX//",
        ],
    );
    only(&text, ":1\t", &[":01\t", ":+1\t", ":\t", ": 1\t", "::1\t", "~:1\t", ":1 \t"]);
    only(
        &text,
        "end\t2\t5\t7\n",
        &[
            "end\t02\t5\t7\n",
            "end\t2\t05\t7\n",
            "end\t2\t5\t+7\n",
            "end\t2\t5\t7 \n",
            "end\t2\t5\t7\t\n",
            "end\t2\t5\n",
            "end\t2\t5\t7",
            "end\t2\t5\t7\n\n",
            "end\t2\t5\t7\nend\t2\t5\t7\n",
            "end\t2\t5\t8\n",
            "end\t2\t4\t7\n",
            "end\t1\t5\t7\n",
            "end\t.\t5\t7\n",
            "end\t!\t5\t7\n",
            "end\t~2\t5\t7\n",
            "end\t3\t5\t7\n",
            "End\t2\t5\t7\n",
            "end\t2\t5\t7\r\n",
        ],
    );
    only(&text, "ranked", &["closed", "Ranked", "ranked ", "", "ranked\t"]);
    only(
        &text,
        "phidelta-certificate\t2",
        &[
            "phidelta-certificate\t1",
            "phidelta-certificate\t3",
            "phidelta-certificate\t02",
            "phidelta-certificate",
            "\u{feff}phidelta-certificate\t2",
            "phidelta-certificate\t2\t2",
            "Phidelta-certificate\t2",
        ],
    );
    only(
        &text,
        "game\tconnect4",
        &[
            "game\tconnect4 ",
            "game\tConnect4",
            "game\tconnect4\t",
            "game",
            "game\t",
            "gam\tconnect4",
            "game\tchess",
        ],
    );
    only(
        &text,
        "position\t//\n",
        &["position\t//\r\n", "position\t// \n", "\nposition\t//\n", "position\t//\n\n"],
    );
    only(
        &text,
        "answer\twin\tproved",
        &[
            "answer\twin proved",
            "answer\twin\tproved\t",
            "answer\twin",
            "answer\tWin\tproved",
            "answer\twin\tdisproved",
            "answer\tdraw\tproved",
        ],
    );
    only(
        &text,
        "part\twin\tproved",
        &["part\tdraw\tproved", "part\twin\tdisproved", "part\twin", "part\twin\tPROVED", "art\twin\tproved"],
    );
}

#[test]
fn version_1_is_refused_by_its_number() {
    refused(&connect4().replacen("\t2\n", "\t1\n", 1), 1, "version '1' of the form, expected 2");
}

#[test]
fn boards_of_connect_four_that_no_game_reaches_are_refused() {
    let root = |rules: &str, position: &str, reason: &str| {
        refused(&certificate("connect4", rules, position, "win proved", &[]), 3, reason);
    };
    // X has had a row for a move.
    root("4x4k2", "X/X/O/O", "has its row already");
    root("4x4k2", "X/X/OO/", "has its row already");
    root("4x4k2", "X/O/X/OO", "2 X and 3 O");
    root("4x4k2", "XXX/O//", "3 X and 1 O");
    root("2x1k2", "XO/", "too high");
    root("2x2k2", "X/O/", "3 columns");
    root("2x2k2", "X/o", "neither X nor O");
    root("16x8k4", "///////////////", "out of range");
    root("0x8k4", "", "out of range");
    root("8x0k4", "///////", "out of range");
    // The game has just ended.
    let won = certificate(
        "connect4",
        "4x4k2",
        "X/X/O/",
        "win disproved",
        &["part win disproved ranked", "end . 0 0"],
    );
    accepted(&won);
}

#[test]
fn boards_of_ultimate_tic_tac_toe_that_no_game_reaches_are_refused() {
    let root = |position: &str, reason: &str| {
        refused(&certificate("uttt", "-", position, "win proved", &[]), 3, reason);
    };
    let fine = certificate("uttt", "-", EMPTY_UTTT, "win proved", &[]);
    refused(&fine, 6, "expected a part");
    root(&EMPTY_UTTT.replacen('X', "O", 1), "numbers of X and O");
    let board =
        |side: &str, large: &str, first: &str| format!("{side};{large};{first}{}", "/.........".repeat(8));
    root(&board("X", ".........", "X........"), "numbers of X and O");
    root(&board("O", ".........", "XX......."), "numbers of X and O");
    root(&board("X", ".........", "XXO......"), "numbers of X and O");
    root(&board("X", ".........", "XXXOOO..."), "won by both");
    root(&board("X", ".........", "XXXOO.O.."), "does not fit");
    root(&board("X", "@@.......", "XO......."), "does not fit");
    root(&board("X", "X........", "XO......."), "does not fit");
    root(&board("X", "@........", "XXXOO.O.."), "does not fit");
    root(&board("X", "#........", "XO......."), "does not fit");
    root(&board("X", "........", "XO......."), "nine signs");
    root(&board("X", ".........", "XO......"), "nine cells");
    root(&board("X", ".........", "xo......."), "neither X nor O");
    root(&format!("{}/.........", board("X", ".........", "XO.......")), "more than nine");
    root(&board("Z", ".........", "XO......."), "expected side");
    root(&format!("{};", board("X", ".........", "XO.......")), "expected side");
    // Three boards of X in a line, and X to move.
    let three = "X;XXX......;XXX....../XXX....../XXX....../OO......./OO......./OO......./OO......./O......../.........";
    root(three, "has its line already");
    let lost = "O;XXX......;XXX....../XXX....../XXX....../OO......./OO......./OO......./OO......./........./.........";
    accepted(&certificate("uttt", "-", lost, "win disproved", &["part win disproved ranked", "end . 0 0"]));
    refused(&certificate("uttt", "", EMPTY_UTTT, "win proved", &[]), 3, "expected '-'");
}

#[test]
fn boards_of_othello_have_discs() {
    let root = |rules: &str, position: &str, reason: &str| {
        refused(&certificate("othello", rules, position, "win proved", &[]), 3, reason);
    };
    root("8x8", &format!("{} X", "-".repeat(64)), "no disc");
    root("8x8", &format!("{} X", "X".repeat(36)), "36 squares");
    root("6x6", &format!("{} X", "X".repeat(64)), "64 squares");
    root("8x8", &format!("{} x", "X".repeat(64)), "side 'x'");
    root("8x8", &format!("{}  X", "X".repeat(64)), "side ' X'");
    root("8x8", &format!("{} X ", "X".repeat(64)), "side 'X '");
    root("8x8", &format!("{}. X", "X".repeat(63)), "none of X, O and -");
    root("8x8", &format!("{}X", "X".repeat(64)), "expected squares");
    root("10x10", &format!("{} X", "X".repeat(64)), "expected 8x8 or 6x6");
}

/// White's lone pieces far apart, Black's two a knight's move apart.
const LOA_BOARD: &str = "X-----------------X------------------------------O-------------O X";

#[test]
fn a_history_of_lines_of_action_has_one_text() {
    let claim = |rules: &str, position: &str| {
        certificate("loa", rules, position, "win proved", &["part win proved ranked"])
    };
    // As far as the end that is missing.
    let fine = |position: &str| refused(&claim(LOA, position), 7, "the text ends");
    fine(LOA_BOARD);
    fine(&format!("{LOA_BOARD} moves a1-b1 b7-a7"));
    let wrong = |position: &str, line: u64, reason: &str| refused(&claim(LOA, position), line, reason);
    wrong(&format!("{LOA_BOARD} moves a1-b1 b7-a7."), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves a1-b1, b7-a7"), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves 1. a1-b1 b7-a7"), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves a1-b1  b7-a7"), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves a1-b1 b7-a7 "), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves a1xb1"), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves pass"), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves "), 3, "not legal");
    wrong(&format!("{LOA_BOARD} moves"), 3, "side 'X moves'");
    wrong(&format!("{LOA_BOARD} "), 3, "side 'X '");
    wrong("start", 3, "expected a board");
    wrong("start moves b1-b3", 3, "expected a board");
    wrong(&LOA_BOARD.replace('O', "-"), 3, "pieces of each side");
    wrong(&LOA_BOARD.replacen("-----------------", "XXXXXXXXXXXXXXXXX", 1), 3, "pieces of each side");
    // Both sides connected before anything is played.
    wrong(&format!("X{}O X", "-".repeat(62)), 3, "both sides are connected");
    for rules in [
        "",
        "both-connected=draw no-move=pass",
        "no-move=pass both-connected=draw repetition=third",
        "both-connected=draw  no-move=pass repetition=third",
        "both-connected=draw no-move=pass repetition=third ",
        "both-connected=win no-move=pass repetition=third",
        "both-connected=draw no-move=lose repetition=third",
        "both-connected=draw no-move=pass repetition=first",
    ] {
        assert_eq!(judge(&claim(rules, LOA_BOARD)).unwrap_err().line, Some(3), "{rules}");
    }
    // What was played is part of what is printed, and of what is compared.
    let position = format!("{LOA_BOARD} moves a1-b1 b7-a7");
    let long = format!("{LOA_BOARD} moves{}", " a1-b1 b7-a7 b1-a1 a7-b7".repeat(5000));
    wrong(&long, 3, "too long");
    wrong(&format!("{position} b1-a1 a7-b7 a1-b1 b7-a7 b1-a1 a7-b7 a1-b1"), 3, "after the end of the game");
}

#[test]
fn names_of_nodes_have_one_text() {
    let graph = r#"{"repetition":"draw","root":"a%","nodes":{"a%":{"type":"OR","children":["\u0001"]},"\u0001":{"type":"OR","value":"win"}}}"#;
    let text = certificate(
        "graph",
        graph,
        "a%25",
        "win proved",
        &["part win proved ranked", "1 a%25 %01 .", "end 1 1 1"],
    );
    only(&text, "a%25", &["a%", "%61%25", "a%+25", "a%2", "a%2525", "a%25 ", "A%25"]);
    only(&text, "\t%01\t", &["\t%+1\t", "\t%1\t", "\t\u{1}\t", "\t%0a\t", "\t01\t", "\t%001\t"]);
    only(&text, "\\u0001", &["\u{1}", "\\u0002", "\\u1", "\\x01", "\\u0041"]);
}

#[test]
fn nothing_in_a_message_moves_the_cursor() {
    for (from, to) in [
        ("game\tconnect4", "game\tconnect4\u{1b}[2K\rvalid"),
        ("position\t//", "position\t\u{202e}//"),
        ("\tproved\n", "\tproved\u{9b}2K\n"),
        ("1\tX//", "1\tX//\u{7}"),
        ("\t2\t:1\t", "\t\u{8}\t:1\t"),
    ] {
        let text = connect4().replacen(from, to, 1);
        assert_ne!(text, connect4());
        let said = judge(&text).unwrap_err().to_string();
        assert!(!said.contains(|sign: char| sign.is_control() || sign == '\u{202e}'), "{said:?}");
        assert!(said.chars().count() < 500);
    }
    let long = connect4().replacen("1\tX//", &format!("1\t{}", "X".repeat(100_000)), 1);
    assert!(judge(&long).unwrap_err().to_string().len() < 2000);
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

/// Two nodes that lead to each other, a third that the defender reaches, and an escape.
const ROUND: &str = concat!(
    r#"{"repetition":"attacker-fails","root":"A","nodes":{"A":{"type":"OR","children":["B","C"]},"#,
    r#""B":{"type":"AND","children":["A"]},"C":{"type":"AND","children":["A","W"]},"W":{"type":"OR","value":"win"}}}"#
);

fn closed(lines: &[&str]) -> String {
    let mut all = vec!["part win disproved closed"];
    all.extend(lines);
    certificate("graph", ROUND, "A", "win disproved", &all)
}

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

// 10: the question that was asked.

#[test]
fn an_answer_to_another_question_is_none() {
    let checked = accepted(&connect4());
    let said = Said::from_words("win", "proved").unwrap();
    let asked = Claim { game: "connect4".into(), rules: "3x2k2".into(), position: "//".into(), said };
    assert_eq!((checked.shows(&asked), checked.claim()), (Ok(()), asked.clone()));
    let other = |change: &dyn Fn(&mut Claim)| {
        let mut claim = asked.clone();
        change(&mut claim);
        checked.shows(&claim).unwrap_err()
    };
    assert!(matches!(other(&|claim| claim.game = "uttt".into()), Mismatch::Game(_)));
    assert!(matches!(other(&|claim| claim.rules = "3x2k3".into()), Mismatch::Rules(_)));
    assert!(matches!(other(&|claim| claim.position = "X//".into()), Mismatch::Position(_)));
    assert!(matches!(
        other(&|claim| claim.said = Said::from_words("draw", "proved").unwrap()),
        Mismatch::Question(_)
    ));
    assert!(matches!(
        other(&|claim| claim.said = Said::from_words("win", "disproved").unwrap()),
        Mismatch::Answer(_)
    ));
    assert!(matches!(
        other(&|claim| claim.said = Said::from_words("value", "win").unwrap()),
        Mismatch::Question(_)
    ));
    let said = other(&|claim| claim.position = "X\u{1b}//".into()).to_string();
    assert_eq!(said, "the certificate is that of another position: '//', expected 'X\\u{1b}//'");
    for (question, answer) in [
        ("win", "proved"),
        ("draw", "disproved"),
        ("score>=-4", "proved"),
        ("value", "win"),
        ("value", "draw"),
        ("value", "loss"),
        ("score", "-12"),
        ("score", "0"),
    ] {
        let said = Said::from_words(question, answer).unwrap();
        assert_eq!((said.question().as_str(), said.answer().as_str()), (question, answer));
        assert_eq!(said.to_string(), format!("{question} {answer}"));
    }
    for (question, answer) in [
        ("win", "win"),
        ("value", "proved"),
        ("score", "proved"),
        ("", "proved"),
        ("score>=", "proved"),
        ("score>=1 ", "proved"),
        ("win", ""),
    ] {
        assert_eq!(Said::from_words(question, answer), None, "{question} {answer}");
    }
}

// 9: looking on.

#[derive(Default)]
struct Notes {
    lines: Vec<String>,
    most: usize,
}

impl Visitor for Notes {
    fn claim(&mut self, claim: &Claim) -> Result<(), String> {
        self.lines.push(format!("{} {} {} {}", claim.game, claim.rules, claim.position, claim.said));
        Ok(())
    }

    fn part(&mut self, goal: Goal, proved: bool, ranked: bool) -> Result<(), String> {
        self.lines.push(format!("part {goal} {proved} {ranked}"));
        Ok(())
    }

    fn position(&mut self, seen: &Seen<'_>) -> Result<(), String> {
        let Seen { index, line, attacks, depth, moves, .. } = seen;
        self.lines.push(format!("{index} {line:?} {attacks} {depth:?} {} {moves:?}", seen.position()));
        if self.lines.len() == self.most { Err("no more\u{1b}".into()) } else { Ok(()) }
    }

    fn forget(&mut self, line: u64) -> Result<(), String> {
        self.lines.push(format!("forget {line}"));
        Ok(())
    }

    fn end(&mut self, root: Leads) -> Result<(), String> {
        self.lines.push(format!("end {root:?}"));
        Ok(())
    }
}

#[test]
fn a_visitor_sees_what_is_checked() {
    let text = connect4().replace("end\t2", "forget\t1\nend\t2");
    let mut notes = Notes::default();
    let checked = check_with(text.as_bytes(), &Limits::default(), &mut notes).unwrap();
    assert_eq!(checked, judge(&text).unwrap());
    assert_eq!(
        notes.lines,
        [
            "connect4 3x2k2 // win proved",
            "part win true true",
            r#"0 None true Some(1) XO// [("2", End)]"#,
            r#"1 None true Some(1) X/O/ [("1", End)]"#,
            r#"2 None true Some(1) X//O [("1", End)]"#,
            r#"3 Some(1) false Some(2) X// [("1", Told(0)), ("2", Told(1)), ("3", Told(2))]"#,
            r#"4 Some(2) true Some(3) // [("1", Line(1))]"#,
            "forget 1",
            "end Line(2)",
        ]
    );
    let mut notes = Notes { most: 4, ..Notes::default() };
    let refusal = check_with(text.as_bytes(), &Limits::default(), &mut notes).unwrap_err();
    assert_eq!((refusal.line, refusal.reason.as_str()), (Some(7), "move 2: no more\\u{1b}"));
    let mut notes = Notes::default();
    let text = closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1", "end 1 3 4"]);
    check_with(text.as_bytes(), &Limits::default(), &mut notes).unwrap();
    assert_eq!(notes.lines[2], r#"0 Some(1) true None A [("B", Line(2)), ("C", Line(3))]"#);
}

#[test]
fn a_referee_knows_the_rules() {
    let referee = referee("connect4", "3x2k2", "X//").unwrap();
    assert_eq!(referee.root(), "X//");
    assert_eq!(
        (referee.attacks("X//"), referee.attacks("//"), referee.attacks("///")),
        (Some(true), Some(false), None)
    );
    assert_eq!(referee.after("X//", "2").as_deref(), Some("X/O/"));
    assert_eq!((referee.after("X//", "4"), referee.after("X", "1")), (None, None));
    assert!(phidelta_check::referee("chess", "", "").is_err());
    assert!(phidelta_check::referee("connect4", "3x2k2", "O//").is_err());
}

// The binary form.

/// [`connect4`] as the bytes within its blocks, in pieces.
const PIECES: [&[u8]; 12] = [
    b"\x08connect4",
    b"\x053x2k2",
    b"\x02//",
    b"\x03win\x06proved",
    b"P\x03win\x03",
    b"L\x00\x00\x00\x03X//",
    b"\x06\x011\x02\x01\x012\x00\x012\x02\x01\x011\x00\x013\x02\x01\x011\x00",
    b"L\x00\x00\x02\x00",
    b"\x01\x011\x07",
    b"E\x03",
    b"\x05",
    b"\x07",
];

fn judge_raw(raw: &[u8]) -> Result<Checked, Refusal> {
    check(&*binary::packed(raw, 1000), &Limits::default())
}

/// With another piece at this place.
fn with(place: usize, piece: &[u8]) -> Result<Checked, Refusal> {
    let mut pieces = PIECES;
    pieces[place] = piece;
    judge_raw(&pieces.concat())
}

#[test]
fn the_binary_form_is_strict() {
    assert_eq!(judge_raw(&PIECES.concat()), judge(&connect4()));
    let refused = |place: usize, piece: &[u8], reason: &str| {
        let refusal = with(place, piece).expect_err(reason);
        assert!(refusal.reason.contains(reason), "{piece:?}: {refusal}");
    };
    // A number in more bytes than it needs, or in more than there are.
    refused(10, b"\x85\x00", "a number that is none");
    refused(10, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "a number that is none");
    refused(10, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\x00", "a number that is none");
    refused(10, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "not so many");
    refused(10, b"\x06", "not so many");
    refused(11, b"", "ends early");
    refused(11, b"\x07\x07", "unknown kind");
    // Less of the last position than is the same; more than it has.
    refused(7, b"L\x00\x00\x00\x02//", "less of the last position");
    refused(7, b"L\x00\x00\x01\x01/", "less of the last position");
    refused(7, b"L\x00\x01\x03\x00", "more of the last position");
    refused(7, b"L\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01\x00", "more of the last position");
    // The same position twice has one form, too: all of it at the beginning.
    let again = |kept: &[u8]| {
        let line = [b"L\x00", kept, PIECES[6], PIECES[7]].concat();
        with(7, &line).unwrap_err().reason
    };
    assert_eq!(again(b"\x03\x00\x00"), "9 positions and 13 moves were read, not so many");
    assert!(again(b"\x00\x03\x00").contains("less of the last"));
    assert!(again(b"\x02\x01\x00").contains("less of the last"));
    assert!(again(b"\x01\x01\x01/").contains("less of the last"));
    // Numbers of lines.
    refused(5, b"L\x02\x00\x00\x03X//", "the number 2, expected 1");
    refused(5, b"L\x01\x00\x00\x03X//", "the number 0, expected 1");
    refused(8, b"\x01\x011\x0b", "0 is not here");
    refused(8, b"\x01\x011\x08", "does not follow");
    refused(8, b"\x01\x011\x03", "2 is not here");
    refused(9, b"E\x05", "3 is not here");
    refused(9, b"E\x02\x01", "the root needs a line");
    refused(8, b"\x00", "expected moves");
    // Parts, records that forget, and texts.
    refused(4, b"P\x03win\x07", "unknown signs");
    refused(4, b"P\x03win\x02", "expected a part");
    refused(4, b"P\x04draw\x03", "expected a part");
    refused(9, b"F\x00E\x03", "nothing to be forgotten");
    refused(9, b"F\x01\x00E\x03", "2 is not here");
    assert!(with(9, b"F\x01\x02E\x03").is_ok());
    refused(9, b"F\x02\x02\x00E\x03", "1 is not here to be forgotten");
    refused(2, b"\x03//\x07", "control character");
    refused(2, b"\x05//\xe2\x80\xae", "control character");
    refused(2, b"\x03//\xff", "not UTF-8");
    refused(2, b"\x04//\xc3\xa9", "neither X nor O");
    refused(8, b"\x01\x02\xc3\xa9\x07", "not legal");
    refused(6, b"\x06\x011\x02\x01\x012\x00\x01\xc3\x02\x01\x01\xa9\x00\x013\x02\x01\x011\x00", "not UTF-8");
    refused(3, b"\x03win\x08disprove", "");
}

#[test]
fn the_frame_of_the_binary_form_is_strict() {
    let whole = binary::packed(&PIECES.concat(), 40);
    let judge = |bytes: &[u8]| check(bytes, &Limits::default());
    assert!(judge(&whole).is_ok());
    let mut old = whole.clone();
    old[8] = 1;
    assert_eq!(judge(&old).unwrap_err().reason, "version '1' of the binary form, expected 2");
    old[0..8].copy_from_slice(b"\x89PDX\r\n\x1a\n");
    assert!(judge(&old).unwrap_err().reason.contains("neither a text nor a binary"));
    assert!(judge(&[&whole[..], b"\n"].concat()).unwrap_err().reason.contains("something follows"));
    assert!(judge(&whole[..whole.len() - 12]).unwrap_err().reason.contains("ends early"));
    // An empty block in front of the last one: there is one end.
    let (front, last) = whole.split_at(whole.len() - 12);
    let doubled = [front, last, last].concat();
    assert!(judge(&doubled).unwrap_err().reason.contains("something follows"));
    // A block that says it has nothing in it, and one that says it is longer.
    for (at, value) in [(13, 0), (9, 0), (13, 41), (13, 39)] {
        let mut changed = whole.clone();
        changed[at] = value;
        assert!(judge(&changed).is_err(), "{at} {value}");
    }
    for (at, reason) in [(15, "too long"), (11, "too long"), (17, "checksum")] {
        let mut changed = whole.clone();
        changed[at] ^= 0x08;
        assert!(
            judge(&changed).unwrap_err().reason.contains(reason),
            "{at}: {}",
            judge(&changed).unwrap_err()
        );
    }
}
