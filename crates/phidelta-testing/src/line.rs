//! Whether a line of play shows what it is meant to show.

use phidelta::{Question, Reason, Report, Side, Verdict};
use phidelta_games::graph::{Graph, NodeId, retrograde};

/// The truth about each node, and the checks that follow from it.
pub struct Truth<'g> {
    graph: &'g Graph,
    proved: Vec<bool>,
}

impl<'g> Truth<'g> {
    /// The truth about the question that the graph itself asks.
    pub fn of(graph: &'g Graph) -> Truth<'g> {
        Truth { graph, proved: retrograde::solve(graph) }
    }

    /// The verdict at the root.
    pub fn verdict(&self) -> Verdict {
        if self.proved[self.graph.root() as usize] { Verdict::Proved } else { Verdict::Disproved }
    }

    /// What is wrong with a report: a verdict that is not the truth, a line that does not show it, or a
    /// move of the line that gives it away. *Unknown* is never wrong here.
    pub fn objection(&self, report: &Report<NodeId>) -> Option<String> {
        let truth = self.verdict();
        if !report.verdict.is_decided() {
            return (!report.line.is_empty()).then(|| "unknown, but there is a line".into());
        }
        if report.verdict != truth {
            return Some(format!("{} instead of {truth}", report.verdict));
        }
        let (line, complete) = (&report.line, report.line_complete);
        self.line_objection(line, complete).or_else(|| self.giveaway(line)).map(|why| {
            let names: Vec<&str> = report.line.iter().map(|&id| self.graph.name(id)).collect();
            format!("{truth} by the line {}: {why}", names.join(" "))
        })
    }

    /// Lines are made of moves. A complete one ends with the game, or with a repetition if that decides
    /// as the verdict says; one that is cut short does neither.
    fn line_objection(&self, line: &[NodeId], complete: bool) -> Option<&'static str> {
        let (graph, truth) = (self.graph, self.verdict());
        let as_verdict = |numbers| Verdict::from_numbers(numbers, Reason::Stopped);
        let question = Question::of(&graph.game());
        let mut path = vec![graph.root()];
        let mut here = graph.root();
        for (ply, &next) in line.iter().enumerate() {
            if !graph.children(here).contains(&next) {
                return Some("there is no such move");
            }
            if path.contains(&next) {
                let decides = as_verdict(question.repetition()) == truth;
                return (ply + 1 != line.len() || !complete || !decides).then_some("it goes in a circle");
            }
            path.push(next);
            here = next;
        }
        match graph.value(here).map(|value| as_verdict(question.answer(value))) {
            Some(end) => (!complete || end != truth).then_some("the end is not what it should be"),
            None => complete.then_some("it stops short"),
        }
    }

    /// A move after which the verdict would be another one on this path.
    fn giveaway(&self, line: &[NodeId]) -> Option<&'static str> {
        let mut path = vec![self.graph.root()];
        for &next in line {
            if !path.contains(&next) && self.proved_after(&path, next) != self.verdict().is_proved() {
                return Some("a move gives it away");
            }
            path.push(next);
        }
        None
    }

    /// The value of a node that is reached on a path: all nodes of the path are worth a repetition now.
    /// A plain fixed point, like the game played for ever with that in mind.
    fn proved_after(&self, path: &[NodeId], node: NodeId) -> bool {
        let graph = self.graph;
        let question = Question::of(&graph.game());
        let repeated = question.repetition().is_proved();
        let mut proved: Vec<bool> = graph
            .ids()
            .map(|id| graph.value(id).map_or(repeated, |value| question.answer(value).is_proved()))
            .collect();
        let free: Vec<NodeId> =
            graph.ids().rev().filter(|id| !graph.children(*id).is_empty() && !path.contains(id)).collect();
        loop {
            let mut changed = false;
            for &id in &free {
                let mut children = graph.children(id).iter().map(|&child| proved[child as usize]);
                let now = match graph.side(id) {
                    Side::Attacker => children.any(|child| child),
                    Side::Defender => children.all(|child| child),
                };
                changed |= now != proved[id as usize];
                proved[id as usize] = now;
            }
            if !changed {
                return proved[node as usize];
            }
        }
    }
}
