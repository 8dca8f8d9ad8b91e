//! Graphs: nodes laid out, play as a walk along edges.

use phidelta::{Outcome, Side};
use phidelta_games::graph::Graph;

use super::{Board, BoardView, EndView, MoveView};
use crate::error::{InputError, Place};
use crate::games::read_graph;
use crate::layout::{Drawing, Edge, Spot, layered};

/// Nodes that are drawn, at most: more is a grey cloud.
pub(crate) const DRAWN_NODES: usize = 400;

/// Reads a graph; a move makes its target the root.
pub(super) fn of_text(text: &str, moves: &[String]) -> Result<BoardView, InputError> {
    let graph = read_graph(text, &Place::Text)?;
    if moves.is_empty() {
        return Ok(view(&graph, graph.root(), text.trim().into()));
    }
    let mut here = graph.root();
    for name in moves {
        let next = graph.children(here).iter().copied().find(|&child| graph.name(child) == name);
        here = next.ok_or_else(|| InputError::new(Place::Text, format!("no move to '{name}' here")))?;
    }
    let source = with_root(&graph, graph.name(here));
    Ok(view(&graph, here, source))
}

/// A node of a graph that is the rules of a certificate.
pub(super) fn at(rules: &str, node: &str) -> Result<BoardView, InputError> {
    let graph = read_graph(rules, &Place::Name("graph".into()))?;
    let here = graph.id(node).unwrap_or(graph.root());
    let source = with_root(&graph, graph.name(here));
    Ok(view(&graph, here, source))
}

/// The same graph from another root, as JSON.
pub(super) fn with_root(graph: &Graph, root: &str) -> String {
    let text = graph.to_json();
    let Ok(mut value) = serde_json::from_str::<serde_json::Value>(&text) else { return text };
    value["root"] = root.into();
    value.to_string()
}

fn view(graph: &Graph, here: u32, text: String) -> BoardView {
    let moves = graph.children(here).iter().map(|&child| MoveView {
        mv: graph.name(child).into(),
        to: Some(graph.name(child).into()),
        ..MoveView::default()
    });
    let word = |value| match value {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    };
    let board = Board {
        shape: "graph".into(),
        drawing: Some(drawing(graph)),
        source: Some(graph.to_json()),
        here: Some(graph.name(here).into()),
        ..Board::default()
    };
    BoardView {
        game: "graph",
        text,
        rules: Vec::new(),
        side: if graph.side(here) == Side::Attacker { "OR" } else { "AND" },
        board,
        moves: moves.collect(),
        ended: graph.value(here).map(|value| EndView { how: word(value).into() }),
        last: Vec::new(),
        goals: Vec::new(),
        format: None,
        candidates: Vec::new(),
    }
}

/// The nodes that are nearest to the root, laid out.
pub(crate) fn drawing(graph: &Graph) -> Drawing {
    let mut order = vec![graph.root()];
    let mut seen = vec![false; graph.len()];
    seen[graph.root() as usize] = true;
    let mut at = 0;
    let mut cut = false;
    while at < order.len() {
        for &child in graph.children(order[at]) {
            if seen[child as usize] {
                continue;
            }
            if order.len() >= DRAWN_NODES {
                cut = true;
                continue;
            }
            seen[child as usize] = true;
            order.push(child);
        }
        at += 1;
    }
    let spot = |&id: &u32| {
        let value = graph.value(id).map(|value| match value {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        });
        let init = graph.init(id);
        let side = if graph.side(id) == Side::Attacker { "or" } else { "and" };
        let mut spot = Spot::new(graph.name(id), graph.name(id), side);
        spot.value = value;
        spot.init = ((init.pn, init.dn) != (1, 1) && value.is_none()).then_some([init.pn, init.dn]);
        spot
    };
    let spots: Vec<Spot> = order.iter().map(spot).collect();
    let drawn: std::collections::HashSet<u32> = order.iter().copied().collect();
    let edges = order
        .iter()
        .flat_map(|&id| {
            graph.children(id).iter().filter(|child| drawn.contains(child)).map(move |&to| (id, to))
        })
        .map(|(from, to)| Edge(graph.name(from).into(), graph.name(to).into(), None))
        .collect();
    layered(spots, edges, cut)
}
