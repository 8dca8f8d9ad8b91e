//! KIF and KI2, the formats of Kakinoki's programs: headers, a diagram, moves.
//!
//! Both share everything but the moves, and a line shows which it has: a number before the move, or ▲ and
//! △. Several records may follow each other; a new one begins with what the present one has already.
//! Variations (変化) are passed over. A line that is none of a record's is an error: what looks like a
//! remark may be a hand with a slip in it.

use std::ops::Range;

use super::super::error::SfenError;
use super::super::notation::RANKS;
use super::super::types::{Color, Piece, Square};
use super::draft::{Draft, Record};
use super::handicap;
use super::moves::Written;
use super::words::{Cursor, MARKS, kind_of};

/// What ends a game in place of a move.
const ENDS: [&str; 15] = [
    "中断",
    "投了",
    "持将棋",
    "千日手",
    "詰み",
    "詰",
    "不詰",
    "切れ負け",
    "時間切れ",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "勝ち宣言",
    "不戦勝",
    "不戦敗",
];

/// Reads all records of a text.
pub(super) fn read(text: &str) -> Result<Vec<Record>, SfenError> {
    let mut reader = Reader { draft: Draft::new(), state: State::Head, number: None, records: Vec::new() };
    let mut lines = lines(text);
    while let Some((at, line)) = lines.next() {
        if line.starts_with("+--") {
            reader.board(at, line, &mut lines)?;
        } else {
            reader.line(at, line)?;
        }
    }
    reader.next_record()?;
    Ok(reader.records)
}

/// The lines of a text without the spaces at their ends, and where they begin.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line.trim_end())
    })
}

/// Where in a record the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Headers and diagram.
    Head,
    /// Moves of the main line.
    Moves,
    /// Behind the end of the main line.
    Ended,
    /// A variation.
    Variation,
}

struct Reader {
    draft: Draft,
    state: State,
    /// The number of the move before.
    number: Option<u32>,
    records: Vec<Record>,
}

impl Reader {
    /// Begins a new record.
    fn next_record(&mut self) -> Result<(), SfenError> {
        let draft = std::mem::replace(&mut self.draft, Draft::new());
        (self.state, self.number) = (State::Head, None);
        if draft.has_content() {
            self.records.push(draft.finish()?);
        }
        Ok(())
    }

    fn line(&mut self, at: usize, line: &str) -> Result<(), SfenError> {
        let words = line.trim_start();
        let place = at + (line.len() - words.len())..at + line.len();
        match words.chars().next() {
            None | Some('#' | '*' | '&') => return Ok(()),
            Some('0'..='9') => return self.numbered(words, place),
            Some(c) if MARKS.contains(&c) => return self.marked(words, place),
            _ => {}
        }
        // The files above a diagram, and what KIF says about the end or the last move.
        let remark =
            ["９ ８", "９　８", "まで", "手数＝", "手数="].iter().any(|start| words.starts_with(start));
        if let Some((key, value)) = words.split_once('：') {
            let value_at = place.end - value.len();
            self.header(key.trim(), value, value_at, place)
        } else if words.starts_with("手数--") {
            if self.state != State::Head {
                self.next_record()?;
            }
            self.state = State::Moves;
            Ok(())
        } else if let Some(side) = words.strip_suffix('番').and_then(side) {
            self.draft.set_side(side);
            Ok(())
        } else if remark {
            if words.starts_with("まで") && self.state == State::Moves {
                self.state = State::Ended;
            }
            Ok(())
        } else {
            let found = format!("'{}'", words.chars().take(20).collect::<String>());
            let expected =
                "a line of a record: 手合割：, 先手の持駒：, +--- and a board, a move, or # and a comment";
            Err(SfenError::unexpected(place, found, expected))
        }
    }

    fn header(&mut self, key: &str, value: &str, at: usize, place: Range<usize>) -> Result<(), SfenError> {
        if key == "変化" {
            self.state = State::Variation;
            return Ok(());
        }
        if self.state != State::Head {
            self.next_record()?;
        }
        let name = value.trim();
        let place_of_value = at..at + value.len();
        if let Some(owner) = key.strip_suffix("の持駒").or(key.strip_suffix("の持ち駒")) {
            let Some(color) = side(owner) else {
                return Err(SfenError::unexpected(place, format!("'{key}'"), "先手の持駒 or 後手の持駒"));
            };
            if self.draft.has_hand(color) {
                self.next_record()?;
            }
            self.draft.mark(&place);
            return self.hand(color, value, at);
        }
        match key {
            "手合割" if name == "その他" || name.starts_with("詰将棋") => {}
            "手合割" => {
                let Some(position) = handicap::named(name) else {
                    let found = format!("'{name}'");
                    return Err(SfenError::unexpected(place_of_value, found, "平手, a handicap, or その他"));
                };
                if self.draft.has_preset() || self.draft.has_board() {
                    self.next_record()?;
                }
                self.draft.mark(&place);
                self.draft.set_preset(position);
            }
            "手番" => {
                let color = side(name.trim_end_matches('番'));
                let wrong = || SfenError::unexpected(place_of_value, format!("'{name}'"), "先手 or 後手");
                self.draft.set_side(color.ok_or_else(wrong)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads pieces in hand: `飛二　歩十四`, or `なし`.
    fn hand(&mut self, color: Color, value: &str, at: usize) -> Result<(), SfenError> {
        let mut cursor = Cursor::new(value, at);
        let between = |c: char| c.is_whitespace() || matches!(c, '、' | ',' | '・');
        cursor.spaces();
        if cursor.eat("なし") || cursor.eat("無し") {
            self.draft.give_hand(color);
        }
        loop {
            while cursor.take(|c| between(c).then_some(())).is_some() {}
            let start = cursor.at;
            let Some(c) = cursor.peek() else { return Ok(()) };
            let Some(kind) = cursor.kind() else {
                let place = start..start + c.len_utf8();
                let expected = "pieces such as 飛 or 歩十四, or なし";
                return Err(SfenError::unexpected(place, format!("'{c}' in a hand"), expected));
            };
            let count = cursor.number().unwrap_or(1);
            self.draft.add(color, kind, count, start..cursor.at)?;
        }
    }

    /// Reads a diagram whose upper frame has been met.
    fn board<'t>(
        &mut self,
        at: usize,
        frame: &str,
        lines: &mut impl Iterator<Item = (usize, &'t str)>,
    ) -> Result<(), SfenError> {
        if self.state != State::Head || self.draft.has_board() {
            self.next_record()?;
        }
        self.draft.begin_board(&(at..at + frame.len()));
        let mut end = at + frame.len();
        for rank in 1..=9 {
            let Some((at, line)) = lines.next() else {
                return Err(SfenError::unexpected(end..end, "the text ends here", "a rank of the board"));
            };
            self.rank(rank, at, line)?;
            end = at + line.len();
        }
        match lines.next() {
            Some((_, line)) if line.starts_with("+--") => Ok(()),
            Some((at, line)) => {
                let place = at..at + line.len();
                Err(SfenError::unexpected(place, "more than nine ranks", "+---------------------------+"))
            }
            None => {
                Err(SfenError::unexpected(end..end, "the text ends here", "+---------------------------+"))
            }
        }
    }

    /// Reads a rank: `| ・v歩 …|一`.
    fn rank(&mut self, rank: u8, at: usize, line: &str) -> Result<(), SfenError> {
        let mut cursor = Cursor::new(line, at);
        let wrong = |cursor: &Cursor<'_>, expected| {
            let end = cursor.at + cursor.peek().map_or(0, char::len_utf8);
            let found = cursor.peek().map_or("the line ends here".to_string(), |c| format!("'{c}'"));
            Err(SfenError::unexpected(cursor.at..end, found, expected))
        };
        if !cursor.eat("|") {
            return wrong(&cursor, "'|' and nine squares");
        }
        for file in (1..=9).rev() {
            let start = cursor.at;
            let color = cursor.take(|c| match c {
                ' ' | '^' => Some(Color::Black),
                'v' | 'V' => Some(Color::White),
                _ => None,
            });
            if cursor.take(|c| matches!(c, '・' | '　' | '．').then_some(())).is_some() {
                continue;
            }
            let (Some(color), Some(kind)) = (color, cursor.take(kind_of)) else {
                return wrong(&cursor, "a square: ' ・', ' 歩' for Black, 'v歩' for White");
            };
            // Both numbers are within 1 to 9.
            if let Some(square) = Square::new(file, rank) {
                self.draft.put(square, Piece::new(color, kind), start..cursor.at)?;
            }
        }
        if !cursor.eat("|") {
            return wrong(&cursor, "'|' after nine squares");
        }
        let number = RANKS[usize::from(rank) - 1];
        if cursor.rest.is_empty() || cursor.rest.starts_with(number) {
            return Ok(());
        }
        wrong(&cursor, "the number of this rank, counted from 一")
    }

    /// Reads a move of KIF: `1 ７六歩(77) ( 0:16/00:00:16)`.
    fn numbered(&mut self, line: &str, place: Range<usize>) -> Result<(), SfenError> {
        if self.state == State::Variation {
            return Ok(());
        }
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number_place = place.start..place.start + digits;
        let number: Option<u32> = line[..digits].parse().ok();
        let follows = match (number, self.number) {
            (Some(number), Some(before)) => before.checked_add(1) == Some(number),
            (number, None) => number.is_some(),
            (None, Some(_)) => false,
        };
        if !follows || self.state == State::Ended {
            let found = format!("move number {}", &line[..digits]);
            let expected = "the moves of a record one after the other, with nothing behind their end";
            return Err(SfenError::unexpected(number_place, found, expected));
        }
        self.number = number;
        let mut cursor = Cursor::new(&line[digits..], number_place.end);
        cursor.spaces();
        if ENDS.iter().any(|end| cursor.rest.split_whitespace().next() == Some(end)) {
            self.state = State::Ended;
            return Ok(());
        }
        self.state = State::Moves;
        self.draft.moves.push(Written::read(&mut cursor)?);
        let rest = cursor.rest;
        if rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '(' | '+')) {
            return Ok(());
        }
        let found = format!("'{}' behind a move", rest.chars().take(10).collect::<String>());
        Err(SfenError::unexpected(
            cursor.at..place.end,
            found,
            "the square it comes from such as (77), or 打",
        ))
    }

    /// Reads moves of KI2: `▲７六歩    △３四歩`.
    fn marked(&mut self, line: &str, place: Range<usize>) -> Result<(), SfenError> {
        if self.state == State::Variation {
            return Ok(());
        }
        if self.state == State::Ended {
            self.next_record()?;
        }
        self.state = State::Moves;
        let mut cursor = Cursor::new(line, place.start);
        while let Some(c) = cursor.peek() {
            if !MARKS.contains(&c) {
                let place = cursor.at..cursor.at + c.len_utf8();
                return Err(SfenError::unexpected(
                    place,
                    format!("'{c}' behind a move"),
                    "▲ or △ and the next move",
                ));
            }
            self.draft.moves.push(Written::read(&mut cursor)?);
            cursor.spaces();
        }
        Ok(())
    }
}

/// Whom a word means; in handicap games 上手 is White.
fn side(word: &str) -> Option<Color> {
    match word.trim() {
        "先手" | "下手" => Some(Color::Black),
        "後手" | "上手" => Some(Color::White),
        _ => None,
    }
}
