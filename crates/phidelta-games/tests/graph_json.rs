//! The text of graphs: what is read, what is written, and every way to be wrong.

use std::time::{Duration, Instant};

use phidelta::{Game, Goal, Key, Numbers, Outcome, Repetition, Side};
use phidelta_games::graph::{Graph, GraphError, Place};

const SMALL: &str = r#"{
  "name": "small", "note": "a \"note\"", "goal": "draw", "repetition": "defender-fails", "layers": 3,
  "root": "B",
  "nodes": {
    "A": {"type": "AND", "children": ["B", "open", "ä"]},
    "B": {"type": "OR", "children": ["A", "B"], "init": [2, 4294967294]},
    "open": {"type": "OR", "children": []},
    "ä": {"value": "loss", "init": [9, 1], "type": "AND"}
  }
}"#;

fn error(text: &str) -> GraphError {
    match Graph::from_json(text) {
        Ok(graph) => panic!("read as a graph of {} nodes: {text}", graph.len()),
        Err(error) => error,
    }
}

/// The error of a graph whose node `C` is as given.
fn node_error(node: &str) -> GraphError {
    let good = r#""root": "B", "nodes": {"B": {"type": "OR", "children": ["C"]}, "C": "#;
    Graph::from_json(&format!(r#"{{{good} {{"type": "AND"}} }} }}"#)).expect("the frame is good");
    error(&format!("{{{good} {node} }} }}"))
}

/// The error of a graph with more top-level fields.
fn top_error(fields: &str) -> GraphError {
    error(&format!(r#"{{{fields}, "root": "B", "nodes": {{"B": {{"type": "OR"}}}}}}"#))
}

/// The place is `C`; the message names it and holds all of `parts`.
fn assert_at_c(error: &GraphError, parts: &[&str]) {
    let text = error.to_string();
    assert!(text.contains("node 'C'"), "{text}");
    assert!(text.contains("expected"), "{text}");
    for part in parts {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn a_graph_is_read_as_it_stands() {
    let graph = Graph::from_json(SMALL).unwrap();
    let [a, b, open, umlaut] = ["A", "B", "open", "ä"].map(|name| graph.id(name).unwrap());
    assert_eq!((a, b, open, umlaut), (0, 1, 2, 3));
    assert_eq!((graph.len(), graph.root(), graph.name(3)), (4, b, "ä"));
    assert_eq!((graph.title(), graph.note()), (Some("small"), Some("a \"note\"")));
    assert_eq!((graph.goal(), graph.repetition()), (Goal::Draw, Repetition::DefenderFails));
    assert_eq!((graph.side(a), graph.side(b)), (Side::Defender, Side::Attacker));
    assert_eq!(graph.children(a), [b, open, umlaut]);
    assert_eq!(graph.children(b), [a, b]);
    assert!(graph.children(open).is_empty() && graph.is_open(open) && !graph.is_open(umlaut));
    assert_eq!((graph.value(open), graph.value(umlaut)), (None, Some(Outcome::Loss)));
    assert_eq!((graph.init(a), graph.init(umlaut)), (Numbers::UNIT, Numbers::new(9, 1)));
    assert_eq!(graph.init(b), Numbers::new(2, u32::MAX - 1));
    assert_eq!(graph.id("C"), None);
    assert!(!graph.is_acyclic());
}

#[test]
fn left_out_means_the_default() {
    let graph = Graph::from_json(r#"{"root": "a", "nodes": {"a": {"type": "OR"}}}"#).unwrap();
    assert_eq!((graph.goal(), graph.repetition()), (Goal::Win, Repetition::AttackerFails));
    assert_eq!((graph.title(), graph.note()), (None, None));
    assert!(graph.is_acyclic() && graph.is_open(0));
}

#[test]
fn what_is_written_is_read_as_the_same_graph() {
    let graph = Graph::from_json(SMALL).unwrap();
    let text = graph.to_json();
    let again = Graph::from_json(&text).unwrap();
    assert_eq!(again, graph);
    assert_eq!(again.to_json(), text);
}

#[test]
fn the_written_text_is_one_node_a_line() {
    let text = "{\n  \"root\": \"A\",\n  \"nodes\": {\n    \
                \"A\": {\"type\": \"OR\", \"init\": [1, 2], \"children\": [\"B\"]},\n    \
                \"B\": {\"type\": \"AND\", \"value\": \"win\"}\n  }\n}\n";
    assert_eq!(Graph::from_json(text).unwrap().to_json(), text);
}

#[test]
fn malformed_json_names_line_and_column() {
    let e = error("{\n  \"root\": \"B\",\n  \"nodes\": {,}\n}");
    assert!(matches!(e, GraphError::Syntax { line: 3, column: 13, .. }), "{e:?}");
    assert!(e.to_string().starts_with("line 3, column 13: "), "{e}");
    for text in ["", "{", "{} {}", "{\"root\": \"B\" \"nodes\": {}}", "{\"root\": 1e999}", "\u{0}"] {
        assert!(matches!(error(text), GraphError::Syntax { .. }), "{text}");
    }
    // A hostile depth must not reach the stack.
    assert!(matches!(error(&"[".repeat(1_000_000)), GraphError::Syntax { .. }));
}

#[test]
fn a_byte_order_mark_is_no_error() {
    assert!(Graph::from_json(&format!("\u{feff}{SMALL}")).is_ok());
}

#[test]
fn the_text_must_be_an_object() {
    for (text, found) in [("[]", "an empty list"), ("3", "3"), ("null", "null"), ("\"x\"", "\"x\"")] {
        let e = error(text);
        assert!(matches!(&e, GraphError::NotAnObject { place: Place::Graph, found: f, .. } if f == found));
        assert!(e.to_string().contains("`root`"), "{e}");
    }
}

#[test]
fn root_and_nodes_must_be_there() {
    let e = error(r#"{"nodes": {"B": {"type": "OR"}}}"#);
    assert!(matches!(e, GraphError::Missing { place: Place::Graph, key: "root", .. }));
    assert_eq!(e.to_string(), "the graph: `root` is missing, expected the name of a node");
    assert!(matches!(error(r#"{"root": "B"}"#), GraphError::Missing { key: "nodes", .. }));
    assert_eq!(error(r#"{"root": "B", "nodes": {}}"#), GraphError::NoNodes);
}

#[test]
fn root_and_nodes_must_have_the_right_shape() {
    let e = error(r#"{"root": 3, "nodes": {"B": {"type": "OR"}}}"#);
    assert!(matches!(e, GraphError::Wrong { key: "root", .. }));
    assert_eq!(e.to_string(), "the graph: `root` is 3, expected the name of a node");
    let e = error(r#"{"root": "B", "nodes": [{"type": "OR"}]}"#);
    assert!(matches!(e, GraphError::Wrong { key: "nodes", .. }));
}

#[test]
fn the_root_must_be_a_node() {
    let e = error(r#"{"root": "b", "nodes": {"B": {"type": "OR"}}}"#);
    assert_eq!(e, GraphError::NoSuchRoot { root: "b".into() });
    assert!(e.to_string().contains("root 'b' does not exist"));
}

#[test]
fn top_level_keys_must_be_known_and_different() {
    let e = top_error(r#""gaol": "win""#);
    assert!(matches!(&e, GraphError::UnknownKey { place: Place::Graph, key, .. } if key == "gaol"));
    assert!(e.to_string().contains("`goal`"), "{e}");
    let e = top_error(r#""goal": "win", "goal": "draw""#);
    assert_eq!(e, GraphError::RepeatedKey { place: Place::Graph, key: "goal".into() });
    let e = error(r#"{"root": "B", "nodes": {"B": {"type": "OR"}}, "nodes": {}}"#);
    assert_eq!(e, GraphError::RepeatedKey { place: Place::Graph, key: "nodes".into() });
}

#[test]
fn goal_and_repetition_must_be_known_words() {
    for (fields, key, parts) in [
        (r#""goal": "loss""#, "goal", ["\"loss\"", "\"draw\""]),
        (r#""goal": 1"#, "goal", ["is 1", "\"win\""]),
        (r#""repetition": "attacker""#, "repetition", ["\"attacker\"", "\"defender-fails\""]),
        (r#""name": ["x"]"#, "name", ["[\"x\"]", "a text"]),
        (r#""note": null"#, "note", ["null", "a text"]),
    ] {
        let e = top_error(fields);
        assert!(matches!(&e, GraphError::Wrong { place: Place::Graph, key: k, .. } if *k == key), "{e:?}");
        assert!(parts.iter().all(|part| e.to_string().contains(part)), "{e}");
    }
}

#[test]
fn a_node_must_be_an_object() {
    let e = node_error(r#"["B"]"#);
    assert!(matches!(e, GraphError::NotAnObject { .. }));
    assert_at_c(&e, &["[\"B\"]", "`type`"]);
}

#[test]
fn a_node_must_have_a_type() {
    let e = node_error("{}");
    assert!(matches!(e, GraphError::Missing { key: "type", .. }));
    assert_at_c(&e, &["`type` is missing", "\"OR\"", "\"AND\""]);
    for (node, found) in
        [(r#"{"type": "or"}"#, "\"or\""), (r#"{"type": 1}"#, "is 1"), (r#"{"type": null}"#, "null")]
    {
        let e = node_error(node);
        assert!(matches!(e, GraphError::Wrong { key: "type", .. }));
        assert_at_c(&e, &[found, "\"OR\"", "\"AND\""]);
    }
}

#[test]
fn node_keys_must_be_known_and_different() {
    let e = node_error(r#"{"type": "AND", "childern": ["B"]}"#);
    assert!(matches!(&e, GraphError::UnknownKey { key, .. } if key == "childern"));
    assert_at_c(&e, &["`childern`", "`children`"]);
    let e = node_error(r#"{"type": "AND", "type": "OR"}"#);
    assert!(matches!(&e, GraphError::RepeatedKey { key, .. } if key == "type"));
    assert_at_c(&e, &["`type`", "twice"]);
}

#[test]
fn a_value_must_be_win_draw_or_loss() {
    for (value, found) in [("\"won\"", "\"won\""), ("true", "true"), ("0", "is 0")] {
        let e = node_error(&format!(r#"{{"type": "AND", "value": {value}}}"#));
        assert!(matches!(e, GraphError::Wrong { key: "value", .. }));
        assert_at_c(&e, &[found, "\"win\"", "\"draw\"", "\"loss\""]);
    }
}

#[test]
fn first_numbers_must_be_two_and_finite_and_positive() {
    for init in [
        "3",
        "[]",
        "[1]",
        "[1, 2, 3]",
        "[0, 1]",
        "[1, 0]",
        "[1, -1]",
        "[1.5, 1]",
        "[1, \"2\"]",
        "[1, 4294967295]",
        "[99999999999999999999, 1]",
    ] {
        let e = node_error(&format!(r#"{{"type": "AND", "init": {init}}}"#));
        assert!(matches!(e, GraphError::Wrong { key: "init", .. }), "{init}");
        assert_at_c(&e, &["`init`", "[pn, dn]", "from 1"]);
    }
}

#[test]
fn children_must_be_different_nodes_that_exist() {
    for (children, found) in [("\"B\"", "\"B\""), ("{}", "an object"), ("[\"B\", 7]", "[7]")] {
        let e = node_error(&format!(r#"{{"type": "AND", "children": {children}}}"#));
        assert!(matches!(e, GraphError::Wrong { key: "children", .. }));
        assert_at_c(&e, &[found, "a list of names"]);
    }
    let e = node_error(r#"{"type": "AND", "children": ["B", "X"]}"#);
    assert_eq!(e, GraphError::NoSuchChild { node: "C".into(), child: "X".into() });
    assert_at_c(&e, &["child 'X' does not exist"]);
    let e = node_error(r#"{"type": "AND", "children": ["B", "C", "B"]}"#);
    assert_eq!(e, GraphError::RepeatedChild { node: "C".into(), child: "B".into() });
    assert_at_c(&e, &["child 'B'", "twice"]);
}

#[test]
fn a_finished_game_does_not_go_on() {
    let e = node_error(r#"{"type": "AND", "children": ["B"], "value": "win"}"#);
    assert_eq!(e, GraphError::ValueAndChildren { node: "C".into() });
    assert_at_c(&e, &["`value`", "`children`"]);
}

#[test]
fn node_names_must_differ() {
    let e =
        error(r#"{"root": "B", "nodes": {"B": {"type": "OR"}, "C": {"type": "OR"}, "C": {"type": "AND"}}}"#);
    assert_eq!(e, GraphError::RepeatedNode { node: "C".into() });
    assert_at_c(&e, &["twice"]);
}

#[test]
fn the_game_walks_there_and_back() {
    let graph = Graph::from_json(SMALL).unwrap();
    let mut game = graph.game();
    let moves = |game: &phidelta_games::graph::GraphGame| {
        let mut out = vec![77];
        game.moves(&mut out);
        assert_eq!(out.remove(0), 77, "moves are appended");
        out
    };
    assert_eq!((game.node(), game.side(), moves(&game)), (1, Side::Attacker, vec![0, 1]));
    assert_eq!((game.goal(), game.repetition()), (Goal::Draw, Repetition::DefenderFails));
    assert_eq!(game.clone().with_goal(Goal::Win).goal(), Goal::Win);
    assert_eq!(game.estimate(), Numbers::new(2, u32::MAX - 1));
    let at_b = game.key();
    let walk = [1, 0, 1, 0, 3];
    let keys: Vec<Key> = walk
        .iter()
        .map(|&child| {
            let ahead = game.key_after(child);
            game.play(child);
            assert_eq!(game.key(), ahead);
            ahead
        })
        .collect();
    assert_eq!((keys[0], keys[1]), (at_b, keys[3]), "a key belongs to the node, not to the path");
    assert_eq!((game.outcome(), moves(&game)), (Some(Outcome::Loss), vec![]));
    for &child in walk.iter().rev() {
        game.undo(child);
    }
    assert_eq!((game.node(), game.key()), (1, at_b));
    let open = graph.game_at(2);
    assert_eq!((open.outcome(), moves(&open)), (None, vec![]));
}

#[test]
fn nodes_of_different_graphs_have_different_keys() {
    let graph = |node: &str, more: &str| {
        let text = format!(
            r#"{{"root": "A", {more} "nodes": {{"A": {{"type": "OR", "children": ["B"]}}, "B": {node}}}}}"#
        );
        Graph::from_json(&text).unwrap().game().key()
    };
    let first = graph(r#"{"type": "AND", "value": "win"}"#, "");
    let keys = [
        first,
        graph(r#"{"type": "OR", "value": "win"}"#, ""),
        graph(r#"{"type": "AND", "value": "draw"}"#, ""),
        graph(r#"{"type": "AND"}"#, ""),
        graph(r#"{"type": "AND", "children": ["A"]}"#, ""),
        graph(r#"{"type": "AND", "children": ["B"]}"#, ""),
        graph(r#"{"type": "AND", "value": "win", "init": [1, 2]}"#, ""),
        graph(r#"{"type": "AND", "value": "win"}"#, r#""repetition": "draw","#),
    ];
    assert!((1..keys.len()).all(|i| !keys[..i].contains(&keys[i])), "{keys:x?}");
    // Two questions about one graph share a table; the search tells them apart itself.
    assert_eq!(first, graph(r#"{"type": "AND", "value": "win"}"#, r#""goal": "draw","#));
}

#[test]
fn a_long_chain_loads_fast_on_a_small_stack() {
    // A tenth of a second as a rule; a reader that is quadratic in the nodes would need minutes.
    const NODES: usize = 100_000;
    let mut text = String::from(r#"{"root": "n0", "nodes": {"#);
    for i in 0..NODES - 1 {
        text += &format!(r#""n{i}": {{"type": "OR", "children": ["n{}"]}}, "#, i + 1);
    }
    text += &format!(r#""n{}": {{"type": "AND", "value": "win"}}}}}}"#, NODES - 1);
    let work = move || {
        let start = Instant::now();
        let graph = Graph::from_json(&text).unwrap();
        assert_eq!(graph.len(), NODES);
        assert!(graph.is_acyclic());
        assert_eq!(Graph::from_json(&graph.to_json()).unwrap(), graph);
        start.elapsed()
    };
    let taken = std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}
