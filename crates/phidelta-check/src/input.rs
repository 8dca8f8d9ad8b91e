//! What the checker may use, and how it says that something is wrong.

use std::fmt;

/// What the checker may use.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    /// The same with so many bytes of memory.
    #[must_use]
    pub const fn with_memory(mut self, bytes: u64) -> Limits {
        self.memory = bytes;
        self
    }

    /// The same with lines of so many bytes.
    #[must_use]
    pub const fn with_line(mut self, bytes: u64) -> Limits {
        self.line = bytes;
        self
    }

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
/// What is too long loses its middle: a reason stands at the end, behind the moves that lead there.
pub(crate) fn printable(text: &str) -> String {
    let cut = text.chars().nth(2 * KEPT).is_some();
    let end = text.char_indices().nth_back(KEPT - 1).map_or(0, |(at, _)| at);
    let mut out = String::new();
    let mut add = |sign: char| {
        if is_hidden(sign) {
            out.extend(sign.escape_unicode());
        } else {
            out.push(sign);
        }
    };
    if cut {
        text.chars().take(KEPT).chain(['…']).chain(text[end..].chars()).for_each(&mut add);
    } else {
        text.chars().for_each(&mut add);
    }
    out
}

/// Characters of a long message that are kept at its beginning and at its end: some lines of a terminal.
const KEPT: usize = 200;

/// Why a certificate is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_keep_their_ends() {
        assert_eq!(printable("a\u{1b}é\u{202e}"), "a\\u{1b}é\\u{202e}");
        let whole = "x".repeat(2 * KEPT);
        assert_eq!(printable(&whole), whole);
        let long = format!("{}é{}", "a".repeat(KEPT), "b".repeat(KEPT));
        assert_eq!(printable(&long), format!("{}…{}", "a".repeat(KEPT), "b".repeat(KEPT)));
    }

    #[test]
    fn hidden_characters_are_those_of_the_page() {
        let ranges = [
            (0, 0x1f),
            (0x7f, 0x9f),
            (0x61c, 0x61c),
            (0x200b, 0x200f),
            (0x2028, 0x202e),
            (0x2060, 0x206f),
            (0xfeff, 0xfeff),
        ];
        for sign in '\0'..='\u{ffff}' {
            let listed = ranges.iter().any(|&(from, to)| (from..=to).contains(&u32::from(sign)));
            assert_eq!(is_hidden(sign), listed, "{sign:?}");
        }
    }

    #[test]
    fn shares_of_memory() {
        let limits = Limits { memory: 64 << 20, line: 1 << 30 };
        assert_eq!((limits.heading(), limits.in_part()), (4 << 20, 1 << 20));
        assert_eq!(limits.positions(0), 32 << 20);
        assert_eq!(limits.positions(1 << 20), 16 << 20);
        assert_eq!(limits.positions(4 << 20), 0);
        let short = Limits { memory: 64 << 20, line: 1000 };
        assert_eq!((short.heading(), short.in_part()), (1000, 1000));
        assert_eq!(Limits { memory: 0, line: 1 << 30 }.heading(), Limits::LEAST / 16);
        assert_eq!(Limits::default().in_part(), 4 << 20);
    }
}
