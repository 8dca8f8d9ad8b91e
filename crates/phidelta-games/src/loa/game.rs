//! Lines of Action as a [`Game`].
//!
//! The end of the game is looked for in the sets of pieces. What a position could be won with in one
//! move depends on one set alone, so it is worked out once for many positions and kept by set.
//!
//! Invariant: outcome and moves are those of the rules; a shortcut is what all moves tried out would
//! tell (`loa_search`).

use phidelta::{Draws, Game, Goal, Hint, Key, Numbers, Outcome, Repetition, Shortcut, Side, mix};

use super::connection::{self, Joins};
use super::estimate;
use super::history::{End, History};
use super::position::{Position, move_into};
use super::rules::{Both, Rules, Stuck};
use super::types::{Color, Move};

/// Sets whose joins are kept: what fits into a second-level cache.
const KEPT: usize = 1024;

/// The question whether a side wins, or reaches at least a draw.
#[derive(Clone, Debug)]
pub struct Loa {
    position: Position,
    rules: Rules,
    attacker: Color,
    goal: Goal,
    /// Positions that the game before has used up: drawn when they occur again.
    spent: Vec<Key>,
    /// Tells questions apart that share a table.
    salt: Key,
    joins: Vec<Joins>,
}

impl Loa {
    /// The question whether the side to move wins.
    pub fn new(history: &History) -> Loa {
        let (position, rules) = (history.position().clone(), history.rules());
        let (attacker, goal) = (position.side(), Goal::Win);
        let spent = history.spent();
        let variant = rules.both as u64 | (rules.stuck as u64) << 1 | (attacker as u64) << 2;
        let mix_in = |salt: Key, key: &Key| mix((salt ^ key) as u64) ^ (salt ^ key).rotate_left(29);
        let salt = spent.iter().fold(mix(0x10a0_0000_0000_2000 | variant), mix_in);
        let joins = vec![Joins::NONE; KEPT];
        Loa { position, rules, attacker, goal, spent, salt, joins }
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who is asked about.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How the game has ended here, if it has.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.position.end(self.rules).or_else(|| self.is_spent().then_some(End::Repetition))
    }

    #[inline]
    fn is_spent(&self) -> bool {
        !self.spent.is_empty() && self.spent.binary_search(&self.position.key()).is_ok()
    }

    #[inline]
    fn result(&self, end: End) -> Outcome {
        match end.winner() {
            None => Outcome::Draw,
            Some(winner) if winner == self.attacker => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// A move that wins at once, in a game that has not ended.
    pub fn winning_move(&mut self) -> Option<Move> {
        let side = self.position.side();
        self.win_of(self.position.pieces(side), self.position.pieces(side.flip()))
    }

    /// A move of `own` that wins at once.
    #[inline]
    fn win_of(&mut self, own: u64, other: u64) -> Option<Move> {
        let rules = self.rules;
        win_of(self.joins_of(own), own, other, rules)
    }

    /// The joins of a set, kept or worked out.
    #[inline]
    fn joins_of(&mut self, set: u64) -> &Joins {
        // Fibonacci hashing: the upper bits of the product depend on all bits of the set.
        let place = (set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % KEPT;
        let kept = &mut self.joins[place];
        if kept.set != set {
            *kept = Joins::of(set);
        }
        kept
    }
}

/// A move of `own`, whose joins are known, that wins at once.
#[inline]
fn win_of(joins: &Joins, own: u64, other: u64, rules: Rules) -> Option<Move> {
    if joins.movers == 0 {
        return None;
    }
    // Only a capture can connect the opponent.
    let both = |mv: Move| mv.captures() && connection::is_connected(other & !mv.to().bit());
    let wins = |mv: Move| rules.both == Both::MoverWins || !both(mv);
    joins.iter().find_map(|(from, targets)| move_into(own, other, from, targets, wins))
}

impl Game for Loa {
    type Move = Move;

    #[inline]
    fn side(&self) -> Side {
        if self.position.side() == self.attacker { Side::Attacker } else { Side::Defender }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        self.position.legal_moves(self.rules, out);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.position.play(mv);
    }

    #[inline]
    fn undo(&mut self, mv: Move) {
        self.position.undo(mv);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| self.result(end))
    }

    #[inline]
    fn key(&self) -> Key {
        self.position.key() ^ self.salt
    }

    fn describe(&self) -> String {
        let Loa { position, rules, attacker, spent, .. } = self;
        let Rules { both, stuck, .. } = rules;
        format!("lines of action {position}, {attacker:?} attacks, {both:?} {stuck:?}, spent {spent:x?}")
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> Key {
        self.position.key_after(mv) ^ self.salt
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    #[inline]
    fn estimate(&self) -> Numbers {
        let (side, position) = (self.position.side(), &self.position);
        let (own, theirs) = (position.pieces(side), position.pieces(side.flip()));
        let threatened = win_of(&Joins::of(theirs), theirs, own, self.rules).is_some();
        estimate::numbers(self.side(), threatened, || position.mobility(side))
    }

    /// A game that has ended, and a win in one.
    #[inline]
    fn shortcut(&mut self) -> Option<Shortcut> {
        if let Some(end) = self.end() {
            return Some(Shortcut { outcome: self.result(end), length: 0, stock: 0 });
        }
        self.winning_move()?;
        let winner = End::Connected(self.position.side());
        Some(Shortcut { outcome: self.result(winner), length: 1, stock: 0 })
    }

    const HINTS_TELL_ENDS: bool = true;

    #[inline]
    fn hint_after(&mut self, mv: Move) -> Hint {
        let (mover, other) = (self.position.side(), self.position.side().flip());
        let plain = !mv.is_pass() && self.rules.stuck == Stuck::Passes && self.spent.is_empty();
        let before = self.position.pieces(mover);
        if plain && !self.joins_of(before).connects(mv.from(), mv.to()) {
            let own = before ^ (mv.from().bit() | mv.to().bit());
            let theirs = self.position.pieces(other) & !mv.to().bit();
            if !mv.captures() || !connection::is_connected(theirs) {
                if self.win_of(theirs, own).is_none() {
                    let side = if other == self.attacker { Side::Attacker } else { Side::Defender };
                    let threatened = self.win_of(own, theirs).is_some();
                    let moves = || self.position.mobility_after(mv, other);
                    return Hint::Estimate(estimate::numbers(side, threatened, moves));
                }
                let outcome = self.result(End::Connected(other));
                return Hint::Answer(Shortcut { outcome, length: 1, stock: 0 });
            }
        }
        self.play(mv);
        let hint = self.shortcut().map_or_else(|| Hint::Estimate(self.estimate()), Hint::Answer);
        self.undo(mv);
        hint
    }
}

impl Draws for Loa {
    fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }
}
