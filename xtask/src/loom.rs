//! `cargo xtask loom`: the table's shared entries under a model checker, and what must fail when one thing of the
//! protocol is missing.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// What has to pass: the file as it is, and with the seal no better than a counter.
const SOUND: [&str; 2] = ["", "counter"];

/// What has to fail: without the seal each part of the protocol is needed.
const BROKEN: [&str; 5] = [
    "counter,no-acquire-fence",
    "counter,no-release-fence",
    "counter,no-second-look",
    "counter,no-exchange",
    "counter,relaxed-seal",
];

/// Runs the checker on all of them; true also where it cannot be had, with a word about it.
pub(crate) fn run() -> Result<bool> {
    let test = |mutant: &str, only_build: bool| {
        let mut command = Command::new("cargo");
        command.args(["test", "--release", "--manifest-path", "loom/Cargo.toml"]);
        if only_build {
            command.arg("--no-run");
        }
        command
            .env("PHIDELTA_MUTANT", mutant)
            .env("RUSTFLAGS", "--cfg loom")
            .env("LOOM_MAX_PREEMPTIONS", "3");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().context("cargo test").map(|status| status.success())
    };
    if !test("", true)? {
        println!("skipped: the model checker cannot be built");
        return Ok(true);
    }
    let mut right = true;
    for (mutants, expected) in [(&SOUND[..], true), (&BROKEN[..], false)] {
        for &mutant in mutants {
            let name = if mutant.is_empty() { "as it is" } else { mutant };
            let passed = test(mutant, false)?;
            let word = if passed == expected { "as expected" } else { "WRONG" };
            println!("{name}: {}, {word}", if passed { "passes" } else { "fails" });
            right &= passed == expected;
        }
    }
    Ok(right)
}
