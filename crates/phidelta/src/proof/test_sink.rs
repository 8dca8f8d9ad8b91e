//! A sink that sees to it that a certificate is whole, and graphs to write certificates of.

use std::io;

use super::certificate::{Certifiable, CertificateSink, Certified, CertifyError, PartOpening, Target};
use super::replies::Replies;
use crate::best_first::test_graph::{Graph, Shape};
use crate::game::{Game, Question};
use crate::number::Numbers;
use crate::solver::Solver;

impl<const ACYCLIC: bool> Certifiable for Graph<ACYCLIC> {
    fn position_text(&self) -> String {
        self.at.to_string()
    }

    fn move_text(&self, mv: u16) -> String {
        mv.to_string()
    }
}

/// A position as it was written: its node and its moves.
type Written = (u32, Vec<(u16, Target)>);

/// What came.
#[derive(Default)]
pub(super) struct Sink {
    pub(super) opening: Option<PartOpening>,
    positions: Vec<Written>,
    pub(super) forgotten: Vec<u64>,
    pub(super) inline: u32,
    done: Option<Certified>,
}

impl CertificateSink<Graph<false>> for Sink {
    fn open(&mut self, opening: PartOpening) -> Result<(), CertifyError> {
        assert!(self.opening.is_none() && self.positions.is_empty());
        self.opening = Some(opening);
        Ok(())
    }

    fn position(&mut self, id: u64, game: &Graph<false>, moves: &Replies) -> io::Result<()> {
        let moves: Vec<(u16, Target)> =
            moves.iter().map(|(name, target)| (name.parse().unwrap(), target)).collect();
        if self.opening.unwrap().ranked {
            assert_eq!(id, self.positions.len() as u64 + 1, "numbered as they come");
            for &(_, target) in &moves {
                if let Target::Position(other) = target {
                    assert!(other < id && !self.forgotten.contains(&other), "{id} refers to {other}");
                }
            }
        }
        let index = id as usize - 1;
        if self.positions.len() <= index {
            self.positions.resize(index + 1, (u32::MAX, Vec::new()));
        }
        assert_eq!(self.positions[index].0, u32::MAX, "{id} is written twice");
        self.positions[index] = (game.at, moves);
        Ok(())
    }

    fn forget(&mut self, ids: &[u64]) -> io::Result<()> {
        self.forgotten.extend(ids);
        Ok(())
    }

    fn close(&mut self, done: &Certified) -> io::Result<()> {
        self.done = Some(*done);
        Ok(())
    }
}

impl Sink {
    /// Every move leads where it says, and none is missing.
    pub(super) fn assert_complete(&self, graph: &Graph<false>) {
        let done = self.done.expect("the part was closed");
        let proved = self.opening.unwrap().proved;
        assert_eq!((done.ranked, proved), (self.opening.unwrap().ranked, graph.truth()));
        match done.root {
            Target::Position(id) => assert_eq!(self.positions[id as usize - 1].0, graph.at),
            Target::End => assert!(graph.outcome().is_some()),
            root => panic!("{root:?}"),
        }
        for (node, moves) in &self.positions {
            let rest = self.assert_position(graph, *node, moves);
            assert!(rest.is_empty(), "{rest:?} behind the moves of {node}");
        }
    }

    /// The moves of one position at the front of a list; what is left of it.
    fn assert_position<'m>(
        &self,
        graph: &Graph<false>,
        node: u32,
        mut moves: &'m [(u16, Target)],
    ) -> &'m [(u16, Target)] {
        let value = if self.opening.unwrap().proved { Numbers::PROVED } else { Numbers::DISPROVED };
        let edges = &graph.edges[node as usize];
        let winner = value.seen_by(graph.sides[node as usize]).0 == 0;
        let mut seen = Vec::new();
        for _ in 0..if winner { 1 } else { edges.len() } {
            let (&(mv, target), rest) = moves.split_first().expect("a move");
            let behind = edges[usize::from(mv)];
            assert!(!seen.contains(&mv), "{mv} twice");
            seen.push(mv);
            moves = match target {
                Target::End => {
                    let end = graph.ends[behind as usize].expect("an end");
                    assert_eq!(Question::of(graph).answer(end), value);
                    rest
                }
                Target::Position(id) => {
                    assert_eq!(self.positions[id as usize - 1].0, behind);
                    rest
                }
                Target::Inline(count) => {
                    let left = self.assert_position(graph, behind, rest);
                    assert_eq!(rest.len() - left.len(), count as usize, "moves told in place");
                    left
                }
                target => panic!("{target:?} in a game without stocks"),
            };
        }
        moves
    }
}

/// Graphs with and without cycles, of every question.
pub(super) fn random_graphs(count: u64) -> impl Iterator<Item = Graph<false>> {
    (0..count).map(|seed| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let shape = [Shape::Cyclic, Shape::Dag, Shape::Tree][seed as usize % 3];
        let nodes = rng.usize(2..40);
        Graph::random(&mut rng, shape, nodes)
    })
}

/// The certificate of a graph's answer.
pub(super) fn certified(graph: &Graph<false>, name: &str, entries: u64) -> Sink {
    let mut solver = Solver::new(name.parse().unwrap()).memory(1 << 20).table_entries(entries);
    let mut game = graph.clone();
    let verdict = solver.solve(&mut game).unwrap().verdict;
    assert_eq!(verdict.is_proved(), graph.truth());
    let mut sink = Sink::default();
    solver.certify(&mut game, verdict, &mut sink).unwrap();
    assert!(game == *graph, "the game is where it was");
    for (_, moves) in &sink.positions {
        sink.inline += moves.iter().filter(|(_, target)| matches!(target, Target::Inline(_))).count() as u32;
    }
    sink
}
