//! What is wrong with an input, and where; and why a request has no answer.

use std::fmt;
use std::io;

use phidelta::SolveError;
use phidelta_games::text::TextError;
use serde::{Serialize, Serializer};

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Place {
    /// The text of a position by itself.
    Text,
    /// A whole file.
    File(String),
    /// Something else with a name: a figure, an SFEN, a solution.
    Name(String),
    /// Part of one row of a file.
    Row {
        /// The file.
        file: String,
        /// Counted from 1.
        row: usize,
        /// Characters of the row before the part.
        before: usize,
    },
    /// What was asked for beside the position: `goal 'x'`, `rule length=6`, `ply`.
    Option(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text => f.write_str("POSITION"),
            Place::File(name) | Place::Name(name) => f.write_str(name),
            Place::Row { file, row, .. } => write!(f, "{file}:{row}"),
            Place::Option(option) => f.write_str(option),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An input that is wrong. Its text reads like the message of a compiler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct InputError {
    /// Where the text comes from, or which option it is.
    pub place: Place,
    /// The row of the place in the text or the file, counted from 1, where it is known.
    pub line: Option<usize>,
    /// Its column, counted in characters from 1.
    pub column: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
    /// The text, and under it marks at the place, where one row shows it.
    pub marked: Option<String>,
}

impl InputError {
    /// An error without a place within the text.
    pub fn new(place: Place, message: impl fmt::Display) -> InputError {
        let line = if let Place::Row { row, .. } = &place { Some(*row) } else { None };
        InputError { place, line, column: None, message: message.to_string(), marked: None }
    }

    /// An error of an option.
    pub fn option(option: impl Into<String>, message: impl fmt::Display) -> InputError {
        InputError::new(Place::Option(option.into()), message)
    }

    /// The same at a row and column of the text, both counted from 1.
    pub fn at(mut self, line: usize, column: usize) -> InputError {
        let row = if let Place::Row { row, before, .. } = &self.place { Some((*row, *before)) } else { None };
        let (line, column) = row.map_or((line, column), |(row, before)| (row, before + column));
        (self.line, self.column) = (Some(line), Some(column));
        self
    }

    /// The same with the text and marks under it.
    pub fn marked(mut self, marked: impl Into<String>) -> InputError {
        self.marked = Some(marked.into());
        self
    }

    /// The error of a text that is no position.
    pub(crate) fn of_text(place: &Place, text: &str, error: &TextError) -> InputError {
        InputError::new(place.clone(), &error.message).at(1, error.column(text)).marked(error.marked(text))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, self.line, self.column) {
            (Place::Row { file, .. }, Some(line), Some(column)) => write!(f, "{file}:{line}:{column}")?,
            (Place::Row { .. }, ..) | (_, None, _) => write!(f, "{}", self.place)?,
            (place, Some(line), Some(column)) => write!(f, "{place}:{line}:{column}")?,
            (place, Some(line), None) => write!(f, "{place}:{line}")?,
        }
        write!(f, ": {}", self.message)?;
        self.marked.iter().flat_map(|marked| marked.lines()).try_for_each(|row| write!(f, "\n  {row}"))
    }
}

impl std::error::Error for InputError {}

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// What was asked for cannot be.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The search cannot start.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The certificate could not be written or read again.
    #[error(transparent)]
    Certificate(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_like_those_of_compilers() {
        let at = |place: Place| InputError::new(place, "no").at(3, 7).to_string();
        assert_eq!(at(Place::File("a.json".into())), "a.json:3:7: no");
        let row = Place::Row { file: "a.txt".into(), row: 5, before: 10 };
        assert_eq!(InputError::new(row.clone(), "no").to_string(), "a.txt:5: no");
        assert_eq!(InputError::new(row, "no").at(1, 7).to_string(), "a.txt:5:17: no");
        assert_eq!(Place::Text.to_string(), "POSITION");
        let marked = InputError::new(Place::Text, "no").at(1, 2).marked("ab\n ^");
        assert_eq!(marked.to_string(), "POSITION:1:2: no\n  ab\n   ^");
        assert_eq!(InputError::option("goal 'x'", "unknown").to_string(), "goal 'x': unknown");
    }
}
