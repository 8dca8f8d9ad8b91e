//! `phidelta compose check`.

use std::fs;

use crate::common::{Folder, run, run_with};

const MATE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

#[test]
fn people_see_verdict_solution_and_faults() {
    let english = run(&["compose", "check", MATE]).expect(0).out;
    for part in [
        "verdict    sound, with blemishes (完全作（キズあり）)",
        "solution   3 plies (the solver's main line, --futile exact)",
        "fault      defence of equal length (変同) at move 2, 3 plies in all",
        "fault      several mates on the last move (最終手余詰) at move 3, 3 plies in all",
        "▲２二金打",
    ] {
        assert!(english.contains(part), "{part} in {english}");
    }
    let japanese = run(&["compose", "check", MATE, "--language", "ja"]).expect(0).out;
    assert!(
        japanese.contains("判定       完全作（キズあり）\n")
            && japanese.contains("欠陥       変同（2手目）、全3手"),
        "{japanese}"
    );
}

#[test]
fn programs_get_one_object() {
    let object = run(&["compose", "check", MATE, "--json"]).expect(0).json().remove(0);
    let text = include_str!("../../../docs/compose.md");
    let table = text.split("### JSON").nth(1).expect("a section");
    let rows =
        table.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with("| `"));
    let documented: Vec<_> = rows.map(|row| row.split('`').nth(1).expect(row).to_string()).collect();
    assert_eq!(object.as_object().unwrap().keys().cloned().collect::<Vec<_>>(), documented);
    assert_eq!(object["verdict"], "blemished");
    assert_eq!(object["faults"][0]["kind"], "equal-defence");
    assert_eq!(object["faults"][0]["line"], serde_json::json!(["1b2a", "G*2b"]));
}

#[test]
fn a_bad_solution_is_named_and_nothing_concluded() {
    for (solution, words) in [
        ("G*1b", "move 1, G*1b: not legal here"),
        ("G*5e", "move 1, G*5e: gives no check"),
        ("G*1c 1b1a", "move 2, 1b1a: the solution ends with it, but it is no mate"),
        (" ", "the solution has no moves"),
    ] {
        let refused = run(&["compose", "check", MATE, "--solution", solution]).expect(2);
        let refused = refused.says(&["error: solution: ", words, "nothing is concluded"]);
        assert_eq!(refused.out, "");
    }
    run(&["compose", "check", "4k4/9 b - 1"]).expect(2).says(&["SFEN:1:6: the board has 2 ranks"]);
    run(&["compose", "check", "missing.kif"]).expect(1).says(&["missing.kif"]);
}

#[test]
fn kif_and_html_are_written_and_kif_is_read_again() {
    let folder = Folder::new("compose");
    let (kif, html) = (folder.path("a.kif"), folder.path("a.html"));
    run(&["compose", "check", MATE, "--kif", &kif, "--html", &html]).expect(0);
    let text = fs::read_to_string(&kif).unwrap();
    for part in ["変化：3手\n   3 ２二金打", "*several mates on the last move", "変化：2手\n   2 ２一玉(12)"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let page = fs::read_to_string(&html).unwrap();
    assert_eq!(page.matches("<svg").count(), 4, "{page}");
    assert!(page.contains("変同") && !page.contains("<script") && !page.contains("src="), "{page}");
    run(&["compose", "check", MATE, "--kif", &kif]).expect(1).says(&["exists already"]);
    // The record's moves are the solution; variations are passed over.
    let again = run(&["compose", "check", &kif, "--json"]).expect(0).json().remove(0);
    assert_eq!((&again["solution_given"], &again["plies"]), (&true.into(), &3.into()));
    assert_eq!(again["faults"].as_array().unwrap().len(), 2);
    let own = run_with(&["compose", "check", "-", "--own-line", "--json"], text.as_bytes()).expect(0).json();
    assert_eq!(own[0]["solution_given"], false);
}

#[test]
fn every_move_that_does_not_mate_has_a_certificate() {
    let folder = Folder::new("compose-certificates");
    let files = folder.path("proofs");
    let sfen = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1";
    let checked = run(&["compose", "check", sfen, "--no-pieces", "--certificate", &files]).expect(0);
    assert!(checked.err.contains("certificates, checked; 0 could not be written"), "{}", checked.err);
    // Six other first moves, all of them disproved.
    let names = fs::read_dir(&files).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.starts_with("001-")).count(), 6);
    let one = format!("{files}/001-G-1b.txt");
    assert!(run(&["check", &one]).expect(0).out.contains("disproved"));
}

#[test]
fn a_check_goes_on_where_it_was_left() {
    let folder = Folder::new("compose-state");
    let state = folder.path("a.state");
    let sfen = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1";
    let whole = run(&["compose", "check", sfen, "--json"]).expect(0).json().remove(0);
    let half = run(&["compose", "check", sfen, "--json", "--state", &state, "--nodes", "4000"]).expect(3);
    assert_eq!(half.json()[0]["verdict"], "undecided");
    let rest = run(&["compose", "check", sfen, "--json", "--state", &state]).expect(0).json().remove(0);
    assert_eq!((&rest["faults"], &rest["solution"]), (&whole["faults"], &whole["solution"]));
    let again = run(&["compose", "check", sfen, "--json", "--state", &state]).expect(0).json().remove(0);
    assert_eq!(again["faults"], whole["faults"]);
    assert!(again["nodes"].as_u64() < Some(100), "{again}");
    // Another diagram, another file: it is refused, and by force starts anew.
    run(&["compose", "check", MATE, "--state", &state])
        .expect(2)
        .says(&["kept for another diagram", "--force"]);
    run(&["compose", "check", MATE, "--state", &state, "--force"]).expect(0).says(&["starts anew"]);
    fs::write(&state, "{").unwrap();
    run(&["compose", "check", MATE, "--state", &state]).expect(2).says(&["not a state that can be read"]);
    assert_eq!(fs::read_to_string(&state).unwrap(), "{");
}
