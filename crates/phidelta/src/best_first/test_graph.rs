//! Explicit graphs for tests, with their truth by retrograde analysis.

use crate::game::{Game, Goal, Key, Outcome, Question, Repetition, Side, mix};
use crate::number::Numbers;

/// A game on a graph: a move is the index of an edge.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Graph<const ACYCLIC: bool> {
    pub(crate) sides: Vec<Side>,
    pub(crate) edges: Vec<Vec<u32>>,
    pub(crate) ends: Vec<Option<Outcome>>,
    pub(crate) estimates: Vec<Numbers>,
    pub(crate) goal: Goal,
    pub(crate) repetition: Repetition,
    pub(crate) at: u32,
    trail: Vec<u32>,
}

impl<const ACYCLIC: bool> Game for Graph<ACYCLIC> {
    type Move = u16;
    const ACYCLIC: bool = ACYCLIC;

    fn side(&self) -> Side {
        self.sides[self.at as usize]
    }
    fn moves(&self, out: &mut Vec<u16>) {
        assert_eq!(self.outcome(), None, "moves asked for after the end");
        out.extend(0..self.edges[self.at as usize].len() as u16);
    }
    fn play(&mut self, mv: u16) {
        self.trail.push(self.at);
        self.at = self.edges[self.at as usize][usize::from(mv)];
    }
    fn undo(&mut self, mv: u16) {
        let from = self.trail.pop().expect("nothing to undo");
        assert_eq!(self.edges[from as usize][usize::from(mv)], self.at, "another move was played last");
        self.at = from;
    }
    fn outcome(&self) -> Option<Outcome> {
        self.ends[self.at as usize]
    }
    fn key(&self) -> Key {
        mix(self.at.into())
    }
    fn goal(&self) -> Goal {
        self.goal
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn estimate(&self) -> Numbers {
        self.estimates[self.at as usize]
    }
}

/// What a random graph looks like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    Tree,
    Dag,
    Cyclic,
}

impl<const ACYCLIC: bool> Graph<ACYCLIC> {
    /// Nodes with these edges; those without any are ends, won by the attacker.
    pub(crate) fn new(edges: Vec<Vec<u32>>) -> Graph<ACYCLIC> {
        let n = edges.len();
        Graph {
            sides: vec![Side::Attacker; n],
            ends: edges.iter().map(|e| e.is_empty().then_some(Outcome::Win)).collect(),
            estimates: vec![Numbers::UNIT; n],
            edges,
            goal: Goal::Win,
            repetition: Repetition::AttackerFails,
            at: 0,
            trail: Vec::new(),
        }
    }

    pub(crate) fn random(rng: &mut fastrand::Rng, shape: Shape, nodes: usize) -> Graph<ACYCLIC> {
        assert!(!ACYCLIC || shape != Shape::Cyclic);
        let mut edges = vec![Vec::new(); nodes];
        match shape {
            Shape::Tree => {
                for child in 1..nodes {
                    // Half of the time a recent parent, so that some trees are deep.
                    let least = if rng.bool() { child.saturating_sub(3) } else { 0 };
                    edges[rng.usize(least..child)].push(child as u32);
                }
            }
            Shape::Dag => {
                for (node, out) in edges.iter_mut().enumerate().take(nodes - 1) {
                    let most = (node + 8).min(nodes);
                    *out = (0..rng.usize(0..4)).map(|_| rng.usize(node + 1..most) as u32).collect();
                }
            }
            Shape::Cyclic => {
                for out in &mut edges {
                    *out = (0..rng.usize(0..4)).map(|_| rng.usize(0..nodes) as u32).collect();
                }
            }
        }
        let mut graph = Graph::new(edges);
        let alternate = rng.bool();
        for node in 0..nodes {
            // In a tree the depth would alternate; any assignment must be right.
            let attacker = if alternate && shape == Shape::Tree { node % 2 == 0 } else { rng.bool() };
            graph.sides[node] = if attacker { Side::Attacker } else { Side::Defender };
            graph.estimates[node] = Numbers::new(rng.u32(1..5), rng.u32(1..5));
            if graph.ends[node].is_some() {
                graph.ends[node] = Some(match rng.u8(..8) {
                    0 => Outcome::Draw,
                    1..=3 => Outcome::Loss,
                    _ => Outcome::Win,
                });
            }
        }
        graph.goal = if rng.u8(..4) == 0 { Goal::Draw } else { Goal::Win };
        graph.repetition = match rng.u8(..3) {
            0 => Repetition::Draw,
            1 => Repetition::AttackerFails,
            _ => Repetition::DefenderFails,
        };
        graph
    }

    /// Whether the attacker reaches his goal: the value of all positions that the side which
    /// repetitions do not help can force, by going round until nothing changes.
    pub(crate) fn truth(&self) -> bool {
        let question = Question::of(self);
        // The side that a repetition fails has to make progress: it wins where it can force an end.
        let driver = if question.repetition().is_proved() { Side::Defender } else { Side::Attacker };
        let mut forced: Vec<bool> = (self.ends.iter())
            .map(|end| end.is_some_and(|o| question.answer(o).is_proved() == (driver == Side::Attacker)))
            .collect();
        loop {
            let mut changed = false;
            for node in 0..self.edges.len() {
                if forced[node] || self.ends[node].is_some() {
                    continue;
                }
                let mut children = self.edges[node].iter().map(|&child| forced[child as usize]);
                let wins = if self.sides[node] == driver { children.any(|f| f) } else { children.all(|f| f) };
                changed |= wins;
                forced[node] = wins;
            }
            if !changed {
                return forced[self.at as usize] == (driver == Side::Attacker);
            }
        }
    }
}

/// A line of single moves that ends with a win.
pub(crate) fn chain<const ACYCLIC: bool>(plies: u32) -> Graph<ACYCLIC> {
    let edges = (0..=plies).map(|i| if i < plies { vec![i + 1] } else { vec![] });
    let mut graph = Graph::new(edges.collect());
    for node in (1..=plies as usize).step_by(2) {
        graph.sides[node] = Side::Defender;
    }
    graph
}
