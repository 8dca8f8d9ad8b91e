//! Certificates as compressed records (docs/certificate.md).
//!
//! Idea: a position is told from the one before it, which it mostly resembles; a reference is the distance
//! from the row it stands in; what is left to be said is said by a general compressor, in blocks that
//! each have a checksum, so that a damaged file is refused at the damage.
//!
//! Invariant: the rows are those of the text.

use std::io::{self, Write};

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

use super::certificate::{PartOpening, Target};
use super::replies::Replies;
use super::writer::Encoder;

/// What the file begins with, and the version of the form.
const OPENING: [u8; 9] = *b"\x89PDC\r\n\x1a\n\x02";

/// Bytes of a block before it is compressed: more would hardly make it smaller, since the compressor looks
/// back 32 KiB.
const BLOCK: usize = 256 << 10;

/// Writes records.
#[derive(Debug)]
pub(super) struct Binary<W> {
    out: W,
    /// What the next block will hold.
    raw: Vec<u8>,
    packed: Vec<u8>,
    compress: Compress,
    blocks: u64,
    /// What the next row is told from.
    last_id: u64,
    last_position: Vec<u8>,
}

/// A signed number as a positive one: 0, -1, 1, -2, …
fn folded(number: u64) -> u64 {
    (number << 1) ^ ((number as i64) >> 63) as u64
}

impl<W: Write> Binary<W> {
    pub(super) fn new(out: W) -> Binary<W> {
        Binary {
            out,
            raw: Vec::with_capacity(BLOCK * 2),
            packed: Vec::new(),
            // The level at which more effort stops to pay.
            compress: Compress::new(Compression::new(6), false),
            blocks: 0,
            last_id: 0,
            last_position: Vec::new(),
        }
    }

    /// Seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.raw.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.raw.push(number as u8);
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.raw.extend_from_slice(text);
    }

    fn target(&mut self, target: Target) {
        let last = self.last_id;
        match target {
            Target::End => self.number(0),
            Target::Settled => self.number(1),
            Target::Inline(moves) => {
                self.number(2);
                self.number(moves.into());
            }
            Target::Position(id) => self.number(3 + 2 * folded(last.wrapping_sub(id))),
            Target::Follows(id) => self.number(4 + 2 * folded(last.wrapping_sub(id))),
        }
    }

    /// Writes full blocks, or all that there is.
    fn flush(&mut self, all: bool) -> io::Result<()> {
        while self.raw.len() >= BLOCK || (all && !self.raw.is_empty()) {
            let rest = self.raw.split_off(self.raw.len().min(BLOCK));
            self.pack()?;
            self.block()?;
            self.raw = rest;
        }
        Ok(())
    }

    fn pack(&mut self) -> io::Result<()> {
        self.compress.reset();
        self.packed.clear();
        // What cannot be compressed grows by a few bytes in each 16 KiB or so.
        self.packed.reserve(self.raw.len() + self.raw.len() / 256 + 64);
        let status = self.compress.compress_vec(&self.raw, &mut self.packed, FlushCompress::Finish);
        match status {
            Ok(Status::StreamEnd) => Ok(()),
            _ => Err(io::Error::other("a block could not be compressed")),
        }
    }

    fn block(&mut self) -> io::Result<()> {
        self.blocks += 1;
        let mut crc = Crc::new();
        crc.update(&self.blocks.to_le_bytes());
        crc.update(&self.raw);
        for word in [self.packed.len() as u32, self.raw.len() as u32, crc.sum()] {
            self.out.write_all(&word.to_le_bytes())?;
        }
        self.out.write_all(&self.packed)
    }

    /// Writes what is still kept back.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.flush(true)?;
        self.packed.clear();
        self.block()?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// How many bytes two texts have in common at their beginning.
fn common<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

impl<W: Write> Encoder for Binary<W> {
    fn heading(&mut self, fields: [&str; 5]) -> io::Result<()> {
        self.out.write_all(&OPENING)?;
        fields.into_iter().for_each(|field| self.text(field.as_bytes()));
        self.flush(false)
    }

    fn part(&mut self, question: &str, opening: PartOpening) -> io::Result<()> {
        self.raw.push(b'P');
        self.text(question.as_bytes());
        self.raw.push(u8::from(opening.proved) | u8::from(opening.ranked) << 1);
        self.last_id = 0;
        self.flush(false)
    }

    fn position(&mut self, id: u64, position: &str, moves: &Replies) -> io::Result<()> {
        self.raw.push(b'L');
        self.number(folded(id.wrapping_sub(self.last_id).wrapping_sub(1)));
        self.last_id = id;
        let (last, bytes) = (std::mem::take(&mut self.last_position), position.as_bytes());
        let prefix = common(last.iter(), bytes.iter());
        let suffix = common(last[prefix..].iter().rev(), bytes[prefix..].iter().rev());
        self.number(prefix as u64);
        self.number(suffix as u64);
        self.text(&bytes[prefix..bytes.len() - suffix]);
        self.last_position = last;
        self.last_position.clear();
        self.last_position.extend_from_slice(bytes);
        self.number(moves.len() as u64);
        for (name, target) in moves.iter() {
            self.text(name.as_bytes());
            self.target(target);
        }
        self.flush(false)
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        self.raw.push(b'F');
        self.number(ids.len() as u64);
        let mut last = self.last_id;
        for &id in ids {
            self.number(folded(last.wrapping_sub(id)));
            last = id;
        }
        self.flush(false)
    }

    fn end(&mut self, root: Target, positions: u64, moves: u64) -> io::Result<()> {
        self.raw.push(b'E');
        self.target(root);
        self.number(positions);
        self.number(moves);
        self.flush(false)
    }
}
