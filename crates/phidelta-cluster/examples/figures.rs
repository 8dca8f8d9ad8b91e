//! The figures of docs/measurements/cluster.md: simulated efficiency, the client's own speed, storms.
//!
//! ```sh
//! cargo run -p phidelta-cluster --example figures -- efficiency
//! cargo run -p phidelta-cluster --example figures -- efficiency 1 1 26 run1/win.log 16
//! cargo run -p phidelta-cluster --example figures -- client
//! cargo run -p phidelta-cluster --example figures -- storms 20000
//! ```

use std::process::ExitCode;

use cpu_time::ProcessTime;
use phidelta_cluster::client::JobSize;
use phidelta_cluster::message::Found;
use phidelta_cluster::simulation::{Forest, Measured, Scenario, Weather, client_speed, simulate, storm};
use phidelta_cluster::tree::NODE_BYTES;

/// Nodes of a simulated job, at most.
const JOB: u64 = 40;

/// Virtual time of a job of all its nodes, in milliseconds, unless one is given: that of a real job is what a run
/// with `--workers` takes, times the workers, divided by the jobs.
const JOB_TIME: u64 = 1000;

/// Virtual time that a result costs the client, in microseconds: more than twice what `client` measures.
const RESULT: u64 = 100;

/// Plies of the longest game of a problem of more than a million jobs.
const DEPTH: u64 = 26;

/// A problem; two plies more are some three times the jobs.
fn large(seed: u64, depth: u32) -> Forest {
    Forest { seed, least_moves: 2, most_moves: 6, depth, early_ends: 60, wins: 480 }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("efficiency") => {
            let measured = match args.get(4).filter(|arg| arg.parse::<u64>().is_err()) {
                Some(file) => match measure(file, number(5, 1) as usize) {
                    Ok(measured) => Some(measured),
                    Err(error) => {
                        eprintln!("{file}: {error}");
                        return ExitCode::FAILURE;
                    }
                },
                None => None,
            };
            let (depth, job_time) = (number(3, DEPTH) as u32, number(4, JOB_TIME));
            efficiency(number(1, 1), number(2, 1), depth, job_time, measured.as_ref());
        }
        Some("client") => client(number(1, 1_000_000) as usize),
        Some("storms") => return storms(number(1, 20_000)),
        _ => {
            eprintln!(
                "expected efficiency [SEED [COUNT [DEPTH [MILLISECONDS or LOG [JUDGES]]]]], client [NODES] or \
                 storms [COUNT]"
            );
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Times of the jobs in a run's log (`--state`), and processor times of the checks of their certificates, which are
/// done again here.
fn measure(file: &str, judges: usize) -> Result<Measured, phidelta_cluster::log::LogError> {
    let mut measured = Measured { judges, ..Measured::default() };
    for result in phidelta_cluster::log::results(std::path::Path::new(file))? {
        match result.found {
            Found::Solved { certificate, .. } => {
                measured.solved.push(result.millis * 1000);
                let began = ProcessTime::now();
                drop(phidelta_check::check(certificate.as_slice(), &Default::default()));
                measured.checks.push(began.elapsed().as_micros() as u64);
            }
            _ => measured.open.push(result.millis * 1000),
        }
    }
    let told = |name: &str, times: &[u64]| {
        let mut times = times.to_vec();
        times.sort_unstable();
        let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or(0) as f64 / 1e3;
        let mean = times.iter().sum::<u64>() as f64 / 1e3 / times.len().max(1) as f64;
        let (median, most) = (at(50), times.last().copied().unwrap_or(0) as f64 / 1e3);
        println!(
            "{name}: {} of {mean:.1} ms, half of them below {median:.1}, nine of ten below {:.1}, at most {most:.1}",
            times.len(),
            at(90)
        );
    };
    told("open jobs", &measured.open);
    told("solved jobs", &measured.solved);
    told("checks", &measured.checks);
    Ok(measured)
}

/// Time of one worker, divided by the time of many and by their number; `job_time` in milliseconds.
fn efficiency(first: u64, count: u64, depth: u32, job_time: u64, measured: Option<&Measured>) {
    println!("seed  workers      jobs  wasted    tree   hours  speed-up  efficiency  busy");
    for seed in first..first + count {
        let mut alone = None;
        for workers in [1, 4, 16, 64, 256, 1000] {
            let size = JobSize { least: JOB, most: JOB, part: 1 };
            let weather = Weather { node: job_time * 1000 / JOB, result: RESULT, ..Weather::default() };
            let most_results = 4_000_000;
            let forest = large(seed, depth);
            let done = simulate(&Scenario { forest, workers, size, weather, seed, most_results, measured });
            let Ok(done) = done else { continue };
            let time = done.time as f64;
            let speed_up = *alone.get_or_insert(time) / time;
            println!(
                "{seed:>4}  {workers:>7}  {:>8}  {:>5.1}%  {:>6}  {:>6.1}  {speed_up:>8.1}  {:>10.3}  {:>3.0}%{}",
                done.totals.counts.done,
                100.0 * done.totals.counts.wasted as f64 / done.totals.counts.done.max(1) as f64,
                done.tree / 1000,
                time / 3.6e9,
                speed_up / workers as f64,
                100.0 * done.busy as f64 / time / workers as f64,
                if done.answer.is_none() { "  (given up)" } else { "" },
            );
        }
    }
}

fn client(tree: usize) {
    for workers in [64, 1000] {
        let Ok(speed) = client_speed(large(1, DEPTH as u32), workers, 4, tree) else { continue };
        let rate = |results: u64, time: std::time::Duration| results as f64 / time.as_secs_f64().max(1e-9);
        println!(
            "{workers} workers: {} results, a tree of {} nodes ({} MiB): {:.0} results a second, the last tenth {:.0}",
            speed.results,
            speed.tree,
            (speed.tree as u64 * NODE_BYTES) >> 20,
            rate(speed.results, speed.time),
            rate(speed.results / 10, speed.last_tenth),
        );
    }
}

fn storms(count: u64) -> ExitCode {
    let mut deaths = 0;
    for seed in 0..count {
        match storm(seed) {
            Ok(died) => deaths += died,
            Err(wrong) => {
                println!("{wrong}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{count} runs with the right answer; the client died {deaths} times");
    ExitCode::SUCCESS
}
