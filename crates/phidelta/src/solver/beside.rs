//! Two questions side by side.
//!
//! Idea: a value is the answer to two questions, most scores are the answer to two more, and a crew searches some
//! thousand positions before a second worker is of use to it. So with two threads both questions are asked at once, each
//! by one thread on the table they share, until one of them is answered or both have had their first nodes. Then whoever
//! asked goes on as ever, one question after the other with both threads: what is answered stands in the table.
//!
//! Invariant: nothing is answered here. What was found counts by standing in the table, as after any search that a limit
//! has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::inquiry::Inquiry;
use super::{LEAST_MEMORY, Shares, Solver};
use crate::crew;
use crate::error::SolveError;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::verdict::{Reason, Verdict};

/// Nodes of each of two questions, at most: some hundredths of a second. Beyond that two threads are of more use to one
/// question, which may be all there is to ask.
const BESIDE: u64 = 200_000;

impl Solver {
    /// Whether two questions would have a thread each.
    fn asks_side_by_side(&self) -> bool {
        let plain = self.simulation.is_none() && self.recorder.is_none() && self.positions.is_none();
        let apart = !self.team && self.algorithm.relay.is_none();
        self.threads == 2 && plain && apart && crew::works_for(&self.algorithm)
    }
}

impl Inquiry<'_> {
    /// With two threads, gives two questions one each for a while; whether it did. It counts as part of the inquiry; the
    /// answers are had by asking.
    pub fn ask_beside<G: Game + Send>(
        &mut self,
        mut one: G,
        mut other: G,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<bool, SolveError>
    where
        G::Move: Send,
    {
        let left = self.left();
        let nodes = left.nodes.map_or(BESIDE, |nodes| (nodes / 2).min(BESIDE));
        let Shares { stack, tree, table: bytes } = self.solver.shares();
        let own = (stack + tree) / 2;
        if !self.solver.asks_side_by_side() || observer.wants_steps() || nodes == 0 || own < LEAST_MEMORY {
            return Ok(false);
        }
        self.solver.algorithm.check()?;
        self.solver.table(bytes)?;
        let Some(table) = self.solver.table.take() else { return Ok(false) };
        if !table.is_sealed() {
            // One worker has filled it: it is for one worker.
            self.solver.table = Some(table);
            return Ok(false);
        }
        let limits = Limits { nodes: Some(nodes), ..left };
        let over = Arc::new(AtomicBool::new(false));
        let mut pair = table.for_a_team(2).into_iter().map(|table| {
            let like = self.solver.alone().memory(own).limits(limits.clone());
            Solver { table: Some(table), team: true, until: Some(Arc::clone(&over)), ..like }
        });
        let (Some(mut first), Some(mut second)) = (pair.next(), pair.next()) else { return Ok(false) };
        let end = |verdict: Verdict| {
            // Whoever has only had his nodes does not hurry the other.
            if !matches!(verdict, Verdict::Unknown(Reason::NodeLimit | Reason::MemoryFull)) {
                over.store(true, Ordering::Relaxed);
            }
        };
        let (found, beside) = std::thread::scope(|scope| {
            let work = || second.answer(&mut other, &limits, true, &mut (), None).inspect(|r| end(r.verdict));
            let thread = std::thread::Builder::new().name("phidelta-beside".into()).spawn_scoped(scope, work);
            let found = first.answer(&mut one, &limits, true, observer, None).inspect(|r| end(r.verdict));
            (found, thread.map(|thread| thread.join()))
        });
        drop(second);
        if let Some(mut table) = first.table.take() {
            table.unshare();
            self.solver.table = Some(table);
        }
        let found = found?;
        // Without a thread the first has been asked alone.
        let beside = match beside {
            Ok(Ok(report)) => Some(report?),
            Ok(Err(panic)) => {
                self.solver.leave_table();
                return Err(SolveError::Panicked(crew::message(&*panic)));
            }
            Err(_) => None,
        };
        let both = [Some(found), beside];
        let times = both.iter().flatten().map(|report| report.elapsed.as_secs_f64());
        let longest = both.iter().flatten().map(|report| report.elapsed).max().unwrap_or_default();
        self.beside = Some((times.sum::<f64>() / (2.0 * longest.as_secs_f64()).max(1e-9)).clamp(0.0, 1.0));
        self.elapsed += longest;
        both.iter().flatten().for_each(|report| self.stats.add(&report.stats));
        Ok(true)
    }
}
