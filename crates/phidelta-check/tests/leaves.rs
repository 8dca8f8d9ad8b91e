//! Leaf lists: what is right is accepted with its condition, and every forgery is refused, with its line.

use phidelta_check::{CheckedTree, Limits, Refusal, check, check_leaves, is_leaf_list};

/// Two in a row win on 3×2. The first player wins by any second stone beside his first; the list stops two
/// plies down.
const ROWS: [&str; 12] = [
    "phidelta-leaves 1",
    "game connect4",
    "rules 3x2k2",
    "position //",
    "answer win proved",
    "part win proved",
    "leaf 1 XO// win proved",
    "leaf 2 X/O/ win proved",
    "leaf 3 X//O win proved",
    "4 X// 1 1 2 2 3 3",
    "5 // 1 4",
    "end 5 2 4 3",
];

fn text(rows: &[&str]) -> String {
    rows.iter().map(|row| format!("{}\n", row.replace(' ', "\t"))).collect()
}

fn judge(text: &str) -> Result<(CheckedTree, Vec<String>), Refusal> {
    let mut leaves = Vec::new();
    let mut visit = |leaf: &phidelta_check::LeafSeen<'_>| {
        leaves.push(format!("{} {} {}", leaf.position, leaf.attacks, leaf.said));
        Ok(())
    };
    let checked = check_leaves(text.as_bytes(), &Limits::default(), &mut visit)?;
    Ok((checked, leaves))
}

/// The list with one row replaced is refused at that row.
fn refused(number: usize, row: &str, reason: &str) {
    let mut rows = ROWS.map(str::to_string);
    rows[number - 1] = row.into();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    refused_rows(&rows, Some(number as u64), reason);
}

fn refused_rows(rows: &[&str], line: Option<u64>, reason: &str) {
    let refusal = judge(&text(rows)).map(|(checked, _)| checked).expect_err(reason);
    assert!(refusal.reason.contains(reason), "{refusal}, expected {reason}");
    assert_eq!(refusal.line, line.or(refusal.line), "{refusal}");
}

#[test]
fn what_is_right_is_accepted_on_condition() {
    let (checked, leaves) = judge(&text(&ROWS)).unwrap();
    assert_eq!((checked.positions, checked.moves, checked.leaves, checked.plies), (2, 4, 3, 2));
    assert_eq!(leaves, ["XO// true win proved", "X/O/ true win proved", "X//O true win proved"]);
    let page = checked.to_string();
    assert!(page.starts_with("tree       valid: win proved, if all its leaves hold\n"), "{page}");
    assert!(page.ends_with("rests on   3 leaves\n"), "{page}");
    assert!(!page.contains("valid      "), "{page}");
    assert!(is_leaf_list(text(&ROWS).as_bytes()) && !is_leaf_list(b"phidelta-certificate\t2"));
    // It is no certificate, and a certificate is no list.
    assert!(check(text(&ROWS).as_bytes(), &Limits::default()).is_err());
    assert!(judge("phidelta-certificate\t2\n").is_err());
}

/// A leaf of the other side says the same the other way round.
#[test]
fn a_claim_is_that_of_the_side_to_move() {
    let rows = [&ROWS[..6], &["leaf 1 X// draw disproved", "2 // 1 1", "end 2 1 1 1"]].concat();
    let (_, leaves) = judge(&text(&rows)).unwrap();
    assert_eq!(leaves, ["X// false draw disproved"]);
    for wrong in ["draw proved", "win disproved", "win proved", "value win", "score 2", "score>=2 proved"] {
        let leaf = format!("leaf 1 X// {wrong}");
        let rows = [&ROWS[..6], &[leaf.as_str(), "2 // 1 1", "end 2 1 1 1"]].concat();
        refused_rows(&rows, Some(7), "expected");
    }
}

#[test]
fn an_unfinished_strategy_is_refused() {
    // The loser has a third move.
    refused(10, "4 X// 1 1 2 2", "2 moves, but 3 are legal");
    refused(10, "4 X// 1 1 2 2 2 2", "the move 2 is there twice");
    refused(10, "4 X// 1 1 2 2 4 3", "the move 4 is not legal");
    // The winner has one.
    refused(11, "5 // 1 4 2 4", "one move of the side that has won");
    refused(11, "5 //", "one move of the side that has won");
    refused(11, "5 // 4 4", "is not legal");
    // A leaf that is another position.
    refused(10, "4 X// 1 2 2 2 3 3", "move 1: 2 is another position");
    refused(11, "5 // 2 4", "4 is another position");
    // What is not there yet, or is the row itself.
    refused(10, "4 X// 1 1 2 2 3 5", "5 is no line before this one");
    refused(11, "5 // 1 5", "5 is no line before this one");
    // An end that is none.
    refused(10, "4 X// 1 . 2 2 3 3", "the game does not end there");
    refused(11, "5 // 1 .", "the game does not end there");
}

#[test]
fn a_leaf_is_the_position_and_the_claim_that_are_needed() {
    refused(7, "leaf 1 XO// draw disproved", "claims 'draw disproved', expected 'win proved'");
    refused(7, "leaf 1 XO// win disproved", "expected 'win proved'");
    refused(7, "leaf 1 XO//", "expected 'leaf', a number");
    refused(7, "leaf 1 XO// win proved .", "expected 'leaf', a number");
    refused(7, "leaf 1 XO/ win proved", "columns");
    // Won already: the game has ended there.
    refused(7, "leaf 1 XX/O/ win proved", "ended");
    refused(7, "leaf 2 XO// win proved", "the number 2, expected 1");
    refused(7, "leaf 01 XO// win proved", "expected a number");
    refused(12, "end 5 2 4 2", "3 leaves were read");
    refused(12, "end 4 2 4 3", "the root: 4 is another position");
    refused(12, "end . 2 4 3", "the root: the game does not end there");
    // One that nothing rests on.
    let rows = [&ROWS[..9], &["leaf 4 /X/O win proved", "5 X// 1 1 2 2 3 3", "6 // 1 5", "end 6 2 4 4"]];
    refused_rows(&rows.concat(), Some(13), "nothing refers to 4");
    // The root by itself.
    let rows = [&ROWS[..6], &["leaf 1 // win proved", "end 1 0 0 1"]].concat();
    refused_rows(&rows, Some(8), "the root is a leaf");
}

#[test]
fn the_form_is_strict() {
    refused(1, "phidelta-leaves 2", "version '2'");
    refused(1, "phidelta-leaves", "expected the line 'phidelta-leaves'");
    refused(2, "game chess", "game 'chess'");
    refused(3, "rules 3x2", "rules or position");
    refused(5, "answer win maybe", "no question and answer");
    refused(6, "part win disproved", "expected a part 'win proved'");
    refused(6, "part win proved ranked", "expected a part 'win proved'");
    refused(10, "4 X// 1 1 2 2 3", "each with what it leads to");
    refused(10, "4 X// 1 1 2 2 3 03", "expected a number");
    refused_rows(&ROWS[..11], Some(12), "the text ends");
    refused_rows(&[&ROWS[..], &["end 5 2 4 3"]].concat(), Some(13), "something follows");
    let whole = text(&ROWS);
    assert!(judge(whole.trim_end()).unwrap_err().reason.contains("no end"));
}

/// A draw takes two parts, and each its own leaves.
#[test]
fn an_answer_of_two_parts_needs_both() {
    let rows = [
        "phidelta-leaves 1",
        "game connect4",
        "rules 2x1k3",
        "position /",
        "answer value draw",
        "part win disproved",
        "leaf 1 X/ draw proved",
        "leaf 2 /X draw proved",
        "3 / 1 1 2 2",
        "end 3 1 2 2",
        "part draw proved",
        "leaf 1 X/ win disproved",
        "2 / 1 1",
        "end 2 1 1 1",
    ];
    let (checked, _) = judge(&text(&rows)).unwrap();
    assert_eq!((checked.parts, checked.leaves), (2, 3));
    refused_rows(&rows[..10], None, "expected a part 'draw proved'");
}

/// No bytes make the checker stumble, and no change of one is accepted but that of the rules: then the tree is
/// that of another board, and right.
#[test]
fn any_bytes_are_read_without_a_panic() {
    let whole = text(&ROWS).into_bytes();
    let judge = |bytes: Vec<u8>| {
        if check_leaves(bytes.as_slice(), &Limits::default(), &mut |_| Ok(())).is_err() || bytes == whole {
            return;
        }
        let changed = String::from_utf8(bytes).unwrap();
        let other = |row: &(&str, String)| row.0 != row.1;
        let rows: Vec<_> =
            changed.lines().zip(ROWS.map(|row| row.replace(' ', "\t"))).filter(other).collect();
        assert!(rows.len() == 1 && rows[0].0.starts_with("rules\t"), "{rows:?}");
    };
    for at in 0..whole.len() {
        judge(whole[..at].to_vec());
        for byte in [0, b'\t', b'\n', b'.', b'0', b'9', b'X', b'/', 0x80, 0xff] {
            let mut changed = whole.clone();
            changed[at] = byte;
            judge(changed.clone());
            changed.remove(at);
            judge(changed);
            let mut longer = whole.clone();
            longer.insert(at, byte);
            judge(longer);
        }
    }
}

#[test]
fn memory_and_lines_are_bounded() {
    let judge = |text: &str, limits: &Limits| {
        check_leaves(text.as_bytes(), limits, &mut |_| Ok(())).expect_err("too much").reason
    };
    assert!(judge(&text(&ROWS), &Limits::default().with_line(10)).contains("too long"));
    let leaves = (1..20_000).map(|id| format!("leaf\t{id}\tXO//\twin\tproved\n"));
    let many = text(&ROWS[..6]) + &leaves.collect::<String>();
    assert!(judge(&many, &Limits::default().with_memory(0)).contains("bytes of positions"));
    assert!(judge(&many, &Limits::default()).contains("the text ends"));
}
