//! What the checker may use, and how it says that something is wrong.

use std::fmt;

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

/// Bytes that a line of a part may have, whatever the limit for lines: only rules are longer. What is made of
/// a line takes up to ten times as much memory.
pub(crate) const LONGEST_IN_PART: u64 = 64 << 20;

/// Why a certificate is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The line, counted from 1, if it is one.
    pub line: Option<u64>,
    /// What is wrong.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn at(line: u64, reason: impl Into<String>) -> Refusal {
        Refusal { line: Some(line), reason: reason.into() }
    }
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
