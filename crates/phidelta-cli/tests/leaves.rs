//! Leaf lists on the command line: written, checked, solved, refused.

use crate::common::{Folder, run, run_with};

#[test]
fn a_list_is_written_checked_and_solved() {
    let folder = Folder::new("leaves");
    let file = folder.path("leaves.txt");
    let solved = run(&["solve", "connect4", "5x4:33", "--leaf-list", &file, "--leaf-plies", "3"]).expect(0);
    assert!(solved.out.contains("\nleaf list  "), "{solved:?}");
    let checked = run(&["check", &file]).expect(0);
    assert!(checked.out.starts_with("tree       valid: value draw, if all its leaves hold\n"), "{checked:?}");
    assert!(!checked.out.contains("valid      "), "{checked:?}");
    for threads in ["1", "2"] {
        let args = ["check", &file, "--leaves", "--threads", threads];
        let solved = run(&args).expect(0);
        assert!(solved.out.contains("hold, by search\n"), "{solved:?}");
        assert!(solved.out.contains("the leaves rest on the search"), "{solved:?}");
    }
    let shown = run(&["check", &file, "--leaves", "--verify"]).expect(0);
    assert!(shown.out.contains("the tree and all its leaves have been checked"), "{shown:?}");
    let sample = run(&["check", &file, "--leaves", "--sample", "3", "--seed", "5"]).expect(0);
    assert!(sample.out.contains("3 of a sample of 3 hold (seed 5)"), "{sample:?}");
    assert!(!sample.out.contains("answer"), "{sample:?}");
    // Each leaf is a position that the command reads.
    let text = std::fs::read_to_string(&file).unwrap();
    let leaf: Vec<&str> =
        text.lines().find(|row| row.starts_with("leaf\t")).expect("a leaf").split('\t').collect();
    let alone = run(&["solve", "connect4", &format!("5x4k4:{}", leaf[2]), "--goal", leaf[3]]).expect(0);
    assert!(alone.out.contains(&format!("verdict    {}", leaf[4])), "{alone:?}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = Folder::new("leaves-refused");
    let file = folder.path("leaves.txt");
    run(&["solve", "synthetic", "depth=3", "--leaf-list", &file]).expect(2).says(&["no certificates"]);
    run(&["solve", "connect4", "4x4:", "--leaf-plies", "3"]).expect(2).says(&["--leaf-list"]);
    run(&["solve", "connect4", "4x4:", "--leaf-list", &file, "--leaf-plies", "0"]).expect(2);
    run(&["solve", "connect4", "4x4:", "--leaf-list", "-", "--json"]).expect(2).says(&["--json"]);
    let open = run(&["solve", "connect4", "7x6:", "--leaf-list", &file, "--nodes", "100"]).expect(3);
    assert!(!open.out.contains("leaf list"), "{open:?}");
    assert_eq!(folder.files(), 0);
    let list = run(&["solve", "connect4", "4x4:", "--leaf-list", "-", "--goal", "win"]).expect(0).out;
    assert!(list.starts_with("phidelta-leaves\t1\ngame\tconnect4\n"), "{list}");
    run_with(&["check", "-"], list.as_bytes()).expect(0);
    let certificate = run(&["solve", "connect4", "4x4:", "--certificate", "-"]).expect(0).out;
    run_with(&["check", "-", "--leaves"], certificate.as_bytes()).expect(2).says(&["no leaf list"]);
    // A leaf that is another position, and one that does not hold.
    run_with(&["check", "-"], list.replace("end\t", "end\t1").as_bytes()).expect(1).says(&["not valid"]);
    let forged = "phidelta-leaves\t1\ngame\tconnect4\nrules\t4x4k4\nposition\t///\nanswer\twin\tproved\n\
                  part\twin\tproved\nleaf\t1\tX///\tdraw\tdisproved\n2\t///\t1\t1\nend\t2\t1\t1\t1\n";
    run_with(&["check", "-"], forged.as_bytes()).expect(0);
    run_with(&["check", "-", "--leaves"], forged.as_bytes()).expect(1).says(&["it does not hold"]);
}
