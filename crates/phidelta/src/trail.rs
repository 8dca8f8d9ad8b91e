//! The moves made on a game, and the promise to take them back.
//!
//! Idea: whoever plays moves on a game that belongs to someone else holds a [`Trail`]. It owns the moves
//! made through it, and takes back what is left of them when it goes, whatever ended the work: an answer, a
//! limit, a full memory, an error, a panic of an observer. A search within a search takes a trail of its own
//! ([`Trail::nested`]), which goes on with the line but answers for its own moves only.
//!
//! Invariant: where a trail ends the game stands where it stood when the trail began, stock included.

use std::ops::{Deref, DerefMut};

use crate::game::{Game, Stock};
#[cfg(feature = "certificates")]
use crate::proof::Certifiable;

/// A game, the line of moves that led to where it stands, and which of them are to be taken back.
#[derive(Debug)]
pub(crate) struct Trail<'t, G: Game> {
    game: &'t mut G,
    line: &'t mut Vec<G::Move>,
    /// Moves of the line that others answer for.
    base: usize,
    /// Stocks that were changed, by the length of the line at that time.
    stocks: Vec<Restock<G>>,
}

/// A stock that was there, and how it comes back.
#[derive(Debug)]
struct Restock<G> {
    plies: usize,
    before: Stock,
    set: fn(&mut G, Stock) -> bool,
}

impl<'t, G: Game> Trail<'t, G> {
    /// A trail from the game's present position. `line` is where its moves are kept.
    pub(crate) fn new(game: &'t mut G, line: &'t mut Vec<G::Move>) -> Trail<'t, G> {
        line.clear();
        Trail { game, line, base: 0, stocks: Vec::new() }
    }

    /// Takes up a trail that was put down with [`Trail::stand`]: all but the first `base` moves of the line
    /// are its own.
    pub(crate) fn resume(game: &'t mut G, line: &'t mut Vec<G::Move>, base: usize) -> Trail<'t, G> {
        Trail { game, line, base, stocks: Vec::new() }
    }

    /// Puts the trail down where it stands, without taking anything back. Whoever has the game and the line
    /// answers for them now.
    pub(crate) fn stand(mut self) {
        debug_assert!(self.stocks.is_empty(), "stocks come back with the moves");
        self.base = self.line.len();
    }

    /// A trail from here, for work within the work.
    #[inline]
    pub(crate) fn nested(&mut self) -> Trail<'_, G> {
        let base = self.line.len();
        Trail { game: self.game, line: self.line, base, stocks: Vec::new() }
    }

    /// Plays a move.
    #[inline]
    pub(crate) fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.line.push(mv);
    }

    /// Takes back the last of the trail's own moves, with what was changed after it; `None` if there is
    /// none left.
    #[inline]
    pub(crate) fn undo(&mut self) -> Option<G::Move> {
        if self.line.len() == self.base {
            return None;
        }
        if G::RESOURCES {
            self.restore_stock();
        }
        let mv = self.line.pop()?;
        self.game.undo(mv);
        Some(mv)
    }

    /// Takes back moves until the line has `plies` of them.
    pub(crate) fn go_back_to(&mut self, plies: usize) {
        while self.line.len() > plies && self.undo().is_some() {}
    }

    /// Looks at the position behind a move.
    #[inline]
    pub(crate) fn behind<T>(&mut self, mv: G::Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let plies = self.line.len();
        self.play(mv);
        let seen = look(self);
        self.go_back_to(plies);
        seen
    }

    /// All moves to the present position, those of others included.
    #[inline]
    pub(crate) fn line(&self) -> &[G::Move] {
        self.line
    }

    /// Moves to the present position.
    #[inline]
    pub(crate) fn plies(&self) -> usize {
        self.line.len()
    }

    /// Moves that others answer for.
    #[inline]
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Gives the present position the stock back that its move has left.
    pub(crate) fn restore_stock(&mut self) {
        while let Some(last) = self.stocks.last().filter(|last| last.plies >= self.line.len()) {
            (last.set)(self.game, last.before);
            self.stocks.pop();
        }
    }
}

#[cfg(feature = "certificates")]
impl<G: Certifiable> Trail<'_, G> {
    /// Gives the attacker another stock until the move to the present position is taken back; false if
    /// the game does not know how.
    pub(crate) fn set_stock(&mut self, stock: Stock) -> bool {
        let before = self.game.stock();
        if stock == before {
            return true;
        }
        let done = self.game.set_stock(stock);
        if done {
            self.stocks.push(Restock { plies: self.line.len(), before, set: G::set_stock });
        }
        done
    }
}

impl<G: Game> Deref for Trail<'_, G> {
    type Target = G;

    #[inline]
    fn deref(&self) -> &G {
        self.game
    }
}

impl<G: Game> DerefMut for Trail<'_, G> {
    #[inline]
    fn deref_mut(&mut self) -> &mut G {
        self.game
    }
}

impl<G: Game> Drop for Trail<'_, G> {
    #[inline]
    fn drop(&mut self) {
        if self.line.len() > self.base {
            self.go_back_to(self.base);
        }
        if G::RESOURCES {
            self.restore_stock();
        }
    }
}
