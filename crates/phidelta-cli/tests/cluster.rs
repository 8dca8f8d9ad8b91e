//! `phidelta cluster` with a real NATS server, real processes and `kill -9`. Ignored where there is no server.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Output, Stdio};
use std::time::{Duration, Instant};

use phidelta_testing::broker::{self, Broker};
use phidelta_testing::scenarios::{self, Scenario};
use serde_json::Value;

const SCENARIOS: &[Scenario] = &[
    ("one_worker_gives_what_one_search_gives", one_worker_gives_what_one_search_gives),
    ("whoever_is_killed_the_answer_is_the_same", whoever_is_killed_the_answer_is_the_same),
    ("a_server_that_loses_everything_is_told_again", a_server_that_loses_everything_is_told_again),
    ("what_is_known_is_not_searched_again", what_is_known_is_not_searched_again),
    #[cfg(feature = "serve")]
    ("the_page_shows_what_status_says", the_page_shows_what_status_says),
    (
        "nobody_without_a_password_and_no_password_in_sight",
        nobody_without_a_password_and_no_password_in_sight,
    ),
];

fn main() -> ExitCode {
    scenarios::run(SCENARIOS, broker::missing())
}

fn phidelta(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args(args).stdin(Stdio::null());
    for name in ["PHIDELTA_NATS_USER", "PHIDELTA_NATS_PASSWORD", "PHIDELTA_NATS_TOKEN"] {
        command.env_remove(name);
    }
    command
}

fn output(args: &[&str]) -> Output {
    phidelta(args).output().unwrap()
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
    })
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("phidelta-cluster-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A process that ends with the test.
struct Running(Child);

impl Running {
    fn kill(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A worker that tells of its jobs in a file.
fn worker(url: &str, name: &str, told: &str) -> Running {
    let file = std::fs::OpenOptions::new().create(true).append(true).open(told).unwrap();
    let mut command = phidelta(&["cluster", "worker", "--server", url, "--name", name]);
    command.args(["--threads", "1", "--memory", "32M", "--verbose"]).stderr(file).stdout(Stdio::null());
    Running(command.spawn().unwrap())
}

/// What the checker says of a certificate: what it shows, and how many positions it has.
fn is_valid(certificate: &str, game: &str) -> String {
    let checked = output(&["check", certificate]);
    let text = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success() && text.starts_with("valid") && text.contains(game), "{text}");
    text
}

fn one_worker_gives_what_one_search_gives() {
    let (broker, folder) = (Broker::start(&[]), Folder::new("one"));
    let url = broker.url();
    let _worker = worker(&url, "one", &folder.path("told"));
    for (at, (game, position, goal)) in [
        ("connect4", "5x4:33", "win"),
        ("connect4", "5x4:33", "draw"),
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", "mate"),
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b G 1", "mate"),
    ]
    .into_iter()
    .enumerate()
    {
        let problem = [game, position, "--goal", goal, "--algorithm", "df-pn", "--json", "--certificate"];
        let alone = folder.path(&format!("alone{at}"));
        let plain = json(&output(&[&["solve"][..], &problem, &[&alone]].concat()));
        // One job that is large enough, and jobs that are not.
        for (job_nodes, same) in [("100M", true), ("50", false)] {
            let proof = folder.path(&format!("proof{at}-{job_nodes}"));
            let asked = [&["cluster", "solve"][..], &problem, &[&proof]].concat();
            let found = json(&output(&[&asked[..], &["--server", &url, "--job-nodes", job_nodes]].concat()));
            let verdict = plain["verdict"].as_str().unwrap();
            assert_eq!(found["answer"].as_str(), Some(verdict), "{game} {position} {found} {plain}");
            assert_eq!(found["verified"], true);
            is_valid(&proof, game);
            if same {
                // The strategy is that of the plain search, numbered anew.
                assert_eq!(is_valid(&proof, game), is_valid(&alone, game), "{game} {position}");
            } else {
                assert!(found["done"].as_u64() >= Some(1), "{found}");
            }
        }
    }
}

/// Jobs whose results a log holds.
fn logged(file: &Path) -> BTreeSet<u64> {
    let bytes = std::fs::read(file).unwrap_or_default();
    let (mut at, mut jobs) = (8, BTreeSet::new());
    // Records as the log's own page has them: a head of 13 bytes, its kind and length first.
    while let Some(head) = bytes.get(at..at + 13) {
        let length = u32::from_le_bytes(head[1..5].try_into().unwrap()) as usize;
        let Some(body) = bytes.get(at + 13..at + 13 + length) else { break };
        if head[0] == b'G' {
            let row = body.split(|&byte| byte == b'\n').next().unwrap();
            let row: Value = serde_json::from_slice(row).unwrap();
            jobs.extend(row["job"].as_u64());
        }
        at += 13 + length;
    }
    jobs
}

/// Jobs whose results workers have published.
fn published(told: &str) -> BTreeSet<u64> {
    let text = std::fs::read_to_string(told).unwrap_or_default();
    let job = |row: &str| row.strip_prefix("job ")?.split(' ').next()?.parse().ok();
    text.lines().filter_map(job).collect()
}

fn client(url: &str, position: &str, folder: &Folder) -> Running {
    let mut command = phidelta(&["cluster", "solve", "connect4", position, "--goal", "win", "--server", url]);
    command.args(["--state", &folder.path("state"), "--job-nodes", "300K", "--patience", "3"]);
    command.args(["--certificate", &folder.path("proof"), "--force", "--json", "--memory", "1G"]);
    let out = std::fs::File::create(folder.path("out")).unwrap();
    let err = std::fs::OpenOptions::new().create(true).append(true).open(folder.path("err")).unwrap();
    Running(command.stdout(out).stderr(err).spawn().unwrap())
}

/// Some seconds of work for two workers: eight million nodes if nobody is killed.
const LONG: &str = "6x5:3";

/// How often the test looks whether somebody is to be killed: a job takes longer.
const LOOK: Duration = Duration::from_millis(10);

/// Workers that are killed, and how long after each other: the first three, the others.
const KILLS: usize = 8;
const KILL_EARLY: Duration = Duration::from_millis(500);
const KILL_LATER: Duration = Duration::from_millis(800);

/// What a client says when it speaks with the server again.
const BACK: &str = "the NATS server is back";

fn whoever_is_killed_the_answer_is_the_same() {
    let (mut broker, folder) = (Broker::start(&[]), Folder::new("killed"));
    let (url, told) = (broker.url(), folder.path("told"));
    let mut workers = [worker(&url, "a", &told), worker(&url, "b", &told)];
    let mut solving = client(&url, LONG, &folder);
    let (began, mut dice) = (Instant::now(), 7_usize);
    let log = folder.0.join("state").join("win.log");
    let (mut clients, mut servers, mut dead) = (0, 0, 0_usize);
    let mut last_kill = Instant::now();
    let done = loop {
        std::thread::sleep(LOOK);
        if let Some(status) = solving.0.try_wait().unwrap() {
            break status;
        }
        assert!(began.elapsed() < Duration::from_secs(300), "{}", read(&folder.path("err")));
        // The client when there is something to go on from, the server when the new one is known to speak with it, the
        // client again when it has more: by what the log says, not by a clock.
        let known = logged(&log).len();
        if clients == 0 && known >= 1
            || clients == 1 && known >= 15 && read(&folder.path("err")).contains(BACK)
        {
            clients += 1;
            solving.kill();
            solving = client(&url, LONG, &folder);
        } else if clients == 1 && servers == 0 && known >= 3 {
            servers += 1;
            broker.kill_and_restart();
        }
        // On a busy machine nothing would be done between two kills.
        if dead == KILLS || last_kill.elapsed() < if dead < 3 { KILL_EARLY } else { KILL_LATER } {
            continue;
        }
        last_kill = Instant::now();
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let unlucky = (dice >> 33) % workers.len();
        dead += 1;
        workers[unlucky].kill();
        workers[unlucky] = worker(&url, &format!("w{dead}"), &told);
    };
    let err = read(&folder.path("err"));
    println!("{:.1} s, {dead} workers killed", began.elapsed().as_secs_f64());
    assert!(done.success(), "{err}");
    assert_eq!((clients, servers), (2, 1), "the problem is too small");
    let found: Value = serde_json::from_str(&read(&folder.path("out"))).unwrap();
    println!("{found}");
    let plain = json(&output(&["solve", "connect4", LONG, "--goal", "win", "--json"]));
    assert_eq!(found["answer"], plain["verdict"], "{found}");
    // Whether a worker was in a job when it was killed is chance: where jobs are short none is done again.
    assert!(found["resumed"].as_u64() > Some(0), "{found}");
    is_valid(&folder.path("proof"), "connect4");
    // What was finished has been read, but for what came, still waited for a judge, or was about to be told again after
    // somebody's death, when the answer was there: not more than are under way at once.
    let (read, told) = (logged(&log), published(&told));
    let lost: Vec<u64> = told.difference(&read).copied().collect();
    assert!(lost.len() <= 16, "{lost:?} of {}", read.len());
    assert!(err.contains(BACK), "{err}");
}

fn read(file: &str) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

fn a_server_that_loses_everything_is_told_again() {
    let (mut broker, folder) = (Broker::start(&[]), Folder::new("wiped"));
    let (url, told) = (broker.url(), folder.path("told"));
    let _workers = [worker(&url, "a", &told), worker(&url, "b", &told)];
    let mut solving = client(&url, "6x5:3", &folder);
    std::thread::sleep(Duration::from_millis(1500));
    broker.lose_everything();
    let began = Instant::now();
    while solving.0.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(300), "{}", read(&folder.path("err")));
        std::thread::sleep(Duration::from_millis(100));
    }
    let found: Value = serde_json::from_str(&read(&folder.path("out"))).unwrap();
    assert_eq!(found["verified"], true, "{found}");
    assert!(read(&folder.path("err")).contains("the NATS server is back"), "{}", read(&folder.path("err")));
}

fn what_is_known_is_not_searched_again() {
    let (broker, folder) = (Broker::start(&[]), Folder::new("known"));
    let (url, told) = (broker.url(), folder.path("told"));
    let _worker = worker(&url, "one", &told);
    let asked = ["cluster", "solve", "connect4", "5x4:33", "--goal", "draw", "--json", "--server", &url];
    let first = json(&output(&[&asked[..], &["--job-nodes", "10M"]].concat()));
    let second = json(&output(&[&asked[..], &["--job-nodes", "10M"]].concat()));
    assert!(first["nodes"].as_u64() > Some(0), "{first}");
    assert_eq!((&second["nodes"], &second["answer"]), (&Value::from(0), &first["answer"]), "{second}");
    // Nothing of a run that is over is left behind.
    let status = json(&output(&["cluster", "status", "--json", "--server", &url]));
    assert_eq!((&status["jobs"], &status["results"]), (&Value::from(0), &Value::from(0)), "{status}");
    assert_eq!(status["runs"], Value::Array(vec![]), "{status}");
    assert_eq!(status["workers"][0]["name"], "one");
}

/// `serve --cluster` tells the page what `cluster status --json` tells, and refuses a password in the open.
#[cfg(feature = "serve")]
fn the_page_shows_what_status_says() {
    use std::io::{BufRead, BufReader, Read, Write};
    let (broker, folder) = (Broker::start(&[]), Folder::new("page"));
    let url = broker.url();
    let _worker = worker(&url, "one", &folder.path("told"));
    let mut command = phidelta(&["serve", "--listen", "127.0.0.1:0", "--cluster", &url]);
    let mut serving = Running(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut first = String::new();
    BufReader::new(serving.0.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let host = first.trim().rsplit('/').nth(1).unwrap().to_string();
    let mut stream = std::net::TcpStream::connect(&host).unwrap();
    write!(stream, "GET /api/cluster HTTP/1.1\r\nHost: {host}\r\nX-Phidelta: 1\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    let seen: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"));
    let status = json(&output(&["cluster", "status", "--json", "--server", &url]));
    assert_eq!((&seen["jobs"], &seen["runs"]), (&status["jobs"], &status["runs"]), "{answer}");
    assert_eq!(seen["workers"][0]["name"], "one", "{answer}");
    let secret = url.replace("://", "://me:open-sesame@");
    let refused = output(&["serve", "--listen", "127.0.0.1:0", "--cluster", &secret]);
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && !text.contains("sesame"), "{text}");
}

fn nobody_without_a_password_and_no_password_in_sight() {
    let broker = Broker::start(&["--user", "me", "--pass", "open-sesame"]);
    let folder = Folder::new("password");
    let status = |password: Option<&str>| {
        let mut command = phidelta(&["cluster", "status", "--server", &broker.url()]);
        if let Some(password) = password {
            command.env("PHIDELTA_NATS_USER", "me").env("PHIDELTA_NATS_PASSWORD", password);
        }
        command.output().unwrap()
    };
    assert!(status(Some("open-sesame")).status.success());
    for wrong in [None, Some("sesame-open")] {
        let refused = status(wrong);
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && text.contains("no NATS server at"), "{text}");
        assert!(!text.contains("sesame"), "{text}");
    }
    let file = folder.path("nats.env");
    std::fs::write(&file, "PHIDELTA_NATS_USER=me\nPHIDELTA_NATS_PASSWORD=open-sesame\n").unwrap();
    let args = ["cluster", "status", "--server", &broker.url(), "--credentials", &file];
    assert!(output(&args).status.success());
    let url = broker.url().replace("://", "://me:open-sesame@");
    let refused = output(&["cluster", "status", "--server", &url]);
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && !text.contains("sesame"), "{text}");
}
