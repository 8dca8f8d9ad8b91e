//! Graphs for experiments and tests: random ones, families with known numbers, figures of papers.
//!
//! Everything here is a function of its arguments: the same seed gives the same graph, for ever, so
//! that an experiment can be named by its parameters. (A change of that is a breaking change.)
//!
//! Invariant: a tree has no shared nodes, [`tree`], [`uniform`] and [`dag`] have no cycles, every node
//! of the others has at most the children asked for.

use std::collections::HashSet;

use phidelta::{Goal, Number, Numbers, Outcome, Repetition, Side};

use super::{Draft, Graph, NodeId};

/// The most nodes a generated graph has; what is asked for beyond that is left away. 2²⁴ of them take
/// about 3 GB, and ids and sums of ids stay far from their limits.
pub const MOST_NODES: u32 = 1 << 24;

/// What a random graph looks like.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// How many nodes it has, unreachable ones included; from 1 to [`MOST_NODES`].
    pub nodes: u32,
    /// The fewest children of an inner node; at least 1.
    pub least_children: u32,
    /// The most children of an inner node.
    pub most_children: u32,
    /// The probability that a node that could have children is a leaf.
    pub leaf: f64,
    /// The probability that a leaf is a draw; otherwise it is a win or a loss, as likely.
    pub draw: f64,
    /// The probability that a leaf is open: the search will never know it.
    pub open: f64,
    /// First numbers are drawn from 1 up to this.
    pub largest_init: Number,
    /// How far away a child may be in the order of nodes, in graphs that are no trees. A small span
    /// makes the graph deep, with many ways to one node. At least 1.
    pub span: u32,
    /// What the attacker wants.
    pub goal: Goal,
    /// What a repeated node is worth.
    pub repetition: Repetition,
}

impl Default for Shape {
    /// Small and mixed: shapes like these find errors soonest.
    fn default() -> Shape {
        Shape {
            nodes: 12,
            least_children: 1,
            most_children: 3,
            leaf: 0.3,
            draw: 0.0,
            open: 0.0,
            largest_init: 1,
            span: u32::MAX,
            goal: Goal::Win,
            repetition: Repetition::AttackerFails,
        }
    }
}

/// A random tree.
pub fn tree(shape: &Shape, seed: u64) -> Graph {
    let mut dice = Dice::new(shape, seed);
    let nodes = shape.nodes.clamp(1, MOST_NODES);
    let mut draft = Draft { goal: shape.goal, repetition: shape.repetition, ..Draft::default() };
    // Breadth first: children get the next free ids. The side of a node is known with its parent.
    let mut sides = vec![Side::Attacker];
    let mut id: NodeId = 0;
    while let Some(&side) = sides.get(id as usize) {
        let free = nodes - sides.len() as u32;
        // The last node that waits must not be a leaf while there is room, or the tree would be cut short.
        let waiting = sides.len() as u32 - id;
        let count = if free == 0 || (waiting > 1 && dice.is_leaf()) { 0 } else { dice.children().min(free) };
        draft.edges.extend((0..count).map(|i| (sides.len() as u32) + i));
        sides.extend((0..count).map(|_| other(side)));
        push(&mut draft, &mut dice, side, count == 0);
        id += 1;
    }
    titled(draft, format!("tree-{nodes}-{seed}"))
}

/// A tree in which every inner node has `branching` children and every leaf is `depth` moves away,
/// or fewer if there would be more than [`MOST_NODES`].
pub fn uniform(depth: u32, branching: u32, seed: u64) -> Graph {
    let shape = Shape::default();
    let mut dice = Dice::new(&shape, seed);
    let mut draft = Draft::default();
    let branching = branching.clamp(1, MOST_NODES);
    let mut row = 1;
    let mut side = Side::Attacker;
    for level in 0..=depth {
        let mut next = draft.nodes.len() as u32 + row;
        let is_last =
            level == depth || u64::from(next) + u64::from(row) * u64::from(branching) > MOST_NODES.into();
        for _ in 0..row {
            if !is_last {
                draft.edges.extend(next..next + branching);
                next += branching;
            }
            push(&mut draft, &mut dice, side, is_last);
        }
        if is_last {
            break;
        }
        row *= branching;
        side = other(side);
    }
    titled(draft, format!("uniform-{depth}-{branching}-{seed}"))
}

/// A random graph without cycles: every child comes later in the order of nodes.
pub fn dag(shape: &Shape, seed: u64) -> Graph {
    let title = format!("dag-{}-{seed}", shape.nodes);
    merged(shape, seed, title, |id, shape| (id + 1, id.saturating_add(shape.span.max(1))))
}

/// A random graph with cycles: a child may be anywhere, the root included.
pub fn cyclic(shape: &Shape, seed: u64) -> Graph {
    let title = format!("cyclic-{}-{seed}", shape.nodes);
    merged(shape, seed, title, |id, shape| {
        let span = shape.span.max(1);
        (id.saturating_sub(span), id.saturating_add(span))
    })
}

/// A random graph in which the attacker has the even nodes and a move leads to a node of the other side
/// in a window (first and last id) around it.
fn merged(shape: &Shape, seed: u64, title: String, window: impl Fn(NodeId, &Shape) -> (u32, u32)) -> Graph {
    let mut dice = Dice::new(shape, seed);
    let nodes = shape.nodes.clamp(1, MOST_NODES);
    let mut draft = Draft { goal: shape.goal, repetition: shape.repetition, ..Draft::default() };
    for id in 0..nodes {
        let (first, last) = window(id, shape);
        let last = last.min(nodes - 1);
        // The first one of the other side, and how many of them there are.
        let first = if first % 2 == id % 2 { first + 1 } else { first };
        let others = if first > last { 0 } else { (last - first) / 2 + 1 };
        let is_leaf = others == 0 || (id > 0 && dice.is_leaf());
        if !is_leaf {
            let count = dice.children().min(others);
            let chosen = dice.distinct(count, others);
            draft.edges.extend(chosen.into_iter().map(|i| first + 2 * i));
        }
        let side = if id % 2 == 0 { Side::Attacker } else { Side::Defender };
        push(&mut draft, &mut dice, side, is_leaf);
    }
    titled(draft, title)
}

/// Diamonds in a row (Okabe 2005): each Aᵢ, an AND node, has two children that lead to the same next
/// one. The plain proof number of the first doubles with each diamond, though there is only one leaf.
pub fn okabe(layers: u32, last: Option<Outcome>) -> Graph {
    let layers = layers.min(MOST_NODES / 3 - 1);
    let mut draft = Draft::default();
    for i in 0..layers {
        let a = 3 * i;
        for (letter, side, children) in [
            ('A', Side::Defender, &[a + 1, a + 2][..]),
            ('B', Side::Attacker, &[a + 3]),
            ('C', Side::Attacker, &[a + 3]),
        ] {
            draft.edges.extend_from_slice(children);
            draft.push(format!("{letter}{i}"), side, None, Numbers::UNIT);
        }
    }
    draft.push(format!("A{layers}"), Side::Defender, last, Numbers::UNIT);
    titled(draft, format!("okabe-{layers}"))
}

/// A single line of so many moves, the attacker first, which ends with his win.
pub fn chain(plies: u32) -> Graph {
    let plies = plies.min(MOST_NODES - 1);
    let mut draft = Draft::default();
    let mut side = Side::Attacker;
    for i in 0..plies {
        draft.edges.push(i + 1);
        draft.push(format!("n{i}"), side, None, Numbers::UNIT);
        side = other(side);
    }
    draft.push(format!("n{plies}"), side, Some(Outcome::Win), Numbers::UNIT);
    titled(draft, format!("chain-{plies}"))
}

/// The names of the built-in figures, and what each shows.
pub const FIGURES: &[(&str, &str)] = &[
    (
        "pdspn_fig2",
        "a tree with proved, disproved and open leaves; most-proving node j (Winands et al. 2002)",
    ),
    ("wpns_fig1", "double counting misleads plain proof numbers, weak ones choose well (Ueda et al. 2008)"),
    ("kishimoto_fig1", "a cycle in which df-pn runs for ever (Kishimoto 2010)"),
    ("kishimoto_fig2_left", "a node counted twice from different depths (Kishimoto 2010)"),
    ("kishimoto_fig2_right", "a node counted twice from one depth (Kishimoto 2010)"),
    ("kishimoto_fig4", "df-pn(r) counts too little and takes the harder child (Kishimoto 2010)"),
    ("ghi_min", "a failure that holds on one path only (graph-history interaction)"),
];

/// A built-in figure, reconstructed from the text around it so that all numbers given there come out.
pub fn figure(name: &str) -> Option<Graph> {
    let text = match name {
        "pdspn_fig2" => include_str!("figures/pdspn_fig2.json"),
        "wpns_fig1" => include_str!("figures/wpns_fig1.json"),
        "kishimoto_fig1" => include_str!("figures/kishimoto_fig1.json"),
        "kishimoto_fig2_left" => include_str!("figures/kishimoto_fig2_left.json"),
        "kishimoto_fig2_right" => include_str!("figures/kishimoto_fig2_right.json"),
        "kishimoto_fig4" => include_str!("figures/kishimoto_fig4.json"),
        "ghi_min" => include_str!("figures/ghi_min.json"),
        _ => return None,
    };
    // They are part of the program; a test reads every one.
    Graph::from_json(text).ok()
}

fn other(side: Side) -> Side {
    match side {
        Side::Attacker => Side::Defender,
        Side::Defender => Side::Attacker,
    }
}

fn push(draft: &mut Draft, dice: &mut Dice, side: Side, is_leaf: bool) {
    let value = if is_leaf { dice.value() } else { None };
    let init = dice.init();
    draft.push(format!("n{}", draft.nodes.len()), side, value, init);
}

fn titled(mut draft: Draft, title: String) -> Graph {
    draft.title = Some(title);
    draft.finish()
}

/// All that is left to chance.
struct Dice<'s> {
    shape: &'s Shape,
    rng: fastrand::Rng,
}

impl<'s> Dice<'s> {
    fn new(shape: &'s Shape, seed: u64) -> Dice<'s> {
        Dice { shape, rng: fastrand::Rng::with_seed(seed) }
    }

    fn is_leaf(&mut self) -> bool {
        self.rng.f64() < self.shape.leaf
    }

    fn children(&mut self) -> u32 {
        let least = self.shape.least_children.max(1);
        self.rng.u32(least..=self.shape.most_children.max(least))
    }

    fn value(&mut self) -> Option<Outcome> {
        if self.rng.f64() < self.shape.open {
            None
        } else if self.rng.f64() < self.shape.draw {
            Some(Outcome::Draw)
        } else if self.rng.bool() {
            Some(Outcome::Win)
        } else {
            Some(Outcome::Loss)
        }
    }

    fn init(&mut self) -> Numbers {
        // The largest number of the type means infinity.
        match self.shape.largest_init.min(Number::MAX - 1) {
            0 | 1 => Numbers::UNIT,
            largest => Numbers::new(self.rng.u32(1..=largest), self.rng.u32(1..=largest)),
        }
    }

    /// `count` different numbers below `limit`, in random order, without a list of them all (Floyd).
    fn distinct(&mut self, count: u32, limit: u32) -> Vec<u32> {
        let mut chosen = Vec::with_capacity(count as usize);
        let mut seen = HashSet::with_capacity(count as usize);
        for top in limit - count..limit {
            let pick = self.rng.u32(0..=top);
            let pick = if seen.insert(pick) { pick } else { top };
            seen.insert(pick);
            chosen.push(pick);
        }
        self.rng.shuffle(&mut chosen);
        chosen
    }
}
