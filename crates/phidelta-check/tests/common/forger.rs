//! Small certificates that are right, to be changed into ones that are not.
#![allow(dead_code, unreachable_pub, reason = "each test file is a crate of its own and uses some of it")]

use phidelta_check::{Checked, Limits, Refusal, check};

pub fn judge(text: &str) -> Result<Checked, Refusal> {
    check(text.as_bytes(), &Limits::default())
}

/// A certificate from its heading and the lines of its parts, in which a blank stands for a tab unless it is
/// written as `_`.
pub fn certificate(game: &str, rules: &str, position: &str, answer: &str, lines: &[&str]) -> String {
    let tabs = |text: &str| text.replace(' ', "\t").replace('_', " ");
    let lines: String = lines.iter().map(|line| tabs(line) + "\n").collect();
    let answer = tabs(answer);
    format!(
        "phidelta-certificate\t2\ngame\t{game}\nrules\t{rules}\nposition\t{position}\nanswer\t{answer}\n{lines}"
    )
}

/// The text is refused at this line, for a reason that has these words in it.
#[track_caller]
pub fn refused(text: &str, line: u64, reason: &str) {
    let refusal = judge(text).expect_err(text);
    assert_eq!((refusal.line, refusal.reason.contains(reason)), (Some(line), true), "{refusal}\n{text}");
}

pub fn accepted(text: &str) -> Checked {
    judge(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

/// X plays column 1 and wins.
pub fn connect4() -> String {
    let lines = ["part win proved ranked", "1 X// 1 :1 2 . 2 :1 1 . 3 :1 1 .", "2 // 1 1", "end 2 5 7"];
    certificate("connect4", "3x2k2", "//", "win proved", &lines)
}

pub const MATE_BOARD: &str = "8k/9/8P/9/9/9/9/9/9";

/// Mate by a gold; the defender has nothing in hand.
pub fn mate() -> String {
    let position = format!("{MATE_BOARD} b G- 1");
    let line = format!("1 {} G*1b .", position.replace(' ', "_"));
    certificate("shogi", "tsume", &position, "win proved", &["part win proved ranked", &line, "end 1 1 1"])
}

pub const LOA: &str = "both-connected=draw no-move=pass repetition=third";

pub const GRAPH: &str = concat!(
    r#"{"repetition":"attacker-fails","root":"A","nodes":{"A":{"type":"OR","children":["B","W"]},"#,
    r#""B":{"type":"AND","children":["A"]},"W":{"type":"OR","value":"win"}}}"#
);

pub fn graph(answer: &str, lines: &[&str]) -> String {
    certificate("graph", GRAPH, "A", answer, lines)
}

pub const EMPTY_UTTT: &str =
    "X;.........;........./........./........./........./........./........./........./........./.........";

/// A full board, all of X.
pub fn othello(answer: &str, parts: &[&str]) -> String {
    let lines: Vec<String> =
        parts.iter().flat_map(|part| [format!("part {part} ranked"), "end . 0 0".into()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    certificate("othello", "8x8", &format!("{} X", "X".repeat(64)), answer, &lines)
}

/// White's lone pieces far apart, Black's two a knight's move apart.
pub const LOA_BOARD: &str = "X-----------------X------------------------------O-------------O X";

/// Two nodes that lead to each other, a third that the defender reaches, and an escape.
pub const ROUND: &str = concat!(
    r#"{"repetition":"attacker-fails","root":"A","nodes":{"A":{"type":"OR","children":["B","C"]},"#,
    r#""B":{"type":"AND","children":["A"]},"C":{"type":"AND","children":["A","W"]},"W":{"type":"OR","value":"win"}}}"#
);

pub fn closed(lines: &[&str]) -> String {
    let mut all = vec!["part win disproved closed"];
    all.extend(lines);
    certificate("graph", ROUND, "A", "win disproved", &all)
}
