//! The Python package: `cargo xtask wheel`, `cargo xtask python`, which is also a stage of `cargo xtask test`.
//!
//! The stage does what someone with Python does: a fresh virtual environment, `pip install` of the folder, then
//! pytest. It has a target folder of its own, because the package is a workspace of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::test::{program, root};

/// What `cargo xtask wheel` was given.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Where the wheel goes
    #[arg(long, value_name = "DIR", default_value = "target/wheels")]
    out: PathBuf,
}

/// What the stage found.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Tested {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

/// Python code that fails where the package cannot be built: an old Python, or one without venv.
const PROBE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))";

fn package() -> PathBuf {
    root().join("crates/phidelta-python")
}

/// Makes the wheel, which serves every Python from 3.9 on.
pub(crate) fn wheel(args: &Args) -> Result<bool> {
    ensure!(has_python(), "python3 of 3.9 or later with venv is needed");
    let python = fresh("target/python/wheel")?;
    pip(&python, &["maturin"])?;
    let out = root().join(&args.out);
    let mut maturin = in_environment(&python, "maturin");
    maturin.args(["build", "--release", "--locked", "--out"]).arg(&out);
    ensure!(maturin.status().context("maturin does not start")?.success(), "the wheel does not build");
    for entry in fs::read_dir(&out)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("whl")) {
            println!("{}", path.display());
        }
    }
    Ok(true)
}

/// The stage by itself.
pub(crate) fn run() -> Result<bool> {
    let Tested { passed, failed, skipped } = test()?;
    println!("\n{passed} passed, {failed} failed, {skipped} skipped");
    Ok(failed == 0)
}

/// The stage in a process of its own, beside other stages; what it says is kept for the end.
pub(crate) struct Beside {
    child: Child,
    log: PathBuf,
}

impl Beside {
    pub(crate) fn start() -> Result<Beside> {
        let log = root().join("target/python/stage.log");
        fs::create_dir_all(log.parent().context("a folder")?)?;
        let file = fs::File::create(&log)?;
        let mut stage = Command::new(std::env::current_exe()?);
        stage.arg("python").stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        let child = stage.spawn().context("the Python stage does not start")?;
        Ok(Beside { child, log })
    }

    /// Waits for its end, and prints what it has said.
    pub(crate) fn end(mut self) -> Result<Tested> {
        let ended_well = self.child.wait().context("the Python stage does not end")?.success();
        let said = String::from_utf8_lossy(&fs::read(&self.log)?).into_owned();
        print!("{said}");
        // The line that `run` ends with has the form of pytest's, but for the time.
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let mut tested = summed(&format!("{last} in 0s")).unwrap_or_default();
        if !ended_well {
            tested.failed = tested.failed.max(1);
        }
        Ok(tested)
    }
}

/// Builds, installs and tests the package; all skipped where there is no Python.
pub(crate) fn test() -> Result<Tested> {
    let skipped = |why: &str| {
        println!("skipped: {why}");
        Ok(Tested { skipped: 1, ..Tested::default() })
    };
    if !has_python() {
        return skipped("python3 of 3.9 or later with venv is not installed");
    }
    let Ok(python) = fresh("target/python/venv") else { return skipped("venv makes no environment") };
    if pip(&python, &["maturin"]).is_err() {
        return skipped("maturin cannot be had");
    }
    let failed = || Tested { failed: 1, ..Tested::default() };
    for args in
        [&["fmt", "--check"][..], &["clippy", "--locked", "--profile", "quick", "--", "-D", "warnings"]]
    {
        let mut cargo = Command::new(program("CARGO", "cargo"));
        cargo.args(args).current_dir(package()).env("CARGO_TARGET_DIR", target());
        cargo.env("PYO3_PYTHON", &python);
        if !cargo.status().context("cargo does not start")?.success() {
            eprintln!("\nfailed at the Python package: `cargo {}` in crates/phidelta-python", args[0]);
            return Ok(failed());
        }
    }
    // What pip does in a fresh environment, with the profile that builds sooner.
    if pip(&python, &["."]).is_err() {
        eprintln!("\nfailed at the Python package: `pip install .` in crates/phidelta-python");
        return Ok(failed());
    }
    if pip(&python, &["-r", "tests/requirements.txt"]).is_err() {
        return skipped("pytest and what the tests need cannot be had");
    }
    run_pytest(&python)
}

fn run_pytest(python: &Path) -> Result<Tested> {
    let mut pytest = in_environment(python, "python");
    // Not from the folder of the package: the installed one is to be tested.
    pytest.args(["-m", "pytest", "-p", "no:cacheprovider", "--durations=5"]).arg(package().join("tests"));
    pytest.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(python.parent().context("a folder")?);
    let mut child = pytest.stdout(Stdio::piped()).spawn().context("pytest does not start")?;
    let output = child.stdout.take().context("no output to read")?;
    let mut tested = Tested::default();
    let mut screen = std::io::stdout().lock();
    for line in BufReader::new(output).lines() {
        let line = line.context("the output of pytest breaks off")?;
        writeln!(screen, "{line}")?;
        if let Some(found) = summed(&line) {
            tested = found;
        }
    }
    if !child.wait().context("pytest does not end")?.success() {
        tested.failed = tested.failed.max(1);
    }
    Ok(tested)
}

/// What the last line of pytest says: `1 failed, 20 passed, 3 skipped in 12.34s`.
fn summed(line: &str) -> Option<Tested> {
    let (counts, _) = line.trim_matches('=').trim().rsplit_once(" in ")?;
    let mut tested = Tested::default();
    for count in counts.split(", ") {
        let (number, what) = count.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match what {
            "passed" => tested.passed += number,
            "failed" | "error" | "errors" => tested.failed += number,
            "skipped" => tested.skipped += number,
            "warning" | "warnings" | "deselected" | "xfailed" => {}
            _ => return None,
        }
    }
    Some(tested)
}

fn has_python() -> bool {
    let mut probe = Command::new("python3");
    probe.args(["-c", PROBE]).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// Where cargo builds the package: not in its folder, which people look into.
fn target() -> PathBuf {
    root().join("target/python-build")
}

/// A virtual environment with nothing in it; its Python.
fn fresh(folder: &str) -> Result<PathBuf> {
    let folder = root().join(folder);
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv", "--clear"]).arg(&folder);
    ensure!(venv.status().context("python3 does not start")?.success(), "no virtual environment");
    let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
    Ok(fs::canonicalize(folder.join(scripts))?.join("python"))
}

fn pip(python: &Path, what: &[&str]) -> Result<()> {
    let mut pip = in_environment(python, "python");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-build-isolation"]);
    pip.env("MATURIN_PEP517_ARGS", "--profile quick").args(what);
    ensure!(pip.status().context("pip does not start")?.success(), "pip does not install {}", what.join(" "));
    Ok(())
}

/// A program of an environment, started in the folder of the package.
fn in_environment(python: &Path, name: &str) -> Command {
    let scripts = python.parent().unwrap_or(Path::new("."));
    let mut command = Command::new(scripts.join(name));
    command.current_dir(package()).env("CARGO_TARGET_DIR", target());
    command.env("VIRTUAL_ENV", scripts.parent().unwrap_or(scripts));
    // pip asks for maturin by name.
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(scripts.to_path_buf()).chain(std::env::split_paths(&paths));
    if let Ok(paths) = std::env::join_paths(paths) {
        command.env("PATH", paths);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_pytest_is_read() {
        let tested = |passed, failed, skipped| Some(Tested { passed, failed, skipped });
        assert_eq!(summed("120 passed, 2 skipped in 34.56s"), tested(120, 0, 2));
        assert_eq!(summed("1 failed, 20 passed, 1 warning, 1 error in 1.2s"), tested(20, 2, 0));
        assert_eq!(summed("===== 3 passed in 0.12s ====="), tested(3, 0, 0));
        assert_eq!(summed("2 passed in 75.02s (0:01:15)"), tested(2, 0, 0));
        assert_eq!(summed("test_api.py ....... [ 50%]"), None);
        assert_eq!(summed("what is found in it"), None);
    }
}
