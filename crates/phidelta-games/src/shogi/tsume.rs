//! Mate problems as a [`Game`].
//!
//! The side to move attacks, or, in check, is to be mated by the other. The attacker must give check with every move and fails when he cannot; the defender
//! may do anything legal and is mated when there is nothing. A repeated position is the attacker's
//! failure: a check for ever is no mate.
//!
//! The end of the game is known only by generating moves, and a search asks for the end before it asks
//! for the moves. So the list made for the first question is kept for the second.
//!
//! Invariant: outcome and moves are those of the generators, whatever was played and asked before.

use std::cell::{Cell, Ref, RefCell};
use std::sync::Arc;

use phidelta::{Game, Hint, INFINITY, Key, Number, Numbers, Outcome, Shortcut, Side, Stock, mix};

use super::bitboard::Bitboard;
use super::error::{SfenError, SfenErrorKind};
use super::estimate::{Surroundings, UNIT};
use super::first_numbers::{self, FirstNumbers};
use super::hand::Hand;
use super::mate_in_one::{Seen, Sight};
use super::mv::Move;
use super::position::Position;
use super::sfen::Setup;
use super::types::{Color, Kind, Square};
use super::zobrist;

/// A mate problem.
#[derive(Clone, Debug)]
pub struct Tsume {
    position: Position,
    attacker: Color,
    /// Tells problems apart that differ in who mates or in the pieces there are.
    salt: Key,
    /// The moves of the position, if `listed`.
    list: RefCell<Vec<Move>>,
    listed: Cell<bool>,
    /// The surroundings of the defender's king in the position, if they were `surveyed`.
    around: RefCell<Surroundings>,
    surveyed: Cell<bool>,
    /// What the last shortcut asked for has seen, if it was open.
    seen: Option<Seen>,
    /// Learned first numbers, if there are any.
    first: Option<Arc<FirstNumbers>>,
}

impl Tsume {
    /// Reads a problem. If the text says nothing of the defender's hand, he has all that is neither on
    /// the board nor in the attacker's hand, as usual for problems; the attacker's king, if it is
    /// missing, is not among that.
    pub fn from_sfen(text: &str) -> Result<Tsume, SfenError> {
        let mut setup = Setup::read(text)?;
        let board = setup.board();
        let opponent = setup.position.side().flip();
        if !setup.says_empty(opponent) {
            setup.position.complete_hand(opponent);
        }
        let position = setup.played()?;
        let defender = position.side().flip();
        Tsume::new(position).ok_or_else(|| SfenError::at(board, SfenErrorKind::NoKing(defender)))
    }

    /// Reads the problem of mating the side to move, which must be in check. If the text gives it nothing
    /// in hand, it has the rest.
    pub fn mated_from_sfen(text: &str) -> Result<Tsume, SfenError> {
        let mut setup = Setup::read(text)?;
        let board = setup.board();
        let defender = setup.side_after_moves();
        if !setup.says_empty(defender) {
            setup.position.complete_hand(defender);
        }
        let position = setup.played()?;
        Tsume::mated(position).map_err(|kind| SfenError::at(board, kind))
    }

    /// The problem of mating the opponent of the side to move, if he has a king. Hands are as they are.
    pub fn new(position: Position) -> Option<Tsume> {
        position.king(position.side().flip())?;
        let attacker = position.side();
        Some(Tsume::by(attacker, position))
    }

    /// The problem of mating the side to move, which must be in check: otherwise there is nothing that it
    /// would have to answer. Hands are as they are.
    pub fn mated(position: Position) -> Result<Tsume, SfenErrorKind> {
        let defender = position.side();
        if position.king(defender).is_none() {
            return Err(SfenErrorKind::NoKing(defender));
        }
        if !position.in_check(defender) {
            return Err(SfenErrorKind::NotInCheck(defender));
        }
        Ok(Tsume::by(defender.flip(), position))
    }

    fn by(attacker: Color, position: Position) -> Tsume {
        // Of two problems with one set of pieces the board and the attacker's hand tell all.
        let set = Kind::IN_HAND.into_iter().fold(0, |set, kind| set * 19 + u64::from(position.total(kind)));
        let salt = mix(set << 1 | u64::from(attacker == Color::White));
        Tsume {
            position,
            attacker,
            salt,
            list: RefCell::default(),
            listed: Cell::new(false),
            around: RefCell::default(),
            surveyed: Cell::new(false),
            seen: None,
            first: None,
        }
    }

    /// The same with other first numbers, or the ones made by hand. No answer depends on them.
    #[must_use]
    pub fn with_first_numbers(mut self, first: Option<Arc<FirstNumbers>>) -> Tsume {
        self.first = first;
        self
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

    /// A move with which the attacker, if he is to move, mates.
    pub(super) fn mating_move(&mut self) -> Option<Move> {
        if self.side() != Side::Attacker {
            return None;
        }
        self.changed();
        match self.position.sight(false, self.list.get_mut()) {
            Sight::Mate(mv) => Some(mv),
            Sight::NoCheck | Sight::Open(_) => None,
        }
    }

    /// Gives the attacker these pieces in hand, and the defender the others that are in hands; false if
    /// there are not so many.
    pub(super) fn set_attacker_hand(&mut self, hand: Hand) -> bool {
        let defender = self.attacker.flip();
        let (old, mut rest) = (self.attacker_hand(), self.position.hand(defender));
        for kind in Kind::IN_HAND {
            let all = old.count(kind) + rest.count(kind);
            if hand.count(kind) > all {
                return false;
            }
            while rest.count(kind) + hand.count(kind) > all {
                rest = rest.without(kind);
            }
            while rest.count(kind) + hand.count(kind) < all {
                rest = rest.with(kind);
            }
        }
        self.position.set_hand(self.attacker, hand);
        self.position.set_hand(defender, rest);
        self.changed();
        true
    }

    /// Gives a piece that the attacker holds to the defender, as if it had not been taken.
    pub(super) fn give_back(&mut self, kind: Kind) {
        self.pass(kind, self.attacker, self.attacker.flip());
    }

    /// Undoes [`Tsume::give_back`].
    pub(super) fn take_again(&mut self, kind: Kind) {
        self.pass(kind, self.attacker.flip(), self.attacker);
    }

    fn pass(&mut self, kind: Kind, from: Color, to: Color) {
        let (less, more) = (self.position.hand(from).without(kind), self.position.hand(to).with(kind));
        self.position.set_hand(from, less);
        self.position.set_hand(to, more);
        self.changed();
    }

    /// The position is another one now.
    #[inline]
    fn changed(&self) {
        self.listed.set(false);
        self.surveyed.set(false);
    }

    /// What `see` makes of the surroundings of the defender's king.
    #[inline]
    fn with_surroundings<T>(&self, see: impl FnOnce(&mut Surroundings) -> T) -> Option<T> {
        let mut around = self.around.borrow_mut();
        if !self.surveyed.get() {
            self.surveyed.set(self.position.survey(&mut around));
        }
        self.surveyed.get().then(|| see(&mut around))
    }

    /// First numbers of the position behind a check.
    #[inline]
    pub(super) fn estimate_check(&self, mv: Move) -> Numbers {
        let numbers = self.with_surroundings(|around| match &self.first {
            Some(first) => first.of(self.position.check_cell(mv, around)),
            None => self.position.estimate_check(mv, around),
        });
        numbers.unwrap_or(Numbers::UNIT)
    }

    /// First numbers of the position behind an evasion, at which a shortcut was looked for in vain just now.
    #[inline]
    pub(super) fn estimate_evasion(&self, mv: Move) -> Numbers {
        match (&self.first, self.seen) {
            (Some(first), Some(seen)) => first.of(self.position.evasion_cell(mv, seen)),
            _ => self.position.estimate_evasion(mv),
        }
    }

    /// The cell of the position behind a move; `None` where a shortcut has the answer.
    pub(crate) fn first_cell(&mut self, mv: Move) -> Option<first_numbers::Cell> {
        if self.side() == Side::Attacker {
            return self.with_surroundings(|around| self.position.check_cell(mv, around));
        }
        self.play(mv);
        let answer = self.look(true);
        self.undo(mv);
        self.seen.filter(|_| answer.is_none()).map(|seen| self.position.evasion_cell(mv, seen))
    }

    /// What is seen of an attacker's turn, and if `counts` how much of what is not decided.
    fn look(&mut self, counts: bool) -> Option<Shortcut> {
        if self.side() != Side::Attacker {
            return None;
        }
        self.changed();
        self.seen = None;
        let mv = match self.position.sight(counts, self.list.get_mut()) {
            Sight::Mate(mv) => mv,
            Sight::NoCheck => {
                let stock = self.most_stock(&mut std::iter::empty());
                return Some(Shortcut::new(Outcome::Loss, 0).with_stock(stock));
            }
            Sight::Open(seen) => {
                self.seen = seen;
                return None;
            }
        };
        self.position.place(mv);
        let least = self.position.least_hand(self.attacker, &mut std::iter::empty());
        self.position.take_away(mv);
        let stock = self.position.least_hand(self.attacker, &mut std::iter::once((mv, least))).bits();
        Some(Shortcut::new(Outcome::Win, 1).with_stock(stock))
    }

    /// The moves of the present position, made now or before.
    #[inline]
    pub(super) fn listed(&self) -> Ref<'_, Vec<Move>> {
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
        self.changed();
    }

    #[inline]
    fn undo(&mut self, mv: Move) {
        self.position.undo(mv);
        self.changed();
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
        let hands = zobrist::hands(self.attacker_hand(), self.position.hand(self.attacker.flip()));
        self.position.board_key() ^ hands ^ self.salt
    }

    fn describe(&self) -> String {
        format!("mate {}, {:?} attacks", self.position, self.attacker)
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> Key {
        self.keys_after(mv).0
    }

    #[inline(always)] // into the engine's loop over the moves
    fn keys_after(&mut self, mv: Move) -> (Key, Key, Stock) {
        let (board, hands) = self.position.board_after(mv);
        let attacker = self.attacker.index();
        let (board, stock) = (board ^ self.salt, hands[attacker]);
        (board ^ zobrist::hands(stock, hands[1 - attacker]), board, stock.bits())
    }

    const RESOURCES: bool = true;

    const STOCK_IN_KEY: bool = true;

    const KEEPS_LOOKS: bool = true;

    #[inline]
    fn board_key(&self) -> Key {
        self.position.board_key() ^ self.salt
    }

    #[inline]
    fn stock(&self) -> Stock {
        self.attacker_hand().bits()
    }

    #[inline]
    fn covers(more: Stock, less: Stock) -> bool {
        Hand::from_bits(more).covers(Hand::from_bits(less))
    }

    fn least_stock(&mut self, replies: &mut dyn Iterator<Item = (Move, Stock)>) -> Stock {
        let mut replies = replies.map(|(mv, stock)| (mv, Hand::from_bits(stock)));
        self.position.least_hand(self.attacker, &mut replies).bits()
    }

    fn most_stock(&mut self, replies: &mut dyn Iterator<Item = (Move, Stock)>) -> Stock {
        let mut replies = replies.map(|(mv, stock)| (mv, Hand::from_bits(stock)));
        self.position.most_hand(self.attacker, &mut replies).bits()
    }

    /// Mate in one, and no check at all.
    fn shortcut(&mut self) -> Option<Shortcut> {
        // Only learned numbers ask for more.
        self.look(self.first.is_some())
    }

    /// A check has no shortcut behind it, so that it need not be played.
    #[inline]
    fn hint_after(&mut self, mv: Move) -> Hint {
        if self.side() == Side::Attacker {
            return Hint::Estimate(self.estimate_check(mv));
        }
        self.position.place(mv);
        let answer = self.shortcut();
        self.position.take_away(mv);
        answer.map_or_else(|| Hint::Estimate(self.estimate_evasion(mv)), Hint::Answer)
    }

    fn average_estimate(&self) -> Number {
        UNIT
    }

    const WAITING_MOVES: bool = true;

    /// Drops wait for each other, those that a piece supports square by square, the others all together: what
    /// answers the first mostly answers the next. A move without promotion waits for the one with it if
    /// the piece is only weaker for it.
    fn waiting_moves(&self, moves: &[Move], wait: &mut [Option<u32>]) {
        wait_in_groups(&self.position, self.side(), moves, |mv| *mv, wait);
    }

    /// What answers one interposition mostly answers the next, however hard it is; a promotion that is hard
    /// to mate with may be the wrong move.
    #[inline]
    fn wait_limit(&self) -> Number {
        if self.side() == Side::Attacker { RELEASE } else { INFINITY }
    }
}

/// The number at which an awaited promotion has become so hard that the move without it gets its turn: that
/// of 16 moves of which nothing is known. Of 12 to 48 tried, 20 and 32 were the best on the classics; 32 waits
/// longer.
pub(super) const RELEASE: Number = 16 * UNIT;

/// The groups of moves of a side; `plain` is the move of an element.
pub(super) fn wait_in_groups<M>(
    position: &Position,
    side: Side,
    moves: &[M],
    plain: impl Fn(&M) -> Move,
    wait: &mut [Option<u32>],
) {
    // Squares on which something is dropped, and those of them where somebody supports it.
    let (mut seen, mut firm) = (Bitboard::EMPTY, Bitboard::EMPTY);
    // The last drop so far on a firm square, once there is one, and on any that nobody supports.
    let (mut last, mut anywhere) = (None, None);
    for index in 0..moves.len() {
        let mv = plain(&moves[index]);
        if !mv.is_drop() {
            // The generators make the two moves of a pair one after the other.
            let pair = |other: &Move| other.from() == mv.from() && other.to() == mv.to();
            let promotes = moves[..index].last().map(&plain).filter(pair).is_some();
            wait[index] = (promotes && is_weaker(mv)).then(|| index as u32 - 1);
        } else if side == Side::Defender {
            let to = mv.to();
            if !seen.has(to) {
                seen |= Bitboard::of(to);
                if position.is_supported(mv) {
                    firm |= Bitboard::of(to);
                }
            }
            let before = match firm.has(to) {
                true => &mut last.get_or_insert([None; Square::COUNT])[to.index()],
                false => &mut anywhere,
            };
            wait[index] = before.replace(index as u32);
        }
    }
}

/// Whether a piece that does not promote can do nothing that it could not do promoted, apart from avoiding a
/// mate by a dropped pawn. Silver, knight and lance lose moves by promoting.
fn is_weaker(mv: Move) -> bool {
    match mv.kind() {
        Kind::PAWN | Kind::BISHOP | Kind::ROOK => true,
        // From the second rank a lance has one square left, which a gold reaches, too.
        Kind::LANCE => mv.to().rank() == if mv.color() == Color::Black { 2 } else { 8 },
        _ => false,
    }
}

impl Position {
    /// Whether somebody would take back what takes a drop: a piece behind its square, or the king where none but
    /// the checker bears on it.
    fn is_supported(&self, mv: Move) -> bool {
        let (to, us) = (mv.to(), mv.color());
        let behind = self.attackers(to, us, self.occupied());
        let king = self.pieces_of(us, Kind::KING);
        !(behind & !king).is_empty()
            || behind.meets(king) && self.attackers(to, us.flip(), self.occupied()).count() < 2
    }

    /// Gives a side that has nothing in hand all pieces of a set that are not in play.
    pub(super) fn complete_hand(&mut self, color: Color) {
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
