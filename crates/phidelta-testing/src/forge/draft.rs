//! A certificate as rows of fields, which may be changed at will.

use std::ops::Range;

/// Rows of the heading.
pub const HEADING: usize = 5;
/// Where the heading has what.
pub const GAME: usize = 1;
pub const RULES: usize = 2;
pub const POSITION: usize = 3;
pub const ANSWER: usize = 4;

/// The fields of each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    pub rows: Vec<Vec<String>>,
}

/// What a certificate claims.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    pub game: String,
    pub rules: String,
    pub position: String,
    pub question: String,
    pub answer: String,
}

impl Draft {
    pub fn read(text: &str) -> Draft {
        let fields = |row: &str| row.split('\t').map(String::from).collect();
        Draft { rows: text.lines().map(fields).collect() }
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            for (i, field) in row.iter().enumerate() {
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
    pub fn head(&self, row: usize, field: usize) -> &str {
        self.rows.get(row).and_then(|row| row.get(field)).map_or("", String::as_str)
    }

    pub fn claim(&self) -> Claim {
        let head = |row, field| self.head(row, field).to_string();
        Claim {
            game: head(GAME, 1),
            rules: head(RULES, 1),
            position: head(POSITION, 1),
            question: head(ANSWER, 1),
            answer: head(ANSWER, 2),
        }
    }

    /// The parts: from the row that opens one to behind the row that ends it.
    pub fn parts(&self) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut from = None;
        for (at, row) in self.rows.iter().enumerate() {
            match row[0].as_str() {
                "part" => from = Some(at),
                "end" => out.extend(from.take().map(|from| from..at + 1)),
                _ => {}
            }
        }
        out
    }

    /// Rows with positions.
    pub fn positions(&self, within: Range<usize>) -> Vec<usize> {
        within.filter(|&at| is_position(&self.rows[at])).collect()
    }

    /// Where references and other targets stand: row and field.
    pub fn targets(&self, within: Range<usize>) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for at in within {
            let row = &self.rows[at];
            if is_position(row) {
                out.extend((3..row.len()).step_by(2).map(|field| (at, field)));
            } else if row[0] == "end" && row.len() > 1 {
                out.push((at, 1));
            }
        }
        out
    }

    /// Puts the counts at the ends of parts right, so that only what is said of positions can be the
    /// reason of a refusal.
    pub fn count(&mut self) {
        let (mut positions, mut moves) = (0, 0);
        for row in &mut self.rows {
            match (row[0].as_str(), row.len()) {
                ("part", _) => (positions, moves) = (0, 0),
                ("end", 4) => (row[2], row[3]) = (positions.to_string(), moves.to_string()),
                _ if is_position(row) => {
                    positions += 1 + row.iter().skip(3).step_by(2).filter(|to| to.starts_with(':')).count();
                    moves += (row.len() - 2) / 2;
                }
                _ => {}
            }
        }
    }
}

/// Whether a row is that of a position.
pub fn is_position(row: &[String]) -> bool {
    row.len() > 1 && row[0].starts_with(|sign: char| sign.is_ascii_digit())
}

/// A target without its sign.
pub fn plain(target: &str) -> &str {
    target.strip_prefix(['~', ':']).unwrap_or(target)
}
