//! Records as people paste them: one file each in `pasted/`, what each gives in `pasted/expected.tsv`.
//!
//! A row has the name of a file, the positions that are read (` | ` between several), or `refused` and a part of
//! the message.

use std::path::Path;

use phidelta::Verdict;
use phidelta_desk::{Options, Request, Source, find, read, run};

#[test]
fn forty_records_are_read_or_refused_at_their_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pasted");
    let expected = std::fs::read_to_string(folder.join("expected.tsv")).expect("the table");
    let game = find("shogi").expect("a game");
    let mut failures = Vec::new();
    for row in expected.lines() {
        let (name, wanted) = row.split_once('\t').expect("two columns");
        let bytes = std::fs::read(folder.join(name)).expect("a record");
        let found = match read(game, Source::File { name, bytes: &bytes }, &Options::default()) {
            Ok(mut problems) => {
                let positions: Vec<String> = problems.iter().map(|problem| problem.position()).collect();
                // All of them are mates: read with a slip they would hardly be.
                let request = Request::new().memory(16 << 20);
                for problem in &mut problems {
                    let verdict = run(problem, &request, &mut ()).expect("an answer").report().verdict;
                    assert_eq!(verdict, Verdict::Proved, "{name}");
                }
                positions.join(" | ")
            }
            Err(error) => format!("refused {error}"),
        };
        let same = match wanted.strip_prefix("refused ") {
            Some(part) => found.starts_with("refused ") && found.contains(part),
            None => found == wanted,
        };
        if !same {
            failures.push(format!("{name}\n  expected {wanted}\n  found    {found}"));
        }
    }
    assert!(expected.lines().count() >= 40);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
