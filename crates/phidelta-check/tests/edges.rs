//! Edges: limits met exactly, depths of the smallest proofs, a visitor that refuses at each step, a reader that
//! breaks. Each of these tests fails with a change of the checker that no other test sees
//! (docs/measurements/mutants.md).

use std::io::{self, BufRead, Read};

use crate::common::forger::*;
use phidelta_check::{Claim, Goal, Leads, Limits, Seen, Visitor, check, check_with};

/// Refuses one kind of news.
struct Refuser(&'static str);

impl Refuser {
    fn hears(&self, what: &str) -> Result<(), String> {
        if self.0 == what { Err(format!("no {what}")) } else { Ok(()) }
    }
}

impl Visitor for Refuser {
    fn claim(&mut self, _claim: &Claim) -> Result<(), String> {
        self.hears("claim")
    }

    fn part(&mut self, _goal: Goal, _proved: bool, _ranked: bool) -> Result<(), String> {
        self.hears("part")
    }

    fn position(&mut self, _seen: &Seen<'_>) -> Result<(), String> {
        self.hears("position")
    }

    fn forget(&mut self, _line: u64) -> Result<(), String> {
        self.hears("forget")
    }

    fn end(&mut self, _root: Leads) -> Result<(), String> {
        self.hears("end")
    }
}

#[test]
fn a_visitor_may_refuse_at_every_step() {
    let text = connect4().replace("end\t2", "forget\t1\nend\t2");
    for (what, line) in [("claim", 5), ("part", 6), ("position", 7), ("forget", 9), ("end", 10)] {
        let refusal = check_with(text.as_bytes(), &Limits::default(), &mut Refuser(what)).unwrap_err();
        let said = refusal.reason.ends_with(&format!("no {what}"));
        assert_eq!((refusal.line, said), (Some(line), true), "{what}: {refusal}");
    }
    check_with(text.as_bytes(), &Limits::default(), &mut Refuser("")).unwrap();
}

#[test]
fn the_smallest_proofs_have_their_depths() {
    // All moves of the other side end the game.
    let rules = r#"{"repetition":"attacker-fails","root":"D","nodes":{"D":{"type":"AND","children":["W"]},"W":{"type":"OR","value":"win"}}}"#;
    let lines = ["part win proved ranked", "1 D W .", "end 1 1 1"];
    assert_eq!(accepted(&certificate("graph", rules, "D", "win proved", &lines)).depth, Some(1));
    // The rules settle the root: no line at all.
    let lines = ["part win disproved ranked", "end ! 0 0"];
    let checked = accepted(&certificate("connect4", "1x2k3", "", "win disproved", &lines));
    assert_eq!((checked.parts, checked.positions, checked.moves, checked.depth), (1, 0, 0, Some(0)));
    // Two parts: the deeper one counts.
    let lines = ["part win disproved ranked", "end ! 0 0", "part draw proved ranked", "end ! 0 0"];
    let checked = accepted(&certificate("connect4", "1x2k3", "", "value draw", &lines));
    assert_eq!((checked.parts, checked.positions, checked.moves, checked.depth), (2, 0, 0, Some(0)));
}

#[test]
fn an_ended_game_is_not_settled() {
    // Where the last stone fills the board there is no row left either.
    let lines = ["part win disproved ranked", "1  1 !", "end 1 1 1"];
    refused(&certificate("connect4", "1x1k2", "", "win disproved", &lines), 7, "ended there, expected '.'");
    let lines = ["part win disproved ranked", "end ! 0 0"];
    refused(&certificate("connect4", "1x1k2", "X", "win disproved", &lines), 7, "ended there, expected '.'");
}

#[test]
fn positions_are_told_sixty_four_deep() {
    let graph = r#"{"repetition":"attacker-fails","root":"a","nodes":{"a":{"type":"OR","children":["b"]},"b":{"type":"AND","children":["a"]}}}"#;
    let told = |plies: usize| {
        let name = |ply: usize| if ply.is_multiple_of(2) { "b" } else { "a" };
        let line: String = (0..plies).map(|ply| format!("\t{}\t:{}", name(ply), plies - ply - 1)).collect();
        let lines = ["part win proved ranked", &format!("1 a{line}"), "end 1 1 1"];
        judge(&certificate("graph", graph, "a", "win proved", &lines)).unwrap_err().reason
    };
    assert!(told(64).contains("expected moves"), "{}", told(64));
    assert!(told(65).contains("too deep"), "{}", told(65));
}

#[test]
fn lines_are_as_long_as_they_may_be() {
    // The least memory: 128 KiB of heading, lines of 32 KiB.
    let limits = Limits::default().with_memory(Limits::LEAST);
    let (heading, line) = ((Limits::LEAST / 16) as usize, (Limits::LEAST / 64) as usize);
    let reason = |text: &str| {
        let refusal = check(text.as_bytes(), &limits).unwrap_err();
        (refusal.line.unwrap(), refusal.reason)
    };
    let begin = certificate("connect4", "3x2k2", "//", "win proved", &["part win proved ranked"]);
    let with = |rest: String| reason(&format!("{begin}{rest}"));
    let (whole, long) = (with("x".repeat(line - 1) + "\n"), with("x".repeat(line) + "\n"));
    assert!(whole.0 == 7 && whole.1.ends_with("expected a number"), "{whole:?}");
    assert_eq!(long, (7, "the line is too long for the memory allowed".into()));
    // Without its end: too long only if no end could have been read.
    assert_eq!(with("x".repeat(line - 1)), (7, "the line has no end".into()));
    assert_eq!(with("x".repeat(line)), (7, "the line is too long for the memory allowed".into()));
    // The lines of the heading have their limit together, and begin with their names.
    let share = |rules: usize, position: usize| {
        let (rules, position) = ("r".repeat(rules), "p".repeat(position));
        reason(&certificate("connect4", &rules, &position, "win proved", &[]))
    };
    let both = share(heading / 2, heading / 2 - 100);
    assert!(both.0 == 3 && both.1.contains("expected a board"), "{both:?}");
    assert_eq!(share(heading / 2, heading / 2), (4, "the line is too long for the memory allowed".into()));
    let short = Limits::default().with_line(60);
    let text = connect4();
    assert!(check(text.as_bytes(), &short).is_ok());
    assert_eq!(check(text.as_bytes(), &short.clone().with_line(30)).unwrap_err().line, Some(5));
}

#[test]
fn lines_of_the_heading_are_named_where_they_are_missing() {
    let text = connect4();
    for (line, name) in ["phidelta-certificate", "game", "rules", "position", "answer"].iter().enumerate() {
        let changed = text.replacen(&format!("{name}\t"), &format!("{name}s\t"), 1);
        refused(&changed, line as u64 + 1, &format!("expected the line '{name}'"));
        refused(
            &text.replacen(&format!("{name}\t"), &format!("{name}\tx\ty\t"), 1),
            line as u64 + 1,
            "expected",
        );
    }
    let defaults = Limits::default();
    assert_eq!((defaults.memory, defaults.line), (8 << 30, 1 << 30));
}

/// Bytes, and then an error.
struct Broken<'b>(&'b [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Broken<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.0.is_empty() { Err(io::Error::other("the disk is gone")) } else { Ok(self.0) }
    }

    fn consume(&mut self, bytes: usize) {
        self.0 = &self.0[bytes..];
    }
}

#[test]
fn a_reader_that_breaks_is_told() {
    let text = connect4();
    let mut begins = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let refusal = check(Broken(&text.as_bytes()[..begins]), &Limits::default()).unwrap_err();
        assert_eq!((refusal.line, refusal.reason.as_str()), (Some(number), "the disk is gone"));
        begins += line.len() + 1;
    }
    let refusal = check(Broken(&[]), &Limits::default()).unwrap_err();
    assert_eq!(refusal.to_string(), "line 1: the disk is gone");
}

#[test]
fn what_is_shown_of_a_certificate_is_whole() {
    let shown = accepted(&connect4()).to_string();
    let rest = "game       connect4\nrules      3x2k2\nposition   //\nchecked    1 part, 5 positions, 7 moves, 3 plies deep\n";
    assert_eq!(shown, format!("valid      win proved\n{rest}"));
    // Rules of graphs are cut after 120 characters; a closed part has no depth.
    let shown = accepted(&closed(&["1 A B 2 C 3", "2 B A 1", "3 C A 1", "end 1 3 4"])).to_string();
    let cut: String = ROUND.chars().take(120).collect();
    assert!(ROUND.len() > 120 && shown.contains(&format!("rules      {cut}…\n")), "{shown}");
    assert!(shown.ends_with("checked    1 part, 3 positions, 4 moves\n"), "{shown}");
    let lines = ["part win disproved ranked", "end ! 0 0", "part draw proved ranked", "end ! 0 0"];
    let shown = accepted(&certificate("connect4", "1x2k3", "", "value draw", &lines)).to_string();
    assert!(
        shown.contains("rules      1x2k3\n") && shown.contains("checked    2 parts, 0 positions"),
        "{shown}"
    );
}

#[test]
fn boards_of_connect_four_are_within_their_bounds() {
    let judged = |rules: &str| {
        let columns: usize = rules.split('x').next().unwrap().parse().unwrap();
        let position = "/".repeat(columns.max(1) - 1);
        let lines = ["part win disproved ranked", "end ! 0 0"];
        judge(&certificate("connect4", rules, &position, "win disproved", &lines))
    };
    // One row is a board, and so are 128 bits with the marker of each column; rows may be as long as they like.
    for rules in ["5x1k6", "1x1k255", "32x3k40", "1x127k200", "35x2k40"] {
        assert!(judged(rules).is_ok(), "{rules}: {:?}", judged(rules));
    }
    for rules in ["3x3k1", "3x3k0", "5x0k2", "33x3k40", "36x1k40", "1x128k200", "3x3k256"] {
        let refusal = judged(rules).unwrap_err();
        assert_eq!(refusal.line, Some(3), "{rules}: {refusal}");
    }
}

#[test]
fn names_of_graphs_may_have_many_escapes() {
    let rules =
        r#"{"repetition":"attacker-fails","root":"a\"b\"c","nodes":{"a\"b\"c":{"type":"OR","value":"win"}}}"#;
    let checked = accepted(&certificate(
        "graph",
        rules,
        "a\"b\"c",
        "win proved",
        &["part win proved ranked", "end . 0 0"],
    ));
    assert_eq!(checked.position, "a\"b\"c");
    // What is wrong with a graph has its place.
    let wrong = rules.replace("OR", "XOR");
    let refusal = judge(&certificate("graph", &wrong, "a", "win proved", &[])).unwrap_err();
    let place = wrong.find("XOR").unwrap();
    let said = format!("byte {place} of the graph: 'XOR\",\"value\":\"win\"}}}}', expected OR or AND");
    assert!(refusal.reason.ends_with(&said), "{refusal}");
}

#[test]
fn a_line_that_is_only_wanted_is_not_followed() {
    refused(&closed(&["2 B A 1", "end ~1 1 1"]), 8, "1 is not here");
}

#[test]
fn what_is_forgotten_is_given_back() {
    // The same line again and again, forgotten at once: more of them than the memory could keep by halves.
    let position = format!("X{}O", "/".repeat(31));
    let lines: String =
        (1..20_000).map(|number| format!("{number}\t{position}\t2\t.\nforget\t{number}\n")).collect();
    let text = format!(
        "phidelta-certificate\t2\ngame\tconnect4\nrules\t32x1k2\nposition\t{position}\nanswer\twin\tproved\n\
         part\twin\tproved\tranked\n{lines}20000\t{position}\t2\t.\nend\t20000\t20000\t20000\n"
    );
    let limits = Limits::default().with_memory(Limits::LEAST);
    assert_eq!(check(text.as_bytes(), &limits).unwrap().positions, 20_000);
}

#[test]
fn a_heading_takes_its_share_of_the_memory() {
    // A chain of nodes: the graph is in the heading, and each node has a line.
    let nodes = 1_400;
    let chain: String = (0..nodes)
        .map(|node| format!(r#""n{node}":{{"type":"OR","children":["n{}"]}},"#, node + 1))
        .collect();
    let rules = format!(
        r#"{{"repetition":"attacker-fails","root":"n0","nodes":{{{chain}"n{nodes}":{{"type":"OR","value":"win"}}}}}}"#
    );
    let line = |number: usize| {
        let node = nodes - number;
        let leads = if number == 1 { ".".into() } else { (number - 1).to_string() };
        format!("{number} n{node} n{} {leads}", node + 1)
    };
    let mut lines = vec!["part win proved ranked".to_string()];
    lines.extend((1..=nodes).map(line));
    lines.push(format!("end {nodes} {nodes} {nodes}"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = certificate("graph", &rules, "n0", "win proved", &lines);
    assert_eq!(accepted(&text).depth, Some(nodes as u64));
    let limits = Limits::default().with_memory(Limits::LEAST);
    let refusal = check(text.as_bytes(), &limits).unwrap_err();
    assert!(refusal.reason.contains("bytes of positions"), "{refusal}");
}
