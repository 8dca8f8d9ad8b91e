//! The binary form of a draft, as the page on the format has it (docs/certificate.md).
//!
//! The solver's own writer writes what is right; this one writes whatever a draft says, as far as the form
//! can say it.

use flate2::{Compress, Compression, Crc, FlushCompress};

use phidelta_testing::forge::draft::{Draft, HEADING};

/// The bytes before the version and the blocks.
const OPENING: &[u8] = b"\x89PDC\r\n\x1a\n";

/// The records of a draft; `None` if the form has no way to say it.
pub(super) fn records(draft: &Draft) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let heading: Vec<&str> =
        draft.rows.get(1..HEADING)?.iter().flat_map(|line| &line[1..]).map(String::as_str).collect();
    let named = ["phidelta-certificate", "game", "rules", "position", "answer"];
    let in_order = draft.rows.iter().zip(named).all(|(line, name)| line[0] == name);
    if heading.len() != 5 || !in_order {
        return None;
    }
    heading.iter().for_each(|field| text(&mut out, field.as_bytes()));
    let (mut last, mut position) = (0u64, String::new());
    for line in &draft.rows[HEADING..] {
        let fields: Vec<&str> = line.iter().map(String::as_str).collect();
        match fields.as_slice() {
            ["part", question, verdict @ ("proved" | "disproved"), kind @ ("ranked" | "closed")] => {
                out.push(b'P');
                text(&mut out, question.as_bytes());
                out.push(u8::from(*verdict == "proved") + 2 * u8::from(*kind == "ranked"));
                last = 0;
            }
            ["end", root, positions, moves] => {
                out.push(b'E');
                target(&mut out, last, root)?;
                number(&mut out, positions.parse().ok()?);
                number(&mut out, moves.parse().ok()?);
            }
            ["forget", ids @ ..] => {
                out.push(b'F');
                number(&mut out, ids.len() as u64);
                let mut before = last;
                for id in ids {
                    let id = id.parse().ok()?;
                    number(&mut out, folded(before.wrapping_sub(id)));
                    before = id;
                }
            }
            [id, place, moves @ ..] if moves.len().is_multiple_of(2) => {
                let id: u64 = id.parse().ok()?;
                out.push(b'L');
                number(&mut out, folded(id.wrapping_sub(last).wrapping_sub(1)));
                last = id;
                let (front, back) = common(position.as_bytes(), place.as_bytes());
                number(&mut out, front as u64);
                number(&mut out, back as u64);
                text(&mut out, &place.as_bytes()[front..place.len() - back]);
                position = (*place).into();
                number(&mut out, moves.len() as u64 / 2);
                for pair in moves.chunks(2) {
                    text(&mut out, pair[0].as_bytes());
                    target(&mut out, last, pair[1])?;
                }
            }
            _ => return None,
        }
    }
    Some(out)
}

/// Bytes in common at the beginning and, behind that, at the end.
fn common(old: &[u8], new: &[u8]) -> (usize, usize) {
    let front = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[front..], &new[front..]);
    (front, old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count())
}

fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn text(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len() as u64);
    out.extend(bytes);
}

/// A signed number as a positive one.
fn folded(value: u64) -> u64 {
    (value << 1) ^ ((value as i64) >> 63) as u64
}

fn target(out: &mut Vec<u8>, last: u64, sign: &str) -> Option<()> {
    let distance = |id: &str| id.parse().ok().map(|id| folded(last.wrapping_sub(id)));
    match sign.as_bytes().first()? {
        b'.' if sign.len() == 1 => number(out, 0),
        b'!' if sign.len() == 1 => number(out, 1),
        b':' => {
            number(out, 2);
            number(out, sign[1..].parse().ok()?);
        }
        b'~' => number(out, distance(&sign[1..])?.checked_mul(2)?.checked_add(4)?),
        _ => number(out, distance(sign)?.checked_mul(2)?.checked_add(3)?),
    }
    Some(())
}

/// The version that a draft has.
pub(super) fn version(draft: &Draft) -> Option<u8> {
    draft.rows[0].get(1)?.parse().ok()
}

/// Records as blocks of so many bytes, with the checksums they need.
pub(super) fn packed(version: u8, raw: &[u8], block: usize) -> Vec<u8> {
    let mut out = OPENING.to_vec();
    out.push(version);
    let mut count = 0u64;
    for block in raw.chunks(block).chain([&[][..]]) {
        count += 1;
        let mut packed = Vec::with_capacity(block.len() * 2 + 100);
        if !block.is_empty() {
            let mut deflate = Compress::new(Compression::fast(), false);
            deflate.compress_vec(block, &mut packed, FlushCompress::Finish).expect("room for it");
        }
        let mut crc = Crc::new();
        crc.update(&count.to_le_bytes());
        crc.update(block);
        for word in [packed.len() as u32, block.len() as u32, crc.sum()] {
            out.extend(word.to_le_bytes());
        }
        out.extend(packed);
    }
    out
}
