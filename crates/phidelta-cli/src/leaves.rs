//! `phidelta solve --leaf-list` and `phidelta check --leaves`: a tree, and what becomes of its leaves.

use std::io::BufRead;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::anyhow;
use cpu_time::ProcessTime;
use phidelta::Solver;
use phidelta_check::{CheckedTree, Limits};
use phidelta_desk::format::grouped;
use phidelta_desk::leaves::{self, Listed, Settled};
use phidelta_desk::{Events, GameKind, Outcome, Problem, Request};

use crate::failure::{Code, Failure, Result};
use crate::output::{Target, print};
use crate::progress::{self, StatusRow};
use crate::spool::Spool;

/// Plies from the root to the leaves, if nothing else is said.
pub(crate) const PLIES: u32 = 8;

/// Plies at most: deeper trees are certificates. A walk takes some hundred bytes of the stack for each.
pub(crate) const MOST_PLIES: i64 = 200;

/// A list that is wanted.
pub(crate) struct LeafList {
    target: Target,
    plies: u32,
}

impl LeafList {
    /// One that goes to a file.
    pub(crate) fn new(file: &str, force: bool, plies: u32) -> Result<LeafList> {
        Ok(LeafList { target: Target::of(file, force)?, plies })
    }

    /// Where it goes.
    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    /// Says now what cannot be had.
    pub(crate) fn check(&self, game: &dyn GameKind, problems: &[Problem]) -> Result<()> {
        if !game.certifies() {
            return Err(Failure::input(format!("--leaf-list: {} has no certificates yet", game.name())));
        }
        match problems {
            [_] => Ok(()),
            _ => Err(Failure::input(format!(
                "--leaf-list: a file holds one list, expected one position, not {}",
                problems.len()
            ))),
        }
    }

    /// Writes the list of an answer, on the solver that found it; what there is to say of it.
    pub(crate) fn write(
        &self,
        solver: Solver,
        problem: &Problem,
        outcome: &Outcome,
        events: &mut dyn Events,
    ) -> Result<String> {
        let Some(claim) = outcome.claim else { return Ok(String::new()) };
        let started = ProcessTime::try_now().ok();
        let mut spool = Spool::new(Some(self.target.clone()));
        // A line for every position of the tree would take longer than all the rest.
        let mut solver = solver.lines(false);
        let done = leaves::write(problem, claim, self.plies, &mut solver, &mut spool, events)
            .map_err(|error| Failure::Other(anyhow!("no leaf list: {error}")))?;
        std::io::Write::flush(&mut spool).map_err(|error| Failure::Other(error.into()))?;
        spool.publish()?;
        let (positions, moves, count) = (grouped(done.positions), grouped(done.moves), grouped(done.leaves));
        Ok(format!(
            "leaf list  {count} leaves at most {} plies deep, under {positions} positions and {moves} moves;\n\
             {:11}{} nodes, {:.1} s\n",
            self.plies,
            "",
            grouped(done.nodes),
            seconds(started)
        ))
    }
}

/// Processor time since then.
fn seconds(started: Option<ProcessTime>) -> f64 {
    started.and_then(|start| start.try_elapsed().ok()).unwrap_or_default().as_secs_f64()
}

/// What is done about the leaves of a list.
pub(crate) struct Wanted {
    /// Whether they are solved.
    pub(crate) solve: bool,
    /// So many of them, drawn with this seed; all if nothing is said.
    pub(crate) sample: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// Bytes of the table of each thread.
    pub(crate) table: u64,
    /// Whether each gets a certificate of its own, which the checker reads.
    pub(crate) verify: bool,
}

/// Checks a leaf list, and solves its leaves if that is wanted.
pub(crate) fn check(reader: impl BufRead, file: &str, limits: &Limits, wanted: &Wanted) -> Result<Code> {
    let mut listed = Vec::new();
    let mut visit = |seen: &phidelta_check::LeafSeen<'_>| {
        // Without a need they are not kept.
        if wanted.solve {
            listed.push(Listed::of(seen));
        }
        Ok(())
    };
    let tree = phidelta_check::check_leaves(reader, limits, &mut visit)
        .map_err(|refusal| Failure::Other(anyhow!("not valid: {file}: {refusal}")))?;
    print(&tree.to_string())?;
    if !wanted.solve {
        return Ok(Code::Done);
    }
    let chosen = chosen(listed.len(), wanted.sample, wanted.seed);
    let (started, clock) = (ProcessTime::try_now().ok(), Instant::now());
    let tally = solve(&listed, &chosen, limits, wanted)?;
    tally.told(&tree, chosen.len(), (seconds(started), clock.elapsed().as_secs_f64()), wanted)
}

/// The places of the leaves to be solved, in their order.
fn chosen(count: usize, sample: Option<usize>, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    let Some(wanted) = sample.filter(|&wanted| wanted < count) else { return all };
    // The first steps of a shuffle; splitmix64 for its numbers.
    let mut state = seed;
    for place in 0..wanted {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let rest = (count - place) as u64;
        all.swap(place, place + (mixed % rest) as usize);
    }
    all.truncate(wanted);
    all.sort_unstable();
    all
}

/// What came of the leaves.
#[derive(Default)]
struct Tally {
    shown: u64,
    searched: u64,
    /// Why the first one without a certificate has none.
    unshown: Option<String>,
    /// Those that do not hold, and those that are open, with what is to be said of them.
    wrong: Vec<String>,
    open: Vec<String>,
    nodes: u64,
    /// Nodes of the hardest leaf.
    most: u64,
}

/// Leaves of a kind that are named: the rest is counted.
const NAMED: usize = 5;

fn solve(listed: &[Listed], chosen: &[usize], limits: &Limits, wanted: &Wanted) -> Result<Tally> {
    let stop = crate::interrupt::flag()?;
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let tally = Mutex::new(Tally::default());
    let row = Mutex::new(StatusRow::on_terminal());
    let work = || -> Result<()> {
        let mut solver: Option<Solver> = None;
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(&place) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let leaf = &listed[place];
            let problem = leaf.problem()?;
            let solver = solver.get_or_insert_with(|| {
                let request = Request::new().memory(wanted.table).lines(false).stop(stop.clone());
                request.solver(problem.game())
            });
            let memory = wanted.verify.then_some(limits.memory / wanted.threads as u64);
            let (settled, nodes) = leaf.settle(solver, memory, &mut ())?;
            let mut tally = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            tally.take(leaf, settled, nodes);
            if let Ok(mut row) = row.lock() {
                row.iter_mut().for_each(|row| row.show(format!("{} leaves", tally.count())));
            }
        }
        Ok(())
    };
    let ended = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..wanted.threads)
            .map(|_| scope.spawn(|| work().inspect_err(|_| failed.store(true, Ordering::Relaxed))))
            .collect();
        workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
    });
    for one in ended {
        one.map_err(|_| Failure::Other(anyhow!("a thread ended in an error of the program")))??;
    }
    Ok(tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

impl Tally {
    fn take(&mut self, leaf: &Listed, settled: Settled, nodes: u64) {
        self.nodes += nodes;
        self.most = self.most.max(nodes);
        let named = |why: &str| format!("{}: {}: {why}", leaf.position(), leaf.said());
        match settled {
            Settled::Shown => self.shown += 1,
            Settled::Searched(why) => {
                self.searched += 1;
                self.unshown = self.unshown.take().or(why);
            }
            Settled::Fails => self.wrong.push(named("it does not hold")),
            Settled::Open(why) => self.open.push(named(&why)),
            other => self.open.push(named(&format!("{other:?}"))),
        }
    }

    fn count(&self) -> u64 {
        self.shown + self.searched + (self.wrong.len() + self.open.len()) as u64
    }

    /// Prints what came of so many leaves, and says how the command ends.
    fn told(&self, tree: &CheckedTree, asked: usize, times: (f64, f64), wanted: &Wanted) -> Result<Code> {
        let (holding, said) = (self.shown + self.searched, tree.claim.said);
        let all = holding == tree.leaves;
        let mut out = match (all, wanted.sample) {
            (true, _) => format!("leaves     all {} hold", grouped(holding)),
            (false, Some(_)) => format!(
                "leaves     {} of a sample of {} hold (seed {}), of {}",
                grouped(holding),
                grouped(asked as u64),
                wanted.seed,
                grouped(tree.leaves)
            ),
            (false, None) => format!("leaves     {} of {} hold", grouped(holding), grouped(tree.leaves)),
        };
        if wanted.verify {
            let (shown, searched) = (grouped(self.shown), grouped(self.searched));
            out += &format!("; {shown} with certificates that were checked, {searched} by search alone");
        } else {
            out += ", by search";
        }
        out.push('\n');
        self.unshown.iter().for_each(|why| out += &format!("           without certificate: {why}\n"));
        let (nodes, most) = (grouped(self.nodes), grouped(self.most));
        out += &format!("cost       {nodes} nodes, the hardest leaf {most};\n");
        out += &format!("           {:.1} s of processor time, {:.1} s\n", times.0, times.1);
        if all && self.searched == 0 {
            out += &format!("answer     {said}: the tree and all its leaves have been checked\n");
        } else if all {
            out += &format!("answer     {said}: the tree has been checked, the leaves rest on the search\n");
        }
        print(&out)?;
        for (what, leaves) in [("wrong", &self.wrong), ("open", &self.open)] {
            leaves.iter().take(NAMED).for_each(|leaf| progress::say(&format!("{what}: {leaf}")));
            if leaves.len() > NAMED {
                progress::say(&format!("{what}: {} more", leaves.len() - NAMED));
            }
        }
        Ok(match (self.wrong.is_empty(), holding == asked as u64) {
            (false, _) => Code::Failed,
            (true, true) => Code::Done,
            (true, false) => Code::Unknown,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_of_different_leaves_and_hangs_on_its_seed() {
        assert_eq!(chosen(5, None, 1), [0, 1, 2, 3, 4]);
        assert_eq!(chosen(5, Some(9), 1), [0, 1, 2, 3, 4]);
        let sample = chosen(1000, Some(100), 1);
        assert_eq!(sample.len(), 100);
        assert!(sample.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(sample, chosen(1000, Some(100), 1));
        assert_ne!(sample, chosen(1000, Some(100), 2));
    }
}
