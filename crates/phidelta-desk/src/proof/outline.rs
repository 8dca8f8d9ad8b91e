//! A part of a proof unfolded to a tree of limited depth, as it is drawn.
//!
//! Breadth first, so that a bound of the number of nodes cuts off the deepest. A position that comes up
//! again is shown again, but not what is below it.

use super::graph::{Node, Part, Target};
use super::sizes::Sizes;

/// A drawn position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Drawn<'p> {
    /// The move that leads here; empty for the first.
    pub mv: &'p str,
    /// What it is.
    pub target: Target,
    /// Plies below the first.
    pub ply: usize,
    /// What follows, as indices.
    pub next: Vec<usize>,
    /// Whether something follows that is not drawn.
    pub cut: bool,
    /// Whether it has been drawn before.
    pub again: bool,
    /// Positions from here on, as far as counting them was cheap.
    pub below: Option<u64>,
}

/// Positions walked over to count what is below those that are drawn: some seconds.
const COUNTED: u64 = 200_000_000;

/// Draws from a target on: so many plies, so many positions.
pub(super) fn outline(part: &Part, start: Target, plies: usize, most: usize) -> Vec<Drawn<'_>> {
    let mut sizes = Sizes::within(part, COUNTED);
    let first = |node: Option<Node>, seen: &mut Vec<bool>| match node {
        Some(node) => !std::mem::replace(&mut seen[node as usize], true),
        None => true,
    };
    let mut seen = vec![false; part.len()];
    first(start.node(), &mut seen);
    let below = sizes.of(start);
    let mut out =
        vec![Drawn { mv: "", target: start, ply: 0, next: vec![], cut: false, again: false, below }];
    let mut at = 0;
    while at < out.len() {
        let (target, ply, again) = (out[at].target, out[at].ply, out[at].again);
        if let Some(node) = target.node().filter(|_| !again) {
            // All moves of a position or none: half of them would look like all.
            if ply >= plies || out.len() + part.moves(node).count() > most {
                out[at].cut = true;
            } else {
                for (mv, target) in part.moves(node) {
                    let again = !first(target.node(), &mut seen);
                    let index = out.len();
                    out[at].next.push(index);
                    let below = sizes.of(target);
                    out.push(Drawn { mv, target, ply: ply + 1, next: vec![], cut: false, again, below });
                }
            }
        }
        at += 1;
    }
    out
}
