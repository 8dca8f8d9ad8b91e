//! The project's own chores: tests, comparisons with other implementations, archives.

mod dist;
mod forge;
mod fuzz_calls;
mod fuzz_checkpoints;
mod fuzz_graphs;
mod learn_first;
mod loom;
mod miri;
mod packages;
mod python;
mod replay_lines;
mod rules_twice;
mod static_page;
mod test;
mod tsan;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand, Debug)]
enum Chore {
    /// Checks everything: formatting, lints, documentation, all tests
    Test,
    /// Makes archives that run anywhere: binary, licences, manual pages, completions, Debian package
    Dist(dist::Args),
    /// Makes any calls of the library in any order, against fresh solvers and the truth
    FuzzCalls(fuzz_calls::Args),
    /// Damages checkpoints: all have to be refused
    FuzzCheckpoints(fuzz_checkpoints::Args),
    /// Compares every search with retrograde analysis on random graphs
    FuzzGraphs(fuzz_graphs::Args),
    /// Makes the learned first numbers of mate problems anew, and compares them with those that ship
    LearnFirst(learn_first::Args),
    /// Checks the table's shared entries with a model checker, and that it notices faults
    Loom,
    /// Runs the table's tests under Miri, which sees undefined behaviour
    Miri,
    /// Replays the mate lines of shogi problems by rules of others
    ReplayLines(replay_lines::Args),
    /// Runs the tests of crews under ThreadSanitizer, which sees data races
    Tsan,
    /// Builds, installs and tests the Python package
    Python,
    /// Makes the wheel of the Python package
    Wheel(python::Args),
    /// Compares the solver's rules with the checker's on random positions of each game
    RulesTwice(rules_twice::Args),
    /// Forges certificates of each game and looks whether the checker is fooled
    Forge(forge::Args),
    /// Makes the page as files for any web server, with the searches in WebAssembly
    StaticPage(static_page::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Test => test::run(),
        Chore::Dist(args) => dist::run(&args),
        Chore::FuzzCalls(args) => fuzz_calls::run(&args),
        Chore::FuzzCheckpoints(args) => fuzz_checkpoints::run(&args),
        Chore::FuzzGraphs(args) => fuzz_graphs::run(&args),
        Chore::LearnFirst(args) => learn_first::run(&args),
        Chore::Loom => loom::run(),
        Chore::Miri => miri::run(),
        Chore::ReplayLines(args) => replay_lines::run(&args),
        Chore::Tsan => tsan::run(),
        Chore::Python => python::run(),
        Chore::Wheel(args) => python::wheel(&args),
        Chore::RulesTwice(args) => rules_twice::run(&args),
        Chore::Forge(args) => forge::run(&args),
        Chore::StaticPage(args) => static_page::run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn unknown_arguments_are_errors() {
        for args in [
            &["xtask"][..],
            &["xtask", "tset"],
            &["xtask", "test", "--fast"],
            &["xtask", "fuzz-graphs", "100"],
            &["xtask", "fuzz-graphs", "--count", "x"],
            &["xtask", "fuzz-graphs", "--jobs", "0"],
            &["xtask", "fuzz-graphs", "--algorithm", "pn+tca"],
            &["xtask", "rules-twice", "--count", "0"],
            &["xtask", "forge", "--count", "0"],
            &["xtask", "forge", "--game", "chess"],
            &["xtask", "wheel", "--fast"],
            &["xtask", "replay-lines", "--game", "shogi"],
            &["xtask", "replay-lines", "--game", "chess", "a.sfen"],
            &["xtask", "replay-lines", "--game", "shogi", "a.sfen", "--time", "-1"],
            &["xtask", "replay-lines", "--game", "shogi", "a.sfen", "--memory", "16"],
        ] {
            assert!(Cli::try_parse_from(args).is_err(), "{args:?}");
        }
        let args = ["xtask", "fuzz-graphs", "--count=5", "--seed=2", "--algorithm=df-pn+tca", "--jobs=3"];
        assert!(Cli::try_parse_from(args).is_ok());
        let args = ["xtask", "replay-lines", "--game=shogi", "a.sfen", "b.sfen", "--time=0.5", "--memory=1G"];
        assert!(Cli::try_parse_from(args).is_ok());
    }
}
