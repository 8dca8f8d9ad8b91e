//! `phidelta compose check` on files as composers have them: several records, titles, solutions in Japanese;
//! other defences and tries.

use std::fs;

use crate::common::{Folder, run};

const MATE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";
const LONGER: &str = "4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1";

/// A record as a page of problems has it: roles, a plain colon, no frame, a solution with marks.
const PASTED: &str = "\
題名: 一間竜でない
作者: 読み人知らず
 ・ ・ ・ ・ ・ ・ ・ ・ ・
 ・ ・ ・ ・ ・ ・ ・ ・v玉
 ・ ・ ・ ・ ・ ・ ・ ・ ・
 ・ ・ ・ ・ ・ ・ ・ ・ 歩
 ・ ・ ・ ・ ・ ・ ・ ・ ・
 ・ ・ ・ ・ ・ ・ ・ ・ ・
 ・ ・ ・ ・ ・ ・ ・ ・ ・
 ・ ・ ・ ・ ・ ・ ・ ・ ・
 ・ ・ ・ ・ ・ ・ ・ ・ ・
攻方の持駒：金２
玉方の持駒：残り全部
☗１三金 ☖１一玉 ☗１二金打
まで3手詰
";

#[test]
fn formats_are_told_by_content_and_titles_kept_everywhere() {
    let folder = Folder::new("compose-content");
    let file = folder.write("problem.txt", PASTED);
    let page = run(&["compose", "check", &file]).expect(0).out;
    for part in [
        "title      一間竜でない",
        "author     読み人知らず",
        "3 plies (as given",
        "攻方の持駒：金二",
        "玉方の持駒：",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("先手") && !page.contains("後手"), "{page}");
    let object = run(&["compose", "check", &file, "--json"]).expect(0).json().remove(0);
    assert_eq!((&object["title"], &object["author"]), (&"一間竜でない".into(), &"読み人知らず".into()));
    assert_eq!(object["solution_given"], true);
    let kif = run(&["compose", "check", &file, "--kif", "-"]).expect(0).out;
    assert!(kif.contains("作品名：一間竜でない\n作者：読み人知らず\n"), "{kif}");
    let html = run(&["compose", "check", &file, "--html", "-"]).expect(0).out;
    assert!(html.contains("一間竜でない · 読み人知らず"), "{html}");
    // What is written can be read again, with its title.
    let again = folder.write("again.kif", &kif);
    let object = run(&["compose", "check", &again, "--json"]).expect(0).json().remove(0);
    assert_eq!(object["title"], "一間竜でない");
}

#[test]
fn several_records_are_checked_one_after_the_other() {
    let folder = Folder::new("compose-several");
    let records = folder.write("two.kif", format!("{PASTED}\n{}", PASTED.replace("一間竜でない", "第二番")));
    let done = run(&["compose", "check", &records]).expect(0).out;
    let table = done.rsplit("\n\n").next().unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 3, "{table}");
    assert!(rows[1].contains("一間竜でない") && rows[2].contains("第二番"), "{table}");
    assert_eq!(run(&["compose", "check", &records, "--json"]).expect(0).json().len(), 2);
    // One that is open decides the exit code; positions a row are problems, too.
    let rows = folder.write("two.sfen", format!("# two\n{MATE}\tfirst\n\n{LONGER}\tsecond\n"));
    run(&["compose", "check", &rows]).expect(0);
    let open = run(&["compose", "check", &rows, "--nodes", "300"]).expect(3).out;
    assert!(open.contains("undecided"), "{open}");
    let page = folder.path("all.html");
    run(&["compose", "check", &rows, "--html", &page]).expect(0);
    assert_eq!(fs::read_to_string(&page).unwrap().matches("<article>").count(), 2);
    run(&["compose", "check", &rows, "--state", &folder.path("s")]).expect(2).says(&["--state", "not 2"]);
    run(&["compose", "check", &rows, "--solution", "G*1c"]).expect(2).says(&["--solution", "not 2"]);
    let broken = folder.write("broken.sfen", format!("{MATE}\n9/9 b - 1\n"));
    run(&["compose", "check", &broken]).expect(2).says(&["broken.sfen:2:4"]);
}

#[test]
fn a_solution_in_japanese() {
    let usi =
        run(&["compose", "check", MATE, "--solution", "G*1c 1b1a G*1b", "--json"]).expect(0).json().remove(0);
    let japanese = ["１三金 １一玉 １二金打", "▲１三金△１一玉▲１二金打", "13金、11玉、12金打"];
    for solution in japanese {
        let object =
            run(&["compose", "check", MATE, "--solution", solution, "--json"]).expect(0).json().remove(0);
        assert_eq!(
            (&object["solution"], &object["faults"]),
            (&usi["solution"], &usi["faults"]),
            "{solution}"
        );
    }
    let refused = run(&["compose", "check", MATE, "--solution", "１三金 ９九玉"]).expect(2);
    refused.says(&["solution:1:5", "not legal", "nothing is concluded"]);
}

#[test]
fn other_defences_and_tries_are_told_in_every_form() {
    let args = ["compose", "check", LONGER, "--variations", "all", "--tries"];
    let with = |more: &[&str]| run(&[&args[..], more].concat()).expect(0).out;
    let object: serde_json::Value = serde_json::from_str(&with(&["--json"])).unwrap();
    let (variations, tries) = (object["variations"].as_array().unwrap(), object["tries"].as_array().unwrap());
    assert!(variations.len() > 1 && tries.len() > 2, "{object}");
    for told in variations {
        assert_eq!(told["verdict"], "proved");
        let plies = told["move"].as_u64().unwrap() - 1 + told["length"].as_u64().unwrap();
        assert!(plies <= object["plies"].as_u64().unwrap(), "no defence lasts longer: {told}");
    }
    assert!(
        tries.iter().all(|told| told["verdict"] != "unknown" && told["line"].as_array().unwrap().len() > 1)
    );
    let english = with(&[]);
    for part in ["other defences (変化)", "tries (紛れ)", "refuted by"] {
        assert!(english.contains(part), "{part} in {english}");
    }
    let japanese = with(&["--language", "ja"]);
    for part in ["変化：作意以外の応手と総手数", "紛れ：", "逃れ"] {
        assert!(japanese.contains(part), "{part} in {japanese}");
    }
    let kif = with(&["--kif", "-"]);
    assert!(kif.matches("変化：").count() >= variations.len() + tries.len() - 2, "{kif}");
    assert!(with(&["--html", "-"]).contains("<table>"));
    let few = run(&["compose", "check", LONGER, "--variations", "1"]).expect(0).out;
    assert!(few.contains("shorter ones are left out"), "{few}");
    run(&["compose", "check", LONGER, "--variations", "some"]).expect(2).says(&["expected a number, or all"]);
}

#[test]
fn each_fault_is_explained_and_shown() {
    // The pawn does nothing, and a gold is left over.
    let useless = "9/8k/9/8P/9/9/9/9/1P7 b 3G 1";
    let page = run(&["compose", "check", useless]).expect(0).out;
    assert!(
        page.contains(
            "piece that does nothing (不要駒): P 8i\n           without this piece nothing changes"
        ),
        "{page}"
    );
    assert!(page.contains("pieces left in hand (駒余り)"), "{page}");
    let japanese = run(&["compose", "check", useless, "--language", "ja"]).expect(0).out;
    assert!(japanese.contains("不要駒：８九歩"), "{japanese}");
    let html = run(&["compose", "check", useless, "--language", "ja", "--html", "-"]).expect(0).out;
    // The problem, its end, and each fault.
    let faults = run(&["compose", "check", useless, "--json"]).expect(0).json().remove(0);
    assert_eq!(html.matches("<svg").count(), 2 + faults["faults"].as_array().unwrap().len());
    assert!(html.contains("攻方の持駒：金"), "what is left is in the last diagram");
}
