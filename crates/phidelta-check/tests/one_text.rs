//! What a certificate says it can say in one way only, and only of positions that the solver takes, too:
//! everything else is refused.

use crate::common::forger::*;

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
