//! Entering a position: what is known of it, its children, and what is known of those.

use super::frame::{Child, FREE, Frame, NOBODY, Visit, saturated_work};
use super::leave::{solved_record, unsolved_record};
use super::{Engine, Leaf, Plan, keeps_path};
use crate::algorithm::{Estimates, Evaluation};
use crate::finding::Finding;
use crate::game::{Game, Hint, Key, Question, Side};
use crate::history::{Depth, INDEPENDENT, Path};
use crate::number::Numbers;
use crate::observer::Event;
use crate::table::{Link, Record, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats};

/// What the table knows of a position that is entered.
enum Recalled {
    /// Its answer.
    Solved(Visit),
    /// Numbers, if there are any.
    Open(Option<Record>),
}

impl<G: Game> Engine<'_, '_, G> {
    /// Enters the game's present position: `Some` if nothing needs to be searched, otherwise a new
    /// top frame.
    pub(super) fn enter(
        &mut self,
        key: Key,
        numbers: Numbers,
        limits: Numbers,
        parent: Link,
        raising: bool,
    ) -> Result<Option<Visit>, Reason> {
        self.count_node()?;
        self.stats.counted += 1;
        let depth = self.base + self.space.stack.frames.len();
        self.stats.max_depth = self.stats.max_depth.max(depth as u64);
        if let Some(outcome) = self.game.outcome() {
            return Ok(Some(self.end(key, self.question.answer(outcome), limits)));
        }
        // First of all, so that the table's slots are on their way while the rest is prepared.
        self.table.prefetch_place(key);
        let first = self.space.stack.children.len();
        self.find_moves().inspect_err(|_| self.space.stack.children.truncate(first))?;
        let found = match self.recall(key) {
            Recalled::Solved(visit) => {
                self.space.stack.children.truncate(first);
                return Ok(Some(visit));
            }
            Recalled::Open(record) => record,
        };
        let mut frame = self.new_frame(key, numbers, limits, depth as u32, first as u32);
        self.remind(&mut frame, found, parent, raising);
        self.stats.expansions += 1;
        if self.monitor.is_traced() {
            let event = if found.is_some() { Event::Revisit } else { Event::Expand };
            self.trace(event, numbers, Some(limits));
        }
        if keeps_path::<G>(&self.plan) {
            self.path.push_position(&*self.game, key ^ self.plan.lane);
        }
        match self.expand(&mut frame) {
            Ok(()) => {
                self.space.stack.frames.push(frame);
                Ok(None)
            }
            Err(reason) => {
                self.space.stack.children.truncate(first);
                if keeps_path::<G>(&self.plan) {
                    self.path.pop();
                }
                Err(reason)
            }
        }
    }

    /// What the table knows of the present position.
    #[inline]
    fn recall(&mut self, key: Key) -> Recalled {
        let mut found = self.table.probe(key ^ self.unshared_key());
        if self.afresh && self.space.stack.frames.is_empty() {
            found = found.filter(|record| !record.numbers.is_solved());
        }
        if let Some(record) = found.filter(|record| record.numbers.is_solved()) {
            self.stats.table_hits += 1;
            return Recalled::Solved(Visit {
                numbers: record.numbers,
                dependency: INDEPENDENT,
                length: record.length,
                distance: record.distance,
                work: record.work,
                stock: record.stock,
            });
        }
        if self.plan.keeps_numbers_apart::<G>() {
            found = self.table.probe(key).filter(|record| !record.numbers.is_solved());
        }
        Recalled::Open(found)
    }

    /// A frame for the present position, of which nothing is known yet.
    #[inline]
    fn new_frame(&self, key: Key, numbers: Numbers, limits: Numbers, depth: u32, first: u32) -> Frame {
        let side = self.game.side();
        let (phi_limit, delta_limit) = limits.seen_by(side);
        Frame {
            key,
            waiting: 0,
            marks: 0,
            work_before: 0,
            entered: self.monitor.nodes(),
            phi_limit,
            delta_limit,
            numbers,
            first,
            count: self.space.moves.len() as u32,
            chosen: 0,
            distance: depth,
            level: 1,
            parent: Link::NONE,
            side,
            raising: false,
            first_time: true,
            bound: false,
            present: false,
        }
    }

    /// Reminds a new frame of earlier visits of its position, which was reached from `parent` now.
    #[inline]
    fn remind(&mut self, frame: &mut Frame, found: Option<Record>, parent: Link, raising: bool) {
        frame.parent = parent;
        let Some(record) = found else {
            self.patience.progress(self.monitor.nodes());
            return;
        };
        self.stats.revisits += 1;
        frame.raising = raising;
        frame.work_before = record.work;
        frame.distance = frame.distance.min(record.distance);
        frame.bound = record.bound;
        frame.level = record.numbers.seen_by(frame.side).0;
        if self.plan.aggregate.marks_sources() {
            frame.marks = record.marks;
            if record.parent != parent && self.mark_source(frame.key as u64, record.parent) {
                frame.parent = record.parent;
            }
        }
    }

    /// The game has ended in the present position.
    fn end(&mut self, key: Key, numbers: Numbers, limits: Numbers) -> Visit {
        if self.monitor.is_traced() {
            self.trace(Event::End, numbers, Some(limits));
        }
        let mut stock = 0;
        if G::RESOURCES {
            let mut none = std::iter::empty();
            stock = if numbers.is_proved() {
                self.game.least_stock(&mut none)
            } else {
                self.game.most_stock(&mut none)
            };
        }
        let visit = Visit { numbers, dependency: INDEPENDENT, length: 0, distance: 0, work: 1, stock };
        self.table.store(key ^ self.unshared_key(), &solved_record(&visit));
        self.keep_for_board(&visit);
        visit
    }

    /// Finds the moves of the present position and puts them on the stack as children of whom only the
    /// keys are known.
    #[inline]
    fn find_moves(&mut self) -> Result<(), Reason> {
        let space = &mut *self.space;
        space.moves.clear();
        space.boards.clear();
        self.game.moves(&mut space.moves);
        if space.moves.is_empty() {
            return Err(Reason::OpenPosition);
        }
        self.monitor.grant()?;
        space.stack.reserve(space.moves.len())?;
        if self.monitor.distrusts() {
            self.monitor.witness_moves(&mut self.game, &space.moves)?;
        }
        let (salt, lane) = (self.question.salt(), self.plan.lane);
        let (game, table, edge_costs) = (&mut self.game, &*self.table, self.plan.edge_costs);
        // One loop for slow rules and for quick ones: with two the work on a child is no longer inlined, which
        // costs a twentieth of all instructions where rules are quick.
        for &mv in &space.moves {
            self.monitor.breathe()?;
            let (mut key, board, stock) = game.keys_after(mv);
            table.prefetch(key ^ salt);
            if G::SHARED_NUMBERS {
                key ^= G::unshared_key(stock);
            }
            if lane != 0 {
                table.prefetch(key ^ salt ^ lane);
            }
            if G::RESOURCES {
                table.prefetch_board(board ^ salt);
                space.boards.push(board ^ salt);
            }
            let cost = if edge_costs { game.edge_cost(mv) } else { FREE };
            space.stack.children.push(Child::new(key ^ salt ^ lane, mv, cost, stock));
        }
        Ok(())
    }

    /// Finds out what is known of the children of a new frame.
    fn expand(&mut self, frame: &mut Frame) -> Result<(), Reason> {
        if G::WAITING_MOVES {
            self.make_wait(frame);
        }
        let (first, trusts_numbers) = (frame.first as usize, self.patience.trusts_numbers());
        let space = &mut *self.space;
        let mut view = View {
            game: self.game.nested(),
            table: &mut *self.table,
            path: &*self.path,
            replies: &mut space.replies,
            stats: &mut *self.stats,
            plan: &self.plan,
            question: self.question,
            side: frame.side,
            trusts_numbers,
            distance: frame.distance.saturating_add(1),
            hidden_nodes: 0,
        };
        let children = &mut space.stack.children[first..];
        for index in 0..children.len() {
            let child = &mut children[index];
            if G::WAITING_MOVES && child.waits_for != NOBODY {
                continue;
            }
            self.monitor.breathe()?;
            view.look_up(child, if G::RESOURCES { space.boards[index] } else { 0 });
            if child.phi == 0 && child.dependency == INDEPENDENT {
                break; // the position is decided: what the others are worth does not matter
            }
            if view.hidden_nodes > 0 {
                // Looks are dear here: better to choose whom to look at first.
                let boards = if G::RESOURCES { &space.boards[index + 1..] } else { &[] };
                view.look_for_a_win(&mut children[index + 1..], boards, &mut space.order);
                break;
            }
        }
        let hidden_nodes = view.hidden_nodes;
        drop(view);
        self.monitor.add(hidden_nodes);
        self.count_tested(first)
    }

    /// Lets moves wait for others, as the game has it.
    fn make_wait(&mut self, frame: &mut Frame) {
        let (moves, wait) = (&self.space.moves, &mut self.space.wait);
        wait.clear();
        wait.resize(moves.len(), None);
        self.game.waiting_moves(moves, wait);
        let children = &mut self.space.stack.children[frame.first as usize..];
        for (index, (child, sibling)) in children.iter_mut().zip(wait).enumerate() {
            // Only for an earlier one: so that no two can wait for each other.
            if let Some(sibling) = sibling.filter(|&sibling| (sibling as usize) < index) {
                child.wait_for(sibling);
                frame.waiting += 1;
            }
        }
    }

    /// Looks at the children of the top frame whose waiting is over.
    #[cold]
    pub(super) fn wake(&mut self) -> Result<(), Reason> {
        let frame = *self.space.stack.frames.last().expect("a frame with children that wait");
        let (first, count) = (frame.first as usize, frame.count as usize);
        let (mut waiting, limit) = (frame.waiting, self.game.wait_limit());
        // In move order; a chain runs forwards, so that one pass wakes all that a solved one releases.
        for index in first..first + count {
            let child = &self.space.stack.children[index];
            if child.waits_for == NOBODY {
                continue;
            }
            let sibling = &self.space.stack.children[first + child.waits_for as usize];
            if sibling.waits_for != NOBODY || !sibling.is_solved() && sibling.phi < limit {
                continue;
            }
            let mv = child.mv;
            self.space.stack.children[index].waits_for = NOBODY;
            waiting -= 1;
            let board = if G::RESOURCES { self.game.keys_after(mv).1 ^ self.question.salt() } else { 0 };
            self.look_up(&frame, index, board);
            if self.space.stack.children[index].tested
                && let Err(reason) = self.count_node()
            {
                self.space.stack.frames.last_mut().expect("as above").waiting = waiting;
                return Err(reason);
            }
        }
        self.space.stack.frames.last_mut().expect("as above").waiting = waiting;
        Ok(())
    }

    /// Fills in what is known of the child at `index`.
    fn look_up(&mut self, frame: &Frame, index: usize, board: Key) {
        let mut view = View {
            game: self.game.nested(),
            table: &mut *self.table,
            path: &*self.path,
            replies: &mut self.space.replies,
            stats: &mut *self.stats,
            plan: &self.plan,
            question: self.question,
            side: frame.side,
            trusts_numbers: self.patience.trusts_numbers(),
            distance: frame.distance.saturating_add(1),
            hidden_nodes: 0,
        };
        view.look_up(&mut self.space.stack.children[index], board);
        let hidden_nodes = view.hidden_nodes;
        self.monitor.add(hidden_nodes);
    }

    /// Counts the children that were tested for the end of the game as nodes.
    fn count_tested(&mut self, first: usize) -> Result<(), Reason> {
        if self.plan.evaluation == Evaluation::Delayed {
            return Ok(());
        }
        for index in first..self.space.stack.children.len() {
            if self.space.stack.children[index].tested {
                self.count_node()?;
            }
        }
        Ok(())
    }

    /// What the table's key of the present position has beyond the key of its numbers.
    #[inline]
    pub(super) fn unshared_key(&self) -> Key {
        self.plan.lane ^ if G::SHARED_NUMBERS { G::unshared_key(self.game.stock()) } else { 0 }
    }

    /// First numbers of the present position, as an unexplored one.
    pub(super) fn first_numbers_here(&mut self) -> Numbers {
        let numbers = self.plan.estimates.of(&*self.game, &mut self.space.replies);
        self.plan.ceiling.clamp_estimate(numbers)
    }

    /// Has the present position evaluated by the leaf search, and keeps the result.
    pub(super) fn evaluate_leaf(&mut self, key: Key) -> Result<Visit, Reason> {
        let before = self.monitor.nodes();
        let root = self.space.stack.frames[0].numbers;
        let search = self.leaf_search.as_mut().expect("called only with one");
        let finding = search.evaluate(Leaf {
            game: self.game.nested(),
            path: self.path,
            table: self.table,
            monitor: self.monitor,
            stats: self.stats,
            root,
        })?;
        if self.monitor.is_pause_due() {
            self.budget = 0; // the other search does not halt
        }
        let Finding { numbers, dependency, length } = finding;
        let stock = self.game.stock();
        let work = (self.monitor.nodes() - before).max(1);
        let distance = (self.base + self.space.stack.frames.len()) as u32;
        let visit = Visit { numbers, dependency, length, distance, work, stock };
        if numbers.is_solved() && dependency == INDEPENDENT {
            self.table.store(key ^ self.unshared_key(), &solved_record(&visit));
        } else if numbers.is_solved() {
            let own = key ^ self.plan.lane;
            let bound = self.path.bound_key(own) ^ self.plan.lane ^ self.unshared_key();
            self.table.store(bound, &solved_record(&visit));
            self.table.store(key, &unsolved_record(Numbers::UNIT, work, distance, true));
        } else {
            self.table.store(key, &unsolved_record(numbers, work, distance, false));
        }
        Ok(visit)
    }
}

/// What the first look at a frame's children needs.
struct View<'v, G: Game> {
    game: Trail<'v, G>,
    table: &'v mut Table,
    path: &'v Path,
    replies: &'v mut Vec<G::Move>,
    stats: &'v mut Stats,
    plan: &'v Plan,
    question: Question,
    /// Who moves at the frame.
    side: Side,
    trusts_numbers: bool,
    /// Plies from the root to the children, as far as the frame knows.
    distance: u32,
    /// Positions that the game has looked at for its shortcuts.
    hidden_nodes: u64,
}

impl<G: Game> View<'_, G> {
    /// Fills in what is known of a new child.
    #[inline]
    fn look_up(&mut self, child: &mut Child<G::Move>, board: Key) {
        child.distance = self.distance;
        let mut found = self.table.probe(child.own_key::<G>(self.plan));
        if let Some(record) = &found {
            self.stats.table_hits += 1;
            child.known = true;
            child.work = saturated_work(record.work);
            if record.numbers.is_solved() {
                child.settle(record.numbers, self.side, INDEPENDENT, record.length);
                child.stock = record.stock;
                return;
            }
        }
        if G::RESOURCES
            && let Some(answer) = self.table.answer_for(&*self.game, board, child.stock)
        {
            child.settle(answer.numbers, self.side, INDEPENDENT, answer.length);
            child.stock = answer.stock;
            return;
        }
        if self.plan.keeps_numbers_apart::<G>() {
            found = self.table.probe(child.key).filter(|record| !record.numbers.is_solved());
            child.known = found.is_some();
            child.work = found.map_or(0, |record| saturated_work(record.work));
        }
        if !G::ACYCLIC {
            if let Some(depth) = self.repeats(child, board) {
                self.stats.loops_cut += 1;
                child.settle(self.question.repetition(), self.side, depth, 0);
                return;
            }
            if found.is_some_and(|record| record.bound)
                && let Some(bound) = self
                    .table
                    .probe(self.path.bound_key(child.path_key(self.plan)) ^ child.unshared_key::<G>())
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

    /// Looks at the rest of a frame's children, after a first one that was dear to look at, until one
    /// wins: those that the table knows, then the most promising first.
    fn look_for_a_win(
        &mut self,
        children: &mut [Child<G::Move>],
        boards: &[Key],
        order: &mut Vec<(i32, usize)>,
    ) {
        order.clear();
        for (index, child) in children.iter().enumerate() {
            if G::WAITING_MOVES && child.waits_for != NOBODY {
                continue;
            }
            let known = self.table.probe(child.own_key::<G>(self.plan));
            let wins = known.is_some_and(|record| record.numbers.seen_by(self.side).0 == 0);
            let priority = if G::ORDERED { self.game.move_priority(child.mv) } else { 0 };
            order.push((if wins { i32::MAX } else { priority }, index));
        }
        order.sort_unstable_by_key(|&(priority, index)| (std::cmp::Reverse(priority), index));
        for &(_, index) in &*order {
            self.look_up(&mut children[index], if G::RESOURCES { boards[index] } else { 0 });
            if children[index].phi == 0 && children[index].dependency == INDEPENDENT {
                return;
            }
        }
    }

    /// Keeps a shortcut that has cost something.
    fn keep(&mut self, key: Key, child: &Child<G::Move>, nodes: u64) {
        let numbers = child.numbers(self.side);
        let (dependency, length, distance) = (INDEPENDENT, child.length, child.distance);
        let visit = Visit { numbers, dependency, length, distance, work: nodes + 1, stock: child.stock };
        self.table.store(key, &solved_record(&visit));
    }

    /// The position of the path that a child repeats, or that leaves the side that must avoid
    /// repetitions no worse off: whoever can win from there need not come here.
    #[inline]
    fn repeats(&self, child: &Child<G::Move>, board: Key) -> Option<Depth> {
        if !G::RESOURCES {
            return self.path.find(child.path_key(self.plan));
        }
        let board = board ^ self.question.salt();
        if self.question.repetition().is_disproved() {
            self.path.find_board(board, |stock| G::covers(stock, child.stock))
        } else {
            self.path.find_board(board, |stock| G::covers(child.stock, stock))
        }
    }

    /// First numbers of the position behind a move, or its end if ends are looked for at once.
    #[inline]
    fn first_look(&mut self, child: &mut Child<G::Move>) {
        child.tested = self.plan.evaluation == Evaluation::Immediate;
        if child.tested
            && !(G::HINTS && G::HINTS_TELL_ENDS && self.plan.shortcuts)
            && let Some(outcome) = self.behind(child.mv, |game, _| game.outcome())
        {
            return child.settle(self.question.answer(outcome), self.side, INDEPENDENT, 0);
        }
        let hint = if !G::HINTS {
            Hint::Estimate(Numbers::UNIT)
        } else if self.plan.shortcuts {
            self.game.hint_after(child.mv)
        } else {
            self.bare_hint(child.mv)
        };
        let numbers = match (hint, self.plan.estimates) {
            (Hint::Answer(answer), _) => {
                let numbers = self.question.answer(answer.outcome);
                let key = child.own_key::<G>(self.plan);
                child.settle(numbers, self.side, INDEPENDENT, answer.length);
                child.stock = answer.stock;
                let nodes = answer.nodes;
                if nodes > 0 {
                    self.hidden_nodes += nodes;
                    self.keep(key, child, nodes);
                }
                return;
            }
            (Hint::Estimate(numbers), Estimates::Game) => numbers,
            (Hint::Estimate(_), Estimates::Unit) => Numbers::UNIT,
            (Hint::Estimate(_), mobility) => self.behind(child.mv, |game, moves| mobility.of(game, moves)),
        };
        child.set(self.plan.ceiling.clamp_estimate(numbers), self.side, self.plan.ceiling);
    }

    /// What a search without shortcuts is told of the position behind a move.
    #[cold]
    fn bare_hint(&mut self, mv: G::Move) -> Hint {
        match self.plan.estimates {
            Estimates::Game => Hint::Estimate(self.behind(mv, |game, _| game.estimate())),
            Estimates::Unit | Estimates::Mobility => Hint::Estimate(Numbers::UNIT),
        }
    }

    /// What `look` says of the position behind a move.
    fn behind<T>(&mut self, mv: G::Move, look: impl FnOnce(&mut G, &mut Vec<G::Move>) -> T) -> T {
        let replies = &mut *self.replies;
        self.game.behind(mv, |game| look(game, replies))
    }
}
