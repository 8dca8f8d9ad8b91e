//! The words that KIF and KI2 are made of, taken one by one from the front of a text.

use super::super::notation::{FILES, RANKS};
use super::super::types::{Color, Kind, Square};

/// What stands before a move in KI2, Black's and White's by turns.
pub(super) const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// Whose a hand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// A colour's: 先手, 後手, ☗, ☖.
    Color(Color),
    /// 攻方: whoever is to move.
    Attacker,
    /// 玉方, 受方: the other one.
    Defender,
}

impl Owner {
    /// The colour, as long as nobody has said that White is to move.
    pub(super) fn first_guess(self) -> Color {
        match self {
            Owner::Color(color) => color,
            Owner::Attacker => Color::Black,
            Owner::Defender => Color::White,
        }
    }
}

/// Whom a word means; in handicap games 上手 is White.
pub(super) fn owner(word: &str) -> Option<Owner> {
    Some(match word.trim() {
        "先手" | "下手" => Owner::Color(Color::Black),
        "後手" | "上手" => Owner::Color(Color::White),
        "攻方" | "攻め方" | "攻手" | "詰方" | "詰め方" | "詰手" => Owner::Attacker,
        "玉方" | "受方" | "受け方" | "玉" => Owner::Defender,
        _ => return None,
    })
}

/// Whose hand a header such as 先手の持駒 or ☗持駒 gives.
pub(super) fn hand_owner(key: &str) -> Option<Owner> {
    let mut cursor = Cursor::new(key.trim(), 0);
    let mark = cursor.mark();
    cursor.spaces();
    let word = cursor.rest.trim_end();
    let word = word.strip_suffix("持駒").or(word.strip_suffix("持ち駒"))?;
    let word = word.strip_suffix('の').unwrap_or(word).trim_end();
    match (mark, word) {
        (Some(color), "") => Some(Owner::Color(color)),
        (None, "") => Some(Owner::Attacker),
        (_, word) => owner(word),
    }
}

/// Key and value of a header: a wide colon between them, a plain one, or for hands a blank.
pub(super) fn split_header(row: &str) -> Option<(&str, &str)> {
    if let Some(at) = row.find(['：', ':']) {
        let (key, value) = (&row[..at], &row[at..]);
        let value = &value[value.chars().next().map_or(0, char::len_utf8)..];
        // A plain colon also stands in remarks and times of other languages.
        return (row[at..].starts_with('：') || !key.is_ascii()).then_some((key.trim(), value));
    }
    let at = row.find(char::is_whitespace)?;
    hand_owner(&row[..at]).map(|_| (&row[..at], &row[at..]))
}

/// A plain or wide decimal digit, as a plain one.
pub(super) fn numeral(c: char) -> Option<char> {
    let wide = u32::from(c).checked_sub(u32::from('０')).filter(|&n| n < 10);
    c.to_digit(10).or(wide).and_then(|n| char::from_digit(n, 10))
}

/// A text that is read from its front.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) rest: &'t str,
    /// Where the rest begins in the whole text, in bytes.
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(rest: &'t str, at: usize) -> Cursor<'t> {
        Cursor { rest, at }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes a character for which `f` has an answer.
    pub(super) fn take<T>(&mut self, f: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let c = self.peek()?;
        let value = f(c)?;
        self.skip(c.len_utf8());
        Some(value)
    }

    /// Takes a text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let there = self.rest.starts_with(text);
        if there {
            self.skip(text.len());
        }
        there
    }

    /// Passes spaces, wide ones as well.
    pub(super) fn spaces(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.at += bytes;
    }

    /// A mark before a move.
    pub(super) fn mark(&mut self) -> Option<Color> {
        self.take(|c| {
            let index = MARKS.iter().position(|&mark| mark == c)?;
            Some(Color::ALL[index % 2])
        })
    }

    /// A square such as ７六; other digits will do.
    pub(super) fn square(&mut self) -> Option<Square> {
        let mut ahead = *self;
        let file = ahead.take(digit)?;
        let rank = ahead.take(digit)?;
        let square = Square::new(file, rank)?;
        *self = ahead;
        Some(square)
    }

    /// A kind as moves and diagrams name it.
    pub(super) fn kind(&mut self) -> Option<Kind> {
        for (text, kind) in
            [("成香", Kind::PRO_LANCE), ("成桂", Kind::PRO_KNIGHT), ("成銀", Kind::PRO_SILVER)]
        {
            if self.eat(text) {
                return Some(kind);
            }
        }
        self.take(kind_of)
    }

    /// A number in kanji or digits, up to 99.
    pub(super) fn number(&mut self) -> Option<u32> {
        let mut ahead = *self;
        let numeral = |c: char| digit(c).filter(|_| RANKS.contains(&c)).map(u32::from);
        let first = ahead.take(numeral);
        let number = match (first, ahead.eat("十")) {
            (tens, true) => tens.unwrap_or(1) * 10 + ahead.take(numeral).unwrap_or(0),
            (Some(one), false) => one,
            (None, false) => {
                let decimal =
                    |c: char| if c == '０' { Some(0) } else { c.to_digit(10).or(digit(c).map(u32::from)) };
                let first = ahead.take(decimal)?;
                ahead.take(decimal).map_or(first, |second| first * 10 + second)
            }
        };
        *self = ahead;
        Some(number)
    }
}

/// 1 to 9 as a plain or wide digit or as kanji.
fn digit(c: char) -> Option<u8> {
    let index = |list: [char; 9]| list.iter().position(|&other| other == c);
    let plain = c.to_digit(10).filter(|&n| n > 0).map(|n| n as u8);
    plain.or_else(|| index(FILES).or(index(RANKS)).map(|i| i as u8 + 1))
}

/// The kind that one character stands for.
pub(super) fn kind_of(c: char) -> Option<Kind> {
    Some(match c {
        '歩' => Kind::PAWN,
        '香' => Kind::LANCE,
        '桂' => Kind::KNIGHT,
        '銀' => Kind::SILVER,
        '金' => Kind::GOLD,
        '角' => Kind::BISHOP,
        '飛' => Kind::ROOK,
        '玉' | '王' => Kind::KING,
        'と' => Kind::PRO_PAWN,
        '杏' => Kind::PRO_LANCE,
        '圭' => Kind::PRO_KNIGHT,
        '全' => Kind::PRO_SILVER,
        '馬' => Kind::HORSE,
        '竜' | '龍' => Kind::DRAGON,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_kinds() {
        for (text, number) in
            [("十八", 18), ("十", 10), ("二", 2), ("18", 18), ("１８", 18), ("3", 3), ("二十", 20)]
        {
            let mut cursor = Cursor::new(text, 5);
            assert_eq!(cursor.number(), Some(number), "{text}");
            assert_eq!((cursor.rest, cursor.at), ("", 5 + text.len()));
        }
        assert_eq!(Cursor::new("歩", 0).number(), None);
    }
}
