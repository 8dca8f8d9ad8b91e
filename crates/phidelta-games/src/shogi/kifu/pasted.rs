//! What stands around a record when it is pasted from a mail, a page or a chat.
//!
//! Marks of quoting, fences, tags and sentences are taken away before a record is read, line by line, so that
//! the numbers of lines stay. A sentence is one only if it cannot be anything of a record: it ends as sentences
//! do and names neither a side nor a hand. Every other line that is none of a record's stays an error.

/// How a Japanese sentence ends.
const SENTENCE_ENDS: [char; 3] = ['。', '！', '？'];

/// Words that a sentence must not have: it may say something of the position.
const TELLING: [&str; 9] = ["持", "先手", "後手", "攻", "玉方", "受方", "残り", "手番", "手合"];

/// A text without what stands around its records.
pub(super) fn unwrapped(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    // A reply to a reply has two marks before each line.
    while is_quoted(&lines) {
        lines.iter_mut().for_each(|line| *line = unquoted(line).unwrap_or(line));
    }
    let mut out = String::with_capacity(text.len());
    for (number, line) in lines.into_iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        if !is_around(line.trim()) {
            out.push_str(line.trim_start_matches('\t'));
        }
    }
    out
}

fn unquoted(line: &str) -> Option<&str> {
    let line = line.trim_start().strip_prefix(['>', '＞'])?;
    Some(line.strip_prefix(' ').unwrap_or(line))
}

/// Whether all lines with something in them have a mark of quoting.
fn is_quoted(lines: &[&str]) -> bool {
    let mut full = lines.iter().filter(|line| !line.trim().is_empty()).peekable();
    full.peek().is_some() && full.all(|line| unquoted(line).is_some())
}

/// Whether a line is none of a record's, but of what it was pasted from.
fn is_around(line: &str) -> bool {
    let tag = line.starts_with('<') && line.ends_with('>') && line.is_ascii();
    let sentence = line.ends_with(SENTENCE_ENDS) && !TELLING.iter().any(|word| line.contains(word));
    line.starts_with("```") || tag || sentence
}

/// The SFEN within a row that begins with something else: a word, a quotation mark, an address.
pub fn sfen_within(row: &str) -> Option<&str> {
    let signs = |c: char| c.is_ascii_digit() || "+/PLNSGBRKplnsgbrk".contains(c);
    let mut words = row.split_whitespace();
    let (board, side, hands) = loop {
        let word = words.next()?;
        let from = word
            .rfind(|c| !signs(c))
            .map_or(0, |at| at + word[at..].chars().next().map_or(0, char::len_utf8));
        let board = &word[from..];
        if board.matches('/').count() == 8 {
            break (board, words.next()?, words.next()?);
        }
    };
    if !matches!(side, "b" | "w") {
        return None;
    }
    let start = offset(row, board)?;
    let held = |c: char| c == '-' || c.is_ascii_digit() || "PLNSGBRplnsgbr".contains(c);
    let hands_end = hands.find(|c| !held(c)).unwrap_or(hands.len());
    let mut end = offset(row, hands)? + hands_end;
    // What follows the hands is the number of the move, if it is one.
    if hands_end == hands.len()
        && let Some(word) = words.next()
    {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        if digits > 0 {
            end = offset(row, word)? + digits;
        }
    }
    (start > 0 && hands_end > 0).then(|| &row[start..end])
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> Option<usize> {
    (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_goes_and_lines_keep_their_numbers() {
        assert_eq!(unwrapped("> a\n>\n> b\n"), "a\n\nb\n");
        assert_eq!(unwrapped(">> a\n>> b"), "a\nb");
        // One line without the mark: it is none of quoting.
        assert_eq!(unwrapped("> a\nb"), "> a\nb");
        assert_eq!(unwrapped("```text\na\n```"), "\na\n");
        assert_eq!(unwrapped("<pre>\na\n</pre>\n"), "\na\n\n");
        assert_eq!(
            unwrapped("解けません。\n持駒：金。\n玉方は何も持ちません。"),
            "\n持駒：金。\n玉方は何も持ちません。"
        );
    }

    #[test]
    fn an_sfen_is_found_among_words() {
        let sfen = "9/8k/9/8P/9/9/9/9/9 b 2G 1";
        for row in ["問題： {} （3手詰）", "\"{}\"", "> {}", "see https://example.org/?sfen={}", "1. {}"]
        {
            assert_eq!(sfen_within(&row.replace("{}", sfen)), Some(sfen), "{row}");
        }
        assert_eq!(sfen_within("a 9/8k/9/8P/9/9/9/9/9 w -, as it is"), Some("9/8k/9/8P/9/9/9/9/9 w -"));
        // One that begins a row is read from there, with whatever follows.
        assert_eq!((sfen_within(sfen), sfen_within("9/9 b - 1"), sfen_within("")), (None, None, None));
        assert_eq!(
            (sfen_within("x 9/8k/9/8P/9/9/9/9/9 B 2G 1"), sfen_within("x 9/8k/9/8P/9/9/9/9/9")),
            (None, None)
        );
    }
}
