//! The moves of a row of a certificate, by name, and where they lead.
//!
//! Idea: a position that one move alone leads to needs neither a number nor a text of its own. Its moves
//! stand behind that move ([`Target::Inline`]), as one list: a tree, each position before those behind it.

use super::certificate::{Certifiable, Target};

/// Names of moves and where they lead, with those of positions told in place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replies {
    /// All names, one after the other.
    names: String,
    /// Where the name of each move ends, and where the move leads.
    pairs: Vec<(usize, Target)>,
}

impl Replies {
    /// How many moves.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Names and where they lead.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Target)> {
        let mut from = 0;
        self.pairs.iter().map(move |&(to, target)| {
            let name = &self.names[from..to];
            from = to;
            (name, target)
        })
    }

    /// Adds a move of the game's present position.
    pub(super) fn push<G: Certifiable>(&mut self, game: &G, mv: G::Move, target: Target) {
        game.write_move(mv, &mut self.names);
        self.pairs.push((self.names.len(), target));
    }

    /// Adds the moves of a position told in place, behind the move that leads to it.
    pub(super) fn append(&mut self, inner: &Replies) {
        let start = self.names.len();
        self.names.push_str(&inner.names);
        self.pairs.extend(inner.pairs.iter().map(|&(to, target)| (start + to, target)));
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.pairs.clear();
    }
}
