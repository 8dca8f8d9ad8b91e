//! The other commands: algorithms, graph, bench, help.

use crate::common::{Folder, run, run_with};

#[test]
fn every_help_has_examples_and_the_main_ones_the_exit_codes() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["algorithms", "--help"],
        &["bench", "--help"],
        &["graph", "--help"],
        &["graph", "random", "--help"],
        &["graph", "uniform", "--help"],
        &["graph", "okabe", "--help"],
        &["graph", "chain", "--help"],
        &["graph", "figure", "--help"],
        &["graph", "numbers", "--help"],
    ] {
        let help = run(args).expect(0);
        assert!(help.out.contains("Example"), "{args:?}");
        assert!(help.out.contains("phidelta "), "{args:?}");
    }
    for args in [&["--help"][..], &["solve", "--help"], &["bench", "-h"], &["graph", "-h"]] {
        let help = run(args).expect(0).out;
        for code in ["  0  ", "  1  ", "  2  ", "  3  "] {
            assert!(help.contains(code), "{args:?}");
        }
    }
    assert!(run(&["--version"]).expect(0).out.starts_with("phidelta "));
}

#[test]
fn algorithms_are_listed_for_people_and_machines() {
    let table = run(&["algorithms"]).expect(0).out;
    assert!(table.contains("name") && table.contains("idea") && table.contains("paper"));
    let list = run(&["algorithms", "--json"]).expect(0).json();
    for entry in &list {
        let name = entry["name"].as_str().expect("a name");
        assert!(table.contains(name), "{name}");
        // What is listed can be used.
        let example = entry["example"].as_str().expect("an example");
        let args = ["solve", "graph", "ghi_min", "--memory", "1M", "--nodes", "1000", "--algorithm", example];
        let solved = run(&args);
        assert!(matches!(solved.code, Some(0 | 3)), "{example}: {solved:?}");
        assert!(entry["combines_with"].as_array().is_some_and(|list| !list.is_empty()), "{name}");
    }
    assert!(list.len() > 30);
}

#[test]
fn written_graphs_can_be_solved() {
    for (args, verdict) in [
        (&["graph", "okabe", "--layers", "5"][..], "proved"),
        (&["graph", "okabe", "--layers", "5", "--last", "loss"], "disproved"),
        (&["graph", "chain", "--plies", "9"], "proved"),
        (&["graph", "figure", "ghi_min"], "proved"),
    ] {
        let text = run(args).expect(0).out;
        let report = run_with(&["solve", "graph", "--file", "-", "--json"], text.as_bytes()).expect(0).json();
        assert_eq!(report[0]["verdict"], verdict, "{args:?}");
    }
    for kind in ["tree", "dag", "cyclic"] {
        let make =
            |seed| run(&["graph", "random", "--kind", kind, "--nodes", "200", "--seed", seed]).expect(0).out;
        let text = make("7");
        assert_eq!(text, make("7"), "{kind}");
        assert_ne!(text, make("8"), "{kind}");
        run_with(&["solve", "graph", "--file", "-"], text.as_bytes()).expect(0);
    }
    run(&["graph", "uniform", "--depth", "4", "--children", "3"]).expect(0);
    let list = run(&["graph", "figure"]).expect(0).out;
    assert!(list.contains("kishimoto_fig1") && list.contains("ghi_min"));
}

#[test]
fn the_options_of_a_random_graph_reach_it() {
    let plain = run(&["graph", "random", "--nodes", "60"]).expect(0).out;
    assert!(!plain.contains("draw") && !plain.contains("init") && !plain.contains("repetition"));
    let text = run(&[
        "graph",
        "random",
        "--nodes",
        "60",
        "--draw",
        "1",
        "--largest-init",
        "9",
        "--goal",
        "draw",
        "--repetition",
        "defender-fails",
        "--span",
        "4",
    ])
    .expect(0)
    .out;
    assert!(
        text.contains(r#""goal": "draw""#) && text.contains(r#""repetition": "defender-fails""#),
        "{text}"
    );
    assert!(text.contains(r#""value": "draw""#) && !text.contains(r#""value": "win""#), "{text}");
    assert!(text.contains(r#""init": ["#), "{text}");
    let open = run(&["graph", "random", "--nodes", "60", "--open", "1"]).expect(0).out;
    assert!(!open.contains("value"), "{open}");
}

#[test]
fn a_file_is_not_replaced_without_force() {
    let folder = Folder::new("out");
    let file = folder.path("g.json");
    let made = run(&["graph", "okabe", "--layers", "2", "--out", &file]).expect(0);
    assert_eq!(made.out, "");
    let before = std::fs::read_to_string(&file).expect("written");
    run(&["graph", "okabe", "--layers", "3", "--out", &file]).expect(1).says(&["exists already", "--force"]);
    assert_eq!(std::fs::read_to_string(&file).expect("kept"), before);
    run(&["graph", "okabe", "--layers", "3", "--out", &file, "--force"]).expect(0);
    assert_ne!(std::fs::read_to_string(&file).expect("replaced"), before);
    assert_eq!(folder.files(), 1);
}

#[test]
fn numbers_of_the_figures() {
    let figure = |args: &[&str]| run(&[&["graph", "numbers"], args].concat()).expect(0).out;
    let text = figure(&["pdspn_fig2"]);
    assert!(text.contains("\na     OR      1    2  b c\n"), "{text}");
    assert!(text.ends_with("most-proving node j\n"), "{text}");
    let pn = |text: &str, node: &str| -> String {
        let row = text.lines().find(|line| line.split_whitespace().next() == Some(node)).expect(node);
        row.split_whitespace().nth(2).expect(row).to_string()
    };
    for (aggregate, left, right) in [("sum", "17", "15"), ("wpns", "9", "11"), ("true", "9", "15")] {
        let text = figure(&["wpns_fig1", "--aggregate", aggregate]);
        assert_eq!((pn(&text, "L").as_str(), pn(&text, "R").as_str()), (left, right), "{aggregate}");
    }
    let okabe = run(&["graph", "okabe", "--layers", "10", "--last", "open"]).expect(0).out;
    for (aggregate, root) in [("sum", "1024"), ("wpns", "11"), ("bns", "11"), ("true", "1")] {
        let text =
            run_with(&["graph", "numbers", "-", "--aggregate", aggregate], okabe.as_bytes()).expect(0).out;
        assert_eq!(pn(&text, "A0"), root, "{aggregate}");
    }
}

#[test]
fn bench_ends_as_its_help_says() {
    let folder = Folder::new("bench");
    let help = run(&["bench", "--help"]).expect(0).out;
    assert!(help.contains("of a suite: every problem has an answer"), "{help}");
    // A run that meets its limit is a run.
    let quick = ["bench", "--algorithm", "df-pn", "--nodes", "100", "--memory", "1M"];
    assert!(run(&quick).expect(0).out.contains("unknown"));
    let suite = folder.write("suite.txt", "4x4k3:\n5x4:33\n");
    run(&["bench", "connect4", "--file", &suite]).expect(0);
    run(&["bench", "connect4", "--file", &suite, "--nodes", "10"]).expect(3);
    run(&["bench", "connect4", "--file", &folder.path("none.txt")]).expect(1).says(&["cannot read"]);
    let bad = folder.write("bad.txt", "4x4k3:9\n");
    run(&["bench", "connect4", "--file", &bad]).expect(2).says(&["bad.txt:1:"]);
    run(&["bench", "--memory", "1K"]).expect(2);
}

#[test]
fn bench_speaks_json() {
    let quick = ["bench", "--algorithm", "df-pn+tca", "--nodes", "3000", "--memory", "1M"];
    let mut rows = run(&[&quick[..], &["--json"]].concat()).expect(0).json();
    let total = rows.pop().expect("the sum");
    let text = run(&quick).expect(0).out;
    let signature = text.lines().last().and_then(|row| row.strip_prefix("signature ")).expect("a signature");
    assert_eq!(total["signature"], signature);
    assert_eq!((&total["runs"], &total["stopped"]), (&rows.len().into(), &false.into()));
    let nodes: u64 = rows.iter().map(|row| row["nodes"].as_u64().expect("nodes")).sum();
    assert_eq!(total["nodes"], nodes);
    for row in &rows {
        assert_eq!((&row["algorithm"], &row["counts"]), (&"df-pn+tca".into(), &"calls".into()));
        assert_eq!(row["reason"].is_string(), row["verdict"] == "unknown", "{row}");
        assert!(row["problem"].is_string() && row["seconds"].is_number() && row["nodes_per_second"].is_u64());
    }
    // Of a suite the objects of solve.
    let folder = Folder::new("bench-json");
    let suite = folder.write("suite.txt", "4x4k3:\n5x4:33\n");
    let rows = run(&["bench", "connect4", "--file", &suite, "--verify", "--json"]).expect(0).json();
    assert_eq!((&rows[0]["value"], &rows[1]["value"]), (&"win".into(), &"draw".into()));
    assert!(
        rows[0]["verified"] == true && rows[2]["signature"].is_string() && rows[2]["decided"] == 2,
        "{rows:?}"
    );
    let timed = run(&["bench", "connect4", "--file", &suite, "--time", "60", "--json"]).expect(0).json();
    assert!(timed[2]["signature"].is_null());
}

#[test]
fn the_signature_does_not_depend_on_the_run() {
    let bench =
        |args: &[&str]| run(&[&["bench", "--memory", "1M", "--nodes", "3000"], args].concat()).expect(0).out;
    let signature = |text: &str| {
        let line = text.lines().last().expect("a last line");
        let hex = line.strip_prefix("signature ").expect(line);
        assert!(hex.len() == 16 && hex.bytes().all(|b| b.is_ascii_hexdigit()), "{line}");
        hex.to_string()
    };
    let first = bench(&[]);
    assert_eq!(signature(&first), signature(&bench(&[])));
    assert!(first.contains("nodes/s") && first.lines().any(|line| line.starts_with("total ")));
    let other = bench(&["--algorithm", "df-pn+tca"]);
    assert_ne!(signature(&first), signature(&other));
    assert!(!other.contains("alpha-beta"));
}
