//! What is wrong with a text, and where: the error that all text formats of games share.
//!
//! A place is a range of bytes of the text. It is shown as a column, counted in characters from 1, and
//! as marks under the text.

use std::fmt;
use std::ops::Range;

/// Why a text is not a position: what is wrong, what was expected, and the bytes of the text where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The place, in bytes of the text. Empty where something is missing.
    pub place: Range<usize>,
    /// What was found there and what was expected.
    pub message: String,
}

impl TextError {
    /// An error at a place.
    pub fn at(place: Range<usize>, message: impl Into<String>) -> TextError {
        TextError { place, message: message.into() }
    }

    /// The same error in a longer text, in which the one that was read starts at byte `offset`.
    pub fn shifted(self, offset: usize) -> TextError {
        TextError { place: self.place.start + offset..self.place.end + offset, ..self }
    }

    /// The column of the place, counted in characters from 1.
    pub fn column(&self, text: &str) -> usize {
        column(text, &self.place)
    }

    /// The text, and under it a line that marks the place.
    pub fn marked(&self, text: &str) -> String {
        marked(text, &self.place)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.place.start, self.message)
    }
}

impl std::error::Error for TextError {}

/// The column of a place, counted in characters from 1.
pub(crate) fn column(text: &str, place: &Range<usize>) -> usize {
    text.char_indices().take_while(|(i, _)| *i < place.start).count() + 1
}

/// The text, and under it a line that marks a place.
pub(crate) fn marked(text: &str, place: &Range<usize>) -> String {
    let marks = text.get(place.clone()).map_or(1, |part| part.chars().count().max(1));
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{shown}\n{}{}", " ".repeat(column(text, place) - 1), "^".repeat(marks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_marked_in_characters() {
        let error = TextError::at(4..6, "'ö', expected a square");
        assert_eq!(error.marked("ab\tcöd"), "ab cöd\n    ^");
        assert_eq!(error.column("ab\tcöd"), 5);
        assert_eq!(error.to_string(), "byte 4: 'ö', expected a square");
        assert_eq!(TextError::at(3..3, "more expected").marked("abc"), "abc\n   ^");
        assert_eq!(TextError::at(1..3, "").shifted(2).place, 3..5);
    }
}
