//! A map of a proof: bars that lie below each other, each as wide as its share of the positions.
//!
//! Positions that several ways lead to are counted with the first of them, so that the widths of a row
//! never add up to more than that above it. What is narrower than a hair is left out.

use serde::Serialize;

use super::graph::{Node, Part, Target};
use super::sizes::Sizes;

/// A map.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Map {
    /// Bars, those above before those below.
    pub cells: Vec<Cell>,
}

/// A bar.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Cell {
    /// The number of the position.
    pub node: u64,
    /// The bar above, by its place in the list.
    pub parent: Option<usize>,
    /// The move that leads there.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The row.
    pub ply: usize,
    /// Where it begins, of 1.
    pub x: f64,
    /// How wide it is, of 1.
    pub width: f64,
    /// Positions below it.
    pub positions: u64,
    /// Whether the winner is to move.
    pub winner: bool,
}

/// Bars narrower than this share are not seen.
const HAIR: f64 = 0.0015;
/// Rows that are drawn, at most: a proof may be a thousand plies deep.
const ROWS: usize = 60;
/// Positions walked over to count what is below bars: a second or so.
const COUNTED: u64 = 20_000_000;

impl Part {
    /// A map with no more than so many bars.
    pub fn map(&self, most: usize) -> Map {
        let Some(root) = self.root().node() else { return Map { cells: Vec::new() } };
        let winner = |node: Node| self.attacks(node) == self.is_proved();
        let mut sizes = Sizes::within(self, COUNTED);
        let all = sizes.of(Target::Node(root)).unwrap_or(self.len() as u64).max(1);
        let first = Cell {
            node: self.id(root),
            parent: None,
            mv: None,
            ply: 0,
            x: 0.0,
            width: 1.0,
            positions: all,
            winner: winner(root),
        };
        let mut cells = vec![first];
        let mut nodes = vec![root];
        let mut seen = vec![false; self.len()];
        seen[root as usize] = true;
        let mut at = 0;
        while at < cells.len() && cells.len() < most {
            let (node, ply, mut x, width) = (nodes[at], cells[at].ply, cells[at].x, cells[at].width);
            let mut below: Vec<(&str, Node, u64)> = Vec::new();
            if ply + 1 < ROWS {
                for (mv, target) in self.moves(node) {
                    let Some(to) = target.node() else { continue };
                    if std::mem::replace(&mut seen[to as usize], true) {
                        continue;
                    }
                    below.push((mv, to, sizes.of(target).unwrap_or(1)));
                }
            }
            // Branches share what they have in common: their sum may be more than the whole.
            let sum: u64 = below.iter().map(|(_, _, size)| size).sum();
            let whole = sum.max(cells[at].positions).max(1) as f64;
            for (mv, to, size) in below {
                let share = width * size as f64 / whole;
                if share >= HAIR && cells.len() < most {
                    nodes.push(to);
                    cells.push(Cell {
                        node: self.id(to),
                        parent: Some(at),
                        mv: Some(mv.into()),
                        ply: ply + 1,
                        x,
                        width: share,
                        positions: size,
                        winner: winner(to),
                    });
                }
                x += share;
            }
            at += 1;
        }
        Map { cells }
    }
}
