//! Files with one position a row: where in a row the position is.
//!
//! Suites of different games look different: notes behind a tab or a semicolon, columns with the
//! position in the last one, comments behind `#` or `%`. A game says which; the place of the position in
//! its row is kept, so that messages name the column of the file.

/// The position in a row: what stands before the first of `ends`. `None` for an empty row and for one
/// that starts with one of `comments`.
pub fn first_part<'a>(row: &'a str, comments: &[char], ends: &[char]) -> Option<&'a str> {
    if row.starts_with(comments) {
        return None;
    }
    let position = row.split(ends).next().unwrap_or_default().trim();
    (!position.is_empty()).then_some(position)
}

/// The position in a row of columns: the last one.
pub fn last_column<'a>(row: &'a str, comments: &[char], between: char) -> Option<&'a str> {
    if row.starts_with(comments) {
        return None;
    }
    let position = row.rsplit(between).next().unwrap_or_default().trim();
    (!position.is_empty()).then_some(position)
}

/// A position in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found<'a> {
    /// The row, counted from 1.
    pub row: usize,
    /// Characters of the row before the position.
    pub before: usize,
    /// The position.
    pub position: &'a str,
}

/// The positions of a text; `cut` finds the position of a row.
pub fn positions<'a>(
    text: &'a str,
    cut: impl Fn(&'a str) -> Option<&'a str>,
) -> impl Iterator<Item = Found<'a>> {
    text.lines().zip(1..).filter_map(move |(whole, row)| {
        let position = cut(whole)?;
        // Where the part lies in the whole; a cut that returns some other text gets no columns.
        let offset = (position.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        let before = whole.get(..offset).map_or(0, |part| part.chars().count());
        Some(Found { row, before, position })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(text: &'a str, cut: impl Fn(&'a str) -> Option<&'a str>) -> Vec<(usize, usize, &'a str)> {
        positions(text, cut).map(|found| (found.row, found.before, found.position)).collect()
    }

    #[test]
    fn notes_comments_and_empty_lines_are_skipped() {
        let text = "# head\n\na b\tnote\tmore\r\n   \n\tonly a note\n c \n";
        assert_eq!(found(text, |line| first_part(line, &['#'], &['\t'])), [(3, 0, "a b"), (6, 1, "c")]);
        let text = "% head\nXO- X; A1:+2; % exact=+2\n-- O; % exact=0\n";
        let cut = |line| first_part(line, &['%'], &[';']);
        assert_eq!(found(text, cut), [(2, 0, "XO- X"), (3, 0, "-- O")]);
    }

    #[test]
    fn columns_count_in_characters() {
        let text = "# id | value | position\nä-1 | win | X;..@\nX;alone\n | | \n";
        let cut = |line| last_column(line, &['#'], '|');
        assert_eq!(found(text, cut), [(2, 12, "X;..@"), (3, 0, "X;alone")]);
    }
}
