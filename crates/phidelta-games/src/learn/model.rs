//! A model as a file: a few lines for people, then the packed weights.
//!
//! ```text
//! phidelta model, version 1
//! game: othello 8x8
//! made by: phidelta learn othello --positions 300000 --seed 1
//! contents: 911016 bytes, checksum 0123456789abcdef
//!
//! (a zlib stream)
//! ```
//!
//! The checksum is over the lines before it and the unpacked contents, so that no part of a file can be
//! changed unnoticed. What the contents mean is the game's affair.
//!
//! Invariant: what is read is what was written, or an error that says what is wrong.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// The first line.
const TITLE: &str = "phidelta model, version ";
/// The version written, and the only one read.
const VERSION: &str = "1";
/// More bytes than any model has: a file that says more is damaged.
const MOST_BYTES: usize = 64 << 20;

/// Learned numbers of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Model {
    /// The game it is for, with its variant.
    pub game: String,
    /// The command that makes it.
    pub made_by: String,
    /// The numbers, as the game reads them.
    pub contents: Vec<u8>,
}

/// Why a model is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It does not begin as one.
    #[error("not a model: expected 'phidelta model, version {VERSION}' as the first line")]
    NotAModel,
    /// It is of another version.
    #[error("a model of version {0}; this program reads version {VERSION}")]
    Version(String),
    /// It is for another game.
    #[error("a model for {found}; expected one for {expected}")]
    OtherGame {
        /// The game it is for.
        found: String,
        /// The game it was to be for.
        expected: String,
    },
    /// A part of it is missing or has been changed.
    #[error("a damaged model: {0}")]
    Damaged(&'static str),
}

impl Model {
    /// What a command has made for a game.
    pub fn new(game: impl Into<String>, made_by: impl Into<String>, contents: Vec<u8>) -> Model {
        Model { game: game.into(), made_by: made_by.into(), contents }
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = format!("{TITLE}{VERSION}\ngame: {}\nmade by: {}\n", self.game, self.made_by);
        let check = checksum(&[head.as_bytes(), &self.contents]);
        let rest = format!("contents: {} bytes, checksum {check:016x}\n\n", self.contents.len());
        let mut file = [head.into_bytes(), rest.into_bytes()].concat();
        let mut packer = ZlibEncoder::new(&mut file, Compression::best());
        // Into memory nothing can fail.
        packer.write_all(&self.contents).and_then(|()| packer.finish().map(|_| ())).expect("memory");
        file
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        let (head, packed) = split(bytes).ok_or(ModelError::NotAModel)?;
        let mut lines = head.lines();
        let title = lines.next().and_then(|line| line.strip_prefix(TITLE)).ok_or(ModelError::NotAModel)?;
        if title != VERSION {
            return Err(ModelError::Version(title.into()));
        }
        let mut field = |name: &str| lines.next().and_then(|line| line.strip_prefix(name));
        let missing = ModelError::Damaged("a line of its head is missing");
        let game = field("game: ").ok_or(missing.clone())?;
        let made_by = field("made by: ").ok_or(missing.clone())?;
        let contents = field("contents: ").ok_or(missing.clone())?;
        let (length, check) = contents.split_once(" bytes, checksum ").ok_or(missing.clone())?;
        let length: usize = length.parse().map_err(|_| missing.clone())?;
        let check = u64::from_str_radix(check, 16).map_err(|_| missing)?;
        if length > MOST_BYTES {
            return Err(ModelError::Damaged("it says to be larger than any model"));
        }
        let mut unpacked = Vec::new();
        // A byte more than promised is enough to see that there are too many.
        let read = ZlibDecoder::new(packed).take(length as u64 + 1).read_to_end(&mut unpacked);
        if read.is_err() || unpacked.len() != length {
            return Err(ModelError::Damaged("its contents cannot be unpacked"));
        }
        let model = Model { game: game.into(), made_by: made_by.into(), contents: unpacked };
        let head = format!("{TITLE}{VERSION}\ngame: {game}\nmade by: {made_by}\n");
        if checksum(&[head.as_bytes(), &model.contents]) != check {
            return Err(ModelError::Damaged("its checksum differs"));
        }
        Ok(model)
    }

    /// The same for a game: a model of another one is refused.
    pub fn for_game(bytes: &[u8], game: &str) -> Result<Model, ModelError> {
        let model = Model::from_bytes(bytes)?;
        if model.game != game {
            return Err(ModelError::OtherGame { found: model.game, expected: game.into() });
        }
        Ok(model)
    }
}

/// The lines for people and what follows the empty one.
fn split(bytes: &[u8]) -> Option<(&str, &[u8])> {
    /// More than the lines of any model take, in bytes.
    const MOST_HEAD: usize = 4096;
    let end =
        bytes.iter().take(MOST_HEAD).zip(bytes.iter().skip(1)).position(|pair| pair == (&b'\n', &b'\n'))?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 2..]))
}

/// FNV-1a of 64 bits: enough against damage, no protection against malice.
fn checksum(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let contents = (0..1000u32).map(|i| (i * i % 251) as u8).collect();
        Model { game: "othello 8x8".into(), made_by: "phidelta learn othello".into(), contents }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Model::for_game(&model().to_bytes(), "othello 8x8"), Ok(model()));
    }

    /// Any byte changed, any byte cut off: an error, never another model.
    #[test]
    fn damage_is_noticed() {
        let whole = model().to_bytes();
        for place in 0..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            let read = Model::from_bytes(&changed);
            // Some bits of a packed stream mean nothing.
            assert!(read.is_err() || read == Ok(model()), "byte {place}");
            assert!(Model::from_bytes(&whole[..place]).is_err(), "the first {place} bytes");
        }
    }

    #[test]
    fn other_files_are_refused_with_their_reason() {
        assert_eq!(Model::from_bytes(b"hello\n\nworld"), Err(ModelError::NotAModel));
        assert_eq!(Model::from_bytes(b""), Err(ModelError::NotAModel));
        let text = b"phidelta model, version 7\n\n";
        assert_eq!(Model::from_bytes(text), Err(ModelError::Version("7".into())));
        let error = Model::for_game(&model().to_bytes(), "othello 6x6").unwrap_err();
        assert_eq!(error.to_string(), "a model for othello 8x8; expected one for othello 6x6");
    }
}
