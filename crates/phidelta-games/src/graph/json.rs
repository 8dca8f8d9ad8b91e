//! The text of a graph: reading with errors that name the place, writing one node a line.
//!
//! The text is first read into a plain tree of values that keeps the order and the repetitions of
//! keys, which the usual maps lose; everything that can be wrong with a graph is then looked for there.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};

use phidelta::{Goal, INFINITY, Number, Numbers, Outcome, Repetition, Side};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::error::{GraphError, Place};
use super::{Draft, Graph, NodeId};

const GRAPH_KEYS: &str = "`root`, `nodes`, and if wanted `name`, `note`, `goal`, `repetition`";
const NODE_KEYS: &str = "`type`, and if wanted `children` or `value`, and `init`";

const ROOT: &str = "the name of a node";
const NODES: &str = "an object {…} with a node for each name";
const CHILDREN: &str = "a list of names of nodes";
const TEXT: &str = "a text";
/// The upper end is the largest number below the one that means infinity.
const INIT: &str = "two whole numbers [pn, dn], each from 1 to 4294967294";

/// A list of words and what they mean.
type Words<T> = &'static [(&'static str, T)];

const TYPES: Words<Side> = &[("OR", Side::Attacker), ("AND", Side::Defender)];
const VALUES: Words<Outcome> = &[("win", Outcome::Win), ("draw", Outcome::Draw), ("loss", Outcome::Loss)];
const GOALS: Words<Goal> = &[("win", Goal::Win), ("draw", Goal::Draw)];
const REPETITIONS: Words<Repetition> = &[
    ("attacker-fails", Repetition::AttackerFails),
    ("defender-fails", Repetition::DefenderFails),
    ("draw", Repetition::Draw),
];

const A_TYPE: &str = r#""OR" (the attacker is to move) or "AND" (the defender is)"#;
const A_VALUE: &str = r#""win", "draw" or "loss""#;
const A_GOAL: &str = r#""win" or "draw""#;
const A_REPETITION: &str = r#""attacker-fails", "defender-fails" or "draw""#;

/// Reads and checks a graph.
pub(super) fn read(text: &str) -> Result<Draft, GraphError> {
    // Some editors put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let json: Json = serde_json::from_str(text).map_err(syntax)?;
    let mut top = Fields::of(Place::Graph, json, GRAPH_KEYS)?;
    let mut draft = Draft {
        title: top.take("name", TEXT, Json::text)?,
        note: top.take("note", TEXT, Json::text)?,
        goal: top.take("goal", A_GOAL, |json| json.word(GOALS))?.unwrap_or_default(),
        repetition: top.take("repetition", A_REPETITION, |json| json.word(REPETITIONS))?.unwrap_or_default(),
        ..Draft::default()
    };
    let nodes = top.take("nodes", NODES, Json::object)?;
    let root = top.take("root", ROOT, Json::text)?;
    top.take("layers", "", Ok)?;
    top.finish()?;
    let root = root.ok_or(GraphError::Missing { place: Place::Graph, key: "root", expected: ROOT })?;
    let nodes = nodes.ok_or(GraphError::Missing { place: Place::Graph, key: "nodes", expected: NODES })?;
    if nodes.is_empty() {
        return Err(GraphError::NoNodes);
    }
    if nodes.len() >= NodeId::MAX as usize {
        return Err(GraphError::TooManyNodes(nodes.len()));
    }

    let mut ids: HashMap<String, NodeId> = HashMap::with_capacity(nodes.len());
    for ((name, _), id) in nodes.iter().zip(0..) {
        if ids.insert(name.clone(), id).is_some() {
            return Err(GraphError::RepeatedNode { node: name.clone() });
        }
    }
    for (name, json) in nodes {
        read_node(&mut draft, &ids, name, json)?;
    }
    draft.root = *ids.get(&root).ok_or(GraphError::NoSuchRoot { root })?;
    Ok(draft)
}

fn read_node(
    draft: &mut Draft,
    ids: &HashMap<String, NodeId>,
    name: String,
    json: Json,
) -> Result<(), GraphError> {
    let mut fields = Fields::of(Place::Node(name.clone()), json, NODE_KEYS)?;
    let side = fields.take("type", A_TYPE, |json| json.word(TYPES))?;
    let value = fields.take("value", A_VALUE, |json| json.word(VALUES))?;
    let init = fields.take("init", INIT, Json::numbers)?.unwrap_or(Numbers::UNIT);
    let children = fields.take("children", CHILDREN, Json::texts)?.unwrap_or_default();
    // An unknown key first: it is the likely reason for a missing one.
    let place = fields.finish()?;
    let side = side.ok_or(GraphError::Missing { place, key: "type", expected: A_TYPE })?;
    if value.is_some() && !children.is_empty() {
        return Err(GraphError::ValueAndChildren { node: name });
    }
    let mut seen = HashSet::with_capacity(children.len());
    for child in children {
        let Some(&id) = ids.get(&child) else {
            return Err(GraphError::NoSuchChild { node: name, child });
        };
        if !seen.insert(id) {
            return Err(GraphError::RepeatedChild { node: name, child });
        }
        draft.edges.push(id);
    }
    draft.push(name, side, value, init);
    Ok(())
}

/// Writes a graph so that [`read`] gives it back.
pub(super) fn write(graph: &Graph) -> String {
    let mut out = String::from("{\n");
    let mut field = |key: &str, text: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  \"{key}\": {},", quoted(text));
    };
    if let Some(title) = graph.title() {
        field("name", title);
    }
    if let Some(note) = graph.note() {
        field("note", note);
    }
    if graph.goal() != Goal::default() {
        field("goal", word(GOALS, graph.goal()));
    }
    if graph.repetition() != Repetition::default() {
        field("repetition", word(REPETITIONS, graph.repetition()));
    }
    field("root", graph.name(graph.root()));
    out.push_str("  \"nodes\": {");
    for id in graph.ids() {
        out.push_str(if id == 0 { "\n" } else { ",\n" });
        let _ =
            write!(out, "    {}: {{\"type\": \"{}\"", quoted(graph.name(id)), word(TYPES, graph.side(id)));
        if graph.init(id) != Numbers::UNIT {
            let Numbers { pn, dn } = graph.init(id);
            let _ = write!(out, ", \"init\": [{pn}, {dn}]");
        }
        if let Some(value) = graph.value(id) {
            let _ = write!(out, ", \"value\": \"{}\"", word(VALUES, value));
        }
        for (i, &child) in graph.children(id).iter().enumerate() {
            out.push_str(if i == 0 { ", \"children\": [" } else { ", " });
            out.push_str(&quoted(graph.name(child)));
        }
        out.push_str(if graph.children(id).is_empty() { "}" } else { "]}" });
    }
    out.push_str("\n  }\n}\n");
    out
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn word<T: PartialEq>(words: Words<T>, meaning: T) -> &'static str {
    words.iter().find(|(_, m)| *m == meaning).map_or("", |(word, _)| word)
}

fn syntax(error: serde_json::Error) -> GraphError {
    let text = error.to_string();
    // The reader appends the place, which is said in front here.
    let message = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]).to_string();
    GraphError::Syntax { line: error.line(), column: error.column(), message }
}

/// The keys of one object, taken one by one.
struct Fields {
    place: Place,
    left: Vec<(String, Json)>,
    expected: &'static str,
}

impl Fields {
    fn of(place: Place, json: Json, expected: &'static str) -> Result<Fields, GraphError> {
        match json.object() {
            Ok(left) => Ok(Fields { place, left, expected }),
            Err(json) => Err(GraphError::NotAnObject { place, found: json.describe(), expected }),
        }
    }

    /// The value of a key, if it is there, as `read` understands it.
    fn take<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        read: impl FnOnce(Json) -> Result<T, Json>,
    ) -> Result<Option<T>, GraphError> {
        let Some(i) = self.left.iter().position(|(k, _)| k == key) else { return Ok(None) };
        let (_, json) = self.left.remove(i);
        if self.left.iter().any(|(k, _)| k == key) {
            return Err(GraphError::RepeatedKey { place: self.place.clone(), key: key.into() });
        }
        match read(json) {
            Ok(value) => Ok(Some(value)),
            Err(json) => {
                let (place, found) = (self.place.clone(), json.describe());
                Err(GraphError::Wrong { place, key, found, expected })
            }
        }
    }

    /// Nothing may be left.
    fn finish(self) -> Result<Place, GraphError> {
        match self.left.into_iter().next() {
            None => Ok(self.place),
            Some((key, _)) => Err(GraphError::UnknownKey { place: self.place, key, expected: self.expected }),
        }
    }
}

/// A value as it stands in the text.
enum Json {
    Null,
    Bool(bool),
    Whole(u64),
    /// Negative or broken: never wanted here.
    Other(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// What it is, in few words.
    fn describe(&self) -> String {
        match self {
            Json::Null => "null".into(),
            Json::Bool(value) => value.to_string(),
            Json::Whole(number) => number.to_string(),
            Json::Other(number) => number.to_string(),
            Json::Text(text) => quoted(text),
            Json::List(list) => match list.as_slice() {
                [] => "an empty list".into(),
                // Long lists are described by what they hold; the eye finds the rest.
                list if list.len() > 4 => format!("a list of {} values", list.len()),
                list => {
                    let inner: Vec<String> = list.iter().map(Json::describe).collect();
                    format!("[{}]", inner.join(", "))
                }
            },
            Json::Object(_) => "an object".into(),
        }
    }

    fn object(self) -> Result<Vec<(String, Json)>, Json> {
        match self {
            Json::Object(fields) => Ok(fields),
            other => Err(other),
        }
    }

    fn text(self) -> Result<String, Json> {
        match self {
            Json::Text(text) => Ok(text),
            other => Err(other),
        }
    }

    fn word<T: Copy>(self, words: Words<T>) -> Result<T, Json> {
        let found = match &self {
            Json::Text(text) => words.iter().find(|(word, _)| word == text),
            _ => None,
        };
        found.map(|&(_, meaning)| meaning).ok_or(self)
    }

    fn texts(self) -> Result<Vec<String>, Json> {
        let Json::List(list) = self else { return Err(self) };
        if list.iter().all(|json| matches!(json, Json::Text(_))) {
            Ok(list.into_iter().filter_map(|json| json.text().ok()).collect())
        } else {
            // The one that does not belong says more than the whole list.
            let stranger = list.into_iter().find(|json| !matches!(json, Json::Text(_)));
            Err(Json::List(stranger.into_iter().collect()))
        }
    }

    fn numbers(self) -> Result<Numbers, Json> {
        let number = |n: u64| Number::try_from(n).ok().filter(|&n| n != 0 && n != INFINITY);
        if let Json::List(list) = &self
            && let [Json::Whole(pn), Json::Whole(dn)] = list[..]
            && let (Some(pn), Some(dn)) = (number(pn), number(dn))
        {
            return Ok(Numbers::new(pn, dn));
        }
        Err(self)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Json, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(Json::Bool(value))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
                Ok(Json::Whole(number))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
                Ok(Json::Other(number as f64))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
                Ok(Json::Other(number))
            }
            fn visit_str<E>(self, text: &str) -> Result<Json, E> {
                Ok(Json::Text(text.into()))
            }
            fn visit_string<E>(self, text: String) -> Result<Json, E> {
                Ok(Json::Text(text))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
                let mut list = Vec::new();
                while let Some(json) = seq.next_element()? {
                    list.push(json);
                }
                Ok(Json::List(list))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Json::Object(fields))
            }
        }
        reader.deserialize_any(Any)
    }
}
