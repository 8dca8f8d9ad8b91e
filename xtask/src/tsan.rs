//! `cargo xtask tsan`: the tests of crews and of shared tables under ThreadSanitizer, which sees data races. It ignores
//! fences that stand alone; all words that workers share are atomic, so that it need not know them.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// The one target: the sanitizer needs its name, so that build scripts do without it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Tests with threads.
const TESTS: [&str; 3] = ["crew::", "workers_who_share_a_table", "table::common"];

/// Runs them; true also where it cannot be had, with a word about it.
pub(crate) fn run() -> Result<bool> {
    let sources = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output();
    let sources = sources.ok().filter(|output| output.status.success());
    let sources = sources.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    let library = |root: &String| std::path::Path::new(root).join("lib/rustlib/src/rust/library").exists();
    if !sources.as_ref().is_some_and(library) || !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        println!("skipped: it needs Linux, and rustup component add rust-src --toolchain nightly");
        return Ok(true);
    }
    let mut command = Command::new("cargo");
    command.args(["+nightly", "test", "-Zbuild-std", "--target", TARGET, "-p", "phidelta", "--lib", "--"]);
    command.args(TESTS).stdin(Stdio::null());
    command.env("RUSTFLAGS", "-Zsanitizer=thread").env("CARGO_TARGET_DIR", "target/tsan");
    // A race is a failure even if the test passes.
    command.env("TSAN_OPTIONS", "halt_on_error=1");
    Ok(command.status().context("cargo test")?.success())
}
