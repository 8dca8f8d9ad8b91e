//! `phidelta completions` and `phidelta man`.

use crate::common::{Folder, run};

#[test]
fn every_shell_gets_completions() {
    for (shell, word) in
        [("bash", "_phidelta()"), ("zsh", "#compdef phidelta"), ("fish", "complete -c phidelta")]
    {
        let text = run(&["completions", shell]).expect(0).out;
        assert!(text.contains(word) && text.contains("solve") && text.contains("shortest"), "{shell}");
    }
    run(&["completions", "tcl"]).expect(2).says(&["'tcl'", "bash"]);
}

#[test]
fn every_command_has_a_page() {
    let main = run(&["man"]).expect(0).out;
    assert!(main.contains(".TH phidelta 1") && main.contains("Exit codes"), "{main}");
    let folder = Folder::new("man");
    let out = folder.path("man1");
    for _ in 0..2 {
        assert_eq!(run(&["man", "--out", &out]).expect(0).out, "");
    }
    for page in
        ["phidelta.1", "phidelta-solve.1", "phidelta-usi.1", "phidelta-graph-random.1", "phidelta-man.1"]
    {
        let text = std::fs::read_to_string(format!("{out}/{page}")).expect(page);
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}");
    }
    run(&["man", "--out", "/dev/null/man"]).expect(1).says(&["cannot make the folder"]);
}
