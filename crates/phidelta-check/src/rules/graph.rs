//! Explicit AND/OR graphs: the rules are the graph, as JSON in its one form (docs/certificate.md).
//!
//! A position is the name of a node, a move the name of the node it leads to; in both, `%` and two
//! hexadecimal digits stand for a byte of a hidden character or of `%`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::{Goal, Outcome, Rules};
use crate::input::is_hidden;

/// A graph.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// The children of all nodes, one node after the other.
    children: Vec<u32>,
    ids: HashMap<Name, u32>,
    /// What a repetition is worth for the attacker: a failure, a success, or a draw.
    repetition: Outcome,
}

#[derive(Clone, Debug)]
struct Node {
    name: Name,
    attacks: bool,
    end: Option<Outcome>,
    /// Where its children end; they begin where those of the node before end.
    children: u32,
}

/// The name of a node as certificates write it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(Arc<str>);

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(text.into())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Name {
    /// The name as certificates write it.
    fn of(name: &str) -> Name {
        if !name.contains(|sign| is_hidden(sign) || sign == '%') {
            return Name(name.into());
        }
        let mut out = String::new();
        for sign in name.chars() {
            if is_hidden(sign) || sign == '%' {
                sign.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out += &format!("%{byte:02x}"));
            } else {
                out.push(sign);
            }
        }
        Name(out.into())
    }
}

/// What stands in the text of a graph, in this order.
enum Event<'t> {
    Repetition(Outcome),
    Root(Cow<'t, str>),
    /// A node: its name and whether the attacker is to move.
    Node(Cow<'t, str>, bool),
    /// Of the node before.
    Value(Outcome),
    /// Of the node before.
    Child(Cow<'t, str>),
}

/// Reads the one form of a graph.
struct Text<'t> {
    all: &'t str,
    at: usize,
}

impl<'t> Text<'t> {
    fn rest(&self) -> &'t str {
        &self.all[self.at..]
    }

    /// Reads this, if it is what comes next.
    fn takes(&mut self, wanted: &str) -> bool {
        let there = self.rest().starts_with(wanted);
        self.at += if there { wanted.len() } else { 0 };
        there
    }

    fn expects(&mut self, wanted: &str) -> Result<(), String> {
        if self.takes(wanted) { Ok(()) } else { Err(self.wrong(wanted)) }
    }

    fn wrong(&self, wanted: &str) -> String {
        let found: String = self.rest().chars().take(20).collect();
        format!("byte {} of the graph: '{found}', expected {wanted}", self.at)
    }

    fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Result<T, String> {
        let found = words.iter().find(|(word, _)| self.takes(word)).map(|&(_, meaning)| meaning);
        found.ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            self.wrong(&words.join(" or "))
        })
    }

    /// A text in quotation marks. Each has one form: what need not be escaped is not.
    fn text(&mut self) -> Result<Cow<'t, str>, String> {
        self.expects("\"")?;
        let mut out = String::new();
        let start = self.at;
        loop {
            let Some(sign) = self.rest().chars().next() else { return Err(self.wrong("'\"'")) };
            match sign {
                '"' => {
                    let plain = &self.all[start..self.at];
                    self.at += 1;
                    return Ok(if out.is_empty() { plain.into() } else { out.into() });
                }
                '\\' => {
                    if out.is_empty() {
                        out.push_str(&self.all[start..self.at]);
                    }
                    out.push(self.escape()?);
                    continue;
                }
                sign if is_hidden(sign) => return Err(self.wrong("a sign that can be seen")),
                sign if !out.is_empty() => out.push(sign),
                _ => {}
            }
            self.at += sign.len_utf8();
        }
    }

    /// What stands for a sign that must not stand there itself.
    fn escape(&mut self) -> Result<char, String> {
        for sign in ['"', '\\'] {
            if self.takes(&format!("\\{sign}")) {
                return Ok(sign);
            }
        }
        let digits = self.rest().strip_prefix("\\u").and_then(|rest| rest.get(..4));
        let lower = |text: &&str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let code = digits.filter(lower).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let sign = code.and_then(char::from_u32).filter(|&sign| is_hidden(sign));
        let sign = sign.ok_or_else(|| self.wrong("an escape of a sign that needs one"))?;
        self.at += "\\u0000".len();
        Ok(sign)
    }

    /// Reads all of it and says what stands there.
    fn read(&mut self, tell: &mut dyn FnMut(Event<'t>) -> Result<(), String>) -> Result<(), String> {
        const REPETITIONS: &[(&str, Outcome)] =
            &[("attacker-fails", Outcome::Loss), ("defender-fails", Outcome::Win), ("draw", Outcome::Draw)];
        const VALUES: &[(&str, Outcome)] =
            &[("win", Outcome::Win), ("draw", Outcome::Draw), ("loss", Outcome::Loss)];
        self.expects("{\"repetition\":\"")?;
        tell(Event::Repetition(self.one_of(REPETITIONS)?))?;
        self.expects("\",\"root\":")?;
        tell(Event::Root(self.text()?))?;
        self.expects(",\"nodes\":{")?;
        loop {
            let name = self.text()?;
            self.expects(":{\"type\":\"")?;
            tell(Event::Node(name, self.one_of(&[("OR", true), ("AND", false)])?))?;
            self.expects("\"")?;
            if self.takes(",\"value\":\"") {
                tell(Event::Value(self.one_of(VALUES)?))?;
                self.expects("\"")?;
            } else if self.takes(",\"children\":[") {
                tell(Event::Child(self.text()?))?;
                while self.takes(",") {
                    tell(Event::Child(self.text()?))?;
                }
                self.expects("]")?;
            }
            self.expects("}")?;
            if !self.takes(",") {
                break;
            }
        }
        self.expects("}}")?;
        if self.rest().is_empty() { Ok(()) } else { Err(self.wrong("nothing more")) }
    }
}

impl Graph {
    /// Reads a graph and its root. Twice, since children may be named before they are nodes; so nothing
    /// but the graph itself takes memory.
    fn read_rules(rules: &str) -> Result<(Graph, u32), String> {
        let mut graph =
            Graph { nodes: Vec::new(), children: Vec::new(), ids: HashMap::new(), repetition: Outcome::Loss };
        let mut count = 0;
        Text { all: rules, at: 0 }.read(&mut |event| {
            let Event::Node(name, _) = event else { return Ok(()) };
            if count == u32::MAX {
                return Err("too many nodes".into());
            }
            if graph.ids.insert(Name::of(&name), count).is_some() {
                return Err(format!("the node '{name}' is there twice"));
            }
            count += 1;
            Ok(())
        })?;
        graph.nodes.reserve_exact(count as usize);
        let (mut root, mut siblings) = (None, HashSet::new());
        Text { all: rules, at: 0 }.read(&mut |event| {
            let id = |name: &str| graph.ids.get(&Name::of(name)).copied();
            match event {
                Event::Repetition(worth) => graph.repetition = worth,
                Event::Root(name) => root = id(&name),
                Event::Node(name, attacks) => {
                    siblings.clear();
                    let children = u32::try_from(graph.children.len()).map_err(|_| "too many children")?;
                    // The very text that is the key, so that it is kept once.
                    let name = Name::of(&name);
                    let name = graph.ids.get_key_value(&name).map_or(name.clone(), |(key, _)| key.clone());
                    graph.nodes.push(Node { name, attacks, end: None, children });
                }
                Event::Value(value) => {
                    if let Some(node) = graph.nodes.last_mut() {
                        node.end = Some(value);
                    }
                }
                Event::Child(name) => {
                    let child = id(&name).ok_or_else(|| format!("'{name}' is no node"))?;
                    if !siblings.insert(child) {
                        return Err(format!("the child '{name}' is there twice"));
                    }
                    graph.children.push(child);
                    if let Some(node) = graph.nodes.last_mut() {
                        node.children =
                            u32::try_from(graph.children.len()).map_err(|_| "too many children")?;
                    }
                }
            }
            Ok(())
        })?;
        let root = root.ok_or("the root is no node")?;
        Ok((graph, root))
    }

    fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }
}

impl Rules for Graph {
    type Position = u32;
    const MOVER_ATTACKS: bool = false;
    type Name = Name;

    fn new(rules: &str, position: &str) -> Result<(Graph, u32), String> {
        let (graph, root) = Graph::read_rules(rules)?;
        if *graph.node(root).name.0 != *position {
            return Err("the position is not the root of the graph".into());
        }
        Ok((graph, root))
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        self.ids.get(&Name::from(text)).copied().ok_or_else(|| format!("'{text}' is no node of the graph"))
    }

    fn text(&self, position: &u32) -> String {
        self.node(*position).name.to_string()
    }

    fn pack(&self, position: &u32) -> Vec<u8> {
        position.to_le_bytes().to_vec()
    }

    fn attacks(&self, position: &u32) -> bool {
        self.node(*position).attacks
    }

    fn end(&self, position: &u32) -> Option<Outcome> {
        self.node(*position).end
    }

    fn moves(&self, position: &u32) -> Vec<(Name, u32)> {
        let first = position.checked_sub(1).map_or(0, |before| self.node(before).children);
        let children = &self.children[first as usize..self.node(*position).children as usize];
        children.iter().map(|&child| (self.node(child).name.clone(), child)).collect()
    }

    fn repetition(&self, goal: Goal) -> Option<bool> {
        Some(goal.is_reached(self.repetition))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rules: &str) -> Result<(), String> {
        Graph::read_rules(rules).map(|_| ())
    }

    const SMALL: &str = concat!(
        r#"{"repetition":"draw","root":"A","nodes":{"A":{"type":"OR","children":["B","a\"b\\"]},"#,
        r#""B":{"type":"AND","value":"win"},"a\"b\\":{"type":"OR"}}}"#
    );

    #[test]
    fn a_graph_has_one_text() {
        assert_eq!(read(SMALL), Ok(()));
        for (from, to) in [
            (r#""draw","#, r#""draw", "#),
            (r#"{"repetition":"draw","#, "{"),
            (r#""nodes":{"#, r#""name":"n","nodes":{"#),
            (r#""children":["B","#, r#""children":["\u0042","#),
            (r#""children":["B","a\"b\\"]"#, r#""children":[]"#),
            (r#""children":["B","a\"b\\"]"#, r#""children":["B","B"]"#),
            (r#""children":["B","a\"b\\"]"#, r#""children":["B","C"]"#),
            (r#""B":{"type":"AND""#, r#""A":{"type":"AND""#),
            (r#""value":"win""#, r#""value":"win","children":["A"]"#),
            (r#""root":"A""#, r#""root":"C""#),
            (r#""AND","value":"win""#, r#""AND","init":[1,2],"value":"win""#),
            ("}}}", "}}} "),
            ("}}}", "}}"),
            (r#""OR"}"#, r#""Or"}"#),
        ] {
            let changed = SMALL.replacen(from, to, 1);
            assert_ne!(changed, SMALL, "{from}");
            assert!(read(&changed).is_err(), "{changed}");
        }
    }

    #[test]
    fn hidden_signs_are_escaped_and_others_are_not() {
        let named = |name: &str| {
            format!(r#"{{"repetition":"draw","root":"{name}","nodes":{{"{name}":{{"type":"OR"}}}}}}"#)
        };
        for (text, position) in [
            ("", ""),
            ("é", "é"),
            ("x\\u0009y", "x%09y"),
            ("\\u009b", "%c2%9b"),
            ("\\u202ez", "%e2%80%aez"),
            ("%", "%25"),
            ("\\\"", "\""),
            ("\\\\", "\\"),
            ("a\\\\b", "a\\b"),
        ] {
            let (graph, root) = Graph::read_rules(&named(text)).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(graph.text(&root), position);
            assert_eq!(graph.read(position), Ok(root));
        }
        for text in ["x\ty", "\u{9b}", "\u{202e}", "\\u009B", "\\t", "\\/", "\\u00", "\\u0041", "\\", "a\"b"]
        {
            assert!(read(&named(text)).is_err(), "{text:?}");
        }
    }
}
