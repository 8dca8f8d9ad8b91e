//! Positions that are told in place: accepted where they are right, refused with a reason where not.

use phidelta_check::{Checked, Limits, Refusal, check};

fn certificate(lines: &[&str]) -> String {
    let heading = "phidelta-certificate\t2\ngame\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
                   part\twin\tproved\tranked\n";
    let lines: String = lines.iter().map(|line| line.replace(' ', "\t") + "\n").collect();
    format!("{heading}{lines}")
}

fn judge(lines: &[&str]) -> Result<Checked, Refusal> {
    check(certificate(lines).as_bytes(), &Limits::default())
}

#[test]
fn positions_may_stand_within_a_line() {
    // The reply's line, then all of it in one.
    let replies = "1 X// 1 :1 2 . 2 :1 1 . 3 :1 1 .";
    for lines in
        [&[replies, "2 // 1 1", "end 2 5 7"][..], &["1 // 1 :6 1 :1 2 . 2 :1 1 . 3 :1 1 .", "end 1 5 7"]]
    {
        let checked = judge(lines).unwrap();
        assert_eq!((checked.positions, checked.moves, checked.depth), (5, 7, Some(3)), "{lines:?}");
    }
}

#[test]
fn what_is_wrong_within_a_line_is_told() {
    let wrong = |line: &str, reason: &str| {
        let refusal = judge(&[line, "end 1 5 7"]).unwrap_err();
        assert_eq!((refusal.line, refusal.reason.contains(reason)), (Some(7), true), "{line}: {refusal}");
    };
    wrong("1 // 1 :6 1 :1 2 . 2 :1 1 . 3 :1 1", "expected moves");
    wrong("1 // 1 :7 1 :1 2 . 2 :1 1 . 3 :1 1 .", "not so many moves");
    wrong("1 // 1 :18446744073709551615 1 :1 2 .", "not so many moves");
    wrong("1 // 1 :18446744073709551616 1 :1 2 .", "expected a number");
    wrong("1 // 1 :0", "expected moves");
    wrong("1 // 1 :4 1 :1 2 . 2 :1 1 .", "2 moves, but 3 are legal");
    wrong("1 // 1 :6 1 :1 2 . 1 :1 2 . 3 :1 1 .", "there twice");
    wrong("1 // 1 :7 1 :1 2 . 2 :1 1 . 3 :2 1 . 2 .", "expected one move");
    wrong("1 // 1 :6 1 :1 2 . 2 :1 3 . 3 :1 1 .", "does not end");
    wrong("1 // 1 :6 1 . 2 :1 1 . 3 :1 1 . 2 .", "does not end");
    // A line is not done before its end: it cannot refer to itself.
    wrong("1 // 1 :6 1 :1 2 . 2 :1 1 . 3 :1 1 1", "not shown before");
    let refusal = judge(&["end :1 1 . 0 0"]).unwrap_err();
    assert_eq!(refusal.line, Some(7), "{refusal}");
    let refusal = judge(&["end :0 0 0"]).unwrap_err();
    assert!(refusal.reason.contains("needs a line"), "{refusal}");
}

#[test]
fn positions_are_not_told_too_deep() {
    // The defender goes to and fro, the attacker after him: no proof, whatever the depth.
    let graph =
        r#"{"root":"a","nodes":{"a":{"type":"OR","children":["b"]},"b":{"type":"AND","children":["a"]}}}"#;
    let told = |plies: usize| {
        let names: Vec<&str> = (0..plies).map(|ply| if ply % 2 == 0 { "b" } else { "a" }).collect();
        let line: String =
            names.iter().enumerate().map(|(ply, name)| format!("\t{name}\t:{}", plies - ply - 1)).collect();
        let text = format!(
            "phidelta-certificate\t2\ngame\tgraph\nrules\t{graph}\nposition\ta\nanswer\twin\tproved\n\
             part\twin\tproved\tranked\n1\ta{line}\nend\t1\t{plies}\t{plies}\n"
        );
        check(text.as_bytes(), &Limits::default()).unwrap_err().reason
    };
    assert!(told(60).contains("expected moves"), "{}", told(60));
    assert!(told(100_000).contains("too deep"), "{}", &told(100_000)[..200]);
}
