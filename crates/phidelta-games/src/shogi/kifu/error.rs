//! What can be wrong with a record, and where: line, column, and the line with a mark under the place.

use std::fmt;

use super::super::error::{SfenError, SfenErrorKind};

/// Why a text is no game record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KifuError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: SfenErrorKind,
    marked: String,
}

/// The longest line shown, in characters: a terminal's width. A line of JSON can be a whole game.
const SHOWN: usize = 100;

impl KifuError {
    /// An error whose place is counted in bytes of the whole text.
    pub(super) fn new(text: &str, error: SfenError) -> KifuError {
        let at =
            (0..=error.place.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let whole = text[start..].lines().next().unwrap_or_default();
        let line = 1 + text[..start].bytes().filter(|&byte| byte == b'\n').count();
        let before = at - start;
        let column = whole.char_indices().take_while(|(i, _)| *i < before).count() + 1;
        let length = error.place.end.saturating_sub(at);
        let part = whole.get(before..).unwrap_or_default();
        let mark: usize = part.char_indices().take_while(|(i, _)| *i < length).map(|(_, c)| width(c)).sum();
        let marked = if column <= SHOWN {
            let shown: String =
                whole.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
            let gap: usize = whole.chars().take(column - 1).map(width).sum();
            format!("{shown}\n{}{}", " ".repeat(gap), "^".repeat(mark.clamp(1, SHOWN)))
        } else {
            String::new()
        };
        KifuError { line, column, kind: error.kind, marked }
    }

    /// An error of a whole line that cannot be shown.
    pub(super) fn of_line(line: usize, found: &str, expected: &'static str) -> KifuError {
        let kind = SfenErrorKind::Unexpected { found: found.to_string(), expected };
        KifuError { line, column: 1, kind, marked: String::new() }
    }

    /// The line, and under it a line that marks the place; empty where nothing can be shown.
    pub fn marked(&self) -> &str {
        &self.marked
    }
}

/// The columns of a terminal that a character takes: two for kana, kanji and their company.
fn width(c: char) -> usize {
    1 + usize::from(
        matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}'),
    )
}

impl fmt::Display for KifuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for KifuError {}
