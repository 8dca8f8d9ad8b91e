//! `phidelta usi`, driven through real pipes as a shogi program does it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use phidelta_games::shogi::Position;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What "at once" means on a busy machine.
const PROMPT: Duration = Duration::from_secs(60);

const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATE_IN_3: &str = "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
/// From a game, White attacks, both kings on the board.
const GAME_MATE: &str = "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42";
/// The same, two plies longer.
const GAME_MATE_5: &str = "l2gkg2l/2s3s2/p1nppp1pp/2p3p2/P4P1P1/4n3P/1PPPG1N2/1BKS2+s2/LN3+r3 w RBgl3p 72";
/// From a game.
const NO_MATE: &str = "Kbg4nl/3sk1gs1/1Gn4pp/1+r1p5/1pP4P1/4S4/P2PPG2P/1L7/LNS4NL b R7Pbp 1";
/// Microcosmos, 1525 plies: minutes.
const LONG: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let (child, input, output) = spawn();
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("text");
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Engine { child, input: Some(input), lines }
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open").write_all(bytes).expect("it listens");
    }

    /// The lines up to the first that begins so.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no line that begins with {start:?} ({error}) after {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The lines up to `readyok`, without it.
    #[track_caller]
    fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sets a position, goes, and gives the `info` lines and the answer.
    #[track_caller]
    fn ask(&mut self, sfen: &str, go: &str) -> (Vec<String>, String) {
        self.send(&format!("position sfen {sfen}\n{go}"));
        self.answer(go)
    }

    #[track_caller]
    fn answer(&mut self, go: &str) -> (Vec<String>, String) {
        let mut lines = self.until(if go.contains("mate") { "checkmate" } else { "bestmove" });
        let answer = lines.pop().expect("found");
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:#?}");
        (lines, answer)
    }

    /// Nothing comes for a while.
    #[track_caller]
    fn is_silent(&mut self) {
        thread::sleep(Duration::from_millis(300));
        let lines: Vec<String> = self.lines.try_iter().filter(|line| !line.starts_with("info ")).collect();
        assert!(lines.is_empty(), "{lines:?}");
    }

    /// Waits for the end: exit code 0 and nothing to complain about. Gives the rest of the output.
    #[track_caller]
    fn ends(mut self) -> Vec<String> {
        ends(&mut self.child);
        self.lines.iter().collect()
    }

    #[track_caller]
    fn quit(mut self) {
        self.send("quit");
        self.ends();
    }
}

fn spawn() -> (Child, ChildStdin, ChildStdout) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .arg("usi")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    (child, input, output)
}

#[track_caller]
fn ends(child: &mut Child) {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > PROMPT {
            child.kill().expect("a child");
            panic!("it lives on");
        }
        thread::sleep(Duration::from_millis(10));
    };
    let mut errors = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

/// The moves of `checkmate`, which must be legal, checks, and end in mate.
#[track_caller]
fn mating_line<'a>(sfen: &str, answer: &'a str) -> Vec<&'a str> {
    let moves: Vec<&str> = answer.split(' ').skip(1).collect();
    let mut position = Position::from_sfen(sfen).expect("a position");
    for (ply, text) in moves.iter().enumerate() {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{answer}: {text}: {error}"));
        position.play(mv);
        assert_eq!(position.in_check(position.side()), ply % 2 == 0, "{answer}: {text}");
    }
    let mut replies = Vec::new();
    position.legal_moves(&mut replies);
    assert!(replies.is_empty(), "{answer} is no mate");
    moves
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::start();
    engine.send("usi");
    let lines = engine.until("usiok");
    assert_eq!(lines[0], concat!("id name phidelta ", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1], "id author the phidelta authors");
    for option in [
        "option name USI_Hash type spin default 256 min 1 max 131072",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name PvInterval type spin default 1000 min 0 max 3600000",
        "option name Algorithm type string default df-pn+tca+snda+cap=64+eps=0.25+relay=100K",
        "option name NodesLimit type spin default 0 min 0 max 2147483647",
        "option name MultiPV type spin default 1 min 1 max 593",
        "option name ShortestMate type check default false",
    ] {
        assert!(lines[2..].iter().any(|line| line == option), "{option} in {lines:#?}");
    }
    assert_eq!(lines.len(), 10);
    assert!(engine.ready().is_empty());
    engine.quit();
}

#[test]
fn several_first_moves_are_told_shortest_first() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 5");
    // A gold on the left or behind the king mates at once; the one on the right does not.
    engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\ngo mate 5000");
    let (lines, answer) = engine.answer("go mate");
    let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("info multipv ")).collect();
    assert_eq!(told.len(), 1, "{lines:?}");
    assert_eq!(told[0], "info multipv 1 score mate +1 pv G*5b");
    assert_eq!(answer, "checkmate G*5b");
    engine.send("position sfen 9/8k/9/8P/9/9/9/9/9 b 2G 1\ngo mate 5000");
    let (lines, answer) = engine.answer("go mate");
    assert!(lines.iter().any(|line| line.starts_with("info multipv 1 score mate +3 pv G*1c ")), "{lines:?}");
    assert!(answer.starts_with("checkmate G*1c "), "{answer}");
    engine.send("position sfen 4k4/9/9/9/9/9/9/9/9 b G 1\ngo mate 5000");
    assert_eq!(engine.answer("go mate").1, "checkmate nomate");
    engine.quit();
}

/// The figure behind a word of an `info` line.
fn figure(line: &str, word: &str) -> Option<u64> {
    line.split(' ').skip_while(|part| *part != word).nth(1)?.parse().ok()
}

/// Lines are legal from the position, and neither nodes nor time go back; the last line has the most.
#[track_caller]
fn goes_forward(sfen: &str, info: &[String]) {
    let start = Position::from_sfen(sfen).expect("a position");
    let (mut nodes, mut time) = (0, 0);
    for line in info {
        if let Some(moves) = line.split(" pv ").nth(1) {
            let mut position = start.clone();
            for text in moves.split(' ') {
                let mv = position.read_move(text).unwrap_or_else(|error| panic!("{line}: {text}: {error}"));
                position.play(mv);
            }
        }
        if let (Some(more), Some(later)) = (figure(line, "nodes"), figure(line, "time")) {
            assert!(more >= nodes && later >= time, "{line} after {nodes} nodes and {time} ms");
            (nodes, time) = (more, later);
        }
    }
    assert_eq!(figure(info.last().expect("an info"), "nodes"), Some(nodes), "{info:#?}");
}

#[test]
fn with_several_lines_nothing_goes_back() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3\nsetoption name PvInterval value 10");
    for sfen in [LONG, GAME_MATE_5] {
        let (info, answer) = engine.ask(sfen, "go mate 1500");
        let reports: Vec<String> =
            info.iter().filter(|line| !line.starts_with("info string")).cloned().collect();
        goes_forward(sfen, &reports);
        if sfen == LONG {
            assert_eq!(answer, "checkmate timeout");
            assert!(reports.len() > 3, "{info:#?}");
            // A time limit is called one.
            assert!(info.iter().any(|line| line == "info string no answer: time limit"), "{info:#?}");
            let undecided = info.iter().find(|line| line.starts_with("info string undecided: "));
            assert!(undecided.is_some_and(|line| line.ends_with("(time limit)")), "{info:#?}");
        } else {
            mating_line(sfen, &answer);
        }
    }
    engine.quit();
}

#[test]
fn the_shortest_mate_without_several_lines() {
    let mut engine = Engine::start();
    engine.send("setoption name ShortestMate value true\nsetoption name PvInterval value 10");
    for (sfen, plies) in [(MATE_IN_1, 1), (MATE_IN_3, 3), (GAME_MATE, 3), (GAME_MATE_5, 5)] {
        let (info, answer) = engine.ask(sfen, "go mate infinite");
        assert_eq!(mating_line(sfen, &answer).len(), plies, "{answer}");
        goes_forward(sfen, &info);
        assert!(
            info.last().is_some_and(|line| line.contains(&format!("score mate +{plies} pv"))),
            "{info:?}"
        );
    }
    assert_eq!(engine.ask(NO_MATE, "go mate infinite").1, "checkmate nomate");
    let (info, answer) = engine.ask(LONG, "go mate 300");
    assert_eq!(answer, "checkmate timeout");
    assert!(info.iter().any(|line| line.contains("time limit")), "{info:#?}");
    assert_ne!(engine.ask(MATE_IN_3, "go byoyomi 5000").1, "bestmove resign");
    engine.quit();
}

#[test]
fn ponderhit_ends_in_a_move() {
    let mut engine = Engine::start();
    // Found already: the answer waits for the word.
    engine.send(&format!("position sfen {MATE_IN_3}\ngo ponder byoyomi 5000"));
    engine.until("info depth 3 ");
    engine.is_silent();
    engine.send("ponderhit");
    assert!(engine.answer("go").1.starts_with("bestmove G*"), "a move");
    // Not found: from the word on there is as much time as was said.
    engine.send(&format!("position sfen {LONG}\ngo ponder byoyomi 300"));
    engine.is_silent();
    let start = Instant::now();
    engine.send("ponderhit");
    let (info, answer) = engine.answer("go");
    assert_eq!(answer, "bestmove resign");
    assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
    assert!(info.iter().any(|line| line == "info string no answer: time limit"), "{info:#?}");
    // Or the opponent has played something else.
    engine.send("go ponder\nstop");
    assert_eq!(engine.answer("go").1, "bestmove resign");
    engine.quit();
}

#[test]
fn options_are_taken_or_refused_with_a_word() {
    let mut engine = Engine::start();
    for good in [
        "USI_Hash value 16",
        "USI_Ponder value true",
        "Threads value 1",
        "PvInterval value 0",
        "Algorithm value df-pn+tca",
        "NodesLimit value 5000",
    ] {
        engine.send(&format!("setoption name {good}"));
        assert_eq!(engine.ready(), [""; 0], "{good}");
    }
    for (bad, word) in [
        ("USI_Hash value 0", "from 1 to 131072"),
        ("USI_Hash value", "from 1 to 131072"),
        ("USI_Hash", "from 1 to 131072"),
        ("Threads value 0", "from 1 to 1024"),
        ("ShortestMate value 1", "true or false"),
        ("Algorithm value quick sort", "quick sort"),
        ("Book File value a b.db", "unknown option 'Book File'"),
        ("\u{1b}[31m value 1", "unknown option"),
        ("", "expected 'setoption name NAME value VALUE'"),
    ] {
        engine.send(&format!("setoption name {bad}"));
        let lines = engine.ready();
        assert_eq!(lines.len(), 1, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("info string ") && lines[0].contains(word), "{bad}: {lines:?}");
        assert!(!lines[0].contains('\u{1b}'));
    }
    // The good ones still hold: a search of 5000 nodes at most.
    let (info, answer) = engine.ask(LONG, "go mate infinite");
    assert_eq!(answer, "checkmate timeout");
    assert!(info.iter().any(|line| line.contains(" nodes 5000 ")), "{info:#?}");
    engine.quit();
}

#[test]
fn mates_are_found_and_their_lines_are_complete() {
    let mut engine = Engine::start();
    for (sfen, plies) in [(MATE_IN_1, 1), (MATE_IN_3, 3), (GAME_MATE, 3), (GAME_MATE_5, 5)] {
        let (info, answer) = engine.ask(sfen, "go mate infinite");
        let line = mating_line(sfen, &answer);
        assert!(line.len() >= plies, "{answer}");
        let last = info.last().expect("an info");
        let score = format!("score mate +{} pv {}", line.len(), line.join(" "));
        assert!(last.ends_with(&score), "{last}");
        for word in ["depth ", "nodes ", "nps ", "hashfull ", "time "] {
            assert!(last.contains(word), "{last}");
        }
    }
    // After moves; the defender's king is White's.
    engine.send("position sfen 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1 moves G*1c 1b1a\ngo mate 10000");
    let (_, answer) = engine.answer("go mate");
    assert_eq!(answer.split(' ').count(), 2, "{answer}");
    engine.quit();
}

#[test]
fn hands_are_as_they_were_given() {
    // With anything in hand White could put it between.
    let mut engine = Engine::start();
    let (_, answer) = engine.ask("8k/9/7G1/9/9/9/9/9/9 b R 1", "go mate infinite");
    assert_eq!(mating_line("8k/9/7G1/9/9/9/9/9/9 b R 1", &answer).len(), 1);
    let (_, answer) = engine.ask("8k/9/7G1/9/9/9/9/9/9 b Rg 1", "go mate infinite");
    assert_ne!(answer.split(' ').count(), 2, "{answer}");
    engine.quit();
}

#[test]
fn no_mate_is_said_too() {
    let mut engine = Engine::start();
    for position in [&format!("sfen {NO_MATE}"), "startpos", "startpos moves 7g7f 3c3d"] {
        engine.send(&format!("position {position}\ngo mate 20000"));
        assert_eq!(engine.answer("go mate").1, "checkmate nomate", "{position}");
    }
    let (_, answer) = engine.ask("9/9/9/9/4k4/9/9/9/K8 b G 1", "go mate infinite");
    assert_eq!(answer, "checkmate nomate");
    // Nobody to mate, or nothing to search.
    let (info, answer) = engine.ask("9/9/9/9/9/9/9/9/K8 b G 1", "go mate infinite");
    assert_eq!(answer, "checkmate notimplemented");
    assert_eq!(info, ["info string there is no king to mate"]);
    let (info, answer) = engine.ask("9/9/9/9/9/9/9/9/K8 b 3X 1", "go mate infinite");
    assert_eq!(answer, "checkmate notimplemented");
    assert!(info[0].contains("position: column 36: '3X' in the hands"), "{info:?}");
    engine.send("go");
    assert_eq!(engine.answer("go").1, "bestmove resign");
    engine.quit();
}

#[test]
fn a_plain_go_gives_a_move() {
    let mut engine = Engine::start();
    for go in [
        "go",
        "go nodes 1000000",
        "go movetime 5000",
        "go byoyomi 5000",
        "go btime 0 wtime 0 byoyomi 5000",
        "go depth 3",
    ] {
        let (info, answer) = engine.ask(MATE_IN_3, go);
        let first = answer.strip_prefix("bestmove ").expect("a move");
        assert!(info.last().is_some_and(|line| line.contains(&format!(" pv {first} "))), "{info:#?}");
        assert_eq!(engine.ask(NO_MATE, go).1, "bestmove resign", "{go}");
    }
    assert_eq!(engine.ask(LONG, "go nodes 2000").1, "bestmove resign");
    assert_eq!(engine.ask(LONG, "go byoyomi 200").1, "bestmove resign");
    engine.quit();
}

#[test]
fn go_infinite_answers_only_after_stop() {
    let mut engine = Engine::start();
    engine.send(&format!("position sfen {MATE_IN_3}\ngo infinite"));
    engine.until("info depth 3 ");
    engine.is_silent();
    engine.send("stop");
    assert_ne!(engine.answer("go").1, "bestmove resign");
    // The next search and the end must not hang on one that waits.
    engine.send("go infinite");
    engine.until("info depth 3 ");
    engine.send("go mate infinite");
    engine.until("bestmove");
    engine.until("checkmate");
    engine.send("go infinite");
    engine.until("info depth 3 ");
    engine.quit();
}

#[test]
fn time_is_kept() {
    let mut engine = Engine::start();
    engine.ready();
    for limit in [0, 50, 600] {
        let start = Instant::now();
        assert_eq!(engine.ask(LONG, &format!("go mate {limit}")).1, "checkmate timeout");
        let taken = start.elapsed();
        assert!(taken.as_millis() >= limit * 6 / 10 && taken < PROMPT, "{limit}: {taken:?}");
    }
    // More than the clock can count is no limit.
    assert_eq!(engine.ask(MATE_IN_1, "go mate 99999999999999999999").1, "checkmate G*5b");
    engine.quit();
}

#[test]
fn reports_come_at_the_interval() {
    let mut engine = Engine::start();
    engine.send("setoption name PvInterval value 50");
    let (info, _) = engine.ask(LONG, "go mate 1500");
    let reports: Vec<&String> = info.iter().filter(|line| line.contains(" pv ")).collect();
    assert!((3..=31).contains(&reports.len()), "{}", reports.len());
    let start = Position::from_sfen(LONG).expect("a position");
    for report in reports {
        let line = report.split(" pv ").nth(1).expect("found above");
        let mut position = start.clone();
        for text in line.split(' ') {
            let mv = position.read_move(text).unwrap_or_else(|error| panic!("{report}: {text}: {error}"));
            position.play(mv);
        }
    }
    engine.quit();
}

#[test]
fn stop_is_heard_and_the_engine_goes_on() {
    let mut engine = Engine::start();
    engine.send("setoption name PvInterval value 20");
    for _ in 0..2 {
        engine.send(&format!("position sfen {LONG}\ngo mate infinite"));
        engine.until("info depth");
        // A sign of life, and the search goes on.
        let lines = engine.ready();
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
        let start = Instant::now();
        engine.send("stop");
        assert_eq!(engine.answer("go mate").1, "checkmate timeout");
        assert!(start.elapsed() < PROMPT, "{:?}", start.elapsed());
        // Nothing to stop now.
        engine.send("stop\nstop\nponderhit");
        assert!(engine.ready().is_empty());
        let (_, answer) = engine.ask(GAME_MATE, "go mate infinite");
        mating_line(GAME_MATE, &answer);
    }
    engine.send(&format!("position sfen {LONG}\ngo"));
    engine.until("info depth");
    engine.send("gameover lose");
    assert_eq!(engine.answer("go").1, "bestmove resign");
    engine.send("usinewgame");
    assert!(engine.ready().is_empty());
    engine.quit();
}

#[test]
fn a_second_go_ends_the_first() {
    let mut engine = Engine::start();
    engine.send(&format!(
        "position sfen {LONG}\ngo mate infinite\nposition sfen {MATE_IN_1}\ngo mate infinite"
    ));
    assert_eq!(engine.answer("go mate").1, "checkmate timeout");
    assert_eq!(engine.answer("go mate").1, "checkmate G*5b");
    // Options set under a search count for the next one.
    engine.send(&format!("position sfen {LONG}\ngo mate infinite\nsetoption name Algorithm value pds\n"));
    engine.send(&format!("setoption name USI_Hash value 1\nposition sfen {MATE_IN_3}\ngo nodes 100000"));
    assert_eq!(engine.answer("go mate").1, "checkmate timeout");
    assert_ne!(engine.answer("go").1, "bestmove resign");
    engine.is_silent();
    // So does a new game.
    engine.send(&format!("position sfen {LONG}\ngo mate infinite\nusinewgame\nisready"));
    assert_eq!(engine.answer("go mate").1, "checkmate timeout");
    engine.until("readyok");
    engine.quit();
}

#[test]
fn every_algorithm_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("setoption name USI_Hash value 8\nsetoption name PvInterval value 10");
    for algorithm in ["pn", "pn2", "pn*", "pds", "df-pn+tca+wpns", "pds-pn", "pn-dfpn", "alpha-beta"] {
        engine.send(&format!("setoption name Algorithm value {algorithm}"));
        assert!(engine.ready().is_empty(), "{algorithm}");
        engine.send(&format!("position sfen {LONG}\ngo mate infinite"));
        thread::sleep(Duration::from_millis(60));
        let start = Instant::now();
        engine.send("stop");
        assert_eq!(engine.answer("go mate").1, "checkmate timeout", "{algorithm}");
        assert!(start.elapsed() < PROMPT, "{algorithm}: {:?}", start.elapsed());
        let (_, answer) = engine.ask(MATE_IN_3, "go mate infinite");
        assert!(mating_line(MATE_IN_3, &answer).len() >= 3, "{algorithm}");
    }
    engine.quit();
}

#[test]
fn wrong_and_half_commands_do_no_harm() {
    let mut engine = Engine::start();
    for bad in [
        "foo bar",
        "USI",
        "position",
        "position sfen",
        "position fen",
        "position startpos moves 7g7f 7g7f",
        "position startpos 7g7f",
        "position sfen 9/9/9 b - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves",
        "position sfen 4k4/9/9/9/9/9/9/9/4R4 b - 1",
        "go mate soon",
        "go nodes",
        "go byoyomi -",
        "setoption",
        "setoption name",
        "setoption value 3",
        "\u{0}\u{1}\u{2}",
        "詰将棋",
    ] {
        engine.send(bad);
        let lines = engine.ready();
        assert!(
            lines.len() <= 1 && lines.iter().all(|line| line.starts_with("info string ")),
            "{bad}: {lines:?}"
        );
    }
    // Harmless ones without a word.
    engine.send("\n   \n\t\r\nponderhit\ngameover\nstop\nusinewgame");
    assert!(engine.ready().is_empty());
    engine.send_bytes(b"\xff\xfe\x80 go mate\nposition sfen \xff b - 1\n");
    assert_eq!(engine.ready().len(), 2);
    for length in [100_000, 3_000_000] {
        engine.send(&"x".repeat(length));
        let lines = engine.ready();
        assert!(lines.len() == 1 && lines[0].len() < 200, "{length}: {lines:?}");
        engine.send(&format!("position startpos moves{}", " 7g7f".repeat(length / 5)));
        let lines = engine.ready();
        assert!(lines.len() == 1 && lines[0].len() < 400, "{length}: {lines:?}");
    }
    // A position that was refused is not answered with the one before.
    assert_eq!(engine.ask(MATE_IN_1, "go mate").1, "checkmate G*5b");
    engine.send("position sfen 9/9/9 b - 1\ngo mate infinite");
    assert_eq!(engine.answer("go mate").1, "checkmate notimplemented");
    // Windows line ends.
    engine.send_bytes(format!("position sfen {MATE_IN_1}\r\ngo mate infinite\r\n").as_bytes());
    assert_eq!(engine.answer("go mate").1, "checkmate G*5b");
    engine.quit();
}

#[test]
fn random_words_do_no_harm() {
    let words = "usi isready setoption name value USI_Hash 1 usinewgame position startpos sfen moves 7g7f go mate \
                 infinite nodes 10 movetime byoyomi 5 btime stop gameover win ponder ponderhit - \u{fffd} x";
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut engine = Engine::start();
    let mut state = 7u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..500 {
        let line: Vec<&str> = (0..1 + next(5)).map(|_| words[next(words.len())]).collect();
        engine.send(&line.join(" "));
    }
    // Whatever was going on: it still works.
    engine.send("stop\nusinewgame\nsetoption name NodesLimit value 0\nsetoption name USI_Hash value 16\nusi");
    engine.until("info string setoption");
    engine.send(&format!("quux\nposition sfen {MATE_IN_1}"));
    engine.until("info string unknown command: quux");
    engine.send("go mate infinite");
    assert_eq!(engine.answer("go mate").1, "checkmate G*5b");
    engine.quit();
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name PvInterval value 20\nposition sfen {LONG}\ngo mate infinite"));
    engine.until("info depth");
    drop(engine.input.take());
    assert_eq!(engine.ends().last().map(String::as_str), Some("checkmate timeout"));
    // Also in the middle of a line, and with nothing at all.
    let mut engine = Engine::start();
    engine.send_bytes(b"isready\nposi");
    drop(engine.input.take());
    assert_eq!(engine.ends()[0], "readyok");
    let mut engine = Engine::start();
    drop(engine.input.take());
    assert!(engine.ends().is_empty());
}

#[test]
fn quit_ends_a_search() {
    let mut engine = Engine::start();
    engine.send(&format!("position sfen {LONG}\ngo mate infinite\nquit"));
    engine.ends();
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    let (mut child, mut input, output) = spawn();
    input
        .write_all(
            format!("setoption name PvInterval value 20\nposition sfen {LONG}\ngo mate infinite\n")
                .as_bytes(),
        )
        .expect("it listens");
    let mut output = BufReader::new(output);
    output.read_line(&mut String::new()).expect("a report");
    drop(output);
    // The input stays open: the next report meets the closed pipe.
    ends(&mut child);
    drop(input);

    let (mut child, mut input, output) = spawn();
    drop(output);
    input.write_all(b"usi\n").expect("it listens");
    ends(&mut child);
}

#[test]
fn quit_is_heard_even_if_nobody_reads() {
    let (mut child, mut input, output) = spawn();
    let commands = format!("setoption name PvInterval value 0\nposition sfen {LONG}\ngo mate infinite\n");
    input.write_all(commands.as_bytes()).expect("it listens");
    // Reports of a kilobyte, a hundred a second: the pipe is soon full.
    thread::sleep(Duration::from_secs(2));
    input.write_all(b"quit\n").expect("it listens");
    ends(&mut child);
    drop(output);
}

#[cfg(unix)]
#[test]
fn under_its_own_name_it_needs_no_argument() {
    let link =
        std::env::temp_dir().join(format!("phidelta-link-{}", std::process::id())).join("phidelta-usi");
    std::fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_phidelta"), &link).expect("a link");
    let mut child =
        Command::new(&link).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    child.stdin.take().expect("piped").write_all(b"usi\nquit\n").expect("it listens");
    let said = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&said.stdout).ends_with("usiok\n"), "{said:?}");
    let _ = std::fs::remove_dir_all(link.parent().expect("a folder"));
}

#[test]
fn help_shows_how_to_talk_to_it() {
    let help =
        Command::new(env!("CARGO_BIN_EXE_phidelta")).args(["usi", "--help"]).output().expect("it runs");
    let text = String::from_utf8(help.stdout).expect("text");
    assert!(help.status.success() && text.contains("Example") && text.contains("go mate infinite"), "{text}");
}
