//! Game records: KIF, KI2, CSA and JKF in, KIF out.
//!
//! A file holds one record or several; each has a starting position and moves of its main line. The
//! position is read strictly, for a slip there would change the answer. Moves are read when they are
//! asked for: the problem is usually the starting position, whatever was played later.
//!
//! The crate `shogi-kifu-converter` (0.2.2) reads these formats, too, and the tests compare with it. It is
//! not used here, because a mate problem needs what it does not give: a diagram with a slip in it becomes
//! the starting position of a game without a word, 後手番 is not seen, the last row is lost if no row
//! ends it, CSA's `00AL` forgets what is in the other hand, reading stops silently at a move it does not
//! know, and it panics on several texts (a variation beyond the end, five golds, an empty list of moves).
//!
//! Invariant: no bytes make the readers panic; what is written is read back as the same position and moves.

mod csa;
mod diagram;
mod draft;
mod error;
mod handicap;
mod jkf;
mod kakinoki;
mod moves;
mod pasted;
mod words;
mod write;

pub use error::KifuError;
pub use moves::read_moves;
pub use pasted::sfen_within;
pub use write::{KifuEnd, KifuNode, KifuTree};

use super::error::{SfenError, SfenErrorKind};
use super::mv::Move;
use super::position::Position;
use super::tsume::Tsume;
use draft::Record;

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KifuFormat {
    /// KIF or KI2: headers, a diagram, moves with numbers or with ▲ and △.
    Kif,
    /// The format of the Computer Shogi Association.
    Csa,
    /// JSON Kifu Format.
    Jkf,
}

impl KifuFormat {
    /// The format that a file's name promises.
    pub fn of_name(name: &str) -> Option<KifuFormat> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "ki2" | "ki2u" => KifuFormat::Kif,
            "csa" => KifuFormat::Csa,
            "jkf" | "json" => KifuFormat::Jkf,
            _ => return None,
        })
    }

    /// The format that a text looks like; `None` if like none of them.
    pub fn of_text(text: &str) -> Option<KifuFormat> {
        let text = text.trim_start();
        if text.starts_with(['{', '[']) {
            return Some(KifuFormat::Jkf);
        }
        pasted::unwrapped(text).lines().map(str::trim).find_map(look).flatten()
    }
}

/// What a row says about the format of its text: `None` nothing, `Some(None)` that it is no record.
fn look(row: &str) -> Option<Option<KifuFormat>> {
    let first = row.split_whitespace().next().unwrap_or_default();
    if first.matches('/').count() >= 8
        || matches!(first, "position" | "sfen" | "startpos")
        || sfen_within(row).is_some()
    {
        return Some(None);
    }
    let csa = ["V2", "V3", "PI", "N+", "N-", "P+", "P-", "$"].iter().any(|word| row.starts_with(word))
        || matches!(row.as_bytes(), [b'P', b'1'..=b'9', b'+' | b'-' | b' ' | b'*', ..]);
    if csa {
        return Some(Some(KifuFormat::Csa));
    }
    let kif = row.starts_with("#KIF")
        || row.starts_with("+--")
        || row.starts_with(words::MARKS)
        || row.starts_with("手数")
        || words::split_header(row).is_some() && !row.starts_with('#')
        || diagram::is_rank(row)
        || diagram::is_decoration(row);
    kif.then_some(Some(KifuFormat::Kif))
}

/// The text of a record's bytes: UTF-8, UTF-16 behind its mark, or else Shift-JIS as Windows has it.
pub fn decode_kifu(bytes: &[u8]) -> Result<String, KifuError> {
    if let Some((wide, mark)) = encoding_rs::Encoding::for_bom(bytes)
        && wide != encoding_rs::UTF_8
    {
        let text = wide.decode_without_bom_handling_and_without_replacement(&bytes[mark..]);
        let wrong = || KifuError::of_row(1, "bytes of no known text", "text in UTF-16, as its mark says");
        return text.map(std::borrow::Cow::into_owned).ok_or_else(wrong);
    }
    let (text, from) = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_string()),
        Err(error) => {
            (encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes), error)
        }
    };
    text.map(std::borrow::Cow::into_owned).ok_or_else(|| {
        let line = 1 + bytes[..from.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        KifuError::of_row(line, "bytes of no known text", "text in UTF-8 or Shift-JIS")
    })
}

/// The records of a file.
#[derive(Clone, Debug)]
pub struct Kifu {
    text: String,
    records: Vec<Record>,
}

impl Kifu {
    /// Reads all records of a text. There is at least one.
    pub fn read(text: &str, format: KifuFormat) -> Result<Kifu, KifuError> {
        let unwrapped = if format == KifuFormat::Jkf { text.to_string() } else { pasted::unwrapped(text) };
        let text = unwrapped.as_str();
        let records = match format {
            KifuFormat::Kif => kakinoki::read(text),
            KifuFormat::Csa => csa::read(text),
            KifuFormat::Jkf => jkf::read(text),
        };
        let records = records.map_err(|error| KifuError::new(text, error))?;
        if records.is_empty() {
            let end = text.trim_end().len();
            let none = SfenError::unexpected(end..end, "no position in it", "a diagram or a game");
            return Err(KifuError::new(text, none));
        }
        Ok(Kifu { text: text.to_string(), records })
    }

    /// How many records there are.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// The starting position of a record. If the record does not say what the defender has in hand, he
    /// has all that is not in play; the side to move attacks.
    pub fn start(&self, record: usize) -> &Position {
        &self.records[record].start
    }

    /// What the problem of a record is called, if its head says so.
    pub fn title(&self, record: usize) -> Option<&str> {
        self.header(record, &["作品名", "題名", "表題", "タイトル"])
    }

    /// Who composed the problem of a record, if its head says so.
    pub fn author(&self, record: usize) -> Option<&str> {
        self.header(record, &["作者", "作家", "著者"])
    }

    fn header(&self, record: usize, keys: &[&str]) -> Option<&str> {
        let headers = &self.records[record].headers;
        let found =
            keys.iter().find_map(|key| headers.iter().find(|(name, text)| name == key && !text.is_empty()));
        found.map(|(_, text)| text.as_str())
    }

    /// How many moves the main line of a record has.
    pub fn plies(&self, record: usize) -> usize {
        self.records[record].moves.len()
    }

    /// The first `plies` moves of a record.
    pub fn moves(&self, record: usize, plies: usize) -> Result<Vec<Move>, KifuError> {
        let mut position = self.start(record).clone();
        let mut line: Vec<Move> = Vec::new();
        for written in self.records[record].moves.iter().take(plies) {
            let last = line.last().map(|mv| mv.to());
            let mv = written.find(&position, last).map_err(|error| KifuError::new(&self.text, error))?;
            position.play(mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// The mate problem after `plies` moves of a record.
    pub fn problem(&self, record: usize, plies: usize) -> Result<Tsume, KifuError> {
        let position = self.position(record, plies)?;
        let defender = position.side().flip();
        Tsume::new(position).ok_or_else(|| self.refused(record, SfenErrorKind::NoKing(defender)))
    }

    /// The problem of mating the side to move after some moves of a record's main line.
    pub fn mated_problem(&self, record: usize, plies: usize) -> Result<Tsume, KifuError> {
        Tsume::mated(self.position(record, plies)?).map_err(|kind| self.refused(record, kind))
    }

    /// The position after some moves of a record's main line.
    fn position(&self, record: usize, plies: usize) -> Result<Position, KifuError> {
        let count = self.plies(record);
        if plies > count {
            let found = format!("this record has {count} moves");
            let expected = "as many as were asked for";
            return Err(self.refused(record, SfenErrorKind::Unexpected { found, expected }));
        }
        let mut position = self.start(record).clone();
        for mv in self.moves(record, plies)? {
            position.play(mv);
        }
        Ok(position)
    }

    /// What is wrong with a record as a whole.
    fn refused(&self, record: usize, kind: SfenErrorKind) -> KifuError {
        KifuError::new(&self.text, SfenError::at(self.records[record].place.clone(), kind))
    }
}
