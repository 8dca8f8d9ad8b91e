//! Certificates on the command line: written, checked, refused.

use crate::common::{Folder, run, run_with};

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = Folder::new("certificate");
    for (game, position, answer) in [
        ("connect4", "4x4:", "value draw"),
        ("connect4", "4x4k3:", "value win"),
        ("graph", "ghi_min", "win proved"),
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", "win proved"),
        ("shogi", "4k4/9/9/9/9/9/9/9/9 b G 1", "win disproved"),
    ] {
        let file = folder.path("proof.txt");
        let solved = run(&["solve", game, position, "--certificate", &file, "--force"]).expect(0);
        assert!(solved.out.contains("(not verified)") && solved.out.contains("\nstrategy "), "{solved:?}");
        let checked = run(&["check", &file]).expect(0);
        assert!(checked.out.starts_with(&format!("valid      {answer}\n")), "{checked:?}");
        // Without the last of its positions it is none. (Numbers to be forgotten may be left out.)
        let text = std::fs::read_to_string(&file).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.iter().rposition(|line| line.starts_with(|sign: char| sign.is_ascii_digit()));
        lines.remove(last.expect("positions"));
        run_with(&["check", "-"], (lines.join("\n") + "\n").as_bytes())
            .expect(1)
            .says(&["not valid", "line"]);
    }
    assert_eq!(folder.files(), 1, "nothing but the certificate is left");
}

#[test]
fn a_name_that_ends_in_pdc_asks_for_the_binary_form() {
    let folder = Folder::new("certificate-binary");
    let (text, binary) = (folder.path("proof.txt"), folder.path("proof.PDC"));
    for file in [&text, &binary] {
        run(&["solve", "connect4", "5x4:", "--certificate", file, "--verify"]).expect(0);
    }
    let (text_bytes, mut bytes) = (std::fs::read(&text).unwrap(), std::fs::read(&binary).unwrap());
    assert!(bytes.len() * 4 < text_bytes.len(), "{} of {} bytes", bytes.len(), text_bytes.len());
    let said = run(&["check", &text]).expect(0).out;
    assert_eq!(run(&["check", &binary]).expect(0).out, said);
    assert_eq!(run_with(&["check", "-"], &bytes).expect(0).out, said);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    run_with(&["check", "-"], &bytes).expect(1).says(&["not valid", "block 1"]);
}

#[test]
fn verified_is_said_only_of_what_was_checked() {
    let solved = run(&["solve", "connect4", "4x4:", "--verify"]).expect(0);
    assert!(solved.out.contains("value      draw (verified)\n"), "{solved:?}");
    let solved = run(&["solve", "graph", "kishimoto_fig1", "--verify", "--json"]).expect(0);
    assert_eq!(solved.json()[0]["verified"], true);
    let open = run(&["solve", "connect4", "7x6:", "--verify", "--json", "--nodes", "100"]).expect(3);
    assert_eq!(open.json()[0]["verified"], false);
}

#[test]
fn what_cannot_be_done_is_said_before_the_search() {
    let folder = Folder::new("certificate-bad");
    let file = folder.write("taken.txt", "");
    run(&["solve", "connect4", "4x4:", "--certificate", &file]).expect(1).says(&["taken.txt", "--force"]);
    let nowhere = folder.path("no/such/folder.txt");
    run(&["solve", "connect4", "4x4:", "--certificate", &nowhere]).expect(1).says(&["folder.txt"]);
    run(&["solve", "synthetic", "depth=3", "--verify"]).expect(2).says(&["synthetic has no certificates"]);
    let two = folder.write("two.txt", "4x4:\n4x4:1\n");
    run(&["solve", "connect4", "--file", &two, "--certificate", &folder.path("a")])
        .expect(2)
        .says(&["--verify"]);
    run(&["solve", "connect4", "--file", &two, "--verify", "--json"]).expect(0);
    run(&["solve", "connect4", "4x4:", "--force"]).expect(2).says(&["--certificate"]);
    run(&["check", &folder.path("none")]).expect(1).says(&["none"]);
    run(&["check", &file]).expect(1).says(&["line 1"]);
}

#[test]
fn a_suite_with_every_answer_checked() {
    let folder = Folder::new("suite");
    let file = folder.write("suite.txt", "4x4k3:\n4x4:\n4x3:\n");
    let table = run(&["bench", "connect4", "--file", &file, "--verify"]).expect(0).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 8, "{table}");
    let words: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(words[..5], ["#", "position", "verdict", "checked", "nodes"], "{table}");
    assert!(lines[1..4].iter().all(|line| line.contains("  verified  ")), "{table}");
    assert!(lines[4].starts_with("total: 3 problems, 3 decided; "), "{table}");
    assert!(lines[5].starts_with("verified: 3 of 3; "), "{table}");
    assert!(lines[6].starts_with("median, search = 1: writing "), "{table}");
    assert_eq!(lines[7], run(&["bench", "connect4", "--file", &file]).expect(0).out.lines().last().unwrap());
    // Nothing is called verified that has no answer.
    let open = run(&["bench", "connect4", "--file", &file, "--verify", "--nodes", "1"]).expect(3).out;
    assert!(open.contains("\nverified: 0 of ") && !open.contains("  verified  "), "{open}");
    let solved = run(&["solve", "connect4", "--file", &file, "--verify"]).expect(0).out;
    assert_eq!(solved.matches("  verified  ").count(), 3, "{solved}");
    assert!(solved.contains(", 3 verified; "), "{solved}");
    run(&["bench", "connect4"]).expect(2);
    run(&["bench", "--verify"]).expect(2);
    let other = folder.write("synthetic.txt", "depth=3\n");
    run(&["bench", "synthetic", "--file", &other, "--verify"]).expect(2).says(&["has no certificates"]);
}
