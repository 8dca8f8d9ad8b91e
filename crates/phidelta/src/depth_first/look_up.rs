//! The first look at the children of a frame: what the table, the line and the rules say of each.
//!
//! What decides comes first: an answer of the table, an answer of the board with another stock, a repetition, a result
//! that holds on this path. Then numbers of the table, and only where it has none what the rules see
//! ([`Game::hint_after`]).

use super::Engine;
use super::frame::{Child, Frame, NOBODY, Visit, saturated_work};
use super::leave::solved_record;
use super::looks::{Look, NOT_SEEN};
use crate::algorithm::{Estimates, Evaluation};
use crate::game::{Game, Hint, Key, Side};
use crate::history::{Depth, INDEPENDENT};
use crate::number::Numbers;
use crate::table::{BoardAnswer, Record};

/// What a look at a child has to know of the frame above.
#[derive(Clone, Copy)]
pub(super) struct Above {
    pub(super) side: Side,
    /// How far the child is from the root at most.
    pub(super) distance: u32,
    /// It has never been searched.
    pub(super) is_new: bool,
}

impl Above {
    #[inline]
    pub(super) fn of(frame: &Frame) -> Above {
        let distance = frame.distance.saturating_add(1);
        Above { side: frame.side, distance, is_new: frame.work_before == 0 }
    }
}

impl<G: Game> Engine<'_, '_, G> {
    /// Fills in what is known of a new child.
    #[inline(always)] // into the loop over all children of a frame; elsewhere it is `look_up_one`
    pub(super) fn look_up(
        &mut self,
        child: &mut Child<G::Move>,
        board: Key,
        above: Above,
        look: Option<usize>,
    ) {
        child.distance = above.distance;
        // Of most children nothing is known at all.
        if child.absent && !G::RELATED_QUESTION && (!G::RESOURCES || child.board_absent) && !self.apart {
            self.look_further(child, board, above, None, look);
        } else if G::RESOURCES {
            self.look_up_aside(child, board, above, look);
        } else {
            self.look_up_known(child, board, above, look);
        }
    }

    /// The same for a child that the table may know something of, where that is much to ask: out of the way of the
    /// others, which are more.
    #[inline(never)]
    fn look_up_aside(&mut self, child: &mut Child<G::Move>, board: Key, above: Above, look: Option<usize>) {
        self.look_up_known(child, board, above, look);
    }

    /// The same for a child that the table may know something of.
    #[inline(always)] // as `look_up`
    fn look_up_known(&mut self, child: &mut Child<G::Move>, board: Key, above: Above, look: Option<usize>) {
        let found = if child.absent { None } else { self.table.probe(child.own_key::<G>()) };
        if let Some(record) = &found {
            self.stats.table_hits += 1;
            child.known = true;
            child.work = saturated_work(record.work);
            if record.numbers.is_solved() && !self.is_hidden(record.numbers, record.length) {
                child.settle(record.numbers, above.side, INDEPENDENT, record.length);
                child.stock = record.stock;
                return;
            }
        }
        if G::RESOURCES
            && (G::RELATED_QUESTION || !child.board_absent)
            && let Some(answer) = self.board_answer(board, child)
        {
            child.settle(answer.numbers, above.side, INDEPENDENT, answer.length);
            child.stock = answer.stock;
            return;
        }
        if self.apart {
            self.look_up_apart(child, board, above, look);
        } else {
            self.look_further(child, board, above, found, look);
        }
    }

    /// The answer of a child's board, if it is of use.
    #[inline(always)] // into `look_up`
    fn board_answer(&self, board: Key, child: &Child<G::Move>) -> Option<BoardAnswer> {
        if self.horizon.is_none() {
            return self.table.answer_for(&*self.game, board, child.stock);
        }
        let answer = self.table.nearest_board_answer(board, child.stock, G::covers)?;
        (!self.is_hidden(answer.numbers, answer.length)).then_some(answer)
    }

    /// The numbers of a child that stand under another key than its answer.
    #[inline(never)]
    fn look_up_apart(&mut self, child: &mut Child<G::Move>, board: Key, above: Above, look: Option<usize>) {
        let found = self.table.probe(self.plan.numbers_key(child.key));
        let found = found.filter(|record| !record.numbers.is_solved());
        child.known = found.is_some();
        child.work = found.map_or(0, |record| saturated_work(record.work));
        self.look_further(child, board, above, found, look);
    }

    /// What is known of a child that the table has no answer for: on this path, by its numbers, at first sight.
    #[inline(always)]
    fn look_further(
        &mut self,
        child: &mut Child<G::Move>,
        board: Key,
        above: Above,
        found: Option<Record>,
        look: Option<usize>,
    ) {
        if !G::ACYCLIC {
            if let Some(depth) = self.repeats(child, board) {
                self.stats.loops_cut += 1;
                child.settle(self.question.repetition(), above.side, depth, 0);
                return;
            }
            if found.is_some_and(|record| record.bound)
                && let Some(bound) =
                    self.table.probe(self.path.bound_key(child.key) ^ child.unshared_key::<G>())
                && bound.numbers.is_solved()
            {
                child.settle(bound.numbers, above.side, bound.dependency, bound.length);
                return;
            }
        }
        match found {
            Some(record) if self.patience.trusts_numbers() => {
                child.set(record.numbers, above.side, self.plan.ceiling);
                child.distance = record.distance;
                if self.plan.aggregate.looks_behind_children() && above.is_new {
                    self.space.met.push((self.plan.numbers_key(child.key) as u64, record.parent));
                }
            }
            _ => {
                self.first_or_kept_look(child, above.side, look);
                if G::STOCK_IN_KEY && !child.board_absent && !child.is_solved() {
                    self.carry(child, board, above.side);
                }
            }
        }
    }

    /// Raises first numbers to what the table knows of the same board with another stock.
    fn carry(&mut self, child: &mut Child<G::Move>, board: Key, side: Side) {
        if self.apart || self.plan.estimates != Estimates::Game {
            return;
        }
        let first = child.numbers(side);
        let carried = self.table.carried(board, child.stock, first, G::covers);
        if carried != first {
            child.set(self.plan.ceiling.clamp_estimate(carried), side, self.plan.ceiling);
        }
    }

    /// The same later, or out of order: whatever was known of its place in the table may have changed.
    #[inline(never)]
    pub(super) fn look_up_one(&mut self, child: &mut Child<G::Move>, board: Key, above: Above) {
        (child.absent, child.board_absent) = (false, false);
        self.look_up(child, board, above, None);
    }

    /// Looks at the rest of a frame's children, from `rest` on, after a first one that was dear to look at,
    /// until one wins: those that the table knows, then the most promising first.
    pub(super) fn look_for_a_win(
        &mut self,
        above: Above,
        children: &mut [Child<G::Move>],
        boards: &[Key],
        rest: usize,
    ) {
        let mut order = std::mem::take(&mut self.space.order);
        order.clear();
        for (index, child) in children.iter().enumerate().skip(rest) {
            if G::WAITING_MOVES && child.waits_for != NOBODY {
                continue;
            }
            let known = self.table.probe(child.own_key::<G>());
            let wins = known.is_some_and(|record| record.numbers.seen_by(above.side).0 == 0);
            let priority = if G::ORDERED { self.game.move_priority(child.mv) } else { 0 };
            order.push((if wins { i32::MAX } else { priority }, index));
        }
        order.sort_unstable_by_key(|&(priority, index)| (std::cmp::Reverse(priority), index));
        for &(_, index) in &order {
            let board = if G::RESOURCES { boards[index] } else { 0 };
            self.look_up_one(&mut children[index], board, above);
            if children[index].phi == 0 && children[index].dependency == INDEPENDENT {
                break;
            }
        }
        self.space.order = order;
    }

    /// Keeps a shortcut that has cost something.
    fn keep(&mut self, key: Key, child: &Child<G::Move>, side: Side, nodes: u64) {
        let numbers = child.numbers(side);
        let (dependency, length, distance) = (INDEPENDENT, child.length, child.distance);
        let visit = Visit { numbers, dependency, length, distance, work: nodes + 1, stock: child.stock };
        self.table.store(key, &solved_record(&visit));
    }

    /// The position of the path that a child repeats, or that leaves the side that must avoid
    /// repetitions no worse off: whoever can win from there need not come here.
    #[inline(always)] // into `look_up`: most look at one place of the path, and nothing is there
    fn repeats(&self, child: &Child<G::Move>, board: Key) -> Option<Depth> {
        if !G::RESOURCES {
            return self.path.find(child.key);
        }
        let board = board ^ self.salt;
        if self.question.repetition().is_disproved() {
            self.path.find_board(board, |stock| G::covers(stock, child.stock))
        } else {
            self.path.find_board(board, |stock| G::covers(child.stock, stock))
        }
    }

    /// The first look at a child, whose place among the looks that are kept is `look`: as it was before, or made
    /// now.
    #[inline(always)]
    fn first_or_kept_look(&mut self, child: &mut Child<G::Move>, side: Side, look: Option<usize>) {
        let Some(place) = look.filter(|_| G::KEEPS_LOOKS) else {
            self.first_look(child, side);
            return;
        };
        let &mut Look { numbers, answer_stock, length, .. } = self.space.looks.at(place);
        if numbers == NOT_SEEN {
            let counted = self.hidden_nodes;
            let numbers = self.first_look(child, side);
            // What has cost nodes is counted each time, as without looks.
            if self.hidden_nodes == counted {
                let (length, stock) = (child.length, child.stock);
                let look = self.space.looks.at(place);
                (look.numbers, look.length, look.answer_stock) = (numbers, length, stock);
            }
            return;
        }
        child.tested = self.plan.evaluation == Evaluation::Immediate;
        if numbers.is_solved() {
            child.settle(numbers, side, INDEPENDENT, length);
            child.stock = answer_stock;
        } else {
            child.set(numbers, side, self.plan.ceiling);
        }
    }

    /// First numbers of the position behind a move, or its end if ends are looked for at once. Tells them without the
    /// cost of the move.
    #[inline(always)] // as `look_up`: of new children it is the main part
    fn first_look(&mut self, child: &mut Child<G::Move>, side: Side) -> Numbers {
        child.tested = self.plan.evaluation == Evaluation::Immediate;
        if child.tested
            && !(G::HINTS && G::HINTS_TELL_ENDS && self.plan.shortcuts)
            && let Some(outcome) = self.behind(child.mv, |game, _| game.outcome())
        {
            let numbers = self.question.answer(outcome);
            child.settle(numbers, side, INDEPENDENT, 0);
            return numbers;
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
                let key = child.own_key::<G>();
                child.settle(numbers, side, INDEPENDENT, answer.length);
                child.stock = answer.stock;
                let nodes = answer.nodes;
                if nodes > 0 {
                    self.hidden_nodes += nodes;
                    self.keep(key, child, side, nodes);
                }
                return numbers;
            }
            (Hint::Estimate(numbers), Estimates::Game) => numbers,
            (Hint::Estimate(_), Estimates::Unit) => Numbers::UNIT,
            (Hint::Estimate(_), mobility) => self.behind(child.mv, |game, moves| mobility.of(game, moves)),
        };
        let numbers = self.plan.ceiling.clamp_estimate(numbers);
        child.set(numbers, side, self.plan.ceiling);
        numbers
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
        let replies = &mut self.space.replies;
        self.game.behind(mv, |game| look(game, replies))
    }
}
