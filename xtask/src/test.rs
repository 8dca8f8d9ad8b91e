//! `cargo xtask test`: the test command of the project.
//!
//! Stages in the order of their cost; the first one that fails ends the run. The Python package is built and tested
//! beside the tests of the workspace. The output ends with what
//! the test runner says and then one line that sums it up: `N passed, N failed`, alone on a line.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::{forge, python};

/// Something that must hold.
struct Stage {
    title: &'static str,
    args: &'static [&'static str],
    /// Environment variables of this stage only.
    env: &'static [(&'static str, &'static str)],
    /// What to do when it fails.
    advice: &'static str,
}

const CHECKS: [Stage; 4] = [
    Stage {
        title: "formatting",
        args: &["fmt", "--all", "--check"],
        env: &[],
        advice: "run `cargo fmt --all`",
    },
    Stage {
        title: "lints",
        args: &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        env: &[],
        advice: "see `cargo clippy --workspace --all-targets`",
    },
    Stage {
        title: "the library without its features",
        args: &["clippy", "-p", "phidelta", "--no-default-features", "--", "-D", "warnings"],
        env: &[],
        advice: "see `cargo clippy -p phidelta --no-default-features`",
    },
    Stage {
        title: "documentation",
        args: &["doc", "--workspace", "--no-deps", "--lib"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
        advice: "see `cargo doc --workspace --no-deps --lib`",
    },
];

const TESTS: [Stage; 2] = [
    Stage {
        title: "documentation tests",
        args: &["test", "--workspace", "--doc", "--no-fail-fast"],
        env: &[],
        advice: "see `cargo test --workspace --doc`",
    },
    Stage {
        title: "unit and integration tests",
        args: &["test", "--workspace", "--lib", "--bins", "--tests", "--examples", "--no-fail-fast"],
        env: &[],
        advice: "see `cargo test --workspace`",
    },
];

/// Something that must hold wherever the tool for it is installed; elsewhere it counts as skipped.
struct Optional {
    stage: Stage,
    /// Arguments with which cargo says whether the tool is there.
    probe: &'static [&'static str],
}

const OPTIONAL: [Optional; 2] = [
    Optional {
        stage: Stage {
            title: "licences and sources of dependencies",
            args: &["deny", "--log-level", "error", "check", "licenses", "bans", "sources"],
            env: &[],
            advice: "see `cargo deny check licenses bans sources` and deny.toml",
        },
        probe: &["deny", "--version"],
    },
    Optional {
        stage: Stage {
            title: "crates can be packed",
            args: &[
                "package",
                "--workspace",
                "--exclude",
                "xtask",
                "--no-verify",
                "--allow-dirty",
                "--quiet",
            ],
            env: &[],
            advice: "see `cargo package --workspace --exclude xtask`",
        },
        probe: &["package", "--help"],
    },
];

/// The oldest Rust that the project promises to build with, `rust-version` of the workspace.
const OLDEST_RUST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Runs all stages; false if one failed.
pub(crate) fn run() -> Result<bool> {
    provide("fmt", "rustfmt")?;
    provide("clippy", "clippy")?;
    crate::packages::provide();
    for stage in &CHECKS {
        heading(stage.title);
        let status = cargo(stage).status().context("cargo does not start")?;
        if !status.success() {
            eprintln!("\nfailed at {}: {}", stage.title, stage.advice);
            return Ok(false);
        }
    }
    let mut sum = Sum::default();
    for optional in &OPTIONAL {
        if !optional_stage(optional, &mut sum)? {
            return Ok(false);
        }
    }
    if !oldest_rust(&mut sum)? {
        return Ok(false);
    }
    // Compiling the tests leaves half a core idle.
    let python = python::Beside::start()?;
    for stage in &TESTS {
        heading(stage.title);
        let passed = test(stage, &mut sum)?;
        if !passed {
            eprintln!("\nfailed at {}: {}", stage.title, stage.advice);
            // A run that breaks off without a failed test has failed all the same.
            sum.failed = sum.failed.max(1);
        }
        if !passed {
            break;
        }
    }
    if sum.failed == 0 {
        heading("second checker");
        match forge::sample()? {
            Some(agree) => *(if agree { &mut sum.passed } else { &mut sum.failed }) += 1,
            None => {
                println!("python3 is missing: skipped");
                sum.skipped += 1;
            }
        }
    }
    heading("Python package");
    let python::Tested { passed, failed, skipped } = python.end()?;
    (sum.passed, sum.failed, sum.skipped) = (sum.passed + passed, sum.failed + failed, sum.skipped + skipped);
    println!("\n{sum}");
    Ok(sum.failed == 0)
}

/// Runs a stage whose tool may be missing; false if it failed.
fn optional_stage(optional: &Optional, sum: &mut Sum) -> Result<bool> {
    heading(optional.stage.title);
    let mut probe = Command::new(program("CARGO", "cargo"));
    probe.args(optional.probe).stdout(Stdio::null()).stderr(Stdio::null()).current_dir(root());
    if !probe.status().is_ok_and(|status| status.success()) {
        println!("skipped: cargo {} is not installed", optional.probe[0]);
        sum.skipped += 1;
        return Ok(true);
    }
    let passed = cargo(&optional.stage).status().context("cargo does not start")?.success();
    if passed {
        sum.passed += 1;
    } else {
        eprintln!("\nfailed at {}: {}", optional.stage.title, optional.stage.advice);
    }
    Ok(passed)
}

/// Checks the workspace with the oldest Rust, where that is installed beside the present one.
fn oldest_rust(sum: &mut Sum) -> Result<bool> {
    heading("the oldest Rust");
    let version = |args: &[&str]| {
        let told = Command::new("rustup").args(["run"]).args(args).args(["rustc", "--version"]).output();
        told.ok().filter(|told| told.status.success()).map(|told| told.stdout)
    };
    let oldest = format!("{OLDEST_RUST}.0");
    let (present, old) = (version(&["stable"]), version(&[&oldest]));
    if old.is_none() || old == present {
        let why = if old.is_none() { "is not installed" } else { "is the one that the tests run with" };
        println!("skipped: Rust {oldest} {why}");
        sum.skipped += 1;
        return Ok(true);
    }
    let mut check = Command::new("rustup");
    check.args([
        "run",
        &oldest,
        "cargo",
        "check",
        "--workspace",
        "--locked",
        "--target-dir",
        "target/oldest",
    ]);
    let passed = check.current_dir(root()).status().context("rustup does not start")?.success();
    if passed {
        sum.passed += 1;
    } else {
        eprintln!("\nfailed at the oldest Rust: see `cargo +{oldest} check --workspace`");
    }
    Ok(passed)
}

/// Runs tests, shows their output and adds up their results.
fn test(stage: &Stage, sum: &mut Sum) -> Result<bool> {
    let mut child = cargo(stage).stdout(Stdio::piped()).spawn().context("cargo does not start")?;
    let output = child.stdout.take().context("no output to read")?;
    let mut screen = std::io::stdout().lock();
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("the output of the tests breaks off")?;
        screen.write_all(&line)?;
        screen.write_all(b"\n")?;
        sum.add(&String::from_utf8_lossy(&line));
    }
    screen.flush()?;
    Ok(child.wait().context("cargo does not end")?.success())
}

fn heading(title: &str) {
    // Both go to the same place on a terminal; elsewhere the heading belongs to the results.
    println!("\n== {title} ==");
    let _ = std::io::stdout().flush();
}

fn cargo(stage: &Stage) -> Command {
    let mut command = Command::new(program("CARGO", "cargo"));
    command.args(stage.args).envs(stage.env.iter().copied()).current_dir(root());
    command
}

/// The cargo that runs this, so that both are of one toolchain.
pub(crate) fn program(variable: &str, default: &str) -> OsString {
    std::env::var_os(variable).unwrap_or_else(|| default.into())
}

pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Installs a part of the toolchain that is missing.
fn provide(subcommand: &str, component: &str) -> Result<()> {
    let mut asked = Command::new(program("CARGO", "cargo"));
    asked.args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if asked.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    eprintln!("cargo {subcommand} is missing: installing {component}");
    let installed = Command::new("rustup").args(["component", "add", component]).current_dir(root()).status();
    let installed = installed.with_context(|| format!("cargo {subcommand} is missing, and so is rustup"))?;
    anyhow::ensure!(installed.success(), "rustup does not install {component}");
    Ok(())
}

/// Results of all test binaries.
#[derive(Default, PartialEq, Eq, Debug)]
struct Sum {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Sum {
    /// Adds what a line of output says, if it is the last one of a test binary:
    /// `test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s`.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for count in counts.split("; ") {
            let Some((number, what)) = count.split_once(' ') else { continue };
            let number = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.skipped += number,
                _ => {}
            }
        }
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let mut sum = Sum::default();
        for line in [
            "running 5 tests",
            "test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.12s",
            "test some::result ... ok",
            "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1s",
        ] {
            sum.add(line);
        }
        assert_eq!(sum, Sum { passed: 6, failed: 3, skipped: 1 });
        assert_eq!(sum.to_string(), "6 passed, 3 failed, 1 skipped");
        assert_eq!(Sum { passed: 2, ..Sum::default() }.to_string(), "2 passed, 0 failed");
    }

    #[test]
    fn stages_are_carried_out_where_the_workspace_is() {
        assert!(root().join("Cargo.lock").is_file());
    }

    /// A file of tests that nobody names would never run.
    #[test]
    fn every_file_of_tests_is_part_of_a_program() {
        let mut files = 0;
        for entry in std::fs::read_dir(root().join("crates")).expect("the crates") {
            let folder = entry.expect("a crate").path();
            let Ok(all) = std::fs::read_to_string(folder.join("tests/all.rs")) else { continue };
            let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("its manifest");
            for file in std::fs::read_dir(folder.join("tests")).expect("its tests") {
                let path = file.expect("a file").path();
                let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".rs")) else {
                    continue;
                };
                let is_named = all.contains(&format!("mod {name};"));
                let is_apart = manifest.contains(&format!("[[test]]\nname = \"{name}\""));
                assert!(is_named || is_apart, "{} is named nowhere", path.display());
                files += 1;
            }
        }
        assert!(files > 80, "{files}");
    }
}
