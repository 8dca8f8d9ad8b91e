//! Runs the built command.
#![allow(dead_code, unreachable_pub, reason = "each test file is a crate of its own and uses some of it")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Finished {
    /// Exit code as expected and no panic.
    #[track_caller]
    pub fn expect(self, code: i32) -> Finished {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(!self.err.contains("panicked"), "{self:#?}");
        self
    }

    /// The objects of `--json`.
    #[track_caller]
    pub fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// The standard error contains all of these.
    #[track_caller]
    pub fn says(self, words: &[&str]) -> Finished {
        for word in words {
            assert!(self.err.contains(word), "expected {word:?} in {self:#?}");
        }
        // One screen.
        assert!(self.err.lines().count() <= 24, "{self:#?}");
        self
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phidelta"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the command.
pub fn start(args: &[&str]) -> Child {
    command(args).spawn().expect("the command starts")
}

/// What a finished command left behind.
pub fn finish(child: Child) -> Finished {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the command ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Finished { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// Runs the command to its end.
pub fn run(args: &[&str]) -> Finished {
    finish(start(args))
}

/// The same with something on the standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Finished {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the command starts");
    // It may refuse its arguments and end before reading.
    let _ = child.stdin.take().expect("piped").write_all(input);
    finish(child)
}

/// A folder of its own for a test, gone afterwards.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("phidelta-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().expect("a plain path").to_string()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(file);
        std::fs::write(&path, text).expect("a file for the test");
        path
    }

    /// How many files are in it.
    pub fn files(&self) -> usize {
        std::fs::read_dir(&self.0).expect("the folder").count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
