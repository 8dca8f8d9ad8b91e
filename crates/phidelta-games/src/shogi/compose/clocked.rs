//! A mate problem against the clock: mate within so many moves of the attacker.
//!
//! Idea: the moves left are one more thing of which the attacker cannot have too much. So they go into
//! his stock, beside the pieces in hand: a mate found with three moves left serves wherever more are
//! left, an escape from five moves serves wherever fewer are, and one table carries all limits. The least
//! stock of a proof then says how many moves it takes, whatever the clock showed.
//!
//! **Futile interpositions** (無駄合) are a matter of the same clock. Where a piece was interposed, the
//! attacker may take it *for free*: the piece goes back to the defender's hand and the clock is set
//! back to where it stood before the interposition. If he mates in time that way, the interposition has
//! only added plies and is not counted. [`Futile`] says where this is allowed. A free capture never
//! gives the attacker anything but time, so that with enough of it there is a mate with free captures
//! only where there is one without.
//!
//! Invariant: on small positions the answer is that of a plain minimax, for every clock and every rule.

use phidelta::{Game, Hint, Key, Number, Outcome, Shortcut, Side, Stock, mix};

use super::super::hand::Hand;
use super::super::mv::Move;
use super::super::tsume::{Tsume, wait_in_groups};
use super::super::types::{Color, Kind, Square};

/// The largest clock, in moves of the attacker: what eleven bits beside a hand can say. The longest known
/// problem takes 763.
pub const MOST_MOVES: u32 = (1 << (32 - Hand::DENSE_BITS)) - 1;

/// Which interpositions are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Futile {
    /// All are counted: raw plies.
    Off,
    /// Not counted: a drop where the defender has nothing but drops, taken by the checking piece with
    /// mate, or with a position of which the same is true.
    Strict,
    /// Not counted: a drop that the checking piece takes at once, if with the piece given back there is
    /// still mate in the moves that were left before the drop.
    #[default]
    Exact,
    /// The same for any piece that comes between, by a drop or a move, and is taken by any piece with
    /// check.
    Loose,
}

/// A move, and whether its capture is free.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Whether what it takes goes back, and the clock with it.
    pub free: bool,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.mv, if self.free { "=" } else { "" })
    }
}

impl From<Move> for Step {
    fn from(mv: Move) -> Step {
        Step { mv, free: false }
    }
}

/// A mate problem with a clock.
#[derive(Clone, Debug)]
pub struct Clocked {
    game: Tsume,
    futile: Futile,
    /// Whether only a mate with something left in the attacker's hand will do.
    keep: bool,
    /// Moves of the attacker that are left.
    left: u32,
    /// For each move of the defender played: what may be taken for free after it.
    rights: Vec<Option<Right>>,
    /// Clocks as they stood before free captures.
    clocks: Vec<u32>,
    /// Plies played.
    plies: u32,
    /// Moves that the last proof found for the position at ply 0 takes, and the last disproof withstands.
    taken: Option<u32>,
    failed: Option<u32>,
}

/// What may be taken for free: a piece on a square, by the checking piece or by any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Right {
    square: Square,
    by: Option<Square>,
}

impl Right {
    fn allows(self, mv: Move) -> bool {
        mv.to() == self.square && !mv.is_drop() && self.by.is_none_or(|by| mv.from() == Some(by))
    }

    fn key(self) -> Key {
        let by = self.by.map_or(127, Square::index) as u64;
        mix(RIGHT | by << 8 | self.square.index() as u64)
    }
}

/// Tell keys of clocks and rights from each other and from everything else that is mixed.
const CLOCK: u64 = 0x636c_6f63 << 32;
const RIGHT: u64 = 0x7269_6768 << 32;

fn stock(hand: Hand, moves: u32) -> Stock {
    hand.dense() | moves.min(MOST_MOVES) << Hand::DENSE_BITS
}

fn hand_of(stock: Stock) -> Hand {
    Hand::from_dense(stock)
}

fn moves_of(stock: Stock) -> u32 {
    stock >> Hand::DENSE_BITS
}

impl Clocked {
    /// Mate within `moves` moves of the attacker, who need not be to move.
    pub fn new(game: Tsume, moves: u32, futile: Futile) -> Clocked {
        let left = moves.min(MOST_MOVES);
        Clocked {
            game,
            futile,
            keep: false,
            left,
            rights: Vec::new(),
            clocks: Vec::new(),
            plies: 0,
            taken: None,
            failed: None,
        }
    }

    /// The problem without the clock.
    pub fn tsume(&self) -> &Tsume {
        &self.game
    }

    /// Moves of the attacker that are left.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Winds the clock. The position becomes the one from which plies are counted.
    pub fn wind(&mut self, moves: u32) {
        self.left = moves.min(MOST_MOVES);
        self.plies = 0;
        (self.taken, self.failed) = (None, None);
    }

    /// Whether only a mate that leaves the attacker something in hand will do (駒余り).
    pub fn keep_a_piece(&mut self, keep: bool) {
        self.keep = keep;
    }

    /// Moves of the attacker with which the proof found last works, if it was found for the position
    /// where the clock was wound.
    pub fn taken(&self) -> Option<u32> {
        self.taken
    }

    /// Moves of the attacker against which the disproof found last holds.
    pub fn failed(&self) -> Option<u32> {
        self.failed
    }

    fn attacker(&self) -> Color {
        self.game.attacker()
    }

    fn salt(&self) -> Key {
        mix(CLOCK | 1 << 31 | u64::from(self.keep) << 8 | self.futile as u64)
    }

    /// What may be taken for free in the present position.
    fn right(&self) -> Option<Right> {
        if self.side() == Side::Attacker { self.rights.last().copied().flatten() } else { None }
    }

    /// What may be taken for free after a move of the defender.
    fn right_after(&self, mv: Move) -> Option<Right> {
        if !self.interposes(mv) {
            return None;
        }
        let by = match self.futile {
            Futile::Off => return None,
            Futile::Strict if !self.game.listed().iter().all(|mv| mv.is_drop()) => return None,
            Futile::Strict | Futile::Exact => Some(self.game.position().checkers().first()),
            Futile::Loose => None,
        };
        Some(Right { square: mv.to(), by })
    }

    /// Whether a defence may turn out to be futile.
    fn interposes(&self, mv: Move) -> bool {
        match self.futile {
            Futile::Off => false,
            Futile::Strict | Futile::Exact => mv.is_drop(),
            Futile::Loose => mv.is_drop() || mv.kind() != Kind::KING && mv.captured().is_none(),
        }
    }

    /// Whether the attacker has run out of time: for the defender, something to play that is no mere
    /// interposition.
    fn is_over(&self) -> bool {
        self.left == 0
            && match self.side() {
                Side::Attacker => {
                    self.right().is_none_or(|right| !self.game.listed().iter().any(|&mv| right.allows(mv)))
                }
                Side::Defender => !self.game.listed().iter().all(|&mv| self.interposes(mv)),
            }
    }

    fn clock_key(left: u32) -> Key {
        mix(CLOCK | u64::from(left))
    }

    fn rights_key(&self) -> Key {
        self.right().map_or(0, Right::key)
    }
}

impl Game for Clocked {
    type Move = Step;

    /// With every move of the attacker the clock runs, or the checker comes nearer.
    const ACYCLIC: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.game.side()
    }

    fn moves(&self, out: &mut Vec<Step>) {
        let list = self.game.listed();
        if let Some(right) = self.right() {
            let free = list.iter().filter(|&&mv| right.allows(mv));
            out.extend(free.map(|&mv| Step { mv, free: true }));
        }
        if self.left > 0 || self.side() == Side::Defender {
            out.extend(list.iter().map(|&mv| Step::from(mv)));
        }
    }

    fn play(&mut self, step: Step) {
        self.plies += 1;
        if self.side() == Side::Defender {
            let right = self.right_after(step.mv);
            self.rights.push(right);
            return self.game.play(step.mv);
        }
        self.game.play(step.mv);
        if step.free {
            self.clocks.push(self.left);
            if self.futile == Futile::Strict {
                // Only what is mate but for more of the same will do.
                self.left = 0;
            }
            if let Some(kind) = step.mv.captured() {
                self.game.give_back(kind.unpromoted());
            }
        } else {
            self.left -= 1;
        }
    }

    fn undo(&mut self, step: Step) {
        self.plies = self.plies.saturating_sub(1);
        if step.mv.color() != self.attacker() {
            self.rights.pop();
        } else if step.free {
            if let Some(kind) = step.mv.captured() {
                self.game.take_again(kind.unpromoted());
            }
            self.left = self.clocks.pop().unwrap_or(self.left);
        } else {
            self.left += 1;
        }
        self.game.undo(step.mv);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.game.outcome() {
            Some(Outcome::Win) if self.keep && self.game.attacker_hand().is_empty() => Some(Outcome::Loss),
            Some(outcome) => Some(outcome),
            None => self.is_over().then_some(Outcome::Loss),
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.game.key() ^ self.salt() ^ Clocked::clock_key(self.left) ^ self.rights_key()
    }

    #[inline]
    fn key_after(&mut self, step: Step) -> Key {
        self.keys_after(step).0
    }

    fn keys_after(&mut self, step: Step) -> (Key, Key, Stock) {
        if step.free {
            self.play(step);
            let keys = (self.key(), self.board_key(), self.stock());
            self.undo(step);
            return keys;
        }
        let (key, board, hand) = self.game.keys_after(step.mv);
        let (left, right) = match self.side() {
            Side::Attacker => (self.left - 1, 0),
            Side::Defender => (self.left, self.right_after(step.mv).map_or(0, Right::key)),
        };
        let salt = self.salt() ^ right;
        (key ^ salt ^ Clocked::clock_key(left), board ^ salt, stock(Hand::from_bits(hand), left))
    }

    const RESOURCES: bool = true;

    #[inline]
    fn board_key(&self) -> Key {
        self.game.board_key() ^ self.salt() ^ self.rights_key()
    }

    #[inline]
    fn stock(&self) -> Stock {
        stock(self.game.attacker_hand(), self.left)
    }

    #[inline]
    fn covers(more: Stock, less: Stock) -> bool {
        moves_of(more) >= moves_of(less) && hand_of(more).covers(hand_of(less))
    }

    fn least_stock(&mut self, replies: &mut dyn Iterator<Item = (Step, Stock)>) -> Stock {
        let (attacker, position) = (self.attacker(), self.game.position());
        let least = if self.side() == Side::Attacker {
            match replies.next() {
                None => self.stock(),
                // What he takes he gives back.
                Some((step, after)) if step.free => after,
                Some((step, after)) => {
                    let hand = position.least_hand(attacker, &mut std::iter::once((step.mv, hand_of(after))));
                    stock(hand, moves_of(after) + 1)
                }
            }
        } else {
            let mut moves = 0;
            let mut hands = replies.map(|(step, after)| {
                moves = moves_of(after).max(moves);
                (step.mv, hand_of(after))
            });
            let mut hand = position.least_hand(attacker, &mut hands);
            if self.keep && hand.is_empty() && self.game.outcome() == Some(Outcome::Win) {
                let holds = self.game.attacker_hand();
                hand = Kind::IN_HAND
                    .into_iter()
                    .find(|&kind| holds.has(kind))
                    .map_or(hand, |kind| hand.with(kind));
            }
            stock(hand, moves)
        };
        if self.plies == 0 {
            self.taken = Some(moves_of(least));
        }
        least
    }

    fn most_stock(&mut self, replies: &mut dyn Iterator<Item = (Step, Stock)>) -> Stock {
        let (attacker, position) = (self.attacker(), self.game.position());
        let all = position.both_hands();
        if self.side() == Side::Defender {
            // Where time has run out anything that is no mere interposition will do.
            let first = |mv: &&Move| !self.interposes(**mv);
            let (mv, after) = match replies.next() {
                Some((step, after)) => (step.mv, after),
                None => match self.game.listed().iter().find(first) {
                    Some(&mv) => (mv, stock(all, self.left)),
                    None => return self.stock(),
                },
            };
            let hand = position.most_hand(attacker, &mut std::iter::once((mv, hand_of(after))));
            return stock(hand, moves_of(after));
        }
        let mut moves = if self.left == 0 { 0 } else { MOST_MOVES };
        let mut most = all;
        let mut hands = Vec::new();
        for (step, after) in replies {
            if step.free {
                // In the strict reading the clock is set to 0, whatever it showed.
                let strict = self.futile == Futile::Strict;
                moves = moves.min(if strict { MOST_MOVES } else { moves_of(after) });
                most = most.and(hand_of(after));
            } else {
                moves = moves.min(moves_of(after) + 1);
                hands.push((step.mv, hand_of(after)));
            }
        }
        if self.left > 0 {
            most = most.and(position.most_hand(attacker, &mut hands.into_iter()));
        }
        if self.plies == 0 {
            self.failed = Some(moves);
        }
        stock(most, moves)
    }

    fn shortcut(&mut self) -> Option<Shortcut> {
        if self.side() != Side::Attacker || self.left == 0 {
            return self.outcome().map(|outcome| self.ended(outcome));
        }
        let found = self.game.shortcut()?;
        let hand = Hand::from_bits(found.stock);
        match found.outcome {
            // It may take the last piece.
            Outcome::Win if self.keep => None,
            Outcome::Win => {
                if self.plies == 0 {
                    self.taken = Some(1);
                }
                Some(Shortcut { stock: stock(hand, 1), ..found })
            }
            _ => Some(Shortcut { stock: stock(hand, MOST_MOVES), ..found }),
        }
    }

    /// Where the clock runs out behind a check, the end is seen from here.
    fn hint_after(&mut self, step: Step) -> Hint {
        if self.side() == Side::Attacker && (self.left > 1 || step.free) {
            return Hint::Estimate(self.game.position().estimate_check(step.mv));
        }
        self.play(step);
        let answer = self.shortcut();
        self.undo(step);
        let position = self.game.position();
        let estimate = || match self.side() {
            Side::Attacker => position.estimate_check(step.mv),
            Side::Defender => position.estimate_evasion(step.mv),
        };
        answer.map_or_else(|| Hint::Estimate(estimate()), Hint::Answer)
    }

    fn typical(&self) -> Number {
        self.game.typical()
    }

    const GROUPS: bool = true;

    fn groups(&self, moves: &[Step], wait: &mut [Option<u32>]) {
        wait_in_groups(self.side(), moves, |step| step.mv, wait);
    }
}

impl Clocked {
    /// The end of the game in the present position.
    fn ended(&mut self, outcome: Outcome) -> Shortcut {
        let none = &mut std::iter::empty();
        let stock = if outcome == Outcome::Win { self.least_stock(none) } else { self.most_stock(none) };
        Shortcut { outcome, length: 0, stock }
    }
}
