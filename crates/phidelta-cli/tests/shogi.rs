//! `phidelta solve shogi`.

use crate::common::{Folder, run, run_with};

const MATE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

#[test]
fn people_see_board_and_line() {
    let solved = run(&["solve", "shogi", MATE]).expect(0);
    for part in [
        "玉方の持駒：飛二 角二 金二 銀四 桂四 香四 歩十七",
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|二",
        "攻方の持駒：金二",
        "verdict    proved",
        "G*1c",
        "▲１三金",
    ] {
        assert!(solved.out.contains(part), "{part} in {}", solved.out);
    }
}

#[test]
fn programs_get_usi_moves() {
    let solved = run(&["solve", "shogi", MATE, "--json"]).expect(0);
    let object = &solved.json()[0];
    assert_eq!(object["verdict"], "proved");
    assert_eq!(object["position"], "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    assert_eq!(object["given"], MATE);
    assert_eq!(object["line"][0], "G*1c");
    assert_eq!(object["line"].as_array().unwrap().len(), 3);
    assert_eq!(object["line_complete"], true);
    assert!(solved.out.is_ascii());
}

/// A lance from afar mates a king that has nothing to put between, and no other.
#[test]
fn one_text_stands_for_one_position_and_one_verdict() {
    let sfen = "8k/6G2/9/9/9/9/9/9/9 b L 1";
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(7);
    let diagram = format!(
        "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
         | ・ ・ ・ ・ ・ ・ ・ ・v玉|\n| ・ ・ ・ ・ ・ ・ 金 ・ ・|\n{empty}\
         +---------------------------+\n先手の持駒：香\n"
    );
    let folder = Folder::new("hands");
    let file = folder.write("nothing.kif", diagram);
    let ask = |args: &[&str]| {
        let solved = run(&[&["solve", "shogi", "--verify", "--json"], args].concat()).expect(0);
        let object = solved.json().remove(0);
        assert_eq!(object["verified"], true, "{object}");
        object
    };
    let (rest, nothing) = (ask(&[sfen]), ask(&["--file", &file]));
    assert_eq!((&rest["verdict"], &nothing["verdict"]), (&"disproved".into(), &"proved".into()));
    assert_ne!(rest["position"], nothing["position"]);
    assert_eq!(rest["given"], sfen);
    // What is reported can be asked again, and is the same then.
    for object in [rest, nothing] {
        let again = ask(&[object["position"].as_str().unwrap()]);
        assert_eq!((&again["position"], &again["verdict"]), (&object["position"], &object["verdict"]));
        assert_eq!(again["given"], object["position"]);
    }
}

/// [`MATE`] after its first move.
const MATED: &str = "9/8k/8G/8P/9/9/9/9/9 w G 1";

#[test]
fn the_side_in_check_may_be_the_one_to_be_mated() {
    let ask = |sfen: &str| {
        let solved = run(&["solve", "shogi", sfen, "--goal", "mated", "--json"]).expect(0);
        solved.json()[0].clone()
    };
    let object = ask(MATED);
    assert_eq!((&object["verdict"], &object["question"]), (&"proved".into(), &"mated".into()));
    let line = object["line"].as_array().unwrap();
    assert!(line.len() == 2 && object["line_complete"] == true, "{line:?}");
    // One gold is too few.
    assert_eq!(ask("9/8k/8G/8P/9/9/9/9/9 w - 1")["verdict"], "disproved");
    // The same after a move, with the rest for who has nothing.
    assert_eq!(ask(&format!("{MATE} moves G*1c"))["line"], object["line"]);
    // Mate on the board.
    let object = ask("8k/8G/8P/9/9/9/9/9/9 w - 1");
    assert_eq!((&object["verdict"], object["line"].as_array().unwrap().len()), (&"proved".into(), 0));
    // The usual question is whether White mates, and whom.
    run(&["solve", "shogi", MATED, "--goal", "mate"]).expect(2).says(&["Black has no king"]);
    let refused = run(&["solve", "shogi", "9/8k/9/8P/9/9/9/9/9 w 2G 1", "--goal", "mated"]).expect(2);
    assert!(refused.err.contains("White is not in check, expected a check"), "{}", refused.err);
    let refused = run(&["solve", "shogi", MATE, "--goal", "loss"]).expect(2);
    assert!(refused.err.contains("mated") && refused.err.contains("'loss'"), "{}", refused.err);
}

#[test]
fn records_can_be_asked_who_is_mated() {
    let folder = Folder::new("shogi_mated");
    let kif = folder.path("mate.kif");
    run(&["solve", "shogi", MATE, "--kif", &kif]).expect(0);
    let ask = |ply: &str| run(&["solve", "shogi", "--file", &kif, "--ply", ply, "--goal", "mated", "--json"]);
    assert_eq!(ask("1").expect(0).json()[0]["verdict"], "proved");
    ask("2").expect(2).says(&["Black has no king"]);
}

#[test]
fn a_mate_of_the_side_to_move_has_a_certificate() {
    let folder = Folder::new("shogi_mated_certificate");
    let file = folder.path("mated.cert");
    let args = ["solve", "shogi", MATED, "--goal", "mated", "--certificate", &file, "--verify"];
    let solved = run(&args).expect(0);
    assert!(solved.out.contains("proved (verified)"), "{}", solved.out);
    run(&["check", &file]).expect(0);
}

#[test]
fn files_have_notes_after_a_tab() {
    let text = format!("# two problems\n{MATE}\tid=one\tlen=3\n4k4/9/9/9/9/9/9/9/9 b G 1\tid=two\n");
    let solved = run_with(&["solve", "shogi", "--file", "-", "--json"], text.as_bytes()).expect(0);
    let verdicts: Vec<_> = solved.json().iter().map(|object| object["verdict"].clone()).collect();
    assert_eq!(verdicts, ["proved", "disproved"]);
    run(&["solve", "shogi", "startpos moves 7g7f 3c3d 8h2b+", "--json"]).expect(0);
}

#[test]
fn bad_positions_are_marked() {
    for (sfen, words, marks) in [
        ("4k4/8/9/9/9/9/9/9/9 b - 1", "POSITION:1:6: rank 2 has 8 squares, expected 9", "       ^"),
        ("4k4/9/9/9/9/9/9/9/9 b 5G 1", "POSITION:1:23: too many pieces", "                        ^^"),
        ("4玉4/9/9/9/9/9/9/9/9 b - 1", "POSITION:1:2: unknown piece '玉'", "   ^^"),
        ("4k4/4G4/9/9/9/9/9/9/9 b - 1", "POSITION:1:2: White is in check", "   ^"),
        ("9/9/9/9/9/9/9/9/9 b - 1", "White has no king, expected one to mate", "  ^^^^^^^^^^^^^^^^^"),
        ("startpos moves 7g7e", "POSITION:1:16: 7g7e is not legal", "                 ^^^^"),
    ] {
        let refused = run(&["solve", "shogi", sfen]).expect(2).says(&["error: ", words]);
        assert!(refused.err.contains(&format!("\n  {sfen}\n{marks}\n")), "{}", refused.err);
        assert_eq!(refused.out, "");
    }
    let folder = Folder::new("shogi");
    let file = folder.write("problems.sfen", format!("{MATE}\tid=1\n\n4k4/9 b - 1\tid=2\n"));
    run(&["solve", "shogi", "--file", &file]).expect(2).says(&["problems.sfen:3:6: the board has 2 ranks"]);
    run(&["solve", "shogi", MATE, "--goal", "draw"]).expect(2).says(&["--goal", "mated"]);
    run(&["solve", "synthetic", "2", "--goal", "draw"]).expect(2).says(&["--goal", "no draws"]);
}

#[test]
fn the_shortest_mate_and_all_first_moves() {
    let sfen = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1";
    let solved = run(&["solve", "shogi", sfen, "--shortest", "--all"]).expect(0);
    for part in
        ["shortest   15 plies\n", "15 plies by composition counting (exact)", "P*1b   proved, 15 plies"]
    {
        assert!(solved.out.contains(part), "{part} in {}", solved.out);
    }
    let object = run(&["solve", "shogi", sfen, "--shortest", "--all", "--json"]).expect(0).json().remove(0);
    assert_eq!(object["shortest"]["least"], 15);
    assert_eq!(object["shortest"]["counted_most"], 15);
    assert_eq!(object["line"].as_array().unwrap().len(), 15);
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.iter().filter(|first| first["verdict"] == "proved").count(), 1);
    assert_eq!(moves.len(), 7);
    // A limit leaves bounds, and says so.
    let open = run(&["solve", "shogi", sfen, "--shortest", "--nodes", "3000", "--json"]).expect(3);
    let lengths = &open.json()[0]["shortest"];
    assert!(lengths["least"].as_u64().unwrap() < 15 && lengths["open"] == "node limit", "{lengths}");
    run(&["solve", "graph", "kishimoto_fig1", "--shortest"])
        .expect(2)
        .says(&["--shortest", "expected shogi"]);
    run(&["solve", "shogi", sfen, "--futile", "off"]).expect(2).says(&["--shortest"]);
}
