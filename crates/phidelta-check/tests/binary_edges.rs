//! Edges of the binary form: lengths met exactly, blocks that say one thing and hold another, what one part leaves
//! to the next. Each of these fails with a change of the reader that no other test sees
//! (docs/measurements/mutants.md).

use crate::common::binary;
use crate::common::forger::*;
use flate2::{Compress, Compression, Crc, FlushCompress};
use phidelta_check::{Limits, Reader, Refusal, check};

fn number(mut value: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

fn text(text: &str) -> Vec<u8> {
    [number(text.len()), text.as_bytes().to_vec()].concat()
}

fn heading(game: &str, rules: &str, position: &str, question: &str, answer: &str) -> Vec<u8> {
    [game, rules, position, question, answer].into_iter().flat_map(text).collect()
}

fn small() -> Limits {
    Limits::default().with_memory(Limits::LEAST)
}

fn refusal(raw: &[u8]) -> Refusal {
    check(&*binary::packed(raw, 10_000), &small()).unwrap_err()
}

const TOO_LONG: &str = "the line is too long for the memory allowed";

#[test]
fn records_are_as_long_as_they_may_be() {
    let begin = [heading("connect4", "3x2k2", "//", "win", "proved"), b"P\x03win\x03".to_vec()].concat();
    let with = |rest: &[u8]| refusal(&[&begin, rest].concat()).reason;
    // 32 KiB of a line, eight bytes for each number or move.
    let line = (Limits::LEAST / 64) as usize;
    let position = |length: usize| {
        with(&[b"L\x00\x00\x00", &number(length)[..], &vec![b'x'; length], b"\x01\x011\x00"].concat())
    };
    assert!(position(line) != TOO_LONG && position(line + 1) == TOO_LONG, "{}", position(line + 1));
    let forgets = |count: usize| with(&[b"F", &number(count)[..], &vec![0; count]].concat());
    assert!(forgets(line / 8).contains("not here to be forgotten"), "{}", forgets(line / 8));
    assert_eq!(forgets(line / 8 + 1), TOO_LONG);
    let moves =
        |count: usize| with(&[b"L\x00\x00\x00\x02//", &number(count)[..], &vec![0; 2 * count]].concat());
    assert!(moves(line / 8) != TOO_LONG && moves(line / 8 + 1) == TOO_LONG, "{}", moves(line / 8));
    // The texts of the heading have their limit together; each is a line.
    let half = "r".repeat((Limits::LEAST / 32) as usize);
    let long = refusal(&heading("connect4", &half, &half, "win", "proved"));
    assert_eq!((long.line, long.reason.as_str()), (Some(4), TOO_LONG));
    for (place, line) in [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6)] {
        let mut words = ["connect4", "3x2k2", "//", "win", "proved"];
        words[place] = "\u{7}";
        let raw: Vec<u8> = words.into_iter().flat_map(text).collect();
        assert_eq!(refusal(&raw).line, Some(line), "{place}");
    }
}

#[test]
fn a_part_begins_anew() {
    let part = |question: &str, sign: u8| {
        [&b"P"[..], &text(question), &[sign], b"L\x00\x00\x00\x00\x02\x011\x02\x01\x011\x00E\x03\x02\x02"]
            .concat()
    };
    let begin = heading("connect4", "1x2k2", "", "value", "draw");
    let judge = |first: u8, second: u8| {
        let raw = [begin.clone(), part("win", first), part("draw", second)].concat();
        check(&*binary::packed(&raw, 1000), &small()).map_err(|refusal| refusal.reason)
    };
    let lines = ["1  1 :1 1 .", "end 1 2 2"];
    let lines =
        ["part win disproved ranked", lines[0], lines[1], "part draw proved ranked", lines[0], lines[1]];
    assert_eq!(judge(2, 3).unwrap(), accepted(&certificate("connect4", "1x2k2", "", "value draw", &lines)));
    // Without the sign for ranked it is a closed part, which this game does not have.
    assert!(judge(0, 3).unwrap_err().contains("a closed part"));
    assert!(judge(2, 1).unwrap_err().contains("a closed part"));
    assert!(judge(4, 3).unwrap_err().contains("unknown signs"));
    assert!(judge(2, 2).unwrap_err().contains("expected a part 'draw proved'"));
}

#[test]
fn numbers_of_a_closed_part_go_up_and_down() {
    let begin = heading("graph", ROUND, "A", "win", "disproved");
    // Lines 3, 1 and 2: C leads to 1; A to B (2) and to C (3); B to 1.
    let raw = [
        begin,
        b"P\x03win\x00L\x04\x00\x00\x01C\x01\x01A\x0b".to_vec(),
        b"L\x05\x00\x00\x01A\x02\x01B\x05\x01C\x09".to_vec(),
        b"L\x00\x00\x00\x01B\x01\x01A\x07E\x07\x03\x04".to_vec(),
    ]
    .concat();
    let text = closed(&["3 C A 1", "1 A B 2 C 3", "2 B A 1", "end 1 3 4"]);
    assert_eq!(binary::as_text(&binary::packed(&raw, 1000)).unwrap(), text);
    assert_eq!(check(&*binary::packed(&raw, 1000), &small()), judge(&text));
}

#[test]
fn many_lines_leave_nothing_behind() {
    // The same line again and again: 300 KB of records in blocks of the largest size, within little memory.
    let position = "X/O";
    let first = [&b"L\x00\x00\x00"[..], &text(position), b"\x01\x011\x00F\x01\x00"].concat();
    let again = b"L\x00\x03\x00\x00\x01\x011\x00F\x01\x00";
    let count = 40_000;
    let raw = [
        heading("connect4", "2x2k2", position, "win", "proved"),
        b"P\x03win\x03".to_vec(),
        first,
        again.repeat(count - 2),
        b"L\x00\x03\x00\x00\x01\x011\x00E\x03".to_vec(),
        number(count),
        number(count),
    ]
    .concat();
    assert!(raw.len() > 256 << 10);
    let checked = check(&*binary::packed(&raw, 256 << 10), &small()).unwrap();
    assert_eq!((checked.positions, checked.depth), (count as u64, Some(1)));
    assert!(
        check(&*binary::packed(&raw, (256 << 10) + 1), &small()).unwrap_err().reason.contains("too long")
    );
}

/// Packed bytes, how long they say to be unpacked, and what the checksum is of.
type Block<'b> = (&'b [u8], usize, &'b [u8]);

/// Blocks as they are given.
fn blocks(blocks: &[Block<'_>]) -> Vec<u8> {
    let mut out = binary::OPENING.to_vec();
    for (count, &(packed, length, content)) in (1u64..).zip(blocks) {
        let mut crc = Crc::new();
        crc.update(&count.to_le_bytes());
        crc.update(content);
        for word in [packed.len() as u32, length as u32, crc.sum()] {
            out.extend(word.to_le_bytes());
        }
        out.extend(packed);
    }
    out
}

#[test]
fn a_block_is_one_whole_stream() {
    let raw = [
        heading("connect4", "2x2k2", "X/O", "win", "proved"),
        b"P\x03win\x03L\x00\x00\x00\x03X/O\x01\x011\x00E\x03\x01\x01".to_vec(),
    ]
    .concat();
    let packed = |flush: FlushCompress, raw: &[u8]| {
        let mut out = Vec::with_capacity(1000);
        Compress::new(Compression::fast(), false).compress_vec(raw, &mut out, flush).unwrap();
        out
    };
    let (whole, open) = (packed(FlushCompress::Finish, &raw), packed(FlushCompress::Sync, &raw));
    let judge = |first: &[Block<'_>]| {
        let all = [first, &[(&[][..], 0, &[][..])]].concat();
        check(&*blocks(&all), &small()).map_err(|refusal| refusal.reason)
    };
    assert!(judge(&[(&whole, raw.len(), &raw)]).is_ok());
    // As many blocks as bytes are allowed, too.
    assert!(check(&*binary::packed(&raw, 1), &small()).is_ok());
    let longer = [&whole[..], b"\0"].concat();
    let nothing = packed(FlushCompress::Finish, b"");
    let wrong: [&[Block<'_>]; 7] = [
        // No end of the stream; something behind it; more or less than it says.
        &[(&open, raw.len(), &raw)],
        &[(&longer, raw.len(), &raw)],
        &[(&whole, raw.len() + 1, &raw)],
        &[(&whole, raw.len() - 1, &raw)],
        // Nothing, said in two ways.
        &[(&nothing, 0, b""), (&whole, raw.len(), &raw)],
        &[(&whole, 0, &raw)],
        &[(b"", raw.len(), &raw)],
    ];
    for (number, blocks) in wrong.into_iter().enumerate() {
        let reason = judge(blocks).unwrap_err();
        assert_eq!(reason, "block 1 cannot be unpacked", "{number}");
    }
    // Behind the end there is nothing, however often it is asked for.
    let bytes = blocks(&[(&whole, raw.len(), &raw), (b"", 0, b"")]);
    let mut reader = Reader::new(&*bytes, &small()).unwrap();
    while reader.next_line().unwrap().is_some() {}
    assert!(reader.next_line().unwrap().is_none() && reader.next_line().unwrap().is_none());
}
