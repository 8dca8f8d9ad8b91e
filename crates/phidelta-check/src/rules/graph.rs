//! Explicit AND/OR graphs: the rules are the graph, as JSON in one line (docs/graph-format.md).
//!
//! A position is the name of a node, a move the name of the node it leads to; in both, `%` and two
//! hexadecimal digits stand for a byte.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use super::{Goal, Outcome, Rules};

/// A graph.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    ids: HashMap<String, usize>,
    /// What a repetition is worth for the attacker: a failure, a success, or a draw.
    repetition: Outcome,
}

#[derive(Clone, Debug)]
struct Node {
    name: String,
    attacks: bool,
    end: Option<Outcome>,
    children: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphText {
    root: String,
    nodes: Nodes,
    repetition: Option<String>,
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    #[serde(rename = "note")]
    _note: Option<IgnoredAny>,
    #[serde(rename = "goal")]
    _goal: Option<IgnoredAny>,
    #[serde(rename = "layers")]
    _layers: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeText {
    #[serde(rename = "type")]
    side: String,
    #[serde(default)]
    children: Vec<String>,
    value: Option<String>,
    #[serde(rename = "init")]
    _init: Option<IgnoredAny>,
}

/// Nodes in their order, with those that are there twice.
struct Nodes(Vec<(String, NodeText)>);

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nodes, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Nodes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of nodes")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Nodes, A::Error> {
                let mut nodes = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    nodes.push(entry);
                }
                Ok(Nodes(nodes))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Reads a name with escapes.
fn unescaped(text: &str) -> Result<String, String> {
    let wrong = || format!("'{text}' is not a name of a node");
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).ok_or_else(wrong)?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

fn escaped(name: &str) -> String {
    let mut out = String::new();
    for sign in name.chars() {
        if sign.is_control() || sign == '%' {
            for byte in sign.to_string().bytes() {
                out += &format!("%{byte:02x}");
            }
        } else {
            out.push(sign);
        }
    }
    out
}

fn outcome(word: &str) -> Result<Outcome, String> {
    match word {
        "win" => Ok(Outcome::Win),
        "draw" => Ok(Outcome::Draw),
        "loss" => Ok(Outcome::Loss),
        _ => Err(format!("'{word}' is no value")),
    }
}

impl Rules for Graph {
    type Position = usize;
    type Name = String;

    fn new(rules: &str, position: &str) -> Result<(Graph, usize), String> {
        let text: GraphText = serde_json::from_str(rules).map_err(|error| error.to_string())?;
        let repetition = match text.repetition.as_deref() {
            None | Some("attacker-fails") => Outcome::Loss,
            Some("defender-fails") => Outcome::Win,
            Some("draw") => Outcome::Draw,
            Some(word) => return Err(format!("'{word}' is no worth of a repetition")),
        };
        let mut ids = HashMap::new();
        for (id, (name, _)) in text.nodes.0.iter().enumerate() {
            if ids.insert(name.clone(), id).is_some() {
                return Err(format!("the node '{name}' is there twice"));
            }
        }
        let mut nodes = Vec::with_capacity(ids.len());
        for (name, node) in text.nodes.0 {
            let attacks = match node.side.as_str() {
                "OR" => true,
                "AND" => false,
                word => return Err(format!("'{word}' is no type of a node")),
            };
            let end = node.value.as_deref().map(outcome).transpose()?;
            let child =
                |child: &String| ids.get(child).copied().ok_or_else(|| format!("'{child}' is no node"));
            let children = node.children.iter().map(child).collect::<Result<Vec<usize>, String>>()?;
            if end.is_some() && !children.is_empty() {
                return Err(format!("the node '{name}' has a value and children"));
            }
            nodes.push(Node { name, attacks, end, children });
        }
        let graph = Graph { nodes, ids, repetition };
        let root = graph.read(position)?;
        if graph.nodes[root].name != text.root {
            return Err("the position is not the root of the graph".into());
        }
        Ok((graph, root))
    }

    fn read(&self, text: &str) -> Result<usize, String> {
        let name = unescaped(text)?;
        self.ids.get(&name).copied().ok_or_else(|| format!("'{text}' is no node of the graph"))
    }

    fn text(&self, position: &usize) -> String {
        escaped(&self.nodes[*position].name)
    }

    fn pack(&self, position: &usize) -> Vec<u8> {
        position.to_le_bytes().to_vec()
    }

    fn attacks(&self, position: &usize) -> bool {
        self.nodes[*position].attacks
    }

    fn end(&self, position: &usize) -> Option<Outcome> {
        self.nodes[*position].end
    }

    fn moves(&self, position: &usize) -> Vec<(String, usize)> {
        let children = self.nodes[*position].children.iter();
        children.map(|&child| (escaped(&self.nodes[child].name), child)).collect()
    }

    fn repetition(&self, goal: Goal) -> Option<bool> {
        Some(goal.is_reached(self.repetition))
    }
}
