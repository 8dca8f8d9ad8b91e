//! Searches step by step: every step with its place in a drawing.
//!
//! On a graph the drawing is the graph. On a board it is the tree of lines that were searched, as far as a
//! screen holds it; steps below that carry the last drawn position of their line and say so.

use std::collections::HashMap;

use phidelta::{Event, INFINITY, Number, Step};
use serde::Serialize;

use crate::error::InputError;
use crate::error::Place;
use crate::games::read_graph;
use crate::layout::{Drawing, Edge, Spot, tree};
use crate::view;

/// Steps that are kept, at most: more than anybody steps through.
pub const MOST_STEPS: usize = 20_000;
/// Positions of a tree that are drawn, at most.
const DRAWN: usize = 400;
/// Moves of a position that are drawn before they are searched, at most.
const FEW: usize = 8;
/// Plies that are drawn, at most.
const DEPTH: usize = 24;

/// A step at its place.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TracedStep {
    /// What happened: `expand`, `again`, `end`, `leave`, `back`.
    pub event: &'static str,
    /// The node count.
    pub node: u64,
    /// The nodes of the drawing from the root on.
    pub path: Vec<String>,
    /// The position's numbers.
    pub pn: TracedNumber,
    /// The position's numbers.
    pub dn: TracedNumber,
    /// The thresholds of the visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpn: Option<TracedNumber>,
    /// The thresholds of the visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tdn: Option<TracedNumber>,
    /// Where its numbers were computed anew: the drawn nodes behind its moves, with their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<(String, TracedNumber, TracedNumber)>,
    /// Whether the position is not drawn: its numbers are not those of the last node of the path.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// A number; infinity is a word, and so is what is just below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TracedNumber(pub Number);

impl Serialize for TracedNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            // The threshold of the root is just below infinity, and no reader needs to know how far.
            n if INFINITY - n < 1000 => serializer.serialize_str("inf"),
            n => serializer.serialize_u32(n),
        }
    }
}

/// What a traced search did.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// Where it is drawn.
    pub drawing: Drawing,
    /// Its steps.
    pub steps: Vec<TracedStep>,
    /// Whether there were more steps than are kept.
    pub cut: bool,
}

/// Gathers steps.
#[derive(Debug)]
pub struct Recorder {
    /// The drawing of a graph; trees grow.
    graph: Option<Drawing>,
    /// Nodes of a tree by the line that leads there.
    by_line: HashMap<Vec<String>, usize>,
    nodes: Vec<Spot>,
    parents: Vec<usize>,
    edges: Vec<Edge>,
    left_out: bool,
    /// The line of the step before, since only the end of a long line is told.
    line: Vec<String>,
    /// Whether the attacker is to move at the root.
    attacks: bool,
    steps: Vec<TracedStep>,
    cut: bool,
}

impl Recorder {
    /// For a search of a position; `attacks` if the attacker is to move there.
    pub fn new(game: &str, text: &str, attacks: bool) -> Result<Recorder, InputError> {
        let graph = match game {
            "graph" => Some(view::graph_drawing(&read_graph(text, &Place::Text)?)),
            _ => None,
        };
        let mut recorder = Recorder {
            graph,
            by_line: HashMap::new(),
            nodes: Vec::new(),
            parents: Vec::new(),
            edges: Vec::new(),
            left_out: false,
            line: Vec::new(),
            attacks,
            steps: Vec::new(),
            cut: false,
        };
        recorder.add(&[], 0);
        Ok(recorder)
    }

    /// Whether there is room for more steps.
    pub fn is_full(&self) -> bool {
        self.steps.len() >= MOST_STEPS
    }

    /// A step; `depth` plies, of which the line may be only the last.
    pub fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        if self.is_full() {
            self.cut = true;
            return;
        }
        let known = depth - step.line.len();
        self.line.truncate(known);
        self.line.extend_from_slice(step.line);
        let event = match step.event {
            Event::Expand => "expand",
            Event::Revisit => "again",
            Event::End => "end",
            Event::Leave => "leave",
            Event::BackUp => "back",
            _ => return,
        };
        let (path, hidden) = self.path();
        let children = if hidden { Vec::new() } else { self.children(step) };
        let thresholds = step.thresholds;
        self.steps.push(TracedStep {
            event,
            node: step.node,
            path,
            pn: TracedNumber(step.numbers.pn),
            dn: TracedNumber(step.numbers.dn),
            tpn: thresholds.map(|numbers| TracedNumber(numbers.pn)),
            tdn: thresholds.map(|numbers| TracedNumber(numbers.dn)),
            children,
            hidden,
        });
    }

    /// The drawn nodes of the present line, and whether it goes on below them.
    fn path(&mut self) -> (Vec<String>, bool) {
        if let Some(graph) = &self.graph {
            let known: std::collections::HashSet<&str> =
                graph.nodes.iter().map(|node| node.id.as_str()).collect();
            let names = std::iter::once(&graph.root).chain(&self.line);
            let path: Vec<String> = names.take_while(|name| known.contains(name.as_str())).cloned().collect();
            let hidden = path.len() <= self.line.len();
            return (path, hidden);
        }
        let line = std::mem::take(&mut self.line);
        let mut at = 0;
        let mut path = vec![self.nodes[0].id.clone()];
        for plies in 1..=line.len() {
            let found = self.by_line.get(&line[..plies]).copied();
            let Some(node) = found.or_else(|| self.add(&line[..plies], at)) else { break };
            path.push(self.nodes[node].id.clone());
            at = node;
        }
        let hidden = path.len() <= line.len();
        self.line = line;
        (path, hidden)
    }

    /// The drawn nodes behind the moves of the present position. In a tree a few moves are drawn at once,
    /// many only when they are searched.
    fn children(&mut self, step: &Step<'_, String>) -> Vec<(String, TracedNumber, TracedNumber)> {
        let few = step.children.len() <= FEW;
        let parent = self.by_line.get(&self.line).copied();
        let mut out = Vec::new();
        for child in step.children {
            let id = if self.graph.is_some() {
                Some(child.mv.clone())
            } else {
                let line: Vec<String> = self.line.iter().chain([&child.mv]).cloned().collect();
                let known = self.by_line.get(&line).copied();
                let node =
                    known.or_else(|| parent.filter(|_| few).and_then(|parent| self.add(&line, parent)));
                node.map(|node| node.to_string())
            };
            out.extend(id.map(|id| (id, TracedNumber(child.numbers.pn), TracedNumber(child.numbers.dn))));
        }
        out
    }

    /// A new node of the tree, if there is room.
    fn add(&mut self, line: &[String], parent: usize) -> Option<usize> {
        if self.nodes.len() >= DRAWN || line.len() > DEPTH {
            self.left_out = true;
            return None;
        }
        let node = self.nodes.len();
        let side = if line.len().is_multiple_of(2) == self.attacks { "or" } else { "and" };
        let name = line.last().map_or("·", String::as_str);
        self.nodes.push(Spot::new(node.to_string(), name, side));
        self.parents.push(parent);
        if !line.is_empty() {
            self.edges.push(Edge(parent.to_string(), node.to_string(), None));
        }
        self.by_line.insert(line.to_vec(), node);
        Some(node)
    }

    /// All of it.
    pub fn finish(self) -> Trace {
        let drawing = match self.graph {
            Some(drawing) => drawing,
            None => tree(self.nodes, &self.parents, self.edges, self.left_out),
        };
        Trace { drawing, steps: self.steps, cut: self.cut }
    }
}

#[cfg(test)]
mod tests {
    use phidelta::Solver;

    use super::*;
    use crate::{Events, Options, find};

    struct Look(Recorder);

    impl Events for Look {
        fn wants_steps(&self) -> bool {
            true
        }
        fn step(&mut self, step: &Step<'_, String>, depth: usize) {
            self.0.step(step, depth);
        }
    }

    fn traced(game: &str, text: &str, algorithm: &str) -> Trace {
        let kind = find(game).unwrap();
        let options = Options::new(kind, None, &[]).unwrap();
        let mut problem = kind.read(text, &Place::Text, &options).unwrap();
        let mut look = Look(Recorder::new(game, text, true).unwrap());
        let mut solver = Solver::new(algorithm.parse().unwrap());
        problem.solve(&mut solver, &mut look).unwrap();
        look.0.finish()
    }

    #[test]
    fn steps_of_a_graph_are_at_its_nodes() {
        let trace = traced("graph", "ghi_min", "df-pn+tca");
        let told = trace.steps.iter().filter(|step| step.event != "back").count();
        assert_eq!(told, 21, "as many as the command prints");
        assert!(trace.steps.iter().any(|step| step.event == "back" && !step.children.is_empty()));
        let second = trace.steps.iter().filter(|step| step.event == "expand").nth(1).unwrap();
        assert_eq!(second.path, ["R", "R1"]);
        assert_eq!(trace.steps.last().unwrap().pn, TracedNumber(0));
        assert!(trace.steps.iter().all(|step| !step.hidden));
    }

    #[test]
    fn steps_of_a_board_grow_a_tree() {
        let trace = traced("connect4", "4x4:", "df-pn+no-shortcuts");
        assert!(trace.drawing.nodes.len() <= DRAWN && trace.drawing.cut);
        let ids: std::collections::HashSet<&str> =
            trace.drawing.nodes.iter().map(|node| node.id.as_str()).collect();
        assert!(trace.steps.iter().flat_map(|step| &step.path).all(|id| ids.contains(id.as_str())));
    }
}
