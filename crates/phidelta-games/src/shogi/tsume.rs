//! Mate problems as a [`Game`].
//!
//! The side to move attacks. It must give check with every move and fails when it cannot; the defender
//! may do anything legal and is mated when there is nothing. A repeated position is the attacker's
//! failure: a check for ever is no mate.
//!
//! The end of the game is known only by generating moves, and a search asks for the end before it asks
//! for the moves. So the list made for the first question is kept for the second.
//!
//! Invariant: outcome and moves are those of the generators, whatever was played and asked before.

use std::cell::{Cell, Ref, RefCell};

use phidelta::{Game, Key, Outcome, Side, mix};

use super::error::{SfenError, SfenErrorKind};
use super::hand::Hand;
use super::mv::Move;
use super::position::Position;
use super::sfen::Setup;
use super::types::{Color, Kind};

/// A mate problem.
#[derive(Clone, Debug)]
pub struct Tsume {
    position: Position,
    attacker: Color,
    /// Tells the two questions "does Black mate?" and "does White mate?" apart.
    salt: Key,
    /// The moves of the position, if `listed`.
    list: RefCell<Vec<Move>>,
    listed: Cell<bool>,
}

impl Tsume {
    /// Reads a problem. If the text gives the defender nothing in hand, he has all that is neither on
    /// the board nor in the attacker's hand, as usual for problems; the attacker's king, if it is
    /// missing, is not among that.
    pub fn from_sfen(text: &str) -> Result<Tsume, SfenError> {
        let mut setup = Setup::read(text)?;
        let board = setup.board();
        setup.position.complete_hand(setup.position.side().flip());
        let position = setup.played()?;
        let defender = position.side().flip();
        Tsume::new(position).ok_or_else(|| SfenError::at(board, SfenErrorKind::NoKing(defender)))
    }

    /// The problem of mating the opponent of the side to move, if he has a king. Hands are as they are.
    pub fn new(position: Position) -> Option<Tsume> {
        position.king(position.side().flip())?;
        let attacker = position.side();
        let salt = if attacker == Color::Black { 0 } else { mix(0x7503_e000_0000_0001) };
        Some(Tsume { position, attacker, salt, list: RefCell::default(), listed: Cell::new(false) })
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who has to give mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// What the attacker has in hand.
    pub fn attacker_hand(&self) -> Hand {
        self.position.hand(self.attacker)
    }

    /// The moves of the present position, made now or before.
    #[inline]
    fn listed(&self) -> Ref<'_, Vec<Move>> {
        if !self.listed.get() {
            let mut list = self.list.borrow_mut();
            list.clear();
            match self.side() {
                Side::Attacker => self.position.checks(&mut list),
                Side::Defender => self.position.evasions(&mut list),
            }
            self.listed.set(true);
        }
        self.list.borrow()
    }
}

impl Game for Tsume {
    type Move = Move;

    #[inline]
    fn side(&self) -> Side {
        if self.position.side() == self.attacker { Side::Attacker } else { Side::Defender }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        out.extend_from_slice(&self.listed());
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.listed.set(false);
    }

    #[inline]
    fn undo(&mut self, mv: Move) {
        self.position.undo(mv);
        self.listed.set(false);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.listed().is_empty() {
            return None;
        }
        Some(match self.side() {
            Side::Attacker => Outcome::Loss,
            Side::Defender => Outcome::Win,
        })
    }

    #[inline]
    fn key(&self) -> Key {
        self.position.key() ^ self.salt
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> Key {
        self.position.key_after(mv) ^ self.salt
    }
}

impl Position {
    /// Gives a side that has nothing in hand all pieces of a set that are not in play.
    fn complete_hand(&mut self, color: Color) {
        if !self.hand(color).is_empty() {
            return;
        }
        let mut hand = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            for _ in self.total(kind)..kind.in_set() {
                hand = hand.with(kind);
            }
        }
        self.set_hand(color, hand);
    }
}
