//! `cargo xtask fuzz-graphs`: every search against the truth, on random graphs.
//!
//! Each graph is solved by retrograde analysis and by every algorithm, with a table of 16 entries or a
//! few more, often with half of all stores lost. A verdict that differs is an error, and so is a line
//! that does not show it, and *unknown* from a search that promises to end. The run stops there and
//! prints the graph.
//!
//! Invariant: what comes out depends on count, seed and algorithms, not on the number of threads.

mod check;
mod count;
mod crew;
mod problem;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use phidelta::Algorithm;
use phidelta_testing::algorithms;

use count::Counts;
use problem::{KINDS, Problem};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Graphs of each kind: trees, graphs without cycles, graphs with cycles
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only this one, such as df-pn+tca+snda [default: every search and part]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// Each search as a simulated crew of 2, 4 or 8 workers, of whom some fall asleep or die, on 16 entries with half
    /// of all stores lost; every answer in the table is compared with the truth
    #[arg(long)]
    crews: bool,
    /// Threads
    #[arg(long, value_name = "J", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
}

/// The first problem with an error, by number.
struct Failure {
    number: u64,
    text: String,
}

/// Runs the comparison and prints what came out; false if there was an error.
pub(crate) fn run(args: &Args) -> Result<bool> {
    match compare(args) {
        Ok(counts) => {
            print!("{counts}");
            Ok(true)
        }
        Err(failure) => {
            println!("{}", failure.text);
            Ok(false)
        }
    }
}

fn compare(args: &Args) -> Result<Counts, Failure> {
    let algorithms = args.algorithm.map_or_else(algorithms::all, |only| vec![only]);
    let bar = ProgressBar::new(args.count); // hidden unless standard error is a terminal
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} graphs of each kind {wide_bar} {eta}") {
        bar.set_style(style);
    }
    let next = AtomicU64::new(0);
    // Numbers from here on need not be looked at: one below has failed.
    let end = AtomicU64::new(args.count);
    let failures = Mutex::new(Vec::new());
    let work = || {
        let mut counts = Counts::of(&algorithms);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end.load(Ordering::Relaxed) {
                return counts;
            }
            if let Err(text) = look_at(number, args, &mut counts) {
                end.fetch_min(number, Ordering::Relaxed);
                failures.lock().expect("nobody panics with it").push(Failure { number, text });
            }
            bar.inc(1);
        }
    };
    let mut counts = Counts::of(&algorithms);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..args.jobs).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            match thread.join() {
                Ok(part) => counts.add(&part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    bar.finish_and_clear();
    // Numbers are given out in order: whatever the threads did, all before the first failure were tried.
    let failures = failures.into_inner().expect("nobody panics with it");
    failures.into_iter().min_by_key(|failure| failure.number).map_or(Ok(counts), Err)
}

/// The three problems of one number, by every algorithm.
fn look_at(number: u64, args: &Args, counts: &mut Counts) -> Result<(), String> {
    for (kind, _) in KINDS.iter().enumerate() {
        let problem = Problem::new(number, args.seed, kind);
        if args.crews {
            problem.check_crews(counts)?;
        } else {
            problem.check_all(counts)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use phidelta::{Reason, Report, Verdict};
    use phidelta_games::graph::Graph;

    use super::*;

    fn args(count: u64, seed: u64, jobs: u64) -> Args {
        Args { count, seed, algorithm: None, crews: false, jobs }
    }

    /// The sample of the test command; `cargo xtask fuzz-graphs --count 100000` is the full run.
    #[test]
    fn no_search_is_wrong_and_all_end() {
        if let Err(failure) = compare(&args(100, 20_260_101, 2)) {
            panic!("{}", failure.text);
        }
    }

    /// The sample of `cargo xtask fuzz-graphs --crews --count 100000`.
    #[test]
    fn no_crew_is_wrong_and_neither_is_its_table() {
        if let Err(failure) = compare(&Args { crews: true, ..args(8, 20_261_116, 2) }) {
            panic!("{}", failure.text);
        }
    }

    /// TCA on a table of 64 entries, which it outgrows: too little patience, and it went on for ever.
    #[test]
    fn a_search_that_outgrows_its_table_ends() {
        let algorithm = "df-pn+tca+mobility".parse().expect("a name");
        look_at(14_456, &args(1, 3, 1), &mut Counts::of(&[algorithm]))
            .expect("it ends with the right answer");
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let table = |jobs| match compare(&args(7, 5, jobs)) {
            Ok(counts) => counts.to_string(),
            Err(failure) => panic!("{}", failure.text),
        };
        let one = table(1);
        assert_eq!(one, table(3));
        assert_ne!(one, table_of_another_seed());
    }

    fn table_of_another_seed() -> String {
        compare(&args(7, 6, 1)).map_or_else(|failure| failure.text, |counts| counts.to_string())
    }

    /// The judge itself: what is wrong with a report must be seen.
    #[test]
    fn false_reports_are_objected_to() {
        let text = r#"{"root": "A", "nodes": {
            "A": {"type": "OR", "children": ["b", "c"]},
            "b": {"type": "AND", "children": ["A", "W"]},
            "c": {"type": "AND", "children": ["W"]},
            "W": {"type": "OR", "value": "win"}}}"#;
        let graph = Graph::from_json(text).unwrap();
        let truth = phidelta_testing::line::Truth::of(&graph);
        let mut solver = phidelta::Solver::new(algorithms::named("df-pn+tca"));
        let report = solver.solve(&mut graph.game()).unwrap();
        assert_eq!((truth.objection(&report), report.verdict), (None, Verdict::Proved));
        let [root, b, c, won] = ["A", "b", "c", "W"].map(|name| graph.id(name).unwrap());
        assert_eq!(report.line, [c, won]);
        let objects = |change: &dyn Fn(&mut Report<u32>)| {
            let mut report = report.clone();
            change(&mut report);
            truth.objection(&report).is_some()
        };
        assert!(objects(&|report| report.verdict = Verdict::Disproved));
        assert!(objects(&|report| report.verdict = Verdict::Unknown(Reason::Stopped)));
        assert!(objects(&|report| report.line = vec![won]));
        let given_away = report.clone().with_line(vec![b, won]);
        assert!(truth.objection(&given_away).is_some(), "b can be answered by going back");
        assert_eq!(truth.objection(&report), None);
        assert!(objects(&|report| report.line = vec![b, root]));
        assert!(objects(&|report| report.line = vec![c]), "complete, but not at an end");
        assert!(objects(&|report| report.line_complete = false));
    }
}
