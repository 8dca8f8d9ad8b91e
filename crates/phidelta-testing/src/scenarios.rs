//! Tests that need a program that may be missing: told and counted like any others, as ignored where it is.

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Instant;

/// A named test.
pub type Scenario = (&'static str, fn());

/// Runs what the command line chooses; `missing` says why nothing can be run.
pub fn run(scenarios: &[Scenario], missing: Option<&str>) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "--list") {
        // Of those that are ignored there is none that could be run.
        if !args.iter().any(|arg| arg == "--ignored") {
            scenarios.iter().for_each(|(name, _)| println!("{name}: test"));
        }
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let start = Instant::now();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (name, scenario) in scenarios.iter().filter(|(name, _)| chosen(name)) {
        if let Some(missing) = missing {
            println!("test {name} ... ignored, {missing}");
            skipped += 1;
            continue;
        }
        let began = Instant::now();
        let well = catch_unwind(scenario).is_ok();
        (passed, failed) = (passed + usize::from(well), failed + usize::from(!well));
        let word = if well { "ok" } else { "FAILED" };
        println!("test {name} ... {word} ({:.1} s)", began.elapsed().as_secs_f64());
    }
    let word = if failed == 0 { "ok" } else { "FAILED" };
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "\ntest result: {word}. {passed} passed; {failed} failed; {skipped} ignored; 0 measured; 0 filtered out; finished in {seconds:.2}s"
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
