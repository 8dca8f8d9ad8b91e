//! What the checker may use, and how it says that something is wrong.

use std::fmt;

/// What the checker may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes for all that is made of a certificate: heading, rules, the line being read, positions. Less
    /// than [`Limits::LEAST`] counts as that.
    pub memory: u64,
    /// Bytes of a line: the rules of a graph are one line.
    pub line: u64,
}

impl Default for Limits {
    /// 8 GiB, some 30 million positions; lines of 1 GiB.
    fn default() -> Limits {
        Limits { memory: 8 << 30, line: 1 << 30 }
    }
}

/// Bytes of memory that a byte of the heading may take: itself as it is read (three times while a buffer
/// grows) and as it is kept, and the graph that is made of it. A node of the shortest text, 20 bytes, takes
/// some 200; a child of four bytes takes 12 while its list grows.
const HEADING_COST: u64 = 16;

/// The same for a line of a part: a move of four bytes is 32 in each of two lists that grow.
const LINE_COST: u64 = 32;

/// Bytes that a line of a part may have, whatever the limits: a hundred times the longest one that is
/// written.
const LONGEST_IN_PART: u64 = 4 << 20;

impl Limits {
    /// Bytes of memory that the checker always may use: a block of the binary form packed and unpacked,
    /// what unpacks it, and lines of 32 KiB.
    pub const LEAST: u64 = 2 << 20;

    /// The memory there is.
    pub(crate) fn all(&self) -> u64 {
        self.memory.max(Limits::LEAST)
    }

    /// Bytes that all texts of the heading may have together.
    pub(crate) fn heading(&self) -> u64 {
        self.line.min(self.all() / HEADING_COST)
    }

    /// Bytes that a line of a part may have.
    pub(crate) fn in_part(&self) -> u64 {
        self.line.min(self.all() / (2 * LINE_COST)).min(LONGEST_IN_PART)
    }

    /// What is left for positions beside a heading of so many bytes.
    pub(crate) fn positions(&self, heading: u64) -> u64 {
        let lines = self.in_part() * LINE_COST;
        self.all().saturating_sub(heading * HEADING_COST).saturating_sub(lines)
    }
}

/// Whether a terminal obeys a character instead of showing it: control characters, marks that turn the
/// direction of text, blanks without width. None stands in a certificate (docs/certificate.md).
pub(crate) fn is_hidden(sign: char) -> bool {
    matches!(sign,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A text from a file as a message may have it: without hidden characters, and not too long for a screen.
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::new();
    for (count, sign) in text.chars().enumerate() {
        if count == LONGEST_REASON {
            out.push('…');
            break;
        }
        if is_hidden(sign) {
            out.extend(sign.escape_unicode());
        } else {
            out.push(sign);
        }
    }
    out
}

/// Characters of a message: a few lines of a terminal.
const LONGEST_REASON: usize = 400;

/// Why a certificate is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The line, counted from 1, if it is one.
    pub line: Option<u64>,
    /// What is wrong. Nothing in it makes a terminal do anything but show it.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn at(line: u64, reason: impl Into<String>) -> Refusal {
        Refusal { line: Some(line), reason: printable(&reason.into()) }
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
