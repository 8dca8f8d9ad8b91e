//! Runs on threads, with jobs so small that the tree has to do the work: the answer is that of the plain
//! search, and the certificate that is put together passes the checker.

use std::time::Duration;

use phidelta::{Repetition, Solver, Verdict};
use phidelta_cluster::client::{Client, JobSize};
use phidelta_cluster::compose;
use phidelta_cluster::local::Threads;
use phidelta_cluster::log::Log;
use phidelta_cluster::message::Run;
use phidelta_cluster::referee::Rules;
use phidelta_cluster::run::{Ended, RunLimits, drive};
use phidelta_games::graph::generate::{self, Shape};

const TREE_BYTES: u64 = 64 << 20;

const OTHELLO: &str = "X--O-X--OXOOX---OOXOXX--OXOXOXX-OOXXXXX--OOOXOOO-XOXOXX-XXXXXXXX O";

const UTTT: &str =
    "X;X.....O@.;OXO.X.XX./.OO.O.XX./OXXX.OXO./..OX...XO/O.....X.X/......O.X/OXX.OX..O/XOOO...../X.XO..OO.";

/// Solves by jobs of `least` nodes; returns the answer and how many jobs there were.
fn solve(game: &str, position: &str, goal: &str, algorithm: &str, least: u64, workers: usize) -> (bool, u64) {
    let (run, root) = Run::new("test", (game, position), goal, &[], algorithm).unwrap();
    let size = JobSize { least, most: 4 * least, part: 1 << 20 };
    let rules = Rules::new(root.clone(), 1 << 30);
    let mut client = Client::new(&run.id, rules, size, TREE_BYTES);
    let mut threads = Threads::new(workers, 16 << 20);
    let limits = RunLimits { time: Some(Duration::from_secs(300)), ..RunLimits::default() };
    let ended = drive(&mut client, &run, &mut threads, &mut Log::nowhere(), &limits, &mut ()).unwrap();
    let Ended::Answer(answer) = ended else { panic!("{game} {position} {goal}: {ended:?}") };
    let verdict = if answer { Verdict::Proved } else { Verdict::Disproved };
    let (heading, claim) = root.part(verdict);
    let mut certificate = Vec::new();
    compose::write(&mut certificate, &heading, claim, &[&client]).unwrap();
    let checked = phidelta_check::check(certificate.as_slice(), &Default::default());
    let checked = checked.unwrap_or_else(|refusal| {
        panic!("{game} {position} {goal}: {refusal}\n{}", String::from_utf8_lossy(&certificate))
    });
    root.is_shown(verdict, &checked).unwrap();
    (answer, client.totals().counts.done)
}

/// The answer of the plain search.
fn plain(game: &str, position: &str, goal: &str) -> bool {
    let (_, mut root) = Run::new("plain", (game, position), goal, &[], "df-pn").unwrap();
    let mut solver = Solver::new("df-pn+tca".parse().unwrap());
    let answer = root.solve(&mut solver, u64::MAX, &mut ()).unwrap();
    assert!(answer.verdict.is_decided());
    answer.verdict.is_proved()
}

#[test]
fn every_game_has_the_answer_of_the_plain_search() {
    let problems = [
        ("connect4", "4x4:", "win"),
        ("connect4", "4x4:12", "draw"),
        ("connect4", "5x4:33", "win"),
        ("othello", OTHELLO, "win"),
        ("othello", OTHELLO, "score>=8"),
        ("uttt", UTTT, "draw"),
        ("shogi", "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1", "mate"),
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", "mate"),
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b G 1", "mate"),
        ("loa", "-------------O---X----------------------------X----------O------ O", "win"),
    ];
    let mut split = 0;
    for (game, position, goal) in problems {
        let truth = plain(game, position, goal);
        // Jobs that are small beside the problem.
        let small = if game == "othello" || game == "uttt" { 1000 } else { 4 };
        for (least, workers) in [(small, 1), (8 * small, 2), (1_000_000, 2)] {
            let (answer, jobs) = solve(game, position, goal, "df-pn+tca", least, workers);
            assert_eq!(answer, truth, "{game} {position} {goal}, jobs of {least}");
            split += u64::from(jobs > 1);
        }
    }
    assert!(split >= 8, "{split}");
}

#[test]
fn graphs_with_cycles_have_it_too_whatever_a_repetition_means() {
    let mut split = 0;
    for seed in 0..60 {
        for repetition in [Repetition::AttackerFails, Repetition::DefenderFails, Repetition::Draw] {
            let shape = Shape { nodes: 14, draw: 0.3, repetition, ..Shape::default() };
            let graph = generate::cyclic(&shape, seed);
            for goal in ["win", "draw"] {
                let text = graph.to_json();
                let truth = plain("graph", &text, goal);
                let (answer, jobs) = solve("graph", &text, goal, "df-pn+tca", 1, 2);
                assert_eq!(answer, truth, "{text} {goal}");
                split += u64::from(jobs > 1);
            }
        }
    }
    assert!(split > 100, "{split}");
}

/// Wherever the machine died while the log was written: what stands before that counts, and the run goes on.
#[test]
fn a_log_that_is_cut_off_anywhere_is_gone_on_from() {
    let (run, root) = Run::new("test", ("connect4", "4x4:12"), "win", &[], "df-pn+tca").unwrap();
    let client = |run: &Run| {
        let size = JobSize { least: 400, most: 1600, part: 1 << 20 };
        Client::new(&run.id, Rules::new(root.clone(), 1 << 30), size, TREE_BYTES)
    };
    let file = std::env::temp_dir().join(format!("phidelta-cut-log-{}", std::process::id()));
    let go_on = || {
        let (mut log, mut client, begun, results) = Log::open(&file, &run, client).unwrap();
        let mut threads = Threads::new(1, 16 << 20);
        let limits = RunLimits { time: Some(Duration::from_secs(300)), ..RunLimits::default() };
        let ended = drive(&mut client, &begun, &mut threads, &mut log, &limits, &mut ()).unwrap();
        let Ended::Answer(answer) = ended else { panic!("{ended:?}") };
        (answer, results)
    };
    drop(std::fs::remove_file(&file));
    let truth = plain("connect4", "4x4:12", "win");
    assert_eq!(go_on(), (truth, 0));
    let whole = std::fs::read(&file).unwrap();
    // The first record is the run's; the new log has its name only when that is written.
    let begun = 8 + 13 + u32::from_le_bytes(whole[9..13].try_into().unwrap()) as usize;
    let mut results = 0;
    for length in (0..=8).chain(begun..=whole.len()) {
        std::fs::write(&file, &whole[..length]).unwrap();
        let opened = || Log::open(&file, &run, client).unwrap_or_else(|error| panic!("{length}: {error}")).3;
        let now = opened();
        assert_eq!(opened(), now, "a log opened is a log mended: {length}");
        if now > results || length % 97 == 0 {
            assert_eq!(go_on(), (truth, now), "{length}");
        }
        assert!(now >= results, "{length}");
        results = now;
    }
    assert!(results > 3, "{results}");
    // What a machine had not written when it died may be zeros.
    std::fs::write(&file, [&whole[..], &[0; 5000]].concat()).unwrap();
    assert_eq!(go_on(), (truth, results));
    // What is damaged before its end or no log is refused, and stays as it is: a length that is wrong is no end.
    let (mut last, mut next) = (0, 8);
    while next < whole.len() {
        (last, next) =
            (next, next + 13 + u32::from_le_bytes(whole[next + 1..next + 5].try_into().unwrap()) as usize);
    }
    for at in (8..last).step_by(11).chain(8..begun + 13) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x41;
        std::fs::write(&file, &damaged).unwrap();
        let Err(error) = Log::open(&file, &run, client) else { panic!("damaged at {at} it is opened") };
        assert!(error.to_string().contains("damaged at byte"), "{at}: {error}");
        assert!(std::fs::read(&file).unwrap() == damaged, "{at}");
    }
    for bytes in [&whole[..begun - 1], b"PDLOX"] {
        std::fs::write(&file, bytes).unwrap();
        assert!(Log::open(&file, &run, client).is_err());
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
    }
    std::fs::remove_file(&file).unwrap();
}
