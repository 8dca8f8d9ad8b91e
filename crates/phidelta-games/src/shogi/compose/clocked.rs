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
//! **The stopped clock.** Most tries of the attacker fail however long he goes on, and to know that once is
//! better than to find it anew for each clock. So the defender may stop the clock with any move of his,
//! for the rest of the game: that only makes it harder for him, so that the answer stays the same, and a
//! search takes that way where it is the cheaper one. What is decided with a stopped clock is decided for
//! all of them: an escape holds against every clock, a mate serves every clock that shows its moves.
//! Nothing is free while the clock stands; its answers are those of raw plies, and serve all countings.
//!
//! Where the clock runs no position can occur again with as much time; but what comes again with less is of
//! no use to the attacker, and counts as a repetition ([`Game::RESOURCES`]).
//!
//! Invariant: on small positions the answer is that of a plain minimax, for every clock and every rule.

use phidelta::{Game, Hint, Key, Number, Outcome, Shortcut, Side, Stock, Verdict, mix};

use super::super::hand::Hand;
use super::super::mv::Move;
use super::super::tsume::{Tsume, wait_in_groups};
use super::super::types::{Color, Kind};
use super::clock::{MOST_MOVES, STOPPED, hand_of, moves_of, stock};
use super::futile::{Futile, Right, Step};

/// The least clock that the defender may stop, in moves of the attacker. Where less is left, the clock
/// itself refutes most tries more cheaply than anything else; of 3, 6 and 10 on problems of 20 to 70
/// plies the last was best.
const STOPS_FROM: u32 = 10;

/// A mate problem with a clock.
#[derive(Clone, Debug)]
pub struct Clocked {
    game: Tsume,
    futile: Futile,
    /// What tells this question from others about the same board, with a running and with a stopped clock.
    salts: [Key; 2],
    /// The least clock that the defender may stop.
    stops_from: u32,
    /// Whether only a mate with something left in the attacker's hand will do.
    keep: bool,
    /// Moves of the attacker that are left.
    left: u32,
    /// For each move of the defender played: what may be taken for free after it.
    rights: Vec<Option<Right>>,
    /// Clocks as they stood before free captures.
    clocks: Vec<u32>,
    /// Moves that the last proof noted takes, and the last disproof withstands.
    taken: Option<u32>,
    failed: Option<u32>,
}

/// Tells keys of clocks from everything else that is mixed.
const CLOCK: u64 = 0x636c_6f63 << 32;

/// Nothing is free while the clock stands, so that its answers are those of raw plies.
fn salts(futile: Futile, keep: bool) -> [Key; 2] {
    [futile, Futile::Off].map(|futile| mix(CLOCK | 1 << 31 | u64::from(keep) << 8 | futile as u64))
}

impl Clocked {
    /// Mate within `moves` moves of the attacker, who need not be to move.
    pub fn new(game: Tsume, moves: u32, futile: Futile) -> Clocked {
        let left = moves.min(MOST_MOVES);
        Clocked {
            game,
            futile,
            salts: salts(futile, false),
            stops_from: STOPS_FROM,
            keep: false,
            left,
            rights: Vec::new(),
            clocks: Vec::new(),
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

    /// Winds the clock.
    pub fn wind(&mut self, moves: u32) {
        self.left = moves.min(MOST_MOVES);
        (self.taken, self.failed) = (None, None);
    }

    /// Stops the clock: is there a mate at all?
    pub fn stop(&mut self) {
        self.wind(0);
        self.left = STOPPED;
    }

    /// Lets the defender stop a clock that shows at least so much, in moves of the attacker. It changes the
    /// way of a search, never the answer.
    pub fn stops_from(&mut self, moves: u32) {
        self.stops_from = moves.max(1);
    }

    /// Whether only a mate that leaves the attacker something in hand will do (駒余り).
    pub fn keep_a_piece(&mut self, keep: bool) {
        self.keep = keep;
        self.salts = salts(self.futile, keep);
    }

    /// Moves of the attacker with which the proof noted last works, since the clock was wound.
    pub fn taken(&self) -> Option<u32> {
        self.taken
    }

    /// Moves of the attacker against which the disproof noted last holds.
    pub fn failed(&self) -> Option<u32> {
        self.failed
    }

    /// Whether something may be taken for free in the present position.
    pub(super) fn has_free_capture(&self) -> bool {
        self.right().is_some()
    }

    /// Notes the answer of the present position, and the stock it holds with.
    pub fn note(&mut self, verdict: Verdict, stock: Stock) {
        match verdict {
            Verdict::Proved => self.taken = Some(moves_of(stock)),
            Verdict::Disproved => self.failed = Some(moves_of(stock)),
            Verdict::Unknown(_) => {}
        }
    }

    fn attacker(&self) -> Color {
        self.game.attacker()
    }

    fn salt(&self) -> Key {
        self.salts[usize::from(self.is_stopped())]
    }

    fn is_stopped(&self) -> bool {
        self.left == STOPPED
    }

    fn may_stop(&self) -> bool {
        self.left >= self.stops_from && !self.is_stopped() && self.side() == Side::Defender
    }

    /// What may be taken for free in the present position.
    fn right(&self) -> Option<Right> {
        if self.side() == Side::Attacker { self.rights.last().copied().flatten() } else { None }
    }

    /// What may be taken for free after a move of the defender.
    fn right_after(&self, mv: Move) -> Option<Right> {
        if self.is_stopped() || !self.interposes(mv) {
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

    #[inline]
    fn side(&self) -> Side {
        self.game.side()
    }

    fn moves(&self, out: &mut Vec<Step>) {
        let list = self.game.listed();
        if let Some(right) = self.right() {
            let free = list.iter().filter(|&&mv| right.allows(mv));
            out.extend(free.map(|&mv| Step { mv, free: true, stops: false }));
        }
        if self.may_stop() {
            for &mv in list.iter() {
                out.extend([Step { stops: true, ..Step::from(mv) }, Step::from(mv)]);
            }
        } else if self.left > 0 || self.side() == Side::Defender {
            out.extend(list.iter().map(|&mv| Step::from(mv)));
        }
    }

    fn play(&mut self, step: Step) {
        if self.side() == Side::Defender {
            if step.stops {
                self.clocks.push(self.left);
                self.left = STOPPED;
            }
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
        } else if !self.is_stopped() {
            self.left -= 1;
        }
    }

    fn undo(&mut self, step: Step) {
        if step.mv.color() != self.attacker() {
            self.rights.pop();
            if step.stops {
                self.left = self.clocks.pop().unwrap_or(self.left);
            }
        } else if step.free {
            if let Some(kind) = step.mv.captured() {
                self.game.take_again(kind.unpromoted());
            }
            self.left = self.clocks.pop().unwrap_or(self.left);
        } else if !self.is_stopped() {
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

    /// A stopped clock counts raw plies, whatever the counting was.
    fn describe(&self) -> String {
        let futile = if self.is_stopped() { Futile::Off } else { self.futile };
        let Clocked { game, keep, left, .. } = self;
        let right = self.right();
        format!("clock {left}, {futile:?}, keep {keep}, free {right:?}: {}", game.describe())
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
            Side::Attacker if self.is_stopped() => (self.left, 0),
            Side::Attacker => (self.left - 1, 0),
            Side::Defender if step.stops => (STOPPED, 0),
            Side::Defender => (self.left, self.right_after(step.mv).map_or(0, Right::key)),
        };
        let salt = self.salts[usize::from(left == STOPPED)] ^ right;
        (key ^ salt ^ Clocked::clock_key(left), board ^ salt, stock(Hand::from_bits(hand), left))
    }

    const RESOURCES: bool = true;

    const SHARED_NUMBERS: bool = true;

    #[inline]
    fn unshared_key(stock: Stock) -> Key {
        match moves_of(stock) {
            // With no time left he has other moves; whether there is a mate at all is another question.
            0 | STOPPED => 0,
            left => Clocked::clock_key(left),
        }
    }

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

    const RELATED_QUESTION: bool = true;

    #[inline]
    fn related_board(&self, board: Key, stock: Stock) -> Option<Key> {
        let other = moves_of(stock) != STOPPED && self.salts[0] != self.salts[1];
        other.then_some(board ^ self.salts[0] ^ self.salts[1])
    }

    /// A mate by raw plies is one by any counting; no mate at all is none by any.
    #[inline]
    fn carries_over(proved: bool, stock: Stock) -> bool {
        proved || moves_of(stock) == STOPPED
    }

    fn least_stock(&mut self, replies: &mut dyn Iterator<Item = (Step, Stock)>) -> Stock {
        let (attacker, position) = (self.attacker(), self.game.position());
        if self.side() == Side::Attacker {
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
            // Where a reply is proved against the clock it is without, too.
            let mut hands = replies.filter(|(step, _)| !step.stops).map(|(step, after)| {
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
        }
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
        let mut moves = if self.left == 0 { 0 } else { STOPPED };
        let mut most = all;
        let mut hands = Vec::new();
        for (step, after) in replies {
            if step.free {
                // In the strict reading the clock is set to 0, whatever it showed.
                let strict = self.futile == Futile::Strict;
                moves = moves.min(if strict { STOPPED } else { moves_of(after) });
                most = most.and(hand_of(after));
            } else {
                moves = moves.min(moves_of(after) + 1);
                hands.push((step.mv, hand_of(after)));
            }
        }
        if self.left > 0 {
            most = most.and(position.most_hand(attacker, &mut hands.into_iter()));
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
            Outcome::Win => Some(found.with_stock(stock(hand, 1))),
            _ => Some(found.with_stock(stock(hand, STOPPED))),
        }
    }

    /// Where the clock runs out behind a check, the end is seen from here.
    fn hint_after(&mut self, step: Step) -> Hint {
        if self.side() == Side::Attacker && (self.left > 1 || step.free) {
            return Hint::Estimate(self.game.estimate_check(step.mv));
        }
        self.play(step);
        let answer = self.shortcut();
        self.undo(step);
        let estimate = || match self.side() {
            Side::Attacker => self.game.estimate_check(step.mv),
            Side::Defender => self.game.estimate_evasion(step.mv),
        };
        answer.map_or_else(|| Hint::Estimate(estimate()), Hint::Answer)
    }

    fn average_estimate(&self) -> Number {
        self.game.average_estimate()
    }

    const WAITING_MOVES: bool = true;

    fn wait_limit(&self) -> Number {
        self.game.wait_limit()
    }

    fn waiting_moves(&self, moves: &[Step], wait: &mut [Option<u32>]) {
        if !self.may_stop() {
            return wait_in_groups(self.game.position(), self.side(), moves, |step| step.mv, wait);
        }
        // Each move stands there twice, with and without the clock: each kind waits for its own.
        for kind in 0..2 {
            let own: Vec<Step> = moves.iter().skip(kind).step_by(2).copied().collect();
            let mut waits = vec![None; own.len()];
            wait_in_groups(self.game.position(), Side::Defender, &own, |step| step.mv, &mut waits);
            for (index, sibling) in waits.into_iter().enumerate() {
                wait[2 * index + kind] = sibling.map(|sibling| 2 * sibling + kind as u32);
            }
        }
    }
}

impl Clocked {
    /// The end of the game in the present position.
    fn ended(&mut self, outcome: Outcome) -> Shortcut {
        let none = &mut std::iter::empty();
        let stock = if outcome == Outcome::Win { self.least_stock(none) } else { self.most_stock(none) };
        Shortcut::new(outcome, 0).with_stock(stock)
    }
}
