//! A relay: when one search has got nowhere for a while, another one takes the problem over.
//!
//! Idea: how long a problem takes differs widely between searches, and none is the best on all of them:
//! what is hopeless for one may be easy for another. So the search runs for a number of nodes; then PDS,
//! which starts from numbers of 1 and stays with a position until both have grown, for a part of as many;
//! then the first goes on where it was, for twice as many, and so on. A problem that PDS cannot help with
//! costs at most that part more; one that it can may be a thousand times as quick.
//!
//! Each keeps a table of its own. Numbers that one search has left there would lead the other one the
//! same way, and that way was the wrong one: a problem of 354,000 nodes for PDS alone took it more than
//! 3 million on the table of df-pn.
//!
//! Source: the project's own; portfolios of algorithms are common elsewhere.
//! Invariants: the same nodes in the same order on every run; limits hold for all legs together; with
//! legs of a few nodes every graph is solved, if one of the two ends on cycles.

use crate::algorithm::{Algorithm, Family};
use crate::depth_first::{Engine, Means, Plan, Space};
use crate::game::Game;
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;
use crate::verdict::{Reason, Stats, Verdict};

/// How many times as long the legs of a round are as those of the round before: the work of all rounds
/// is then at most twice that of the last.
const GROWTH: u64 = 2;

/// The leg of PDS as a part of the one before it: it is the worse search on most problems, and those that
/// it solves it solves soon.
const PART: u64 = 4;

/// The table of PDS as a part of the memory for both.
pub(crate) const TABLE_PART: u64 = 8;

/// The search that takes over.
pub(crate) fn relief(first: &Algorithm) -> Algorithm {
    Algorithm { loops: first.loops, ceiling: first.ceiling, ..Algorithm::new(Family::Pds) }
}

/// A search that takes part.
struct Runner<'t> {
    plan: Plan,
    table: &'t mut Table,
    /// The length of its next leg, in nodes.
    nodes: u64,
    /// Why it cannot go on, if it cannot.
    out: Option<Reason>,
}

/// How a relay ended.
pub(crate) struct Finish {
    pub(crate) verdict: Verdict,
    /// The root's numbers in the search that has the answer; without one, in the first.
    pub(crate) numbers: Numbers,
    /// Whether it was PDS that found the answer, so that its table knows why.
    pub(crate) by_relief: bool,
}

/// Runs the legs until one of the two has the answer. The first leg has `nodes` nodes.
pub(crate) fn run<G: Game>(
    game: &mut G,
    algorithm: &Algorithm,
    nodes: u64,
    (table, relief_table): (&mut Table, &mut Table),
    stack: u64,
    monitor: &mut Monitor<'_, G::Move>,
    stats: &mut Stats,
) -> Finish {
    let runner = |algorithm: &Algorithm, table, nodes: u64| {
        let plan = Plan::of(algorithm);
        Runner { plan, table, nodes: nodes.max(1), out: None }
    };
    let mut runners =
        [runner(algorithm, table, nodes), runner(&relief(algorithm), relief_table, nodes / PART)];
    let (mut path, mut space) = (Path::new(), Space::new::<G>(stack));
    let mut numbers = Numbers::UNIT;
    loop {
        for (index, runner) in runners.iter_mut().enumerate() {
            if runner.out.is_some() {
                continue;
            }
            let by_relief = index > 0;
            let means =
                Means { table: &mut *runner.table, path: &mut path, space: &mut space, monitor, stats };
            let (found, end) = Engine::new(game, runner.plan, means).with_budget(runner.nodes).run();
            if !by_relief {
                numbers = found;
            }
            match end {
                Ok(_) => {
                    let verdict = Verdict::from_numbers(found, Reason::Saturated);
                    return Finish { verdict, numbers: found, by_relief };
                }
                Err(Reason::NodeLimit) if !monitor.is_exhausted() => {}
                Err(reason @ (Reason::Saturated | Reason::MemoryFull)) => runner.out = Some(reason),
                Err(reason) => {
                    return Finish { verdict: Verdict::Unknown(reason), numbers, by_relief: false };
                }
            }
            runner.nodes = runner.nodes.saturating_mul(GROWTH);
        }
        if let [Runner { out: Some(reason), .. }, Runner { out: Some(_), .. }] = runners {
            return Finish { verdict: Verdict::Unknown(reason), numbers, by_relief: false };
        }
    }
}
