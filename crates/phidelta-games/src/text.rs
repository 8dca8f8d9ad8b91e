//! What is wrong with a text, and where: the error that all text formats of games share.
//!
//! A place is a range of bytes of the text. It is shown as a column, counted in characters from 1, and
//! as marks under the text.

use std::fmt;
use std::ops::Range;

/// Why a text is not a position: what is wrong, what was expected, and the bytes of the text where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

/// The longest piece of a text that a message shows, in characters: two lines of a terminal at most.
pub const SHOWN: usize = 120;

/// The text around a place, and under it a line that marks it. At most [`SHOWN`] characters, `…` where some
/// are left out; what would not be seen, or would move the cursor, is shown by a sign of its own.
pub(crate) fn marked(text: &str, place: &Range<usize>) -> String {
    let start = column(text, place) - 1;
    let length = text.get(place.clone()).map_or(1, |part| part.chars().count().max(1));
    let count = text.chars().count();
    // A third of the room before the place, the rest for it and what follows.
    let from = if count <= SHOWN { 0 } else { start.saturating_sub(SHOWN / 3).min(count - SHOWN) };
    let mut shown: Vec<char> = text.chars().skip(from).take(SHOWN).map(visible_char).collect();
    if from > 0 {
        shown[0] = '…';
    }
    if from + SHOWN < count {
        shown[SHOWN - 1] = '…';
    }
    let before = start - from;
    let gap: usize = shown.iter().take(before).map(|&c| width(c)).sum();
    let marks: usize = shown.iter().skip(before).take(length).map(|&c| width(c)).sum();
    let shown: String = shown.into_iter().collect();
    format!("{shown}\n{}{}", " ".repeat(gap), "^".repeat(marks.max(1)))
}

/// A text in which every character can be seen and none moves the cursor: control characters and those that
/// turn the direction of writing are replaced by signs. Line feeds stay.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { visible_char(c) }).collect()
}

fn visible_char(c: char) -> char {
    match c {
        // Unicode has a picture for each of the first 32, and for delete.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            '�'
        }
        c => c,
    }
}

/// The columns of a terminal that a character takes: two for kana, kanji and their company.
pub(crate) fn width(c: char) -> usize {
    1 + usize::from(
        matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}'),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_marked_in_characters() {
        let error = TextError::at(4..6, "'ö', expected a square");
        assert_eq!(error.marked("ab\tcöd"), "ab␉cöd\n    ^");
        assert_eq!(error.column("ab\tcöd"), 5);
        assert_eq!(error.to_string(), "byte 4: 'ö', expected a square");
        assert_eq!(TextError::at(3..3, "more expected").marked("abc"), "abc\n   ^");
        assert_eq!(TextError::at(1..3, "").shifted(2).place, 3..5);
    }

    #[test]
    fn a_long_text_is_shown_around_the_place() {
        let text = format!("{}?{}", "a".repeat(500), "b".repeat(500));
        let shown = TextError::at(500..501, "").marked(&text);
        let (line, mark) = shown.split_once('\n').unwrap();
        assert_eq!(line.chars().count(), SHOWN);
        assert!(line.starts_with("…a") && line.ends_with("b…") && line.contains('?'), "{line}");
        assert_eq!(mark.find('^'), line.char_indices().position(|(_, c)| c == '?'));
        // At either end nothing is left out there.
        assert!(TextError::at(0..1, "").marked(&text).starts_with("aaa"));
        let end = TextError::at(1001..1001, "").marked(&text);
        assert!(end.lines().next().unwrap().ends_with('b') && end.ends_with('^'), "{end}");
    }

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(visible("a\u{1b}[2Jb\r\u{202e}c\n"), "a␛[2Jb␍�c\n");
        // Wide characters take two columns.
        assert_eq!(TextError::at(6..9, "").marked("１三犬"), "１三犬\n    ^^");
    }
}
