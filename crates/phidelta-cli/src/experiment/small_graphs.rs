//! All small graphs with cycles: does a search end on each of them?
//!
//! Kishimoto and Müller 2008 leave open whether df-pn(r) ends on every finite graph with cycles, Kishimoto
//! 2010 the same of TCA. Here every graph of a size is searched. A graph has some inner nodes, a won and
//! a lost leaf; node 0 is the root. A node has any non-empty set of children among the others; its moves
//! are in the order of the nodes, leaves last. Counted are graphs whose inner nodes are all reached from
//! the root, are numbered in the order in which a search in breadth meets them, and have a cycle among
//! them; a repeated node fails the attacker, as in tsume-shogi.
//!
//! The engine has a last resort of its own beside the loop policies, which grows thresholds when
//! nothing moves (`loops/patience.rs` in the library). It waits for 20,000 nodes without anything new, so
//! that below the limit used here it is the policy alone that is measured; only when numbers grow to the
//! ceiling would it act earlier.
//!
//! Invariant: every verdict is the one of retrograde analysis, or it is counted as wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use phidelta::{Game, Key as PositionKey, Limits, Outcome as Ended, Side, Solver, Verdict, mix};

use super::record::{Graphs, Key, Outcome};
use super::runner::rounded;
use super::suite::{Item, Suite};
use crate::failure::{Failure, Result};

/// What results call this game.
pub(super) const GAME: &str = "all-graphs";

/// Nodes a graph may take: a thousand times what they take at most when they end, and below the 20,000
/// of the engine's own last resort.
pub(super) const NODES: u64 = 5000;

/// The most inner nodes there is room for.
const MOST: usize = 6;

/// Graphs that share a table before it is thrown away: they fill a small part of it.
const SHARED: u64 = 500;

/// Who moves where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sides {
    /// Anyone anywhere.
    Any,
    /// A move always leads to the other side.
    Alternating,
}

/// All graphs with so many inner nodes, in parts: one for each set of children of the root.
pub(super) fn suite(inner: usize, sides: Sides) -> Suite {
    let word = if sides == Sides::Any { "any" } else { "alternating" };
    let items = (1..1u32 << (inner + 1)).map(|root| Item {
        position: format!("inner={inner} sides={word} root={root}"),
        length: None,
        name: None,
    });
    let label =
        format!("{inner} inner nodes, {}", if sides == Sides::Any { "any sides" } else { "sides alternate" });
    Suite { label, game: GAME.into(), goal: None, items: items.collect() }
}

/// Searches all graphs of a part.
pub(super) fn run(key: &Key, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>> {
    let part = Part::read(&key.problem)
        .ok_or_else(|| Failure::input(format!("'{}': expected inner=N sides=any root=N", key.problem)))?;
    let limits = Limits::default().with_nodes(key.limit_nodes);
    let algorithm = key.algorithm.parse().map_err(Failure::input)?;
    let mut solver = Solver::new(algorithm).memory(key.memory).limits(limits).lines(false);
    let (mut tally, mut nodes, started) = (Graphs::default(), 0, Instant::now());
    let mut failed = None;
    part.each(&mut |graph| {
        if tally.graphs.is_multiple_of(SHARED) {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            solver.forget();
        }
        tally.graphs += 1;
        let report = match solver.solve(&mut Walk::new(graph)) {
            Ok(report) => report,
            Err(error) => {
                failed = Some(error);
                return false;
            }
        };
        nodes += report.stats.nodes;
        match report.verdict {
            Verdict::Unknown(_) => {
                tally.unsolved += 1;
                tally.example.get_or_insert_with(|| graph.json());
            }
            verdict => {
                tally.wrong += u64::from(verdict.is_proved() != graph.is_won());
                tally.most_nodes = tally.most_nodes.max(report.stats.nodes);
            }
        }
        true
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let seconds = rounded(started.elapsed());
    Ok(Some(Outcome { verdict: "counted".into(), nodes, seconds, graphs: Some(tally), ..Outcome::default() }))
}

/// The graphs whose root has given children.
struct Part {
    inner: usize,
    sides: Sides,
    root: u16,
}

impl Part {
    fn read(text: &str) -> Option<Part> {
        let mut words = text.split(' ');
        let mut value = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=').map(str::to_string);
        let inner = value("inner")?.parse().ok().filter(|inner| (1..=MOST).contains(inner))?;
        let sides = match value("sides")?.as_str() {
            "any" => Sides::Any,
            "alternating" => Sides::Alternating,
            _ => return None,
        };
        let root = value("root")?.parse().ok().filter(|&root| root > 0 && root < 1 << (inner + 1))?;
        Some(Part { inner, sides, root })
    }

    /// Hands every graph of the part to `take` until that says no.
    fn each(&self, take: &mut dyn FnMut(&Small) -> bool) {
        for attackers in 0..1u8 << self.inner {
            let mut sets: Vec<Vec<u16>> = (0..self.inner).map(|node| self.sets(node, attackers)).collect();
            let root = with_room(self.root, 0);
            sets[0].retain(|&set| set == root);
            if sets.iter().any(Vec::is_empty) {
                continue;
            }
            let mut chosen = [0usize; MOST];
            loop {
                let mut graph = Small { inner: self.inner, attackers, children: [0; MOST] };
                for (children, (sets, &at)) in graph.children.iter_mut().zip(sets.iter().zip(&chosen)) {
                    *children = sets[at];
                }
                if graph.is_in_order() && graph.has_cycle() && !take(&graph) {
                    return;
                }
                // The next one, as an odometer counts.
                let wheel = (0..self.inner).find(|&wheel| {
                    chosen[wheel] = (chosen[wheel] + 1) % sets[wheel].len();
                    chosen[wheel] != 0
                });
                if wheel.is_none() {
                    break;
                }
            }
        }
    }

    /// The sets of children that a node may have.
    fn sets(&self, node: usize, attackers: u8) -> Vec<u16> {
        let own_side = |other: usize| ((attackers >> other) ^ (attackers >> node)) & 1 == 0;
        let barred: u16 = match self.sides {
            Sides::Any => 0,
            Sides::Alternating => {
                (0..self.inner).filter(|&other| own_side(other)).fold(0, |set, other| set | 1 << other)
            }
        };
        let all = (1..1u16 << (self.inner + 1)).map(|choice| with_room(choice, node));
        all.filter(|set| set & barred == 0).collect()
    }
}

/// A choice has no bit for the node itself: makes room for it.
fn with_room(choice: u16, node: usize) -> u16 {
    let below = choice & ((1 << node) - 1);
    below | (choice ^ below) << 1
}

/// A graph: for each inner node the set of its children, as bits. Bit `inner` is the won leaf, the next one
/// the lost leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Small {
    inner: usize,
    attackers: u8,
    children: [u16; MOST],
}

impl Small {
    /// Whether a walk in breadth from the root meets all inner nodes, in the order of their numbers.
    fn is_in_order(&self) -> bool {
        let mut met = 1;
        for node in 0..self.inner {
            if node >= met {
                return false;
            }
            let mut news = self.children[node] & ((1 << self.inner) - 1) & !((1 << met) - 1);
            while news != 0 {
                if news.trailing_zeros() as usize != met {
                    return false;
                }
                news &= news - 1;
                met += 1;
            }
        }
        met == self.inner
    }

    fn has_cycle(&self) -> bool {
        // Take away nodes without children that are left; what stays is on or above a cycle.
        let mut left = (1u16 << self.inner) - 1;
        loop {
            let ends =
                (0..self.inner).filter(|&node| left >> node & 1 != 0 && self.children[node] & left == 0);
            let ends = ends.fold(0, |set, node| set | 1 << node);
            if ends == 0 {
                return left != 0;
            }
            left &= !ends;
        }
    }

    /// Whether the attacker wins: the least set of nodes from which he gets to the won leaf.
    fn is_won(&self) -> bool {
        let mut won = 1u16 << self.inner;
        loop {
            let next = (0..self.inner).fold(won, |set, node| {
                let (children, attacks) = (self.children[node], self.attackers >> node & 1 != 0);
                let wins = if attacks { children & set != 0 } else { children & !set == 0 };
                if wins { set | 1 << node } else { set }
            });
            if next == won {
                return won & 1 != 0;
            }
            won = next;
        }
    }

    /// As `phidelta solve graph` reads it.
    fn json(&self) -> String {
        let name = |node: usize| match node - self.inner.min(node) {
            0 if node < self.inner => format!("\"{node}\""),
            0 => "\"won\"".into(),
            _ => "\"lost\"".into(),
        };
        let nodes = (0..self.inner).map(|node| {
            let side = if self.attackers >> node & 1 != 0 { "OR" } else { "AND" };
            let set = self.children[node];
            let children: Vec<String> =
                (0..self.inner + 2).filter(|&child| set >> child & 1 != 0).map(name).collect();
            format!("{}:{{\"type\":\"{side}\",\"children\":[{}]}}", name(node), children.join(","))
        });
        let leaves = [("won", "win"), ("lost", "loss")]
            .map(|(name, value)| format!("\"{name}\":{{\"type\":\"OR\",\"value\":\"{value}\"}}"));
        let nodes: Vec<String> = nodes.chain(leaves).collect();
        format!("{{\"root\":\"0\",\"nodes\":{{{}}}}}", nodes.join(","))
    }
}

/// A way through a graph.
struct Walk<'a> {
    graph: &'a Small,
    salt: PositionKey,
    at: u8,
    before: Vec<u8>,
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Small) -> Walk<'a> {
        let bits =
            graph.children.iter().fold(u128::from(graph.attackers), |bits, &set| bits << 8 | u128::from(set));
        let salt = mix(bits as u64 ^ mix((bits >> 64) as u64) as u64);
        Walk { graph, salt, at: 0, before: Vec::new() }
    }
}

impl Game for Walk<'_> {
    type Move = u8;
    const HINTS: bool = false;

    fn side(&self) -> Side {
        if self.graph.attackers >> self.at & 1 != 0 { Side::Attacker } else { Side::Defender }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let set = self.graph.children[usize::from(self.at)];
        out.extend((0..self.graph.inner as u8 + 2).filter(|&child| set >> child & 1 != 0));
    }

    fn play(&mut self, child: u8) {
        self.before.push(self.at);
        self.at = child;
    }

    fn undo(&mut self, _child: u8) {
        self.at = self.before.pop().unwrap_or_default();
    }

    fn outcome(&self) -> Option<Ended> {
        match usize::from(self.at).checked_sub(self.graph.inner)? {
            0 => Some(Ended::Win),
            _ => Some(Ended::Loss),
        }
    }

    fn key(&self) -> PositionKey {
        self.salt ^ mix(u64::from(self.at) + 1)
    }
}

#[cfg(test)]
mod tests {
    use phidelta_games::graph::{Graph, retrograde};

    use super::*;

    /// All graphs of a size.
    fn all(inner: usize, sides: Sides) -> Vec<Small> {
        let mut graphs = Vec::new();
        for item in suite(inner, sides).items {
            Part::read(&item.position).unwrap().each(&mut |graph| {
                graphs.push(*graph);
                true
            });
        }
        graphs
    }

    #[test]
    fn graphs_are_counted_once_and_are_what_their_text_says() {
        let graphs = all(3, Sides::Any);
        let texts: std::collections::HashSet<String> = graphs.iter().map(Small::json).collect();
        assert_eq!(texts.len(), graphs.len());
        assert!(all(3, Sides::Alternating).iter().all(|graph| graphs.contains(graph)));
        for graph in graphs.iter().step_by(37) {
            let read = Graph::from_json(&graph.json()).unwrap();
            assert!(!read.is_acyclic(), "{}", graph.json());
            assert_eq!(retrograde::solve(&read)[read.root() as usize], graph.is_won(), "{}", graph.json());
        }
    }

    /// Two nodes, each with the other or a leaf or both or all three: small enough to count by hand.
    #[test]
    fn two_nodes_can_be_counted_by_hand() {
        // Both lead to each other, and to any of four sets of leaves; four ways to choose sides.
        assert_eq!(all(2, Sides::Any).len(), 4 * 4 * 4);
        assert_eq!(all(2, Sides::Alternating).len(), 4 * 4 * 2);
    }

    #[test]
    fn bad_parts_are_refused() {
        for text in ["", "inner=9 sides=any root=1", "inner=2 sides=some root=1", "inner=2 sides=any root=8"]
        {
            assert!(Part::read(text).is_none(), "{text}");
        }
    }
}
