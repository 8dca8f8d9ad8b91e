//! ABDADA: several workers search one root, and put off what others are at.
//!
//! Idea: all workers run the same search on the same table. The first move of a position everybody searches; a
//! later one in which somebody else is just now is put off until the others have been tried. By then the table
//! knows it, or there is nothing better to do than to help. Nothing else changes: no shared frames, nobody waits.
//!
//! With many workers, near the root so many may be at a move before it is put off: where one move may be enough, trying
//! all of them at once is mostly waste.
//!
//! Source: Weill 1996. What differs: that; who is where stands in a small table of its own ([`Presence`]), as in the
//! depth-first engine; and a worker who stands in what has been decided meanwhile leaves it.
//! Only where the rules bound the game and no position comes again: there every value is an answer, which holds for
//! all. Invariant: a verdict is that of the search alone.

use std::cmp::Reverse;

use super::{Frame, Questions, Search, Value, holds};
use crate::finding::Finding;
use crate::game::{Game, Key};
use crate::history::INDEPENDENT;
use crate::table::Presence;

/// Plies left from which on workers tell each other where they are: below that, telling costs more than doing.
pub(super) const SHARED_PLIES: u32 = 8;

/// What the place of a position differs by where the game itself looks for its answer: nobody can help there, so that
/// even a first move is put off.
const AT_ONCE: Key = 0x6174_206f_6e63_6500 << 24;

/// The rank of a move that was put off.
const PUT_OFF: i32 = i32::MIN;

impl<G: Game> Search<'_, '_, G> {
    /// The top frame has just been entered: the others are told, if enough is left below it.
    pub(super) fn appear(&mut self) {
        let Some(presence) = self.presence else { return };
        let Some(frame) = self.frames.last_mut() else { return };
        if self.limit - self.game.plies() as u32 >= SHARED_PLIES {
            presence.enter(frame.key);
            frame.present = true;
        }
    }

    /// A frame has been left.
    #[inline]
    pub(super) fn disappear(&self, frame: &Frame) {
        if let Some(presence) = self.presence.filter(|_| frame.present) {
            presence.leave(frame.key);
        }
    }

    /// The next move of the top frame that nobody else is at, and what is asked about it; if there is none, one of
    /// the others.
    pub(super) fn next_apart(&mut self) -> Option<(G::Move, Questions)> {
        let (presence, salt) = (self.presence?, self.question.salt());
        let frame = self.frames.last_mut()?;
        if !frame.present {
            return self.next_move();
        }
        let first = frame.tried == 0;
        let together = presence.together().saturating_sub(self.game.plies() as u32);
        loop {
            let left = &mut self.moves[frame.first as usize + frame.tried as usize..];
            let best = (0..left.len()).max_by_key(|&i| (left[i].rank, Reverse(left[i].index)))?;
            let key = self.game.key_after(left[best].mv) ^ salt;
            let is_free = presence.count(key ^ AT_ONCE) == 0 && (first || presence.count(key) <= together);
            if left[best].rank == PUT_OFF || is_free {
                return self.next_move();
            }
            left[best].rank = PUT_OFF;
        }
    }

    /// An exact answer of the game to the present position. It may take long: the others are told.
    pub(super) fn shortcut_apart(&mut self, presence: &Presence, key: Key, draft: u32) -> Option<Value> {
        presence.enter(key ^ AT_ONCE);
        let value = self.game.shortcut().map(|shortcut| self.take_shortcut(key, draft, shortcut));
        presence.leave(key ^ AT_ONCE);
        value
    }

    /// Leaves what others have decided meanwhile.
    pub(super) fn look_around(&mut self) {
        if self.presence.is_none() {
            return;
        }
        let decided = |(at, frame): (usize, &Frame)| {
            let record = self.table.probe(frame.key).filter(|record| frame.present && holds(record))?;
            let (numbers, length) = (record.numbers, record.length);
            Some((at, Value::Decided(Finding { numbers, dependency: INDEPENDENT, length })))
        };
        // Of the root the crew is told.
        let Some((at, value)) = self.frames.iter().enumerate().skip(1).find_map(decided) else { return };
        while self.frames.len() > at {
            let Some(frame) = self.frames.pop() else { return };
            self.disappear(&frame);
            self.moves.truncate(frame.first as usize);
            if self.frames.len() > at {
                self.game.undo();
            }
        }
        let mut left = self.take(value);
        while let Some(value) = left.filter(|_| self.frames.len() > 1) {
            self.leave(value);
            left = self.take(value);
        }
        // A root that is decided concludes by itself when it comes to its next move.
        self.decided = left;
    }
}

/// Workers from which on some stay together near the root, and how many may be at one move of the root beside the
/// next; one less at each ply. Chosen on Othello with 20 to 24 empty squares, simulated: 4.2 to 5.3 times as quick with
/// 8, 6.5 to 8.9 with 16; with two the median is higher without.
const CROWD: usize = 4;
const TOGETHER: u32 = 7;

impl Presence {
    /// How many others may be at a move of the root before it is put off.
    fn together(&self) -> u32 {
        if self.workers() >= CROWD { TOGETHER } else { 0 }
    }

    /// Whether workers can share a search: where every value is an answer, and an answer holds everywhere.
    pub(crate) fn serves<G: Game>(game: &G) -> bool {
        G::ACYCLIC && game.plies_left().is_some()
    }
}
