//! `phidelta solve shogi` with game records: KIF, KI2, CSA and JKF in, KIF out.

use crate::common::{Folder, run, run_with};

const DIAGRAM: &str = "\
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・v玉|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金二
";
const SFEN: &str = "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
const CSA: &str = "V2.2\nP-12OU\nP+14FU00KI00KI\nP-00AL\n+\n";
const JKF: &str = r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},
{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#;

/// The line of the hand in Shift-JIS: enough to see that the bytes are understood.
const HAND_SHIFT_JIS: &[u8] = b"\x90\xe6\x8e\xe8\x82\xcc\x8e\x9d\x8b\xee\x81F\x8b\xe0\x93\xf1\n";

#[test]
fn records_are_known_by_name_and_by_content() {
    let folder = Folder::new("records");
    for name in ["a.kif", "a.kifu", "a.ki2", "a.KIFU", "problem.txt"] {
        let file = folder.write(name, DIAGRAM);
        let solved = run(&["solve", "shogi", "--file", &file, "--json"]).expect(0);
        assert_eq!(solved.json()[0]["position"], SFEN, "{name}");
        assert_eq!(solved.json()[0]["verdict"], "proved");
    }
    let file = folder.write("a.csa", CSA);
    assert_eq!(run(&["solve", "shogi", "--file", &file, "--json"]).expect(0).json()[0]["position"], SFEN);
    for text in [DIAGRAM, CSA, &format!("{SFEN}\tnote：持駒\n")] {
        let solved = run_with(&["solve", "shogi", "--file", "-", "--json"], text.as_bytes()).expect(0);
        assert_eq!(solved.json()[0]["position"], SFEN, "{text}");
    }
    let file = folder.write("a.jkf", JKF);
    let solved = run(&["solve", "shogi", "--file", &file, "--ply", "1", "--json"]).expect(0);
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -- 1";
    assert_eq!(solved.json()[0]["position"], after);
    let two =
        run_with(&["solve", "shogi", "--file", "-"], format!("{DIAGRAM}\n{DIAGRAM}").as_bytes()).expect(0);
    assert_eq!(two.out.matches(" proved ").count(), 2, "{}", two.out);
}

#[test]
fn shift_jis_is_read() {
    let refused = run_with(&["solve", "shogi", "--file", "-"], b"P\xff\xfe\n").expect(2);
    assert!(refused.err.contains("expected text in UTF-8"), "{}", refused.err);
    let folder = Folder::new("sjis");
    let file = folder.write("hand.kif", HAND_SHIFT_JIS);
    let refused = run(&["solve", "shogi", "--file", &file]).expect(2);
    assert!(refused.err.contains("hand.kif:1:1: pieces in hand without a board"), "{}", refused.err);
    assert!(refused.err.contains("先手の持駒：金二"), "{}", refused.err);
}

#[test]
fn mistakes_in_records_are_marked() {
    let folder = Folder::new("bad-records");
    let file = folder.write("bad.kif", DIAGRAM.replace("v玉", "v鯨"));
    let refused =
        run(&["solve", "shogi", "--file", &file]).expect(2).says(&["bad.kif:4:19: '鯨', expected a square"]);
    let mark = format!("\n  | ・ ・ ・ ・ ・ ・ ・ ・v鯨|二\n  {}^^\n", " ".repeat(26));
    assert!(refused.err.contains(&mark), "{}", refused.err);
    assert_eq!(refused.out, "");
    let file = folder.write("bad.csa", "V2.2\nP-12OU\n+\n+1213FU\n");
    run(&["solve", "shogi", "--file", &file, "--ply", "1"])
        .expect(2)
        .says(&["bad.csa:4:1: +1213FU is not legal"]);
    run(&["solve", "shogi", "--file", &file, "--ply", "2"])
        .expect(2)
        .says(&["has 1 moves, expected as many"]);
    run_with(&["solve", "shogi", "--file", "-", "--ply", "2"], SFEN.as_bytes())
        .expect(2)
        .says(&["--ply", "standard input is no game record"]);
    run(&["solve", "shogi", SFEN, "--ply", "2"]).expect(2).says(&["--file"]);
    let file = folder.write("bad.json", "{\n");
    run(&["solve", "shogi", "--file", &file]).expect(2).says(&["bad.json:", "no JSON"]);
}

#[test]
fn columns_count_the_spaces_before_a_position() {
    let folder = Folder::new("columns");
    let file = folder.write("problems.sfen", "# head\n   4k4/9 b - 1\tid=2\n");
    run(&["solve", "shogi", "--file", &file]).expect(2).says(&["problems.sfen:2:9: the board has 2 ranks"]);
}

#[test]
fn the_line_is_written_as_kif() {
    let folder = Folder::new("kif-out");
    let file = folder.write("in.kif", format!("{DIAGRAM}\n{DIAGRAM}"));
    let out = folder.write("out.kif", "");
    // A file that is there is not replaced, and nothing is searched for it.
    let refused = run(&["solve", "shogi", SFEN, "--kif", &out]).expect(1).says(&["out.kif", "--force"]);
    assert_eq!(refused.out, "");
    let solved = run(&["solve", "shogi", SFEN, "--kif", &out, "--force"]).expect(0);
    assert!(solved.out.contains("verdict    proved"), "{}", solved.out);
    let text = std::fs::read_to_string(&out).unwrap();
    for part in [
        "#KIF version=2.0 encoding=UTF-8\n後手の持駒：飛二　角二　金二　",
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|二\n",
        "手数----指手---------消費時間--\n*phidelta ",
        "\n*verdict: proved (mate in 3)\n*nodes: ",
        "\n   1 １三金打     ( 0:00/00:00:00)\n   2 １一玉(12)   ( 0:00/",
        "\n   4 詰み         ( 0:00/00:00:00)\nまで3手で詰み\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // It is a record again; several of them as well.
    let again = run(&["solve", "shogi", "--file", &out, "--json"]).expect(0);
    assert_eq!(again.json()[0]["position"], SFEN);
    let printed = run(&["solve", "shogi", "--file", &file, "--kif", "-"]).expect(0);
    assert_eq!(printed.out.matches("まで3手で詰み").count(), 2);
    let both = run_with(&["solve", "shogi", "--file", "-", "--json"], printed.out.as_bytes()).expect(0);
    assert_eq!(both.json().len(), 2);
}

#[test]
fn white_attacks_and_nothing_is_found() {
    let mate = "9/9/9/9/9/8p/9/8K/9 w 2g 1";
    let printed = run(&["solve", "shogi", mate, "--kif", "-"]).expect(0);
    assert!(printed.out.contains("\n後手番\n") && printed.out.contains("詰み"), "{}", printed.out);
    let back = run_with(&["solve", "shogi", "--file", "-", "--json"], printed.out.as_bytes()).expect(0);
    assert!(back.json()[0]["position"].as_str().unwrap().contains(" w "));
    let printed = run(&["solve", "shogi", "4k4/9/9/9/9/9/9/9/9 b G 1", "--kif", "-"]).expect(0);
    assert!(printed.out.contains("不詰") && printed.out.contains("*verdict: disproved"), "{}", printed.out);
    let printed = run(&["solve", "shogi", SFEN, "--kif", "-", "--nodes", "1"]);
    let printed = if printed.out.contains("詰み") { printed.expect(0) } else { printed.expect(3) };
    assert!(printed.out.contains("*verdict: "), "{}", printed.out);
}

#[test]
fn bad_output_is_refused_before_the_search() {
    let folder = Folder::new("kif-bad");
    let nowhere = folder.path("no/such/folder.kif");
    run(&["solve", "shogi", SFEN, "--kif", &nowhere]).expect(1).says(&["cannot write", "folder.kif"]);
    run(&["solve", "shogi", SFEN, "--kif", &folder.path(""), "--force"]).expect(1).says(&["cannot write"]);
    run(&["solve", "graph", "kishimoto_fig1", "--kif", "-"]).expect(2).says(&["--kif", "expected shogi"]);
    run(&["solve", "shogi", SFEN, "--kif", "-", "--json"]).expect(2).says(&["--kif -", "--json"]);
    run(&["solve", "shogi", SFEN, "--force"]).expect(2).says(&["--kif"]);
}
