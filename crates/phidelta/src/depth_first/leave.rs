//! Backing up a frame, and leaving it: its numbers from its children's, and what the table keeps.

use super::frame::{Child, Frame, Visit};
use super::loops::{minimal_distance, threshold_control};
use super::sources::mark_of;
use super::thresholds::{Choice, ChoiceContext};
use super::{Engine, Plan, keeps_path};
use crate::aggregate::{Cap, Count, Share, Tally};
use crate::algorithm::Loops;
use crate::game::{Game, Stock};
use crate::history::{Depth, INDEPENDENT, dependency};
use crate::number::Numbers;
use crate::observer::Event;
use crate::table::{BoardAnswer, Record};
use crate::verdict::Reason;

impl<G: Game> Engine<'_, '_, G> {
    /// What a child contributes to a frame with these marks at this distance.
    #[inline]
    pub(super) fn share_of(
        plan: &Plan,
        (marks, distance): (u64, u32),
        index: usize,
        child: &Child<G::Move>,
    ) -> Share {
        Share {
            phi: child.phi,
            delta: child.delta,
            marked: marks & mark_of(index) != 0,
            old: plan.loops == Loops::MinimalDistance && minimal_distance::is_old(distance, child),
        }
    }

    /// Computes the top frame's numbers. Returns the child to enter, or true if the frame is done.
    #[inline(never)]
    pub(super) fn back_up(&mut self) -> Result<(Choice, bool), Reason> {
        self.back_up_here()
    }

    /// The same within the engine's loop.
    #[inline(always)]
    pub(super) fn back_up_here(&mut self) -> Result<(Choice, bool), Reason> {
        if G::WAITING_MOVES && self.space.stack.frames.last().is_some_and(|frame| frame.waiting > 0) {
            self.wake()?;
        }
        let marks = self.space.stack.frames.last().map_or(0, |frame| frame.marks);
        let (aggregate, loops) = (self.plan.aggregate, self.plan.loops);
        // Most frames have neither marks nor children to leave out: they get a loop of their own.
        if marks == 0 && loops != Loops::MinimalDistance && !aggregate.breaks_ties_by_delta() {
            let plain = |_: &Plan, _, _, child: &Child<G::Move>| Share::new(child.phi, child.delta);
            self.back_up_by(Self::count, plain)
        } else {
            self.back_up_marked()
        }
    }

    /// The same where some children may count otherwise than others.
    #[inline(never)]
    fn back_up_marked(&mut self) -> Result<(Choice, bool), Reason> {
        self.back_up_by(Self::tally, Self::share_of)
    }

    /// What the children of a frame come to, and whether some of them are old.
    fn tally(plan: &Plan, frame: &mut Frame, children: &[Child<G::Move>]) -> (Tally, bool) {
        let has_old = plan.loops != Loops::None && minimal_distance::repair(frame, children);
        let shares = children.iter().enumerate();
        let shares = shares.map(|(i, child)| Self::share_of(plan, (frame.marks, frame.distance), i, child));
        (Tally::of(plan.aggregate, shares), has_old)
    }

    /// The same where all count alike, and of equals the first is the best: one pass that is made twice a node.
    #[inline(always)]
    fn count(plan: &Plan, frame: &mut Frame, children: &[Child<G::Move>]) -> (Tally, bool) {
        let (mut count, mut nearest) = (Count::NONE, u32::MAX);
        for (i, child) in children.iter().enumerate() {
            if child.delta == 0 {
                continue; // it is lost, or waits
            }
            count.add(i, child.phi, child.delta);
            if !G::ACYCLIC {
                nearest = nearest.min(child.distance);
            }
        }
        let may_be_old = nearest <= frame.distance && plan.loops != Loops::None;
        let has_old = may_be_old && minimal_distance::repair(frame, children);
        (count.tally(), has_old)
    }

    /// Computes the top frame's numbers from what `tally` says of its children, and `share` of one of them.
    #[inline(always)]
    fn back_up_by(
        &mut self,
        tally: impl Fn(&Plan, &mut Frame, &[Child<G::Move>]) -> (Tally, bool),
        share: impl Fn(&Plan, (u64, u32), usize, &Child<G::Move>) -> Share,
    ) -> Result<(Choice, bool), Reason> {
        let plan = &self.plan;
        let stack = &mut self.space.stack;
        let frame = stack.frames.last_mut().expect("a frame to back up");
        let first = frame.first as usize;
        let children = &stack.children[first..first + frame.count as usize];
        let (tally, has_old) = tally(plan, frame, children);
        debug_assert!(!tally.is_lost() || frame.waiting == 0, "a move is looked at before it counts");
        let unit = plan.estimates.unit(&*self.game);
        let (phi, mut delta) = tally.numbers(plan.aggregate, unit, plan.ceiling);
        let cap = Cap::of(plan.cap, frame.work(self.monitor.nodes()), plan.ceiling);
        if phi != 0 && delta != 0 {
            delta = cap.delta(delta, &tally, unit, plan.ceiling);
        }
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
        let at = (frame.marks, frame.distance);
        let context = ChoiceContext {
            frame,
            children,
            tally: &tally,
            phi,
            delta,
            unit,
            aggregate: plan.aggregate,
            cap,
            ceiling: plan.ceiling,
        };
        let share = |i: usize| share(plan, at, i, &children[i]);
        let choice = plan.thresholds.choose(context, share)?;
        Ok((if self.presence.is_some() { self.part(choice, tally, cap, unit) } else { choice }, false))
    }

    /// Leaves the top frame: stores what is known of it. The game stays where it is.
    pub(super) fn leave(&mut self) -> Visit {
        let frame = self.space.stack.frames.pop().expect("a frame to leave");
        self.disappear(&frame);
        if self.monitor.is_traced() {
            let limits = Numbers::from_view(frame.phi_limit, frame.delta_limit, frame.side);
            self.trace(Event::Leave, frame.numbers, Some(limits));
        }
        let visit = Visit {
            numbers: frame.numbers,
            dependency: INDEPENDENT,
            length: 0,
            distance: frame.distance,
            work: frame.work(self.monitor.nodes()),
            stock: self.game.stock(),
        };
        let visit = if frame.numbers.is_solved() {
            self.keep_result(&frame, visit)
        } else {
            let key = self.plan.numbers_key(frame.key);
            self.table.store(key, &frame_record(&frame, frame.numbers, visit.work));
            visit
        };
        if keeps_path::<G>(&self.plan) {
            self.path.pop();
        }
        self.space.stack.children.truncate(frame.first as usize);
        visit
    }

    /// Stores the result of a solved frame that is left; tells what the visit has found.
    #[inline(never)] // most frames are not solved
    fn keep_result(&mut self, frame: &Frame, mut visit: Visit) -> Visit {
        let depth = (self.base + self.space.stack.frames.len()) as Depth;
        (visit.dependency, visit.length) = self.result_of(frame, depth, &mut visit.stock);
        self.patience.progress(self.monitor.nodes());
        if visit.dependency == INDEPENDENT {
            self.table.store(frame.key ^ self.unshared_key(), &solved_record(&visit));
            self.keep_for_board(&visit);
        } else {
            // True on this path only. The position's own entry starts anew: its numbers have been
            // shaped by this path, and elsewhere nothing is known.
            let bound = self.path.bound_key_here() ^ self.unshared_key();
            self.table.store(bound, &solved_record(&visit));
            let base = Frame { bound: true, ..*frame };
            let record = frame_record(&base, Numbers::UNIT, visit.work);
            self.table.store(self.plan.numbers_key(frame.key), &record);
        }
        visit
    }

    /// Keeps the result of the present position for all stocks it holds with.
    #[inline]
    pub(super) fn keep_for_board(&mut self, visit: &Visit) {
        if G::RESOURCES {
            let board = self.game.board_key() ^ self.salt;
            let answer = BoardAnswer { numbers: visit.numbers, stock: visit.stock, length: visit.length };
            self.table.store_board_answer(board, answer, visit.work, G::covers);
        }
    }

    /// Dependency and length of a solved frame at `depth`; `stock` becomes the one it still holds with.
    fn result_of(&mut self, frame: &Frame, depth: Depth, stock: &mut Stock) -> (Depth, u32) {
        let children = &self.space.stack.children[frame.first as usize..];
        let won = frame.numbers.seen_by(frame.side).0 == 0;
        let wins = |child: &&Child<G::Move>| child.phi == 0;
        let (needed, length, used) = if won {
            let best = children.iter().filter(wins);
            // The least dependent child decides; of equals the quickest.
            let best = best.max_by_key(|child| (child.dependency, std::cmp::Reverse(child.length)));
            let best = best.expect("a won frame has a winning child");
            if depth as usize == self.base {
                self.decision = Some(best.mv);
            }
            (best.dependency, best.length, std::slice::from_ref(best))
        } else {
            let longest = children.iter().map(|child| child.length).max().unwrap_or(0);
            let needed = children.iter().map(|child| child.dependency).min().unwrap_or(INDEPENDENT);
            (needed, longest, children)
        };
        let needed = dependency(won, depth, std::iter::once(needed));
        if G::RESOURCES && needed == INDEPENDENT {
            let mut replies = used.iter().map(|child| (child.mv, child.stock));
            *stock = if frame.numbers.is_proved() {
                self.game.least_stock(&mut replies)
            } else {
                self.game.most_stock(&mut replies)
            };
            debug_assert!(if frame.numbers.is_proved() {
                G::covers(self.game.stock(), *stock)
            } else {
                G::covers(*stock, self.game.stock())
            });
        }
        (needed, length.saturating_add(1))
    }
}

pub(super) fn solved_record(visit: &Visit) -> Record {
    let &Visit { numbers, work, distance, length, dependency, stock, .. } = visit;
    Record { distance, dependency, ..Record::solved(numbers, length, stock, work) }
}

pub(super) fn unsolved_record(numbers: Numbers, work: u64, distance: u32, bound: bool) -> Record {
    Record { bound, ..Record::open(numbers, work, distance) }
}

pub(super) fn frame_record(frame: &Frame, numbers: Numbers, work: u64) -> Record {
    let (marks, parent) = (frame.marks, frame.parent);
    Record { marks, parent, ..unsolved_record(numbers, work, frame.distance, frame.bound) }
}
