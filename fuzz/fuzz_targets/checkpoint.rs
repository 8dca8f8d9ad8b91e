//! Any bytes as a checkpoint, as they are and with sums that fit: the reader says yes or no, does not panic,
//! and stays within its memory.
//!
//! The first byte of an input says what is done with the rest, which is a row of parts: a name, a length of
//! two bytes, the contents.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phidelta::{Checkpoint, Solver};

/// The names of parts.
const NAMES: [&[u8; 4]; 6] = [b"HEAD", b"SUBJ", b"JRNL", b"TABL", b"SRCH", b"ELSE"];

fn number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A file of these parts whose sums fit.
fn sealed(mut input: &[u8]) -> Vec<u8> {
    let mut file = b"PDCK\x01\0\0\0".to_vec();
    let (mut sums, mut sections) = (crc32fast::Hasher::new(), 0);
    while let [name, low, high, rest @ ..] = input {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (contents, rest) = rest.split_at(length);
        let begin = file.len();
        file.extend(NAMES[usize::from(*name) % NAMES.len()]);
        file.extend((length as u32).to_le_bytes());
        file.extend(contents);
        let sum = crc32fast::hash(&file[begin..]).to_le_bytes();
        file.extend(sum);
        sums.update(&sum);
        sections += 1;
        input = rest;
    }
    let mut foot = Vec::new();
    number(sections, &mut foot);
    number(file.len() as u64, &mut foot);
    foot.extend(sums.finalize().to_le_bytes());
    let begin = file.len();
    file.extend(b"FOOT");
    file.extend((foot.len() as u32).to_le_bytes());
    file.extend(foot);
    let sum = crc32fast::hash(&file[begin..]).to_le_bytes();
    file.extend(sum);
    file
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let file = if first & 1 == 0 { rest.to_vec() } else { sealed(rest) };
    let whole = Checkpoint::open(&file[..]).and_then(Checkpoint::check).is_ok();
    let Ok(checkpoint) = Checkpoint::open(&file[..]) else { return };
    let algorithm = checkpoint.head().algorithm.parse().unwrap_or("df-pn".parse().expect("a name"));
    let taken = Solver::new(algorithm).memory(1 << 20).resume(checkpoint);
    assert!(whole || taken.is_err(), "what is refused is not taken");
});
