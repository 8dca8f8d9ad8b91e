//! `phidelta learn` and `--model`.

use crate::common::{Folder, run};

/// A model is written once, goes on from what was kept, and is taken or refused with a reason.
#[test]
fn models_are_written_taken_and_refused() {
    let folder = Folder::new("learn");
    let (model, cut) = (folder.path("a.model"), folder.path("cut.model"));
    let learn = ["learn", "othello-6x6", "--positions", "32", "--out", &model];
    run(&learn).expect(0);
    let bytes = std::fs::read(&model).expect("written");
    assert!(bytes.starts_with(b"phidelta model, version 1\ngame: othello 6x6\n"));
    assert!(!std::path::Path::new(&format!("{model}.part")).exists());

    // Exists already; with --force the same bytes.
    assert!(run(&learn).expect(1).err.contains("exists"));
    run(&[&learn[..], &["--force"]].concat()).expect(0);
    assert_eq!(std::fs::read(&model).expect("written"), bytes);

    // The standard output and a device get the same, and nothing is put beside them.
    let to = |out: &str| {
        let args = ["learn", "othello-6x6", "--positions", "32", "--force", "--out", out];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_phidelta"));
        command.current_dir(folder.path("")).args(args).output().expect("it runs")
    };
    let piped = to("-");
    assert!(piped.status.success() && piped.stdout == bytes);
    let device = to("/dev/stdout");
    assert!(device.status.success() && device.stdout == bytes);
    assert!(["-", "-.part"].iter().all(|name| !std::fs::exists(folder.path(name)).unwrap()));

    let solve = |model: &str, position: &str| {
        run(&["solve", "othello", "--nodes", "1000", "--model", model, position])
    };
    assert!(solve(&model, "6x6 e4").expect(3).out.contains("unknown"));
    assert!(solve(&model, "f5").expect(2).err.contains("expected one for 8x8"));
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("written");
    assert!(solve(&cut, "6x6 e4").expect(2).err.contains("damaged"));
    let suite = folder.path("suite.obf");
    std::fs::write(&suite, "6x6 e4\n").expect("written");
    let bench = |model: &str| {
        run(&["bench", "othello", "--file", &suite, "--nodes", "1000", "--model", model]).expect(3).out
    };
    assert!(bench(&model).contains("signature"));
    let refused = run(&["bench", "othello", "--file", &suite, "--model", &cut]).expect(2);
    assert!(refused.err.contains("--model"));
    let other = run(&["solve", "uttt", "--model", &model, "x"]).expect(2);
    assert!(other.err.contains("uttt has no model"));
    assert!(run(&["learn", "chess", "--out", &cut, "--force"]).expect(2).err.contains("othello"));
}
