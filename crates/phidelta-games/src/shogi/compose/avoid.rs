//! A mate that keeps away from the positions of a given line.
//!
//! Idea: another mating move is a cook of its own only if its mate does not come back to the solution.
//! So positions of the solution with the attacker to move count as his failure, also with less in his
//! hand: what is lost stays lost with less, so that the dominance of hands holds here, too.
//!
//! Invariant: a proof never visits a position of the line; with an empty line this is the plain problem.

use phidelta::{Game, Hint, Key, Number, Outcome, Shortcut, Side, Stock, mix};

use super::super::mv::Move;
use super::super::tsume::Tsume;

/// Tells keys of different lines from each other.
const AVOIDING: u64 = 0x6176_6f69 << 32;

/// A mate problem in which some positions are forbidden to the attacker.
#[derive(Clone, Debug)]
pub(super) struct Avoiding {
    game: Tsume,
    /// Boards with the attacker to move, and what he holds there.
    forbidden: Vec<(Key, Stock)>,
    salt: Key,
}

impl Avoiding {
    /// The positions of `line` from `start` on, those with the attacker to move, are forbidden.
    pub(super) fn new(game: Tsume, start: &Tsume, line: &[Move]) -> Avoiding {
        let mut forbidden = Vec::new();
        let mut walk = start.clone();
        let mut salt = mix(AVOIDING);
        for &mv in line {
            if walk.side() == Side::Attacker {
                forbidden.push((walk.board_key(), walk.stock()));
                salt = mix((salt ^ walk.key()) as u64);
            }
            walk.play(mv);
        }
        Avoiding { game, forbidden, salt }
    }

    /// What the attacker held where the line came by the present board.
    fn met(&self) -> Option<Stock> {
        if self.game.side() != Side::Attacker {
            return None;
        }
        let (board, holds) = (self.game.board_key(), self.game.stock());
        let mut met = self.forbidden.iter().filter(|(other, _)| *other == board).map(|&(_, stock)| stock);
        met.find(|&stock| Tsume::covers(stock, holds))
    }
}

impl Game for Avoiding {
    type Move = Move;

    fn side(&self) -> Side {
        self.game.side()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.game.moves(out);
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
    }

    fn undo(&mut self, mv: Move) {
        self.game.undo(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.met().map(|_| Outcome::Loss).or_else(|| self.game.outcome())
    }

    fn key(&self) -> Key {
        self.game.key() ^ self.salt
    }

    fn describe(&self) -> String {
        format!("avoiding {:x?}: {}", self.forbidden, self.game.describe())
    }

    fn keys_after(&mut self, mv: Move) -> (Key, Key, Stock) {
        let (key, board, stock) = self.game.keys_after(mv);
        (key ^ self.salt, board ^ self.salt, stock)
    }

    fn key_after(&mut self, mv: Move) -> Key {
        self.keys_after(mv).0
    }

    const RESOURCES: bool = true;

    fn board_key(&self) -> Key {
        self.game.board_key() ^ self.salt
    }

    fn stock(&self) -> Stock {
        self.game.stock()
    }

    fn covers(more: Stock, less: Stock) -> bool {
        Tsume::covers(more, less)
    }

    fn least_stock(&mut self, replies: &mut dyn Iterator<Item = (Move, Stock)>) -> Stock {
        let least = self.game.least_stock(replies);
        // With less it might be a forbidden position: then it needs what it has.
        let board = self.game.board_key();
        let near =
            self.game.side() == Side::Attacker && self.forbidden.iter().any(|(other, _)| *other == board);
        if near { self.game.stock() } else { least }
    }

    fn most_stock(&mut self, replies: &mut dyn Iterator<Item = (Move, Stock)>) -> Stock {
        self.met().unwrap_or_else(|| self.game.most_stock(replies))
    }

    fn shortcut(&mut self) -> Option<Shortcut> {
        if let Some(stock) = self.met() {
            return Some(Shortcut { outcome: Outcome::Loss, length: 0, stock });
        }
        let found = self.game.shortcut()?;
        let stock = if found.outcome == Outcome::Win { self.stock() } else { found.stock };
        Some(Shortcut { stock, ..found })
    }

    fn hint_after(&mut self, mv: Move) -> Hint {
        if self.side() == Side::Attacker {
            return self.game.hint_after(mv);
        }
        self.play(mv);
        let answer = self.shortcut();
        self.undo(mv);
        answer.map_or_else(|| self.game.hint_after(mv), Hint::Answer)
    }

    fn typical(&self) -> Number {
        self.game.typical()
    }

    const GROUPS: bool = true;

    fn groups(&self, moves: &[Move], wait: &mut [Option<u32>]) {
        self.game.groups(moves, wait);
    }
}
