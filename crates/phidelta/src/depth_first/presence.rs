//! Where the others are: how several searches of one root on common numbers part.
//!
//! Idea: every worker runs the same search from the root, on the same table. A child in which others are looks worse
//! than it is, by one for each of them, so that who comes next takes another one if that is as good. Most of df-pn's work is needed whoever does it: at one side's positions all replies have to be answered.
//! A worker meets the results of the others in the table; and if what he stands in has been solved meanwhile,
//! he leaves it.
//!
//! Source: Kaneko 2010, virtual numbers in df-pn. What differs: presence is a hint of one byte in a small table of its
//! own ([`Presence`]), kept where there is work enough to share; virtual numbers decide where to go, never what is stored.
//! Twice the number for each, or more room where one came because of others, was two thirds as quick.
//! Invariants: numbers and results are those of the search alone; with nobody else about it is that search, node for
//! node.

use super::frame::{Child, Frame, Visit};
use super::thresholds::{Choice, Thresholds, widened};
use super::{Engine, WorkingMemory};
use crate::aggregate::{Cap, Tally};
use crate::game::Game;
use crate::number::{INFINITY, Number};
use crate::table::Presence;

/// Nodes below a position from which on its moves are shared out. With 64, two threads did 1.45 times the nodes of one on
/// ultimate tic-tac-toe, where they stood in the same small trees at the same time; with 4, 0.9 to 1.5 on three lines.
const SHARED_WORK: u64 = 4;

/// Nodes after which a worker looks whether what he works on has been solved by somebody else.
pub(super) const LOOK_AROUND: u64 = 128;

/// A number as it looks to somebody who comes next: one more for each who is there already.
#[inline]
fn virtual_phi<M>(child: &Child<M>, presence: &Presence) -> Number {
    if child.phi == INFINITY {
        return INFINITY;
    }
    child.phi.saturating_add(presence.count(child.key)).min(INFINITY - 1)
}

impl<M> WorkingMemory<M> {
    /// Tells the others where a search stands, when they join.
    pub(crate) fn announce(&mut self, presence: &Presence) {
        for frame in self.stack.frames.iter_mut().skip(1).filter(|frame| !frame.present) {
            presence.enter(frame.key);
            frame.present = true;
        }
    }
}

impl<'e, G: Game> Engine<'e, '_, G> {
    /// Lets it part from others who search the same root on the same numbers.
    pub(crate) fn among(mut self, presence: Option<&'e Presence>) -> Self {
        self.presence = presence;
        self
    }

    /// The top frame has just been entered: the others are told, if there is work enough above it.
    #[inline]
    pub(super) fn appear(&mut self) {
        let Some(presence) = self.presence else { return };
        let [.., above, frame] = &self.space.stack.frames[..] else { return };
        if self.work_of(above) >= SHARED_WORK {
            presence.enter(frame.key);
            self.space.stack.frames.last_mut().expect("as above").present = true;
        }
    }

    /// A frame has been left.
    #[inline]
    pub(super) fn disappear(&self, frame: &Frame) {
        if let Some(presence) = self.presence.filter(|_| frame.present) {
            presence.leave(frame.key);
        }
    }

    /// The choice at the top frame, if the others make a difference.
    #[cold]
    pub(super) fn part(&self, choice: Choice, tally: Tally, cap: Cap, unit: Number) -> Choice {
        let Some(presence) = self.presence else { return choice };
        let Thresholds::DfPn { epsilon } = self.plan.thresholds else { return choice };
        let Some(frame) = self.space.stack.frames.last() else { return choice };
        if self.work_of(frame) < SHARED_WORK || !self.patience.trusts_numbers() {
            return choice;
        }
        let first = frame.first as usize;
        let children = &self.space.stack.children[first..first + frame.count as usize];
        let (mut best, mut phi, mut second) = (choice.child, INFINITY, INFINITY);
        for (index, child) in children.iter().enumerate() {
            let seen = virtual_phi(child, presence);
            if seen < phi {
                (best, second, phi) = (index, phi, seen);
            } else {
                second = second.min(seen);
            }
        }
        let child = &children[best];
        // Where the frame would be left if all were as this one is, nobody is sent.
        if best == choice.child || child.phi >= frame.phi_limit {
            return choice;
        }
        let share = Self::share_of(&self.plan, (frame.marks, frame.distance), best, child);
        let rest = cap.rest(frame.delta_limit, self.plan.aggregate, &tally, share, unit);
        let most = i64::from(self.plan.ceiling.get());
        let delta_limit = i64::from(frame.delta_limit) - rest;
        Choice {
            child: best,
            phi_limit: frame.phi_limit.min(widened(second, epsilon).max(child.phi + 1)),
            delta_limit: delta_limit.clamp(i64::from(child.delta) + 1, most) as Number,
        }
    }

    /// Nodes below a frame of the line, in all visits.
    #[inline]
    fn work_of(&self, frame: &Frame) -> u64 {
        frame.work_before + (self.monitor.nodes() - frame.entered)
    }

    /// The lowest frame that somebody else has solved, and his answer.
    fn solved_by_others(&self) -> Option<(usize, Visit)> {
        let stack = &self.space.stack;
        (1..stack.frames.len()).find_map(|index| {
            let above = &stack.frames[index - 1];
            let key = stack.children[above.first as usize + above.chosen as usize].own_key::<G>();
            let record = self.table.probe(key).filter(|record| record.numbers.is_solved())?;
            Some((index, Visit::remembered(&record)))
        })
    }

    /// Leaves what others have solved meanwhile.
    pub(super) fn look_around(&mut self) {
        if self.presence.is_none() || self.space.stack.frames.len() < 2 {
            return;
        }
        let Some((index, visit)) = self.solved_by_others() else { return };
        while self.space.stack.frames.len() > index + 1 {
            let _ = self.back_up();
            let below = self.leave();
            self.step_back(&below);
        }
        let Some(frame) = self.space.stack.frames.pop() else { return };
        self.disappear(&frame);
        if super::keeps_path::<G>(&self.plan) {
            self.path.pop();
        }
        self.space.stack.children.truncate(frame.first as usize);
        self.step_back(&visit);
    }
}
