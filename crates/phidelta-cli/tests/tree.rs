//! `phidelta tree`: proofs looked at, from the search to the drawing.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Finished, Folder, run};
use phidelta_games::shogi::{Position, Tsume};
use serde_json::Value;
use shogi_kifu_converter::jkf::{MoveFormat, PlaceFormat};
use shogi_kifu_converter::parser::parse_kif_str;

/// Five moves to mate, and fifteen; the defender has choices.
const MATES: [&str; 2] = ["4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1", "9/8k/9/9/9/9/9/9/9 b 2RGS 1"];

/// Solves a position and writes its certificate.
fn certified(folder: &Folder, name: &str, game: &str, position: &str) -> String {
    let file = folder.path(name);
    run(&["solve", game, position, "--certificate", &file]).expect(0);
    file
}

/// Where the moves of each position of a text certificate with one part lead, `None` to an end, and the
/// root. Positions told within lines have the next numbers behind those of the lines.
fn references(text: &str) -> (BTreeMap<u64, Vec<Option<u64>>>, u64) {
    let fields = text.lines().map(|line| line.split('\t').collect::<Vec<&str>>());
    let fields: Vec<Vec<&str>> = fields.collect();
    let root = fields.iter().find(|fields| fields[0] == "end").expect("an end")[1];
    let numbered = fields.iter().filter_map(|fields| Some((fields[0].parse::<u64>().ok()?, fields)));
    let mut out = BTreeMap::new();
    let mut last = numbered.clone().map(|(id, _)| id).max().unwrap();
    for (id, fields) in numbered {
        let moves = told(&fields[2..], &mut last, &mut out);
        out.insert(id, moves);
    }
    (out, root.parse().expect("a number"))
}

/// Where the moves of one position lead; those told behind them are added.
fn told(mut pairs: &[&str], last: &mut u64, out: &mut BTreeMap<u64, Vec<Option<u64>>>) -> Vec<Option<u64>> {
    let mut moves = Vec::new();
    while let [_, target, rest @ ..] = pairs {
        pairs = rest;
        let Some(count) = target.strip_prefix(':') else {
            moves.push(target.trim_start_matches('~').parse().ok());
            continue;
        };
        let (inner, behind) = pairs.split_at(2 * count.parse::<usize>().expect("a count"));
        pairs = behind;
        let inner = told(inner, last, out);
        *last += 1;
        out.insert(*last, inner);
        moves.push(Some(*last));
    }
    moves
}

/// The numbers reached from one, itself included, the slow way.
fn reached(lines: &BTreeMap<u64, Vec<Option<u64>>>, id: u64) -> BTreeSet<u64> {
    let mut all = BTreeSet::from([id]);
    loop {
        let more: BTreeSet<u64> = all.iter().flat_map(|id| lines[id].iter().flatten().copied()).collect();
        let before = all.len();
        all.extend(more);
        if all.len() == before {
            return all;
        }
    }
}

#[test]
fn the_main_line_of_a_small_proof() {
    let folder = Folder::new("tree-line");
    let text = "phidelta-certificate\t2\ngame\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
        part\twin\tproved\tranked\n1\tX/O/\t1\t.\n2\tX//O\t1\t.\n3\tXO//\t2\t.\n\
        4\tX//\t1\t3\t2\t1\t3\t2\n5\t//\t1\t4\nend\t5\t5\t7\n";
    let file = folder.write("proof.txt", text);
    let shown = run(&["tree", &file]).expect(0);
    assert_eq!(
        shown.out,
        "valid      win proved\ngame       connect4\nrules      3x2k2\nposition   //\n\
         checked    1 part, 5 positions, 7 moves, 3 plies deep\n\n\
         part       win proved: a strategy of the attacker, 5 positions\n\
         ply  move  by      of  to       positions  plies\n\
         \x20 1  1     winner   1  #4               4      2\n\
         \x20 2  1     other    3  #3               1      1\n\
         \x20 3  2     winner   1  the end          0      0\n\
         then       the game has ended\n"
    );
    let at = run(&["tree", &file, "--at", "1"]).expect(0);
    assert_eq!(
        at.out,
        " . . .\n X . .\n 1 2 3\n\
         position   X//\nnumber     #4 of the part win proved\nbehind     1\n\
         to move    the other side: all moves\n\
         below      4 positions, this one included, at most 2 plies\n\
         move  to  positions  plies\n1     #3          1      1\n2     #1          1      1\n3     #2          1      1\n"
    );
    assert_eq!(run(&["tree", &file, "--at", "#4"]).expect(0).out, at.out.replace("behind     1\n", ""));
    run(&["tree", &file, "--at", "2"]).expect(2).says(&["2 is not in the proof", "the winner plays 1"]);
    run(&["tree", &file, "--at", "1 2 1"]).expect(2).says(&["the game has ended behind 1 2 1"]);
    run(&["tree", &file, "--at", "#6"]).expect(2).says(&["#6"]);
    run(&["tree", &file, "--depth", "3"]).expect(2).says(&["--svg"]);
    run(&["tree", &file, "--part", "2"]).expect(2).says(&["--part 2", "has 1"]);
    run(&["tree", &file, "--kif", &folder.path("a.kif")]).expect(2).says(&["connect4 has no KIF"]);
}

#[test]
fn what_the_checker_refuses_is_not_shown() {
    let folder = Folder::new("tree-refused");
    let file = certified(&folder, "proof.txt", "connect4", "4x4:");
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().find(|line| line.starts_with("3\t")).unwrap();
    let broken = folder.write("broken.txt", text.replace(&format!("{line}\n"), ""));
    let svg = folder.path("broken.svg");
    for extra in [&[][..], &["--json"], &["--at", "#1"], &["--svg", &svg]] {
        let args = [&["tree", &broken][..], extra].concat();
        let refused = run(&args).expect(1).says(&["not valid", "line "]);
        assert_eq!(refused.out, "");
    }
    assert_eq!(folder.files(), 2);
    run(&["tree", &folder.path("no such file")]).expect(1).says(&["cannot read"]);
}

#[test]
fn sizes_count_each_position_once() {
    let folder = Folder::new("tree-sizes");
    for (name, game, position, ids) in [
        // Ranked, with many ways to one position.
        ("ranked.txt", "connect4", "4x4:", 40),
        // A closed set, in which play goes round.
        ("closed.txt", "shogi", "4k4/9/9/9/9/9/9/9/9 b RG 1", 25),
    ] {
        let file = folder.path(name);
        let goal = if game == "connect4" { &["--goal", "draw"][..] } else { &[] };
        run(&[&["solve", game, position, "--certificate", &file], goal].concat()).expect(0);
        let (lines, root) = references(&std::fs::read_to_string(&file).unwrap());
        let proof = &run(&["tree", &file, "--json"]).expect(0).json()[0];
        let part = &proof["parts"][0];
        assert_eq!(part["root"], root);
        assert_eq!(part["positions"], reached(&lines, root).len());
        let mut here = root;
        for step in part["line"].as_array().unwrap() {
            assert_eq!(step["of"], lines[&here].len());
            let size = step["id"].as_u64().map_or(0, |id| reached(&lines, id).len());
            assert_eq!(step["positions"], size, "{step}");
            here = step["id"].as_u64().unwrap_or(0);
        }
        let step = (lines.len() / ids).max(1);
        for &id in lines.keys().step_by(step) {
            let node = &run(&["tree", &file, "--json", "--at", &format!("#{id}")]).expect(0).json()[0];
            assert_eq!(node["positions"], reached(&lines, id).len(), "{node}");
            for mv in node["moves"].as_array().unwrap() {
                let size = mv["id"].as_u64().map_or(0, |id| reached(&lines, id).len());
                assert_eq!(mv["positions"], size, "{mv}");
            }
        }
    }
}

#[test]
fn both_forms_and_both_parts_are_shown() {
    let folder = Folder::new("tree-forms");
    let text = certified(&folder, "draw.txt", "connect4", "4x3:");
    let small = certified(&folder, "draw.pdc", "connect4", "4x3:");
    let shown = run(&["tree", &text]).expect(0).out;
    assert_eq!(shown, run(&["tree", &small]).expect(0).out);
    assert!(
        shown.contains("part       win disproved") && shown.contains("part       draw proved"),
        "{shown}"
    );
    let second = run(&["tree", &small, "--part", "2", "--json"]).expect(0).json();
    let parts = second[0]["parts"].as_array().unwrap();
    assert_eq!((parts.len(), &parts[0]["claim"]), (1, &Value::from("draw proved")));
    // A line of play of the part: its first move can be looked at.
    let first = parts[0]["line"][0]["move"].as_str().unwrap();
    let at = run(&["tree", &small, "--part", "2", "--at", first]).expect(0).out;
    assert!(at.contains("of the part draw proved") && at.contains(" 1 2 3 4\n"), "{at}");
}

#[test]
fn graphs_of_any_names_go_round() {
    let folder = Folder::new("tree-graph");
    let graph = r#"{"root":"a \"q\" <&>","nodes":{"a \"q\" <&>":{"type":"OR","children":["b"]},"b":{"type":"AND","children":["a \"q\" <&>"]}}}"#;
    let file = certified(&folder, "proof.txt", "graph", graph);
    let shown = run(&["tree", &file]).expect(0).out;
    assert!(shown.ends_with("then       a position of the line comes again\n"), "{shown}");
    let (dot, svg) = (folder.path("a.dot"), folder.path("a.svg"));
    run(&["tree", &file, "--dot", &dot, "--svg", &svg]).expect(0);
    let svg = std::fs::read_to_string(&svg).unwrap();
    assert!(svg.contains("a &quot;q&quot; &lt;&amp;&gt;") && !svg.contains("<&"), "{svg}");
    assert!(std::fs::read_to_string(&dot).unwrap().contains(r#"label="a \"q\" <&>""#));
}

#[test]
fn drawings_hold_what_was_asked_for() {
    let folder = Folder::new("tree-drawings");
    let file = certified(&folder, "proof.txt", "connect4", "4x4k3:");
    for depth in ["0", "1", "3", "6"] {
        let (dot, svg) = (folder.path("a.dot"), folder.path("a.svg"));
        let args =
            ["tree", &file, "--dot", &dot, "--svg", &svg, "--depth", depth, "--most", "300", "--force"];
        let Finished { out, .. } = run(&args).expect(0);
        let drawn: usize = out.split(' ').nth(1).and_then(|word| word.parse().ok()).expect(&out);
        let dot = std::fs::read_to_string(&dot).unwrap();
        // Each end of an edge is a node, and each node is there once.
        let nodes: Vec<&str> = dot.lines().filter(|line| line.contains("[shape=")).collect();
        let names: BTreeSet<&str> =
            nodes.iter().map(|line| line.split_whitespace().next().unwrap()).collect();
        assert_eq!(names.len(), nodes.len());
        let edges = dot.lines().filter_map(|line| line.trim().split_once(" -> "));
        let mut count = 0;
        for (from, to) in edges {
            assert!(names.contains(from) && names.contains(to.split(' ').next().unwrap()), "{dot}");
            count += 1;
        }
        assert_eq!(count + 1, drawn);
        assert!(drawn <= 300);
        assert_eq!(depth == "0", drawn == 1);
        let svg = std::fs::read_to_string(&svg).unwrap();
        let boxes = boxes(&svg);
        assert_eq!(boxes.len(), drawn);
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[..i] {
                let apart =
                    a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];
                assert!(apart, "{a:?} and {b:?} overlap");
            }
        }
    }
    run(&["tree", &file, "--svg", &folder.path("a.svg")]).expect(1).says(&["--force"]);
}

/// Left, top, width and height of each box of a picture.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let number = |text: &str, name: &str| -> f64 {
        let rest = &text[text.find(&format!(" {name}=\"")).expect(text) + name.len() + 3..];
        rest[..rest.find('"').unwrap()].parse().expect(rest)
    };
    svg.split("<rect")
        .filter(|rest| rest.starts_with(" x="))
        .map(|rest| ["x", "y", "width", "height"].map(|name| number(rest, name)))
        .collect()
}

/// Plays all lines of a record; those that end with mate, and all of them.
fn lines_of(moves: &[MoveFormat], start: &Position, count: &mut [usize; 2], depth: usize) {
    assert!(depth < 500, "variations of variations");
    let mut board = start.clone();
    for one in moves {
        for fork in one.forks.iter().flatten() {
            lines_of(fork, &board, count, depth + 1);
        }
        if let Some(mv) = &one.move_ {
            let square = |at: &PlaceFormat| format!("{}{}", at.x, char::from(b'a' + at.y - 1));
            let letter = ["P", "L", "N", "S", "G", "B", "R"].get(mv.piece as usize).copied().unwrap_or("?");
            let from = mv.from.as_ref().map_or_else(|| format!("{letter}*"), square);
            let plus = if mv.promote == Some(true) { "+" } else { "" };
            let text = format!("{from}{}{plus}", square(&mv.to));
            let mv = board.read_move(&text).unwrap_or_else(|error| panic!("{text}: {}", error.kind));
            board.play(mv);
        }
        if let Some(special) = &one.special {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let mate = format!("{special:?}").to_uppercase().contains("TSUMI");
            assert_eq!(mate, moves.is_empty(), "{special:?}");
            count[0] += usize::from(mate);
        }
    }
    count[1] += 1;
}

#[test]
fn a_record_with_branches_is_read_by_others() {
    let folder = Folder::new("tree-kif");
    let kif = folder.path("proof.kif");
    for (index, mate) in MATES.into_iter().enumerate() {
        let file = certified(&folder, &format!("{index}.txt"), "shogi", mate);
        let said = run(&["tree", &file, "--kif", &kif, "--most", "300", "--force"]).expect(0).out;
        assert_eq!(said.contains("all of the proof"), index == 0, "{said}");
        let text = std::fs::read_to_string(&kif).unwrap();
        let record = parse_kif_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut count = [0, 0];
        // With all other pieces in the defender's hand.
        lines_of(&record.moves, Tsume::from_sfen(mate).unwrap().position(), &mut count, 0);
        let lines = said.split(" lines").next().and_then(|said| said.rsplit(' ').next());
        let lines: usize = lines.and_then(|lines| lines.replace(',', "").parse().ok()).expect(&said);
        assert_eq!(count[1], lines, "{said}");
        assert!(count[0] > 1, "{count:?}");
        // The same problem again, for the solver.
        let again = run(&["solve", "shogi", "--file", &kif, "--json"]).expect(0).json();
        assert_eq!(again[0]["verdict"], "proved");
        // No branches at all: the main line to its end.
        let short = run(&["tree", &file, "--kif", &kif, "--depth", "0", "--force"]).expect(0).out;
        assert!(short.contains(" in 1 line,") && short.contains("left out"), "{short}");
        assert!(!std::fs::read_to_string(&kif).unwrap().contains("変化"));
    }
}
