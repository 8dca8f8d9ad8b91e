//! The binary form: the same lines as records, in compressed blocks with checksums (docs/certificate.md).
//!
//! A block says how long it is, packed and unpacked, and has a checksum of what is in it and of its place
//! in the file: a flipped bit, a missing block or the wrong order shows before anything is made of it.
//! Blocks are small, and texts grow only as their bytes arrive, so that a few wrong bytes cannot ask for
//! much memory.

use std::io::BufRead;
use std::ops::Range;

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::input::{Limits, Refusal, is_hidden};
use crate::reader::{Heading, Line, Target};
use crate::text::TOO_LONG;

/// What the file begins with. The first byte begins no text; the line ends show if a transfer has changed
/// them.
pub(crate) const MAGIC: [u8; 8] = *b"\x89PDC\r\n\x1a\n";

/// The version of the form that is read.
const VERSION: u8 = 2;

/// The most bytes of a block, unpacked.
const LONGEST_BLOCK: u32 = 256 << 10;
/// The most bytes of a block as it is packed: nothing needs twice as many.
const LONGEST_PACKED: u32 = 2 * LONGEST_BLOCK;

/// Lines that the heading has as text: records are counted on from there.
const HEADING_LINES: u64 = 5;

/// The records of a certificate.
pub(crate) struct Records<R> {
    blocks: Blocks<R>,
    longest: u64,
    number: u64,
    last_id: u64,
    /// The last position read, which the next one is told from.
    position: Vec<u8>,
    question: Vec<u8>,
    names: Vec<u8>,
    moves: Vec<(Range<usize>, Target)>,
}

impl<R: BufRead> Records<R> {
    /// Reads the heading.
    pub(crate) fn new(reader: R, limits: &Limits) -> Result<(Records<R>, Heading), Refusal> {
        let blocks = Blocks {
            reader,
            inflate: Decompress::new(false),
            packed: Vec::new(),
            raw: Vec::new(),
            at: 0,
            count: 0,
            ended: false,
        };
        let mut records = Records {
            blocks,
            longest: limits.heading(),
            number: 1,
            last_id: 0,
            position: Vec::new(),
            question: Vec::new(),
            names: Vec::new(),
            moves: Vec::new(),
        };
        let heading = records.heading().map_err(|reason| Refusal::at(records.number, reason))?;
        records.number = HEADING_LINES;
        records.longest = limits.in_part();
        Ok((records, heading))
    }

    fn heading(&mut self) -> Result<Heading, String> {
        let mut opening = [0; MAGIC.len() + 1];
        self.blocks.reader.read_exact(&mut opening).map_err(|error| error.to_string())?;
        if opening[..MAGIC.len()] != MAGIC {
            return Err("neither a text nor a binary certificate".into());
        }
        if opening[MAGIC.len()] != VERSION {
            let version = opening[MAGIC.len()];
            return Err(format!("version '{version}' of the binary form, expected {VERSION}"));
        }
        let mut next = || {
            self.number += 1;
            let mut text = Vec::new();
            self.blocks.text(self.longest, &mut text)?;
            // The limit is for all texts of the heading together.
            self.longest -= text.len() as u64;
            shown(&text)?;
            String::from_utf8(text).map_err(|_| NOT_UTF8.to_string())
        };
        let (game, rules, position) = (next()?, next()?, next()?);
        let (question, answer) = (next()?, next()?);
        Ok(Heading { game, rules, position, question, answer })
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn next_line(&mut self) -> Result<Option<Line<'_>>, Refusal> {
        self.number += 1;
        let number = self.number;
        self.record().map_err(|reason| Refusal::at(number, reason))
    }

    fn record(&mut self) -> Result<Option<Line<'_>>, String> {
        let Some(kind) = self.blocks.kind()? else { return Ok(None) };
        match kind {
            b'P' => {
                self.blocks.text(self.longest, &mut self.question)?;
                let flags = self.blocks.byte()?;
                if flags > 3 {
                    return Err("unknown signs of a part".into());
                }
                self.last_id = 0;
                let question = shown(&self.question)?;
                Ok(Some(Line::Part { question, proved: flags & 1 != 0, ranked: flags & 2 != 0 }))
            }
            b'L' => self.position().map(Some),
            b'F' => {
                let count = self.blocks.number()?;
                if count == 0 {
                    return Err("nothing to be forgotten".into());
                }
                let mut ids = Vec::new();
                let mut last = self.last_id;
                for _ in 0..count {
                    last = last.wrapping_sub(unfolded(self.blocks.number()?));
                    ids.push(last);
                    if ids.len() as u64 * 8 > self.longest {
                        return Err(TOO_LONG.into());
                    }
                }
                Ok(Some(Line::Forget(ids)))
            }
            b'E' => {
                let root = self.target()?;
                let (positions, moves) = (self.blocks.number()?, self.blocks.number()?);
                Ok(Some(Line::End { root, positions, moves }))
            }
            _ => Err(format!("a record of the unknown kind {kind}")),
        }
    }

    fn position(&mut self) -> Result<Line<'_>, String> {
        self.last_id = self.last_id.wrapping_add(1).wrapping_add(unfolded(self.blocks.number()?));
        let (prefix, suffix) = (self.blocks.number()?, self.blocks.number()?);
        let length = self.position.len() as u64;
        if prefix.checked_add(suffix).is_none_or(|both| both > length) {
            return Err("more of the last position than it has".into());
        }
        let tail = self.position.split_off((length - suffix) as usize);
        let last = self.position.split_off(prefix as usize);
        let room = self.longest.saturating_sub(prefix + suffix);
        self.blocks.more_text(room, &mut self.position)?;
        // As much as they have in common, at the beginning first: there is one way to say it.
        let between = &self.position[prefix as usize..];
        let begins = |bytes: &[u8]| bytes.first().or(tail.first()).copied();
        let more_before = begins(&last).is_some() && begins(&last) == begins(between);
        let more_behind = last.last().is_some() && last.last() == between.last();
        if more_before || more_behind {
            return Err("less of the last position than is the same".into());
        }
        self.position.extend(tail);
        let count = self.blocks.number()?;
        self.names.clear();
        self.moves.clear();
        for _ in 0..count {
            let from = self.names.len();
            self.blocks.more_text(self.longest.saturating_sub(from as u64), &mut self.names)?;
            let to = self.names.len();
            let target = self.target()?;
            self.moves.push((from..to, target));
            if self.moves.len() as u64 * 8 > self.longest {
                return Err(TOO_LONG.into());
            }
        }
        let (position, names) = (shown(&self.position)?, shown(&self.names)?);
        let name = |range: &Range<usize>| names.get(range.clone()).ok_or("a name of a move is not UTF-8");
        let moves = self.moves.iter().map(|(range, target)| Ok((name(range)?, *target)));
        Ok(Line::Position { id: self.last_id, position, moves: moves.collect::<Result<_, &str>>()? })
    }

    fn target(&mut self) -> Result<Target, String> {
        let code = self.blocks.number()?;
        let id = || self.last_id.wrapping_sub(unfolded((code - 3) >> 1));
        Ok(match code {
            0 => Target::End,
            1 => Target::Settled,
            2 => Target::Inline(self.blocks.number()?),
            _ if code.is_multiple_of(2) => Target::Follows(id()),
            _ => Target::Position(id()),
        })
    }
}

const NOT_UTF8: &str = "not UTF-8";

/// Text of one field: what would not fit into a line is refused in this form, too.
fn shown(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| NOT_UTF8)?;
    // Nearly all are ASCII, of which that is quicker to see.
    let hidden = match text.is_ascii() {
        true => bytes.iter().any(u8::is_ascii_control),
        false => text.chars().any(is_hidden),
    };
    if hidden { Err("a control character in a text".into()) } else { Ok(text) }
}

/// A signed number that was folded into a positive one: 0, -1, 1, -2, …
fn unfolded(number: u64) -> u64 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// The bytes of all blocks, one after the other.
struct Blocks<R> {
    reader: R,
    inflate: Decompress,
    packed: Vec<u8>,
    raw: Vec<u8>,
    at: usize,
    count: u64,
    ended: bool,
}

const ENDS_EARLY: &str = "the certificate ends early";

impl<R: BufRead> Blocks<R> {
    /// The kind of the next record; `None` at the end of the file.
    fn kind(&mut self) -> Result<Option<u8>, String> {
        if !self.fill()? {
            return Ok(None);
        }
        self.byte().map(Some)
    }

    fn byte(&mut self) -> Result<u8, String> {
        if !self.fill()? {
            return Err(ENDS_EARLY.into());
        }
        self.at += 1;
        Ok(self.raw[self.at - 1])
    }

    /// A number in groups of seven bits, the lowest first.
    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 || shift > 0 && byte == 0 {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("a number that is none".into())
    }

    fn text(&mut self, longest: u64, out: &mut Vec<u8>) -> Result<(), String> {
        out.clear();
        self.more_text(longest, out)
    }

    /// Adds a text, as it arrives.
    fn more_text(&mut self, longest: u64, out: &mut Vec<u8>) -> Result<(), String> {
        let mut left = self.number()?;
        if left > longest {
            return Err(TOO_LONG.into());
        }
        while left > 0 {
            if !self.fill()? {
                return Err(ENDS_EARLY.into());
            }
            let part = left.min((self.raw.len() - self.at) as u64) as usize;
            out.extend_from_slice(&self.raw[self.at..self.at + part]);
            self.at += part;
            left -= part as u64;
        }
        Ok(())
    }

    /// Makes sure that there is a byte to be read; false at the end.
    fn fill(&mut self) -> Result<bool, String> {
        if self.at < self.raw.len() {
            return Ok(true);
        }
        if self.ended {
            return Ok(false);
        }
        self.count += 1;
        let mut sizes = [0; 12];
        self.reader.read_exact(&mut sizes).map_err(|_| ENDS_EARLY)?;
        let word = |at: usize| u32::from_le_bytes([sizes[at], sizes[at + 1], sizes[at + 2], sizes[at + 3]]);
        let (packed, raw, sum) = (word(0), word(4), word(8));
        if packed > LONGEST_PACKED || raw > LONGEST_BLOCK {
            return Err(format!("block {} is too long", self.count));
        }
        self.packed.resize(packed as usize, 0);
        self.reader.read_exact(&mut self.packed).map_err(|_| ENDS_EARLY)?;
        self.at = 0;
        self.raw.clear();
        self.ended = packed == 0 && raw == 0;
        if !self.ended {
            self.unpack(raw as usize)?;
        } else if self.reader.fill_buf().is_ok_and(|rest| !rest.is_empty()) {
            return Err("something follows the last block".into());
        }
        let mut crc = Crc::new();
        crc.update(&self.count.to_le_bytes());
        crc.update(&self.raw);
        if crc.sum() != sum {
            return Err(format!("block {} does not have its checksum", self.count));
        }
        Ok(!self.ended)
    }

    fn unpack(&mut self, length: usize) -> Result<(), String> {
        let count = self.count;
        let wrong = || format!("block {count} cannot be unpacked");
        self.inflate.reset(false);
        self.raw.resize(length, 0);
        let status = self
            .inflate
            .decompress(&self.packed, &mut self.raw, FlushDecompress::Finish)
            .map_err(|_| wrong())?;
        let whole =
            (self.packed.len() as u64, length as u64) == (self.inflate.total_in(), self.inflate.total_out());
        if status == Status::StreamEnd && whole && length > 0 { Ok(()) } else { Err(wrong()) }
    }
}
