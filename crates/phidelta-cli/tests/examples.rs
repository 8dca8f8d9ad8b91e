//! Every example of every `--help` and every page is run: it exits as said, and prints what is shown.
//!
//! A page shows commands in fenced blocks, behind `$ `, with what they print below. `…` stands for any text of a
//! row, and alone in a row for any number of rows. Figures that depend on the machine (times, speeds) are
//! not compared; counts of nodes are, they are the same everywhere.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Finished, Folder, finish, run};
use phidelta_testing::broker::{self, Broker};

/// What an example of a help may take: a second on a free machine, with a build that checks itself.
const PATIENCE: Duration = Duration::from_secs(300);

/// A mate of 15 plies.
const SFEN: &str = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1";
const UTTT: &str =
    "X;.XX@.OO..;OXX.X.OO./.O.XXXXOX/XOX.X.X../OO..O.O../.OOXOOX../OOO.X.X.X/.O...XOOO/.X.X.XX.X/XOOO.OXOX";
const GRID: &str = "nodes = \"5K\"\nmemory = \"4M\"\nalgorithms = [\"df-pn+tca\", \"df-pn(r)\"]\n\
                    [[suite]]\ngame = \"shogi\"\nbuiltin = \"tsume\"\nsample = 3\n";

/// The folder in which examples are run, with the files that they speak of.
fn furnished(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("problems.sfen", format!("# two\n{SFEN}\n9/8k/9/8P/9/9/9/9/9 b 2G 1\n"));
    folder.write("positions.txt", format!("{UTTT}\n"));
    folder.write("my-grid.toml", GRID);
    let written = run(&["solve", "shogi", SFEN, "--kif", &folder.path("problem.kif")]);
    written.expect(0);
    let graph = run(&["graph", "okabe", "--layers", "3"]).expect(0).out;
    folder.write("my.json", graph);
    folder
}

/// Runs a line of a shell, where `phidelta` is the command under test.
fn shell(folder: &Folder, line: &str, input: &str) -> Finished {
    let program = Path::new(env!("CARGO_BIN_EXE_phidelta"));
    let mut path = program.parent().expect("a folder").as_os_str().to_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut child = Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .env("LC_ALL", "C")
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let started = Instant::now();
    let reader = std::thread::spawn(move || finish(child));
    while !reader.is_finished() {
        if started.elapsed() > PATIENCE {
            return Finished { code: None, out: String::new(), err: "it takes too long".into() };
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    reader.join().expect("it was read")
}

/// Runs an example that serves the page until it is told to end: asks for the page, then ends it as Ctrl-C
/// does. On any free port: the usual one may be taken.
fn served(folder: &Folder, line: &str) -> Finished {
    // In place of a browser, something that notes what it was to open.
    let opener = folder.write("xdg-open", "#!/bin/sh\necho \"$1\" > opened\n");
    let mut access = std::fs::metadata(&opener).expect("a file").permissions();
    access.set_mode(0o755);
    std::fs::set_permissions(&opener, access).expect("a file of ours");
    let port = if line.contains("--listen") { "" } else { "--listen 127.0.0.1:0" };
    let args = line.strip_prefix("phidelta ").expect("an example").split_whitespace();
    let path = format!("{}:{}", folder.path(""), std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .args(args)
        .args(port.split_whitespace())
        .env("PATH", path)
        .env("LC_ALL", "C")
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut rows = BufReader::new(child.stdout.take().expect("piped"));
    let mut out = String::new();
    rows.read_line(&mut out).expect("its address");
    let address = out.trim_end().trim_start_matches("phidelta serves http://").trim_end_matches('/');
    let mut page = String::new();
    let mut socket = TcpStream::connect(address).expect("someone listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).expect("it is asked");
    socket.read_to_string(&mut page).expect("the page");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
    if line.contains("--open") {
        let opened = || std::fs::read_to_string(folder.path("opened")).unwrap_or_default();
        let started = Instant::now();
        while opened().is_empty() && started.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(opened().trim_end(), format!("http://{address}/"));
    }
    // As people see it who have the usual port free.
    let shown = out.replace(address, "127.0.0.1:7878");
    let end = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("it is told");
    assert!(end.success());
    let mut rest = String::new();
    rows.read_to_string(&mut rest).expect("the rest");
    let done = finish(child);
    Finished { code: done.code, out: format!("{shown}{rest}"), err: done.err }
}

/// Runs an example.
fn example(folder: &Folder, line: &str) -> Finished {
    match line.split(' ').nth(1) {
        Some("serve") => served(folder, line),
        Some("cluster") => clustered(folder, line),
        _ => shell(folder, line, ""),
    }
}

/// Runs an example with a NATS server and a worker of its own; where there is no server nothing is run.
fn clustered(folder: &Folder, line: &str) -> Finished {
    if let Some(missing) = broker::missing() {
        eprintln!("skipped: {missing}");
        return Finished { code: Some(0), out: String::new(), err: String::new() };
    }
    let broker = Broker::start(&[]);
    let line = line.replace("nats://server:4222", &broker.url());
    if line.contains("cluster worker") {
        // Until Ctrl-C, which is no failure. In the foreground: otherwise it comes twice, to the process and
        // to its group, and the second one ends the worker at once.
        return shell(folder, &format!("timeout --foreground --preserve-status --signal INT 2 {line}"), "");
    }
    let mut worker = Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .args(["cluster", "worker", "--threads", "1", "--server", &broker.url()])
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let done = shell(folder, &line, "");
    drop(worker.kill());
    drop(worker.wait());
    done
}

/// The names of the commands below one, from its help.
fn commands_below(args: &[&str]) -> Vec<String> {
    let help = run(&[args, &["--help"]].concat()).expect(0).out;
    let rows = help.lines().skip_while(|row| *row != "Commands:").skip(1).take_while(|row| !row.is_empty());
    let names = rows.filter(|row| row.starts_with("  ") && !row.starts_with("   "));
    names
        .filter_map(|row| row.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_string)
        .collect()
}

/// The helps of a command and all below it.
fn helps(args: &[&str], out: &mut Vec<(String, String)>) {
    out.push((args.join(" "), run(&[args, &["--help"]].concat()).expect(0).out));
    for name in commands_below(args) {
        helps(&[args, &[&name]].concat(), out);
    }
}

/// The examples of a help, without the remarks behind them.
fn examples(help: &str) -> Vec<String> {
    let rows = help.lines().skip_while(|row| !matches!(*row, "Examples:" | "Example:")).skip(1);
    let rows = rows.take_while(|row| !row.is_empty()).filter_map(|row| row.strip_prefix("  phidelta "));
    rows.map(|row| format!("phidelta {}", row.split("   ").next().unwrap_or(row).trim_end())).collect()
}

#[test]
fn the_examples_of_every_help_work() {
    let mut all = Vec::new();
    helps(&[], &mut all);
    assert!(all.len() > 15, "{}", all.len());
    let mut failures = Vec::new();
    for (number, (name, help)) in all.iter().enumerate() {
        let found = examples(help);
        // The engine's example is a talk, tested by itself.
        let talks = matches!(name.as_str(), "usi");
        let leads_on = help.contains("\nCommands:\n");
        assert!(!found.is_empty() || talks || leads_on, "phidelta {name} --help has no example");
        let folder = furnished(&format!("examples-{number}"));
        for line in found {
            // What another program makes of it is not ours.
            let ours = line.split(" && ").next().unwrap_or(&line).trim_end_matches(" | man -l -");
            let line = ours.replace("~/", "");
            if let Some(Some((place, _))) = line.split_once(" > ").map(|(_, file)| file.rsplit_once('/')) {
                std::fs::create_dir_all(folder.path(place)).expect("a folder");
            }
            let started = Instant::now();
            let done = example(&folder, &line);
            if done.code != Some(0) {
                failures.push(format!("{line}\n  {:?} {}", done.code, done.err));
            }
            eprintln!("{:6.2} s  {line}", started.elapsed().as_secs_f64());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A command of a page, with the rows that it shows.
struct Example {
    command: String,
    rows: Vec<String>,
}

/// The commands of a page, and the files that it shows before them.
fn shown(page: &str) -> (Vec<Example>, Vec<(String, String)>) {
    let (mut commands, mut files): (Vec<Example>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    let mut block: Option<(String, Vec<&str>)> = None;
    for row in page.lines() {
        match (&mut block, row.strip_prefix("```")) {
            (None, Some(language)) => block = Some((language.into(), Vec::new())),
            (Some((_, rows)), None) => rows.push(row),
            (Some((language, rows)), Some(_)) => {
                if matches!(language.as_str(), "console" | "text" | "sh") {
                    for row in rows.iter() {
                        if let Some(command) = row.strip_prefix("$ ") {
                            commands.push(Example { command: command.into(), rows: Vec::new() });
                        } else if let (Some(last), Some(first)) = (commands.last_mut(), rows.first())
                            && first.starts_with("$ ")
                        {
                            last.rows.push(row.to_string());
                        }
                    }
                }
                // A graph that says its name is a file; a diagram is the problem of the page.
                let text = format!("{}\n", rows.join("\n"));
                if let Some(name) = text.split("\"name\": \"").nth(1).and_then(|rest| rest.split('"').next())
                {
                    files.push((format!("{name}.json"), text));
                } else if text.starts_with("  ９") {
                    files.push(("bad.kif".into(), text.replace('と', "犬").replace("v金v玉", "・v玉")));
                    files.push(("problem.kif".into(), text));
                }
                block = None;
            }
            (None, None) => {}
        }
    }
    (commands, files)
}

/// A row without what depends on the machine.
fn plain(row: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in row.split_whitespace() {
        let after = words.last().map(String::as_str);
        let is_figure = word.starts_with(|c: char| c.is_ascii_digit());
        // "speed 83 nodes/s", and in USI "nps 6656", "time 0".
        let masked = is_figure && matches!(after, Some("nps" | "time" | "speed"));
        words.push(if masked { "#".into() } else { word.into() });
    }
    let mut row = words.join(" ");
    for field in ["\"nodes_per_second\":", "\"table_used\":"] {
        if let Some((before, behind)) = row.split_once(field) {
            let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit() || "e-.".contains(c));
            row = format!("{before}{field}#{rest}");
        }
    }
    // Every figure with a point in it is a time, a speed or a share; versions are no different.
    let mut out = String::new();
    let mut figure = String::new();
    for c in row.chars().chain(['\0']) {
        if c.is_ascii_digit() || c == '.' && !figure.is_empty() {
            figure.push(c);
            continue;
        }
        let inner = figure.trim_end_matches('.');
        let dots = &figure[inner.len()..];
        out.push_str(if inner.contains('.') { "#" } else { inner });
        out.push_str(dots);
        figure.clear();
        // 83.1K and 1.17M are figures, too.
        if !(matches!(c, 'K' | 'M' | '\0') && out.ends_with('#')) && c != '\0' {
            out.push(c);
        }
    }
    out
}

/// Whether a row is as shown, `…` being any text.
fn row_matches(shown: &str, row: &str) -> bool {
    let (shown, row) = (plain(shown), plain(row));
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = row.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() {
            return part.is_empty() || rest.ends_with(part.trim_start());
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

/// Whether rows are as shown; otherwise how many rows of what is shown were found, and what was not.
fn compare(shown: &[String], rows: &[&str]) -> Result<(), (usize, String)> {
    let Some((first, others)) = shown.split_first() else {
        return rows.first().map_or(Ok(()), |row| Err((0, format!("more than is shown: {row}"))));
    };
    let deeper = |(found, why): (usize, String)| (found + 1, why);
    if first.trim() == "…" {
        let mut furthest: Option<(usize, String)> = None;
        for from in 0..=rows.len() {
            match compare(others, &rows[from..]) {
                Ok(()) => return Ok(()),
                Err(why) if furthest.as_ref().is_none_or(|before| why.0 > before.0) => furthest = Some(why),
                Err(_) => {}
            }
        }
        return Err(deeper(furthest.unwrap_or_default()));
    }
    match rows.split_first() {
        Some((row, rest)) if row_matches(first, row) => compare(others, rest).map_err(deeper),
        Some((row, _)) => Err((0, format!("shown:  {first}\n    is:     {row}"))),
        None => Err((0, format!("missing: {first}"))),
    }
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages =
        vec![root.join("README.md"), root.join("README.ja.md"), root.join("crates/phidelta-cli/README.md")];
    let docs = std::fs::read_dir(root.join("docs")).expect("the pages");
    pages.extend(
        docs.map(|entry| entry.expect("a page").path())
            .filter(|path| path.extension().is_some_and(|end| end == "md")),
    );
    pages.retain(|page| page.is_file());
    pages.sort();
    pages
}

/// The code that what is shown stands for.
fn code_of(shown: &Example) -> i32 {
    let any = |start: &str| shown.rows.iter().any(|row| row.starts_with(start));
    if any("error: ") {
        2
    } else if any("verdict    unknown") || any("value      unknown") {
        3
    } else {
        0
    }
}

#[test]
fn what_the_pages_show_is_what_comes_out() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (number, page) in pages().iter().enumerate() {
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        let (commands, files) = shown(&std::fs::read_to_string(page).expect("a page"));
        let folder = furnished(&format!("pages-{number}"));
        for (file, text) in files {
            folder.write(&file, text);
        }
        for shown in commands {
            let line = shown.command.replace("cargo run --release -- ", "phidelta ");
            if !line.starts_with("phidelta ") {
                continue;
            }
            count += 1;
            let started = Instant::now();
            // What the engine is told is not what it says.
            let says = |row: &String| row.starts_with("info ") || row.starts_with("checkmate ");
            let talk = line == "phidelta usi";
            let told: Vec<String> = shown.rows.iter().filter(|row| !talk || says(row)).cloned().collect();
            let input: String =
                shown.rows.iter().filter(|row| talk && !says(row)).map(|row| format!("{row}\n")).collect();
            // The answer has to be there before it is told to quit.
            let (line, input) = match input.strip_suffix("quit\n") {
                Some(before) => (
                    format!("(printf '%s' \"$TALK\"; sleep 2; echo quit) | TALK= {line}"),
                    before.to_string(),
                ),
                None => (line, input),
            };
            let line =
                if talk { format!("TALK='{}'; export TALK; {line}", input.replace('\'', "")) } else { line };
            let done = example(&folder, &line);
            eprintln!("{:6.2} s  {name}: {}", started.elapsed().as_secs_f64(), shown.command);
            let printed = format!("{}{}", done.err, done.out);
            let rows: Vec<&str> = printed.lines().collect();
            let expected = code_of(&shown);
            if done.code != Some(expected) {
                failures
                    .push(format!("{name}: {}\n    exits with {:?}: {}", shown.command, done.code, done.err));
            } else if !told.is_empty()
                && let Err((_, why)) = compare(&told, &rows)
            {
                failures.push(format!("{name}: {}\n    {why}", shown.command));
            }
        }
    }
    assert!(count > 30, "{count}");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn rows_are_compared_as_people_read_them() {
    let same = |a: &str, b: &str| row_matches(a, b);
    assert!(same("time       0.213 s (processor 0.108 s)", "time  12.000 s (processor 3.1 s)"));
    assert!(same("speed      946K nodes/s", "speed      1.17M nodes/s"));
    assert!(same("nodes      11 (11 calls)", "nodes 11 (11 calls)") && !same("nodes 11", "nodes 12"));
    assert!(same("moves      P*1b …", "moves      P*1b proved") && !same("a … c", "a b d"));
    assert!(same("x … c", "x b c") && same("…", "anything"));
    let rows = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    assert!(compare(&rows("a … d"), &["a", "b", "c", "d"]).is_ok());
    assert!(compare(&rows("a … d"), &["a", "b"]).is_err() && compare(&rows("a"), &["a", "b"]).is_err());
}
