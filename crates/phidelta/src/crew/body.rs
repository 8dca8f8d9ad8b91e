//! A search and all it needs but the table: a game of its own, a line, a path, a stack.
//!
//! It is put down after any stretch and taken up again, by whoever has it.

use std::sync::Arc;

use crate::depth_first::{Branch, Engine, Paused, Plan, SearchContext, Visit, WorkingMemory};
use crate::finding::Finding;
use crate::game::{Game, Question, Side, Stock};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::{Number, Numbers};
use crate::table::{Presence, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats};

/// What a worker lends to the search he works on.
pub(super) struct Hands<'h, 'm, G: Game> {
    pub(super) table: &'h mut Table,
    pub(super) monitor: &'h mut Monitor<'m, G::Move>,
    pub(super) stats: &'h mut Stats,
}

/// How a search has ended: the root's numbers, and its result or why there is none.
pub(super) type End = (Numbers, Result<Visit, Reason>);

/// A search that can be put down.
#[derive(Debug)]
pub(super) struct Body<G: Game> {
    /// At the root, or at the end of `line`.
    game: G,
    line: Vec<G::Move>,
    path: Path,
    space: WorkingMemory<G::Move>,
    plan: Plan,
    paused: Paused,
    /// Who moves at the root of the search, and what one more branch costs there in weak numbers.
    root: (Side, Number),
    /// Where others are who search the same root on the same numbers.
    presence: Option<Arc<Presence>>,
}

impl<G: Game> Body<G> {
    /// A search of the game's present position with a stack of at most so many bytes.
    pub(super) fn new(game: G, plan: Plan, stack: u64) -> Body<G> {
        let (line, path, space) = (Vec::new(), Path::new(), WorkingMemory::new::<G>(stack));
        let root = (game.side(), plan.estimates.unit(&game));
        Body { game, line, path, space, plan, paused: Paused::new(plan, (0, 0)), root, presence: None }
    }

    /// Goes on for about so many nodes; `Some` when the search has ended.
    pub(super) fn stretch(&mut self, nodes: u64, hands: &mut Hands<'_, '_, G>) -> Option<End> {
        let Body { game, line, path, space, paused, presence, .. } = self;
        let Hands { table, monitor, stats } = hands;
        let context = SearchContext { table, path, space, monitor, stats };
        Engine::resume(game, line, paused, context).among(presence.as_deref()).stretch(paused, nodes)
    }

    /// Lets it part from others who search the same root on the same numbers.
    pub(super) fn among(mut self, presence: &Arc<Presence>) -> Body<G> {
        self.presence = Some(Arc::clone(presence));
        self
    }

    /// The same for a search that stands.
    pub(super) fn join(&mut self, presence: &Arc<Presence>) {
        self.space.announce(presence);
        self.presence = Some(Arc::clone(presence));
    }

    /// The root's numbers when the search was last there.
    pub(super) fn numbers(&self) -> Numbers {
        self.paused.numbers
    }

    /// Begins a search at the end of a line. Tells what is seen there without one: a position of the line
    /// that comes again.
    pub(super) fn go_to(&mut self, moves: &[G::Move]) -> Option<Finding> {
        debug_assert!(self.line.is_empty() && self.path.is_empty());
        let question = Question::of(&self.game);
        for &mv in moves {
            if !G::ACYCLIC {
                self.path.push_position(&self.game, self.game.key() ^ question.salt());
            }
            self.game.play(mv);
            self.line.push(mv);
        }
        self.paused = Paused::new(self.plan, (self.path.len(), self.line.len()));
        self.root = (self.game.side(), self.plan.estimates.unit(&self.game));
        if G::ACYCLIC {
            return None;
        }
        let depth = self.path.find(self.game.key() ^ question.salt())?;
        Some(Finding::repetition(question.repetition(), depth))
    }

    /// Ends a search at the end of a line that stands: what is known there, and behind each move.
    pub(super) fn split(
        &mut self,
        branches: &mut Vec<Branch<G::Move>>,
        hands: &mut Hands<'_, '_, G>,
    ) -> Finding {
        let Body { game, line, path, space, paused, .. } = self;
        let Hands { table, monitor, stats } = hands;
        let context = SearchContext { table, path, space, monitor, stats };
        Engine::resume(game, line, paused, context).split(branches)
    }

    /// Gives up what stands, so that its numbers are kept.
    pub(super) fn give_up(&mut self, hands: &mut Hands<'_, '_, G>) {
        let Body { game, line, path, space, paused, presence, .. } = self;
        let Hands { table, monitor, stats } = hands;
        let context = SearchContext { table, path, space, monitor, stats };
        let mut engine = Engine::resume(game, line, &*paused, context).among(presence.as_deref());
        engine.abandon(paused);
    }

    /// Who moves at the root of the search, and what one more branch costs there in weak numbers.
    pub(super) fn root(&self) -> (Side, Number) {
        self.root
    }

    /// Goes back to the root.
    pub(super) fn go_back(&mut self) {
        drop(Trail::resume(&mut self.game, &mut self.line, 0));
        self.path.clear();
    }

    /// The stock at the root.
    pub(super) fn stock(&self) -> Stock {
        self.game.stock()
    }
}
