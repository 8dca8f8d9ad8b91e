//! The bytes of a checkpoint: sections, each with its sum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PDCK` and the number of the form |
//! | sections | name (4 bytes), length (4), contents, CRC-32 of all three |
//! | the last section | how many sections and bytes there were, and the CRC-32 of their sums |
//!
//! Numbers stand as varints, seven bits a byte, the lowest first. A part that is longer than a section goes
//! on in the next one of its name. Nothing stands behind the last section.
//!
//! Invariant: what differs from a written file in any byte, or ends earlier, is refused.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

use super::CheckpointError;

/// The first bytes of every checkpoint.
const MAGIC: [u8; 4] = *b"PDCK";

/// The form that is written and read: one more whenever a reader of before would read something else. It
/// stands also for what table entries, keys and the states of searches mean.
pub(super) const FORM: u32 = 1;

/// Bytes after which a section ends: one write to the disk, and little beside any table.
const SECTION_BYTES: usize = 4 << 20;

/// The most bytes that a section can have: an entry or a line of play may cross the end.
const MOST_BYTES: usize = SECTION_BYTES + (1 << 20);

/// The name of a section.
pub(crate) type Name = [u8; 4];

/// The last section.
const FOOT: Name = *b"FOOT";

/// Writes sections.
pub(crate) struct Writer<'w> {
    out: &'w mut dyn Write,
    name: Name,
    buffer: Vec<u8>,
    sections: u64,
    bytes: u64,
    sums: Hasher,
}

impl<'w> Writer<'w> {
    /// Begins a checkpoint.
    pub(crate) fn new(out: &'w mut dyn Write) -> io::Result<Writer<'w>> {
        out.write_all(&MAGIC)?;
        out.write_all(&FORM.to_le_bytes())?;
        let buffer = Vec::with_capacity(MOST_BYTES);
        Ok(Writer { out, name: FOOT, buffer, sections: 0, bytes: 8, sums: Hasher::new() })
    }

    /// Begins a part. What was written before is complete.
    pub(crate) fn part(&mut self, name: Name) -> io::Result<()> {
        self.end_section()?;
        self.name = name;
        Ok(())
    }

    /// Says that one thing ends here: a section may, too.
    #[inline]
    pub(crate) fn item(&mut self) -> io::Result<()> {
        if self.buffer.len() < SECTION_BYTES { Ok(()) } else { self.end_section() }
    }

    /// A byte.
    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.buffer.push(byte);
    }

    /// Bytes as they are, fewer than a section has.
    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// A number.
    #[inline]
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        let mut number = number.into();
        while number >= 0x80 {
            self.buffer.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.buffer.push(number as u8);
    }

    /// A text or another run of bytes, of any length.
    pub(crate) fn long(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.number(bytes.len() as u64);
        for piece in bytes.chunks(SECTION_BYTES) {
            self.item()?;
            self.bytes(piece);
        }
        self.item()
    }

    /// Ends the checkpoint.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.end_section()?;
        let sums = self.sums.clone().finalize();
        let (sections, bytes) = (self.sections, self.bytes);
        self.name = FOOT;
        self.number(sections);
        self.number(bytes);
        self.bytes(&sums.to_le_bytes());
        self.end_section()?;
        self.out.flush()
    }

    fn end_section(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let length = (self.buffer.len() as u32).to_le_bytes();
        let sum = sum_of(self.name, &self.buffer).to_le_bytes();
        self.out.write_all(&self.name)?;
        self.out.write_all(&length)?;
        self.out.write_all(&self.buffer)?;
        self.out.write_all(&sum)?;
        self.sums.update(&sum);
        self.sections += 1;
        self.bytes += 12 + self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

fn sum_of(name: Name, contents: &[u8]) -> u32 {
    let mut sum = Hasher::new();
    sum.update(&name);
    sum.update(&(contents.len() as u32).to_le_bytes());
    sum.update(contents);
    sum.finalize()
}

/// Reads sections.
pub(crate) struct Sections<R> {
    input: R,
    sections: u64,
    bytes: u64,
    sums: Hasher,
}

impl<R: Read> Sections<R> {
    /// Reads the first bytes.
    pub(crate) fn new(mut input: R) -> Result<Sections<R>, CheckpointError> {
        let mut begin = [0; 8];
        fill(&mut input, &mut begin).map_err(|error| match error {
            CheckpointError::Damaged(_) => CheckpointError::NotOne,
            error => error,
        })?;
        if begin[..4] != MAGIC {
            return Err(CheckpointError::NotOne);
        }
        let form = u32::from_le_bytes([begin[4], begin[5], begin[6], begin[7]]);
        if form != FORM {
            return Err(CheckpointError::Form { found: form, expected: FORM });
        }
        Ok(Sections { input, sections: 0, bytes: 8, sums: Hasher::new() })
    }

    /// The next section; `None` behind the last one, if all was there.
    pub(crate) fn next(&mut self) -> Result<Option<(Name, Vec<u8>)>, CheckpointError> {
        let mut head = [0; 8];
        fill(&mut self.input, &mut head)?;
        let name: Name = [head[0], head[1], head[2], head[3]];
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if length > MOST_BYTES {
            return Err(CheckpointError::Damaged("a section is longer than any"));
        }
        let mut contents = Vec::new();
        let read = (&mut self.input).take(length as u64).read_to_end(&mut contents);
        if read.map_err(CheckpointError::unreadable)? < length {
            return Err(CheckpointError::CUT);
        }
        let mut sum = [0; 4];
        fill(&mut self.input, &mut sum)?;
        if u32::from_le_bytes(sum) != sum_of(name, &contents) {
            return Err(CheckpointError::Damaged("a sum is wrong"));
        }
        if name == FOOT {
            return self.foot(&contents).map(|()| None);
        }
        self.sums.update(&sum);
        self.sections += 1;
        self.bytes += 12 + length as u64;
        Ok(Some((name, contents)))
    }

    fn foot(&mut self, contents: &[u8]) -> Result<(), CheckpointError> {
        let mut foot = Contents::new(contents);
        let told = (foot.number(), foot.number(), foot.array::<4>().map(u32::from_le_bytes));
        let found = (self.sections, self.bytes, self.sums.clone().finalize());
        if told != (Some(found.0), Some(found.1), Some(found.2)) || !foot.is_empty() {
            return Err(CheckpointError::Damaged("a section is missing or was moved"));
        }
        let more = (&mut self.input).take(1).read_to_end(&mut Vec::new());
        if more.map_err(CheckpointError::unreadable)? > 0 {
            return Err(CheckpointError::Damaged("something stands behind its end"));
        }
        Ok(())
    }
}

fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), CheckpointError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => CheckpointError::CUT,
        _ => CheckpointError::unreadable(error),
    })
}

/// What a part says, to be read from its beginning. `None` where it ends too early or cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents<'c>(&'c [u8]);

impl<'c> Contents<'c> {
    pub(crate) fn new(bytes: &'c [u8]) -> Contents<'c> {
        Contents(bytes)
    }

    /// Whether all has been read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A byte.
    #[inline]
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// So many bytes.
    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number.
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift > 63 || bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }

    /// A number of 32 bits.
    #[inline]
    pub(crate) fn short(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// All that has not been read.
    pub(crate) fn rest(self) -> &'c [u8] {
        self.0
    }

    /// What [`Writer::long`] wrote.
    pub(crate) fn long(&mut self) -> Option<&'c [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[(Name, &[u8])]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out).unwrap();
        for &(name, contents) in parts {
            writer.part(name).unwrap();
            writer.bytes(contents);
        }
        writer.finish().unwrap();
        out
    }

    fn read(bytes: &[u8]) -> Result<Vec<(Name, Vec<u8>)>, CheckpointError> {
        let mut sections = Sections::new(bytes)?;
        let mut found = Vec::new();
        while let Some(section) = sections.next()? {
            found.push(section);
        }
        Ok(found)
    }

    #[test]
    fn numbers_survive_and_others_are_none() {
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out).unwrap();
        let numbers: Vec<u64> =
            (0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit]).chain([u64::MAX]).collect();
        numbers.iter().for_each(|&number| writer.number(number));
        let buffer = writer.buffer.clone();
        let mut contents = Contents::new(&buffer);
        assert!(numbers.iter().all(|&number| contents.number() == Some(number)) && contents.is_empty());
        assert_eq!(Contents::new(&[0xff; 9]).number(), None, "it does not end");
        assert_eq!(Contents::new(&[0xff; 12]).number(), None, "more than 64 bits");
        assert_eq!(Contents::new(&[0x80, 0x80, 0x80, 0x80, 0x10]).short(), None, "more than 32 bits");
    }

    #[test]
    fn sections_survive_and_a_long_part_goes_on() {
        let long = vec![7; 3 * SECTION_BYTES + 5];
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out).unwrap();
        writer.part(*b"LONG").unwrap();
        writer.long(&long).unwrap();
        writer.finish().unwrap();
        let found = read(&out).unwrap();
        assert!(found.len() >= 3 && found.iter().all(|(name, _)| name == b"LONG"));
        let all: Vec<u8> = found.into_iter().flat_map(|(_, contents)| contents).collect();
        assert_eq!(Contents::new(&all).long(), Some(&long[..]));
    }

    #[test]
    fn every_change_is_seen() {
        let whole = written(&[(*b"AAAA", b"first"), (*b"BBBB", b"second"), (*b"BBBB", b"second")]);
        assert_eq!(read(&whole).unwrap().len(), 3);
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                assert!(read(&changed).is_err(), "bit {bit} of byte {at}");
            }
            assert!(read(&whole[..at]).is_err(), "cut at {at}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(read(&longer), Err(CheckpointError::Damaged("something stands behind its end")));
        // Sections whose own sums are right.
        let section = 12 + 6;
        let mut missing = whole.clone();
        missing.drain(8 + 12 + 5..8 + 12 + 5 + section);
        assert_eq!(read(&missing), Err(CheckpointError::Damaged("a section is missing or was moved")));
        assert_eq!(read(b"PD"), Err(CheckpointError::NotOne));
        let later = [&MAGIC[..], &9u32.to_le_bytes(), &whole[8..]].concat();
        assert_eq!(read(&later), Err(CheckpointError::Form { found: 9, expected: FORM }));
    }
}
