//! Alpha-beta in stretches: it is put down with its line standing, and taken up again.
//!
//! Invariant: a search in stretches does what the search in one piece does, node for node.

use super::abdada::SHARED_PLIES;
use super::{Candidate, Elders, Frame, MAX_LIMIT, Search};
use crate::algorithm::Algorithm;
use crate::game::{Game, Question};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::table::{Presence, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats};

/// What a search is beyond what it borrows.
#[derive(Debug)]
pub(crate) struct Kept<M> {
    question: Question,
    elders: Elders,
    path: Path,
    pub(super) frames: Vec<Frame>,
    moves: Vec<Candidate<M>>,
    killers: Vec<[Option<M>; 2]>,
    memory: u64,
    shortcuts: bool,
    pub(super) limit: u32,
    counted_plies: u32,
}

impl<M: Copy> Kept<M> {
    /// A search of the present position, whose stack takes at most `memory` bytes.
    pub(crate) fn new<G: Game<Move = M>>(game: &G, algorithm: &Algorithm, memory: u64) -> Kept<M> {
        let question = Question::of(game);
        Kept {
            question,
            elders: Elders::of(game, question),
            path: Path::new(),
            frames: Vec::new(),
            moves: Vec::new(),
            killers: Vec::new(),
            memory,
            shortcuts: algorithm.shortcuts,
            // Where the rules bound the game there is nothing to deepen for: the first iteration sees its end.
            limit: game.plies_left().map_or(1, |plies| plies.clamp(1, MAX_LIMIT)),
            counted_plies: 0,
        }
    }

    /// Tells others where it stands, when they join.
    pub(crate) fn announce(&mut self, presence: &Presence) {
        let plies = self.limit;
        for (ply, frame) in self.frames.iter_mut().enumerate().filter(|(_, frame)| !frame.present) {
            if plies - ply as u32 >= SHARED_PLIES {
                presence.enter(frame.key);
                frame.present = true;
            }
        }
    }

    /// Goes on for about so many nodes; `Some` when the search has ended. Game and line are as it left them.
    pub(crate) fn stretch<G: Game<Move = M>>(
        &mut self,
        (game, line): (&mut G, &mut Vec<M>),
        (table, monitor, stats): (&mut Table, &mut Monitor<'_, M>, &mut Stats),
        presence: Option<&Presence>,
        nodes: u64,
    ) -> Option<Result<Numbers, Reason>> {
        let mut search = Search::resume(Trail::resume(game, line, 0), self, table, monitor, stats);
        search.presence = presence;
        search.budget = search.monitor.nodes().saturating_add(nodes);
        search.look_around();
        let ended = search.deepen();
        let spent = search.monitor.nodes() >= search.budget || search.monitor.is_pause_due();
        if spent && !search.monitor.is_exhausted() && ended == Err(Reason::NodeLimit) {
            search.put_down(self);
            return None;
        }
        search.unwind();
        Some(ended)
    }
}

impl<'s, 'm, G: Game> Search<'s, 'm, G> {
    /// Takes a search up.
    pub(super) fn resume(
        game: Trail<'s, G>,
        kept: &mut Kept<G::Move>,
        table: &'s mut Table,
        monitor: &'s mut Monitor<'m, G::Move>,
        stats: &'s mut Stats,
    ) -> Search<'s, 'm, G> {
        Search {
            game,
            elders: std::mem::take(&mut kept.elders),
            question: kept.question,
            table,
            monitor,
            stats,
            path: std::mem::take(&mut kept.path),
            frames: std::mem::take(&mut kept.frames),
            moves: std::mem::take(&mut kept.moves),
            list: Vec::new(),
            keys: Vec::new(),
            priorities: Vec::new(),
            hopeful: Vec::new(),
            killers: std::mem::take(&mut kept.killers),
            memory: kept.memory,
            shortcuts: kept.shortcuts,
            limit: kept.limit,
            counted_plies: kept.counted_plies,
            halts: false,
            budget: u64::MAX,
            decided: None,
            presence: None,
        }
    }

    /// Puts it down.
    fn put_down(mut self, kept: &mut Kept<G::Move>) {
        kept.elders = std::mem::take(&mut self.elders);
        kept.path = std::mem::take(&mut self.path);
        kept.frames = std::mem::take(&mut self.frames);
        kept.moves = std::mem::take(&mut self.moves);
        kept.killers = std::mem::take(&mut self.killers);
        (kept.limit, kept.counted_plies) = (self.limit, self.counted_plies);
        self.game.stand();
    }
}
