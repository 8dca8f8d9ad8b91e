//! `phidelta experiment`: small forms and their claims, going on after an end of any kind, grids in TOML.

use std::time::{Duration, Instant};

use crate::common::{Folder, finish, run, start};

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect(path)
}

/// The claims of a report: text, what came out, whether they agree.
fn claims(report: &str) -> Vec<(String, String, String)> {
    let rows = report.lines().skip_while(|line| *line != "## Claims").skip(4);
    rows.take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            (cells[0].into(), cells[2].into(), cells[3].into())
        })
        .collect()
}

/// Runs the small form of an experiment with still smaller bounds, and returns its report.
#[track_caller]
fn quick(name: &str, more: &[&str]) -> String {
    let folder = Folder::new(&format!("experiment-{name}"));
    let out = folder.path("out");
    let args = [&["experiment", name, "--quick", "--jobs", "2", "--out", &out][..], more].concat();
    run(&args).expect(0);
    let (markdown, html) = (read(&format!("{out}/report.md")), read(&format!("{out}/report.html")));
    assert!(html.contains("prefers-color-scheme: dark") && html.ends_with("</html>\n"));
    assert_eq!(html.matches("<svg ").count(), markdown.matches("](plots/").count());
    assert!(!markdown.contains(&out) && !html.contains(&out), "a path of this machine is in the report");
    for line in markdown.lines().filter(|line| line.starts_with("![")) {
        let file = line.rsplit('(').next().unwrap().trim_end_matches(')');
        assert!(read(&format!("{out}/{file}")).starts_with("<svg "));
    }
    let contradiction = claims(&markdown).into_iter().find(|claim| claim.0.starts_with("no two searches"));
    assert_eq!(contradiction.expect("a claim").2, "yes");
    markdown
}

#[track_caller]
fn agrees(report: &str, text: &str) {
    is_told(report, text, "yes");
}

/// A claim is told as one that holds ("yes"), does not ("no") or is not decided.
#[track_caller]
fn is_told(report: &str, text: &str, word: &str) {
    let all = claims(report);
    let found = all.iter().find(|claim| claim.0.starts_with(text));
    assert_eq!(found.unwrap_or_else(|| panic!("{text}: {all:#?}")).2, word, "{found:?}");
}

#[test]
fn the_list_names_every_experiment() {
    let list = run(&["experiment", "list"]).expect(0).out;
    for name in ["wpns", "pds-pn", "loops", "two-level", "open-questions", "survival"] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{list}");
    }
}

#[test]
fn wpns_is_quick_and_beats_bns_on_othello() {
    let report = quick("wpns", &["--sample", "14", "--limit", "100K"]);
    agrees(&report, "Othello (othello-15-20): WPNS mostly needs fewer nodes than BNS");
}

#[test]
fn pn_runs_out_of_memory_where_pds_pn_does_not() {
    let report = quick("pds-pn", &["--sample", "10", "--limit", "200K"]);
    agrees(&report, "PN runs out of memory where PDS-PN does not");
    agrees(&report, "PDS-PN stays stable");
    agrees(&report, "alpha-beta needs more nodes than PN");
}

#[test]
fn tca_solves_more_and_a_tie_is_no_agreement() {
    let report = quick("loops", &["--sample", "20", "--limit", "10K"]);
    agrees(&report, "TCA leaves fewer unsolved than df-pn(r)");
    // Both leave as many of the small form open: a tie is no agreement.
    is_told(&report, "TCA leaves fewer unsolved with SNDA", "not decided");
}

#[test]
fn an_epsilon_helps_on_ultimate_tic_tac_toe() {
    let report = quick("two-level", &["--sample", "10", "--limit", "30K"]);
    agrees(&report, "some ε above 0 needs fewer nodes");
}

#[test]
fn small_graphs_end_with_a_cure_and_diamonds_are_no_harder_with_snda() {
    let report = quick("open-questions", &["--sample", "6", "--limit", "10K"]);
    agrees(&report, "SNDA needs fewer nodes than the sum where branches merge");
    agrees(&report, "all small graphs: no wrong verdict");
    agrees(&report, "df-pn without a cure does not end");
    agrees(&report, "df-pn+tca ends on all small graphs");
    agrees(&report, "df-pn(r) ends on all small graphs");
}

#[test]
fn survival_has_every_game() {
    let report = quick("survival", &["--sample", "4", "--limit", "2K"]);
    for game in ["shogi", "loa", "othello", "uttt"] {
        assert!(report.contains(&format!("## {game}: ")), "{report}");
    }
}

/// A process is killed in the middle, some times over; whatever it has finished is there, is not run
/// again, and the report is that of a run that was never disturbed.
#[test]
fn a_killed_run_goes_on_and_reports_the_same() {
    let folder = Folder::new("experiment-killed");
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let args = ["experiment", "loops", "--sample", "10", "--limit", "20K", "--no-times", "--out"];
    run(&[&args[..], &[&whole]].concat()).expect(0);
    let results = format!("{killed}/results.jsonl");
    let lines = || std::fs::read(&results).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    for round in 1..=3 {
        let before = lines();
        let mut child = start(&[&args[..], &[&killed]].concat());
        let patience = Instant::now() + Duration::from_secs(300);
        while lines() < before + 5 * round && child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < patience, "no run ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        // SIGKILL: nothing can be put in order.
        let _ = child.kill();
        let _ = child.wait();
    }
    // As if the last one had been killed in the middle of a line.
    let mut text = std::fs::read(&results).expect("results");
    text.extend_from_slice(br#"{"game":"shogi","goal":null,"prob"#);
    std::fs::write(&results, text).expect("results");
    let done = lines();
    assert!((15..90).contains(&done), "{done} runs of 90 before the last one");
    let last = run(&[&args[..], &[&killed]].concat()).expect(0);
    assert!(last.out.starts_with(&format!("loops: 90 runs, {done} of them done before\n")), "{last:?}");
    assert_eq!(lines(), 90, "every run once");
    for file in ["report.md", "report.html"] {
        assert_eq!(read(&format!("{killed}/{file}")), read(&format!("{whole}/{file}")), "{file}");
    }
    // Nothing is left to do, and other settings do not mix with these.
    assert!(run(&[&args[..], &[&killed]].concat()).expect(0).out.contains("90 of them done before"));
    assert_eq!(lines(), 90);
    let other = ["experiment", "loops", "--sample", "2", "--limit", "1K", "--out", &killed];
    let out = run(&other).expect(0).out;
    assert!(out.starts_with("loops: 18 runs; 90 runs of other settings are left alone\n"), "{out}");
}

#[test]
fn results_do_not_depend_on_jobs_and_name_neither_host_nor_path() {
    let folder = Folder::new("experiment-jobs");
    let report = |jobs: &str| {
        let out = folder.path(jobs);
        let args = ["experiment", "two-level", "--sample", "6", "--limit", "5K", "--no-times"];
        run(&[&args[..], &["--jobs", jobs, "--out", &out]].concat()).expect(0);
        let results = read(&format!("{out}/results.jsonl"));
        assert!(!results.contains(&out), "{results}");
        if let Ok(host) = std::fs::read_to_string("/proc/sys/kernel/hostname")
            && host.trim().len() > 4
        {
            assert!(!results.contains(host.trim()));
        }
        for line in results.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect(line);
            for field in
                ["game", "problem", "algorithm", "limit_nodes", "memory", "version", "verdict", "nodes"]
            {
                assert!(!line[field].is_null(), "{field} in {line}");
            }
            assert!(line["machine"]["cores"].as_u64() > Some(0));
        }
        read(&format!("{out}/report.md"))
    };
    assert_eq!(report("1"), report("3"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_cleanly() {
    let folder = Folder::new("experiment-interrupt");
    let out = folder.path("out");
    let child = start(&["experiment", "loops", "--limit", "5M", "--out", &out]);
    let results = format!("{out}/results.jsonl");
    let patience = Instant::now() + Duration::from_secs(300);
    while std::fs::metadata(&results).map_or(0, |file| file.len()) == 0 {
        assert!(Instant::now() < patience, "no run ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill");
    let ended = finish(child).expect(3);
    assert!(ended.out.contains("stopped: ") && ended.out.contains("the same command goes on"), "{ended:?}");
    assert!(read(&results).ends_with("}\n"));
}

const GRID: &str = r#"title = "Mine"
nodes = "5K"
memory = "4M"
algorithms = ["df-pn+tca", "df-pn+tca+snda"]

[[suite]]
game = "shogi"
builtin = "tsume"
sample = 5

[[suite]]
game = "loa"
file = "mine.txt"
goal = "win"
"#;

const LOA: &str = "------XXO---OO---OX-------O--X-----XXX-----XX---------------XX-- O; win;\n";

#[test]
fn a_grid_of_ones_own_is_run() {
    let folder = Folder::new("experiment-own");
    folder.write("mine.txt", LOA);
    let (grid, out) = (folder.write("grid.toml", GRID), folder.path("out"));
    let ended = run(&["experiment", &grid, "--out", &out]).expect(0);
    assert!(ended.out.starts_with("grid: 12 runs\n"), "{ended:?}");
    let report = read(&format!("{out}/report.md"));
    assert!(report.starts_with("# Mine\n") && report.contains("## mine: 1 problems of loa"), "{report}");
}

#[test]
fn a_wrong_grid_is_refused_with_its_line() {
    let folder = Folder::new("experiment-wrong");
    folder.write("mine.txt", LOA);
    for (from, to, line, words) in [
        ("\"df-pn+tca\",", "\"df-pn+tcb\",", 4, "tcb"),
        ("\"df-pn+tca\",", "\"df-pn+tca+snda\",", 4, "twice"),
        ("nodes = \"5K\"", "nodes = \"5Q\"", 2, "whole number"),
        ("memory = \"4M\"", "memory = 400", 3, "too few"),
        ("game = \"shogi\"", "game = \"chess\"", 7, "chess"),
        ("builtin = \"tsume\"", "builtin = \"others\"", 8, "tsume (shogi)"),
        ("sample = 5", "sample = 0", 9, "at least 1"),
        ("sample = 5", "sampel = 5", 9, "sampel"),
        ("goal = \"win\"", "goal = \"loss\"", 13, "loss"),
        ("nodes = \"5K\"", "nodes = [5]", 2, "nodes = [5]: invalid type: sequence, expected a whole number"),
        ("nodes = \"5K\"", "nodes = -5", 2, "nodes = -5: expected a whole number of at least 1"),
        ("memory = \"4M\"", "memory = \"1K\"", 3, "memory = \"1K\": 1024 bytes are too few; expected a size"),
        (
            "sample = 5",
            "sample = \"all\"",
            9,
            "sample = \"all\": invalid type: string \"all\", expected usize",
        ),
        ("title = \"Mine\"", "title = \"Mine", 1, "string"),
    ] {
        assert!(GRID.contains(from));
        let grid = folder.write("grid.toml", GRID.replacen(from, to, 1));
        let place = format!("grid.toml:{line}: ");
        run(&["experiment", &grid]).expect(2).says(&[&place, words]);
    }
}

/// The same mistake has the same code, as an option and in a file.
#[test]
fn a_mistake_has_one_code() {
    let folder = Folder::new("experiment-codes");
    let loa = folder.write("mine.txt", LOA);
    let broken = folder.write("broken.txt", "no position\n");
    let option = |more: &[&str]| run(&[&["experiment", "survival"], more].concat()).code;
    let in_file = |from: &str, to: &str| {
        assert!(GRID.contains(from));
        run(&["experiment", &folder.write("grid.toml", GRID.replacen(from, to, 1))])
    };
    let (missing, no_game) = (folder.path("none.txt"), format!("loa={broken}"));
    assert_eq!(option(&["--suite", &missing]), Some(1));
    in_file("file = \"mine.txt\"", "file = \"none.txt\"")
        .expect(1)
        .says(&["grid.toml:13: file = ", "none.txt"]);
    assert_eq!(option(&["--suite", &no_game]), Some(2));
    in_file("file = \"mine.txt\"", "file = \"broken.txt\"").expect(2).says(&["broken.txt:1:1"]);
    assert_eq!(option(&["--suite", &loa, "--memory", "1K"]), Some(2));
    in_file("memory = \"4M\"", "memory = \"1K\"").expect(2);
    assert_eq!(option(&["--suite", &loa, "--limit", "0"]), Some(2));
    in_file("nodes = \"5K\"", "nodes = 0").expect(2);
}

#[test]
fn what_cannot_be_run_is_said() {
    let folder = Folder::new("experiment-refused");
    run(&["experiment"]).expect(2).says(&["<NAME>"]);
    run(&["experiment", "chess"]).expect(2).says(&["chess", "wpns, pds-pn", "FILE.toml"]);
    run(&["experiment", "none.toml"]).expect(1).says(&["cannot read none.toml"]);
    let loa = folder.write("mine.txt", LOA);
    let refused = run(&["experiment", "loops", "--suite", &format!("loa={loa}")]).expect(2);
    refused.says(&["there is no loa in this experiment", "shogi"]);
    run(&["experiment", "loops", "--suite", &loa]).expect(2).says(&["mine.txt:1:1"]);
    run(&["experiment", "survival", "--suite", "none.txt"]).expect(1).says(&["none.txt"]);
    run(&["experiment", "loops", "--limit", "0"]).expect(2).says(&["at least 1"]);
    let many = ["experiment", "loops", "--jobs", "1000000", "--memory", "1G"];
    run(&many).expect(2).says(&["fewer --jobs or less --memory"]);
    let out = folder.path("out");
    std::fs::create_dir_all(&out).expect("a folder");
    std::fs::write(format!("{out}/results.jsonl"), "{\"mine\": 1}\n").expect("a file");
    let refused = run(&["experiment", "loops", "--sample", "1", "--limit", "1K", "--out", &out]).expect(2);
    refused.says(&["results.jsonl:1: no line of results", "--out"]);
    assert_eq!(read(&format!("{out}/results.jsonl")), "{\"mine\": 1}\n");
}
