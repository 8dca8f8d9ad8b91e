//! The depth-first engine: df-pn, PDS and PN* with all their parts.
//!
//! One loop serves them all. The line being searched is a stack of frames; each holds the numbers of
//! its children. The top frame is *backed up* (its numbers follow from its children), then either left
//! (numbers stored, handed to its parent) or one of its children is entered. What differs between the
//! algorithms are small policies asked at these points:
//!
//! * [`thresholds`]: when a frame is left, which child is entered with which thresholds;
//! * [`Aggregate`]: how the children's numbers combine;
//! * [`loops`]: what is done about cycles;
//! * [`crate::history`]: which results hold on this path only.
//!
//! Child numbers live in the frames and the table is only a cache: any entry may be lost at any time.

mod enter;
mod frame;
mod horizon;
mod leave;
mod look_up;
mod looks;
mod loops;
mod presence;
mod sources;
mod standing;
mod stretch;
mod thresholds;

pub(crate) use frame::Visit;
pub(crate) use horizon::Horizon;
pub(crate) use standing::Standing;
pub(crate) use stretch::{Branch, Paused};
pub(crate) use thresholds::Thresholds;

use crate::aggregate::Aggregate;
use crate::algorithm::{Algorithm, Estimates, Evaluation, Family, Loops};
use crate::finding::Finding;
use crate::game::{Game, Key, Question, mix};
use crate::history::{INDEPENDENT, Path};
use crate::limits::{Monitor, Poll};
use crate::number::{Ceiling, Number, Numbers};
use crate::observer::{Event, MoveNumbers};
use crate::table::{Link, Presence, Record, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats};
use frame::{Child, Stack, saturated_work};
use leave::frame_record;
use looks::Looks;
use loops::patience::Patience;
use thresholds::Choice;

/// The policies of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) thresholds: Thresholds,
    pub(crate) aggregate: Aggregate,
    pub(crate) cap: Option<Number>,
    pub(crate) loops: Loops,
    pub(crate) estimates: Estimates,
    pub(crate) evaluation: Evaluation,
    pub(crate) shortcuts: bool,
    pub(crate) edge_costs: bool,
    pub(crate) ceiling: Ceiling,
    /// What the keys of unsolved positions have beyond the positions' own: searches that share a table but
    /// not their numbers differ in it. Solved results and the path know positions by their own keys.
    pub(crate) lane: Key,
}

impl Plan {
    pub(crate) fn of(algorithm: &Algorithm) -> Plan {
        Plan {
            thresholds: match algorithm.family {
                Family::Pds | Family::PdsPn => Thresholds::Pds,
                Family::PnStar => Thresholds::PnStar,
                _ => Thresholds::DfPn { epsilon: algorithm.epsilon },
            },
            aggregate: algorithm.aggregate,
            cap: algorithm.cap,
            loops: algorithm.loops,
            estimates: algorithm.first_level_estimates(),
            evaluation: algorithm.evaluation,
            shortcuts: algorithm.shortcuts,
            edge_costs: algorithm.edge_costs,
            ceiling: algorithm.ceiling,
            lane: 0,
        }
    }

    /// Whether numbers stand under other keys than results.
    #[inline]
    fn keeps_numbers_apart<G: Game>(&self) -> bool {
        G::SHARED_NUMBERS || self.lane != 0
    }

    /// What first looks depend on beside the position: searches that share working memory may differ in it.
    fn glasses(&self) -> Key {
        let parts = (self.estimates as u64, self.evaluation as u64, u64::from(self.shortcuts));
        mix(parts.0 << 16 | parts.1 << 8 | parts.2)
    }

    /// The key of the numbers of the position that the path knows as `key`.
    #[inline]
    fn numbers_key(&self, key: Key) -> Key {
        key ^ self.lane
    }
}

/// Evaluates new positions by another search instead of entering them (two-level searches).
pub(crate) trait LeafSearch<G: Game> {
    /// What a bounded search finds at a new position.
    fn evaluate(&mut self, leaf: Leaf<'_, '_, G>) -> Result<Finding, Reason>;
}

/// A new position and what its evaluation may use.
pub(crate) struct Leaf<'l, 'm, G: Game> {
    /// At the new position, with the moves to it.
    pub(crate) game: Trail<'l, G>,
    /// The positions above it.
    pub(crate) path: &'l mut Path,
    /// The first level's table.
    pub(crate) table: &'l Table,
    pub(crate) monitor: &'l mut Monitor<'m, G::Move>,
    pub(crate) stats: &'l mut Stats,
    /// The numbers of the first level's root.
    pub(crate) root: Numbers,
}

/// The engine's working memory, kept between searches.
#[derive(Debug)]
pub(crate) struct WorkingMemory<M> {
    stack: Stack<M>,
    /// What was seen of positions that were left.
    looks: Looks<M>,
    /// The moves being expanded.
    moves: Vec<M>,
    /// Their replies, to be counted.
    replies: Vec<M>,
    /// The board keys behind them, in games with resources.
    boards: Vec<Key>,
    /// Which of them wait for which: of nobody, while none are expanded.
    wait: Vec<Option<u32>>,
    /// The order in which they are looked at, where that matters.
    order: Vec<(i32, usize)>,
    /// Those whose position was first reached from elsewhere: its key, and from where.
    met: Vec<(u64, Link)>,
}

impl<M: Copy> WorkingMemory<M> {
    /// Working memory of at most `bytes`.
    pub(crate) fn new<G: Game<Move = M>>(bytes: u64) -> WorkingMemory<M> {
        let looks = if G::KEEPS_LOOKS { Looks::within(bytes) } else { Looks::none() };
        let room = bytes - looks.bytes();
        // Of the least room, as tests have it, the path does not take all.
        let room = room - Path::least_bytes::<G>().min(room / 8);
        WorkingMemory {
            stack: Stack::new(room, Path::bytes::<G>()),
            looks,
            moves: Vec::new(),
            replies: Vec::new(),
            boards: Vec::new(),
            wait: Vec::new(),
            order: Vec::new(),
            met: Vec::new(),
        }
    }
}

/// A depth-first search in progress.
pub(crate) struct Engine<'e, 'm, G: Game> {
    /// The position, and the moves to it.
    game: Trail<'e, G>,
    plan: Plan,
    question: Question,
    /// What the question adds to every key.
    salt: Key,
    /// Whether numbers stand under other keys than results.
    apart: bool,
    table: &'e mut Table,
    path: &'e mut Path,
    space: &'e mut WorkingMemory<G::Move>,
    monitor: &'e mut Monitor<'m, G::Move>,
    stats: &'e mut Stats,
    leaf_search: Option<&'e mut dyn LeafSearch<G>>,
    /// Positions on the path above the root of this search.
    base: usize,
    /// The node count at which this search returns although nothing is decided.
    budget: u64,
    /// What progress reports tell instead of this search's own root: numbers and memory in use of the
    /// search it works for.
    outer: Option<(Numbers, f64)>,
    patience: Patience,
    /// Whether the root is searched even if the table has its answer.
    afresh: bool,
    /// Wins of the table that are of no use, if there are any.
    horizon: Option<Horizon>,
    /// Positions that the game has looked at for its shortcuts, and that are still to be counted.
    hidden_nodes: u64,
    /// The move that decides the root, once it is won for the side to move.
    decision: Option<G::Move>,
    /// The thresholds of the root, once they are not the first ones.
    thresholds: Option<Numbers>,
    /// [`Plan::glasses`].
    glasses: Key,
    /// Why it has come to a stand, with frames still there.
    halted: Option<Reason>,
    /// Where others are who search the same root on the same numbers, if there are any.
    presence: Option<&'e Presence>,
}

/// What a search borrows.
pub(crate) struct SearchContext<'e, 'm, G: Game> {
    pub(crate) table: &'e mut Table,
    pub(crate) path: &'e mut Path,
    pub(crate) space: &'e mut WorkingMemory<G::Move>,
    pub(crate) monitor: &'e mut Monitor<'m, G::Move>,
    pub(crate) stats: &'e mut Stats,
}

/// Whether the path must be kept: to see repetitions, or to find sources.
#[inline]
fn keeps_path<G: Game>(plan: &Plan) -> bool {
    !G::ACYCLIC || plan.aggregate.marks_sources()
}

impl<'e, 'm, G: Game> Engine<'e, 'm, G> {
    /// An engine for the game's present position. `context.path` holds the positions above it.
    pub(crate) fn new(
        game: Trail<'e, G>,
        mut plan: Plan,
        context: SearchContext<'e, 'm, G>,
    ) -> Engine<'e, 'm, G> {
        if G::ACYCLIC {
            plan.loops = Loops::None; // there is nothing to guard against
        }
        let SearchContext { table, path, space, monitor, stats } = context;
        let (question, base) = (Question::of(&*game), path.len());
        let (leaf_search, budget) = (None, u64::MAX);
        let patience = Patience::new(monitor.nodes(), table.capacity());
        Engine {
            game,
            plan,
            question,
            salt: question.salt(),
            apart: plan.keeps_numbers_apart::<G>(),
            table,
            path,
            space,
            monitor,
            stats,
            leaf_search,
            base,
            budget,
            outer: None,
            patience,
            afresh: false,
            horizon: None,
            hidden_nodes: 0,
            decision: None,
            thresholds: None,
            glasses: plan.glasses(),
            halted: None,
            presence: None,
        }
    }

    /// Lets another search evaluate new positions.
    pub(crate) fn with_leaf_search(mut self, search: &'e mut dyn LeafSearch<G>) -> Engine<'e, 'm, G> {
        self.leaf_search = Some(search);
        self
    }

    /// Reports as part of a larger search with these root numbers and this share of memory in use.
    pub(crate) fn within(mut self, root: Numbers, used: f64) -> Engine<'e, 'm, G> {
        self.outer = Some((root, used));
        self
    }

    /// Goes on from where another engine was.
    pub(crate) fn standing_at(mut self, standing: Option<Standing>) -> Engine<'e, 'm, G> {
        if let Some(Standing { thresholds, patience }) = standing {
            (self.thresholds, self.patience) = (thresholds, patience);
        }
        self
    }

    /// What it is beyond its table, when it has returned.
    pub(crate) fn standing(&self) -> Standing {
        Standing { thresholds: self.thresholds, patience: self.patience }
    }

    /// Returns after about so many nodes, even if nothing is decided.
    pub(crate) fn with_budget(mut self, nodes: u64) -> Engine<'e, 'm, G> {
        self.budget = self.monitor.nodes().saturating_add(nodes);
        self
    }

    /// Uses no win of the table that ends behind the horizon: such positions are searched as if they were open. What
    /// is found by searching is true, and mostly within the horizon, but need not be.
    pub(crate) fn with_horizon(mut self, horizon: Horizon) -> Engine<'e, 'm, G> {
        self.horizon = Some(horizon);
        // An open position must have numbers, although the table has its answer.
        self.plan.lane ^= horizon::LANE;
        self.apart = true;
        self
    }

    /// Adds to all keys, so that nothing is known yet: who passes the same again knows what was found under it.
    /// The path must have it, too.
    pub(crate) fn salted(mut self, more: Key) -> Engine<'e, 'm, G> {
        self.salt ^= more;
        self
    }

    /// Solves the position even if the table has its answer, to learn which move decides it: `None` if
    /// the side to move has not won.
    pub(crate) fn decide(&mut self) -> Result<(Option<G::Move>, Visit), Reason> {
        self.afresh = true;
        let visit = self.run().1?;
        Ok((self.decision, visit))
    }

    /// Solves the position. `Err` says why it could not; the numbers then are those last known.
    pub(crate) fn run(&mut self) -> (Numbers, Result<Visit, Reason>) {
        let mut limits = self.thresholds.unwrap_or(self.plan.thresholds.first(self.plan.ceiling));
        let mut numbers = Numbers::UNIT;
        loop {
            self.thresholds = Some(limits);
            let saturated = match self.visit_root(limits, &mut numbers) {
                Ok(visit) if visit.numbers.is_solved() => return (visit.numbers, Ok(visit)),
                Ok(visit) => match self.plan.thresholds.next(limits, visit.numbers, self.plan.ceiling) {
                    Ok(next) => {
                        limits = next;
                        continue;
                    }
                    Err(reason) => reason,
                },
                Err(reason) => reason,
            };
            let loops = self.plan.loops != Loops::None;
            if saturated != Reason::Saturated || !loops || !self.patience.outlasts_saturation() {
                return (numbers, Err(saturated));
            }
        }
    }

    /// Searches the position until its thresholds are reached or the budget is spent. The visit of an
    /// unsolved position tells its numbers; `children` receives what is known behind each move.
    pub(crate) fn job(&mut self, children: &mut Vec<(G::Move, Finding)>) -> Result<Finding, Reason> {
        children.clear();
        let mut numbers = Numbers::UNIT;
        let limits = self.plan.thresholds.first(self.plan.ceiling);
        let key = self.key_here();
        let entered = self.enter(key, Numbers::UNIT, limits, Link::NONE, false);
        let end = match entered {
            Err(reason) => return Err(reason),
            Ok(Some(visit)) => return Ok(visit.finding()),
            Ok(None) => self.work(&mut numbers),
        };
        match end {
            Ok(Some(visit)) => Ok(visit.finding()),
            Ok(None) => {
                self.fold();
                if let Some(reason) = self.halted.take_if(|_| !self.space.stack.frames[0].numbers.is_solved())
                {
                    self.leave();
                    self.unwind();
                    return Err(reason);
                }
                let mut branches = Vec::new();
                let finding = self.split(&mut branches);
                children.extend(branches.iter().map(|branch: &Branch<G::Move>| (branch.mv, branch.finding)));
                Ok(finding)
            }
            Err(reason) => {
                self.unwind();
                Err(reason)
            }
        }
    }

    /// One visit of the root. `numbers` follows its numbers.
    fn visit_root(&mut self, limits: Numbers, numbers: &mut Numbers) -> Result<Visit, Reason> {
        let key = self.key_here();
        let first = self.first_numbers_here();
        if let Some(visit) = self.enter(key, first, limits, Link::NONE, false)? {
            return Ok(visit);
        }
        match self.work(numbers) {
            Ok(Some(visit)) => Ok(visit),
            Ok(None) => {
                // Another visit may follow: it goes on with these numbers.
                self.fold();
                let visit = self.leave();
                *numbers = visit.numbers;
                self.unwind();
                let reason = self.halted.take().unwrap_or(Reason::NodeLimit);
                if visit.numbers.is_solved() { Ok(visit) } else { Err(reason) }
            }
            Err(reason) => {
                self.unwind();
                Err(reason)
            }
        }
    }

    /// Works until the bottom frame is left, or (`None`) the budget is spent with frames still there.
    fn work(&mut self, root_numbers: &mut Numbers) -> Result<Option<Visit>, Reason> {
        loop {
            let (choice, done) = match self.back_up_here() {
                Ok(next) => next,
                Err(reason) => return self.come_to_a_stand(reason),
            };
            if self.monitor.is_traced() {
                self.trace_back_up();
            }
            if self.space.stack.frames.len() == 1 {
                *root_numbers = self.space.stack.frames[0].numbers;
            }
            if done {
                let visit = self.leave();
                if self.space.stack.frames.is_empty() {
                    return Ok(Some(visit));
                }
                self.step_back(&visit);
            } else {
                if self.monitor.nodes() >= self.budget {
                    return Ok(None);
                }
                if let Err(reason) = self.descend(choice) {
                    return self.come_to_a_stand(reason);
                }
            }
        }
    }

    /// Ends the work for a reason: with the frames still there, if the numbers in them are to be kept.
    #[cold]
    fn come_to_a_stand(&mut self, reason: Reason) -> Result<Option<Visit>, Reason> {
        if !self.monitor.keeps(reason) {
            return Err(reason);
        }
        // The move to a position that could not be entered.
        self.game.go_back_to(self.game.base() + self.space.stack.frames.len() - 1);
        self.halted = Some(reason);
        Ok(None)
    }

    /// Takes back the move to a frame that was left, and hands its result to the one above.
    #[inline(always)] // into the engine's loop
    fn step_back(&mut self, visit: &Visit) {
        let undone = self.game.undo();
        debug_assert!(undone.is_some(), "a move to each frame but the first");
        self.take(visit);
    }

    /// Leaves all frames but the first, so that their numbers are kept and reach it.
    fn fold(&mut self) {
        // What `back_up` would do next is of no interest now.
        let _ = self.back_up();
        while self.space.stack.frames.len() > 1 {
            let visit = self.leave();
            self.step_back(&visit);
            let _ = self.back_up();
        }
    }

    /// Enters the chosen child of the top frame, or has it evaluated.
    fn descend(&mut self, choice: Choice) -> Result<(), Reason> {
        let stack = &mut self.space.stack;
        let frame = stack.frames.last_mut().expect("a frame to descend from");
        frame.chosen = choice.child as u32;
        if frame.first_time && frame.work_before == 0 && self.plan.aggregate.marks_sources() {
            // The children link to it.
            let key = self.plan.numbers_key(frame.key);
            self.table.store(key, &frame_record(frame, frame.numbers, frame.work_before));
        }
        frame.first_time = false;
        let child = &stack.children[frame.first as usize + choice.child];
        let (key, mv, known) = (child.key, child.mv, child.known);
        let (link, raising) = (Link::to(self.plan.numbers_key(frame.key)), frame.raising);
        // The child's own numbers lack the cost of the move; so must its thresholds.
        let mut limits = Numbers::from_view(choice.phi_limit, choice.delta_limit, frame.side);
        let mut numbers = Numbers::from_view(child.phi, child.delta, frame.side);
        if self.plan.edge_costs {
            (limits, numbers) = (child.without_cost(limits), child.numbers(frame.side));
        }
        self.game.play(mv);
        let result = if self.leaf_search.is_some() && !known {
            self.evaluate_leaf(key).map(Some)
        } else {
            self.enter(key, numbers, limits, link, raising)
        };
        // After an error `unwind` takes the move back with the others.
        match result? {
            Some(visit) => self.step_back(&visit),
            None => self.appear(),
        }
        Ok(())
    }

    /// Hands the result of a visit to the top frame, and looks again at the other children if enough
    /// has happened below to make it worth while: at most one look a node.
    #[inline(always)]
    fn take(&mut self, visit: &Visit) {
        let stack = &mut self.space.stack;
        let frame = stack.frames.last().expect("a frame to return to");
        let child = &mut stack.children[frame.first as usize + frame.chosen as usize];
        let before = child.work;
        child.update(visit, frame.side, self.plan.ceiling);
        if frame.count > 1 && visit.work.saturating_sub(before.into()) >= frame.count.into() {
            self.look_again();
        }
    }

    /// Looks again at all children of the top frame but the one that was searched.
    #[inline(never)]
    fn look_again(&mut self) {
        let stack = &mut self.space.stack;
        let frame = stack.frames.last().expect("a frame to return to");
        let (first, count, chosen) = (frame.first as usize, frame.count as usize, frame.chosen as usize);
        let children = &mut stack.children[first..first + count];
        let (side, ceiling) = (frame.side, self.plan.ceiling);
        for child in children.iter().filter(|child| !child.is_solved()) {
            self.table.prefetch(child.own_key::<G>());
        }
        let (horizon, depth) = (self.horizon, self.path.len() - self.base);
        for (index, child) in children.iter_mut().enumerate() {
            if index == chosen || child.is_solved() {
                continue;
            }
            let mut found = self.table.probe(child.own_key::<G>());
            if self.apart {
                let near = |record: &Record| !horizon::hides(horizon, depth, record.numbers, record.length);
                let solved = found.filter(|record| record.numbers.is_solved() && near(record));
                let numbers_key = self.plan.numbers_key(child.key);
                let unsolved = || self.table.probe(numbers_key).filter(|record| !record.numbers.is_solved());
                found = solved.or_else(unsolved);
            }
            let Some(record) = found else { continue };
            if record.numbers.is_solved() {
                child.settle(record.numbers, side, INDEPENDENT, record.length);
                child.stock = record.stock;
            } else if saturated_work(record.work) >= child.work && self.patience.trusts_numbers() {
                // An entry with less work behind it was lost and begun anew.
                child.set(record.numbers, side, ceiling);
                child.distance = record.distance;
                child.work = saturated_work(record.work);
                child.known = true;
            }
        }
    }

    /// Counts a node and obeys the limits.
    #[inline]
    fn count_node(&mut self) -> Result<(), Reason> {
        if self.monitor.enter() { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Reason> {
        self.table.meet_others();
        match self.monitor.poll() {
            Poll::Continue => Ok(()),
            Poll::Stop(reason) => Err(reason),
            Poll::Pause => {
                self.budget = 0;
                Ok(())
            }
            Poll::Tell => {
                let own = self.space.stack.frames.first().map_or(Numbers::UNIT, |frame| frame.numbers);
                let (root, used) = self.outer.unwrap_or((own, self.table.used()));
                // A search within a search does not know the root's moves.
                let moves = if self.outer.is_none() { self.numbers_of_moves(0) } else { Vec::new() };
                self.monitor.tell(root, used, self.game.line(), &moves);
                Ok(())
            }
        }
    }

    /// Takes back all moves and forgets all frames.
    fn unwind(&mut self) {
        self.game.go_back_to(self.game.base());
        self.space.stack.frames.iter().for_each(|frame| self.disappear(frame));
        self.space.stack.frames.clear();
        self.space.stack.children.clear();
        while self.path.len() > self.base {
            self.path.pop();
        }
    }

    /// The moves of a frame and their numbers.
    fn numbers_of_moves(&self, frame: usize) -> Vec<MoveNumbers<G::Move>> {
        let Some(frame) = self.space.stack.frames.get(frame) else { return Vec::new() };
        let first = frame.first as usize;
        let children = &self.space.stack.children[first..first + frame.count as usize];
        let numbers = |child: &Child<G::Move>| Numbers::from_view(child.phi, child.delta, frame.side);
        children.iter().map(|child| MoveNumbers { mv: child.mv, numbers: numbers(child) }).collect()
    }

    #[cold]
    fn trace_back_up(&mut self) {
        let Some(frame) = self.space.stack.frames.last() else { return };
        let limits = Numbers::from_view(frame.phi_limit, frame.delta_limit, frame.side);
        let (numbers, children) = (frame.numbers, self.numbers_of_moves(self.space.stack.frames.len() - 1));
        self.monitor.backed_up(self.game.line(), numbers, Some(limits), &children);
    }

    #[cold]
    fn trace(&mut self, event: Event, numbers: Numbers, limits: Option<Numbers>) {
        self.monitor.step(event, self.game.line(), numbers, limits);
    }
}

#[cfg(test)]
mod tests;
