//! Where the nodes of a graph or a search tree are drawn: columns by ply, rows so that lines cross little.
//!
//! Positions are in units of a node: whole columns, rows that may be halves. What draws them decides how
//! large a unit is.

use std::collections::{HashMap, VecDeque};

use phidelta::Number;
use serde::Serialize;

/// A graph with places.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Drawing {
    /// Its nodes; the first is the root.
    pub nodes: Vec<Spot>,
    /// Its edges.
    pub edges: Vec<Edge>,
    /// The id of the root.
    pub root: String,
    /// Whether something is not drawn.
    pub cut: bool,
}

/// A node at its place.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Spot {
    /// What edges and steps call it.
    pub id: String,
    /// What is written into it.
    pub name: String,
    /// `or` or `and`: whose turn it is.
    #[serde(rename = "type")]
    pub side: &'static str,
    /// What it is worth, where the game ends there.
    pub value: Option<&'static str>,
    /// The numbers it starts with, where they are not 1 and 1.
    pub init: Option<[Number; 2]>,
    /// The column.
    pub x: f32,
    /// The row.
    pub y: f32,
}

impl Spot {
    /// A node without a place yet.
    pub fn new(id: impl Into<String>, name: impl Into<String>, side: &'static str) -> Spot {
        Spot { id: id.into(), name: name.into(), side, value: None, init: None, x: 0.0, y: 0.0 }
    }
}

/// An edge: from, to, and what is written on it.
#[derive(Clone, Debug, Serialize)]
pub struct Edge(pub String, pub String, #[serde(skip_serializing_if = "Option::is_none")] pub Option<String>);

/// Lays out any graph whose first node is the root: columns by the shortest way from the root, within a
/// column ordered by the mean row of the nodes before, twice forth and back.
pub fn layered(mut nodes: Vec<Spot>, edges: Vec<Edge>, cut: bool) -> Drawing {
    let Some(root) = nodes.first().map(|node| node.id.clone()) else { return Drawing::default() };
    let index: HashMap<&str, usize> =
        nodes.iter().enumerate().map(|(i, node)| (node.id.as_str(), i)).collect();
    let mut next = vec![Vec::new(); nodes.len()];
    let mut before = vec![Vec::new(); nodes.len()];
    for Edge(from, to, _) in &edges {
        if let (Some(&from), Some(&to)) = (index.get(from.as_str()), index.get(to.as_str())) {
            next[from].push(to);
            before[to].push(from);
        }
    }
    let mut column = vec![usize::MAX; nodes.len()];
    column[0] = 0;
    let mut queue = VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        for &to in &next[at] {
            if column[to] == usize::MAX {
                column[to] = column[at] + 1;
                queue.push_back(to);
            }
        }
    }
    let last = column.iter().copied().filter(|&c| c != usize::MAX).max().unwrap_or(0);
    let mut columns = vec![Vec::new(); last + 2];
    for (node, &c) in column.iter().enumerate() {
        // What no way leads to stands apart.
        columns[if c == usize::MAX { last + 1 } else { c }].push(node);
    }
    columns.retain(|nodes| !nodes.is_empty());
    let mut row = vec![0.0_f32; nodes.len()];
    place(&columns, &mut row);
    for pass in 0..4 {
        let neighbours = if pass % 2 == 0 { &before } else { &next };
        for column in &mut columns {
            let mean = |&node: &usize| {
                let near = &neighbours[node];
                let sum: f32 = near.iter().map(|&other| row[other]).sum();
                if near.is_empty() { row[node] } else { sum / near.len() as f32 }
            };
            column.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
        }
        place(&columns, &mut row);
    }
    for (x, column) in columns.iter().enumerate() {
        for &node in column {
            (nodes[node].x, nodes[node].y) = (x as f32, row[node]);
        }
    }
    Drawing { nodes, edges, root, cut }
}

/// Rows of all nodes, each column in the middle.
fn place(columns: &[Vec<usize>], row: &mut [f32]) {
    let most = columns.iter().map(Vec::len).max().unwrap_or(0) as f32;
    for column in columns {
        let first = (most - column.len() as f32) / 2.0;
        for (i, &node) in column.iter().enumerate() {
            row[node] = first + i as f32;
        }
    }
}

/// Lays out a tree whose nodes stand behind their parents (`parents[0]` is not looked at): leaves in rows of
/// their own, parents in the middle of their children.
pub fn tree(mut nodes: Vec<Spot>, parents: &[usize], edges: Vec<Edge>, cut: bool) -> Drawing {
    let Some(root) = nodes.first().map(|node| node.id.clone()) else { return Drawing::default() };
    let mut children = vec![Vec::new(); nodes.len()];
    for node in 1..nodes.len() {
        children[parents[node]].push(node);
        nodes[node].x = nodes[parents[node]].x + 1.0;
    }
    // Leaves from top to bottom, in the order of a walk with a stack of its own.
    let mut free = 0.0;
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        if children[node].is_empty() {
            nodes[node].y = free;
            free += 1.0;
        }
        stack.extend(children[node].iter().rev());
    }
    for node in (0..nodes.len()).rev() {
        if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
            nodes[node].y = (nodes[first].y + nodes[last].y) / 2.0;
        }
    }
    Drawing { nodes, edges, root, cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(names: &str) -> Vec<Spot> {
        names.chars().map(|name| Spot::new(name, name, "or")).collect()
    }

    fn edges(pairs: &[&str]) -> Vec<Edge> {
        pairs.iter().map(|pair| Edge(pair[..1].into(), pair[1..].into(), None)).collect()
    }

    #[test]
    fn no_two_nodes_share_a_place_and_cycles_end() {
        let drawing = layered(spots("ABCDE"), edges(&["AB", "AC", "BD", "CD", "DA", "CE"]), false);
        let place = |name: &str| {
            let node = drawing.nodes.iter().find(|node| node.id == name).unwrap();
            (node.x as i32, (node.y * 2.0) as i32)
        };
        let places: std::collections::BTreeSet<_> =
            ["A", "B", "C", "D", "E"].map(place).into_iter().collect();
        assert_eq!(places.len(), 5);
        assert_eq!((place("A").0, place("B").0, place("D").0), (0, 1, 2));
    }

    #[test]
    fn a_parent_stands_in_the_middle_of_its_children() {
        let drawing = tree(spots("ABCD"), &[0, 0, 0, 1], edges(&["AB", "AC", "BD"]), false);
        let row: Vec<f32> = drawing.nodes.iter().map(|node| node.y).collect();
        assert_eq!(row, [0.5, 0.0, 1.0, 0.0]);
    }
}
