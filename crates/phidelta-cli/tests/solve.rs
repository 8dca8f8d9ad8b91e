//! `phidelta solve` as its users see it: verdicts, exit codes, JSON, files, limits, Ctrl-C.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{Folder, finish, run, run_with, start};
use serde_json::{Value, json};

/// Won in two plies.
const WON: &str = r#"{"root":"A","nodes":{"A":{"type":"OR","children":["L","B"]},"L":{"type":"AND","value":"loss"},
 "B":{"type":"AND","children":["W"]},"W":{"type":"OR","value":"win"}}}"#;

#[test]
fn a_verdict_ends_with_0_and_comes_first() {
    let proved = run(&["solve", "graph", "kishimoto_fig1"]).expect(0);
    assert!(proved.out.starts_with("verdict    proved"), "{proved:?}");
    assert!(proved.out.contains("algorithm  df-pn+tca+snda\n"));
    // Piped: no progress, no decoration.
    assert_eq!(proved.err, "");
    let lost = r#"{"root":"A","nodes":{"A":{"type":"OR","value":"draw"}}}"#;
    assert!(run(&["solve", "graph", lost]).expect(0).out.starts_with("verdict    disproved"));
    assert!(run(&["solve", "graph", lost, "--goal", "draw"]).expect(0).out.starts_with("verdict    proved"));
}

#[test]
fn limits_end_with_3_and_their_reason() {
    for (options, reason) in [
        (&["--nodes", "1_000"][..], "node limit"),
        (&["--nodes", "1e3"], "node limit"),
        (&["--time", "0.05"], "time limit"),
        (&["--algorithm", "df-pn+inf=3"], "numbers saturated"),
    ] {
        let args = [&["solve", "synthetic", "depth=60", "--memory", "1M", "--json"], options].concat();
        let report = &run(&args).expect(3).json()[0];
        assert_eq!(report["verdict"], "unknown");
        assert_eq!(report["reason"], reason, "{options:?}");
        assert_eq!(report["line"], json!([]));
    }
    let text = run(&["solve", "synthetic", "depth=60", "--nodes", "1K"]).expect(3).out;
    assert!(text.starts_with("verdict    unknown: node limit\n"), "{text}");
    assert!(text.contains("nodes      1,000 ("), "{text}");
}

#[test]
fn json_is_as_documented() {
    let documented = |heading: &str| -> Vec<String> {
        let text = include_str!("../../../docs/json.md");
        let table = text.split(heading).nth(1).expect(heading);
        let rows = table.lines().skip_while(|line| !line.starts_with("| `"));
        let rows = rows.take_while(|line| line.starts_with("| `"));
        rows.map(|row| row.split('`').nth(1).expect(row).to_string()).collect()
    };
    let report = run(&["solve", "graph", WON, "--json"]).expect(0).json().remove(0);
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&report), documented("## solve"));
    assert_eq!(keys(&report["stats"]), documented("`stats` holds"));
    let all = run(&["solve", "graph", WON, "--all", "--json"]).expect(0).json().remove(0);
    assert_eq!(keys(&all["moves"][0]), documented("An object of `moves` holds"));
    let bench = run(&["bench", "--algorithm", "df-pn", "--nodes", "10", "--json"]).expect(0).json();
    assert_eq!(keys(&bench[0]), documented("## bench"));
    assert_eq!(keys(bench.last().expect("a sum")), documented("The last object sums up"));
    assert_eq!(report["given"], WON);
    assert_eq!(report["question"], "win");
    assert_eq!(report["verdict"], "proved");
    assert_eq!(report["value"], Value::Null);
    assert_eq!(report["reason"], Value::Null);
    assert_eq!((&report["pn"], &report["dn"]), (&json!(0), &json!("inf")));
    assert_eq!(report["algorithm"], "df-pn+tca+snda");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["verified"], false);
    assert!(report["nodes"].as_u64().is_some_and(|n| (2..10).contains(&n)), "{report}");
    assert!(report["seconds"].as_f64().is_some_and(|s| (0.0..60.0).contains(&s)));
    assert!(report["table_bytes"].as_u64().is_some_and(|b| b > 100 << 20 && b <= 256 << 20));
    assert!(report["line"].is_array() && report["line_complete"].is_boolean());
}

#[test]
fn show_lists_moves_and_says_what_ended_a_game() {
    let text = include_str!("../../../docs/json.md").split("## show").nth(1).expect("a section");
    let text = text.split("\n## ").next().expect("a section");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let documented: Vec<_> = rows.map(|row| row.split('`').nth(1).expect(row)).collect();
    let object = run(&["show", "graph", WON, "--json"]).expect(0).json().remove(0);
    assert_eq!(object.as_object().expect("an object").keys().collect::<Vec<_>>(), documented);
    assert_eq!((&object["moves"], &object["ended"]), (&json!(["L", "B"]), &Value::Null));
    let text = run(&["show", "graph", WON]).expect(0).out;
    assert!(
        text.contains("\nto move    the attacker (OR)\nmoves      L B\n           (2 moves)\n"),
        "{text}"
    );
    let over = r#"{"root":"A","nodes":{"A":{"type":"AND","value":"win"}}}"#;
    let object = run(&["show", "graph", over, "--json"]).expect(0).json().remove(0);
    assert_eq!((&object["moves"], &object["value"]), (&json!([]), &json!("loss")));
    let shogi = run(&["show", "shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1"]).expect(0).out;
    assert!(shogi.contains("攻方の持駒：金二") && shogi.contains("G*1c"), "{shogi}");
    assert!(run(&["show", "--help"]).expect(0).out.contains("phidelta show shogi"));
}

#[test]
fn rules_and_goals_are_refused_where_there_are_none() {
    run(&["solve", "graph", WON, "--rule", "x=y"]).expect(2).says(&["--rule x=y", "graph has no variants"]);
    run(&["solve", "shogi", "x", "--goal", "draw"]).expect(2).says(&[
        "--goal",
        "unknown; shogi takes",
        "mated",
    ]);
}

#[test]
fn the_line_of_play_is_printed() {
    let report = run(&["solve", "graph", WON, "--json"]).expect(0).json().remove(0);
    assert_eq!((&report["line"], &report["line_complete"]), (&json!(["B", "W"]), &json!(true)));
    let text = run(&["solve", "graph", WON]).expect(0).out;
    assert!(text.contains("\nline       B W\n           (2 plies)\n"), "{text}");
}

#[test]
fn the_algorithm_is_named_canonically_and_counts_its_own_way() {
    let report =
        run(&["solve", "graph", WON, "--json", "--algorithm", "df-pn+r+sum"]).expect(0).json().remove(0);
    assert_eq!(report["algorithm"], "df-pn(r)");
    assert_eq!(report["counts"], "calls");
}

#[test]
fn the_same_run_twice_counts_the_same() {
    let nodes = || run(&["solve", "synthetic", "depth=8", "--json"]).expect(0).json()[0]["nodes"].clone();
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_graph_is_read_from_a_file_or_the_standard_input() {
    let folder = Folder::new("graph");
    let file = folder.write("won.json", format!("\u{feff}{WON}"));
    let report = run(&["solve", "graph", "--file", &file, "--json"]).expect(0).json().remove(0);
    assert_eq!((&report["verdict"], &report["position"]), (&json!("proved"), &json!(file)));
    let report =
        run_with(&["solve", "graph", "--file", "-", "--json"], WON.as_bytes()).expect(0).json().remove(0);
    assert_eq!((&report["verdict"], &report["position"]), (&json!("proved"), &json!("standard input")));
}

#[test]
fn a_file_of_positions_skips_notes_and_comments() {
    let folder = Folder::new("lines");
    let text =
        "# trees\n\ndepth=4 seed=1\ta note\twith tabs\r\ndepth=4 seed=2\n\tonly a note\ndepth=60\thopeless\n";
    let file = folder.write("trees.txt", text);
    let args = ["solve", "synthetic", "--file", &file, "--nodes", "2000"];
    let reports = run(&[&args[..], &["--json"]].concat()).expect(3).json();
    let given: Vec<&str> = reports.iter().filter_map(|r| r["given"].as_str()).collect();
    assert_eq!(given, ["depth=4 seed=1", "depth=4 seed=2", "depth=60"]);
    assert_eq!(reports[0]["position"], "branching=5 depth=4 seed=1");
    assert_eq!(reports[2]["reason"], "node limit");
    assert_ne!(reports[0]["verdict"], "unknown");
    // Each problem for itself: what came before does not change its counts.
    let alone = run(&["solve", "synthetic", "depth=4 seed=2", "--json"]).expect(0).json().remove(0);
    assert_eq!(alone["nodes"], reports[1]["nodes"]);

    let table = run(&args).expect(3).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 5, "{table}");
    assert!(lines[4].starts_with("total: 3 problems, "), "{table}");
    let column = lines[0].find("verdict").expect("a head");
    assert!(lines[1..4].iter().all(|line| line.as_bytes()[column - 1] == b' '), "{table}");
    assert!(lines[3][column..].starts_with("unknown"), "{table}");
    let piped = run_with(&["solve", "synthetic", "--file", "-", "--json"], b"depth=2\ndepth=3\n").expect(0);
    assert_eq!(piped.json().len(), 2);
}

#[test]
fn a_trace_is_one_line_a_step() {
    let traced = run(&["solve", "graph", "ghi_min", "--trace", "--json"]).expect(0);
    let mut lines = traced.err.lines();
    assert_eq!(lines.next(), Some("# ghi_min"));
    let head = lines.next().expect("a head");
    let line = head.find("line").expect("a column for lines");
    assert!(lines.clone().count() > 10, "{}", traced.err);
    for step in lines {
        // Everything lines up: a move starts where its column does.
        let behind = step.get(line - 1..).unwrap_or_default();
        assert!(behind.is_empty() || (behind.starts_with(' ') && !behind[1..].starts_with(' ')), "{step:?}");
    }
    assert!(traced.err.contains("expand") && traced.err.contains("leave"));
}

#[test]
fn a_long_line_needs_no_stack() {
    let folder = Folder::new("chain");
    let file = folder.path("chain.json");
    run(&["graph", "chain", "--plies", "100000", "--out", &file]).expect(0);
    let report = run(&["solve", "graph", "--file", &file, "--json"]).expect(0).json().remove(0);
    assert_eq!(report["verdict"], "proved");
}

/// Ctrl-C, as a shell would send it.
fn interrupt(id: u32) {
    let sent = Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_the_report_so_far() {
    let folder = Folder::new("interrupt");
    let file = folder.write("trees.txt", "depth=60\ndepth=61\n");
    let child = start(&["solve", "synthetic", "--file", &file, "--memory", "1M", "--json", "--time", "100"]);
    std::thread::sleep(Duration::from_millis(700));
    let sent = Instant::now();
    interrupt(child.id());
    let stopped = finish(child).expect(3);
    assert!(sent.elapsed() < Duration::from_secs(60));
    // The second problem was not started.
    let reports = stopped.json();
    assert_eq!(reports.len(), 1, "{stopped:?}");
    assert_eq!((&reports[0]["verdict"], &reports[0]["reason"]), (&json!("unknown"), &json!("stopped")));
    assert!(reports[0]["nodes"].as_u64().is_some_and(|n| n > 1000), "{stopped:?}");
    assert_eq!(stopped.err, "");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_the_command_quietly() {
    use std::io::Read;
    for args in [
        &["graph", "random", "--nodes", "100K"][..],
        &["graph", "chain", "--plies", "100K"],
        &["solve", "synthetic", "--file", "-"],
        &["bench", "--nodes", "10"],
    ] {
        let mut child = start(args);
        if args.contains(&"-") {
            // Its standard input is empty: it has to complain, and nobody reads that either.
            drop(child.stderr.take());
        }
        let mut out = child.stdout.take().expect("piped");
        let _ = out.read(&mut [0; 1]);
        drop(out);
        let left = finish(child);
        assert!(left.code.is_some() && left.err.is_empty(), "{args:?}: {left:?}");
    }
}
