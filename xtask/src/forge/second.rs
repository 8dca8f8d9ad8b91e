//! The second checker, `check/phidelta_check.py`: one process that is given many certificates.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

use crate::test::root;

/// The process and its pipes.
pub(crate) struct Second {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Second {
    /// Starts it; `None` if there is no Python here.
    pub(crate) fn start() -> Result<Option<Second>> {
        let known =
            Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !known.is_ok_and(|status| status.success()) {
            return Ok(None);
        }
        let mut child = Command::new("python3")
            // No compiled files beside the sources.
            .args(["-B", "check/phidelta_check.py", "--batch"])
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("python3 does not start")?;
        let input = Some(child.stdin.take().context("no way to write to python3")?);
        let output = BufReader::new(child.stdout.take().context("no way to read from python3")?);
        Ok(Some(Second { child, input, output }))
    }

    /// Its answer: what is shown, or the reason of a refusal.
    pub(crate) fn check(&mut self, certificate: &[u8]) -> Result<std::result::Result<String, String>> {
        let input = self.input.as_mut().context("it has ended")?;
        writeln!(input, "{}", certificate.len())?;
        input.write_all(certificate)?;
        input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line).context("the second checker breaks off")?;
        let (word, rest) = line.trim_end().split_once('\t').context("the second checker has no answer")?;
        Ok(if word == "valid" { Ok(rest.into()) } else { Err(rest.into()) })
    }
}

impl Drop for Second {
    fn drop(&mut self) {
        // The end of its input ends it.
        drop(self.input.take());
        let _ = self.child.wait();
    }
}
