//! `cargo xtask miri`: the tests of the table's memory and layout, and of shogi's sets of squares, under Miri, an
//! interpreter that sees undefined behaviour. On memory from the allocator: Miri does not know huge pages.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// The tests that an interpreter finishes: those with few stores, and all of the unsafe code.
const TESTS: [&str; 8] = [
    "table::memory",
    "table::layout",
    "an_unsolved_record_never_replaces_a_solved_one",
    "the_least_work_gives_way",
    "two_big_keeps_the_larger_tree",
    "memos_stand_beside_numbers",
    "table::slot",
    "workers_who_share_a_table_find_what_was_stored",
];

/// Runs them; true also where Miri is not installed, with a word about it.
pub(crate) fn run() -> Result<bool> {
    let cargo = |args: &[&str]| {
        let mut command = Command::new("cargo");
        command.arg("+nightly").arg("miri").args(args);
        command
    };
    let found = cargo(&["--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        println!("skipped: Miri is not installed (rustup component add miri --toolchain nightly)");
        return Ok(true);
    }
    let mut args = vec!["test", "-p", "phidelta", "--lib", "--no-default-features", "--"];
    args.extend(TESTS);
    let squares = ["test", "-p", "phidelta-games", "--lib", "--", "shogi::bits"];
    for args in [&args[..], &squares] {
        if !cargo(args).status().context("cargo miri")?.success() {
            return Ok(false);
        }
    }
    Ok(true)
}
