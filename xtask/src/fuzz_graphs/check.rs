//! One problem, one search, one judgement.

use phidelta::{Algorithm, Game, Limits, Reason, Solver, Verdict};

use super::count::{Count, Counts};
use super::problem::{KINDS, Problem};
use phidelta_testing::line::Truth;

/// Nodes after which a search of such a small graph counts as endless.
const ENDLESS: u64 = 2_000_000;

/// Searches without a loop policy may run for ever on cycles: there only the verdict is looked at,
/// within so many nodes.
const UNPROMISED: u64 = 2_000;

/// Bytes for a best-first tree, which has a node for every path.
const TREE_MEMORY: u64 = 64 << 20;

/// Bytes for all others: the line of so small a graph. The table has its own size.
const MEMORY: u64 = 1 << 20;

/// Up to so many nodes a graph has few enough paths for any tree.
const FEW_NODES: usize = 20;

impl Problem {
    /// Solves the problem by every algorithm; an error describes what went wrong.
    pub(crate) fn check_all(&self, counts: &mut Counts) -> Result<(), String> {
        let truth = Truth::of(&self.graph);
        counts.each(self.kind, |algorithm, count| {
            self.check(algorithm, &truth, count)
                .map_err(|error| self.describe(&format!("{algorithm}: {error}, truth {}", truth.verdict())))
        })
    }

    fn check(&self, algorithm: &Algorithm, truth: &Truth<'_>, count: &mut Count) -> Result<(), String> {
        let promised = KINDS[self.kind].0 != "cyclic" || algorithm.ends_on_cycles();
        let nodes = if promised { ENDLESS } else { UNPROMISED };
        let best_first = algorithm.family.is_best_first();
        let mut solver = Solver::new(*algorithm)
            .memory(if best_first { TREE_MEMORY } else { MEMORY })
            .limits(Limits::default().with_nodes(nodes))
            .table_entries(self.entries)
            // On some of them only: it is many times slower.
            .distrust_keys(self.distrusts_keys());
        if let Some(seed) = self.drops {
            solver = solver.drop_stores(seed);
        }
        let mut game = self.graph.game();
        let report = solver.solve(&mut game).map_err(|error| error.to_string())?;
        count.nodes += report.stats.nodes;
        count.most_nodes = count.most_nodes.max(report.stats.nodes);
        if game.key() != self.graph.game().key() {
            return Err("left the game in another position".into());
        }
        if let Some(objection) = truth.objection(&report) {
            return Err(objection);
        }
        match report.verdict {
            Verdict::Unknown(Reason::MemoryFull) if best_first && self.graph.len() > FEW_NODES => {
                count.unknown += 1;
            }
            Verdict::Unknown(Reason::NodeLimit | Reason::Saturated) if !promised => count.unknown += 1,
            Verdict::Unknown(reason) => return Err(format!("does not end: {reason}")),
            _ => {
                count.right += 1;
                count.short_lines += u64::from(!report.line_complete);
            }
        }
        Ok(())
    }
}
