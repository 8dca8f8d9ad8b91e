//! The binary form is as strict as the text.

use crate::common::binary;
use crate::common::forger::*;
use phidelta_check::{Checked, Limits, Refusal, check};

/// [`connect4`] as the bytes within its blocks, in pieces.
const PIECES: [&[u8]; 12] = [
    b"\x08connect4",
    b"\x053x2k2",
    b"\x02//",
    b"\x03win\x06proved",
    b"P\x03win\x03",
    b"L\x00\x00\x00\x03X//",
    b"\x06\x011\x02\x01\x012\x00\x012\x02\x01\x011\x00\x013\x02\x01\x011\x00",
    b"L\x00\x00\x02\x00",
    b"\x01\x011\x07",
    b"E\x03",
    b"\x05",
    b"\x07",
];

fn judge_raw(raw: &[u8]) -> Result<Checked, Refusal> {
    check(&*binary::packed(raw, 1000), &Limits::default())
}

/// With another piece at this place.
fn with(place: usize, piece: &[u8]) -> Result<Checked, Refusal> {
    let mut pieces = PIECES;
    pieces[place] = piece;
    judge_raw(&pieces.concat())
}

#[test]
fn the_binary_form_is_strict() {
    assert_eq!(judge_raw(&PIECES.concat()), judge(&connect4()));
    let refused = |place: usize, piece: &[u8], reason: &str| {
        let refusal = with(place, piece).expect_err(reason);
        assert!(refusal.reason.contains(reason), "{piece:?}: {refusal}");
    };
    // A number in more bytes than it needs, or in more than there are.
    refused(10, b"\x85\x00", "a number that is none");
    refused(10, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "a number that is none");
    refused(10, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\x00", "a number that is none");
    refused(10, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "not so many");
    refused(10, b"\x06", "not so many");
    refused(11, b"", "ends early");
    refused(11, b"\x07\x07", "unknown kind");
    // Less of the last position than is the same; more than it has.
    refused(7, b"L\x00\x00\x00\x02//", "less of the last position");
    refused(7, b"L\x00\x00\x01\x01/", "less of the last position");
    refused(7, b"L\x00\x01\x03\x00", "more of the last position");
    refused(7, b"L\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01\x00", "more of the last position");
    // The same position twice has one form, too: all of it at the beginning.
    let again = |kept: &[u8]| {
        let line = [b"L\x00", kept, PIECES[6], PIECES[7]].concat();
        with(7, &line).unwrap_err().reason
    };
    assert_eq!(again(b"\x03\x00\x00"), "9 positions and 13 moves were read, not so many");
    assert!(again(b"\x00\x03\x00").contains("less of the last"));
    assert!(again(b"\x02\x01\x00").contains("less of the last"));
    assert!(again(b"\x01\x01\x01/").contains("less of the last"));
    // Numbers of lines.
    refused(5, b"L\x02\x00\x00\x03X//", "the number 2, expected 1");
    refused(5, b"L\x01\x00\x00\x03X//", "the number 0, expected 1");
    refused(8, b"\x01\x011\x0b", "0 is not here");
    refused(8, b"\x01\x011\x08", "does not follow");
    refused(8, b"\x01\x011\x03", "2 is not here");
    refused(9, b"E\x05", "3 is not here");
    refused(9, b"E\x02\x01", "the root needs a line");
    refused(8, b"\x00", "expected moves");
    // Parts, records that forget, and texts.
    refused(4, b"P\x03win\x07", "unknown signs");
    refused(4, b"P\x03win\x02", "expected a part");
    refused(4, b"P\x04draw\x03", "expected a part");
    refused(9, b"F\x00E\x03", "nothing to be forgotten");
    refused(9, b"F\x01\x00E\x03", "2 is not here");
    assert!(with(9, b"F\x01\x02E\x03").is_ok());
    refused(9, b"F\x02\x02\x00E\x03", "1 is not here to be forgotten");
    refused(2, b"\x03//\x07", "control character");
    refused(2, b"\x05//\xe2\x80\xae", "control character");
    refused(2, b"\x03//\xff", "not UTF-8");
    refused(2, b"\x04//\xc3\xa9", "neither X nor O");
    refused(8, b"\x01\x02\xc3\xa9\x07", "not legal");
    refused(6, b"\x06\x011\x02\x01\x012\x00\x01\xc3\x02\x01\x01\xa9\x00\x013\x02\x01\x011\x00", "not UTF-8");
    refused(3, b"\x03win\x08disprove", "");
}

#[test]
fn the_frame_of_the_binary_form_is_strict() {
    let whole = binary::packed(&PIECES.concat(), 40);
    let judge = |bytes: &[u8]| check(bytes, &Limits::default());
    assert!(judge(&whole).is_ok());
    let mut old = whole.clone();
    old[8] = 1;
    assert_eq!(judge(&old).unwrap_err().reason, "version '1' of the binary form, expected 2");
    old[0..8].copy_from_slice(b"\x89PDX\r\n\x1a\n");
    assert!(judge(&old).unwrap_err().reason.contains("neither a text nor a binary"));
    assert!(judge(&[&whole[..], b"\n"].concat()).unwrap_err().reason.contains("something follows"));
    assert!(judge(&whole[..whole.len() - 12]).unwrap_err().reason.contains("ends early"));
    // An empty block in front of the last one: there is one end.
    let (front, last) = whole.split_at(whole.len() - 12);
    let doubled = [front, last, last].concat();
    assert!(judge(&doubled).unwrap_err().reason.contains("something follows"));
    // A block that says it has nothing in it, and one that says it is longer.
    for (at, value) in [(13, 0), (9, 0), (13, 41), (13, 39)] {
        let mut changed = whole.clone();
        changed[at] = value;
        assert!(judge(&changed).is_err(), "{at} {value}");
    }
    for (at, reason) in [(15, "too long"), (11, "too long"), (17, "checksum")] {
        let mut changed = whole.clone();
        changed[at] ^= 0x08;
        assert!(
            judge(&changed).unwrap_err().reason.contains(reason),
            "{at}: {}",
            judge(&changed).unwrap_err()
        );
    }
}
