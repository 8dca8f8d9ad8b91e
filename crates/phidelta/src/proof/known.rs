//! What is known of a position after a search, and how to ask again.
//!
//! Idea: the rules, the table and a new search, in this order. Lines of play and certificates both walk
//! through a solved problem and need the values of positions; the table has lost some of them.
//!
//! Invariant: an answer is true on the oracle's path; those that [`Oracle::recall_anywhere`] gives are
//! true on every path.

use crate::algorithm::{Algorithm, Family, Loops};
use crate::alpha_beta;
use crate::depth_first::{Engine, Horizon, Plan, SearchContext, WorkingMemory};
use crate::game::{Game, Key, Question};
use crate::history::Path;
use crate::limits::Monitor;
use crate::number::Numbers;
use crate::relay;
use crate::table::{Record, Table};
use crate::trail::Trail;
use crate::verdict::{Reason, Stats, Verdict};

/// The part of the nodes left that a search for a win within a length may take: the other ways to go on need some.
const NEAR_PART: u64 = 4;

/// … and the most nodes: some seconds. Mostly it takes a few dozen, and of the hardest problems some ten thousand.
const NEAR_NODES: u64 = 1_000_000;

/// The length of a position of which none is known.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// It has the value, and the end is so far away.
    Value(u32),
    /// It has the other value.
    Other,
    Nothing,
}

/// What a search may cost, and what it must find.
#[derive(Clone, Copy)]
struct Effort {
    /// Plies to the end, above which wins of the table are not used.
    within: Option<u32>,
    nodes: u64,
}

impl Effort {
    /// Whatever it takes.
    const ANY: Effort = Effort { within: None, nodes: u64::MAX };
}

/// A solved problem and what is needed to ask about its positions.
pub(super) struct Oracle<'w, 'm, G: Game> {
    /// The position, and the moves to it.
    pub(super) game: Trail<'w, G>,
    pub(super) question: Question,
    /// What the root is worth.
    pub(super) value: Numbers,
    pub(super) table: &'w mut Table,
    space: WorkingMemory<G::Move>,
    /// How to search.
    algorithm: Algorithm,
    /// Search with alpha-beta, in so many bytes of stack.
    alpha_beta: Option<u64>,
    /// Positions that count as repetitions.
    pub(super) path: Path,
    pub(super) monitor: &'w mut Monitor<'m, G::Move>,
    stats: Stats,
    /// What all keys have beyond those of the search: see [`Oracle::begin_anew`].
    salt: Key,
    /// Why the last search found nothing.
    pub(super) reason: Option<Reason>,
}

impl<'w, 'm, G: Game> Oracle<'w, 'm, G> {
    /// An oracle at the game's present position, whose value is known to be `value`.
    pub(super) fn new(
        game: Trail<'w, G>,
        value: Numbers,
        table: &'w mut Table,
        stack_bytes: u64,
        monitor: &'w mut Monitor<'m, G::Move>,
    ) -> Oracle<'w, 'm, G> {
        Oracle {
            question: Question::of(&*game),
            game,
            value,
            table,
            space: WorkingMemory::new::<G>(stack_bytes),
            algorithm: Algorithm { loops: Loops::ThresholdControl, ..Algorithm::new(Family::DfPn) },
            alpha_beta: None,
            path: Path::new(),
            monitor,
            stats: Stats::default(),
            salt: 0,
            reason: None,
        }
    }

    /// Searches with alpha-beta where the path does not matter: only the other search takes it into
    /// account.
    pub(super) fn with_alpha_beta(mut self, stack_bytes: u64) -> Oracle<'w, 'm, G> {
        self.alpha_beta = G::ACYCLIC.then_some(stack_bytes);
        self
    }

    /// Searches as the answer was found, if that was df-pn in one of its forms: what is lost may be as hard
    /// as the whole was.
    pub(super) fn with_search_of(mut self, algorithm: &Algorithm) -> Oracle<'w, 'm, G> {
        if algorithm.family == Family::DfPn {
            self.algorithm = Algorithm { loops: Loops::ThresholdControl, ..*algorithm };
        }
        self
    }

    /// Whether a repetition would spoil the winner's win: then his moves must lead nearer to the end.
    pub(super) fn needs_rank(&self) -> bool {
        !G::ACYCLIC && self.value != self.question.repetition()
    }

    pub(super) fn key(&self) -> Key {
        self.game.key() ^ self.question.salt() ^ self.salt
    }

    /// Knows nothing any more, but for what was found after the same call on the same path: that does not lead back
    /// to the path. [`Oracle::remember`] undoes it.
    pub(super) fn begin_anew(&mut self) {
        self.remember(self.salt ^ self.path.bound_key_here());
    }

    /// Knows again what was known under this salt.
    pub(super) fn remember(&mut self, salt: Key) {
        let change = std::mem::replace(&mut self.salt, salt) ^ salt;
        if change != 0 {
            self.path.change_keys(change);
        }
    }

    /// What all keys have beyond those of the search.
    pub(super) fn salt(&self) -> Key {
        self.salt
    }

    /// Puts the present position, whose key is `key`, on the path.
    pub(super) fn enter(&mut self, key: Key) {
        self.path.push_position(&*self.game, key);
    }

    /// Asks about the position behind a move.
    pub(super) fn look(&mut self, mv: G::Move, ask: impl Fn(&mut Self) -> Known) -> Known {
        self.game.play(mv);
        let known = ask(self);
        self.game.undo();
        known
    }

    /// What rules, path and table say of the present position.
    pub(super) fn recall(&mut self) -> Known {
        let key = self.key();
        if self.game.outcome().is_none() && self.path.find(key).is_some() {
            return self.judge(self.question.repetition(), 0);
        }
        let found = self.table.probe(key);
        let known = self.recall_independent(found);
        if known != Known::Nothing {
            return known;
        }
        let bound =
            found.filter(|record| record.bound).and_then(|_| self.table.probe(self.path.bound_key(key)));
        match bound.filter(|record| record.numbers.is_solved()) {
            Some(record) => self.judge(record.numbers, record.length),
            None => Known::Nothing,
        }
    }

    /// What rules and table say of the present position wherever it stands: results that were found on
    /// one path and hold only there are not used.
    pub(super) fn recall_anywhere(&mut self) -> Known {
        let found = self.table.probe(self.key());
        self.recall_independent(found)
    }

    /// The same without what the game might see ahead: only what costs next to nothing.
    pub(super) fn recall_cheaply(&mut self) -> Known {
        let found = self.table.probe(self.key());
        self.recall_stored(found)
    }

    fn recall_independent(&mut self, found: Option<Record>) -> Known {
        let known = self.recall_stored(found);
        if known != Known::Nothing {
            return known;
        }
        match self.game.shortcut() {
            Some(shortcut) => self.judge(self.question.answer(shortcut.outcome), shortcut.length),
            None => Known::Nothing,
        }
    }

    fn recall_stored(&mut self, found: Option<Record>) -> Known {
        if let Some(outcome) = self.game.outcome() {
            return self.judge(self.question.answer(outcome), 0);
        }
        let own = found.filter(|record| record.numbers.is_solved());
        let own = own.map(|record| (record.numbers, record.length));
        let mut best = own;
        if G::RESOURCES {
            let board = self.game.board_key() ^ self.question.salt() ^ self.salt;
            let answer = self.table.nearest_board_answer(board, self.game.stock(), G::covers);
            let of_board = answer.map(|answer| (answer.numbers, answer.length));
            // The shorter way of the two, if both tell one.
            best = own.into_iter().chain(of_board).min_by_key(|&(_, length)| length);
        }
        best.map_or(Known::Nothing, |(numbers, length)| self.judge(numbers, length))
    }

    /// The same as [`Oracle::recall`], and if that says nothing, a search on this path.
    pub(super) fn search(&mut self) -> Known {
        let known = self.recall();
        if known != Known::Nothing {
            return known;
        }
        if let Some(stack) = self.alpha_beta {
            return self.search_by_alpha_beta(stack);
        }
        let found = self.in_turns(Effort::ANY, |engine| engine.run().1);
        match found {
            Ok(visit) => self.judge(visit.numbers, visit.length),
            Err(reason) => {
                self.reason = Some(reason);
                Known::Nothing
            }
        }
    }

    fn search_by_alpha_beta(&mut self, stack: u64) -> Known {
        let answer = alpha_beta::search(
            &mut *self.game,
            &self.algorithm,
            stack,
            self.table,
            self.monitor,
            &mut self.stats,
        );
        match answer.verdict {
            Verdict::Unknown(reason) => {
                self.reason = Some(reason);
                Known::Nothing
            }
            // The table knows how far away the end is, unless it lost even that.
            _ => match self.recall() {
                Known::Nothing => self.judge(answer.numbers, UNKNOWN),
                known => known,
            },
        }
    }

    /// The winner's move in the present position, and the length of the position: from a search on this
    /// path that uses what the table knows of other positions.
    pub(super) fn decide(&mut self) -> Option<(G::Move, u32)> {
        self.decide_with(Effort::ANY)
    }

    /// The same for a position that is won within `length` plies, with a part of the nodes that are left: by a search
    /// that does not use longer wins, so that what it finds is mostly no longer.
    pub(super) fn decide_within(&mut self, length: u32) -> Option<(G::Move, u32)> {
        if length == UNKNOWN {
            return None;
        }
        let left = self.monitor.limit_of_nodes().saturating_sub(self.monitor.nodes());
        let nodes = (left / NEAR_PART).min(NEAR_NODES);
        let reason = self.reason;
        let found = self.decide_with(Effort { within: Some(length), nodes });
        // Its own limit is no reason to give up.
        self.reason = reason;
        found.filter(|&(_, found)| found <= length)
    }

    fn decide_with(&mut self, effort: Effort) -> Option<(G::Move, u32)> {
        let decided = self.in_turns(effort, |engine| engine.decide());
        match decided {
            Ok((Some(mv), visit)) if visit.numbers == self.value => Some((mv, visit.length)),
            Ok(_) => None,
            Err(reason) => {
                self.reason = Some(reason);
                None
            }
        }
    }

    /// A search on this path: by one search, or by those of a relay in turns if the answer was found by one. What
    /// is lost may be as hard as the whole was, and hopeless for the first of them.
    fn in_turns<T>(
        &mut self,
        effort: Effort,
        ask: impl Fn(&mut Engine<'_, 'm, G>) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let Some(relay) = self.algorithm.relay else {
            return ask(&mut self.engine(Plan::of(&self.algorithm), effort));
        };
        let last = self.monitor.nodes().saturating_add(effort.nodes);
        let first = self.algorithm;
        let turns = relay::depth_first(&first);
        // Mostly a small part of the problem is lost.
        let mut whole = (relay / relay::WHOLE).max(relay::WHOLE);
        loop {
            // Whether one of them could go on, and why the others could not.
            let (mut goes_on, mut why) = (false, Reason::Saturated);
            for (plan, part) in turns {
                let nodes = whole / relay::WHOLE * part;
                let left = last.saturating_sub(self.monitor.nodes());
                if left == 0 {
                    return Err(Reason::NodeLimit);
                }
                let answer = ask(&mut self.engine(plan, Effort { nodes: nodes.min(left), ..effort }));
                match answer {
                    Err(Reason::NodeLimit) if !self.monitor.is_exhausted() => goes_on = true,
                    Err(reason @ (Reason::Saturated | Reason::MemoryFull)) => why = reason,
                    answer => return answer,
                }
            }
            if !goes_on {
                return Err(why);
            }
            whole = whole.saturating_mul(relay::GROWTH);
        }
    }

    fn engine(&mut self, plan: Plan, effort: Effort) -> Engine<'_, 'm, G> {
        let (salt, value) = (self.salt, self.value);
        let context = SearchContext {
            table: self.table,
            path: &mut self.path,
            space: &mut self.space,
            monitor: self.monitor,
            stats: &mut self.stats,
        };
        let engine = Engine::new(self.game.nested(), plan, context).salted(salt).with_budget(effort.nodes);
        match effort.within {
            Some(plies) => engine.with_horizon(Horizon { value, plies }),
            None => engine,
        }
    }

    fn judge(&self, numbers: Numbers, length: u32) -> Known {
        if numbers == self.value { Known::Value(length) } else { Known::Other }
    }
}
