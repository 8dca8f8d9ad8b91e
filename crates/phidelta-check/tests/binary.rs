//! The binary form says what the text says, and is refused when it is damaged, with and without a checksum
//! that fits.

use crate::common;

use crate::common::binary::{as_text, packed, unpacked};
use crate::common::replay::replay;
use crate::common::{check, heading};
use phidelta::{Certifiable, CertificateWriter, Claim, Draws, Form, Solver};
use phidelta_check::Limits;
use phidelta_games::connect4::ConnectFour;
use phidelta_games::shogi::Tsume;

/// A certificate in both forms.
fn both<G: Certifiable + Clone>(
    game: &G,
    rules: (&str, &str),
    answered: Claim,
    mut aim: impl FnMut(&mut G, phidelta::Goal),
) -> (String, Vec<u8>) {
    let heading = heading(rules.0, rules.1, &game.position_text());
    let write = |form: Form, aim: &mut dyn FnMut(&mut G, phidelta::Goal)| {
        let mut solver = Solver::new("df-pn+tca".parse().unwrap());
        let mut game = game.clone();
        let mut out = CertificateWriter::with_form(form, Vec::new(), &heading, answered).unwrap();
        for (asked, verdict) in answered.parts() {
            aim(&mut game, asked.goal().expect("a goal"));
            assert_eq!(solver.solve(&mut game).unwrap().verdict, verdict);
            out.part(&mut solver, &mut game, verdict).unwrap();
        }
        out.finish().unwrap()
    };
    let text = String::from_utf8(write(Form::Text, &mut aim)).unwrap();
    (text, write(Form::Binary, &mut aim))
}

fn connect_four(text: &str) -> (ConnectFour, String, Vec<u8>) {
    let game = ConnectFour::from_text(text).unwrap();
    let value = Solver::new("df-pn".parse().unwrap()).value(&mut game.clone()).unwrap().value().unwrap();
    let shape = game.shape();
    let rules = format!("{}x{}k{}", shape.width(), shape.height(), shape.row());
    let (text, bytes) =
        both(&game, ("connect4", &rules), Claim::Value(value), |game, goal| game.set_goal(goal));
    (game, text, bytes)
}

fn mate(sfen: &str) -> (Tsume, String, Vec<u8>) {
    let game = Tsume::from_sfen(sfen).unwrap();
    let verdict = Solver::new("df-pn+tca".parse().unwrap()).solve(&mut game.clone()).unwrap().verdict;
    let answered = Claim::Verdict(phidelta::Goal::Win, verdict);
    let (text, bytes) = both(&game, ("shogi", "tsume"), answered, |_, _| {});
    (game, text, bytes)
}

fn judge(bytes: &[u8]) -> Result<phidelta_check::Checked, phidelta_check::Refusal> {
    phidelta_check::check(bytes, &Limits::default())
}

#[test]
fn both_forms_say_the_same() {
    for (text, bytes) in [
        {
            let (_, text, bytes) = connect_four("5x4:");
            (text, bytes)
        },
        {
            let (_, text, bytes) = connect_four("4x4k3:");
            (text, bytes)
        },
        {
            let (_, text, bytes) = mate("7nl/7k1/6ppp/9/6N2/9/9/9/9 b RG 1");
            (text, bytes)
        },
        {
            let (_, text, bytes) = mate("4k4/9/9/9/9/9/9/9/9 b RB 1");
            (text, bytes)
        },
    ] {
        assert_eq!(as_text(&bytes).unwrap(), text);
        assert_eq!(judge(&bytes), check(&text));
        assert!(judge(&bytes).is_ok());
        assert!(bytes.len() * 2 < text.len(), "{} of {} bytes", bytes.len(), text.len());
        // However it is cut into blocks.
        let raw = unpacked(&bytes);
        for block in [61, 1000, 1 << 18] {
            assert_eq!(judge(&packed(&raw, block)), check(&text));
        }
    }
}

#[test]
fn a_wrong_line_has_the_number_it_has_as_text() {
    let (_, text, bytes) = mate("6k2/9/6P2/9/9/9/9/9/9 b RG 1");
    let raw = unpacked(&bytes);
    let mut random = fastrand::Rng::with_seed(3);
    let mut compared = 0;
    while compared < 200 {
        let mut changed = raw.clone();
        let at = random.usize(..changed.len());
        changed[at] ^= 1 << random.u8(..8);
        let changed = packed(&changed, 1000);
        if let Ok(other) = as_text(&changed) {
            assert_eq!(judge(&changed).map_err(|refusal| refusal.line), check(&other).map_err(|r| r.line));
            compared += 1;
        }
    }
    assert!(check(&text).is_ok());
}

#[test]
fn damaged_files_are_refused() {
    let (_, _, bytes) = connect_four("4x4k3:");
    for length in (0..bytes.len()).rev().step_by(7) {
        assert!(judge(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..10_000 {
        let mut changed = bytes.clone();
        let at = random.usize(..changed.len());
        match random.u8(..5) {
            0 => changed[at] = random.u8(..),
            1 => {
                changed.remove(at);
            }
            2 => changed.insert(at, random.u8(..)),
            3 => changed.extend(vec![0; random.usize(1..30)]),
            _ => changed[at] ^= 1 << random.u8(..8),
        }
        // A deflate stream has unused bits; what it holds is then the same.
        if changed != bytes && judge(&changed).is_ok() {
            assert_eq!(as_text(&changed), as_text(&bytes));
        }
    }
    // Blocks in another order, or one left out.
    let raw = unpacked(&bytes);
    let half = raw.len() / 2 + 1;
    let cut = packed(&raw, half);
    let first = 12 + u32::from_le_bytes(cut[9..13].try_into().unwrap()) as usize;
    let (head, rest) = cut.split_at(9);
    let (one, rest) = rest.split_at(first);
    let second = 12 + u32::from_le_bytes(rest[..4].try_into().unwrap()) as usize;
    let (two, rest) = rest.split_at(second);
    assert!(judge(&[head, one, two, rest].concat()).is_ok());
    for wrong in [[head, two, one, rest].concat(), [head, one, rest].concat(), [head, two, rest].concat()] {
        assert!(judge(&wrong).unwrap_err().reason.contains("checksum"));
    }
}

/// Bits of the unpacked bytes changed, and the checksum put right: what is accepted must be a certificate.
#[test]
fn corruptions_with_the_right_checksum_are_refused() {
    let mut random = fastrand::Rng::with_seed(2);
    let four = ["4x4k3:", "4x3k3:", "3x4k3:"].map(connect_four);
    let mates = ["9/8k/9/8P/9/9/9/9/9 b 2G 1", "6k2/9/6P2/9/9/9/9/9/9 b RG 1"].map(mate);
    let (mut tried, mut accepted) = (0, 0);
    let mut change = |bytes: &[u8]| {
        let mut raw = unpacked(bytes);
        for _ in 0..random.usize(1..3) {
            let at = random.usize(..raw.len());
            match random.u8(..6) {
                0 => raw[at] = random.u8(..),
                1 => {
                    raw.remove(at);
                }
                2 => raw.insert(at, random.u8(..)),
                3 => {
                    let other = random.usize(..raw.len());
                    raw[at] = raw[other];
                }
                _ => raw[at] ^= 1 << random.u8(..8),
            }
        }
        packed(&raw, 1 << 16)
    };
    while tried < 10_000 {
        tried += 2;
        let (game, text, bytes) = &four[tried / 2 % four.len()];
        let changed = change(bytes);
        if judge(&changed).is_ok() {
            let other = as_text(&changed).unwrap();
            replay(&other, &mut game.clone()).unwrap_or_else(|why| panic!("{why}\n{other}\n{text}"));
            accepted += 1;
        }
        let (game, text, bytes) = &mates[tried / 2 % mates.len()];
        let changed = change(bytes);
        if judge(&changed).is_ok() {
            let other = as_text(&changed).unwrap();
            replay(&other, &mut game.clone()).unwrap_or_else(|why| panic!("{why}\n{other}\n{text}"));
            accepted += 1;
        }
    }
    assert!(accepted * 5 < tried, "{accepted} of {tried}: too tame");
}

/// Bytes behind the heading.
fn unpacked_records(raw: &[u8], text: &str) -> usize {
    let fields = text.lines().take(5).skip(1).flat_map(|line| line.split('\t').skip(1));
    raw.len() - fields.map(|field| field.len() + 1).sum::<usize>()
}

#[test]
fn a_few_bytes_cannot_ask_for_much_memory() {
    // A text of 2^60 bytes, a block of 4 GiB, a bomb of a block.
    let huge = [&[0xff; 8][..], &[0x0f]].concat();
    let limits = Limits::default().with_memory(1 << 20).with_line(1 << 20);
    assert!(phidelta_check::check(&*packed(&huge, 100), &limits).unwrap_err().reason.contains("long"));
    let mut block = common::binary::OPENING.to_vec();
    block.extend([0xff; 12]);
    assert!(judge(&block).unwrap_err().reason.contains("long"));
    // A line with more moves than any game has.
    let (_, text, bytes) = connect_four("3x4k3:");
    let raw = unpacked(&bytes);
    let heading = raw.len() - unpacked_records(&raw, &text);
    let many =
        [&raw[..heading], &b"P\x03win\x02L\x00\x00\x00\x00\xff\xff\xff\xff\x0f"[..], &vec![0; 20 << 20]]
            .concat();
    let limits = Limits::default().with_memory(1 << 20).with_line(1 << 20);
    let refused = phidelta_check::check(&*packed(&many, 1 << 18), &limits).unwrap_err();
    assert!(refused.reason.contains("long"), "{refused}");
    let zeros = packed(&vec![0; 200_000], 200_000);
    assert!(zeros.len() < 10_000);
    assert!(judge(&zeros).is_err());
}
