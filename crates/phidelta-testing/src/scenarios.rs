//! Tests that need a program that may be missing: told and counted like any others, as ignored where it is.

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A named test.
pub type Scenario = (&'static str, fn());

/// Runs what the command line chooses, one after the other; `missing` says why nothing can be run.
pub fn run(scenarios: &[Scenario], missing: Option<&str>) -> ExitCode {
    run_beside(1, scenarios, |_| missing.map(str::to_string))
}

/// Runs what the command line chooses, `at_once` beside each other; `missing` says why one cannot be run.
pub fn run_beside(
    at_once: usize,
    scenarios: &[Scenario],
    missing: impl Fn(&str) -> Option<String> + Sync,
) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--list") {
        // Of those that are ignored there is none that could be run.
        if !args.iter().any(|arg| arg == "--ignored") {
            scenarios.iter().for_each(|(name, _)| println!("{name}: test"));
        }
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let is_chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let chosen: Vec<&Scenario> = scenarios.iter().filter(|(name, _)| is_chosen(name)).collect();
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let [passed, failed, skipped] = [const { AtomicUsize::new(0) }; 3];
    let count = |what: &AtomicUsize| what.fetch_add(1, Ordering::Relaxed);
    let work = || {
        while let Some((name, scenario)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(missing) = missing(name) {
                println!("test {name} ... ignored, {missing}");
                count(&skipped);
                continue;
            }
            let began = Instant::now();
            let well = catch_unwind(scenario).is_ok();
            count(if well { &passed } else { &failed });
            let word = if well { "ok" } else { "FAILED" };
            println!("test {name} ... {word} ({:.1} s)", began.elapsed().as_secs_f64());
        }
    };
    std::thread::scope(|scope| (0..at_once.max(1)).for_each(|_| drop(scope.spawn(work))));
    let [passed, failed, skipped] = [passed, failed, skipped].map(AtomicUsize::into_inner);
    let word = if failed == 0 { "ok" } else { "FAILED" };
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "\ntest result: {word}. {passed} passed; {failed} failed; {skipped} ignored; 0 measured; 0 filtered out; finished in {seconds:.2}s"
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
