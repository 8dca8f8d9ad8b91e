//! PN-DFPN: a best-first tree whose leaves are evaluated by df-pn searches of bounded size.
//!
//! Idea: the tree keeps the large picture, which a table may lose; the table keeps the details, for
//! which there would be no room in a tree. Each selected leaf becomes a *job*: a df-pn search there
//! that may visit so many nodes. A job that is not solved within its bound becomes an inner node of the
//! tree, with the numbers its children have at that time.
//!
//! Source: Nelhage's ultimate tic-tac-toe solver. What differs: one worker. A job is a function of the
//! line to its leaf, its bound and the table alone, and touches the tree only when it has ended; by several
//! workers the same is done on the tree of [`crate::yard`].
//! Invariant: right with jobs of one node as with jobs of a million.

use crate::algorithm::Evaluation;
use crate::best_first::{Expander, NodeId, Tree, TreeWalk};
use crate::depth_first::{Engine, Plan, SearchContext, WorkingMemory};
use crate::finding::Finding;
use crate::game::Game;
use crate::history::Depth;
use crate::observer::Event;
use crate::verdict::Reason;

/// Evaluates leaves by df-pn jobs.
#[derive(Debug)]
pub(crate) struct Jobs<M> {
    space: WorkingMemory<M>,
    plan: Plan,
    nodes: u64,
    /// The node count from which on no job is begun.
    until: u64,
    children: Vec<(M, Finding)>,
}

impl<M: Copy> Jobs<M> {
    /// Jobs of a search as its policies have it, with a stack of at most `stack` bytes. They work on the
    /// table of the run.
    pub(crate) fn new<G: Game<Move = M>>(plan: Plan, nodes: u64, stack: u64) -> Jobs<M> {
        Jobs { space: WorkingMemory::new::<G>(stack), plan, nodes, until: u64::MAX, children: Vec::new() }
    }

    /// Ends with the job that brings the node count from `now` to `nodes` more; none has more than `job`
    /// nodes.
    pub(crate) fn limit(&mut self, now: u64, nodes: u64, job: u64) {
        (self.until, self.nodes) = (now.saturating_add(nodes), job.min(nodes));
    }

    /// Runs one job at the present position.
    fn run<G: Game<Move = M>>(
        &mut self,
        tree: &Tree<M>,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<Finding, Reason> {
        let Some(table) = run.table.as_deref_mut() else { return Err(Reason::MemoryFull) };
        // The engine enters the position itself, and reports the whole line.
        if !G::ACYCLIC {
            run.path.pop();
        }
        let context = SearchContext {
            table,
            path: run.path,
            space: &mut self.space,
            monitor: run.monitor,
            stats: run.stats,
        };
        let mut engine = Engine::new(run.game.nested(), self.plan, context)
            .with_budget(self.nodes)
            .within(tree.numbers(Tree::<M>::ROOT), tree.used());
        let result = engine.job(&mut self.children);
        drop(engine);
        if !G::ACYCLIC {
            run.path.push_position(&*run.game, run.key());
        }
        result
    }
}

impl<G: Game> Expander<G> for Jobs<G::Move> {
    fn evaluation(&self) -> Evaluation {
        Evaluation::Delayed
    }

    fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        leaf: NodeId,
        repeated: Option<Depth>,
        run: &mut TreeWalk<'_, '_, G>,
    ) -> Result<(), Reason> {
        if let Some(depth) = repeated {
            let finding = run.repetition(depth);
            run.trace(Event::End, finding.numbers);
            tree.set(leaf, finding);
            return Ok(());
        }
        if run.monitor.nodes() >= self.until {
            return Err(Reason::NodeLimit);
        }
        let finding = self.run(tree, run)?;
        if finding.numbers.is_solved() || self.children.is_empty() {
            if !finding.numbers.is_solved() && finding.numbers == tree.numbers(leaf) {
                return Err(Reason::Saturated); // the next job would find the same
            }
            tree.set(leaf, finding);
            return Ok(());
        }
        for &(mv, finding) in &self.children {
            if run.monitor.grant().is_err() || tree.append(leaf, mv, finding).is_none() {
                tree.strip(leaf);
                return Err(Reason::MemoryFull);
            }
        }
        Ok(())
    }
}
