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

mod frame;
mod loops;
mod sources;
mod thresholds;

#[cfg(test)]
mod tests;

pub(crate) use frame::Visit;
pub(crate) use thresholds::Thresholds;

use crate::aggregate::{Aggregate, Share, Tally};
use crate::algorithm::{Algorithm, Estimates, Evaluation, Family, Loops};
use crate::best_first::Finding;
use crate::game::{Game, Key, Question, Side};
use crate::history::{Depth, INDEPENDENT, Path, dependency};
use crate::limits::{Monitor, Poll};
use crate::number::{Ceiling, Numbers};
use crate::observer::Event;
use crate::table::{Link, NO_SLOT, Record, Table};
use crate::verdict::{Reason, Stats};
use frame::{Child, FREE, Frame, Stack, short};
use loops::patience::Patience;
use loops::{minimal_distance, threshold_control};
use sources::mark_of;
use thresholds::{Choice, Scene};

/// The policies of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) thresholds: Thresholds,
    pub(crate) aggregate: Aggregate,
    pub(crate) loops: Loops,
    pub(crate) estimates: Estimates,
    pub(crate) evaluation: Evaluation,
    pub(crate) edge_costs: bool,
    pub(crate) ceiling: Ceiling,
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
            loops: algorithm.loops,
            estimates: algorithm.estimates,
            evaluation: algorithm.evaluation,
            edge_costs: algorithm.edge_costs,
            ceiling: algorithm.ceiling,
        }
    }
}

/// Evaluates new positions by another search instead of entering them (two-level searches).
pub(crate) trait LeafSearch<G: Game> {
    /// What a bounded search finds at a new position.
    fn evaluate(&mut self, leaf: Leaf<'_, '_, G>) -> Result<Finding, Reason>;
}

/// A new position and what its evaluation may use.
pub(crate) struct Leaf<'l, 'm, G: Game> {
    /// At the new position.
    pub(crate) game: &'l mut G,
    /// The positions above it.
    pub(crate) path: &'l mut Path,
    /// The moves to it.
    pub(crate) line: &'l mut Vec<G::Move>,
    /// The first level's table.
    pub(crate) table: &'l Table,
    pub(crate) monitor: &'l mut Monitor<'m, G::Move>,
    pub(crate) stats: &'l mut Stats,
    /// The numbers of the first level's root.
    pub(crate) root: Numbers,
}

/// The engine's working memory, kept between searches.
#[derive(Debug)]
pub(crate) struct Space<M> {
    stack: Stack<M>,
    /// The moves being expanded.
    moves: Vec<M>,
    /// Their replies, to be counted.
    replies: Vec<M>,
    line: Vec<M>,
}

impl<M> Space<M> {
    /// Working memory of at most `bytes`.
    pub(crate) fn new(bytes: u64) -> Space<M> {
        Space { stack: Stack::new(bytes), moves: Vec::new(), replies: Vec::new(), line: Vec::new() }
    }

    /// Exchanges the line: a search continues the one it finds here.
    pub(crate) fn swap_line(&mut self, line: &mut Vec<M>) {
        std::mem::swap(&mut self.line, line);
    }
}

/// A depth-first search in progress.
pub(crate) struct Engine<'e, 'm, G: Game> {
    game: &'e mut G,
    plan: Plan,
    question: Question,
    table: &'e mut Table,
    path: &'e mut Path,
    space: &'e mut Space<G::Move>,
    monitor: &'e mut Monitor<'m, G::Move>,
    stats: &'e mut Stats,
    leaf_search: Option<&'e mut dyn LeafSearch<G>>,
    /// Positions on the path above the root of this search.
    base: usize,
    /// Moves of the line above it.
    base_line: usize,
    /// The node count at which this search returns although nothing is decided.
    budget: u64,
    /// What progress reports tell instead of this search's own root: numbers and memory in use of the
    /// search it works for.
    outer: Option<(Numbers, f64)>,
    patience: Patience,
}

/// What a search borrows.
pub(crate) struct Means<'e, 'm, G: Game> {
    pub(crate) table: &'e mut Table,
    pub(crate) path: &'e mut Path,
    pub(crate) space: &'e mut Space<G::Move>,
    pub(crate) monitor: &'e mut Monitor<'m, G::Move>,
    pub(crate) stats: &'e mut Stats,
}

/// What the first look at a frame's children needs.
struct View<'v, G: Game> {
    game: &'v mut G,
    table: &'v Table,
    path: &'v Path,
    replies: &'v mut Vec<G::Move>,
    stats: &'v mut Stats,
    plan: &'v Plan,
    question: Question,
    /// Who moves at the frame.
    side: Side,
    trusts_numbers: bool,
}

impl<G: Game> View<'_, G> {
    /// Fills in what is known of a new child.
    #[inline]
    fn look_up(&mut self, child: &mut Child<G::Move>) {
        let found = self.table.probe(child.key);
        if let Some(record) = &found {
            self.stats.table_hits += 1;
            child.known = true;
            child.work = short(record.work);
            if record.numbers.is_solved() {
                child.settle(record.numbers, self.side, INDEPENDENT, record.length);
                return;
            }
        }
        if !G::ACYCLIC {
            if let Some(depth) = self.path.find(child.key) {
                self.stats.loops_cut += 1;
                child.settle(self.question.repetition(), self.side, depth, 0);
                return;
            }
            if found.is_some_and(|record| record.bound)
                && let Some(bound) = self.table.probe(self.path.bound_key(child.key))
                && bound.numbers.is_solved()
            {
                child.settle(bound.numbers, self.side, bound.dependency, bound.length);
                return;
            }
        }
        match found.filter(|_| self.trusts_numbers) {
            Some(record) => {
                child.set(record.numbers, self.side, self.plan.ceiling);
                child.distance = record.distance;
            }
            None => self.first_look(child),
        }
    }

    /// First numbers of the position behind a move, or its end if ends are looked for at once.
    #[inline]
    fn first_look(&mut self, child: &mut Child<G::Move>) {
        child.tested = self.plan.evaluation == Evaluation::Immediate;
        if self.plan.estimates == Estimates::Unit && !child.tested {
            return child.set(Numbers::UNIT, self.side, self.plan.ceiling);
        }
        self.game.play(child.mv);
        let outcome = if child.tested { self.game.outcome() } else { None };
        match outcome {
            Some(outcome) => child.settle(self.question.answer(outcome), self.side, INDEPENDENT, 0),
            None => {
                let numbers = self.plan.estimates.of(self.game, self.replies);
                child.set(self.plan.ceiling.clamp_estimate(numbers), self.side, self.plan.ceiling);
            }
        }
        self.game.undo(child.mv);
    }
}

/// Whether the path must be kept: to see repetitions, or to find sources.
#[inline]
fn keeps_path<G: Game>(plan: &Plan) -> bool {
    !G::ACYCLIC || plan.aggregate.marks_sources()
}

impl<'e, 'm, G: Game> Engine<'e, 'm, G> {
    /// An engine for the game's present position. `means.path` holds the positions above it.
    pub(crate) fn new(game: &'e mut G, mut plan: Plan, means: Means<'e, 'm, G>) -> Engine<'e, 'm, G> {
        if G::ACYCLIC {
            plan.loops = Loops::None; // there is nothing to guard against
        }
        let Means { table, path, space, monitor, stats } = means;
        let (question, base, base_line) = (Question::of(game), path.len(), space.line.len());
        let (leaf_search, budget) = (None, u64::MAX);
        let patience = Patience::new(monitor.nodes(), table.capacity());
        Engine {
            game,
            plan,
            question,
            table,
            path,
            space,
            monitor,
            stats,
            leaf_search,
            base,
            base_line,
            budget,
            outer: None,
            patience,
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

    /// Returns after about so many nodes, even if nothing is decided.
    pub(crate) fn with_budget(mut self, nodes: u64) -> Engine<'e, 'm, G> {
        self.budget = self.monitor.nodes().saturating_add(nodes);
        self
    }

    /// Solves the position. `Err` says why it could not; the numbers then are those last known.
    pub(crate) fn run(&mut self) -> (Numbers, Result<Visit, Reason>) {
        let mut limits = self.plan.thresholds.first(self.plan.ceiling);
        let mut numbers = Numbers::UNIT;
        loop {
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
        let key = self.game.key() ^ self.question.salt();
        let entered = self.enter(key, Numbers::UNIT, limits, Link::NONE, false);
        let end = match entered {
            Err(reason) => return Err(reason),
            Ok(Some(visit)) => return Ok(visit.finding()),
            Ok(None) => self.work(&mut numbers),
        };
        match end {
            Ok(Some(visit)) => Ok(visit.finding()),
            Ok(None) => {
                let frame = self.space.stack.frames[0];
                let from = frame.first as usize;
                let known = &self.space.stack.children[from..from + frame.count as usize];
                children.extend(known.iter().map(|child| (child.mv, child.finding(frame.side))));
                self.unwind();
                Ok(Finding::open(numbers))
            }
            Err(reason) => {
                self.unwind();
                Err(reason)
            }
        }
    }

    /// One visit of the root. `numbers` follows its numbers.
    fn visit_root(&mut self, limits: Numbers, numbers: &mut Numbers) -> Result<Visit, Reason> {
        let key = self.game.key() ^ self.question.salt();
        let first = self.first_numbers_here();
        if let Some(visit) = self.enter(key, first, limits, Link::NONE, false)? {
            return Ok(visit);
        }
        match self.work(numbers) {
            Ok(Some(visit)) => Ok(visit),
            Ok(None) => {
                self.unwind();
                Err(Reason::NodeLimit)
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
            let (choice, done) = self.back_up()?;
            if self.space.stack.frames.len() == 1 {
                *root_numbers = self.space.stack.frames[0].numbers;
            }
            if done {
                let visit = self.leave();
                if self.space.stack.frames.is_empty() {
                    return Ok(Some(visit));
                }
                let mv = self.space.line.pop().expect("a move to each frame but the first");
                self.game.undo(mv);
                self.take(&visit);
            } else {
                if self.monitor.nodes() >= self.budget {
                    return Ok(None);
                }
                self.descend(choice)?;
            }
        }
    }

    /// Enters the chosen child of the top frame, or has it evaluated.
    fn descend(&mut self, choice: Choice) -> Result<(), Reason> {
        let stack = &mut self.space.stack;
        let frame = stack.frames.last_mut().expect("a frame to descend from");
        frame.chosen = choice.child as u32;
        frame.first_time = false;
        let child = &stack.children[frame.first as usize + choice.child];
        let (key, mv, known, numbers) = (child.key, child.mv, child.known, child.numbers(frame.side));
        let (link, raising) = (Link::to(frame.slot, frame.key), frame.raising);
        // The child's own numbers lack the cost of the move; so must its thresholds.
        let limits = Numbers::from_view(choice.phi_limit, choice.delta_limit, frame.side);
        let limits = if self.plan.edge_costs { child.without_cost(limits) } else { limits };
        self.game.play(mv);
        self.space.line.push(mv);
        let result = if self.leaf_search.is_some() && !known {
            self.evaluate_leaf(key).map(Some)
        } else {
            self.enter(key, numbers, limits, link, raising)
        };
        // After an error `unwind` takes the move back with the others.
        if let Some(visit) = result? {
            self.space.line.pop();
            self.game.undo(mv);
            self.take(&visit);
        }
        Ok(())
    }

    /// Hands the result of a visit to the top frame, and looks again at the other children if enough
    /// has happened below to make it worth while: at most one look a node.
    #[inline]
    fn take(&mut self, visit: &Visit) {
        let stack = &mut self.space.stack;
        let frame = stack.frames.last().expect("a frame to return to");
        let (first, count) = (frame.first as usize, frame.count as usize);
        let chosen = frame.chosen as usize;
        let children = &mut stack.children[first..first + count];
        let (side, ceiling) = (frame.side, self.plan.ceiling);
        let before = children[chosen].work;
        children[chosen].update(visit, side, ceiling);
        if visit.work.saturating_sub(before.into()) < count as u64 || count == 1 {
            return;
        }
        for (index, child) in children.iter_mut().enumerate() {
            if index == chosen || child.is_solved() {
                continue;
            }
            let Some(record) = self.table.probe(child.key) else { continue };
            if record.numbers.is_solved() {
                child.settle(record.numbers, side, INDEPENDENT, record.length);
            } else if short(record.work) >= child.work && self.patience.trusts_numbers() {
                // An entry with less work behind it was lost and begun anew.
                child.set(record.numbers, side, ceiling);
                child.distance = record.distance;
                child.work = short(record.work);
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
        match self.monitor.poll() {
            Poll::Continue => Ok(()),
            Poll::Stop(reason) => Err(reason),
            Poll::Tell => {
                let own = self.space.stack.frames.first().map_or(Numbers::UNIT, |frame| frame.numbers);
                let (root, used) = self.outer.unwrap_or((own, self.table.used()));
                self.monitor.tell(root, used, &self.space.line);
                Ok(())
            }
        }
    }

    /// Enters the game's present position: `Some` if nothing needs to be searched, otherwise a new
    /// top frame.
    fn enter(
        &mut self,
        key: Key,
        numbers: Numbers,
        limits: Numbers,
        parent: Link,
        mut raising: bool,
    ) -> Result<Option<Visit>, Reason> {
        self.count_node()?;
        self.stats.counted += 1;
        let depth = self.base + self.space.stack.frames.len();
        self.stats.max_depth = self.stats.max_depth.max(depth as u64);
        if let Some(outcome) = self.game.outcome() {
            return Ok(Some(self.end(key, self.question.answer(outcome), limits)));
        }
        let found = self.table.locate(key);
        if let Some((_, record)) = found.filter(|(_, record)| record.numbers.is_solved()) {
            self.stats.table_hits += 1;
            return Ok(Some(Visit {
                numbers: record.numbers,
                dependency: INDEPENDENT,
                length: record.length,
                distance: record.distance,
                work: record.work,
            }));
        }
        let marks_sources = self.plan.aggregate.marks_sources();
        let mut frame = Frame {
            key,
            marks: 0,
            work_before: 0,
            entered: self.monitor.nodes(),
            phi_limit: limits.seen_by(self.game.side()).0,
            delta_limit: limits.seen_by(self.game.side()).1,
            numbers,
            first: self.space.stack.children.len() as u32,
            count: 0,
            chosen: 0,
            distance: depth as u32,
            unit: self.plan.estimates.unit(self.game),
            level: 1,
            slot: NO_SLOT,
            parent,
            side: self.game.side(),
            raising: false,
            first_time: true,
            bound: false,
        };
        match found {
            Some((slot, record)) => {
                self.stats.revisits += 1;
                frame.slot = slot;
                frame.marks = record.marks;
                frame.work_before = record.work;
                frame.distance = frame.distance.min(record.distance);
                frame.bound = record.bound;
                frame.level = record.numbers.seen_by(frame.side).0;
                if marks_sources
                    && record.parent.tag != parent.tag
                    && self.mark_source(key as u64, record.parent)
                {
                    frame.parent = record.parent;
                }
            }
            None => {
                raising = false;
                self.patience.progress(self.monitor.nodes());
            }
        }
        frame.raising = raising;
        self.stats.expansions += 1;
        if self.monitor.is_traced() {
            let event = if found.is_some() { Event::Revisit } else { Event::Expand };
            self.trace(event, numbers, Some(limits));
        }
        if marks_sources && found.is_none() {
            // The children need a place to link to.
            frame.slot = self.table.store(key, &frame_record(&frame, numbers, frame.work_before));
        }
        if keeps_path::<G>(&self.plan) {
            self.path.push(key);
        }
        match self.expand(&mut frame) {
            Ok(()) => {
                self.space.stack.frames.push(frame);
                Ok(None)
            }
            Err(reason) => {
                self.space.stack.children.truncate(frame.first as usize);
                if keeps_path::<G>(&self.plan) {
                    self.path.pop();
                }
                Err(reason)
            }
        }
    }

    /// The game has ended in the present position.
    fn end(&mut self, key: Key, numbers: Numbers, limits: Numbers) -> Visit {
        if self.monitor.is_traced() {
            self.trace(Event::End, numbers, Some(limits));
        }
        let visit = Visit { numbers, dependency: INDEPENDENT, length: 0, distance: 0, work: 1 };
        self.table.store(key, &solved_record(&visit));
        visit
    }

    /// Generates the children of a new frame and what is known of them.
    fn expand(&mut self, frame: &mut Frame) -> Result<(), Reason> {
        let mut moves = std::mem::take(&mut self.space.moves);
        moves.clear();
        self.game.moves(&mut moves);
        let result = self.add_children(frame, &moves);
        self.space.moves = moves;
        result
    }

    fn add_children(&mut self, frame: &mut Frame, moves: &[G::Move]) -> Result<(), Reason> {
        if moves.is_empty() {
            return Err(Reason::OpenPosition);
        }
        self.space.stack.reserve(moves.len())?;
        frame.count = moves.len() as u32;
        let distance = frame.distance.saturating_add(1);
        for &mv in moves {
            let key = self.game.key_after(mv) ^ self.question.salt();
            self.table.prefetch(key);
            let cost = if self.plan.edge_costs { self.game.edge_cost(mv) } else { FREE };
            self.space.stack.children.push(Child::new(key, mv, cost, distance));
        }
        let mut view = View {
            game: &mut *self.game,
            table: &*self.table,
            path: &*self.path,
            replies: &mut self.space.replies,
            stats: &mut *self.stats,
            plan: &self.plan,
            question: self.question,
            side: frame.side,
            trusts_numbers: self.patience.trusts_numbers(),
        };
        let children = &mut self.space.stack.children[frame.first as usize..];
        for child in &mut *children {
            view.look_up(child);
        }
        if self.plan.evaluation == Evaluation::Immediate {
            self.count_tested(frame.first as usize)?;
        }
        Ok(())
    }

    /// Counts the children that were tested for the end of the game as nodes.
    fn count_tested(&mut self, first: usize) -> Result<(), Reason> {
        for index in first..self.space.stack.children.len() {
            if self.space.stack.children[index].tested {
                self.count_node()?;
            }
        }
        Ok(())
    }

    /// First numbers of the present position, as an unexplored one.
    fn first_numbers_here(&mut self) -> Numbers {
        let numbers = self.plan.estimates.of(self.game, &mut self.space.replies);
        self.plan.ceiling.clamp_estimate(numbers)
    }

    /// Has the present position evaluated by the leaf search, and keeps the result.
    fn evaluate_leaf(&mut self, key: Key) -> Result<Visit, Reason> {
        let before = self.monitor.nodes();
        let root = self.space.stack.frames[0].numbers;
        let search = self.leaf_search.as_mut().expect("called only with one");
        let finding = search.evaluate(Leaf {
            game: self.game,
            path: self.path,
            line: &mut self.space.line,
            table: self.table,
            monitor: self.monitor,
            stats: self.stats,
            root,
        })?;
        let Finding { numbers, dependency, length } = finding;
        let work = (self.monitor.nodes() - before).max(1);
        let distance = (self.base + self.space.stack.frames.len()) as u32;
        let visit = Visit { numbers, dependency, length, distance, work };
        if numbers.is_solved() && dependency == INDEPENDENT {
            self.table.store(key, &solved_record(&visit));
        } else if numbers.is_solved() {
            let bound = self.path.bound_key(key);
            self.table.store(bound, &solved_record(&visit));
            self.table.store(key, &unsolved_record(Numbers::UNIT, work, distance, true));
        } else {
            self.table.store(key, &unsolved_record(numbers, work, distance, false));
        }
        Ok(visit)
    }

    /// What a child contributes to the top frame.
    #[inline]
    fn share_of(plan: &Plan, marks: u64, distance: u32, index: usize, child: &Child<G::Move>) -> Share {
        Share {
            phi: child.phi,
            delta: child.delta,
            marked: marks & mark_of(index) != 0,
            old: plan.loops == Loops::MinimalDistance && minimal_distance::is_old(distance, child),
        }
    }

    /// Computes the top frame's numbers. Returns the child to enter, or true if the frame is done.
    #[inline]
    fn back_up(&mut self) -> Result<(Choice, bool), Reason> {
        let plan = &self.plan;
        let stack = &mut self.space.stack;
        let frame = stack.frames.last_mut().expect("a frame to back up");
        let first = frame.first as usize;
        let children = &stack.children[first..first + frame.count as usize];
        let has_old = plan.loops != Loops::None && minimal_distance::survey(frame, children);
        // Most frames have neither marks nor children to leave out: they get a loop of their own.
        let tally = if frame.marks == 0 && plan.loops != Loops::MinimalDistance {
            let plain = |child: &Child<G::Move>| Share {
                phi: child.phi,
                delta: child.delta,
                marked: false,
                old: false,
            };
            Tally::of(plan.aggregate, children.iter().map(plain))
        } else {
            let (marks, distance) = (frame.marks, frame.distance);
            let shares = children.iter().enumerate();
            Tally::of(
                plan.aggregate,
                shares.map(|(i, child)| Self::share_of(plan, marks, distance, i, child)),
            )
        };
        let (phi, delta) = tally.numbers(plan.aggregate, frame.unit, plan.ceiling);
        frame.numbers = Numbers::from_view(phi, delta, frame.side);
        let nowhere = Choice { child: 0, phi_limit: 0, delta_limit: 0 };
        if frame.numbers.is_solved() {
            return Ok((nowhere, true));
        }
        if plan.loops == Loops::ThresholdControl {
            threshold_control::raise(frame, has_old, phi, delta, plan.ceiling);
        }
        if plan.loops != Loops::None {
            self.patience.raise(frame, self.monitor.nodes(), phi, delta, plan.ceiling);
        }
        if plan.thresholds.reached(frame, phi, delta) {
            return Ok((nowhere, true));
        }
        let (marks, distance) = (frame.marks, frame.distance);
        let scene = Scene {
            frame,
            children,
            tally: &tally,
            phi,
            delta,
            aggregate: plan.aggregate,
            ceiling: plan.ceiling,
        };
        let share = |i: usize| Self::share_of(plan, marks, distance, i, &children[i]);
        Ok((plan.thresholds.choose(scene, share)?, false))
    }

    /// Leaves the top frame: stores what is known of it. The game stays where it is.
    fn leave(&mut self) -> Visit {
        let frame = self.space.stack.frames.pop().expect("a frame to leave");
        let depth = (self.base + self.space.stack.frames.len()) as Depth;
        let work = frame.work_before + (self.monitor.nodes() + 1 - frame.entered);
        let mut visit = Visit {
            numbers: frame.numbers,
            dependency: INDEPENDENT,
            length: 0,
            distance: frame.distance,
            work,
        };
        if frame.numbers.is_solved() {
            (visit.dependency, visit.length) = self.result_of(&frame, depth);
            self.patience.progress(self.monitor.nodes());
        }
        if self.monitor.is_traced() {
            let limits = Numbers::from_view(frame.phi_limit, frame.delta_limit, frame.side);
            self.trace(Event::Leave, frame.numbers, Some(limits));
        }
        if !frame.numbers.is_solved() {
            self.table.store(frame.key, &frame_record(&frame, frame.numbers, work));
        } else if visit.dependency == INDEPENDENT {
            self.table.store(frame.key, &solved_record(&visit));
        } else {
            // True on this path only. The position's own entry starts anew: its numbers have been
            // shaped by this path, and elsewhere nothing is known.
            self.table.store(self.path.bound_key_here(), &solved_record(&visit));
            let base = Frame { bound: true, ..frame };
            self.table.store(frame.key, &frame_record(&base, Numbers::UNIT, work));
        }
        if keeps_path::<G>(&self.plan) {
            self.path.pop();
        }
        self.space.stack.children.truncate(frame.first as usize);
        visit
    }

    /// Dependency and length of a solved frame at `depth`.
    fn result_of(&self, frame: &Frame, depth: Depth) -> (Depth, u32) {
        let children = &self.space.stack.children[frame.first as usize..];
        let won = frame.numbers.seen_by(frame.side).0 == 0;
        let wins = |child: &&Child<G::Move>| child.phi == 0;
        if won {
            let best = children.iter().filter(wins);
            // The least dependent child decides; of equals the quickest.
            let best = best.max_by_key(|child| (child.dependency, std::cmp::Reverse(child.length)));
            let best = best.expect("a won frame has a winning child");
            (dependency(true, depth, std::iter::once(best.dependency)), best.length.saturating_add(1))
        } else {
            let longest = children.iter().map(|child| child.length).max().unwrap_or(0);
            let needed = dependency(false, depth, children.iter().map(|child| child.dependency));
            (needed, longest.saturating_add(1))
        }
    }

    /// Takes back all moves and forgets all frames.
    fn unwind(&mut self) {
        while self.space.line.len() > self.base_line {
            let mv = self.space.line.pop().expect("longer than the base");
            self.game.undo(mv);
        }
        self.space.stack.frames.clear();
        self.space.stack.children.clear();
        while self.path.len() > self.base {
            self.path.pop();
        }
    }

    #[cold]
    fn trace(&mut self, event: Event, numbers: Numbers, limits: Option<Numbers>) {
        self.monitor.step(event, &self.space.line, numbers, limits);
    }
}

fn solved_record(visit: &Visit) -> Record {
    Record {
        numbers: visit.numbers,
        work: visit.work,
        distance: visit.distance,
        bound: false,
        marks: 0,
        parent: Link::NONE,
        length: visit.length,
        dependency: visit.dependency,
    }
}

fn unsolved_record(numbers: Numbers, work: u64, distance: u32, bound: bool) -> Record {
    let (marks, parent, length, dependency) = (0, Link::NONE, 0, INDEPENDENT);
    Record { numbers, work, distance, bound, marks, parent, length, dependency }
}

fn frame_record(frame: &Frame, numbers: Numbers, work: u64) -> Record {
    let (marks, parent) = (frame.marks, frame.parent);
    Record { marks, parent, ..unsolved_record(numbers, work, frame.distance, frame.bound) }
}
