//! `phidelta generate`, and the suites in `suites/` that it made.

use std::collections::HashSet;

use crate::common::{Folder, run};

/// The suites that come with the project: game, file, and where the value of a line stands.
const SUITES: [(&str, &str, &str); 4] = [
    ("loa", "loa-endgames.txt", "; "),
    ("othello", "othello-15-20.obf", "value="),
    // A mate problem has one value, and its lines do not say it.
    ("shogi", "tsume.sfen", ""),
    ("uttt", "uttt-36-45.txt", " | "),
];

fn suite(file: &str) -> String {
    let path = format!("{}/../phidelta-games/suites/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).expect(&path)
}

/// The lines with positions.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with(['%', '#'])).collect()
}

/// The command in the head of a suite, with another number of positions.
fn command(text: &str, count: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.split_once("command: phidelta ")).expect("a command");
    let mut words: Vec<String> = line.1.split(' ').map(str::to_string).collect();
    let at = words.iter().position(|word| word == "--count").expect("a count");
    words[at + 1] = count.into();
    words
}

fn repeat(text: &str, count: &str) -> String {
    let words = command(text, count);
    run(&words.iter().map(String::as_str).collect::<Vec<_>>()).expect(0).out
}

/// Whoever changes what a search counts, or how games are played, makes the suites again: crates/phidelta-games/suites/README.md
/// says how.
#[test]
fn the_suites_begin_as_their_commands_say() {
    for (_, file, _) in SUITES {
        let text = suite(file);
        // The fourth mate problem is a hard one, and takes hundreds of placements to find.
        let count = if file == "tsume.sfen" { 3 } else { 5 };
        let again = repeat(&text, &count.to_string());
        assert_eq!(
            lines(&again),
            lines(&text)[..count],
            "{file} is to be made again: crates/phidelta-games/suites/README.md"
        );
    }
}

#[test]
fn the_suites_have_as_many_different_lines_as_they_say() {
    for (_, file, _) in SUITES {
        let text = suite(file);
        let positions: HashSet<&str> =
            lines(&text).iter().filter_map(|line| line.split(';').next()).collect();
        let count = positions.len().to_string();
        assert!(text.contains(&format!("--count {count} ")) && lines(&text).len() == positions.len());
    }
}

#[test]
fn the_values_of_the_suites_are_found_by_another_search() {
    let folder = Folder::new("suites");
    for (game, file, before) in SUITES {
        let text = suite(file);
        // The eleventh part: all difficulties, and both sides to move.
        let sample: Vec<&str> = lines(&text).into_iter().step_by(11).collect();
        let path = folder.write(file, sample.join("\n"));
        let run = run(&["solve", game, "--file", &path, "--json", "--algorithm", "df-pn+tca+snda"]).expect(0);
        let answers = run.json();
        assert_eq!(answers.len(), sample.len());
        for (line, answer) in sample.iter().zip(answers) {
            if game == "shogi" {
                assert_eq!(answer["verdict"], "proved", "{line}");
                continue;
            }
            let value = answer["value"].as_str().expect("a value");
            assert!(line.contains(&format!("{before}{value}")), "{line}: {value}");
        }
    }
}

#[test]
fn a_suite_is_read_as_it_is_and_has_the_values_that_solving_finds() {
    let folder = Folder::new("generate");
    let path = folder.path("late.txt");
    let args =
        ["generate", "uttt", "--plies", "44-46", "--count", "6", "--difficulty", "1-10K", "--out", &path];
    assert_eq!(run(&args).expect(0).out, "");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("--seed 1 --difficulty 1-10000 --plies 44-46 --value any"), "{text}");
    assert_eq!(repeat(&text, "6"), text);
    let answers = run(&["solve", "uttt", "--file", &path, "--json"]).expect(0).json();
    assert_eq!(answers.len(), 6);
    for (line, answer) in lines(&text).iter().zip(answers) {
        let columns: Vec<&str> = line.split(" | ").collect();
        assert_eq!(columns[1], answer["value"], "{line}");
        assert_eq!(columns[2], answer["nodes"].to_string(), "{line}");
        assert_eq!(columns[4], answer["position"], "{line}");
    }
    // Files are replaced only by force, and found out before the games are played.
    run(&args).expect(1).says(&["exists already", "--force"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    run(&[&args[..], &["--force", "--seed", "2"]].concat()).expect(0);
    assert_ne!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(folder.files(), 1);
}

#[test]
fn mate_problems_are_solved_with_the_nodes_they_say() {
    let folder = Folder::new("generate-shogi");
    let path = folder.path("mates.sfen");
    let args =
        ["generate", "shogi", "--count", "6", "--seed", "4", "--difficulty", "10-10K", "--plies", "1-15"];
    run(&[&args[..], &["--out", &path]].concat()).expect(0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("--count 6 --seed 4 --difficulty 10-10000 --plies 1-15 --value win"), "{text}");
    assert_eq!(repeat(&text, "6"), text);
    let answers = run(&["solve", "shogi", "--file", &path, "--json"]).expect(0).json();
    assert_eq!(answers.len(), 6);
    for (line, answer) in lines(&text).iter().zip(answers) {
        assert_eq!(answer["verdict"], "proved", "{line}");
        let (nodes, plies) = (&answer["nodes"], answer["line"].as_array().expect("a line").len());
        assert!(line.contains(&format!("\tnodes={nodes} plies={plies} try=")) && plies <= 15, "{line}");
    }
}

#[test]
fn one_value_is_asked_for() {
    let out =
        run(&["generate", "othello", "--empties", "8-9", "--value", "loss", "--count", "4"]).expect(0).out;
    assert_eq!(lines(&out).len(), 4);
    assert!(lines(&out).iter().all(|line| line.contains("value=loss exact=-")), "{out}");
}

#[test]
fn what_cannot_be_made_is_said() {
    let folder = Folder::new("generate-refused");
    let path = folder.path("none.txt");
    let few = ["generate", "uttt", "--difficulty", "1-1", "--games", "3", "--out", &path];
    run(&few).expect(1).says(&["3 tries have 0 of 10 positions", "--difficulty", "--games"]);
    assert_eq!(folder.files(), 0);
    run(&["generate", "chess"]).expect(2).says(&["chess", "loa, othello, shogi, uttt"]);
    run(&["generate"]).expect(2).says(&["<GAME>"]);
    run(&["generate", "loa", "--empties", "15-20"]).expect(2).says(&["--empties", "expected --plies"]);
    run(&["generate", "othello", "--plies", "15"]).expect(2).says(&["--plies", "expected --empties"]);
    run(&["generate", "othello", "--empties", "20-15"]).expect(2).says(&["20 is more than 15", "15-20"]);
    run(&["generate", "uttt", "--plies", "1-4000000000"]).expect(2).says(&["too large", "200"]);
    run(&["generate", "loa", "--difficulty", "simple"]).expect(2).says(&["easy", "1K-1M"]);
    run(&["generate", "loa", "--count", "0"]).expect(2).says(&["at least 1"]);
    run(&["generate", "loa", "--value", "won"]).expect(2).says(&["win, draw, loss, any"]);
    run(&["generate", "shogi", "--value", "draw"]).expect(2).says(&["--value", "expected win"]);
    run(&["generate", "shogi", "--empties", "3"]).expect(2).says(&["expected --plies"]);
    run(&["generate", "loa", "--force"]).expect(2).says(&["--out"]);
    let nowhere = folder.path("no/such/folder");
    run(&["generate", "loa", "--out", &nowhere]).expect(1).says(&["cannot write"]);
}
