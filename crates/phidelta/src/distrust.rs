//! Keys compared with the positions they stand for.
//!
//! Idea: a table trusts keys, so that a game whose key leaves something out gets wrong answers without a
//! word. A solver that distrusts keys keeps what [`Game::describe`] says of every position it meets, by key,
//! and stops at the first two that differ under one key. Every position that a search looks up is compared
//! first: the root, and what is behind each move of a position whose moves are generated.
//!
//! Invariant: a verdict given while keys are distrusted rests on no two positions with one key, as far as
//! their descriptions tell them apart.

use std::collections::HashMap;

use crate::game::{Game, Key, Question, Stock};

/// Two different positions with one key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("two positions have the key {key:#034x}: {first} and {second}")]
#[non_exhaustive]
pub struct KeysMeet {
    /// What they have in common, the question mixed in.
    pub key: Key,
    /// The one met first, in the words of [`Game::describe`], with what is asked about it.
    pub first: String,
    /// The other one.
    pub second: String,
}

/// Positions by key.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    by_key: HashMap<Key, String>,
    /// In games with resources: by board and stock.
    by_board: HashMap<(Key, Stock), String>,
    met: Option<KeysMeet>,
}

impl Positions {
    /// The two positions that were found to have one key.
    pub(crate) fn met(&self) -> Option<&KeysMeet> {
        self.met.as_ref()
    }

    /// Compares the present position with those that had one of these keys before; false if one of them,
    /// or an earlier one, is another position.
    pub(crate) fn compare<G: Game>(&mut self, game: &G, (key, board, stock): (Key, Key, Stock)) -> bool {
        if self.met.is_some() {
            return false;
        }
        let question = Question::of(game);
        let (key, board) = (key ^ question.salt(), board ^ question.salt());
        let text = format!("{} ({question})", game.describe());
        let known = self.by_key.entry(key).or_insert_with(|| text.clone());
        let mut met = (*known != text).then(|| (key, known.clone()));
        if G::RESOURCES && met.is_none() {
            let known = self.by_board.entry((board, stock)).or_insert_with(|| text.clone());
            met = (*known != text).then(|| (board, known.clone()));
        }
        self.met = met.map(|(key, first)| KeysMeet { key, first, second: text });
        self.met.is_none()
    }
}
