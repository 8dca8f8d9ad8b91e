//! `--language`, and the language of the locale.

use std::process::Command;

use crate::common::{Finished, Folder, run};

/// White wins in one.
const LOA: &str = "-------------O---X----------------------------X-----------O----- O";
const OTHELLO: &str = "---OOOOOXXXXOOOOXXXXOOOOXXXXOOOOXXXXOOOOXXXXOOOOXXXXOOOOXXXXOOOO X";
const MATE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

/// The command under a locale.
fn under(variable: &str, value: &str, args: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let output = command.env(variable, value).args(args).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Finished { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_option_and_the_locale_choose() {
    let solve = ["solve", "shogi", MATE];
    for (variable, value) in [("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "ja"), ("LC_ALL", "ja_JP.eucJP")] {
        assert!(under(variable, value, &solve).expect(0).out.contains("\n判定       詰み（未検証）\n"));
    }
    assert!(
        under("LANG", "de_DE.UTF-8", &solve).expect(0).out.contains("\nverdict    proved (not verified)\n")
    );
    let chosen = [&solve[..], &["--language", "en"]].concat();
    assert!(under("LANG", "ja_JP.UTF-8", &chosen).expect(0).out.contains("\nverdict    proved"));
    run(&["solve", "shogi", MATE, "--language", "fr"]).expect(2).says(&["fr", "en", "ja"]);
    // Programs get the same whatever people read.
    let json = |language| {
        let text = run(&["solve", "graph", "ghi_min", "--json", "--language", language]).expect(0);
        let mut object = text.json().remove(0);
        for time in ["seconds", "cpu_seconds", "nodes_per_second"] {
            object[time] = 0.into();
        }
        object
    };
    assert_eq!(json("en"), json("ja"));
}

#[test]
fn all_that_people_read_is_there_in_both_languages() {
    let folder = Folder::new("languages");
    let proof = folder.path("proof.txt");
    run(&["solve", "shogi", MATE, "--certificate", &proof, "--verify", "--language", "ja"]).expect(0);
    let (file, kif) = (folder.write("two.sfen", format!("{MATE}\n{MATE}\n")), folder.path("x.kif"));
    for (args, english, japanese) in [
        (&["solve", "shogi", "--file", &file][..], "total: 2 problems, 2 proved", "計：2題、詰み 2、不詰 0"),
        (&["solve", "shogi", MATE, "--shortest", "--all"], "3 plies", "3手"),
        (&["show", "shogi", MATE], "to move    Black", "手番       攻方（先手）"),
        (&["show", "shogi", MATE], "G*1c", "▲１三金"),
        (&["solve", "shogi", MATE, "--all"], "G*1c   proved", "▲１三金 詰み"),
        (&["solve", "shogi", "--file", &file], "G*1c 1b1a G*1b", "▲１三金 △１一玉 ▲１二金打"),
        (&["solve", "loa", LOA, "--goal", "win"], "White (O) to move", "手番 白（O）"),
        (&["show", "loa", LOA], "to move    White (O)", "手番       白（O）"),
        (&["show", "graph", "ghi_min"], "the attacker (OR)", "攻方（OR）"),
        (&["show", "othello", OTHELLO], "3 empty; X to move", "空き 3、手番 X"),
        (&["show", "connect4", "4x4:1212121"], "X has 4 in a row", "Xが4つ並んだ"),
        (&["solve", "shogi", MATE], " calls)", " 呼び出し）"),
        (&["compose", "check", MATE], "time       0.", " 秒\n"),
        (&["check", &proof], "valid      win proved\n", "有効       win proved（詰み）\n"),
        (&["tree", &proof], " G*1c  winner", " ▲１三金 G*1c    勝方"),
        (&["tree", &proof], "a strategy of the attacker", "攻方の方針"),
        (&["tree", &proof, "--at", ""], "to move    the winner: one move", "手番       勝方：一手"),
        (&["tree", &proof, "--kif", &kif, "--force"], "all of the proof", "証明の全て"),
        (&["compose", "check", MATE], "verdict ", "判定 "),
    ] {
        for (language, words, others) in [("en", english, japanese), ("ja", japanese, english)] {
            let out = run(&[args, &["--language", language]].concat()).expect(0).out;
            assert!(out.contains(words) && !out.contains(others), "{args:?}: {words} in {out}");
        }
    }
    let svg = folder.path("x.svg");
    run(&["tree", &proof, "--svg", &svg, "--language", "ja"]).expect(0);
    let drawn = std::fs::read_to_string(&svg).expect("a file");
    assert!(drawn.contains("勝方の手番") && !drawn.contains("the winner"), "{drawn}");
}

/// A mate of 19 plies: more than one row. It is one of the suite.
const LONG: &str = "9/9/2+p6/2G5B/4pk3/9/9/9/9 b 2RGNb2g4s3n4l16p 1";

#[test]
fn moves_are_never_broken() {
    let moves = |line: &serde_json::Value| -> Vec<String> {
        line.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_string()).collect()
    };
    let object = run(&["solve", "shogi", LONG, "--json", "--nodes", "1M"]);
    let line = moves(&object.json()[0]["line"]);
    for language in ["en", "ja"] {
        let out = run(&["solve", "shogi", LONG, "--nodes", "1M", "--language", language]).out;
        if language == "en" {
            let words: Vec<&str> = out.split_whitespace().collect();
            assert!(line.iter().all(|mv| words.contains(&mv.as_str())), "{out}");
        }
        // In Japanese notation a row starts with the sign of a side wherever one was broken off.
        let marks = out.lines().filter(|row| row.contains(['▲', '△']));
        assert!(marks.clone().all(|row| row.trim_start_matches(|c: char| !"▲△".contains(c)).len() > 3));
        assert_eq!(marks.map(|row| row.matches(['▲', '△']).count()).sum::<usize>(), line.len(), "{out}");
    }
    let folder = Folder::new("unbroken");
    let page = folder.path("page.html");
    run(&["compose", "check", MATE, "--html", &page, "--language", "ja"]).expect(0);
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains(".mv{white-space:nowrap}") && html.contains("<span class=\"mv\">▲"), "{html}");
}
