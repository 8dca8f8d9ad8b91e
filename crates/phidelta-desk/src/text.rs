//! Text that lines up: tables and wrapped paragraphs.
//!
//! Widths are columns of a terminal: a Japanese character takes two.

/// The width of everything that is made for people, in columns. Fixed, so that output does not depend on
/// where it is looked at and can be compared.
pub const WIDTH: usize = 100;

/// Columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// Whether a character takes two columns: Japanese letters and signs, and their full-width forms.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
}

/// Breaks words into rows of at most `width` characters. A longer word gets its own row.
pub fn wrap<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text cut to `width` characters, the last of which says that it was.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().nth(width).is_none() {
        return text.to_string();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// As many words of a line of play as fit into `width` characters, and a sign if there are more: no move
/// is broken.
pub fn cut_words(words: &[String], width: usize) -> String {
    let mut out = String::new();
    let (mut used, mut rest) = (0, words.iter().map(|word| plain(word)).peekable());
    while let Some(word) = rest.next() {
        let more = usize::from(rest.peek().is_some());
        let length = usize::from(used > 0) + word.chars().count();
        if used > 0 && used + length + 2 * more > width {
            out.push_str(" …");
            break;
        }
        if used > 0 {
            out.push(' ');
        }
        out.push_str(&if used == 0 { cut(&word, width) } else { word });
        used += length;
    }
    out
}

/// Text in one row that is safe to print on a terminal: no control characters.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// How a column stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Columns of fixed width; rows can be printed one by one.
#[derive(Clone, Debug)]
pub struct Columns(Vec<(usize, Align)>);

impl Columns {
    /// Each column's width in characters and how it stands.
    pub fn new(columns: impl IntoIterator<Item = (usize, Align)>) -> Columns {
        Columns(columns.into_iter().collect())
    }

    /// One row. A cell that is too long pushes the others aside rather than being cut.
    pub fn row<S: AsRef<str>>(&self, cells: impl IntoIterator<Item = S>) -> String {
        let mut out = String::new();
        for (i, (cell, &(width, align))) in cells.into_iter().zip(&self.0).enumerate() {
            if i > 0 {
                out.push_str("  ");
            }
            let cell = cell.as_ref();
            let pad = " ".repeat(width.saturating_sub(self::width(cell)));
            match align {
                Align::Left => {
                    out.push_str(cell);
                    out.push_str(&pad);
                }
                Align::Right => {
                    out.push_str(&pad);
                    out.push_str(cell);
                }
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    /// A row whose cells are broken into lines where they are too long.
    pub fn wrapped(&self, cells: &[&str]) -> String {
        let cells: Vec<Vec<String>> = cells
            .iter()
            .zip(&self.0)
            .map(|(cell, &(width, _))| wrap(cell.split_whitespace(), width))
            .collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
        (0..lines)
            .map(|i| self.row(cells.iter().map(|cell| cell.get(i).map_or("", String::as_str))))
            .collect()
    }
}

/// A whole table with a head: columns as wide as their widest cell.
pub fn table(head: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let width = |i: usize| {
        let cells = rows.iter().filter_map(|row| row.get(i)).map(String::as_str).chain([head[i].0]);
        cells.map(self::width).max().unwrap_or(0)
    };
    let columns = Columns::new(head.iter().enumerate().map(|(i, &(_, align))| (width(i), align)));
    let mut out = columns.row(head.iter().map(|(name, _)| name));
    for row in rows {
        out.push_str(&columns.row(row));
    }
    out
}

/// The width of the longest label, "algorithm", and a gap.
pub const LABEL: usize = 11;

/// Adds a labelled field of one or more rows.
pub fn field(out: &mut String, label: &str, rows: &[String]) {
    for (i, row) in rows.iter().enumerate() {
        let label = if i == 0 { label } else { "" };
        let gap = " ".repeat(LABEL.saturating_sub(width(label)));
        out.push_str(format!("{label}{gap}{row}").trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_but_never_broken() {
        assert_eq!(wrap(["aa", "bb", "cc"], 5), ["aa bb", "cc"]);
        assert_eq!(wrap(["aaaaaaa", "b"], 3), ["aaaaaaa", "b"]);
        assert_eq!(wrap([], 3), [""]);
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["é".to_string(), "1".into()], vec!["long".into(), "1000".into()]];
        let text = table(&[("name", Align::Left), ("n", Align::Right)], &rows);
        assert_eq!(text, "name     n\né        1\nlong  1000\n");
        let columns = Columns::new([(3, Align::Left), (4, Align::Left)]);
        assert_eq!(columns.wrapped(&["a b c", "x"]), "a b  x\nc\n");
    }

    #[test]
    fn long_text_is_cut_at_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äö…");
        let words = ["aa", "bb", "cc"].map(String::from);
        assert_eq!((cut_words(&words, 8), cut_words(&words, 7)), ("aa bb cc".into(), "aa bb …".into()));
        assert_eq!((cut_words(&words, 6), cut_words(&words[..1], 1)), ("aa …".into(), "…".into()));
        assert_eq!(plain("a\x1b[31m\tb\n"), "a [31m b ");
    }
}
