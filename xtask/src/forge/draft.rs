//! A certificate as lines of fields, which may be changed at will.

use std::ops::Range;

/// Lines of the heading.
pub(super) const HEADING: usize = 5;
/// Where the heading has what.
pub(super) const GAME: usize = 1;
pub(super) const RULES: usize = 2;
pub(super) const POSITION: usize = 3;
pub(super) const ANSWER: usize = 4;

/// The fields of each line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    pub(super) lines: Vec<Vec<String>>,
}

/// What a certificate claims.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Claim {
    pub(super) game: String,
    pub(super) rules: String,
    pub(super) position: String,
    pub(super) question: String,
    pub(super) answer: String,
}

impl Draft {
    pub(super) fn read(text: &str) -> Draft {
        let fields = |line: &str| line.split('\t').map(String::from).collect();
        Draft { lines: text.lines().map(fields).collect() }
    }

    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            for (i, field) in line.iter().enumerate() {
                if i > 0 {
                    out.push('\t');
                }
                out.push_str(field);
            }
            out.push('\n');
        }
        out
    }

    /// A field of the heading, if it is there.
    pub(super) fn head(&self, line: usize, field: usize) -> &str {
        self.lines.get(line).and_then(|line| line.get(field)).map_or("", String::as_str)
    }

    pub(super) fn claim(&self) -> Claim {
        let head = |line, field| self.head(line, field).to_string();
        Claim {
            game: head(GAME, 1),
            rules: head(RULES, 1),
            position: head(POSITION, 1),
            question: head(ANSWER, 1),
            answer: head(ANSWER, 2),
        }
    }

    /// The parts: from the line that opens one to behind the line that ends it.
    pub(super) fn parts(&self) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut from = None;
        for (at, line) in self.lines.iter().enumerate() {
            match line[0].as_str() {
                "part" => from = Some(at),
                "end" => out.extend(from.take().map(|from| from..at + 1)),
                _ => {}
            }
        }
        out
    }

    /// Lines with positions.
    pub(super) fn positions(&self, within: Range<usize>) -> Vec<usize> {
        within.filter(|&at| is_position(&self.lines[at])).collect()
    }

    /// Where references and other targets stand: line and field.
    pub(super) fn targets(&self, within: Range<usize>) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for at in within {
            let line = &self.lines[at];
            if is_position(line) {
                out.extend((3..line.len()).step_by(2).map(|field| (at, field)));
            } else if line[0] == "end" && line.len() > 1 {
                out.push((at, 1));
            }
        }
        out
    }

    /// Puts the counts at the ends of parts right, so that only what is said of positions can be the
    /// reason of a refusal.
    pub(super) fn count(&mut self) {
        let (mut positions, mut moves) = (0, 0);
        for line in &mut self.lines {
            match (line[0].as_str(), line.len()) {
                ("part", _) => (positions, moves) = (0, 0),
                ("end", 4) => (line[2], line[3]) = (positions.to_string(), moves.to_string()),
                _ if is_position(line) => {
                    positions += 1 + line.iter().skip(3).step_by(2).filter(|to| to.starts_with(':')).count();
                    moves += (line.len() - 2) / 2;
                }
                _ => {}
            }
        }
    }
}

/// Whether a line is that of a position.
pub(super) fn is_position(line: &[String]) -> bool {
    line.len() > 1 && line[0].starts_with(|sign: char| sign.is_ascii_digit())
}

/// A target without its sign.
pub(super) fn plain(target: &str) -> &str {
    target.strip_prefix(['~', ':']).unwrap_or(target)
}
