//! Where the command writes: nothing of the user's is lost, and an answer never is.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::process::Command;

use crate::common::{Folder, run};

const MATE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";
const OTHER: &str = "7gk/9/6P1+P/9/9/9/9/9/9 b GSP 1";

#[test]
fn a_state_that_is_none_of_ours_is_refused_before_anything_is_searched() {
    let folder = Folder::new("state-refused");
    let record = run(&["solve", "shogi", MATE, "--kif", "-"]).expect(0).out;
    let mine = folder.write("mine.kif", &record);
    let refused = run(&["compose", "check", &mine, "--state", &mine]).expect(2);
    refused.says(&["--state", "mine.kif", "--force"]);
    assert_eq!(fs::read_to_string(&mine).unwrap(), record);
    // The state of another diagram is somebody's work, too.
    let state = folder.path("state.json");
    run(&["compose", "check", MATE, "--state", &state]).expect(0);
    let kept = fs::read_to_string(&state).unwrap();
    run(&["compose", "check", OTHER, "--state", &state]).expect(2).says(&["state.json", "--force"]);
    assert_eq!(fs::read_to_string(&state).unwrap(), kept);
    run(&["compose", "check", MATE, "--state", &state]).expect(0);
    run(&["compose", "check", OTHER, "--state", &state, "--force", "--nodes", "50K"]);
    assert_ne!(fs::read_to_string(&state).unwrap(), kept);
    run(&["compose", "check", MATE, "--state", "-"]).expect(2).says(&["--state -"]);
}

#[test]
fn devices_pipes_and_links_stay_what_they_are() {
    for option in ["--certificate", "--kif"] {
        run(&["solve", "shogi", MATE, option, "/dev/null", "--force"]).expect(0);
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
    let folder = Folder::new("links");
    let (file, link) = (folder.path("proof.txt"), folder.path("link.txt"));
    std::os::unix::fs::symlink("proof.txt", &link).unwrap();
    run(&["solve", "shogi", MATE, "--certificate", &link]).expect(0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    run(&["check", &file]).expect(0);
    run(&["solve", "shogi", MATE, "--certificate", &link]).expect(1).says(&["--force"]);
    run(&["solve", "shogi", MATE, "--certificate", &link, "--force"]).expect(0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    run(&["solve", "shogi", MATE, "--kif", &pipe]).expect(0);
    assert!(reader.join().unwrap().starts_with("#KIF"));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn a_full_disk_does_not_swallow_the_answer() {
    if !fs::exists("/dev/full").unwrap_or(false) {
        return;
    }
    for (args, known) in [
        (&["solve", "shogi", MATE, "--certificate", "/dev/full"][..], "verdict    proved"),
        (&["solve", "shogi", MATE, "--kif", "/dev/full"], "verdict    proved"),
        (&["compose", "check", MATE, "--html", "/dev/full"], "sound, with blemishes"),
        (&["compose", "check", MATE, "--kif", "/dev/full"], "sound, with blemishes"),
    ] {
        let done = run(args).expect(1).says(&["cannot write /dev/full"]);
        assert!(done.out.contains(known), "{done:#?}");
    }
}

#[test]
fn a_dash_is_the_standard_output_everywhere() {
    let certificate = run(&["solve", "shogi", MATE, "--certificate", "-"]).expect(0).out;
    assert!(certificate.starts_with("phidelta-certificate\t"), "{certificate}");
    let folder = Folder::new("dash");
    let proof = folder.write("proof.txt", &certificate);
    for (args, first) in [
        (&["tree", &proof, "--kif", "-"][..], "#KIF"),
        (&["tree", &proof, "--dot", "-"], "// shogi"),
        (&["tree", &proof, "--svg", "-"], "<svg"),
        (&["compose", "check", MATE, "--kif", "-"], "#KIF"),
        (&["compose", "check", MATE, "--html", "-"], "<!"),
        (&["graph", "okabe", "--layers", "2", "--out", "-"], "{"),
        (&["generate", "uttt", "--count", "1", "--seed", "1", "--out", "-"], "#"),
    ] {
        let out = run(args).expect(0).out;
        assert!(out.starts_with(first), "{args:?}: {}", out.chars().take(80).collect::<String>());
    }
    assert_eq!(folder.files(), 1, "no file is called '-'");
    assert!(!fs::exists("-").unwrap());
    for args in [
        &["solve", "shogi", MATE, "--kif", "-", "--certificate", "-"][..],
        &["solve", "shogi", MATE, "--certificate", "-", "--json"],
        &["compose", "check", MATE, "--html", "-", "--json"],
        &["tree", &proof, "--dot", "-", "--svg", "-"],
    ] {
        run(args).expect(2).says(&["the standard output"]);
    }
}
