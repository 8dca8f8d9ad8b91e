//! A search in stretches: it is put down with its frames standing, and taken up again.
//!
//! Idea: all of a search that matters is in its working memory, its path, and the moves on its game. What an
//! engine has beyond that is small ([`Paused`]). So a worker can leave a search where it is, do something else,
//! and go on; several workers can take turns in one thread, node by node; and between two stretches a
//! worker can look after the table, his limits and his orders.
//!
//! Invariant: a search in stretches does what the search in one piece does, node for node.

use super::frame::NOBODY;
use super::loops::patience::Patience;
use super::presence::LOOK_AROUND;
use super::{Engine, Plan, SearchContext, Visit};
use crate::algorithm::Loops;
use crate::finding::Finding;
use crate::game::{Game, Key, Question, Stock};
use crate::number::Numbers;
use crate::table::Link;
use crate::trail::Trail;
use crate::verdict::Reason;

/// What is left of an engine when it is put down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paused {
    plan: Plan,
    patience: Option<Patience>,
    /// What is asked: the game may stand elsewhere when the search is taken up again.
    question: Option<Question>,
    /// Positions on the path, and moves on the line, above the root of this search.
    base: (usize, usize),
    /// The thresholds of the root.
    limits: Numbers,
    /// The root's numbers when last seen.
    pub(crate) numbers: Numbers,
    /// Whether there are frames.
    stands: bool,
    /// The node count when it last looked what others have solved.
    looked_at: u64,
}

impl Paused {
    /// A search that has not begun, below `base.0` positions on its path and `base.1` moves.
    pub(crate) fn new(plan: Plan, base: (usize, usize)) -> Paused {
        let limits = plan.thresholds.first(plan.ceiling);
        let (patience, question, numbers, stands) = (None, None, Numbers::UNIT, false);
        Paused { plan, patience, question, base, limits, numbers, stands, looked_at: 0 }
    }
}

/// A move at the root of a job, and what is known behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch<M> {
    pub(crate) mv: M,
    pub(crate) finding: Finding,
    /// The key under which the table has its answer.
    pub(crate) key: Key,
    /// The attacker's stock there.
    pub(crate) stock: Stock,
}

impl<'e, 'm, G: Game> Engine<'e, 'm, G> {
    /// Takes a search up again. Game, line, path and working memory are as it left them.
    pub(crate) fn resume(
        game: &'e mut G,
        line: &'e mut Vec<G::Move>,
        paused: &Paused,
        context: SearchContext<'e, 'm, G>,
    ) -> Engine<'e, 'm, G> {
        let trail = Trail::resume(game, line, paused.base.1);
        let mut engine = Engine::new(trail, paused.plan, context);
        // The root of a search that stands is on the path, but not above itself.
        engine.base = paused.base.0;
        if let Some(question) = paused.question {
            (engine.question, engine.salt) = (question, question.salt());
        }
        if let Some(patience) = paused.patience {
            engine.patience = patience;
        }
        engine
    }

    /// Goes on for about so many nodes. `Some` when the search has ended, with no frames left; otherwise
    /// `paused` is what to go on with.
    pub(crate) fn stretch(
        mut self,
        paused: &mut Paused,
        nodes: u64,
    ) -> Option<(Numbers, Result<Visit, Reason>)> {
        self.budget = self.monitor.nodes().saturating_add(nodes);
        if self.presence.is_some() && self.monitor.nodes() >= paused.looked_at + LOOK_AROUND {
            paused.looked_at = self.monitor.nodes();
            self.look_around();
        }
        let end = self.go(paused);
        (paused.patience, paused.question) = (Some(self.patience), Some(self.question));
        self.game.stand();
        end
    }

    fn go(&mut self, paused: &mut Paused) -> Option<(Numbers, Result<Visit, Reason>)> {
        loop {
            let end = if paused.stands {
                let end = self.work(&mut paused.numbers);
                match end {
                    // Where what stands is to be kept, it stands on.
                    Ok(None) => return self.halted.take().map(|reason| (paused.numbers, Err(reason))),
                    Ok(Some(visit)) => Ok(visit),
                    Err(reason) => {
                        self.unwind();
                        Err(reason)
                    }
                }
            } else {
                let key = self.key_here();
                let first = self.first_numbers_here();
                match self.enter(key, first, paused.limits, Link::NONE, false) {
                    Ok(None) => {
                        paused.stands = true;
                        continue;
                    }
                    Ok(Some(visit)) => Ok(visit),
                    Err(reason) => Err(reason),
                }
            };
            paused.stands = false;
            let reason = match end {
                Ok(visit) if visit.numbers.is_solved() => {
                    paused.numbers = visit.numbers;
                    return Some((visit.numbers, Ok(visit)));
                }
                Ok(visit) => match self.plan.thresholds.next(paused.limits, visit.numbers, self.plan.ceiling)
                {
                    Ok(next) => {
                        paused.limits = next;
                        continue;
                    }
                    Err(reason) => reason,
                },
                Err(reason) => reason,
            };
            let loops = self.plan.loops != Loops::None;
            if reason != Reason::Saturated || !loops || !self.patience.outlasts_saturation() {
                return Some((paused.numbers, Err(reason)));
            }
        }
    }

    /// Ends a search that stands: all frames are left, so that their numbers are kept. What is known of its root
    /// comes out, and, if that is not solved, what is known behind each of its moves.
    pub(crate) fn split(&mut self, branches: &mut Vec<Branch<G::Move>>) -> Finding {
        branches.clear();
        self.fold();
        if self.space.stack.frames[0].numbers.is_solved() {
            return self.leave().finding();
        }
        let frame = self.space.stack.frames[0];
        let from = frame.first as usize;
        for index in from..from + frame.count as usize {
            let mut child = self.space.stack.children[index];
            let mut finding = child.finding(frame.side);
            if G::WAITING_MOVES && child.waits_for != NOBODY {
                // It only counts as lost: nothing is known of it.
                finding = Finding::open(Numbers::UNIT);
                self.reveal(&mut child);
            }
            branches.push(Branch { mv: child.mv, finding, key: child.own_key::<G>(), stock: child.stock });
        }
        self.unwind();
        Finding::open(frame.numbers)
    }

    /// Gives a search that stands up: numbers of its frames are kept in the table.
    pub(crate) fn abandon(&mut self, paused: &mut Paused) {
        if std::mem::take(&mut paused.stands) {
            self.fold();
            self.leave();
            self.unwind();
        }
    }
}
