//! The binary form, made from a text, and taken apart again.
//!
//! Written for tests from the page on the format: the writer's own code is in the solver.

use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress};
use phidelta_check::{Limits, Line, Reader, Target};

/// The bytes before the first block.
pub const OPENING: &[u8] = b"\x89PDC\r\n\x1a\n\x02";

/// The unpacked bytes of a binary certificate.
pub fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut rest = bytes.strip_prefix(OPENING).expect("the opening");
    let mut out = Vec::new();
    loop {
        let word = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap()) as usize;
        let (packed, raw) = (word(0), word(4));
        if raw == 0 {
            assert_eq!(rest.len(), 12);
            return out;
        }
        let mut block = vec![0; raw];
        let mut inflate = Decompress::new(false);
        inflate.decompress(&rest[12..12 + packed], &mut block, FlushDecompress::Finish).unwrap();
        out.extend(block);
        rest = &rest[12 + packed..];
    }
}

/// The same bytes as blocks again, with the checksums they need.
pub fn packed(raw: &[u8], block: usize) -> Vec<u8> {
    let mut out = OPENING.to_vec();
    let mut count = 0u64;
    for block in raw.chunks(block).chain([&[][..]]) {
        count += 1;
        let mut packed = Vec::with_capacity(block.len() * 2 + 100);
        if !block.is_empty() {
            let mut deflate = Compress::new(Compression::fast(), false);
            deflate.compress_vec(block, &mut packed, FlushCompress::Finish).unwrap();
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

/// What a certificate of either form is as text; the reader must accept its form.
pub fn as_text(bytes: &[u8]) -> Result<String, String> {
    let mut reader = Reader::new(bytes, &Limits::default()).map_err(|refusal| refusal.to_string())?;
    let heading = reader.heading();
    let mut out = format!(
        "phidelta-certificate\t2\ngame\t{}\nrules\t{}\nposition\t{}\nanswer\t{}\t{}\n",
        heading.game, heading.rules, heading.position, heading.question, heading.answer
    );
    let sign = |target: Target| match target {
        Target::End => ".".to_string(),
        Target::Settled => "!".to_string(),
        Target::Position(id) => id.to_string(),
        Target::Follows(id) => format!("~{id}"),
        Target::Inline(moves) => format!(":{moves}"),
    };
    while let Some(line) = reader.next_line().map_err(|refusal| refusal.to_string())? {
        out += &match line {
            Line::Part { question, proved, ranked } => format!(
                "part\t{question}\t{}\t{}",
                if proved { "proved" } else { "disproved" },
                if ranked { "ranked" } else { "closed" }
            ),
            Line::Position { id, position, moves } => {
                let moves = moves.iter().map(|(name, target)| format!("\t{name}\t{}", sign(*target)));
                format!("{id}\t{position}{}", moves.collect::<String>())
            }
            Line::Forget(ids) => {
                format!("forget{}", ids.iter().map(|id| format!("\t{id}")).collect::<String>())
            }
            Line::End { root, positions, moves } => format!("end\t{}\t{positions}\t{moves}", sign(root)),
        };
        out.push('\n');
    }
    Ok(out)
}
