//! What can be wrong with a record, and where: line, column, and the row with a mark under the place.

use std::fmt;

use super::super::error::{SfenError, SfenErrorKind};
use crate::text;

/// Why a text is no game record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KifuError {
    /// The row, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: SfenErrorKind,
    marked: String,
}

impl KifuError {
    /// An error whose place is counted in bytes of the whole text.
    pub(super) fn new(whole: &str, error: SfenError) -> KifuError {
        let first = error.place.start.min(whole.len());
        let at = (0..=first).rev().find(|&at| whole.is_char_boundary(at)).unwrap_or(0);
        let start = whole[..at].rfind('\n').map_or(0, |end| end + 1);
        let row = whole[start..].lines().next().unwrap_or_default();
        let line = 1 + whole[..start].bytes().filter(|&byte| byte == b'\n').count();
        let place = at - start..(error.place.end.max(at) - start).min(row.len()).max(at - start);
        let (column, marked) = (text::column(row, &place), text::marked(row, &place));
        KifuError { line, column, kind: error.kind, marked }
    }

    /// An error of a whole row that cannot be shown.
    pub(super) fn of_row(line: usize, found: &str, expected: &'static str) -> KifuError {
        let kind = SfenErrorKind::Unexpected { found: found.to_string(), expected };
        KifuError { line, column: 1, kind, marked: String::new() }
    }

    /// The row, and under it one that marks the place; empty where nothing can be shown.
    pub fn marked(&self) -> &str {
        &self.marked
    }
}

impl fmt::Display for KifuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for KifuError {}
