//! Whether a line of play shows what it is meant to show.

use phidelta::{Question, Reason, Report, Verdict};
use phidelta_games::graph::{Graph, NodeId, retrograde};

/// The truth about each node, and the checks that follow from it.
pub(crate) struct Truth<'g> {
    graph: &'g Graph,
    proved: Vec<bool>,
}

impl<'g> Truth<'g> {
    /// The truth about the question that the graph itself asks.
    pub(crate) fn of(graph: &'g Graph) -> Truth<'g> {
        Truth { graph, proved: retrograde::solve(graph) }
    }

    /// The verdict at the root.
    pub(crate) fn verdict(&self) -> Verdict {
        self.verdict_at(self.graph.root())
    }

    fn verdict_at(&self, id: NodeId) -> Verdict {
        if self.proved[id as usize] { Verdict::Proved } else { Verdict::Disproved }
    }

    /// What is wrong with a report: a verdict that is not the truth, or a line that does not show it.
    /// *Unknown* is never wrong here.
    pub(crate) fn objection(&self, report: &Report<NodeId>) -> Option<String> {
        let truth = self.verdict();
        if !report.verdict.is_decided() {
            return (!report.line.is_empty()).then(|| "unknown, but there is a line".into());
        }
        if report.verdict != truth {
            return Some(format!("{} instead of {truth}", report.verdict));
        }
        self.line_objection(&report.line, report.line_complete).map(|why| {
            let names: Vec<&str> = report.line.iter().map(|&id| self.graph.name(id)).collect();
            format!("{truth} by the line {}: {why}", names.join(" "))
        })
    }

    /// Lines are made of moves. A complete one ends with the game, or with a repetition if that decides
    /// as the verdict says; one that is cut short does neither.
    fn line_objection(&self, line: &[NodeId], complete: bool) -> Option<&'static str> {
        let (graph, truth) = (self.graph, self.verdict());
        let question = Question::of(&graph.game());
        let as_verdict = |numbers| Verdict::from_numbers(numbers, Reason::Stopped);
        let by_repetition = as_verdict(question.repetition()) == truth;
        let mut seen = vec![graph.root()];
        let mut here = graph.root();
        for (ply, &next) in line.iter().enumerate() {
            if !graph.children(here).contains(&next) {
                return Some("there is no such move");
            }
            if seen.contains(&next) {
                return (ply + 1 != line.len() || !complete || !by_repetition)
                    .then_some("it goes in a circle");
            }
            // Where a repetition decides, a node may have another value on another path.
            if !by_repetition && self.verdict_at(next) != truth {
                return Some("a move gives it away");
            }
            seen.push(next);
            here = next;
        }
        match graph.value(here).map(|value| as_verdict(question.answer(value))) {
            Some(end) => (!complete || end != truth).then_some("the end is not what it should be"),
            None => complete.then_some("it stops short"),
        }
    }
}
