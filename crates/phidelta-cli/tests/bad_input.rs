//! Whatever is wrong with the input: a message that names the place and what was expected, the documented
//! exit code, and never a panic.

use crate::common::{Folder, run, run_with};

#[test]
fn broken_graphs_name_the_place() {
    let folder = Folder::new("broken");
    for (name, text, words) in [
        ("empty", "", &["empty.json:1:", "JSON"][..]),
        ("cut", "{\"root\": \"A\",\n \"nodes\": {\"A\": {\"type\": \"OR\"", &["cut.json:2:", "JSON"]),
        ("comma", "{\"root\": \"A\",\n}", &["comma.json:2:1", "JSON"]),
        ("list", "[1, 2]", &["list.json", "expected an object"]),
        ("root", r#"{"nodes":{"A":{"type":"OR"}}}"#, &["root.json", "`root` is missing"]),
        (
            "noroot",
            r#"{"root":"Z","nodes":{"A":{"type":"OR"}}}"#,
            &["noroot.json", "root 'Z' does not exist"],
        ),
        ("nonodes", r#"{"root":"A","nodes":{}}"#, &["nonodes.json", "expected at least the root"]),
        (
            "child",
            r#"{"root":"A","nodes":{"A":{"type":"OR","children":["Q"]}}}"#,
            &["child.json", "node 'A'", "child 'Q' does not exist"],
        ),
        (
            "type",
            r#"{"root":"A","nodes":{"A":{"value":"win"}}}"#,
            &["type.json", "node 'A'", "`type` is missing", "OR"],
        ),
        (
            "wrongtype",
            r#"{"root":"A","nodes":{"A":{"type":"XOR"}}}"#,
            &["wrongtype.json", "node 'A'", "\"XOR\"", "\"AND\""],
        ),
        (
            "value",
            r#"{"root":"A","nodes":{"A":{"type":"OR","value":"maybe"}}}"#,
            &["value.json", "node 'A'", "\"maybe\"", "\"draw\""],
        ),
    ] {
        let file = folder.write(&format!("{name}.json"), text);
        let refused = run(&["solve", "graph", "--file", &file]).expect(2).says(words).says(&["error: "]);
        assert_eq!(refused.out, "");
        run_with(&["solve", "graph", "--file", "-"], text.as_bytes()).expect(2).says(&["standard input"]);
        run(&["graph", "numbers", &file]).expect(2).says(words);
    }
    let bytes = folder.write("bytes.json", b"{\n\"root\": \"\xff\"}");
    run(&["solve", "graph", "--file", &bytes]).expect(2).says(&["bytes.json:2", "UTF-8"]);
    run(&["solve", "graph", "{\"root\":"]).expect(2).says(&["POSITION:1:", "JSON"]);
    let deep = "[".repeat(100_000);
    run_with(&["solve", "graph", "--file", "-"], deep.as_bytes()).expect(2).says(&["standard input:1:"]);
}

#[test]
fn a_graph_with_a_loop_has_no_static_numbers() {
    run(&["graph", "numbers", "kishimoto_fig1"]).expect(2).says(&["kishimoto_fig1", "without cycles"]);
}

#[test]
fn unknown_figures_are_listed_and_files_explained() {
    run(&["solve", "graph", "nothing"]).expect(2).says(&["'nothing'", "kishimoto_fig1", "ghi_min"]);
    run(&["graph", "figure", "nothing"]).expect(2).says(&["'nothing'", "kishimoto_fig1"]);
    let folder = Folder::new("forgot");
    let file = folder.write("a.json", "{}");
    run(&["solve", "graph", &file]).expect(2).says(&[&format!("--file {file}")]);
}

#[test]
fn algorithms_that_cannot_be_say_why() {
    for (name, words) in [
        ("dfpn", &["unknown algorithm 'dfpn'", "df-pn(r)"][..]),
        ("pn+tca", &["pn cannot be combined with 'tca'", "cannot loop"]),
        ("df-pn+fast", &["unknown part 'fast'", "snda"]),
        ("df-pn+eps=x", &["eps=x", "0 <= X <= 16"]),
        ("df-pn+tca+r", &["two loop policies"]),
        ("", &["algorithm"]),
    ] {
        run(&["solve", "graph", "ghi_min", "--algorithm", name]).expect(2).says(words);
        run(&["bench", "--algorithm", name]).expect(2).says(words);
    }
}

#[test]
fn numbers_out_of_range_name_what_was_given_and_expected() {
    for (option, value, words) in [
        ("--memory", "1K", &["'1K'", "1024 bytes", "at least 1M"][..]),
        ("--memory", "lots", &["'lots'", "at least 1M"]),
        ("--memory", "99999999999T", &["at least 1M"]),
        ("--nodes", "0", &["'0'", "1_000_000"]),
        ("--nodes", "1.5", &["'1.5'", "1_000_000"]),
        ("--time", "0", &["'0'", "seconds"]),
        ("--time", "soon", &["'soon'", "seconds"]),
        ("--goal", "lose", &["'lose'", "win", "draw"]),
    ] {
        run(&["solve", "graph", "ghi_min", option, value]).expect(2).says(words);
    }
    // Negative numbers look like options to the reader of the command line; wrong they are anyway.
    run(&["solve", "graph", "ghi_min", "--time", "-1"]).expect(2);
}

#[test]
fn more_memory_than_there_is_fails_with_1() {
    run(&["solve", "graph", "ghi_min", "--memory", "4000000T"]).expect(1).says(&["memory"]);
}

#[test]
fn wrong_usage_ends_with_2() {
    run(&[]).expect(2);
    run(&["solve"]).expect(2).says(&["GAME"]);
    run(&["solve", "chess", "x"]).expect(2).says(&["'chess'", "unknown game", "graph"]);
    run(&["solve", "graph"]).expect(2).says(&["POSITION"]);
    run(&["solve", "graph", "ghi_min", "--file", "x"]).expect(2).says(&["--file"]);
    run(&["solve", "graph", "ghi_min", "--fast"]).expect(2).says(&["--fast"]);
    run(&["win"]).expect(2).says(&["win"]);
    run(&["graph", "chain"]).expect(2).says(&["--plies"]);
    run(&["graph", "chain", "--plies", "99999999"]).expect(2).says(&["99999999"]);
    run(&["graph", "uniform", "--depth", "30"]).expect(2).says(&["too large"]);
    run(&["graph", "random", "--leaf", "2"]).expect(2).says(&["0 to 1"]);
    run(&["graph", "random", "--children", "2", "--least-children", "3"])
        .expect(2)
        .says(&["--least-children 3"]);
    run(&["graph", "figure", "ghi_min", "--force"]).expect(2).says(&["--out"]);
}

#[test]
fn lines_of_a_file_are_checked_before_the_first_search() {
    let folder = Folder::new("line");
    let file = folder.write("trees.txt", "depth=60\n# comment\ndepth=x\tnote\n");
    let refused = run(&["solve", "synthetic", "--file", &file]).expect(2).says(&[
        "trees.txt:3",
        "'depth=x'",
        "depth=N",
    ]);
    assert_eq!(refused.out, "");
    let empty = folder.write("empty.txt", "# nothing\n\n");
    run(&["solve", "synthetic", "--file", &empty]).expect(2).says(&["empty.txt", "one a line"]);
    run(&["solve", "synthetic", "depth=4", "--goal", "draw"]).expect(2).says(&["--goal"]);
}

/// Whatever is repeated of an input: a screen at most, and no character that moves the cursor.
#[test]
fn messages_are_short_and_move_no_cursor() {
    let graph = format!("{{\"root\":\"{}\"}}", "r".repeat(5000));
    for text in ["x".repeat(5000), "\u{1b}[2J\r\u{202e}y".into(), format!("1 {}", "9 ".repeat(3000)), graph] {
        for args in [
            &["solve", "graph", &text][..],
            &["solve", "connect4", &text],
            &["solve", "loa", &text],
            &["solve", "othello", &text],
            &["solve", "shogi", &text],
            &["solve", "synthetic", &text],
            &["solve", "uttt", &text],
            &["solve", &text, "x"],
            &["solve", "graph", "ghi_min", "--algorithm", &text],
            &["solve", "graph", "ghi_min", "--memory", &text],
            &["solve", "graph", "ghi_min", "--goal", &text],
            &["solve", "loa", "start", "--rule", &text],
            &["solve", "graph", "ghi_min", &format!("--{text}")],
            &["compose", "check", &text],
            &["experiment", &text],
            &["experiment", "loops", "--suite", &format!("loa={text}")],
            &["generate", &text],
            &["check", &text],
        ] {
            let said = run(args);
            assert!(matches!(said.code, Some(1 | 2)), "{said:?}");
            let plain = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
            assert!(said.err.chars().all(plain), "{said:?}");
            assert!(said.err.lines().all(|row| row.chars().count() <= 1000), "{said:?}");
            assert!(said.err.chars().count() < 3000, "{said:?}");
        }
    }
}

#[test]
fn files_that_cannot_be_read_or_written_end_with_1() {
    run(&["solve", "graph", "--file", "no/such/file.json"])
        .expect(1)
        .says(&["no/such/file.json", "cannot read"]);
    let folder = Folder::new("unwritable");
    run(&["solve", "graph", "--file", &folder.path(".")]).expect(1).says(&["cannot read"]);
    run(&["graph", "chain", "--plies", "3", "--out", &folder.path("no/such/x.json")])
        .expect(1)
        .says(&["cannot write"]);
    run(&["graph", "chain", "--plies", "3", "--out", "/"]).expect(1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    use std::process::{Command, Stdio};
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    let ran = command.args(["algorithms"]).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
    let message = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{message}");
    assert!(
        message.contains("cannot write to the standard output") && !message.contains("panicked"),
        "{message}"
    );
}
