//! KIF and KI2, the formats of Kakinoki's programs: headers, a diagram, moves.
//!
//! Both share everything but the moves, and a row shows which it has: a number before the move, or ▲ and
//! △. Several records may follow each other; a new one begins with what the present one has already.
//! Variations (変化) are passed over. Records are read as people paste them, too: hands of the attacker (攻方)
//! and of the king's side (玉方), other colons and digits, boards without a frame. A row that is none of a record's is an error: what looks like a
//! remark may be a hand with a slip in it.

use std::ops::Range;

use super::super::error::SfenError;
use super::super::types::Color;
use super::diagram::{self, Frame};
use super::draft::{Draft, Record};
use super::handicap;
use super::moves::Written;
use super::words::{Cursor, MARKS, Owner, hand_owner, numeral, owner, split_header};

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
    let mut reader = Reader::new();
    let mut rows = rows(text);
    while let Some((at, row)) = rows.next() {
        if row.starts_with("+--") {
            reader.board(at, row, Frame::Drawn, &mut rows)?;
        } else if diagram::is_rank(row) {
            reader.board(at, row, Frame::Missing, &mut rows)?;
        } else {
            reader.row(at, row)?;
        }
    }
    reader.keep_headers();
    reader.next_record()?;
    Ok(reader.records)
}

/// The rows of a text without the spaces at their ends, and where they begin.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').map(move |row| {
        let start = at;
        at += row.len() + 1;
        (start, row.trim_end())
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
    /// Headers behind a diagram: they belong to it if moves follow, and to the next record if another
    /// diagram does.
    headers: Vec<(String, String)>,
    records: Vec<Record>,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            draft: Draft::new(),
            state: State::Head,
            number: None,
            headers: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Gives the headers read last to the present record.
    fn keep_headers(&mut self) {
        self.draft.headers.append(&mut self.headers);
    }

    /// Begins a new record.
    fn next_record(&mut self) -> Result<(), SfenError> {
        let mut next = Draft::new();
        next.headers.append(&mut self.headers);
        let draft = std::mem::replace(&mut self.draft, next);
        (self.state, self.number) = (State::Head, None);
        if draft.has_content() {
            self.records.push(draft.finish()?);
        }
        Ok(())
    }

    fn row(&mut self, at: usize, row: &str) -> Result<(), SfenError> {
        let words = row.trim_start();
        let place = at + (row.len() - words.len())..at + row.len();
        match words.chars().next() {
            None | Some('#' | '*' | '&') => return Ok(()),
            _ if diagram::is_decoration(words) => return Ok(()),
            Some(c) if numeral(c).is_some() => return self.numbered(words, place),
            _ => {}
        }
        if let Some((key, value)) = split_header(words) {
            let value_at = place.end - value.len();
            return self.header(key, value, value_at, place);
        }
        // What KIF says about the end or the last move.
        let remark = ["まで", "手数＝", "手数="].iter().any(|start| words.starts_with(start));
        if let Some(Owner::Color(side)) = words.trim_start_matches(MARKS).strip_suffix('番').and_then(owner)
        {
            self.draft.set_side(side);
            Ok(())
        } else if words.starts_with(MARKS) {
            self.marked(words, place)
        } else if words.starts_with("手数--") {
            if self.state != State::Head {
                self.next_record()?;
            }
            self.begin_moves();
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

    fn begin_moves(&mut self) {
        self.keep_headers();
        self.state = State::Moves;
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
        if key.contains("持駒") || key.contains("持ち駒") {
            let Some(owner) = hand_owner(key) else {
                let expected = "先手の持駒, 後手の持駒, 攻方の持駒 or 玉方の持駒";
                return Err(SfenError::unexpected(place, format!("'{key}'"), expected));
            };
            let color = owner.first_guess();
            if self.draft.has_hand(color) {
                self.next_record()?;
            }
            self.draft.mark(&place);
            if !matches!(owner, Owner::Color(_)) {
                self.draft.name_by_role(color);
            }
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
                let wrong = || SfenError::unexpected(place_of_value, format!("'{name}'"), "先手 or 後手");
                match owner(name.trim_end_matches('番')) {
                    Some(Owner::Color(color)) => self.draft.set_side(color),
                    _ => return Err(wrong()),
                }
            }
            _ => {
                let header = (key.to_string(), name.to_string());
                if self.draft.has_board() { &mut self.headers } else { &mut self.draft.headers }.push(header);
            }
        }
        Ok(())
    }

    /// Reads pieces in hand: `飛二　歩十四`, or `なし`.
    fn hand(&mut self, color: Color, value: &str, at: usize) -> Result<(), SfenError> {
        let mut cursor = Cursor::new(value, at);
        let between = |c: char| c.is_whitespace() || matches!(c, '、' | ',' | '・');
        cursor.spaces();
        if ["なし", "無し", "ナシ"].iter().any(|word| cursor.eat(word)) {
            self.draft.give_hand(color);
        }
        let start = cursor.at;
        if ["残り", "残駒", "のこり"].iter().any(|word| cursor.eat(word)) {
            // 残り駒, 残り全部, 残り駒すべて: one word, whatever follows of it.
            let _ = cursor.eat("駒") || cursor.eat("の駒");
            let _ = ["全部", "全て", "すべて", "ぜんぶ"].iter().any(|word| cursor.eat(word));
            self.draft.give_rest(color, start..cursor.at)?;
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

    /// Reads a diagram: its upper frame has been met, or else its first rank.
    fn board<'t>(
        &mut self,
        at: usize,
        first: &'t str,
        frame: Frame,
        rows: &mut impl Iterator<Item = (usize, &'t str)>,
    ) -> Result<(), SfenError> {
        if self.state != State::Head || self.draft.has_board() {
            self.next_record()?;
        }
        self.draft.begin_board(&(at..at + first.len()));
        let mut end = at + first.len();
        let missing = (frame == Frame::Missing).then_some((at, first));
        let mut ranks = missing
            .into_iter()
            .chain(rows)
            .filter(|(_, row)| frame == Frame::Drawn || !diagram::is_decoration(row));
        for rank in 1..=9 {
            let Some((at, row)) = ranks.next() else {
                return Err(SfenError::unexpected(end..end, "the text ends here", "a rank of the board"));
            };
            for (square, piece, place) in diagram::rank(rank, at, row, frame)? {
                self.draft.put(square, piece, place)?;
            }
            end = at + row.len();
        }
        if frame == Frame::Missing {
            return Ok(());
        }
        match ranks.next() {
            Some((_, row)) if row.starts_with("+--") => Ok(()),
            Some((at, row)) => {
                let place = at..at + row.len();
                Err(SfenError::unexpected(place, "more than nine ranks", "+---------------------------+"))
            }
            None => {
                Err(SfenError::unexpected(end..end, "the text ends here", "+---------------------------+"))
            }
        }
    }

    /// Reads a move of KIF: `1 ７六歩(77) ( 0:16/00:00:16)`.
    fn numbered(&mut self, row: &str, place: Range<usize>) -> Result<(), SfenError> {
        if self.state == State::Variation {
            return Ok(());
        }
        let digits = row.len() - row.trim_start_matches(|c| numeral(c).is_some()).len();
        let number_place = place.start..place.start + digits;
        let plain: String = row[..digits].chars().filter_map(numeral).collect();
        let number: Option<u32> = plain.parse().ok();
        let follows = match (number, self.number) {
            (Some(number), Some(before)) => before.checked_add(1) == Some(number),
            (number, None) => number.is_some(),
            (None, Some(_)) => false,
        };
        if !follows || self.state == State::Ended {
            let found = format!("move number {}", &row[..digits]);
            let expected = "the moves of a record one after the other, with nothing behind their end";
            return Err(SfenError::unexpected(number_place, found, expected));
        }
        self.number = number;
        let mut cursor = Cursor::new(&row[digits..], number_place.end);
        let _ = cursor.take(|c| matches!(c, '.' | '．' | '、' | ':' | '：').then_some(()));
        cursor.spaces();
        if ENDS.iter().any(|end| cursor.rest.split_whitespace().next() == Some(end)) {
            self.state = State::Ended;
            return Ok(());
        }
        self.begin_moves();
        self.draft.moves.push(Written::read(&mut cursor)?);
        let rest = cursor.rest;
        if rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '(' | '（' | '+'))
        {
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
    fn marked(&mut self, row: &str, place: Range<usize>) -> Result<(), SfenError> {
        if self.state == State::Variation {
            return Ok(());
        }
        if self.state == State::Ended {
            self.next_record()?;
        }
        self.begin_moves();
        let mut cursor = Cursor::new(row, place.start);
        while let Some(c) = cursor.peek() {
            if cursor.rest.starts_with("まで") {
                self.state = State::Ended;
                break;
            }
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
