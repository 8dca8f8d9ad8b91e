//! A relay: when one search has got nowhere for a while, others take the problem over.
//!
//! Idea: how long a problem takes differs widely between searches, and none is the best on all of them:
//! what is hopeless for one may be easy for another. So the search runs for a number of nodes; then others
//! for a part of as many; then the first goes on where it was, for twice as many, the others for half as many again,
//! and so on. A problem that ends within the first leg pays nothing, one that the others cannot help with at most
//! their parts more; one that they can may be a thousand times as quick. The others are
//!
//! * a tree of proof numbers above df-pn jobs (PN-DFPN): it never forgets the large picture, and what holds on
//!   one path only stays where it was found;
//! * df-pn with weak numbers, which do not grow where lines merge;
//! * PDS, which starts from numbers of 1 and stays with a position until both have grown.
//!
//! All share one table. What is solved is solved for all of them; but each has numbers of its own, kept in
//! a *lane*, under keys that differ: on the numbers of another search it would go the same way.
//!
//! Source: the project's own; portfolios of algorithms and restarts are common in satisfiability solving,
//! for the same reason: run times with a heavy tail.
//! Invariants: the same nodes in the same order on every run; limits hold for all legs together; with
//! legs of a few nodes every graph is solved, if the searches end on cycles.

mod record;

use crate::aggregate::Aggregate;
use crate::algorithm::{Algorithm, Family};
use crate::best_first::{self, Tree};
use crate::checkpoint::Halt;
use crate::checkpoint::form::Contents;
use crate::depth_first::{Engine, Plan, SearchContext, Standing, WorkingMemory};
use crate::finding::Answer;
use crate::game::{Game, Key, Stock, mix};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::Table;
use crate::trail::Trail;
use crate::two_level::pn_dfpn::Jobs;
use crate::verdict::{Reason, Stats, Verdict};

/// How many times as long the leg of the first search is in a round as in the round before: the work of all
/// rounds is then at most twice that of the last.
pub(crate) const GROWTH: u64 = 2;

/// What the legs of the others are parts of, when that of the first search has grown from `first` to `now` nodes.
/// They grow by half: what the others can help with they mostly solve soon, so that their share falls as a search
/// gets long.
fn others_whole(first: u64, now: u64) -> u64 {
    let (mut leg, mut whole) = (first.max(1), first);
    while leg < now {
        (leg, whole) = (leg.saturating_mul(GROWTH), whole.saturating_add(whole.div_ceil(2)));
    }
    whole
}

/// The tree's part of the memory: with jobs of 1000 nodes it has some twenty nodes for each of them, so
/// that this is enough for searches that fill the table several times over.
pub(crate) const TREE_PART: u64 = 32;

/// The stack of the jobs as a part of that for all.
const JOBS_PART: u64 = 4;

/// The lane of a search by its number: none for the first.
pub(crate) fn lane(number: usize) -> Key {
    // Any constant: it only has to differ from what keys are made of.
    if number == 0 { 0 } else { mix(0x6c61_6e65 << 32 | number as u64) }
}

/// Legs are told in parts of that of the first search: so many are its own.
pub(crate) const WHOLE: u64 = 32;

/// The leg of the tree: a sixteenth.
const TREE_LEG: u64 = 2;

/// The leg of weak numbers: an eighth. They solve the most problems after the first search.
const WEAK_LEG: u64 = 4;

/// The leg of PDS: a thirty-second. It is the worst on most problems, and those that it solves it solves soon.
const PDS_LEG: u64 = 1;

/// The searches that take over, each with the part its legs have.
pub(crate) fn others(first: &Algorithm) -> [(Algorithm, u64); 3] {
    let Algorithm { loops, ceiling, shortcuts, .. } = *first;
    let tree = Algorithm { loops, ceiling, shortcuts, ..Algorithm::new(Family::PnDfPn) };
    let pds = Algorithm { loops, ceiling, shortcuts, ..Algorithm::new(Family::Pds) };
    // Who has weak numbers already gets to see the others.
    let aggregate = if first.aggregate == Aggregate::Weak { Aggregate::Sum } else { Aggregate::Weak };
    let weak = Algorithm { family: Family::DfPn, aggregate, ..*first };
    [(tree, TREE_LEG), (weak, WEAK_LEG), (pds, PDS_LEG)]
}

/// The searches that need no tree, the first one included, each with its part: for positions of a solved problem.
pub(crate) fn depth_first(first: &Algorithm) -> [(Plan, u64); 3] {
    let [_, (weak, weak_leg), (pds, pds_leg)] = others(first);
    let plan = |algorithm, number| Plan { lane: lane(number), ..Plan::of(&algorithm) };
    [(plan(*first, 0), WHOLE), (plan(weak, 2), weak_leg), (plan(pds, 3), pds_leg)]
}

/// How a search goes its legs.
enum Gait<M> {
    /// On the stack.
    DepthFirst(Plan),
    /// On a tree, which is made when it is needed.
    Tree(Box<Grove<M>>),
}

/// A search on a tree.
struct Grove<M> {
    algorithm: Algorithm,
    jobs: Jobs<M>,
    tree: Option<Tree<M>>,
}

/// A search that takes part.
struct Runner<M> {
    gait: Gait<M>,
    part: u64,
    /// Why it cannot go on, if it cannot.
    out: Option<Reason>,
}

/// How far a relay has come.
struct Course {
    /// Nodes of the first search's leg in this round.
    nodes: u64,
    /// Whose leg it is.
    index: usize,
    /// The node count at which it ends, once it has begun.
    leg_end: Option<u64>,
    /// Where its search was when it came to a stand within the leg.
    standing: Option<Standing>,
    /// The root's numbers in the first search.
    numbers: Numbers,
}

impl Course {
    /// The leg of the next one.
    fn next(&mut self) {
        (self.index, self.leg_end, self.standing) = (self.index + 1, None, None);
    }

    /// The same where a leg is `over` as the search comes to a stand: one that goes on from there must not begin
    /// with a leg of no nodes.
    fn next_if(&mut self, over: bool) {
        if over {
            self.next();
        }
    }
}

/// A relay at the game's present position.
pub(crate) struct Relay<'r, 'm, G: Game> {
    pub(crate) game: &'r mut G,
    /// The first search.
    pub(crate) algorithm: &'r Algorithm,
    /// Bytes of the stack, which they share.
    pub(crate) stack: u64,
    /// Bytes of the tree.
    pub(crate) tree: u64,
    /// The table, which they share.
    pub(crate) table: &'r mut Table,
    pub(crate) monitor: &'r mut Monitor<'m, G::Move>,
    pub(crate) stats: &'r mut Stats,
}

impl<G: Game> Relay<'_, '_, G> {
    /// Runs the legs until one of the searches has the answer. The first leg has `nodes` nodes.
    pub(crate) fn run(mut self, nodes: u64) -> Answer {
        let mut runners = self.runners();
        let mut space = WorkingMemory::new::<G>(self.stack - self.stack / JOBS_PART);
        let mut course = Course { nodes, index: 0, leg_end: None, standing: None, numbers: Numbers::UNIT };
        if let Some(state) = self.monitor.take_state()
            && let Some(read) = self.read(&mut Contents::new(&state), &mut runners)
        {
            course = read;
        }
        while runners.iter().any(|runner| runner.out.is_none()) {
            let index = course.index;
            let Some(runner) = runners.get_mut(index) else {
                course = Course { nodes: course.nodes.saturating_mul(GROWTH), index: 0, ..course };
                continue;
            };
            if runner.out.is_some() {
                course.next();
                continue;
            }
            let now = self.monitor.nodes();
            let leg = if index == 0 {
                course.nodes
            } else {
                (others_whole(nodes, course.nodes) / WHOLE).saturating_mul(runner.part).max(1)
            };
            let leg_end = *course.leg_end.get_or_insert(now.saturating_add(leg));
            let left = leg_end.saturating_sub(now);
            let (found, end) = self.leg(&mut runner.gait, left, &mut course.standing, &mut space);
            if index == 0 {
                course.numbers = found;
            }
            let halt = end.as_ref().map_or_else(|&reason| self.monitor.halt(reason), |_| Halt::End);
            match end {
                Ok(stock) => {
                    let verdict = Verdict::from_numbers(found, Reason::Saturated);
                    return Answer { stock, ..self.answer(verdict, found) };
                }
                Err(Reason::NodeLimit) if halt == Halt::Pause => {
                    course.next_if(self.monitor.nodes() >= leg_end);
                    self.record(&course, &runners);
                }
                Err(Reason::NodeLimit) if !self.monitor.is_exhausted() => course.next(),
                Err(reason @ (Reason::Saturated | Reason::MemoryFull)) => {
                    runner.out = Some(reason);
                    course.next();
                }
                Err(reason) => {
                    if halt == Halt::Last {
                        course.next_if(self.monitor.nodes() >= leg_end);
                        self.record(&course, &runners);
                    }
                    return self.answer(Verdict::Unknown(reason), course.numbers);
                }
            }
        }
        let reason = runners[0].out.unwrap_or(Reason::Saturated);
        self.answer(Verdict::Unknown(reason), course.numbers)
    }

    fn runners(&self) -> Vec<Runner<G::Move>> {
        let all = std::iter::once((*self.algorithm, WHOLE)).chain(others(self.algorithm));
        let runner = |(number, (algorithm, part)): (usize, (Algorithm, u64))| {
            let plan = Plan { lane: lane(number), ..Plan::of(&algorithm) };
            let gait = if algorithm.family == Family::PnDfPn {
                let jobs = Jobs::new::<G>(plan, algorithm.job_nodes, self.stack / JOBS_PART);
                Gait::Tree(Box::new(Grove { algorithm, jobs, tree: None }))
            } else {
                Gait::DepthFirst(plan)
            };
            Runner { gait, part, out: None }
        };
        all.enumerate().map(runner).collect()
    }

    /// One leg of about so many nodes: the root's numbers, and the stock with which they hold if they are the
    /// answer, or why the leg ended.
    fn leg(
        &mut self,
        gait: &mut Gait<G::Move>,
        nodes: u64,
        standing: &mut Option<Standing>,
        space: &mut WorkingMemory<G::Move>,
    ) -> (Numbers, Result<Stock, Reason>) {
        let Relay { game, table, monitor, stats, .. } = self;
        match gait {
            Gait::DepthFirst(plan) => {
                let (mut path, mut line) = (Path::new(), Vec::new());
                let others = table.others();
                let context = SearchContext { table, path: &mut path, space, monitor, stats };
                let trail = Trail::new(*game, &mut line);
                let engine = Engine::new(trail, *plan, context).standing_at(standing.take());
                let mut engine = engine.with_budget(nodes).among(others.as_deref());
                let (numbers, end) = engine.run();
                *standing = Some(engine.standing());
                (numbers, end.map(|visit| visit.stock))
            }
            Gait::Tree(grove) => {
                let Grove { algorithm, jobs, tree } = grove.as_mut();
                if tree.is_none() {
                    *tree = Tree::new(self.tree);
                }
                let Some(tree) = tree else { return (Numbers::UNIT, Err(Reason::MemoryFull)) };
                jobs.limit(monitor.nodes(), nodes, algorithm.job_nodes);
                let end = best_first::go_on(*game, algorithm, tree, Some(table), monitor, stats, jobs);
                (best_first::root_numbers(tree), end.map(|()| game.stock()))
            }
        }
    }

    fn answer(&self, verdict: Verdict, numbers: Numbers) -> Answer {
        Answer { verdict, numbers, used: self.table.used(), bytes: self.table.bytes(), stock: 0 }
    }
}
