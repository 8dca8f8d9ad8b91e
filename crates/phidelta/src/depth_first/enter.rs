//! Entering a position: what is known of it, and its children. What is known of those: [`super::look_up`].

use std::ops::Range;

use super::frame::{Child, FREE, Frame, NOBODY, Visit};
use super::leave::{solved_record, unsolved_record};
use super::look_up::Above;
use super::looks::Look;
use super::{Engine, Leaf, keeps_path};
use crate::algorithm::Evaluation;
use crate::finding::Finding;
use crate::game::{Game, Key};
use crate::history::INDEPENDENT;
use crate::number::{Number, Numbers};
use crate::observer::Event;
use crate::table::{Link, Record, Table};
use crate::verdict::Reason;

/// What the table knows of a position that is entered.
enum Recalled {
    /// Its answer.
    Solved(Visit),
    /// Numbers, if there are any.
    Open(Option<Record>),
}

/// Where the looks at the moves of a position that is entered are kept.
#[derive(Clone, Copy)]
struct Looked {
    start: usize,
    /// They are made now.
    anew: bool,
}

/// Room for the board keys behind so many moves, in games with resources. What stands there is of no meaning: who does
/// not wait writes his own.
#[inline]
fn room_for_boards<G: Game>(boards: &mut Vec<Key>, moves: usize) -> &mut [Key] {
    if !G::RESOURCES {
        return &mut [];
    }
    if boards.len() < moves {
        boards.resize(moves, 0);
    }
    &mut boards[..moves]
}

/// A child with the key of its position, for which the table has been sent: whether that may know it is noted, and it
/// gets the key by which the path knows it.
#[inline(always)] // into the loops over all moves
fn sent_for<G: Game>(table: &Table, mut child: Child<G::Move>, board: Key) -> Child<G::Move> {
    child.absent = !table.prefetch_known(child.key);
    if G::RESOURCES {
        // A board and its positions share their bit of the filter.
        let shared = G::STOCK_IN_KEY && !G::SHARED_NUMBERS;
        child.board_absent = if shared { child.absent } else { !table.prefetch_known_board(board) };
    }
    child.key ^= child.unshared_key::<G>();
    child
}

/// Whether a child waits for a sibling that is solved, or has become as hard as `limit` says.
#[inline]
fn may_wake<M>(children: &[Child<M>], index: usize, limit: Number) -> bool {
    let waits_for = children[index].waits_for;
    waits_for != NOBODY && {
        let sibling = &children[waits_for as usize];
        sibling.waits_for == NOBODY && (sibling.is_solved() || sibling.phi >= limit)
    }
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
        let kept = self.kept_looks(key);
        if kept.is_none()
            && let Some(outcome) = self.game.outcome()
        {
            return Ok(Some(self.end(key, self.question.answer(outcome), limits)));
        }
        // First of all, so that the table's slots are on their way while the rest is prepared.
        self.table.prefetch_place(self.plan.numbers_key(key));
        let first = self.space.stack.children.len();
        let looks = kept.as_ref().map(|places| Looked { start: places.start, anew: false });
        let (waiting, looks) = match kept {
            Some(places) => (self.bring_back(places)?, looks),
            None => self.find_moves().inspect_err(|_| self.space.stack.children.truncate(first))?,
        };
        let found = match self.recall(key) {
            Recalled::Solved(visit) => {
                self.space.stack.children.truncate(first);
                return Ok(Some(visit));
            }
            Recalled::Open(record) => record,
        };
        let mut frame = self.new_frame(key, numbers, limits, depth as u32, first as u32);
        frame.waiting = waiting;
        self.remind(&mut frame, found, parent, raising);
        self.stats.expansions += 1;
        if self.monitor.is_traced() {
            let event = if found.is_some() { Event::Revisit } else { Event::Expand };
            self.trace(event, numbers, Some(limits));
        }
        if keeps_path::<G>(&self.plan) {
            self.path.push_position(&*self.game, key);
        }
        let above = Above::of(&frame);
        self.space.stack.frames.push(frame);
        match self.expand(key, first, above, looks) {
            Ok(()) => {
                if !self.space.met.is_empty() {
                    self.mark_sources_of_children();
                }
                Ok(None)
            }
            Err(reason) => {
                self.space.met.clear();
                self.space.stack.frames.pop();
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
        let anew = self.afresh && self.space.stack.frames.is_empty();
        if anew || found.is_some_and(|record| self.is_hidden(record.numbers, record.length)) {
            found = found.filter(|record| !record.numbers.is_solved());
        }
        if let Some(record) = found.filter(|record| record.numbers.is_solved()) {
            self.stats.table_hits += 1;
            return Recalled::Solved(Visit::remembered(&record));
        }
        if self.apart {
            found = self.table.probe(self.plan.numbers_key(key)).filter(|record| !record.numbers.is_solved());
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
            count: self.space.stack.children.len() as u32 - first,
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
            let low = self.plan.numbers_key(frame.key) as u64;
            if record.parent != parent && self.mark_source(low, record.parent) {
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
    /// keys are known, and of those that wait not even these. Says how many wait, and where looks at them are kept.
    #[inline]
    fn find_moves(&mut self) -> Result<(u32, Option<Looked>), Reason> {
        let keeps = self.keeps_looks();
        let space = &mut *self.space;
        space.moves.clear();
        self.game.moves(&mut space.moves);
        if space.moves.is_empty() {
            return Err(Reason::OpenPosition);
        }
        let moves = &space.moves[..];
        let mut at_once = moves.len();
        if self.monitor.is_watchful() {
            self.monitor.grant()?;
            if self.monitor.distrusts() {
                self.monitor.witness_moves(&mut self.game, moves)?;
            }
            at_once = if self.monitor.is_careful() { 1 } else { at_once };
        }
        space.stack.reserve(moves.len())?;
        if G::WAITING_MOVES {
            if space.wait.len() < moves.len() {
                space.wait.resize(moves.len(), None);
            }
            self.game.waiting_moves(moves, &mut space.wait[..moves.len()]);
        }
        let (salt, edge_costs) = (self.salt, self.plan.edge_costs);
        let told = if keeps { space.looks.begin(moves) } else { None };
        let looks = space.looks.all_mut(told.map_or(0..0, |start| start..start + moves.len()));
        let boards = room_for_boards::<G>(&mut space.boards, moves.len());
        let (game, table, wait) = (&mut self.game, &*self.table, &mut space.wait[..]);
        let (first, mut count, mut waiting) = (space.stack.children.len(), 0, 0);
        // All at once where rules are quick, one by one where they are slow. Two loops would keep the work on a
        // child from being inlined, which costs a twentieth of all instructions where rules are quick; so does one
        // loop over moves instead of chunks of them.
        for moves in moves.chunks(at_once) {
            if let Err(reason) = self.monitor.breathe() {
                wait.fill(None);
                return Err(reason);
            }
            space.stack.children.extend(moves.iter().map(|&mv| {
                let cost = if edge_costs { game.edge_cost(mv) } else { FREE };
                let index = count;
                count += 1;
                if G::WAITING_MOVES {
                    // Only for an earlier one: so that no two can wait for each other.
                    let sibling = wait[index].take().filter(|&sibling| (sibling as usize) < index);
                    if let Some(sibling) = sibling {
                        waiting += 1;
                        if G::KEEPS_LOOKS
                            && let Some(look) = looks.get_mut(index)
                        {
                            *look = Look::new(mv, sibling, 0, 0, 0);
                        }
                        return Child::waiting_for(sibling, mv, cost);
                    }
                }
                let (key, board, stock) = game.keys_after(mv);
                let (key, board) = (key ^ salt, board ^ salt);
                if G::KEEPS_LOOKS
                    && let Some(look) = looks.get_mut(index)
                {
                    *look = Look::new(mv, NOBODY, key, board, stock);
                }
                if G::RESOURCES {
                    boards[index] = board;
                }
                sent_for::<G>(table, Child::new(key, mv, cost, stock), board)
            }));
        }
        self.send_for_numbers(first);
        Ok((waiting, told.map(|start| Looked { start, anew: true })))
    }

    /// The key of what the rules say of the present position, which the path knows by `key`.
    #[inline]
    fn looks_key(&self, key: Key) -> Key {
        key ^ self.unshared_key() ^ self.glasses
    }

    /// Where the looks at the moves of the present position are, if they were kept.
    #[inline]
    fn kept_looks(&self, key: Key) -> Option<Range<usize>> {
        if self.keeps_looks() { self.space.looks.find(self.looks_key(key)) } else { None }
    }

    /// Whether looks are kept: not together with costs of moves, which are no part of them, and not where somebody
    /// watches over each position or move.
    #[inline]
    fn keeps_looks(&self) -> bool {
        G::KEEPS_LOOKS && !self.plan.edge_costs && !self.monitor.is_watchful()
    }

    /// Puts the moves of the present position on the stack as they were found before. Says how many wait.
    #[inline]
    fn bring_back(&mut self, places: Range<usize>) -> Result<u32, Reason> {
        let space = &mut *self.space;
        space.stack.reserve(places.len())?;
        let (first, mut waiting) = (space.stack.children.len(), 0);
        let (table, boards) = (&*self.table, room_for_boards::<G>(&mut space.boards, places.len()));
        let looks = space.looks.all(places).iter().enumerate();
        space.stack.children.extend(looks.map(|(index, look)| {
            let &Look { key, board, stock, waits_for, mv, .. } = look;
            if G::WAITING_MOVES && waits_for != NOBODY {
                waiting += 1;
                return Child::waiting_for(waits_for, mv, FREE);
            }
            if G::RESOURCES {
                boards[index] = board;
            }
            sent_for::<G>(table, Child::new(key, mv, FREE, stock), board)
        }));
        self.send_for_numbers(first);
        Ok(waiting)
    }

    /// Sends for the numbers of the children from `first` on, if they stand under keys of their own.
    #[inline]
    fn send_for_numbers(&self, first: usize) {
        if self.apart {
            for child in &self.space.stack.children[first..] {
                self.table.prefetch(self.plan.numbers_key(child.key));
            }
        }
    }

    /// Finds out what is known of the children of a new frame, which are those from `first` on.
    fn expand(&mut self, key: Key, first: usize, above: Above, looks: Option<Looked>) -> Result<(), Reason> {
        debug_assert!(self.space.met.is_empty(), "sources are marked as soon as a child was looked at");
        // Out of the stack while they are looked at: that takes all the rest of the engine.
        let mut children = std::mem::take(&mut self.space.stack.children);
        let boards = std::mem::take(&mut self.space.boards);
        let start = looks.map(|looks| looks.start);
        let looked = self.look_up_all(above, &mut children[first..], &boards, start);
        (self.space.stack.children, self.space.boards) = (children, boards);
        if let Some(Looked { start, anew: true }) = looks {
            self.space.looks.end(self.looks_key(key), start);
        }
        self.count_hidden();
        looked?;
        self.count_tested(first)
    }

    /// Looks at the children of a frame one by one, until one wins.
    #[inline(always)]
    fn look_up_all(
        &mut self,
        above: Above,
        children: &mut [Child<G::Move>],
        boards: &[Key],
        looks: Option<usize>,
    ) -> Result<(), Reason> {
        let boards = if G::RESOURCES { &boards[..children.len()] } else { boards };
        let (careful, mut rest) = (self.monitor.is_careful(), None);
        for (index, child) in children.iter_mut().enumerate() {
            if careful {
                self.monitor.breathe()?;
            }
            if G::WAITING_MOVES && child.waits_for != NOBODY {
                continue;
            }
            let board = if G::RESOURCES { boards[index] } else { 0 };
            self.look_up(child, board, above, looks.map(|start| start + index));
            if child.phi == 0 && child.dependency == INDEPENDENT {
                break; // the position is decided: what the others are worth does not matter
            }
            if G::HINTS && self.hidden_nodes > 0 {
                rest = Some(index + 1);
                break;
            }
        }
        if let Some(rest) = rest {
            // Looks are dear here: better to choose whom to look at first.
            self.look_for_a_win(above, children, boards, rest);
        }
        Ok(())
    }

    /// Counts what the game has looked at by itself.
    #[inline]
    fn count_hidden(&mut self) {
        if G::HINTS {
            self.monitor.add(std::mem::take(&mut self.hidden_nodes));
        }
    }

    /// Finds out the keys of a child that has waited; gives that of its board.
    pub(super) fn reveal(&mut self, child: &mut Child<G::Move>) -> Key {
        let (key, board, stock) = self.game.keys_after(child.mv);
        let unshared = if G::SHARED_NUMBERS { G::unshared_key(stock) } else { 0 };
        (child.key, child.stock) = (key ^ self.salt ^ unshared, stock);
        board ^ self.salt
    }

    /// Looks at the children of the top frame whose waiting is over.
    #[cold]
    pub(super) fn wake(&mut self) -> Result<(), Reason> {
        let (limit, mut next) = (self.game.wait_limit(), 0);
        // In move order; a chain runs forwards, so that one pass wakes all that a solved one releases.
        loop {
            let stack = &mut self.space.stack;
            let frame = stack.frames.last_mut().expect("a frame with children that wait");
            let first = frame.first as usize;
            let children = &stack.children[first..first + frame.count as usize];
            let Some(index) = (next..children.len()).find(|&index| may_wake(children, index, limit)) else {
                return Ok(());
            };
            frame.waiting -= 1;
            let (above, mut child) = (Above::of(frame), Child { waits_for: NOBODY, ..children[index] });
            next = index + 1;
            let board = self.reveal(&mut child);
            self.look_up_one(&mut child, board, above);
            self.count_hidden();
            self.space.stack.children[first + index] = child;
            if !self.space.met.is_empty() {
                self.mark_sources_of_children();
            }
            if child.tested {
                self.count_node()?;
            }
        }
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

    /// What the table's key of the present position has beyond the one by which the path knows it.
    #[inline]
    pub(super) fn unshared_key(&self) -> Key {
        if G::SHARED_NUMBERS { G::unshared_key(self.game.stock()) } else { 0 }
    }

    /// The key by which the path knows the present position.
    pub(super) fn key_here(&self) -> Key {
        self.game.key() ^ self.unshared_key() ^ self.salt
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
            let bound = self.path.bound_key(key) ^ self.unshared_key();
            self.table.store(bound, &solved_record(&visit));
            let record = unsolved_record(Numbers::UNIT, work, distance, true);
            self.table.store(self.plan.numbers_key(key), &record);
        } else {
            let record = unsolved_record(numbers, work, distance, false);
            self.table.store(self.plan.numbers_key(key), &record);
        }
        Ok(visit)
    }
}
