//! Searches that are killed and go on.
//!
//! Claims: with `--checkpoint-nodes` a search that is killed again and again, at any moment, ends as one that was
//! not. What is damaged or about something else is refused with exit code 2 and stays as it is. Ctrl-C, a
//! limit and a full disk lose nothing.

use crate::common;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Finished, Folder, finish, run, start};
use serde_json::Value;

/// Some ten thousand nodes, and some hundred thousand.
const SMALL: [&str; 3] = ["synthetic", "branching=4 depth=10 seed=3", "--json"];
const LARGE: [&str; 3] = ["synthetic", "branching=4 depth=13 seed=3", "--json"];

fn solve(position: [&str; 3], more: &[&str]) -> Vec<String> {
    ["solve"].iter().chain(&position).chain(more).map(|arg| arg.to_string()).collect()
}

fn started(args: &[String]) -> std::process::Child {
    start(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn done(args: &[String]) -> Finished {
    finish(started(args))
}

/// What is the same in two runs.
fn seen(run: &Finished) -> Vec<Value> {
    let object = &run.json()[0];
    let fields = ["verdict", "line", "pn", "dn", "nodes", "counted", "stats", "table_used"];
    fields.iter().map(|field| object[field].clone()).collect()
}

/// Kills the command after some milliseconds, again and again, until it ends by itself.
fn killed_to_the_end(args: &[String]) -> (Finished, u64) {
    for kills in 0..200 {
        let mut child = started(args);
        // At any moment; and longer and longer, so that it ends on a busy machine, too.
        std::thread::sleep(Duration::from_millis(kills * 37 % 61 + 15 * kills));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
        }
        let run = finish(child);
        if run.code.is_some() {
            return (run, kills);
        }
    }
    panic!("it never ends");
}

#[test]
fn killed_at_any_moment_it_ends_as_if_nothing_had_happened() {
    let folder = Folder::new("resume-kill");
    let (whole, file) = (folder.path("whole.pdck"), folder.path("killed.pdck"));
    for algorithm in ["df-pn+tca+snda+eps=0.25+relay=20K", "pn-dfpn+tca", "alpha-beta"] {
        for path in [&whole, &file] {
            let _ = fs::remove_file(path);
        }
        let with = |path: &str| {
            solve(
                LARGE,
                &[
                    "--algorithm",
                    algorithm,
                    "--memory",
                    "16M",
                    "--checkpoint-nodes",
                    "20K",
                    "--nodes",
                    "200K",
                    "--checkpoint",
                    path,
                ],
            )
        };
        let never = done(&with(&whole));
        let (run, kills) = killed_to_the_end(&with(&file));
        assert_eq!(seen(&run), seen(&never), "{algorithm} after {kills} kills");
        assert_eq!(run.code, never.code);
    }
}

/// Kills in the middle of a write: a few for each place it may be cut off.
const MOST_KILLS: u32 = 30;

/// A kill in the middle of a write: as soon as the new file appears beside the old one.
#[test]
fn killed_while_it_writes_it_has_the_checkpoint_before() {
    let folder = Folder::new("resume-write");
    let file = folder.path("search.pdck");
    let whole = done(&solve(
        LARGE,
        &[
            "--memory",
            "64M",
            "--nodes",
            "200K",
            "--checkpoint-nodes",
            "20K",
            "--checkpoint",
            &folder.path("whole"),
        ],
    ));
    let _ = fs::remove_file(folder.path("whole"));
    let args = solve(
        LARGE,
        &["--memory", "64M", "--nodes", "200K", "--checkpoint-nodes", "20K", "--checkpoint", &file],
    );
    let part = || {
        fs::read_dir(folder.path("")).unwrap().filter_map(Result::ok).any(|entry| {
            entry.file_name().to_string_lossy().ends_with(".part")
                && entry.metadata().is_ok_and(|data| data.len() > 0)
        })
    };
    let (mut kills, mut met) = (0, 0);
    let run = loop {
        for entry in fs::read_dir(folder.path("")).unwrap().filter_map(Result::ok) {
            if entry.file_name().to_string_lossy().ends_with(".part") {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        let mut child = started(&args);
        let began = Instant::now();
        // Each time a little later, so that it gets on.
        let mut seen = 0;
        // In the end it is left alone: a write that is always cut off gets nowhere.
        if kills == MOST_KILLS {
            break finish(child);
        }
        while child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(20) {
            if part() {
                seen += 1;
                if seen > kills / 2 {
                    break;
                }
            }
        }
        if child.try_wait().unwrap().is_none() {
            met += u32::from(part());
            child.kill().unwrap();
        }
        let run = finish(child);
        if run.code.is_some() {
            break run;
        }
        kills += 1;
        if fs::exists(&file).unwrap() {
            // Whole, whatever was under way.
            let told = fs::read(&file).unwrap();
            assert!(told.starts_with(b"PDCK"));
        }
    };
    assert_eq!(seen(&run), seen(&whole), "after {kills} kills");
    assert!(met > 0, "a write was met");
}

#[test]
fn resume_needs_nothing_but_the_file() {
    let folder = Folder::new("resume-command");
    let file = folder.path("search.pdck");
    let first = ["--checkpoint", &file, "--memory", "16M", "--checkpoint-nodes", "10K"];
    let whole = done(&solve(
        SMALL,
        &["--memory", "16M", "--checkpoint-nodes", "10K", "--checkpoint", &folder.path("other")],
    ))
    .expect(0);
    let open = done(&solve(SMALL, &[&first[..], &["--nodes", "30K"]].concat())).expect(3);
    assert_eq!(open.json()[0]["reason"], "node limit");
    assert!(open.json()[0]["resumed"].is_null());
    // The limit was that of the first part; it is used up.
    let run = run(&["resume", &file, "--json"]).expect(0).says(&["goes on after 30,000 nodes"]);
    let object = &run.json()[0];
    assert_eq!(
        (&object["verdict"], &object["line"]),
        (&whole.json()[0]["verdict"], &whole.json()[0]["line"])
    );
    assert_eq!((&object["resumed"]["times"], &object["resumed"]["nodes"]), (&1.into(), &30_000.into()));
    assert!(
        object["nodes"].as_u64() > Some(30_000)
            && object["seconds"].as_f64() >= object["resumed"]["seconds"].as_f64()
    );
    // It is kept with its answer: nothing is searched again.
    let again = common::run(&["resume", &file, "--json"]).expect(0);
    assert_eq!(
        (&again.json()[0]["nodes"], &again.json()[0]["resumed"]["times"]),
        (&object["nodes"], &2.into())
    );
    let certified = common::run(&[
        "solve",
        "connect4",
        "5x4:33",
        "--checkpoint",
        &folder.path("four"),
        "--verify",
        "--json",
    ])
    .expect(0);
    assert_eq!(certified.json()[0]["verified"], true);
    let certified = common::run(&["resume", &folder.path("four"), "--verify", "--json"]).expect(0);
    assert_eq!(
        (&certified.json()[0]["verified"], &certified.json()[0]["value"]),
        (&true.into(), &"draw".into())
    );
}

#[test]
fn what_cannot_be_used_is_refused_and_stays() {
    let folder = Folder::new("resume-refused");
    let file = folder.path("search.pdck");
    done(&solve(SMALL, &["--memory", "16M", "--nodes", "20K", "--checkpoint", &file])).expect(3);
    let good = fs::read(&file).unwrap();
    let refused = |name: &str, bytes: &[u8], args: &[&str], words: &[&str]| {
        fs::write(&file, bytes).unwrap();
        let run = run(args).expect(2).says(words);
        assert!(run.err.contains(&file), "{name}: {}", run.err);
        assert!(fs::read(&file).unwrap() == bytes, "{name}: it was changed");
    };
    let same = ["solve", SMALL[0], SMALL[1], "--memory", "16M", "--checkpoint", &file];
    let mut bad = good.clone();
    let middle = bad.len() / 2;
    bad[middle] ^= 4;
    refused("damaged", &bad, &same, &["damaged"]);
    refused("damaged", &bad, &["resume", &file], &["damaged"]);
    refused("cut", &good[..good.len() - 1], &same, &["ends too early"]);
    refused("a text", b"my notes of a year\n", &same, &["not a checkpoint"]);
    refused("nothing", b"", &same, &["not a checkpoint"]);
    let mut later = good.clone();
    later[4] = 9;
    refused("another form", &later, &same, &["form 9", "reads form 1"]);
    let other = ["solve", "synthetic", "branching=4 depth=10 seed=4", "--checkpoint", &file];
    refused("another position", &good, &other, &["another position", "seed=3", "seed=4"]);
    let game = ["solve", "connect4", "5x4:33", "--checkpoint", &file];
    refused("another game", &good, &game, &["another game", "synthetic", "connect4"]);
    let all = ["solve", SMALL[0], SMALL[1], "--all", "--checkpoint", &file];
    refused("another question", &good, &all, &["another question"]);
    // A question is not a goal.
    let four = folder.path("four.pdck");
    run(&["solve", "connect4", "5x4:33", "--goal", "win", "--checkpoint", &four]).expect(0);
    run(&["solve", "connect4", "5x4:33", "--goal", "draw", "--checkpoint", &four])
        .expect(2)
        .says(&["another goal"]);
    run(&["resume", &folder.path("none.pdck")]).expect(2).says(&["no such file"]);
    run(&["solve", SMALL[0], SMALL[1], "--checkpoint", "-"]).expect(2).says(&["expected a file"]);
    run(&["solve", SMALL[0], SMALL[1], "--every", "1m"]).expect(2).says(&["--checkpoint"]);
    run(&["solve", SMALL[0], SMALL[1], "--checkpoint", &file, "--checkpoint-nodes", "5"])
        .expect(2)
        .says(&["10000"]);
    let two = folder.write("two.sfen", "9/8k/9/8P/9/9/9/9/9 b 2G 1\n9/8k/9/8P/9/9/9/9/9 b 2G 1\n");
    run(&["solve", "shogi", "--file", &two, "--checkpoint", &four]).expect(2).says(&["expected one, not 2"]);
}

#[test]
fn another_memory_or_algorithm_says_what_it_takes() {
    let folder = Folder::new("resume-other");
    let file = folder.path("search.pdck");
    let whole = done(&solve(SMALL, &[])).expect(0);
    let begin = || {
        let _ = fs::remove_file(&file);
        done(&solve(SMALL, &["--memory", "16M", "--nodes", "20K", "--checkpoint", &file])).expect(3);
    };
    for (more, words) in [
        (&["--memory", "32M"][..], &["written with 16M of memory", "entries are taken"][..]),
        (&["--algorithm", "pds"], &["written by df-pn+tca", "what is solved"]),
    ] {
        begin();
        let run = run(&[&["resume", &file, "--json"], more].concat()).expect(0).says(words);
        assert_eq!(run.json()[0]["verdict"], whole.json()[0]["verdict"]);
    }
    // A table so small that its entries cannot stand elsewhere.
    fs::remove_file(&file).unwrap();
    done(&solve(SMALL, &["--memory", "1M", "--nodes", "20K", "--checkpoint", &file])).expect(3);
    let before = fs::read(&file).unwrap();
    run(&["resume", &file, "--memory", "16M"]).expect(2).says(&["too small to go on with another memory"]);
    assert!(fs::read(&file).unwrap() == before);
}

#[cfg(unix)]
#[test]
fn a_signal_writes_it_and_ends_the_command() {
    let folder = Folder::new("resume-signal");
    for signal in ["INT", "TERM"] {
        let file = folder.path(signal);
        let child = start(&[
            "solve",
            "synthetic",
            "branching=8 depth=30 seed=1",
            "--memory",
            "16M",
            "--json",
            "--checkpoint",
            &file,
        ]);
        std::thread::sleep(Duration::from_millis(400));
        assert!(
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success()
        );
        let run = finish(child).expect(3);
        assert_eq!(run.json()[0]["reason"], "stopped");
        let before = run.json()[0]["nodes"].as_u64().unwrap();
        let more = (before + 5000).to_string();
        let run = common::run(&["resume", &file, "--nodes", &more, "--json"]).expect(3);
        assert_eq!(run.json()[0]["nodes"].as_u64(), Some(before + 5000), "{signal}");
    }
    assert_eq!(folder.files(), 2, "nothing is left behind");
}

/// A disk that is full: files may have 8 or 16 KiB and no more.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_checkpoint_before() {
    let folder = Folder::new("resume-full");
    let file = folder.path("search.pdck");
    let args = ["--memory", "16M", "--nodes", "20K", "--checkpoint", &file];
    done(&solve(SMALL, &args)).expect(3);
    let before = fs::read(&file).unwrap();
    assert!(before.len() > 1 << 14, "{}", before.len());
    // Of 512 or 1024 bytes each; without the trap the system would end the command.
    let line = "trap '' XFSZ; ulimit -f 16; exec \"$@\"";
    let child = Command::new("sh")
        .args(["-c", line, "sh", env!("CARGO_BIN_EXE_phidelta"), "resume", &file, "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let run = finish(child).expect(0).says(&["warning: cannot write", "stays as it was, the search goes on"]);
    assert_eq!(run.json()[0]["verdict"], "proved");
    assert!(fs::read(&file).unwrap() == before, "the one before is there");
    assert_eq!(folder.files(), 1, "and nothing else");
}

/// The main question of a composer's check goes on, too.
#[test]
fn a_check_goes_on_with_its_main_question() {
    let folder = Folder::new("resume-compose");
    let state = folder.path("problem.state");
    let problem = "4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1";
    let whole = run(&["compose", "check", problem, "--json"]).expect(0).json()[0].clone();
    let check =
        |nodes: &str| run(&["compose", "check", problem, "--json", "--state", &state, "--nodes", nodes]);
    let first = check("20").expect(3);
    assert!(fs::exists(folder.path("problem.state.search")).unwrap(), "{first:?}");
    let mut parts = 1;
    let last = loop {
        parts += 1;
        let nodes = (30 * parts).to_string();
        let part = check(&nodes);
        if part.code == Some(0) || !fs::exists(folder.path("problem.state.search")).unwrap() {
            break part;
        }
        assert!(part.err.contains("goes on after"), "{}", part.err);
        assert!(parts < 1000, "it never ends");
    };
    assert!(!fs::exists(folder.path("problem.state.search")).unwrap(), "found, it is gone");
    let last = if last.code == Some(0) { last } else { check("10M").expect(0) };
    for field in ["verdict", "solution", "faults"] {
        assert_eq!(last.json()[0][field], whole[field], "{field}");
    }
}

/// Kills of a run of workers, and by how many bytes its log has grown then: some results each time.
const WORKERS_KILLS: u64 = 6;
const LOG_GROWTH: u64 = 10_000;

#[test]
fn workers_that_are_killed_go_on_from_their_state() {
    let folder = Folder::new("workers-kill");
    // Hundreds of jobs and of kilobytes: nobody who looks every millisecond misses its beginning.
    let problem = ["connect4", "5x5:3", "--json"];
    let state = folder.path("state");
    let shared = ["--goal", "win", "--workers", "2", "--job-nodes", "1K", "--state", &state];
    let logged = || fs::metadata(folder.path("state/win.log")).map_or(0, |data| data.len());
    // Before anything is written, too.
    let mut child = started(&solve(problem, &shared));
    child.kill().unwrap();
    finish(child);
    for kills in 0..WORKERS_KILLS {
        let before = logged();
        let mut child = started(&solve(problem, &shared));
        while logged() < before + LOG_GROWTH {
            assert!(child.try_wait().unwrap().is_none(), "{kills}: {:?}", finish(child));
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        finish(child);
    }
    let run = done(&solve(problem, &shared)).expect(0);
    let found = &run.json()[0];
    assert!(found["resumed"].as_u64() > Some(0), "{found}");
    let plain = done(&solve(problem, &["--goal", "win"])).expect(0);
    assert_eq!((&found["answer"], &found["verified"]), (&plain.json()[0]["verdict"], &Value::Bool(true)));
    // Once more: the answer is there already.
    let again = done(&solve(problem, &shared)).expect(0);
    assert_eq!(again.json()[0]["answer"], found["answer"]);
    assert_eq!(again.json()[0]["done"], found["done"], "nothing is done again");
}
