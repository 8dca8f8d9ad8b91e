//! Othello positions as a [`Game`].
//!
//! The attacker is the side to move unless told otherwise. The question is always a score: does he end
//! with at least so many discs more than the opponent, empty squares going to the winner? "Wins" is 2,
//! "at least draws" is 0, since the number of squares is even and so is every score.
//!
//! Invariants: `undo` restores everything; `key_after` is the key behind the move; equal positions have
//! equal keys whatever the path; with one question a shortcut is what brute force says.

use std::sync::Arc;

use phidelta::{Draws, Elder, Game, Goal, Key, KeyBuilder, Numbers, Outcome, Shortcut, Side};

use super::bitboard::{flips, mobility, squares};
use super::board::{Color, Move, Position, Size};
use super::forecast::{Forecast, Foreseen};
use super::last::Last;
use super::shallow::{MOST, Shallow};
use super::stability::stable;
use super::weights::{DISC, Weights};
use super::{estimate, move_order};

/// Empty squares at which a position is solved at once unless told otherwise: few enough that a table
/// of its own would hardly help, many enough that the search proper sees one position in two hundred.
pub const LAST_SQUARES: u32 = 11;

/// The most empty squares that may be left to the last-squares routine.
pub const MOST_LAST_SQUARES: u32 = 16;

/// Moves of the look ahead that an expected score rests on: cheap beside the search for the score.
const EXPECTED_DEPTH: u32 = 6;

/// What a win means as a score: the least even difference above 0.
pub(super) const WIN: i32 = 2;

/// A position and a question about it.
#[derive(Clone, Debug)]
pub struct Othello {
    position: Position,
    /// Where the side to move may play.
    targets: u64,
    history: Vec<(Position, u64)>,
    attacker: Color,
    /// The least score with which the attacker reaches his goal; even.
    need: i32,
    last_squares: u32,
    last: Last,
    /// What orders moves beside counting.
    weights: Option<Arc<Weights>>,
    /// What a forecast of the score remembers.
    foreseen: Option<Arc<Foreseen>>,
    /// Scores asked about before, of the same table.
    asked: Vec<i32>,
    /// Tells boards apart, and questions that are neither "win" nor "draw": those [`phidelta::Question`]
    /// tells apart.
    salt: Key,
}

impl Othello {
    /// Does the side to move win?
    pub fn new(position: Position) -> Othello {
        Othello {
            position,
            targets: position.targets(),
            history: Vec::new(),
            attacker: position.side(),
            need: WIN,
            last_squares: LAST_SQUARES,
            last: Last::new(position.size()),
            weights: Weights::shipped(position.size()),
            foreseen: None,
            asked: Vec::new(),
            salt: salt(position.size(), WIN),
        }
    }

    /// Asks whether the attacker wins, or at least draws.
    pub fn with_goal(self, goal: Goal) -> Othello {
        self.with_score(match goal {
            Goal::Win => WIN,
            Goal::Draw => 0,
        })
    }

    /// Asks whether the attacker ends with at least `score` discs more than the opponent. An odd number
    /// asks the same as the even one above it.
    pub fn with_score(mut self, score: i32) -> Othello {
        let most = self.position.size().area() as i32;
        // Beyond the board's size nothing changes any more.
        self.need = (score + score.rem_euclid(2)).clamp(-most, most + 2);
        self.salt = salt(self.position.size(), self.need);
        self
    }

    /// Says that these scores were asked about before, of the same attacker and with the same table: their
    /// answers help.
    pub fn with_asked(mut self, scores: &[i32]) -> Othello {
        self.asked = scores.to_vec();
        self
    }

    /// Makes a side the attacker.
    pub fn with_attacker(mut self, attacker: Color) -> Othello {
        self.attacker = attacker;
        self.asked.clear();
        self
    }

    /// Solves positions with so many empty squares at once, at most [`MOST_LAST_SQUARES`]; 0: none.
    pub fn with_last_squares(mut self, squares: u32) -> Othello {
        self.last_squares = squares.min(MOST_LAST_SQUARES);
        self
    }

    /// Orders moves and makes first numbers by this weights, or by none; one for another size of board
    /// counts as none.
    pub fn with_weights(mut self, weights: Option<Arc<Weights>>) -> Othello {
        self.weights = weights.filter(|weights| weights.size() == self.position.size());
        self
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who wants to reach the score.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The score he needs; even.
    pub fn score(&self) -> i32 {
        self.need
    }

    /// The score that the attacker is expected to end with, by a look ahead; even.
    pub(super) fn expected(&self) -> Option<i32> {
        let mut shallow = Shallow::new(self.weights.as_deref()?);
        let seen = shallow.see(self.position.own, self.position.opp);
        let depth = EXPECTED_DEPTH.min(seen.empties);
        let value = shallow.search(&seen, depth, -MOST, MOST);
        let own = 2 * (value as f64 / f64::from(2 * DISC)).round() as i32;
        Some(if self.side() == Side::Attacker { own } else { -own })
    }

    /// The same by a forecast with at most so many nodes, whose moves are tried first from then on; and its
    /// nodes.
    pub(super) fn forecast(&mut self, budget: u64, is_over: &mut dyn FnMut() -> bool) -> (Option<i32>, u64) {
        let (Some(expected), Some(weights)) = (self.expected(), self.weights.clone()) else {
            return (None, 0);
        };
        let sign = if self.side() == Side::Attacker { 1 } else { -1 };
        let mut forecast = Forecast::new(&weights, budget, is_over);
        let own = forecast.score(self.position.own, self.position.opp, sign * expected);
        let nodes = forecast.nodes();
        self.foreseen = Some(Arc::new(forecast.into_foreseen()));
        (Some(sign * own), nodes)
    }

    /// What the side to move needs: reaching it decides for that side.
    #[inline]
    fn own_need(&self) -> i32 {
        if self.side() == Side::Attacker { self.need } else { WIN - self.need }
    }

    /// The outcome that answers the question with yes or no for the side to move.
    #[inline]
    fn answer(&self, reached: bool) -> Outcome {
        if reached == (self.side() == Side::Attacker) { Outcome::Win } else { Outcome::Loss }
    }

    /// Whether stable discs decide the question for the side to move.
    #[inline]
    pub(super) fn settled(&self) -> Option<bool> {
        let Position { own, opp, size, .. } = self.position;
        let (area, need) = (size.area() as i32, self.own_need());
        // Discs that must be stable for each answer: nothing to look for with fewer.
        let (enough, too_many) = ((area + need) / 2, (area - need) / 2 + 1);
        let count = |set: u64| set.count_ones() as i32;
        if count(opp) >= too_many && count(stable(opp, own, size)) >= too_many {
            return Some(false);
        }
        (count(own) >= enough && count(stable(own, opp, size)) >= enough).then_some(true)
    }

    #[inline]
    fn key_of(&self, own: u64, opp: u64, side: Side) -> Key {
        hash(own, opp, side) ^ self.salt
    }
}

/// What positions do not tell. The empty part of a larger board looks like a smaller one.
fn salt(size: Size, need: i32) -> Key {
    let need = if matches!(need, 0 | WIN) { 0 } else { need };
    KeyBuilder::new().add(size.side().into()).add(need as u64).key()
}

/// A key of 128 bits. Every step can be undone, so that different positions have different keys.
#[inline]
fn hash(own: u64, opp: u64, side: Side) -> Key {
    let turn = if side == Side::Attacker { 0 } else { 0x6a09_e667_f3bc_c909 };
    let mut high = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut low = (opp ^ turn).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    high ^= high >> 32;
    low ^= low >> 29;
    high = (high ^ low.rotate_left(23)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    low = (low ^ high >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
    high ^= low >> 30;
    u128::from(high) << 64 | u128::from(low ^ high >> 33)
}

impl Draws for Othello {
    fn set_goal(&mut self, goal: Goal) {
        if goal != self.goal() {
            self.asked = vec![self.need];
        }
        *self = self.clone().with_goal(goal);
    }
}

impl Game for Othello {
    type Move = Move;

    /// A disc more with every move, and never two passes in a row.
    const ACYCLIC: bool = true;

    #[inline]
    fn side(&self) -> Side {
        if self.position.side() == self.attacker { Side::Attacker } else { Side::Defender }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if self.targets == 0 {
            out.push(Move::PASS);
        } else {
            out.extend(squares(self.targets).map(Move::on));
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.history.push((self.position, self.targets));
        self.position = self.position.after(mv);
        self.targets = self.position.targets();
    }

    #[inline]
    fn undo(&mut self, _mv: Move) {
        if let Some((position, targets)) = self.history.pop() {
            self.position = position;
            self.targets = targets;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.targets != 0 || self.position.passed().targets() != 0 {
            return None;
        }
        let own = self.position.score();
        let score = if self.side() == Side::Attacker { own } else { -own };
        Some(match self.need {
            0 | WIN => match score {
                0 => Outcome::Draw,
                1.. => Outcome::Win,
                _ => Outcome::Loss,
            },
            need if score >= need => Outcome::Win,
            _ => Outcome::Loss,
        })
    }

    fn goal(&self) -> Goal {
        if self.need == 0 { Goal::Draw } else { Goal::Win }
    }

    #[inline]
    fn key(&self) -> Key {
        self.key_of(self.position.own, self.position.opp, self.side())
    }

    /// Colours exchanged make no difference.
    fn describe(&self) -> String {
        let Position { own, opp, size, .. } = self.position;
        let (side, need, edge) = (self.side(), self.need, size.side());
        format!("othello {edge}x{edge} own {own:#x} other {opp:#x}, {side:?} to move, score {need}")
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> Key {
        let Position { own, opp, .. } = self.position.after(mv);
        let side = if self.side() == Side::Attacker { Side::Defender } else { Side::Attacker };
        self.key_of(own, opp, side)
    }

    #[inline]
    fn estimate(&self) -> Numbers {
        let (phi, delta) = estimate::numbers(&self.position, self.targets);
        Numbers::from_view(phi, delta, self.side())
    }

    fn average_estimate(&self) -> u32 {
        estimate::TYPICAL
    }

    fn shortcut(&mut self) -> Option<Shortcut> {
        if let Some(reached) = self.settled() {
            let length = self.position.empties();
            return Some(Shortcut::new(self.answer(reached), length));
        }
        let length = self.position.empties();
        if length > self.last_squares {
            return None;
        }
        self.last.nodes = 0;
        let reached = self.last.reaches(self.position.own, self.position.opp, self.own_need());
        // The position itself is counted by whoever asks.
        Some(Shortcut::new(self.answer(reached), length).with_nodes(self.last.nodes - 1))
    }

    fn plies_left(&self) -> Option<u32> {
        // A pass before every move at worst.
        Some(2 * self.position.empties())
    }

    const ORDERED: bool = true;

    /// Who has reached a score reaches all below it. Of the scores asked about the nearest on either side
    /// tell most.
    fn elders(&self) -> Vec<Elder> {
        let above = self.asked.iter().copied().filter(|&score| score > self.need).min();
        let below = self.asked.iter().copied().filter(|&score| score < self.need).max();
        let elder = |score: i32| {
            let goal = if score == 0 { Goal::Draw } else { Goal::Win };
            Elder::new(salt(self.position.size(), score) ^ self.salt, goal)
                .with_proofs(score > self.need)
                .with_disproofs(score < self.need)
        };
        above.into_iter().chain(below).map(elder).collect()
    }

    #[inline]
    fn move_priority(&mut self, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let Position { own, opp, size, .. } = self.position;
        let turned = flips(square, own, opp);
        let (own, opp) = (opp & !turned, own | turned | 1 << square);
        move_order::of(square, own, opp, mobility(own, opp, size.board()), size)
    }

    fn move_priorities(&mut self, moves: &[Move], out: &mut Vec<i32>) -> u64 {
        let empties = self.position.empties();
        if empties < move_order::EVALUATED {
            out.extend(moves.iter().map(|&mv| self.move_priority(mv)));
            return 0;
        }
        match self.weights.clone() {
            Some(weights) => {
                let first = out.len();
                let nodes = move_order::evaluated(&self.position, self.own_need(), moves, &weights, out);
                let Position { own, opp, .. } = self.position;
                let foreseen = self.foreseen.as_ref().and_then(|foreseen| foreseen.best(own, opp));
                if let Some(square) = foreseen
                    && let Some(number) = moves.iter().position(|&mv| mv == Move::on(square))
                {
                    out[first + number] = MOST;
                }
                nodes
            }
            None => {
                out.extend(moves.iter().map(|&mv| self.move_priority(mv)));
                0
            }
        }
    }
}
