//! A relay: when one search has got nowhere for a while, others take the problem over.
//!
//! Idea: how long a problem takes differs widely between searches, and none is the best on all of them:
//! what is hopeless for one may be easy for another. So the search runs for a number of nodes; then others
//! for a part of as many; then the first goes on where it was, for twice as many, and so on. A problem
//! that the others cannot help with costs at most that part more; one that they can may be a thousand
//! times as quick. The others are
//!
//! * PDS, which starts from numbers of 1 and stays with a position until both have grown: what it can do
//!   it does soon, so that it has its turn in every round;
//! * from the second round on df-pn with weak numbers, for the sake of one problem: Shin-Ogi-zume (873
//!   plies) took them 4.4 million nodes and was open after 245 million of df-pn with SNDA. Why is not known.
//!
//! Each keeps a table of its own. On the numbers of another search it would tend to go the same way: a
//! problem that PDS alone solves in 354,000 nodes took it some 1.5 million on a table shared with df-pn in
//! legs of 500,000 nodes, and was open after 8 million of both in legs of 2 million.
//!
//! Source: the project's own; portfolios of algorithms are common elsewhere.
//! Invariants: the same nodes in the same order on every run; limits hold for all legs together; with
//! legs of a few nodes every graph is solved, if the searches end on cycles.

use crate::aggregate::Aggregate;
use crate::algorithm::{Algorithm, Family};
use crate::depth_first::{Engine, Plan, SearchContext, WorkingMemory};
use crate::game::{Game, Stock};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;
use crate::trail::Trail;
use crate::verdict::{Reason, Stats, Verdict};

/// How many times as long the legs of a round are as those of the round before: the work of all rounds
/// is then at most twice that of the last.
const GROWTH: u64 = 2;

/// The leg of PDS as a part of that of the first search: it is the worse one on most problems, and those
/// that it solves it solves soon.
const PDS_PART: u64 = 8;

/// The leg of weak numbers likewise: they join when the problem has shown to be long.
const WEAK_PART: u64 = 4;

/// How many searches take over.
pub(crate) const OTHERS: usize = 2;

/// The table of each of them as a part of the memory for all tables.
pub(crate) const TABLE_PART: u64 = 8;

/// The searches that take over, each with its part and the round from which on it does.
fn others(first: &Algorithm) -> [(Algorithm, u64, u32); OTHERS] {
    let Algorithm { loops, ceiling, shortcuts, .. } = *first;
    let pds = Algorithm { loops, ceiling, shortcuts, ..Algorithm::new(Family::Pds) };
    // Who has weak numbers already gets to see the others.
    let aggregate = if first.aggregate == Aggregate::Weak { Aggregate::Sum } else { Aggregate::Weak };
    let weak = Algorithm { family: Family::DfPn, aggregate, ..*first };
    [(pds, PDS_PART, 1), (weak, WEAK_PART, 2)]
}

/// A search that takes part.
struct Runner {
    plan: Plan,
    /// Its leg as a part of that of the first search.
    part: u64,
    /// The round in which it joins.
    joins: u32,
    /// Why it cannot go on, if it cannot.
    out: Option<Reason>,
}

/// How a relay ended.
pub(crate) struct Finish {
    pub(crate) verdict: Verdict,
    /// The root's numbers in the search that has the answer; without one, in the first.
    pub(crate) numbers: Numbers,
    /// The stock with which the verdict still holds.
    pub(crate) stock: Stock,
    /// Which of the tables knows why.
    pub(crate) table: usize,
}

/// A relay at the game's present position.
pub(crate) struct Relay<'r, 'm, G: Game> {
    pub(crate) game: &'r mut G,
    /// The first search.
    pub(crate) algorithm: &'r Algorithm,
    /// Bytes of the stack, which they share.
    pub(crate) stack: u64,
    pub(crate) monitor: &'r mut Monitor<'m, G::Move>,
    pub(crate) stats: &'r mut Stats,
}

impl<G: Game> Relay<'_, '_, G> {
    /// Runs the legs until one of the searches has the answer. The first leg has `nodes` nodes. `tables`
    /// has that of the first search, and those of the others as far as they were needed before; `more`
    /// makes one.
    pub(crate) fn run<E>(
        self,
        mut nodes: u64,
        tables: &mut Vec<Table>,
        more: impl Fn() -> Result<Table, E>,
    ) -> Result<Finish, E> {
        let Relay { game, algorithm, stack, monitor, stats } = self;
        let first = Runner { plan: Plan::of(algorithm), part: 1, joins: 1, out: None };
        let others = others(algorithm).map(|(algorithm, part, joins)| {
            let plan = Plan::of(&algorithm);
            Runner { plan, part, joins, out: None }
        });
        let mut runners: Vec<Runner> = std::iter::once(first).chain(others).collect();
        let (mut path, mut space, mut line) = (Path::new(), WorkingMemory::new::<G>(stack), Vec::new());
        let mut numbers = Numbers::UNIT;
        for round in 1_u32.. {
            for (table, runner) in runners.iter_mut().enumerate() {
                if runner.out.is_some() || round < runner.joins {
                    continue;
                }
                while tables.len() <= table {
                    tables.push(more()?);
                }
                let context = SearchContext {
                    table: &mut tables[table],
                    path: &mut path,
                    space: &mut space,
                    monitor,
                    stats,
                };
                let leg = (nodes / runner.part).max(1);
                let trail = Trail::new(game, &mut line);
                let (found, end) = Engine::new(trail, runner.plan, context).with_budget(leg).run();
                if table == 0 {
                    numbers = found;
                }
                match end {
                    Ok(visit) => {
                        let verdict = Verdict::from_numbers(found, Reason::Saturated);
                        return Ok(Finish { verdict, numbers: found, stock: visit.stock, table });
                    }
                    Err(Reason::NodeLimit) if !monitor.is_exhausted() => {}
                    Err(reason @ (Reason::Saturated | Reason::MemoryFull)) => runner.out = Some(reason),
                    Err(reason) => {
                        return Ok(Finish { verdict: Verdict::Unknown(reason), numbers, stock: 0, table: 0 });
                    }
                }
            }
            if runners.iter().all(|runner| runner.out.is_some()) {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
        let reason = runners[0].out.unwrap_or(Reason::Saturated);
        Ok(Finish { verdict: Verdict::Unknown(reason), numbers, stock: 0, table: 0 })
    }
}
