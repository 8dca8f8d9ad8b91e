//! Lines of a certificate, read one at a time with bounded memory.

use std::fmt;
use std::io::{BufRead, Read};

/// What the checker may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes for the positions of a part.
    pub memory: u64,
    /// Bytes of a line: the rules of a graph are one line.
    pub line: u64,
}

impl Default for Limits {
    /// 8 GiB of positions, some 50 million; lines of 1 GiB, a graph of ten million nodes.
    fn default() -> Limits {
        Limits { memory: 8 << 30, line: 1 << 30 }
    }
}

/// Why a certificate is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The line, counted from 1, if it is one.
    pub line: Option<u64>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Refusal {}

/// Lines and where we are.
pub(crate) struct Lines<R> {
    reader: R,
    longest: u64,
    number: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, longest: u64) -> Lines<R> {
        Lines { reader, longest, number: 0, buffer: Vec::new() }
    }

    /// The fields of the next line; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<&str>>, Refusal> {
        self.buffer.clear();
        self.number += 1;
        let number = self.number;
        let wrong = |reason: String| Refusal { line: Some(number), reason };
        let mut limited = self.reader.by_ref().take(self.longest);
        limited.read_until(b'\n', &mut self.buffer).map_err(|error| wrong(error.to_string()))?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.pop() != Some(b'\n') {
            return Err(wrong("the line has no end".into()));
        }
        let text = std::str::from_utf8(&self.buffer).map_err(|_| wrong("not UTF-8".into()))?;
        Ok(Some(text.split('\t').collect()))
    }

    /// The fields of a line that must be there.
    pub(crate) fn expect(&mut self, what: &str) -> Result<Vec<&str>, Refusal> {
        let missing =
            Refusal { line: Some(self.number + 1), reason: format!("the text ends, expected {what}") };
        self.next()?.ok_or(missing)
    }

    /// The one value of a line of the heading.
    pub(crate) fn heading(&mut self, name: &str) -> Result<String, Refusal> {
        let line = self.number + 1;
        match self.expect(name)?.as_slice() {
            [found, value] if *found == name => Ok((*value).to_string()),
            _ => Err(Refusal { line: Some(line), reason: format!("expected the line '{name}'") }),
        }
    }

    /// A refusal of the line read last.
    pub(crate) fn wrong(&self, reason: impl Into<String>) -> Refusal {
        Refusal { line: Some(self.number), reason: reason.into() }
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}
